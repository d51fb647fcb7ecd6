"""Sets that a retraining draws, and what it says that photos need."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.designs.catalogue import UnknownDesignError
from datasets.synth.faces import CARD_DEPTH, TILE_DEPTH, PrintedFaces
from models.enrol.gallery import Gallery, default_store, save
from models.enrol.head import Head
from models.enrol.names import OwnFace
from models.enrol.teach import Enrolled
from models.project import Phase, Project, ProjectError
from models.store.store import HOME_VARIABLE
from models.training import need
from models.training.designs import (
    FORESHORTENED,
    PicturedFaces,
    any_of,
    design_maker,
    other_makers,
    photo_maker,
    pictured_maker,
)
from models.training.need import Before, measured_before, phases_of
from models.training.sources import PhotoFaces, TrainingPhoto
from models.training_set import TrainingSet
from scoring.tiles import Family, Tile

Rng = np.random.Generator
ONE, TWO, BACK = (Tile.parse(name) for name in ("1m", "2m", "back"))


def picture(face: Tile | OwnFace, level: int) -> Enrolled:
    return Enrolled(face, np.full((112, 80, 3), level, np.uint8), str(face))


PICTURES = [
    picture(ONE, 10), picture(ONE, 20), picture(TWO, 30), picture(BACK, 40),
    picture(OwnFace("own-joker"), 50),
]  # fmt: skip


def drawn(source: Any, count: int = 60) -> set[tuple[str, int]]:
    """Names and grey levels of the faces that a set shows."""
    rng = np.random.default_rng(1)
    faces = [source.face(rng) for _ in range(count)]
    return {(name, int(art[0, 0, 0])) for name, art in faces}


class TestPictures:
    def test_each_is_drawn_under_the_name_of_what_it_shows(self) -> None:
        made = pictured_maker(PICTURES, Family.MAHJONG)(np.random.default_rng(1))
        assert isinstance(made, PicturedFaces)
        assert drawn(made) == {("1m", 10), ("1m", 20), ("2m", 30)}
        assert made.back(np.random.default_rng(1))[0, 0].tolist() == [40, 40, 40]
        assert made.aspect == pytest.approx(1.4)

    def test_a_back_that_no_picture_shows_has_any_colour(self) -> None:
        make = pictured_maker(PICTURES[:3], Family.MAHJONG)
        colours = {tuple(make(np.random.default_rng(seed)).back_colour) for seed in range(5)}
        assert len(colours) == 5


class TestByName:
    @pytest.fixture(autouse=True)
    def home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))

    @pytest.fixture
    def enrolled(self) -> Path:
        """The folder of a stored design; its head is not looked at."""
        head = Head(np.zeros((2, 4), np.float32), np.zeros(4, np.float32),
                    np.arange(4), np.array([0, 0, 0, -1]), 1.0)  # fmt: skip
        gallery = Gallery("mine", 1, Family.MAHJONG, (ONE, TWO), head, 0.0, ("1", "ab" * 32), "map")
        return save(gallery, PICTURES[:3], default_store())

    def test_an_enrolled_one(self, enrolled: Path, tmp_path: Path) -> None:
        shown = {("1m", 10), ("1m", 20), ("2m", 30)}
        for name in ("mine", "mine@1", str(enrolled)):
            assert drawn(design_maker(name, tmp_path)(np.random.default_rng(1))) == shown
        (tmp_path / "here").symlink_to(enrolled)
        assert drawn(design_maker("here", tmp_path)(np.random.default_rng(1))) == shown

    def test_a_drawn_one(self, tmp_path: Path) -> None:
        made = design_maker("random:7", tmp_path)(np.random.default_rng(1))
        assert isinstance(made, PrintedFaces)
        assert "9s" in made.names

    def test_none(self, tmp_path: Path) -> None:
        with pytest.raises(UnknownDesignError, match="none is enrolled as 'granma'"):
            design_maker("granma", tmp_path)


def test_other_designs_are_of_every_family() -> None:
    for family, maker in other_makers(1).items():
        made = maker(np.random.default_rng(1))
        assert Tile.parse(made.face(np.random.default_rng(1))[0]).family is family


def test_any_maker_as_often_as_its_share_says() -> None:
    calls: Counter[str] = Counter()

    def maker(name: str) -> Any:
        return lambda _rng: calls.update([name])

    both = any_of([(0.75, maker("often")), (0.25, maker("seldom"))])
    rng = np.random.default_rng(1)
    for _ in range(1000):
        both(rng)
    assert calls["often"] == pytest.approx(750, abs=40)


def quad(x: float, y: float, width: float = 30, height: float = 42) -> NDArray[np.float32]:
    flat = [[0, 0], [width, 0], [width, height], [0, height]]
    return np.array(flat, np.float32) + np.array([x, y], np.float32)


def photo(quads: list[NDArray[np.float32]], name: str = "1m", exact: bool = True) -> TrainingPhoto:
    pixels = np.random.default_rng(1).integers(0, 255, (200, 320, 3)).astype(np.uint8)
    return TrainingPhoto(pixels, (name,) * len(quads), np.array(quads),
                         np.full(len(quads), exact), "a", "a")  # fmt: skip


class TestPhotos:
    def test_covered_and_small_tiles_are_left_out_and_lying_ones_stood_up(self) -> None:
        free = [quad(10 + 40 * place, 10) for place in range(4)]
        covered = [quad(10, 100), quad(25, 100)]
        small, lying = quad(200, 100, 8, 12), np.roll(quad(240, 100), 1, axis=0)
        maker = photo_maker([photo([*free, *covered, small, lying])])
        assert maker is not None
        made = maker(np.random.default_rng(1))
        assert isinstance(made, PhotoFaces)
        assert [art.shape[:2] for _, art in made.crops] == [(42, 30)] * 5
        low, high = (1.4 * factor for factor in FORESHORTENED)
        assert low <= made.aspect <= high
        assert (made.depth, made.overlap) == (TILE_DEPTH, False)

    def test_cards_are_thin_and_lie_over_each_other(self) -> None:
        maker = photo_maker([photo([quad(10 + 40 * place, 10) for place in range(4)], "fu")])
        assert maker is not None
        made = maker(np.random.default_rng(1))
        assert (made.depth, made.overlap) == (CARD_DEPTH, True)

    def test_too_few(self) -> None:
        tiles = [quad(10 + 40 * place, 10) for place in range(4)]
        assert photo_maker([photo(tiles[:3]), photo(tiles, exact=False)]) is None


def project(**changes: object) -> Project:
    return Project.model_validate({"name": "own", "data": [{"path": "photos"}], **changes})


class TestNeed:
    @pytest.mark.parametrize(
        ("found", "read", "extra", "phases"),
        [
            (90.0, 40.0, 0, [("locator", 10.0), ("reader", 10.0)]),
            (99.5, 99.4, 0, [("reader", 20.0)]),
            (99.5, 99.4, 1, [("locator", 10.0), ("reader", 10.0)]),
            (100.0, 99.9, 0, [("reader", 20.0)]),
            (100.0, 100.0, 1, [("locator", 20.0)]),
        ],
    )
    def test_the_networks_that_fail_are_trained(
        self, found: float, read: float, extra: int, phases: list[tuple[str, float]]
    ) -> None:
        chosen = phases_of(project(minutes=20.0), Before(found, read, extra, read, 400))
        assert [(phase.net, phase.minutes) for phase in chosen] == phases

    def test_what_is_listed_is_done(self) -> None:
        listed = [Phase(net="reader", steps=3)]
        assert phases_of(project(phase=listed), Before(100, 100, 0, 100, 400)) == listed

    def test_nothing_to_gain(self) -> None:
        with pytest.raises(ProjectError, match="all tiles of these photos are read as it is"):
            phases_of(project(), Before(100, 100, 0, 100, 400))

    def test_it_is_measured_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        summaries = iter([Summary(90.123, 40.0, 3), Summary(95.0, 50.004, 0)])
        monkeypatch.setattr(need, "figures", lambda *_: next(summaries))
        data, recogniser = TrainingSet((), (), "digest"), Any
        first = measured_before(tmp_path, data, recogniser)  # type: ignore[arg-type]
        assert first == Before(90.12, 40.0, 3, 50.0, 380)
        assert measured_before(tmp_path, data, recogniser) == first  # type: ignore[arg-type]


class Summary:
    """The fields of a summary that are asked for."""

    tiles = 380

    def __init__(self, found: float, read: float, extra: int) -> None:
        self.found, self.read, self.extra = found, read, extra
