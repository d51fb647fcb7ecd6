"""Characters and indices: everything that is written on doll cards with a font."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.designs.canvas import ellipse
from datasets.designs.characters import carved, fit
from datasets.designs.design import RGB
from datasets.designs.doll_cards.canvas import CardCanvas
from datasets.designs.doll_cards.design import DollCardDesign, IndexStyle, ScriptStyle
from datasets.designs.fonts import glyph
from scoring.tiles import DOLL_SUBJECTS

FIRST_PHRASE = ("fu", "ru", "dong", "hai")
_NUMERALS = "一二三四五六七八九"
_CHARACTERS = {
    "fu": "福",
    "ru": "如",
    "dong": "東",
    "hai": "海",
    "shou": "壽",
    "bi": "比",
    "nan": "南",
    "shan": "山",
}
# Pips of 1 to 9 on a grid of three columns, a row's digits from the top.
_PIPS = {1: "1", 2: "11", 3: "111", 4: "22", 5: "212", 6: "33", 7: "313", 8: "323", 9: "333"}


def character(design: DollCardDesign, face: str) -> str:
    """Return what the design writes on a card: its form of 東 and 壽, and 娃 for the doll."""
    own = {"dong": design.script.dong, "shou": design.script.shou, "doll": design.doll.glyph}
    return own.get(face) or _CHARACTERS[face]


def script_ink(style: ScriptStyle, face: str) -> RGB:
    """Return the ink of a subject; the doll's character has that of 壽比南山."""
    return style.first_ink if face in FIRST_PHRASE else style.second_ink


def script_boxes(style: ScriptStyle, aspect: float) -> list[tuple[float, float, float, float]]:
    """Return where the characters stand (x, y, width, height): one box, or one at each end."""
    top = style.place * aspect - style.height / 2
    upper = (0.5 - style.width / 2, top, style.width, style.height)
    if style.layout == "one":
        return [upper]
    return [upper, (upper[0], aspect - top - style.height, style.width, style.height)]


def draw_script(canvas: CardCanvas, design: DollCardDesign, face: str) -> None:
    """Draw the large character of a card, once or at both ends."""
    style = design.script
    text = character(design, face)
    mask = _carved(design, text, style.weight)
    halo = _carved(design, text, style.weight + 0.07) if style.manner == "outlined" else None
    ink = script_ink(style, face)
    for number, box in enumerate(script_boxes(style, design.aspect)):
        if style.manner not in ("ink", "outlined"):
            box = _panel(canvas, style, box)  # noqa: PLW2901 - the panel leaves less room
        if halo is not None:
            grown = (box[0] - 0.03, box[1] - 0.03, box[2] + 0.06, box[3] + 0.06)
            fit(canvas, _turned(halo, number), grown, style.panel_ink, style.stretch)
        fit(canvas, _turned(mask, number), box, ink, style.stretch)


def _carved(design: DollCardDesign, text: str, weight: float) -> NDArray[np.uint8]:
    style = design.script
    return carved(
        style.font,
        text,
        weight=round(weight, 3),
        warp=style.warp,
        shear=style.shear,
        seed=design.seed,
    )


def _turned(mask: NDArray[np.uint8], number: int) -> NDArray[np.uint8]:
    """Return the mask for the upper (0) or, turned by 180°, the lower place (1)."""
    return np.ascontiguousarray(mask[::-1, ::-1]) if number else mask


def _panel(
    canvas: CardCanvas, style: ScriptStyle, box: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    """Fill the panel below a character, and return the room within it."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    rx, ry = box[2] / 2, box[3] / 2
    if style.manner == "disc":
        canvas.polygon(ellipse((x, y), rx * 1.1, ry * 1.1, steps=48), style.panel_ink)
        share = 0.76
    elif style.manner == "diamond":
        points = [(x, y - ry * 1.25), (x + rx * 1.25, y), (x, y + ry * 1.25), (x - rx * 1.25, y)]
        canvas.polygon(points, style.panel_ink)
        share = 0.66
    else:
        canvas.polygon(
            [(x - rx, y - ry), (x + rx, y - ry), (x + rx, y + ry), (x - rx, y + ry)],
            style.panel_ink,
        )
        share = 0.86
    return (x - rx * share, y - ry * share, 2 * rx * share, 2 * ry * share)


def draw_indices(canvas: CardCanvas, design: DollCardDesign, face: str) -> None:
    """Draw the small signs at the ends; the lower ones are the upper ones turned by 180°."""
    style = design.index
    if style.kind == "none":
        return
    x = {"left": style.margin, "centre": 0.5 - style.size / 2}.get(
        style.side, 1 - style.margin - style.size
    )
    upper = (x, style.margin + design.frame.band, style.size, style.size)
    lower = (1 - x - style.size, design.aspect - upper[1] - style.size, style.size, style.size)
    rank = DOLL_SUBJECTS.index(face) + 1
    for number, box in enumerate((upper, lower)[: style.ends]):
        if style.kind == "pips":
            _pips(canvas, style, box, rank, turned=bool(number))
        else:
            mask = glyph(style.font, index_text(design, face), 0.02)
            fit(canvas, _turned(mask, number), box, style.ink, 1.2)


def index_text(design: DollCardDesign, face: str) -> str:
    """Return the text of a card's index."""
    rank = DOLL_SUBJECTS.index(face) + 1
    if design.index.kind == "numeral":
        return _NUMERALS[rank - 1]
    return str(rank) if design.index.kind == "arabic" else character(design, face)


def _pips(
    canvas: CardCanvas,
    style: IndexStyle,
    box: tuple[float, float, float, float],
    rank: int,
    *,
    turned: bool,
) -> None:
    """Draw 1 to 9 dots into a box."""
    sign = -1 if turned else 1
    cell = style.size / 3
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    rows = _PIPS[rank]
    for row, count in enumerate(rows):
        y = (row - (len(rows) - 1) / 2) * cell
        for column in range(int(count)):
            x = (column - (int(count) - 1) / 2) * cell
            canvas.disc((middle[0] + sign * x, middle[1] + sign * y), cell * 0.36, style.ink)
