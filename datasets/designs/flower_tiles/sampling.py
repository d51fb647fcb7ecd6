"""Random makers of flower tiles: each parameter is drawn from a wide range of its own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from datasets.designs.design import RGB, CharacterStyle, IndexStyle, SurfaceStyle
from datasets.designs.dice import Dice
from datasets.designs.flower_tiles.design import (
    TABLES,
    ArrangementStyle,
    BorderStyle,
    FlowerKindStyle,
    FlowerTileDesign,
    MarkStyle,
    PipStyle,
    StackedStyle,
)
from datasets.designs.flower_tiles.pips import PIP_SHAPES
from datasets.designs.flowers import PLANTS
from datasets.designs.sampling import (
    Inks,
    random_bonus,
    random_font,
    random_surface,
    random_white,
)
from datasets.designs.tables import load_table

_CONTRAST = 75.0
"""Least difference of brightness of an ink from the face, of 255."""


def random_flower_design(rng: np.random.Generator) -> FlowerTileDesign:
    """Return a random set, as :data:`datasets.designs.families.RANDOM` says."""
    dice = Dice(rng)
    seed = dice.whole(0, 2**31 - 1)
    surface = _surface(dice)
    pips = _pips(dice, surface.face)
    arrangement = _arrangement(dice, pips, surface.face)
    font = random_font(dice)
    inks = Inks(_trim(dice, surface.face), _trim(dice, surface.face), pips.red, pips.dark, ())
    return FlowerTileDesign(
        name=f"random-{seed:08x}",
        seed=seed,
        aspect=dice.between(1.25, 1.65),
        surface=surface,
        pips=pips,
        arrangement=arrangement,
        flower=_flower(dice, pips, surface.face),
        stacked=_stacked(dice, pips, surface.face),
        lettering=CharacterStyle(
            honour_font=font,
            weight=dice.between(-0.01, 0.03),
            warp=dice.between(0, 0.03),
            honour_width=dice.between(0.45, 0.75),
            honour_height=dice.between(0.6, 0.95),
        ),
        white=random_white(dice, inks),
        bonus=random_bonus(dice, inks, font, IndexStyle()),
        bonus_framed=dice.chance(0.12),
    )


def crowded_flower_design(rng: np.random.Generator) -> FlowerTileDesign:
    """Return a random set, half of the time with crowded pips and other sixes.

    Shipped photos and measured designs come from :func:`random_flower_design`, which stays as it
    is; what is trained on may be harder.
    """
    design, dice = random_flower_design(rng), Dice(rng)
    if dice.chance(0.5):
        return design
    stacked, fits = design.stacked, dice.chance(0.65)
    other = {"rows": "columns", "columns": "rows"}[stacked.six]
    stacked = replace(
        stacked,
        six=stacked.six if fits else other,
        size=dice.between(0.65 if fits else 0.85, 1.08),
        share_x=dice.between(0.6, 1.0) if dice.chance(0.5) else stacked.share_x,
        share_y=dice.between(0.7, 1.0) if dice.chance(0.5) else 1.0,
        square=dice.between(0.4, 1.0) if dice.chance(0.5) else 0.0,
    )
    tight = dice.chance(0.6)
    return replace(
        design,
        pips=replace(design.pips, crowding=dice.between(0.4, 0.55) if tight else 0.46),
        arrangement=replace(
            design.arrangement,
            six_reach=dice.between(0.75, 1.0),
            square=dice.between(0.4, 1.0) if dice.chance(0.35) else 0.0,
        ),
        stacked=stacked,
    )


def _surface(dice: Dice) -> SurfaceStyle:
    return replace(random_surface(dice), face=dice.near(_ink(dice, "face"), 0.12))


def _ink(dice: Dice, name: str) -> RGB:
    """Draw one of the table's inks as it stands there."""
    table = load_table(TABLES + "palettes.toml")
    red, green, blue = dice.pick(table[name], table[name + "_shares"])
    return red, green, blue


def brightness(colour: RGB) -> float:
    """Return the luma of a colour (ITU-R BT.601), 0 to 255."""
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2]


