"""Layouts drawn tile by tile on a table, seen by a camera, and what the arrangement makes of them.

A layout is written one row a line: ``34~5p`` are three circles of which the second lies
sideways, ``'`` stands for upside down, ``^`` for pushed up out of the row, ``"`` for lying on
top of the sideways tile before it, ``X`` for a back; each blank is a gap of half a tile.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from scoring.tiles import Family, Tile, TileSet
from vision.arrange import Layout, Role, arrange
from vision.locate import Quads
from vision.read import Reading

WIDTH, HEIGHT = 30.0, 40.0
"""Millimetres; the usual shape of a mahjong tile."""

LETTER = {
    Role.HAND: "h",
    Role.MELD: "m",
    Role.CONCEALED_KONG: "k",
    Role.BONUS: "b",
    Role.WINNING: "w",
    Role.BACK: "x",
}
MAHJONG = TileSet.mahjong()
TILES_OF_A_SET = [tile for tile, copies in MAHJONG.counts.items() for _ in range(copies)]

Plane = NDArray[np.float64]


@dataclass(frozen=True)
class Scene:
    """Quads on the table in millimetres (n×4×2, corner 0 the face's top left), and tiles."""

    quads: Plane
    tiles: tuple[Tile, ...]


def upright(x: float, y: float, width: float = WIDTH, height: float = HEIGHT) -> Plane:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])


def build(lines: Sequence[str], *, pitch: float = 44.0, family: Family = Family.MAHJONG) -> Scene:
    """Lay out the rows of a layout text."""
    quads: list[Plane] = []
    tiles: list[Tile] = []
    for number, line in enumerate(lines):
        x, y = 0.0, number * pitch
        pieces = re.findall(r"((?:\d[~'^\"]?)+)([mpszf])|(X)|( )", line)
        for digits, suit, back, blank in pieces:
            x += WIDTH / 2 if blank else 0
            marked = [("back", "")] if back else []
            marked += [(d + suit, mark) for d, mark in re.findall(r"(\d)([~'^\"]?)", digits)]
            for text, mark in marked:
                quad, x = lay(mark, x, y)
                quads.append(quad)
                tiles.append(Tile.parse(text, family))
    return Scene(np.array(quads), tuple(tiles))


def lay(mark: str, x: float, y: float) -> tuple[Plane, float]:
    """One tile at x in a row whose top is y, and where the next one begins."""
    if mark == "~":
        return np.roll(upright(x, y + HEIGHT - WIDTH, HEIGHT, WIDTH), 1, axis=0), x + HEIGHT
    if mark == '"':
        on_top = upright(x - HEIGHT, y + HEIGHT - 2 * WIDTH, HEIGHT, WIDTH)
        return np.roll(on_top, 1, axis=0), x
    quad = upright(x, y - (0.38 * HEIGHT if mark == "^" else 0))
    return (np.roll(quad, 2, axis=0) if mark == "'" else quad), x + WIDTH


def photograph(
    quads: Plane, *, angle: float = 0.0, tilt: float = 0.0, pan: float = 0.0, bend: float = 0.0
) -> NDArray[np.float32]:
    """Turn by ``angle`` degrees and look at a slant: ``tilt`` and ``pan`` are the share by which
    the scale changes from the middle to the edge. ``bend`` curves the rows (mm at the ends)."""
    points = quads - quads.reshape(-1, 2).mean(axis=0)
    reach = float(np.abs(points).max())
    points[..., 1] += bend * (points[..., 0] / reach) ** 2
    turn = math.radians(angle)
    matrix = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    seen = points @ matrix.T
    depth = 1.0 + (tilt * seen[..., 1] + pan * seen[..., 0]) / reach
    return np.asarray(2.0 * seen / depth[..., None] + 1500.0, np.float32)


def sure(tile: Tile, confidence: float = 0.99) -> Reading:
    return Reading(tile, confidence, ((tile, confidence),), 0)


def look(scene: Scene, corners: NDArray[np.float32], tile_set: TileSet = MAHJONG) -> Layout:
    quads = Quads(corners, np.ones(len(corners), np.float32))
    return arrange(quads, [sure(tile) for tile in scene.tiles], tile_set)


