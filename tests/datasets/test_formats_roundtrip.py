"""What is written in a format is read again: classes, boxes, corners, angles, in order."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from PIL import Image

from datasets.findings import Strict
from datasets.formats.convert import convert
from datasets.formats.detect import FORMATS, detect, read_marked
from datasets.formats.naming import all_tiles, class_name
from datasets.labels import DatasetError, Mark, MarkedPhoto, Point, turned_box
from scoring.tiles import Family, Tile

SIZE = (320, 200)
KEEPS_CORNERS = [name for name in FORMATS if name not in {"yolo", "roboflow", "crops"}]
BOXES_ONLY = ["yolo", "roboflow"]
TOLERANCE = 1e-5
"""Pixels: YOLO writes nine digits, the others all."""

MAHJONG = [tile for tile in all_tiles() if tile.family is Family.MAHJONG]
FAMILIES = st.sampled_from(list(Family)).map(
    lambda family: [tile for tile in all_tiles() if tile.family is family]
)


def quads() -> st.SearchStrategy[Mark]:
    """Turned rectangles, each corner moved a little: convex, clockwise, inside."""
    nudge = st.tuples(st.floats(-2, 2), st.floats(-2, 2))

    def make(centre: Point, wide: float, high: float, degrees: float, nudges: list[Point]) -> Mark:
        x, y = centre
        sides = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        turned = turned_box(sides, degrees, (x, y))
        points = [(px + dx, py + dy) for (px, py), (dx, dy) in zip(turned, nudges, strict=True)]
        return Mark.of_corners("", points)

    return st.builds(
        make,
        st.tuples(st.floats(50, 270), st.floats(50, 150)),
        st.floats(12, 40),
        st.floats(12, 60),
        st.floats(-180, 180),
        st.lists(nudge, min_size=4, max_size=4),
    )


def boxes() -> st.SearchStrategy[Mark]:
    def make(x: float, y: float, wide: float, high: float) -> Mark:
        return Mark("", (x, y, x + wide, y + high))

    return st.builds(make, st.floats(0, 250), st.floats(0, 130), st.floats(3, 70), st.floats(3, 70))


@st.composite
def photo_marks(draw: st.DrawFn, shapes: st.SearchStrategy[Mark]) -> list[list[Mark]]:
    """The marks of one to three photos, all of one family."""
    tiles = st.sampled_from(draw(FAMILIES))

    def named(mark: Mark, tile: Tile) -> Mark:
        return Mark(class_name(tile), mark.box, mark.corners, tile=tile)

    marks = st.lists(st.builds(named, shapes, tiles), max_size=5)
    photos = draw(st.lists(marks, min_size=1, max_size=3))
    return photos if any(photos) else [[draw(st.builds(named, shapes, tiles))]]


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photo") / "a.png"
    for name in ("a.png", "b0.png", "b1.png", "b2.png"):
        Image.new("RGB", SIZE, "green").save(path.with_name(name))
    return path


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """A new folder for every example that hypothesis makes."""
    base, count = tmp_path_factory.mktemp("round"), itertools.count()

    def make() -> Path:
        folder = base / str(next(count))
        folder.mkdir()
        return folder

    return make


def again(name: str, photos: list[MarkedPhoto], folder: Path) -> list[MarkedPhoto]:
    """Write and read; the format has to be recognised."""
    FORMATS[name].write(photos, folder)
    assert detect(folder).name == {"yolo-obb": "yolo", "yolo-pose": "yolo"}.get(name, name)
    return read_marked(folder, Strict())


def numbered(path: Path, marks: list[list[Mark]]) -> list[MarkedPhoto]:
    """Photos in the order of their names, as formats without an order of their own read them."""
    names = [path.with_name(f"b{number}.png") for number in range(len(marks))]
    return [
        MarkedPhoto(name, *SIZE, tuple(some), "val")
        for name, some in zip(names, marks, strict=True)
    ]


def photos_of(path: Path, marks: list[list[Mark]]) -> list[MarkedPhoto]:
    return [MarkedPhoto(path, *SIZE, tuple(some), "val") for some in marks]


EXAMPLES = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.mark.parametrize("name", KEEPS_CORNERS)
@EXAMPLES
@given(marks=photo_marks(quads()))
def test_corners_and_angles(
    name: str, marks: list[list[Mark]], photo: Path, fresh: Callable[[], Path]
) -> None:
    back = again(name, numbered(photo, marks), fresh())
    assert [[mark.tile for mark in p.marks] for p in back] == [[m.tile for m in p] for p in marks]
    assert {p.split for p in back} == {"val"}
    assert {(p.width, p.height) for p in back} == {SIZE}
    for got, want in zip((m for p in back for m in p.marks), itertools.chain(*marks), strict=True):
        assert got.corners is not None
        assert want.corners is not None
        assert_allclose(got.corners, want.corners, atol=TOLERANCE)
        assert_allclose(got.box, want.box, atol=TOLERANCE)
        assert got.angle is not None
        assert want.angle is not None
        turn = math.radians(got.angle - want.angle)
        assert abs(math.sin(turn)) < 1e-5
        assert math.cos(turn) > 0


@pytest.mark.parametrize("name", [*BOXES_ONLY, *(n for n in KEEPS_CORNERS if n != "yolo-obb")])
@EXAMPLES
@given(marks=photo_marks(boxes()))
def test_boxes(name: str, marks: list[list[Mark]], photo: Path, fresh: Callable[[], Path]) -> None:
    back = again(name, numbered(photo, marks), fresh())
    assert [[mark.tile for mark in p.marks] for p in back] == [[m.tile for m in p] for p in marks]
    for got, want in zip((m for p in back for m in p.marks), itertools.chain(*marks), strict=True):
        assert got.corners is None
        assert_allclose(got.box, want.box, atol=TOLERANCE)


@pytest.mark.parametrize("name", BOXES_ONLY)
def test_boxes_alone_stay_of_corners(name: str, photo: Path, tmp_path: Path) -> None:
    tile = Tile.parse("7z")
    quad = Mark.of_corners("7z", [(50, 20), (90, 40), (70, 90), (30, 60)])
    marks = [[Mark("7z", quad.box, quad.corners, tile=tile)]]
    (back,) = again(name, photos_of(photo, marks), tmp_path)
    assert back.marks[0].corners is None
    assert_allclose(back.marks[0].box, (30, 20, 90, 90), atol=TOLERANCE)


def test_crops_are_cut_out_one_by_one(photo: Path, tmp_path: Path) -> None:
    boxes_of = {"1m": (10.0, 10.0, 50.0, 70.0), "3-4d": (60.0, 10.0, 120.0, 90.0)}
    marks = [Mark(text, box, tile=Tile.parse(text)) for text, box in boxes_of.items()]
    back = again("crops", photos_of(photo, [marks]), tmp_path)
    assert [(p.path.name, p.marks[0].name, p.width, p.height) for p in back] == [
        ("a-1.png", "1m", 40, 60),
        ("a-2.png", "3-4d", 60, 80),
    ]


@pytest.mark.parametrize("name", ["wahua", "coco", "cvat"])
def test_rows_and_groups(name: str, photo: Path, tmp_path: Path) -> None:
    tile = Tile.parse("1m")
    mark = Mark.of_corners("1m", [(10, 10), (50, 10), (50, 70), (10, 70)], 1, 3)
    marks = [Mark("1m", mark.box, mark.corners, 1, 3, tile), Mark("1m", mark.box, None, 0, 0, tile)]
    (back,) = again(name, photos_of(photo, [marks]), tmp_path)
    assert [(mark.row, mark.group) for mark in back.marks] == [(1, 3), (0, 0)]


@pytest.mark.parametrize("hand", ["123m | 1f", (("1m", "2m"), ("1f",))])
def test_our_own_format_keeps_everything(hand: str, photo: Path, tmp_path: Path) -> None:
    tile = Tile.parse("fu*")
    mark = Mark("ww_fu_s", (1.5, 2.5, 30.0, 40.0), None, 2, 5, tile)
    whole = MarkedPhoto(photo, *SIZE, (mark,), "test", "shop", partial=True, hand=hand)
    (back,) = again("wahua", [whole], tmp_path)
    assert back.path == tmp_path / "test" / "a.png"
    assert back.path.read_bytes() == photo.read_bytes()
    assert (back.marks, back.split, back.set, back.partial, back.hand) == (
        (mark,), "test", "shop", True, hand,
    )  # fmt: skip


@pytest.mark.parametrize("name", [n for n in FORMATS if n != "crops"])
def test_photos_of_one_name_stay_apart(name: str, photo: Path, tmp_path: Path) -> None:
    marks = [[Mark(t, (10, 10, 50, 70), tile=Tile.parse(t))] for t in ("1m", "2m", "3m")]
    back = again(name, photos_of(photo, marks), tmp_path)
    names = {p.path.name: p.marks[0].name for p in back}
    assert names == {"a.png": "1m", "a-2.png": "2m", "a-3.png": "3m"}


def test_a_tile_without_meaning_is_not_written_as_ours(photo: Path, tmp_path: Path) -> None:
    photos = photos_of(photo, [[Mark("dog", (1, 1, 20, 20))]])
    with pytest.raises(DatasetError, match="'dog' is no tile"):
        FORMATS["wahua"].write(photos, tmp_path)


@pytest.mark.parametrize("name", [n for n in FORMATS if n not in {"crops", "wahua"}])
def test_there_and_back_by_convert(name: str, photo: Path, tmp_path: Path) -> None:
    tile = Tile.parse("1z")
    quad = Mark.of_corners("1z", [(50, 20), (90, 40), (70, 90), (30, 60)])
    marks = (Mark("1z", quad.box, quad.corners, tile=tile),)
    own = tmp_path / "own"
    own.mkdir()
    FORMATS["wahua"].write([MarkedPhoto(photo, *SIZE, marks, "train")], own)
    (own / "LICENSE").write_text("CC BY 4.0", "utf-8")
    convert(own, tmp_path / "there", name)
    done = convert(tmp_path / "there", tmp_path / "back")
    assert (done.tiles, len(done.photos), done.notes) == (1, 1, [])
    (back,) = read_marked(tmp_path / "back", Strict())
    assert_allclose(back.marks[0].box, (30, 20, 90, 90), atol=TOLERANCE)
    assert (tmp_path / "back" / "LICENSE").read_text("utf-8") == "CC BY 4.0"
    source = (tmp_path / "back" / "SOURCE.md").read_text("utf-8")
    assert "Converted from Wahua's own JSON ('own')." in source
    assert f"Converted from {detect(tmp_path / 'there').title} ('there')." in source


def test_marks_that_run_anticlockwise_are_turned_round() -> None:
    mark = Mark.of_corners("1m", [(0, 0), (0, 30), (20, 30), (20, 0)])
    assert mark.corners == ((0, 0), (20, 0), (20, 30), (0, 30))
    assert mark.angle == 0


def test_labelled_needs_tiles_and_gives_shares() -> None:
    mark = Mark("1m", (32.0, 20.0, 64.0, 100.0), tile=Tile.parse("1m"))
    labelled = MarkedPhoto(Path("a.jpg"), *SIZE, (mark,)).labelled()
    assert_allclose(labelled.boxes, np.array([[0.1, 0.1, 0.2, 0.5]]), atol=1e-7)
    assert labelled.corners is None
    with pytest.raises(ValueError, match="no tile"):
        MarkedPhoto(Path("a.jpg"), *SIZE, (Mark("1m", mark.box),)).labelled()