def _readable(dice: Dice, name: str, spread: float, face: RGB) -> RGB:
    """Draw a varied ink that stands out from the face, darkened where it must be."""
    ink = dice.near(_ink(dice, name), spread)
    excess = brightness(ink) - (brightness(face) - _CONTRAST)
    if excess > 0:
        scale = 1 - excess / brightness(ink)
        red, green, blue = (round(part * scale) for part in ink)
        return red, green, blue
    return ink


def _trim(dice: Dice, face: RGB) -> RGB:
    return _readable(dice, "trim", 0.5, face)


def is_red(colour: RGB) -> bool:
    """Tell whether an ink reads as red: that is what sets 1 and 4 apart."""
    return colour[0] - colour[1] >= 75 and colour[0] - colour[2] >= 40


def _pips(dice: Dice, face: RGB) -> PipStyle:
    red = _readable(dice, "red", 0.35, face)
    while not is_red(red):
        red = _readable(dice, "red", 0.35, face)
    dark = _readable(dice, "dark", 0.5, face)
    while dark[0] - max(dark[1:]) > 25 or brightness(dark) > 90:
        dark = _readable(dice, "dark", 0.5, face)
    shares = [9, 6, 1.5, 2.5, 2, 1.5, 1.5, 1, 1, 0.4, 2]
    shape = dice.pick(PIP_SHAPES, shares)
    return PipStyle(
        shape=shape,
        red_shape=dice.pick(PIP_SHAPES, shares) if dice.chance(0.08) else "",
        one_shape=dice.pick(PIP_SHAPES, shares) if dice.chance(0.2) else "",
        size=dice.between(0.4, 0.95),
        one_size=dice.between(1.2, 2.4) if dice.chance(0.45) else 1.0,
        largest=dice.between(0.055, 0.16),
        stroke=dice.between(0.14, 0.5),
        jitter=dice.between(0.02, 0.12) if dice.chance(0.4) else 0.0,
        red=red,
        dark=dark,
        red_faces=dice.pick([(1, 4), (1,), ()], [18, 1, 0.5]),
        heaven=dice.pick(["dark", "half", "side", "crossed"], [5, 2.5, 1.5, 1]),
    )


def _arrangement(dice: Dice, pips: PipStyle, face: RGB) -> ArrangementStyle:
    six = dice.pick(["rows", "columns"], [1, 1])
    # Three pips in a row or a column fit where the 6 has as many.
    line = "across" if six == "rows" else "down"
    return ArrangementStyle(
        two=dice.pick(["rising", "falling", "across", "down"], [4, 4, 2, 4]),
        three=dice.pick(["rising", "falling", line, "triangle"], [5, 5, 1.2, 0.3]),
        six=six,
        long_three=dice.pick(["", "diagonals", "zigzag", "columns"], [6, 2, 1, 1]),
        people=dice.pick(["", "columns"], [5, 1]),
        heaven=dice.pick(["", "columns", "rows"], [6, 1, 1]),
        reach=dice.between(0.72, 1.0),
        high_on_top=dice.pick(["never", "always", "mixed"], [4, 4, 2]),
        margin_x=dice.between(0.26, 0.34) if dice.chance(0.15) else dice.between(0.06, 0.26),
        margin_y=dice.between(0.05, 0.18),
        gap=dice.between(0.03, 0.2),
        divider=dice.pick(["none", "line", "short", "double", "dots"], [6, 3, 1.5, 0.5, 0.5]),
        divider_ink=pips.dark if dice.chance(0.5) else _trim(dice, face),
        divider_stroke=dice.between(0.01, 0.035),
    )


def _border(dice: Dice, pips: PipStyle, face: RGB) -> BorderStyle:
    ink = dice.pick([pips.dark, pips.red, _trim(dice, face)], [2, 1, 4])
    inner_ink = ink if dice.chance(0.75) else _trim(dice, face)
    # Hairlines are cut in dark ink, else a small picture would lose them.
    dark = brightness(face) - brightness(ink) > 120
    stroke = dice.between(0.006 if dark else 0.012, 0.03)
    shared = dice.chance(0.5)
    return BorderStyle(
        shape=dice.pick(["rect", "rounded", "chamfered", "notched"], [4, 7, 1.5, 1]),
        inset=dice.between(0.02, 0.08),
        stroke=stroke,
        inner_stroke=stroke if shared else dice.between(0.007 if dark else 0.012, 0.03),
        gap=dice.between(0.02, 0.06),
        corner=dice.between(0.04, 0.16),
        ink=ink,
        inner_ink=inner_ink,
        inner=dice.pick(["line", "dotted", "dashed"], [10, 1.5, 1]),
    )