def roles_text(layout: Layout) -> str:
    """Roles as letters: groups parted by blanks, rows by `` / ``."""
    rows = []
    for _, row in groupby(layout.tiles, key=lambda tile: tile.row):
        groups = groupby(row, key=lambda tile: tile.group)
        rows.append(" ".join("".join(LETTER[tile.role] for tile in group) for _, group in groups))
    return " / ".join(rows)


H16 = "h" * 16
LAYOUTS = [
    # A hand in one touching row.
    ("one row", ["345p678s222z55p"], "34555p678s222z", "h" * 11, None),
    # The same tiles in any order come out sorted.
    ("unsorted", ["2z5p3p6s2z8s5p7s2z4p5p"], "34555p678s222z", "h" * 11, None),
    # A hand of sixteen and the winning tile after a gap.
    ("winning apart", ["345p678s222z66z111m55p 5p"], "111m34555p678s22266z5p", H16 + " w", "5p"),
    # The same at the start of the row.
    ("winning first", ["6z  345p678s222z66z111m"], "111m345p678s222666z", "w " + "h" * 14, "6z"),
    # The winning tile turned by 90° and touching the hand.
    ("winning turned", ["345p678s22z45p3~p"], "34455p678s22z3p", "h" * 10 + "w", "3p"),
    # Turned and apart.
    ("turned apart", ["345p678s22z45p 3~p"], "34455p678s22z3p", "h" * 10 + " w", "3p"),
    # Pushed out of the hand.
    ("stuck out", ["345p67^8s222z55p"], "34555p68s222z7s", "hhhhwhhhhhh", "7s"),
    # In a row of its own, under the hand.
    ("own row", ["345p678s222z5p", "     5p"], "3455p678s222z5p", "h" * 10 + " / w", "5p"),
    # In a row of its own, above the hand.
    ("row above", ["     5p", "345p678s222z5p"], "3455p678s222z5p", "w / " + "h" * 10, "5p"),
    # An exposed chow beside the hand.
    ("meld beside", ["45p678s22z5p  123p"], "455p678s22z [123p]", "hhhhhhhh mmm", None),
    # Melds on both sides of the hand.
    ("both sides", ["111m  45678s22z  123p"], "45678s22z [111m] [123p]", "mmm hhhhhhh mmm", None),
    # Two melds in front of the hand, with a gap between them.
    (
        "melds in front",
        ["345p678s22z", "123p  777m"],
        "345p678s22z [123p] [777m]",
        "hhhhhhhh / mmm mmm",
        None,
    ),
    # Melds above the hand.
    (
        "melds above",
        ["123p  777m", "45678s22z"],
        "45678s22z [123p] [777m]",
        "mmm mmm / hhhhhhh",
        None,
    ),
    # An exposed kong is four equal faces in a group of its own.
    ("exposed kong", ["45678s22z  1111z"], "45678s22z [1111z]", "hhhhhhh mmmm", None),
    # The called tile lies sideways; the meld is sorted in the text.
    ("called tile", ["45678s22z  3~12p"], "45678s22z [123p]", "hhhhhhh mmm", None),
    # A called meld that touches the hand.
    ("touching call", ["45678s22z3~12p"], "45678s22z [123p]", "hhhhhhhmmm", None),
    # Two of them.
    ("two calls", ["4577s22z3~12p77~7m"], "4577s22z [123p] [777m]", "hhhhhhmmmmmm", None),
    # A pung made a kong: the fourth tile lies on top of the sideways one.
    ("added kong", ['45678s22z  77~7"7m'], "45678s22z [7777m]", "hhhhhhh mmmm", None),
    # A concealed kong with its backs inside.
    ("kong X__X", ["45678s22z  1zXX1z"], "45678s22z (1111z)", "hhhhhhh kkkk", None),
    # With its backs outside.
    ("kong _XX_", ["45678s22z  X11zX"], "45678s22z (1111z)", "hhhhhhh kkkk", None),
    # It touches the hand.
    ("kong touching", ["45678s22z1zXX1z"], "45678s22z (1111z)", "hhhhhhhkkkk", None),
    # One face and three backs in a group of their own.
    ("kong one face", ["45678s22z  XXX9m"], "45678s22z (9999m)", "hhhhhhh kkkk", None),
    # Two different faces with backs between are no kong.
    ("no kong", ["45678s22z  1zXX2z"], "45678s1222z", "hhhhhhh hxxh", None),
    # Meld, concealed kong, flowers: the example of the notation.
    (
        "everything",
        ["345p678s22266z  123p  1zXX1z", "1f5f"],
        "345p678s22266z [123p] (1111z) | 1f 5f",
        "hhhhhhhhhhh mmm kkkk / bb",
        None,
    ),
    # Flowers between the tiles of the hand.
    ("flowers inside", ["345p1f678s2f22z"], "345p678s22z | 1f 2f", "hhhbhhhbhh", None),
    # A flower apart at the end of the row is no winning tile.
    ("flower apart", ["345p678s22z  8f"], "345p678s22z | 8f", "hhhhhhhh b", None),
    # Flower and winning tile share the row in front.
    ("flower + winning", ["345p678s2z", "2z  8f"], "345p678s22z | 8f", "hhhhhhh / w b", "2z"),
    # A hand sorted into sets with equal gaps is one concealed hand.
    (
        "sorted",
        ["123p 456s 777m 111z 345m 55p"],
        "345777m12355p456s111z",
        "hhh hhh hhh hhh hhh hh",
        None,
    ),
    # Sorted, and the melds further away in the same row.
    (
        "sorted + melds",
        ["123p 456s 55p    777m 111z"],
        "12355p456s [777m] [111z]",
        "hhh hhh hh mmm mmm",
        None,
    ),
    # Sorted with four equal tiles: a concealed kong of which all faces are shown.
    ("sorted kong", ["123p 4444s 777m 55p"], "777m12355p (4444s)", "hhh kkkk hhh hh", None),
    # Sorted by suit: three tiles of one suit that happen to be a chow are no meld.
    ("by suit", ["1357m 234p 11556s 77z"], "1357m234p11556s77z", "hhhh hhh hhhhh hh", None),
    # A fully melded hand in front of its last pair.
    (
        "only a pair",
        ["55p", "123p  456s  777m"],
        "55p [123p] [456s] [777m]",
        "hh / mmm mmm mmm",
        None,
    ),
    # A hand too long for one row: two touching rows without gaps.
    (
        "two rows",
        ["13579m2468p", "13579s246z"],
        "13579m2468p13579s246z",
        "h" * 9 + " / " + "h" * 8,
        None,
    ),
    # Three rows of different length.
    (
        "three rows",
        ["13579m", "2468p1359s", "24z"],
        "13579m2468p1359s24z",
        "hhhhh / hhhhhhhh / hh",
        None,
    ),
    # Red fives keep their name; red and plain make a pung.
    ("red fives", ["45678s22z  505p"], "45678s22z [550p]", "hhhhhhh mmm", None),
    # Upside-down tiles stay in their place.
    ("upside down", ["34'5p67'8s2233z111'm"], "111m345p678s2233z", "h" * 13, None),
    # Backs elsewhere are no part of the hand.
    ("stray back", ["345p678s22z  X"], "345p678s22z", "hhhhhhhh x", None),
    # One tile alone is a hand of one.
    ("one tile", ["7z"], "7z", "h", None),
    # Three tiles alone are a hand, not a meld.
    ("one group", ["123m"], "123m", "hhh", None),
]
VIEWS = [
    {"angle": 0.0},
    {"angle": 31.0, "tilt": 0.2},
    {"angle": 90.0, "pan": 0.15},
    {"angle": 180.0, "tilt": -0.2},
    {"angle": 254.0, "tilt": 0.15, "pan": -0.15},
]


