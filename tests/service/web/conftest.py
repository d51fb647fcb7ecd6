"""One browser and one server for all tests of the page; skipped where there is no browser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.service.web import phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; a test that has none says so."""
    pytest.importorskip("playwright", reason="the package playwright is not installed")
    if not phone.CHROMIUM.exists():
        pytest.skip(f"there is no browser at {phone.CHROMIUM}")
    with phone.chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a running service: the one that WAHUA_URL names, or a new one."""
    if running := os.environ.get("WAHUA_URL"):
        yield running
        return
    with phone.serving(tmp_path_factory.mktemp("web")) as address:
        yield address
