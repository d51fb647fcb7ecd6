"""The substitute deck: the cards of the recipe, drawn from a packaged set where there is one."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from models.enrol.errors import EnrolError
from models.enrol.pictures import read_folder
from models.enrol.substitute import deck_pictures, marked, read_svg, write_pictures
from scoring.tiles import Family

PACKAGE = "kdegames-card-data-kf5"
CARDS = "usr/share/carddecks/svg-standard/standard.svgz"
DECK_VARIABLE = "WAHUA_CARDS"


@pytest.fixture(scope="module")
def card_set(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The installed card set, or the one of Debian's package; nothing of it is shipped."""
    if shutil.which("rsvg-convert") is None:
        pytest.skip("rsvg-convert draws the cards")
    for path in (Path(os.environ.get(DECK_VARIABLE, "/nowhere")), Path("/") / CARDS):
        if path.is_file():
            return read_svg(path)
    folder = tmp_path_factory.mktemp("cards")
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        pytest.skip("no card set is installed, and this is no Debian")
    got = subprocess.run(
        ["apt-get", "download", PACKAGE], cwd=folder, capture_output=True, check=False, timeout=120
    )
    packages = list(folder.glob("*.deb"))
    if got.returncode or not packages:
        pytest.skip("the package of the card set cannot be fetched")
    subprocess.run(["dpkg-deb", "-x", packages[0], folder], check=True)
    return read_svg(folder / CARDS)


def test_the_cards_of_the_recipe(card_set: bytes) -> None:
    pictures = list(deck_pictures(card_set))
    counts = Counter(str(item.face) for item in pictures)
    subjects = ["fu", "ru", "dong", "hai", "shou", "bi", "nan", "shan"]
    assert counts == dict.fromkeys([*subjects, *(f"{name}*" for name in subjects), "doll"], 2)
    first = {item.source: item.pixels for item in pictures}
    assert {source for source in first if not source.endswith("marked")} == {
        *(f"{rank} {suit}" for rank in "1357" for suit in ("club", "spade")),
        *(f"{rank} {suit}" for rank in ("2", "4", "6", "8", "queen")
          for suit in ("heart", "diamond")),
    }  # fmt: skip
    for pixels in first.values():
        assert 1.2 < pixels.shape[0] / pixels.shape[1] < 1.6
    assert not np.array_equal(first["1 club"], first["1 spade"])


def test_written_pictures_are_read_for_enrolment(card_set: bytes, tmp_path: Path) -> None:
    assert write_pictures(card_set, tmp_path) == 34
    pictures, family = read_folder(tmp_path)
    assert (family, len(pictures), len({item.face for item in pictures})) == (Family.DOLLS, 34, 17)


def test_marks_lie_where_a_fan_shows_them() -> None:
    card = np.full((280, 200, 3), 250, np.uint8)
    changed = (marked(card) != card).any(axis=2)
    assert 0.02 < changed.mean() < 0.1
    assert changed[140, 26]
    assert changed[140, 174]
    assert not changed[:, 60:140].any()
    assert (card == 250).all()


@pytest.mark.parametrize("data", [b"no gzip", gzip.compress(b"x" * 100)[:-4]])
def test_card_sets_that_are_damaged(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.svgz").write_bytes(data)
    with pytest.raises(EnrolError, match="cannot be read"):
        read_svg(tmp_path / "a.svgz")


def test_a_card_set_that_unpacks_to_gigabytes(tmp_path: Path) -> None:
    (tmp_path / "a.svgz").write_bytes(gzip.compress(b"\0" * 30_000_001))
    with pytest.raises(EnrolError, match="unpacks to more"):
        read_svg(tmp_path / "a.svgz")