@pytest.mark.parametrize("view", VIEWS, ids=str)
@pytest.mark.parametrize(
    ("lines", "hand", "roles", "winning"), [row[1:] for row in LAYOUTS], ids=[r[0] for r in LAYOUTS]
)
def test_layout(
    lines: list[str], hand: str, roles: str, winning: str | None, view: dict[str, float]
) -> None:
    scene = build(lines)
    layout = look(scene, photograph(scene.quads, **view))
    assert roles_text(layout) == roles
    assert layout.hand_text == hand
    assert layout.winning_tile == (Tile.parse(winning) if winning else None)
    assert [placed.tile for placed in layout.tiles] == list(scene.tiles)


@settings(max_examples=60, deadline=None)
@given(
    row=st.sampled_from([row for row in LAYOUTS if row[0] not in {"stuck out", "one tile"}]),
    angle=st.floats(0, 360),
    tilt=st.floats(-0.25, 0.25),
    pan=st.floats(-0.25, 0.25),
    seed=st.integers(0, 2**32 - 1),
)
def test_any_turn_slant_and_loose_corners(
    row: tuple[str, list[str], str, str, str | None],
    angle: float,
    tilt: float,
    pan: float,
    seed: int,
) -> None:
    """Rotation, perspective, corners off by 2 % of a tile and the input order change nothing."""
    _, lines, hand, roles, _ = row
    scene = build(lines)
    random = np.random.default_rng(seed)
    loose = scene.quads + random.normal(0, 0.02 * WIDTH, scene.quads.shape)
    order = random.permutation(len(scene.tiles))
    corners = photograph(loose, angle=angle, tilt=tilt, pan=pan)[order]
    shuffled = Scene(scene.quads, tuple(scene.tiles[i] for i in order))
    layout = look(shuffled, corners)
    assert roles_text(layout) == roles
    assert layout.hand_text == hand


