"""Designs of flower-tile sets and the faces that they print."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.designs.design import RGB, SurfaceStyle
from datasets.designs.flower_tiles import (
    FlowerTileDesign,
    crowded_flower_design,
    draw_flower_tile,
    flower_contact_sheet,
    named_flower_designs,
    random_flower_design,
)
from datasets.designs.flower_tiles.borders import along, outline
from datasets.designs.flower_tiles.design import (
    ArrangementStyle,
    BorderStyle,
    FlowerKindStyle,
    PipStyle,
    StackedStyle,
)
from datasets.designs.flower_tiles.layout import Box, pip_radius, spread, unit_points
from datasets.designs.flower_tiles.pips import PIP_SHAPES
from datasets.designs.flower_tiles.sampling import brightness, is_red
from datasets.designs.tables import build_style
from scoring.tiles import PATTERNS, Family, Kind, Tile, UnknownTileError

RED, DARK, PAPER = (200, 20, 20), (20, 20, 60), (240, 240, 240)
FLAT = FlowerTileDesign(
    name="flat",
    surface=SurfaceStyle(face=PAPER, depth=0.0, mottle=0.0),
    pips=PipStyle(red=RED, dark=DARK, largest=0.08),
    arrangement=ArrangementStyle(margin_x=0.16, margin_y=0.16),
    stacked=StackedStyle(bordered=False, half_gap=0.1, size=0.6),
)
EXTRAS = (*(f"{rank}f" for rank in range(1, 9)), "5z", "back")
EVERY_TILE = tuple(
    Tile.parse(text, Family.FLOWERS)
    for text in (*(pattern + kind for pattern in PATTERNS for kind in ("", "f", "d")), *EXTRAS)
)


def tile(text: str) -> Tile:
    return Tile.parse(text, Family.FLOWERS)


def design(seed: int) -> FlowerTileDesign:
    return random_flower_design(np.random.default_rng(seed))


def near(face: NDArray[np.uint8], ink: RGB) -> NDArray[np.uint8]:
    """Return where the face has nearly an ink, 0 or 1."""
    distance = np.abs(face.astype(np.int16) - ink).max(axis=2)
    return np.asarray(distance < 50, dtype=np.uint8)


def pieces(face: NDArray[np.uint8], ink: RGB) -> int:
    """Return the number of connected pieces of an ink."""
    return int(cv2.connectedComponents(near(face, ink))[0]) - 1


def expected(pattern: str) -> tuple[int, int]:
    """Return how many red and dark pips a pattern has (rules reference, 1.2)."""
    numbers = [int(number) for number in pattern.split("-")]
    red = sum(number for number in numbers if number in (1, 4))
    return red, sum(numbers) - red


def test_there_are_73_faces() -> None:
    assert len(set(EVERY_TILE)) == 73


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("height", [64, 112, 161])
def test_random_designs_draw_every_tile(seed: int, height: int) -> None:
    drawn = design(seed)
    for one in EVERY_TILE:
        face = draw_flower_tile(drawn, one, height)
        assert face.shape == (height, round(height / drawn.aspect), 3)
        assert face.dtype == np.uint8


def test_a_hundred_random_designs_draw() -> None:
    some = [tile(text) for text in ("1-1", "2-6f", "3-3", "3-5d", "4-4f", "6-6d", "7f", "5z")]
    for seed in range(100, 200):
        drawn = design(seed)
        assert 1.25 <= drawn.aspect <= 1.65
        for one in some:
            draw_flower_tile(drawn, one, 48)


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("six", ["rows", "columns"])
@pytest.mark.parametrize("order", ["never", "always", "mixed"])
def test_plain_tiles_have_their_pips(pattern: str, six: str, order: str) -> None:
    style = replace(FLAT.arrangement, six=six, high_on_top=order)
    face = draw_flower_tile(replace(FLAT, arrangement=style), tile(pattern), 320)
    assert (pieces(face, RED), pieces(face, DARK)) == expected(pattern)


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("layout", ["columns", "abab", "abba", "turned"])
@pytest.mark.parametrize("mirrored", [False, True])
def test_stacked_tiles_show_their_pattern_twice(pattern: str, layout: str, mirrored: bool) -> None:
    six = "rows" if layout in ("abab", "abba") else "columns"
    style = replace(FLAT.stacked, layout=layout, mirrored=mirrored, six=six)
    face = draw_flower_tile(replace(FLAT, stacked=style), tile(pattern + "d"), 400)
    red, dark = expected(pattern)
    assert (pieces(face, RED), pieces(face, DARK)) == (2 * red, 2 * dark)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_flower_tiles_have_their_pips_within_two_lines(pattern: str) -> None:
    border = BorderStyle(ink=(20, 160, 20), inner_ink=(20, 20, 220))
    drawn = replace(FLAT, flower=FlowerKindStyle(border=border))
    face = draw_flower_tile(drawn, tile(pattern + "f"), 400)
    assert (pieces(face, RED), pieces(face, DARK)) == expected(pattern)
    assert pieces(face, border.ink) == 1
    assert pieces(face, border.inner_ink) == 1


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (3, "diagonals"),
        (3, "zigzag"),
        (3, "columns"),
        (4, "columns"),
        (6, "columns"),
        (6, "rows"),
    ],
)
def test_special_doubles_have_their_pips(number: int, name: str) -> None:
    old = FLAT.arrangement
    style = {
        3: replace(old, long_three=name),
        4: replace(old, people=name),
        6: replace(old, heaven=name),
    }[number]
    face = draw_flower_tile(replace(FLAT, arrangement=style), tile(f"{number}-{number}"), 320)
    pattern = f"{number}-{number}"
    assert (pieces(face, RED), pieces(face, DARK)) == expected(pattern)


@pytest.mark.parametrize("special", ["", "columns", "rows"])
@pytest.mark.parametrize("six", ["rows", "columns"])
@pytest.mark.parametrize(("heaven", "red"), [("dark", 0), ("half", 6), ("side", 6), ("crossed", 6)])
def test_heaven_is_half_red_where_the_set_prints_it_so(
    special: str, six: str, heaven: str, red: int
) -> None:
    style = replace(FLAT.arrangement, heaven=special, six=six)
    drawn = replace(FLAT, arrangement=style, pips=replace(FLAT.pips, heaven=heaven))
    face = draw_flower_tile(drawn, tile("6-6"), 320)
    assert (pieces(face, RED), pieces(face, DARK)) == (red, 12 - red)
    other = draw_flower_tile(drawn, tile("5-6"), 320)
    assert pieces(other, RED) == 0


@pytest.mark.parametrize("shape", PIP_SHAPES)
def test_every_pip_shape_stays_within_its_radius(shape: str) -> None:
    drawn = replace(FLAT, pips=replace(FLAT.pips, shape=shape, largest=0.1))
    face = draw_flower_tile(drawn, tile("1-1"), 320)
    width = face.shape[1]
    changed = np.argwhere((face != PAPER).any(axis=2))
    assert len(changed) > 40
    reach = np.abs(changed[:, 1] - width / 2).max()
    assert 0.08 * width < reach < 0.112 * width


def test_an_enlarged_one_is_larger_than_the_others() -> None:
    large = replace(FLAT, pips=replace(FLAT.pips, one_size=2.0))
    small = near(draw_flower_tile(FLAT, tile("1-5"), 320), RED).sum()
    assert near(draw_flower_tile(large, tile("1-5"), 320), RED).sum() > 3.5 * small


@pytest.mark.parametrize("source", [*sorted(named_flower_designs()), *range(20)])
def test_kinds_differ_in_small_pictures(source: str | int) -> None:
    drawn = design(source) if isinstance(source, int) else named_flower_designs()[source]
    surface = replace(drawn.surface, mottle=0.0, wear=0.0)
    drawn = replace(drawn, surface=surface, pips=replace(drawn.pips, jitter=0.0))
    for pattern in ("1-1", "2-2", "2-5", "4-4", "6-6"):
        faces = [draw_flower_tile(drawn, tile(pattern + kind), 112) for kind in ("", "f", "d")]
        small = [cv2.resize(face, (64, 64), interpolation=cv2.INTER_AREA) for face in faces]
        for one, other in combinations(small, 2):
            apart = np.abs(one.astype(np.int16) - other).max(axis=2) > 40
            assert apart.sum() >= 25, pattern


@pytest.mark.parametrize("seed", range(6))
def test_patterns_of_one_design_differ(seed: int) -> None:
    drawn = design(seed)
    drawn = replace(drawn, surface=replace(drawn.surface, mottle=0.0, wear=0.0))
    for kind in ("", "f", "d"):
        faces = [draw_flower_tile(drawn, tile(p + kind), 64).astype(np.int16) for p in PATTERNS]
        for one, other in combinations(faces, 2):
            assert np.abs(one - other).max() > 40


def test_half_of_what_is_taught_is_crowded() -> None:
    """The rest, and all but the arrangement of the pips, is as in the sets that are shipped."""
    pairs = [
        (design(seed), crowded_flower_design(np.random.default_rng(seed))) for seed in range(60)
    ]
    assert 20 <= sum(plain == taught for plain, taught in pairs) <= 40
    for plain, taught in pairs:
        assert (
            replace(taught, pips=plain.pips, arrangement=plain.arrangement, stacked=plain.stacked)
            == plain
        )
        assert replace(taught.pips, crowding=plain.pips.crowding) == plain.pips


def test_crowded_designs_draw_and_their_patterns_differ() -> None:
    for seed in range(12):
        crowded = crowded_flower_design(np.random.default_rng(seed))
        faces = {
            text: draw_flower_tile(crowded, tile(text), 96) for text in ("4-6d", "4-4d", "6-6d")
        }
        for one, other in combinations(faces.values(), 2):
            assert np.abs(one.astype(int) - other).max() > 60


def test_a_die_keeps_its_pips_in_a_square() -> None:
    box = Box(0.1, 0.1, 0.4, 0.8)
    wide, _ = spread(unit_points("half", 4, "only"), box, 0.05)
    square, _ = spread(unit_points("half", 4, "only"), box, 0.05, square=1.0)
    assert np.ptp(wide, axis=0).tolist() == pytest.approx([0.3, 0.7])
    assert np.ptp(square, axis=0).tolist() == pytest.approx([0.3, 0.3])
    assert square.mean(axis=0).tolist() == pytest.approx([0.3, 0.5])


@pytest.mark.parametrize("crowding", [0.4, 0.5, 0.55])
def test_pips_crowd_as_much_as_a_set_lets_them(crowding: float) -> None:
    box = Box(0.0, 0.0, 0.5, 0.5)
    centres, radius = spread(unit_points("half", 6, "columns"), box, 0.2, crowding)
    nearest = float(np.linalg.norm(centres[0] - centres[1]))
    assert radius == pytest.approx(crowding * nearest)


def test_equal_seeds_give_equal_pictures() -> None:
    same, again = design(5), design(5)
    assert same == again
    assert design(5) != design(6)
    for one in EVERY_TILE:
        first, second = (draw_flower_tile(drawn, one, 64) for drawn in (again, same))
        assert np.array_equal(first, second)


def test_random_designs_vary_in_everything() -> None:
    designs = [design(seed) for seed in range(300)]
    assert {d.pips.shape for d in designs} == set(PIP_SHAPES)
    assert len({d.flower.manner for d in designs}) == 6
    assert len({d.stacked.layout for d in designs}) == 4
    assert {d.arrangement.high_on_top for d in designs} == {"never", "always", "mixed"}
    assert {d.pips.heaven for d in designs} == {"dark", "half", "side", "crossed"}
    assert sum(d.pips.red_faces == (1, 4) for d in designs) >= 250


def test_random_inks_can_be_read() -> None:
    for seed in range(300):
        drawn = design(seed)
        assert is_red(drawn.pips.red)
        assert not is_red(drawn.pips.dark)
        paper = brightness(drawn.surface.face)
        inks = (drawn.pips.red, drawn.pips.dark, drawn.flower.border.ink, drawn.stacked.border.ink)
        assert min(paper - brightness(ink) for ink in inks) > 70


def test_named_designs_differ() -> None:
    designs = named_flower_designs()
    assert len(designs) >= 12
    assert all(drawn.name == name for name, drawn in designs.items())
    for one, other in combinations(designs.values(), 2):
        assert one.pips != other.pips or one.flower != other.flower
        assert (one.flower, one.stacked) != (other.flower, other.stacked)
    assert {d.flower.manner for d in designs.values()} >= {"double", "marks", "plants", "wreath"}
    assert {d.stacked.layout for d in designs.values()} == {"columns", "abab", "abba", "turned"}
    assert {d.stacked.bordered for d in designs.values()} == {True, False}


@pytest.mark.parametrize("name", sorted(named_flower_designs()))
def test_contact_sheets_hold_all_tiles(name: str) -> None:
    drawn = named_flower_designs()[name]
    sheet = flower_contact_sheet(drawn, 40)
    assert sheet.shape == (4 * 42 + 2, 21 * (round(40 / drawn.aspect) + 2) + 2, 3)


@pytest.mark.parametrize(
    "table", [{"pip": {}}, {"pips": {"colour": 1}}, {"flower": {"border": {"width": 1}}}]
)
def test_unknown_fields_are_refused(table: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="has no field"):
        build_style(FlowerTileDesign, {"name": "x", **table})


@pytest.mark.parametrize("aspect", [0.7, 1.9])
def test_impossible_proportions_are_refused(aspect: float) -> None:
    with pytest.raises(ValueError, match="aspect"):
        FlowerTileDesign(name="x", aspect=aspect)


@pytest.mark.parametrize("other", [Tile(Family.MAHJONG, "5m"), Tile(Family.DOLLS, "fu")])
def test_tiles_of_other_families_are_refused(other: Tile) -> None:
    with pytest.raises(UnknownTileError, match="flower tiles only"):
        draw_flower_tile(FLAT, other)


def test_the_back_is_plain() -> None:
    face = draw_flower_tile(FLAT, tile("back"), 40)
    assert (face == FLAT.surface.back).all()
    assert tile("back").kind is None
    assert tile("1-1").kind is Kind.PLAIN


def test_six_pips_of_the_radius_fill_the_box() -> None:
    box = Box(0.1, 0.2, 0.6, 0.9)
    radius = pip_radius(box, "columns", 0.8, 1.0)
    centres, kept = spread(unit_points("half", 6, "columns"), box, radius)
    assert kept == radius
    # Three in a column: 2 distances and 2 radii make the height.
    assert radius == pytest.approx(0.8 * 0.9 / (4 + 1.6))
    assert centres[:, 1].min() - radius == pytest.approx(0.2)
    assert centres[:, 0].max() + radius == pytest.approx(0.7)


@pytest.mark.parametrize("shape", ["rect", "rounded", "chamfered", "notched"])
def test_outlines_keep_their_distance_from_the_edge(shape: str) -> None:
    line = outline(shape, 0.1, 1.5, 0.2)
    assert line.min(axis=0) == pytest.approx([0.1, 0.1])
    assert line.max(axis=0) == pytest.approx([0.9, 1.4])
    area = cv2.contourArea(line.astype(np.float32))
    cut = {"rect": 0.0, "rounded": 4 - np.pi, "chamfered": 2.0, "notched": np.pi}[shape]
    assert area == pytest.approx(0.8 * 1.3 - 0.04 * cut, abs=2e-3)
    places, ways = along(line, 50)
    assert places.shape == (50, 2)
    assert np.linalg.norm(ways, axis=1) == pytest.approx(np.ones(50))
