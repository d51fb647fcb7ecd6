"""The road of a photo with scripted networks: where it looks closer, and what it reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray

from scoring.tiles import Family, Tile
from tests.evidence import evidence_of
from vision.align import Aligner
from vision.belief import believe
from vision.errors import NoTilesError
from vision.evidence import Evidence
from vision.faces import FACE_NAMES
from vision.locate import Locator, LocatorSettings, Quads
from vision.photo import Photo
from vision.pipeline import Recogniser
from vision.read import Reader, Reading

Pixels = NDArray[np.uint8]


class NoSession:
    """Stands where a network would be; the scripted stages never ask it."""

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        raise AssertionError((output_names, input_feed))


class ScriptedLocator(Locator):
    """Finds what a function says, and remembers the size and scale of each look."""

    def __init__(self, find: Callable[[Pixels, int], Quads], side: int = 640) -> None:
        super().__init__(NoSession(), LocatorSettings(input_side=side))
        self.find = find
        self.looks: list[tuple[int, int, int]] = []

    def content_with(self, min_score: float) -> Locator:
        del min_score
        return self

    def at_scale(self, pixels: Pixels, factor: int) -> Quads:
        self.looks.append((pixels.shape[1], pixels.shape[0], factor))
        return self.find(pixels, factor)


class ScriptedReader(Reader):
    """Reads the given names in order, and surer or otherwise at a closer look."""

    def __init__(self, *names: str | None, closely: Mapping[str, str] | None = None) -> None:
        super().__init__(NoSession())
        self.names = names
        self.closely = closely or {}
        self.middles: Pixels | None = None

    def look(self, pixels: Pixels, quads: Quads, *, upright: bool = False) -> Evidence:
        del pixels, upright
        if len(quads) != len(self.names):  # places where no tile is
            return evidence_of([None] * len(quads))
        self.middles = quads.corners.mean(axis=1)
        return evidence_of(self.names, 0.8)

    def look_closely(self, pixels: Pixels, quads: Quads) -> Evidence:
        del pixels
        assert self.middles is not None
        away = np.abs(self.middles[None] - quads.corners.mean(axis=1)[:, None]).sum(axis=2)
        names = [self.names[index] for index in away.argmin(axis=1)]
        return evidence_of([self.closely.get(str(name), name) for name in names])


def row(count: int, x: float, y: float, width: float) -> Quads:
    """Tiles side by side, their top left at ``x, y``."""
    tile = np.array([[0, 0], [1, 0], [1, 1.3], [0, 1.3]]) * width
    corners = [tile + np.array([x + i * width, y]) for i in range(count)]
    return Quads(np.array(corners, np.float32).reshape(-1, 4, 2), np.full(count, 0.9, np.float32))


def recogniser(locator: Locator, reader: Reader | None = None) -> Recogniser:
    models = {"locator": "1", "reader": "2"}
    return Recogniser(locator, reader or ScriptedReader(), models)


def picture(width: int, height: int) -> Pixels:
    return np.zeros((height, width, 3), np.uint8)


@pytest.mark.parametrize("names", [(), (None, None)])
def test_a_photo_without_faces(names: tuple[None, ...]) -> None:
    locator = ScriptedLocator(lambda _pixels, _factor: row(len(names), 100, 100, 60))
    photo = Photo(picture(640, 480), 640, 480, "PNG")
    with pytest.raises(NoTilesError, match="no tile was found"):
        recogniser(locator, ScriptedReader(*names)).read(photo)


def test_the_result_is_in_pixels_of_the_original() -> None:
    quads = row(3, 100, 100, 60)
    locator = ScriptedLocator(lambda _pixels, _factor: quads)
    reader = ScriptedReader("1m", "2m", "3m")
    result = recogniser(locator, reader).read(Photo(picture(640, 480), 1280, 960, "JPEG"))
    assert (result.width, result.height, result.family) == (1280, 960, Family.MAHJONG)
    corners = np.array([tile.corners for tile in result.layout.tiles])
    assert_allclose(corners, quads.corners * 2)
    assert corners.dtype == np.float32
    assert [str(tile.tile) for tile in result.layout.tiles] == ["1m", "2m", "3m"]
    assert sorted(result.timings_ms) == ["arrange", "locate", "read"]
    assert all(spent >= 0 for spent in result.timings_ms.values())
    assert result.models == {"locator": "1", "reader": "2"}


def test_the_aligner_has_the_last_word_on_corners() -> None:
    class Shifting(Aligner):
        def __init__(self) -> None:
            """Without a network."""

        def __call__(self, pixels: Pixels, quads: Quads) -> Quads:
            del pixels
            moved = quads.corners + np.array([2, -1], np.float32)
            return Quads(moved, quads.scores)

    quads = row(3, 100, 100, 60)
    seeing = recogniser(ScriptedLocator(lambda _pixels, _factor: quads))
    seeing = replace(seeing, aligner=Shifting())
    assert_allclose(seeing.find(picture(640, 480)).corners, quads.corners + np.array([2, -1]))


def test_tiles_can_be_read_without_being_arranged() -> None:
    locator = ScriptedLocator(lambda _pixels, _factor: row(2, 100, 100, 60))
    pixels = picture(640, 480)
    reading = recogniser(locator, ScriptedReader("1m", None))
    named = reading.name(pixels, reading.find(pixels))
    assert len(named.quads) == 2
    assert [str(reading.tile) for reading in named.readings] == ["1m", "None"]
    assert named.family is Family.MAHJONG
    assert named.strangers == {}


def test_doubtful_tiles_are_looked_at_closely() -> None:
    locator = ScriptedLocator(lambda _pixels, _factor: row(2, 100, 100, 60))
    pixels = picture(640, 480)
    two = recogniser(locator, ScriptedReader("1m", "2m", closely={"2m": "3m"}))
    named = two.name(pixels, two.find(pixels))
    assert [str(reading.tile) for reading in named.readings] == ["1m", "3m"]
    assert all(reading.confidence > 0.85 for reading in named.readings)


class UprightReader(Reader):
    """Reads cards surely in a picture whose top left pixel is white, and otherwise badly."""

    def __init__(self) -> None:
        super().__init__(NoSession())

    def look(self, pixels: Pixels, quads: Quads, *, upright: bool = False) -> Evidence:
        del upright
        if pixels[0, 0, 0] == 255:
            return evidence_of(["fu", "ru"][: len(quads)], 0.95)
        return evidence_of(["doll", "doll"][: len(quads)], 0.6, turns=[2] * len(quads))

    def look_closely(self, pixels: Pixels, quads: Quads) -> Evidence:
        return self.look(pixels, quads)


@pytest.mark.parametrize("held", [0, 2])
def test_a_photo_with_doubts_is_read_the_right_way_up(held: int) -> None:
    """Held upside down it gives the same answer, at the places that the photo has so."""
    upright = picture(640, 480)
    upright[0, 0] = 255
    tiles = row(2, 100, 100, 60)
    locator = ScriptedLocator(lambda _pixels, _factor: tiles)
    photo = Photo(np.ascontiguousarray(np.rot90(upright, held)), 640, 480, "JPEG")
    result = recogniser(locator, UprightReader()).read(photo)
    placed = sorted(result.layout.tiles, key=lambda tile: str(tile.tile))
    assert [str(tile.tile) for tile in placed] == ["fu", "ru"]
    corners = np.array([tile.corners for tile in placed])
    assert_allclose(corners, [639, 479] - tiles.corners if held else tiles.corners)
    assert [tile.reading.turn for tile in placed] == [held, held]


MIXED = ("1-3", "4-4f", "2-6d", "3m")


@pytest.mark.parametrize(
    ("family", "names", "kept", "strangers"),
    [
        (None, MIXED, ["1-3", "4-4f", "2-6d", "None"], {Family.MAHJONG: 1}),
        (Family.MAHJONG, MIXED, ["None", "None", "None", "3m"], {Family.FLOWERS: 3}),
        (None, ("fu", "doll", "shou*"), ["fu", "doll", "shou*"], {}),
        (None, ("1f", "5z", "back"), ["1f", "5z", "back"], {}),
        (Family.FLOWERS, ("1f", "5z", "back"), ["1f", "5z", "back"], {}),
    ],
)
def test_a_photo_shows_one_family(
    family: Family | None, names: tuple[str, ...], kept: list[str], strangers: dict[Family, int]
) -> None:
    quads = replace(row(len(names), 100, 100, 60), scores=np.ones(len(names), np.float32))
    named = recogniser(ScriptedLocator(lambda _p, _f: quads), ScriptedReader(*names)).name(
        picture(640, 480), quads, family
    )
    assert [str(reading.tile) for reading in named.readings] == kept
    assert named.strangers == strangers
    assert all(
        reading.tile is None or reading.tile.family is named.family for reading in named.readings
    )


def test_tiles_of_another_family_are_reported() -> None:
    quads = replace(row(4, 100, 100, 60), scores=np.ones(4, np.float32))
    both = recogniser(ScriptedLocator(lambda _p, _f: quads), ScriptedReader(*MIXED))
    photo = Photo(picture(640, 480), 640, 480, "PNG")
    result = both.read(photo)
    assert result.family is Family.FLOWERS
    assert result.warnings[0] == (
        "1 place looks like mahjong tiles among flower tiles and was left out"
    )
    with pytest.raises(NoTilesError, match="the photo shows flower tiles, but no doll cards"):
        both.read(photo, Family.DOLLS)


def reading(name: str | None, confidence: float) -> Reading:
    tile = None if name is None else Tile.parse(name)
    return Reading(tile, confidence, () if tile is None else ((tile, confidence),))


@pytest.mark.parametrize(
    ("name", "score", "confidence", "kept"),
    [
        ("1m", 0.9, 0.9, True),
        ("1m", 0.7, 0.6, True),
        ("1m", 0.5, 0.55, False),  # a playing card that looks a little like a tile
        ("back", 0.9, 0.9, True),
        ("back", 0.6, 0.95, False),  # an empty place in a box
        (None, 0.9, 0.9, True),  # a tile under a glare still holds its place in the row
        (None, 0.7, 0.9, False),
    ],
)
def test_both_networks_have_to_believe_in_a_tile(
    name: str | None, score: float, confidence: float, kept: bool
) -> None:
    quads = replace(row(2, 100, 100, 60), scores=np.array([0.9, score], np.float32))
    readings = [reading("2m", 0.9), reading(name, confidence)]
    left, answers = believe(quads, readings)
    assert answers == readings[: 2 if kept else 1]
    assert_array_equal(left.corners, quads.corners[: len(answers)])


@pytest.mark.parametrize(("score", "kept"), [(0.75, 4), (0.85, 5)])
def test_a_hesitant_reader_makes_no_clutter_of_a_sure_place(score: float, kept: int) -> None:
    """Four clear tiles of a photo, and one that the reader hardly knows."""
    scores = np.array([0.95] * 4 + [score], np.float32)
    quads = replace(row(5, 100, 100, 60), scores=scores)
    readings = [reading(name, 0.99) for name in ("1m", "2m", "3m", "4m")] + [reading("5m", 0.55)]
    assert len(believe(quads, readings)[1]) == kept


def test_a_sure_locator_makes_a_white_dragon_of_a_blank_face() -> None:
    white = Tile.parse("5z")
    blank = Reading(None, 0.6, ((white, 0.3), (Tile.parse("2z"), 0.05)))
    quads = replace(row(2, 100, 100, 60), scores=np.array([0.9, 0.6], np.float32))
    left, answers = believe(quads, [blank, blank])
    assert len(left) == 1  # the doubtful one is a sheet of paper
    assert answers[0].tile == white
    assert_allclose(answers[0].confidence, 0.3 * 0.9 / ((0.3 + 0.05) * 0.9 + 0.6 * 0.1))
    assert_allclose(answers[0].alternatives[1][1], 0.05 * 0.9 / ((0.3 + 0.05) * 0.9 + 0.6 * 0.1))


@pytest.mark.parametrize(("away", "kept"), [(150, 3), (600, 2)])
def test_a_doubtful_tile_far_from_all_others_is_clutter(away: int, kept: int) -> None:
    near = row(2, 100, 100, 60)
    far = row(1, 160 + away, 100, 60)
    quads = Quads(np.concatenate([near.corners, far.corners]), np.full(3, 0.7, np.float32))
    left, _ = believe(quads, [reading("2m", 0.99), reading("3m", 0.99), reading("4m", 0.9)])
    assert len(left) == kept


def test_a_tile_that_is_hardly_seen_is_found_where_the_row_has_room() -> None:
    """The third of five tiles has too small a score."""
    quads = row(5, 100, 100, 60)
    scores = np.array([0.9, 0.9, 0.1, 0.9, 0.9], np.float32)
    locator = ScriptedLocator(lambda _pixels, _factor: replace(quads, scores=scores))
    reader = ScriptedReader("1m", "2m")  # both places, right of the second and left of the fourth
    found = recogniser(locator, reader).find(picture(640, 480))
    assert len(found) == 5
    assert_allclose(found.corners[4].mean(axis=0), quads.corners[2].mean(axis=0), atol=4)


def test_groups_of_the_photo_are_sets_to_the_reader() -> None:
    """A doubtful tile beside a sure one, parted from other pairs by gaps."""
    pairs = [row(2, 100 + 160 * number, 100, 60) for number in range(3)]
    quads = Quads(
        np.concatenate([pair.corners for pair in pairs]),
        np.concatenate([pair.scores for pair in pairs]),
    )
    names = ("1-1", "1-1", "2-3", "2-3", "4-6", "5-6")
    locator = ScriptedLocator(lambda _pixels, _factor: quads)
    reader = ScriptedReader(*names)
    plain = reader.look(picture(640, 480), quads)
    faces = plain.faces.copy()
    four, five = (FACE_NAMES.index(name) for name in ("4-6", "5-6"))
    faces[5, [four, five]] = 0.35, 0.55
    evidence = replace(plain, faces=faces)

    class Wavering(ScriptedReader):
        def look(self, pixels: Pixels, quads: Quads, *, upright: bool = False) -> Evidence:
            del pixels, upright
            return evidence if len(quads) == 6 else evidence_of([None] * len(quads))

        def look_closely(self, pixels: Pixels, quads: Quads) -> Evidence:
            return self.look(pixels, quads)

    photo = Photo(picture(640, 480), 640, 480, "PNG")
    result = recogniser(locator, Wavering()).read(photo)
    assert [tile.tile.face for tile in result.layout.tiles] == [*names[:5], "4-6"]