@settings(max_examples=40, deadline=None)
@given(order=st.permutations(range(18)), angle=st.floats(0, 360))
def test_input_order_does_not_matter(order: list[int], angle: float) -> None:
    scene = build(["345p678s22266z  123p  1zXX1z"])
    corners = photograph(scene.quads, angle=angle, tilt=0.2)
    expected = look(scene, corners)
    shuffled = Scene(scene.quads, tuple(scene.tiles[i] for i in order))
    layout = look(shuffled, corners[list(order)])
    assert layout.hand_text == expected.hand_text
    assert layout.warnings == expected.warnings
    for one, other in zip(layout.tiles, expected.tiles, strict=True):
        assert np.array_equal(one.corners, other.corners)
        assert (one.tile, one.role, one.row, one.group) == (
            (other.tile, other.role, other.row, other.group)
        )


@pytest.mark.parametrize("bend", [-60.0, 25.0, 60.0])
@pytest.mark.parametrize("angle", [0.0, 140.0])
def test_curved_rows(bend: float, angle: float) -> None:
    """Rows whose ends lie more than a tile's height off their middle stay rows."""
    scene = build(["123m456p789s11223z  777z", "123456789m1234z"])
    layout = look(scene, photograph(scene.quads, angle=angle, bend=bend, tilt=0.1))
    assert roles_text(layout) == "h" * 14 + " mmm / " + "h" * 13


@pytest.mark.parametrize("angle", [0.0, 12.0, 90.0])
def test_melds_lying_before_a_standing_hand(angle: float) -> None:
    """Lying tiles look flat, about as wide and high as sideways ones, but only one is turned."""
    scene = build(["345p678s22z", "3~12p  777m  7z"], pitch=50.0)
    flat = scene.quads.copy()
    flat[8:, :, 1] = 50.0 + (flat[8:, :, 1] - 50.0) * 0.55
    layout = look(scene, photograph(flat, angle=angle))
    assert roles_text(layout) == "hhhhhhhh / mmm mmm w"
    assert layout.hand_text == "345p678s227z [123p] [777m]"


@pytest.mark.parametrize(("turn", "winning"), [(0, "3s"), (1, "3s")])
def test_shape_tells_sideways_where_the_face_does_not(turn: int, winning: str) -> None:
    """A doubtful reading may have the wrong turn; the tile's shape still shows that it lies."""
    scene = build(["345p678s22z3~s"])
    corners = photograph(scene.quads)
    corners[-1] = np.roll(corners[-1], turn, axis=0)
    readings = [*map(sure, scene.tiles[:-1]), sure(scene.tiles[-1], 0.7)]
    layout = arrange(Quads(corners, np.ones(9, np.float32)), readings, MAHJONG)
    assert str(layout.winning_tile) == winning


@pytest.mark.parametrize("view", VIEWS, ids=str)
@pytest.mark.parametrize("pitch", [40.0, 52.0, 70.0])
def test_tray(view: dict[str, float], pitch: float) -> None:
    """Four rows of nine, as in a tray: one group a row, all of it the hand."""
    scene = build(["123456789m", "123456789p", "123456789s", "111223456z"], pitch=pitch)
    layout = look(scene, photograph(scene.quads, **view))
    assert [placed.tile for placed in layout.tiles] == list(scene.tiles)
    assert roles_text(layout) == " / ".join(["h" * 9] * 4)


