"""One flower tile's whole printed face, from a design."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.designs.canvas import Canvas, Points
from datasets.designs.characters import draw_white
from datasets.designs.design import RGB
from datasets.designs.flower_tiles.borders import draw_border, draw_divider
from datasets.designs.flower_tiles.design import FlowerTileDesign, PipStyle
from datasets.designs.flower_tiles.layout import Box, half_points, pip_radius, spread, unit_points
from datasets.designs.flower_tiles.marks import draw_marks, draw_plants, draw_wreath, write
from datasets.designs.flower_tiles.pips import draw_pip, wobbly
from datasets.designs.flowers import draw_bonus
from scoring.tiles import Family, Kind, Tile, UnknownTileError

_KIND_SEED = {None: 0, Kind.PLAIN: 1, Kind.FLOWER: 2, Kind.STACKED: 3}


@dataclass(frozen=True, slots=True)
class _Copy:
    """One print of a pattern: its two boxes, and how pips are set in them."""

    boxes: tuple[Box, Box]
    radius: float
    six: str
    square: float
    turned: bool = False
    upside_down: bool = False


def draw_flower_tile(design: FlowerTileDesign, tile: Tile, height: int = 160) -> NDArray[np.uint8]:
    """Draw a tile upright.

    The picture depends on nothing but the arguments and the installed fonts.

    Args:
        design: The maker's set.
        tile: A flower tile: a pattern of any kind, ``1f`` to ``8f``, ``5z`` or ``back``.
        height: Pixels.

    Returns:
        RGB pixels, height × (height / aspect) × 3.

    Raises:
        UnknownTileError: The tile is not a flower tile.
        FontsMissingError: A character is needed and no font has it.
    """
    if tile.family is not Family.FLOWERS:
        raise UnknownTileError(f"{tile}: a design of flower tiles has flower tiles only")
    rng = np.random.default_rng([design.seed, *tile.face.encode(), _KIND_SEED[tile.kind]])
    surface = design.surface
    if tile.is_back:
        return Canvas(height, design.aspect, surface.back).finish(surface, rng)
    canvas = Canvas(height, design.aspect, surface.face)
    if tile.face == "5z":
        draw_white(canvas, design.mahjong())
    elif tile.is_bonus:
        if design.bonus_framed:
            draw_border(canvas, design.stacked.border, double=False)
        draw_bonus(canvas, design.mahjong(), int(tile.face[0]))
    else:
        _draw_pattern(canvas, design, tile, rng)
    return canvas.finish(surface, rng)


def _draw_pattern(
    canvas: Canvas, design: FlowerTileDesign, tile: Tile, rng: np.random.Generator
) -> None:
    """Draw one of the 63 tiles with pips."""
    low, high = int(tile.face[0]), int(tile.face[2])
    order = design.arrangement.high_on_top
    mixed = order == "mixed" and (low * high + design.seed) % 2 == 0
    numbers = (high, low) if order == "always" or mixed else (low, high)
    if tile.kind is Kind.STACKED:
        for copy in _stacked_copies(canvas, design):
            _draw_copy(canvas, design, numbers, copy, rng)
        _stacked_extra(canvas, design)
        return
    area, gap = _plain_area(design), design.arrangement.gap
    if tile.kind is Kind.FLOWER:
        area, gap = _flower_area(design)
        _flower_marks(canvas, design, rng)
    _draw_copy(canvas, design, numbers, _whole(design, area, gap), rng)
    if not (tile.kind is Kind.FLOWER and _plant_between(design)):
        _draw_divider(canvas, design, area)


def _plant_between(design: FlowerTileDesign) -> bool:
    """Tell whether flower tiles have a plant where others have the dividing line."""
    style = design.flower
    return style.manner.endswith("plants") and style.marks.plant_place == "middle"


def _draw_divider(canvas: Canvas, design: FlowerTileDesign, area: Box) -> None:
    style = design.arrangement
    middle = Box(area.x, design.aspect / 2 - 0.01, area.width, 0.02)
    draw_divider(canvas, style.divider, middle, style.divider_stroke, style.divider_ink)


def _whole(design: FlowerTileDesign, area: Box, gap: float) -> _Copy:
    """Return the single print of plain and flower tiles."""
    upper, lower = area.split(gap, across=False)
    six = design.arrangement.six
    radius = pip_radius(upper, six, design.pips.size, design.pips.largest)
    return _Copy((upper, lower), radius, six, design.arrangement.square)


def _inside(design: FlowerTileDesign, x: float, y: float) -> Box:
    """Return the face without margins ``x`` at the sides and ``y`` above and below."""
    return Box(x, y, 1 - 2 * x, design.aspect - 2 * y)


def _plain_area(design: FlowerTileDesign) -> Box:
    return _inside(design, design.arrangement.margin_x, design.arrangement.margin_y)


def _edge(design: FlowerTileDesign) -> float:
    """Return what the flower tile's border takes of each side."""
    style = design.flower
    return style.border.depth(double=True) if style.manner.startswith("double") else 0.0