def _marks(dice: Dice, pips: PipStyle, face: RGB) -> MarkStyle:
    shape = dice.pick(["dot", "ring", "blossom", "star", "diamond", "glyph"], [3, 1, 8, 2, 1, 2])
    # A dot in the ink of the pips could be counted with them.
    free = [_trim(dice, face) for _ in range(6)]
    other = [ink for ink in free if _distance(ink, pips.red) > 110 < _distance(ink, pips.dark)]
    own = shape in ("blossom", "star", "glyph") and pips.shape not in ("blossom", "daisy")
    inks = [*other, pips.red, pips.dark] if own else other or [(36, 128, 72)]
    glyph = shape == "glyph"
    return MarkStyle(
        shape=shape,
        place=dice.pick(["corners", "other_corners", "ends", "sides"], [3, 3, 6, 2]),
        size=dice.between(0.065, 0.11) if glyph else dice.between(0.045, 0.09),
        inset=dice.between(0.025, 0.06),
        ink=dice.pick(inks),
        second_ink=_trim(dice, face) if dice.chance(0.4) else (36, 116, 62),
        wreath=dice.pick(["vine", "leaves", "blossoms", "chain"], [4, 2, 3, 1]),
        count=dice.whole(14, 34),
        plant=dice.pick(tuple(PLANTS)),
        plant_place=dice.pick(
            ["left", "right", "both", "corners", "middle", "under"], [2, 2, 3, 3, 1.5, 2]
        ),
        plant_size=dice.between(0.24, 0.36),
        outlined=dice.chance(0.25),
    )


def _distance(one: RGB, other: RGB) -> float:
    return float(np.linalg.norm(np.subtract(one, other)))


def _flower(dice: Dice, pips: PipStyle, face: RGB) -> FlowerKindStyle:
    marks = _marks(dice, pips, face)
    manner = dice.pick(
        ["double", "marks", "wreath", "plants", "double_marks", "double_plants"],
        [8, 6, 1.5, 3, 1, 0.7],
    )
    if manner == "wreath":
        marks = replace(marks, size=dice.between(0.03, 0.055), inset=dice.between(0.015, 0.04))
    elif manner == "double_plants":
        marks = replace(marks, plant_size=marks.plant_size * 0.75, inset=0.01)
    return FlowerKindStyle(
        manner=manner,
        border=_border(dice, pips, face),
        marks=marks,
        room=dice.between(0.015, 0.06),
    )


def _stacked(dice: Dice, pips: PipStyle, face: RGB) -> StackedStyle:
    layout = dice.pick(["columns", "abab", "abba", "turned"], [4.5, 3, 2, 1.5])
    fitting = "rows" if layout in ("abab", "abba") else "columns"
    extra = dice.pick(["none", "glyph", "glyph_corner", "plants"], [12, 1.5, 1, 1])
    marks = _marks(dice, pips, face)
    size = marks.plant_size * 0.62
    marks = replace(marks, plant_size=size, plant_place="corners", size=dice.between(0.06, 0.1))
    room, gap = dice.between(0.015, 0.05), dice.between(0.05, 0.18)
    if extra == "glyph":
        gap = max(gap, 2 * marks.size + 0.02)
    elif extra == "glyph_corner":
        room = 2 * marks.size + 0.005
    elif extra == "plants":
        room = size * 0.7
    return StackedStyle(
        layout=layout,
        mirrored=dice.chance(0.3),
        six=fitting if dice.chance(0.9) else dice.pick(["rows", "columns"]),
        size=dice.between(0.6, 0.95),
        bordered=dice.chance(0.65),
        border=_border(dice, pips, face),
        room=room,
        share_x=dice.between(0.4, 0.95) if layout in ("abab", "abba") and dice.chance(0.5) else 1.0,
        half_divided=dice.chance(0.5),
        gap=gap,
        half_gap=dice.between(0.03, 0.1),
        divider=dice.pick(["none", "line", "short", "dots"], [6, 3, 1, 0.5]),
        extra=extra,
        marks=marks,
    )