def test_loosely_laid_row_is_one_group() -> None:
    """Every gap a third of a tile: no gap parts anything."""
    scene = build(["345678m234z"])
    spread = scene.quads + np.arange(9)[:, None, None] * np.array([10.0, 0.0])
    assert roles_text(look(scene, photograph(spread, angle=20))) == "h" * 9


def test_overlapping_row_is_one_group() -> None:
    scene = build(["345678m234z"])
    overlapping = scene.quads - np.arange(9)[:, None, None] * np.array([12.0, 0.0])
    assert roles_text(look(scene, photograph(overlapping, angle=20))) == "h" * 9


@pytest.mark.parametrize("angle", [0.0, 90.0, 180.0, 215.0])
def test_column(angle: float) -> None:
    """Upright tiles laid as one column are read along it, from the faces' top down."""
    scene = build(["123456"[i] + "m" for i in range(6)], pitch=41.0)
    layout = look(scene, photograph(scene.quads, angle=angle))
    assert roles_text(layout) == "hhhhhh"
    assert layout.hand_text == "123456m"
    assert [placed.tile for placed in layout.tiles] == list(scene.tiles)


def test_faces_that_look_the_same_upside_down_leave_the_image_up() -> None:
    """Twelve such faces say nothing, and the one upside-down tile is no majority."""
    scene = build(["222555p888p555s7'm"])
    layout = look(scene, photograph(scene.quads))
    assert [placed.tile for placed in layout.tiles] == list(scene.tiles)


def test_small_tiles_far_away_are_left_out() -> None:
    scene = build(["345p678s222z55p"])
    discards = build(["19m28p", "7m3s"])
    small = discards.quads * 0.4 + np.array([80.0, -260.0])
    both = Scene(np.concatenate([scene.quads, small]), scene.tiles + discards.tiles)
    layout = look(both, photograph(both.quads))
    assert layout.hand_text == "34555p678s222z"
    assert layout.warnings == ("six small tiles were left out, far from the hand",)


def test_backs_elsewhere_are_reported() -> None:
    scene = build(["345p678s22z  XXXXX"])
    layout = look(scene, photograph(scene.quads))
    assert layout.hand_text == "345p678s22z"
    assert layout.warnings == ("five face-down tiles were left out of the hand",)


def test_readings_without_a_face_are_left_out() -> None:
    scene = build(["345p678s22z"])
    readings = [sure(tile) for tile in scene.tiles]
    readings[1] = Reading(None, 0.8, (), 0)
    quads = Quads(photograph(scene.quads), np.ones(8, np.float32))
    layout = arrange(quads, readings, MAHJONG)
    assert layout.hand_text == "35p678s22z"
    assert layout.warnings == ("one place shows no face",)
    assert roles_text(layout) == "hhhhhhh"  # the place still fills its gap


@settings(max_examples=100, deadline=None)
@given(points=st.lists(st.tuples(*[st.floats(-100, 5000, width=32)] * 8), min_size=1, max_size=12))
def test_any_quads_are_placed_or_counted(points: list[tuple[float, ...]]) -> None:
    """Whatever the locator says, nothing fails and no tile is lost without a word."""
    corners = np.array(points, np.float32).reshape(-1, 4, 2)
    scene = Scene(corners.astype(np.float64), tuple(TILES_OF_A_SET[: len(corners)]))
    layout = look(scene, corners)
    assert len(layout.tiles) == len(corners) or layout.warnings