def _flower_area(design: FlowerTileDesign) -> tuple[Box, float]:
    """Return where the pips of flower tiles stand, and the gap between their halves."""
    style, marks, arrangement = design.flower, design.flower.marks, design.arrangement
    edge, gap = _edge(design), arrangement.gap
    left = right = y = edge + style.room if edge else 0.0
    if style.manner in ("marks", "double_marks"):
        reach = edge + marks.inset + 2 * marks.size + 0.02
        if marks.place == "ends" or (marks.place != "sides" and arrangement.six == "rows"):
            y = max(y, reach)
        else:
            left = right = reach
    elif style.manner == "wreath":
        left = right = y = marks.inset + 2 * marks.size + style.room
    elif style.manner in ("plants", "double_plants"):
        inset, size = edge + marks.inset, marks.plant_size
        if marks.plant_place == "middle":
            gap = max(gap, size * 0.95)
        elif marks.plant_place in ("both", "corners"):
            left = right = inset + size * 0.7 + 0.02
        elif marks.plant_place == "left":
            left = inset + size + 0.02
        elif marks.plant_place == "right":
            right = inset + size + 0.02
    left, right = max(left, arrangement.margin_x), max(right, arrangement.margin_x)
    y = max(y, arrangement.margin_y)
    return Box(left, y, 1 - left - right, design.aspect - 2 * y), gap


def _flower_marks(canvas: Canvas, design: FlowerTileDesign, rng: np.random.Generator) -> None:
    """Draw what tells a flower tile from a plain one."""
    style, edge = design.flower, _edge(design)
    if edge:
        draw_border(canvas, style.border, double=True)
    inset = edge + style.marks.inset
    if style.manner in ("marks", "double_marks"):
        draw_marks(canvas, style.marks, design.lettering, inset, design.seed)
    elif style.manner == "wreath":
        draw_wreath(canvas, style.marks, rng)
    elif style.manner in ("plants", "double_plants"):
        draw_plants(canvas, style.marks, inset, design.bonus.stroke, design.seed)


def _stacked_edge(design: FlowerTileDesign) -> float:
    """Return what the border of a stacked tile takes of each side."""
    style = design.stacked
    return style.border.depth(double=False) if style.bordered else 0.03


def _stacked_area(design: FlowerTileDesign) -> Box:
    inset = _stacked_edge(design) + design.stacked.room
    middle, share = design.aspect / 2, (design.stacked.share_x, design.stacked.share_y)
    return _inside(design, 0.5 - (0.5 - inset) * share[0], middle - (middle - inset) * share[1])


def _stacked_copies(canvas: Canvas, design: FlowerTileDesign) -> tuple[_Copy, _Copy]:
    """Draw the border, and return the two prints of a stacked tile."""
    style = design.stacked
    if style.bordered:
        draw_border(canvas, style.border, double=False)
    area = _stacked_area(design)
    across = style.layout == "columns"
    first, second = area.split(style.gap, across=across)
    line = Box(0.49, area.y, 0.02, area.height)
    if not across:
        line = Box(area.x, design.aspect / 2 - 0.01, area.width, 0.02)
    arrangement = design.arrangement
    draw_divider(canvas, style.divider, line, arrangement.divider_stroke, arrangement.divider_ink)
    turned = style.layout == "turned"
    boxes = [part.split(style.half_gap, across=turned) for part in (first, second)]
    if style.half_divided and style.layout in ("abab", "abba"):
        for upper, lower in boxes:
            middle = (upper.y + upper.height + lower.y) / 2
            draw_divider(canvas, style.divider, Box(area.x, middle - 0.01, area.width, 0.02),
                         arrangement.divider_stroke, arrangement.divider_ink)  # fmt: skip
    flipped = style.layout == "abba" or (style.mirrored and style.layout != "abab")
    largest = design.pips.largest * 0.8
    radius = pip_radius(boxes[0][0], style.six, style.size, largest)
    return (
        _Copy(boxes[0], radius, style.six, style.square, turned),
        _Copy(boxes[1], radius, style.six, style.square, turned, flipped),
    )


