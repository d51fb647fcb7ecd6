"""What tests of several rooms share: the shipped models and the photo collection."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from models.registry import load_recogniser
from vision.pipeline import Recogniser

PHOTOS_VARIABLE = "WAHUA_PHOTOS"


@pytest.fixture(scope="session", autouse=True)
def _no_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what the person who runs the tests has trained or enrolled out of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WAHUA_HOME", str(tmp_path_factory.mktemp("home")))
        patch.delenv("WAHUA_MODEL", raising=False)
        yield


@pytest.fixture(scope="session")
def shared_photos() -> Path:
    """The photo collection: the folder that WAHUA_PHOTOS names, or shared/photos beside us."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "photos"
    folder = Path(os.environ.get(PHOTOS_VARIABLE) or beside)
    if not (folder / "data.yaml").is_file():
        pytest.skip("the photo collection is not here")
    return folder


@pytest.fixture(scope="session")
def recogniser() -> Recogniser:
    """The shipped models; a checkout without them is broken, so nothing is skipped."""
    return load_recogniser()