def test_nothing_read() -> None:
    empty = Quads(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    layout = arrange(empty, [], MAHJONG)
    assert layout == Layout((), "", None, ("no tile was read",))


def read_as(
    scene: Scene, changes: dict[int, list[tuple[str, float]]]
) -> tuple[Quads, list[Reading]]:
    """Sure readings, but for some tiles these alternatives, best first."""
    readings = [sure(tile) for tile in scene.tiles]
    for i, named in changes.items():
        options = tuple((Tile.parse(text), p) for text, p in named)
        readings[i] = Reading(*options[0], options, 0)
    return Quads(photograph(scene.quads, angle=15), np.ones(len(readings), np.float32)), readings


def test_a_fifth_tile_is_taken_as_its_next_best_face() -> None:
    """The change is reported, the tile is marked, and the roles follow the new face."""
    scene = build(["3339p55789s  133p"])
    quads, readings = read_as(scene, {10: [("3p", 0.6), ("2p", 0.31), ("1p", 0.09)]})
    layout = arrange(quads, readings, MAHJONG)
    assert layout.hand_text == "3339p55789s [123p]"
    assert layout.warnings == ("five 3p were read; the least certain is taken as 2p (31 %)",)
    assert [i for i, placed in enumerate(layout.tiles) if placed.doubtful] == [10]


def test_five_confident_tiles_stay_five() -> None:
    """The rules have to refuse such a hand; the arrangement invents no tile."""
    scene = build(["33333p555789s"])
    layout = look(scene, photograph(scene.quads))
    assert layout.hand_text == "33333p555789s"
    assert MAHJONG.check(placed.tile for placed in layout.tiles) == ["5 × 3p: the set has only 4"]


def test_backs_of_a_kong_hold_two_copies() -> None:
    """Two faces and two backs are all four, so a fifth in the hand is another tile."""
    scene = build(["345p678s22z1z  1zXX1z"])
    quads, readings = read_as(scene, {8: [("1z", 0.7), ("2z", 0.2)]})
    layout = arrange(quads, readings, MAHJONG)
    assert layout.hand_text == "345p678s222z (1111z)"
    assert layout.warnings == ("five 1z were read; the least certain is taken as 2z (20 %)",)


def test_faces_of_a_kong_agree() -> None:
    scene = build(["345p678s22z  9pXX8p"])
    quads, readings = read_as(scene, {11: [("8p", 0.55), ("9p", 0.45)]})
    layout = arrange(quads, readings, MAHJONG)
    assert layout.hand_text == "345p678s22z (9999p)"
    assert layout.warnings == ("one 8p of a concealed kong is taken as 9p (45 %)",)


def test_different_lengths_are_refused() -> None:
    empty = Quads(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    with pytest.raises(ValueError, match="0 quads, but 1 readings"):
        arrange(empty, [sure(Tile.parse("1m"))], MAHJONG)


def test_doubtful_below_the_threshold() -> None:
    scene = build(["345p"])
    readings = [sure(tile, p) for tile, p in zip(scene.tiles, (0.95, 0.89, 0.5), strict=True)]
    quads = Quads(photograph(scene.quads), np.ones(3, np.float32))
    doubts = [t.doubtful for t in arrange(quads, readings, MAHJONG).tiles]
    assert doubts == [False, True, True]
    doubts = [t.doubtful for t in arrange(quads, readings, MAHJONG, doubt_below=0.6).tiles]
    assert doubts == [False, False, True]


def flower_scene(rows: Sequence[str]) -> Scene:
    """Flower tiles: words are groups with a gap between them, tiles parted by commas."""
    quads, tiles = [], []
    for number, row in enumerate(rows):
        x = 0.0
        for word in row.split():
            for text in word.split(","):
                quads.append(upright(x, number * 44.0))
                tiles.append(Tile.parse(text, Family.FLOWERS))
                x += WIDTH
            x += 10.0
    return Scene(np.array(quads), tuple(tiles))


@pytest.mark.parametrize(
    ("angle", "roles"),
    [
        (0.0, "hh hhh hh h / hh hh bb"),
        (77.0, "hh hhh hh h / hh hh bb"),
        (200.0, "bb hh hh / h hh hhh hh"),
    ],
)
def test_flower_tiles_in_pairs_are_one_hand(angle: float, roles: str) -> None:
    """Sets, pairs and the lone trump in two rows: no meld, no winning tile; whites are bonus.

    Patterns have no top, so that a photo of them is read as it is held.
    """
    scene = flower_scene(["1-2,1-2f 3-4f,3-4f,3-4d 2-6,2-6 5-6", "1-3,1-3 4-5,4-5f 5z,2f"])
    layout = look(scene, photograph(scene.quads, angle=angle), TileSet.flowers())
    assert roles_text(layout) == roles
    assert layout.hand_text == ("1-2 1-2f 1-3 1-3 2-6 2-6 3-4f 3-4f 3-4d 4-5 4-5f 5-6 | 2f 5z")
    assert layout.winning_tile is None