def _stacked_extra(canvas: Canvas, design: FlowerTileDesign) -> None:
    """Write the character or draw the plants that some sets add."""
    style, edge = design.stacked, _stacked_edge(design)
    ink, size = style.marks.ink, style.marks.size
    if style.extra == "plants":
        draw_plants(canvas, style.marks, edge, design.bonus.stroke, design.seed)
    elif style.extra != "none":
        near = edge + size
        middle = (0.5, design.aspect / 2)
        at = np.array(middle if style.extra == "glyph" else (near, near))
        write(canvas, style.glyph, design.lettering, (at, size), ink=ink, seed=design.seed)


def _draw_copy(
    canvas: Canvas,
    design: FlowerTileDesign,
    numbers: tuple[int, int],
    copy: _Copy,
    rng: np.random.Generator,
) -> None:
    """Draw the pattern once; ``numbers`` are the upper and the lower half's."""
    arrangement = design.arrangement
    special = {3: arrangement.long_three, 4: arrangement.people, 6: arrangement.heaven}
    name = special.get(numbers[0], "") if numbers[0] == numbers[1] else ""
    ordered = numbers[::-1] if copy.upside_down else numbers
    upper, lower = copy.boxes
    if name and not copy.turned and upper.height * 2 > upper.width:
        height = lower.y + lower.height - upper.y
        area = Box(upper.x, upper.y, upper.width, height)
        points = unit_points("double", numbers[0], name)
        centres, radius = spread(points, area, copy.radius, design.pips.crowding)
        inks = _inks(design.pips, numbers[0], points, heaven=numbers[0] == 6)
        _draw_pips(canvas, design.pips, centres, (radius, numbers[0]), inks=inks, rng=rng)
        return
    for k, (number, box) in enumerate(zip(ordered, copy.boxes, strict=True)):
        points = half_points(arrangement, number, copy.six, turned=copy.turned)
        centres, radius = spread(points, box, copy.radius, design.pips.crowding, copy.square)
        if number == 1:
            radius = min(radius * design.pips.one_size, box.width / 2, box.height / 2)
        lower_half = k == 1
        inks = _inks(design.pips, number, points, heaven=numbers == (6, 6), lower=lower_half)
        if copy.upside_down:
            centres = 2 * box.middle - centres
        _draw_pips(canvas, design.pips, centres, (radius, number), inks=inks, rng=rng)


def _inks(
    style: PipStyle, number: int, points: Points, *, heaven: bool, lower: bool | None = None
) -> list[RGB]:
    """Return the ink of each pip; ``lower`` is None where ``points`` are both halves."""
    ink = style.red if number in style.red_faces else style.dark
    if not heaven or style.heaven == "dark":
        return [ink] * len(points)
    order = np.arange(len(points))
    lowers = order >= len(points) // 2 if lower is None else np.full(len(points), lower)
    # The side is a column where there are two columns, else a row of three.
    sides = points[:, 0] < 0 if (points[:, 0] != 0).all() else order // 3 % 2 == 0
    red = {"half": ~lowers, "side": sides, "crossed": sides != lowers}[style.heaven]
    return [style.red if one else style.dark for one in red]


def _draw_pips(
    canvas: Canvas,
    style: PipStyle,
    centres: Points,
    size: tuple[float, int],
    *,
    inks: list[RGB],
    rng: np.random.Generator,
) -> None:
    """Draw pips; ``size`` is their radius and the number of the half."""
    radius, number = size
    centres, radius = wobbly(style, centres, radius, rng)
    for centre, ink in zip(centres, inks, strict=True):
        shape = style.shape
        if ink == style.red:
            shape = style.red_shape or shape
        if number == 1:
            shape = style.one_shape or shape
        draw_pip(canvas, style, shape, centre, (radius, ink))
