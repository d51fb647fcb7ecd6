"""The doll: figures in colours, from a stick figure to an opera singer.

A figure's units are those of :class:`Pen`: x from -0.5 to 0.5, y down from 0 at the top of
the head to the figure's height of `_HEIGHTS`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from datasets.designs.canvas import curve
from datasets.designs.characters import fit
from datasets.designs.doll_cards.canvas import CardCanvas, Pen
from datasets.designs.doll_cards.design import DollCardDesign, DollStyle, end_room
from datasets.designs.doll_cards.frame import rounded_box
from datasets.designs.fonts import glyph

_HEIGHTS = {
    "standing": 1.9,
    "baby": 1.3,
    "face": 1.0,
    "buns": 1.75,
    "opera": 1.9,
    "stick": 1.7,
    "tumbler": 1.45,
    "robe": 1.8,
}
FIGURES = tuple(_HEIGHTS)
_WAIST = {"face": 1.0, "tumbler": 1.1}
"""Height at which a two-headed figure is cut; 0.95 for the others."""


def figure_box(
    style: DollStyle, aspect: float, taken: float = 0.12
) -> tuple[float, float, float, float]:
    """Return where the figure stands: x, y, width, height.

    Args:
        style: The doll.
        aspect: Height over width of the card.
        taken: Height at each end that the figure leaves free; a fifth of the card at most.
    """
    taken = min(taken, aspect / 5)
    high = _HEIGHTS[style.kind]
    if style.two_headed:
        high = 2 * _WAIST.get(style.kind, 0.95)
    high *= style.tall
    width = min(style.size, (aspect - 2 * taken) / high)
    height = width * high
    place = 0.5 if style.two_headed else style.place
    top = float(np.clip(place * aspect - height / 2, taken, aspect - taken - height))
    return 0.5 - width / 2, top, width, height


def draw_doll(canvas: CardCanvas, design: DollCardDesign) -> None:
    """Draw the figure of the doll's card with what stands beside it."""
    style = design.doll
    taken = min(max(0.12, end_room(design.frame, design.index)), design.aspect / 5)
    x, top, width, height = figure_box(style, design.aspect, taken)
    draw = _DRAWERS[style.kind]
    if style.framed:
        pad = 0.04
        box = rounded_box(x - pad, top - pad, x + width + pad, top + height + pad, 0.03)
        canvas.line(box, 0.012, style.outline, closed=True)
    if style.two_headed:
        _draw_two_headed(canvas, style, draw, width)
    else:
        draw(Pen(canvas, (0.5, top), width, tall=style.tall), style)
    if style.beside:
        _write_beside(canvas, design, (taken, top, top + height))


def _draw_two_headed(
    canvas: CardCanvas, style: DollStyle, draw: Callable[[Pen, DollStyle], None], width: float
) -> None:
    """Draw the figure's upper half, and the same turned by 180° below the middle."""
    waist = _WAIST.get(style.kind, 0.95) * width * style.tall
    middle = canvas.aspect / 2
    draw(Pen(canvas, (0.5, middle - waist), width, tall=style.tall), style)
    row = canvas.pixels.shape[0] // 2
    upper = canvas.pixels[:row].copy()
    canvas.pixels[-row:] = upper[::-1, ::-1]
    canvas.line([(0.5 - width / 2, middle), (0.5 + width / 2, middle)], 0.014, style.outline)


def _write_beside(
    canvas: CardCanvas, design: DollCardDesign, levels: tuple[float, float, float]
) -> None:
    """Write a small character above or below the figure, if there is room.

    Args:
        canvas: The card.
        design: What to write.
        levels: Heights where the room of the ends, the figure, and the room below it begin.
    """
    taken, top, bottom = levels
    above, below = top - taken, design.aspect - taken - bottom
    size = min(max(above, below) - 0.06, 0.42)
    if size < 0.16:
        return
    y = top - 0.03 - size if above > below else bottom + 0.03
    mask = glyph(design.script.font, design.doll.beside, 0.01)
    # On a panel the characters are bare paper, which the card itself would swallow.
    script = design.script
    ink = script.second_ink if script.manner in ("ink", "outlined") else design.doll.outline
    fit(canvas, mask, (0.5 - size / 2, y, size, size), ink, 1.2)


def _features(pen: Pen, style: DollStyle, x: float, y: float, size: float) -> None:
    """Draw eyes, mouth and cheeks into a face of radius ``size`` about (x, y)."""
    for side in (-1, 1):
        pen.oval((x + side * 0.4 * size, y - 0.02 * size), 0.1 * size, 0.14 * size, style.outline)
        pen.oval((x + side * 0.58 * size, y + 0.36 * size), 0.17 * size, 0.12 * size, style.cheeks)
    mouth = curve(
        [(x - 0.2 * size, y + 0.45 * size), (x, y + 0.7 * size), (x + 0.2 * size, y + 0.45 * size)],
        8,
    )
    pen.line(mouth, max(0.012, 0.1 * size * pen.size), (180, 40, 50))


def _head(pen: Pen, style: DollStyle, y: float, size: float) -> None:
    """Draw a round head with a fringe; ``y`` is its middle."""
    pen.oval((0, y - 0.06 * size), 1.12 * size, 1.1 * size, style.hair)
    pen.oval(
        (0, y + 0.08 * size),
        0.96 * size,
        0.92 * size,
        style.skin,
        stroke=style.stroke,
        outline=style.outline,
    )
    t = np.linspace(np.pi, 2 * np.pi, 12)
    fringe = np.stack([0.96 * size * np.cos(t), y - 0.2 * size + 0.8 * size * np.sin(t)], axis=1)
    pen.shape(fringe, style.hair, 0, style.hair)
    _features(pen, style, 0, y + 0.08 * size, size)


def _dress(pen: Pen, style: DollStyle, top: float, bottom: float, wide: float) -> None:
    """Draw a bell-shaped dress with a hem and a sash."""
    outline = [(-0.12, top), (0.12, top), (wide, bottom), (-wide, bottom)]
    pen.shape(outline, style.dress, style.stroke, style.outline)
    hem = bottom - 0.08
    inner = wide - (wide - 0.12) * 0.08 / (bottom - top)
    pen.shape(
        [(-inner, hem), (inner, hem), (wide, bottom), (-wide, bottom)],
        style.second,
        0,
        style.second,
    )
    sash = top + 0.3 * (bottom - top)
    half = 0.12 + 0.3 * (wide - 0.12)
    pen.line([(-half, sash), (half, sash)], 0.05 * pen.size, style.second)


def _limb(pen: Pen, style: DollStyle, points: list[tuple[float, float]], width: float) -> None:
    """Draw an arm or a leg on both sides, with its end in the skin's colour."""
    for side in (-1, 1):
        line = [(side * x, y) for x, y in points]
        if style.stroke > 0:
            pen.line(line, width * pen.size + 2 * style.stroke, style.outline)
        pen.line(line, width * pen.size, style.dress)
        pen.oval(
            line[-1],
            width * 0.62,
            width * 0.62,
            style.skin,
            stroke=style.stroke,
            outline=style.outline,
        )


def _standing(pen: Pen, style: DollStyle) -> None:
    for side in (-1, 1):
        pen.line([(side * 0.12, 1.5), (side * 0.13, 1.8)], 0.11 * pen.size, style.skin)
        pen.oval((side * 0.15, 1.83), 0.11, 0.06, style.hair)
    _limb(pen, style, [(0.1, 0.72), (0.38, 1.08)], 0.13)
    _dress(pen, style, 0.6, 1.6, 0.4)
    _head(pen, style, 0.33, 0.3)


def _buns(pen: Pen, style: DollStyle) -> None:
    for side in (-1, 1):
        pen.oval((side * 0.3, 0.12), 0.13, 0.12, style.hair)
        pen.oval((side * 0.27, 0.2), 0.06, 0.04, style.second)
        pen.line([(side * 0.12, 1.45), (side * 0.12, 1.66)], 0.1 * pen.size, style.second)
        pen.oval((side * 0.14, 1.69), 0.1, 0.055, style.outline)
    _limb(pen, style, [(0.14, 0.78), (0.32, 1.0), (0.1, 1.12)], 0.13)
    body = [(-0.2, 0.66), (0.2, 0.66), (0.3, 1.5), (-0.3, 1.5)]
    pen.shape(body, style.dress, style.stroke, style.outline)
    for y in (0.86, 1.0, 1.3):
        pen.oval((0, y), 0.03, 0.03, style.second)
    _head(pen, style, 0.38, 0.31)


def _baby(pen: Pen, style: DollStyle) -> None:
    for side in (-1, 1):
        pen.oval(
            (side * 0.3, 1.14), 0.19, 0.13, style.skin, stroke=style.stroke, outline=style.outline
        )
    pen.oval((0, 0.92), 0.32, 0.32, style.skin, stroke=style.stroke, outline=style.outline)
    apron = [(-0.2, 0.68), (0.2, 0.68), (0.32, 0.92), (0, 1.24), (-0.32, 0.92)]
    pen.shape(apron, style.dress, style.stroke, style.outline)
    pen.oval((0, 0.93), 0.1, 0.1, style.second)
    for side in (-1, 1):
        pen.oval(
            (side * 0.36, 0.86), 0.1, 0.14, style.skin, stroke=style.stroke, outline=style.outline
        )
    pen.oval((0, 0.36), 0.34, 0.32, style.skin, stroke=style.stroke, outline=style.outline)
    tuft = [(-0.12, 0.12), (0, -0.02), (0.12, 0.12), (0, 0.2)]
    pen.shape(tuft, style.hair, 0, style.hair)
    _features(pen, style, 0, 0.38, 0.3)


def _face(pen: Pen, style: DollStyle) -> None:
    _head(pen, style, 0.5, 0.42)
    for side in (-1, 1):
        pen.oval((side * 0.4, 0.16), 0.1, 0.1, style.dress)
        pen.oval((side * 0.4, 0.16), 0.045, 0.045, style.second)


def _opera(pen: Pen, style: DollStyle) -> None:
    robe = [(-0.16, 0.62), (0.16, 0.62), (0.46, 1.85), (-0.46, 1.85)]
    pen.shape(robe, style.dress, style.stroke, style.outline)
    for side in (-1, 1):
        sleeve = [(0.1, 0.66), (0.2, 0.66), (0.5, 1.2), (0.28, 1.34)]
        pen.shape([(side * x, y) for x, y in sleeve], style.second, style.stroke, style.outline)
        feather = curve([(side * 0.12, 0.2), (side * 0.3, -0.15), (side * 0.48, 0.32)], 12)
        pen.line(feather, 0.035 * pen.size, style.second)
    for y in (1.2, 1.45, 1.7):
        pen.oval((0, y), 0.08, 0.08, style.second)
    pen.line([(-0.4, 1.78), (0.4, 1.78)], 0.06 * pen.size, style.second)
    pen.oval((0, 0.42), 0.22, 0.25, style.skin, stroke=style.stroke, outline=style.outline)
    crown = [(-0.28, 0.32), (-0.2, 0.08), (0, 0.0), (0.2, 0.08), (0.28, 0.32)]
    pen.shape(crown, style.dress, style.stroke, style.outline)
    for x in (-0.16, 0, 0.16):
        pen.oval((x, 0.17), 0.05, 0.05, style.second)
    _features(pen, style, 0, 0.44, 0.21)


def _stick(pen: Pen, style: DollStyle) -> None:
    width = max(0.02, 0.07 * pen.size)
    ink = style.outline
    pen.line([(0, 0.5), (0, 1.1)], width, ink)
    pen.line([(-0.4, 0.6), (0, 0.78), (0.4, 0.6)], width, ink)
    pen.line([(-0.3, 1.65), (0, 1.1), (0.3, 1.65)], width, ink)
    pen.oval((0, 0.28), 0.24, 0.24, style.skin)
    pen.line(
        0.24 * np.stack([np.cos(_CIRCLE), np.sin(_CIRCLE)], axis=1) + (0, 0.28),
        width,
        ink,
        closed=True,
    )
    _features(pen, style, 0, 0.28, 0.2)


def _tumbler(pen: Pen, style: DollStyle) -> None:
    pen.oval((0, 0.98), 0.46, 0.45, style.dress, stroke=style.stroke, outline=style.outline)
    pen.oval((0, 1.08), 0.24, 0.24, style.second)
    pen.oval((0, 1.08), 0.1, 0.1, style.dress)
    _head(pen, style, 0.38, 0.33)


def _robe(pen: Pen, style: DollStyle) -> None:
    outline = [(-0.3, 0.6), (0.3, 0.6), (0.46, 1.2), (0.34, 1.78), (-0.34, 1.78), (-0.46, 1.2)]
    pen.shape(outline, style.dress, style.stroke, style.outline)
    pen.shape([(-0.14, 0.6), (0.14, 0.6), (-0.02, 1.05)], style.skin, 0, style.skin)
    for side in (-1, 1):
        pen.line([(side * 0.16, 0.6), (-side * 0.02, 1.05)], 0.06 * pen.size, style.second)
    pen.line([(-0.4, 1.08), (0.4, 1.08)], 0.11 * pen.size, style.second)
    pen.line([(0, 1.1), (0.02, 1.74)], 0.02 * pen.size, style.outline)
    pen.oval((0, 0.06), 0.1, 0.08, style.hair)
    _head(pen, style, 0.36, 0.28)


_CIRCLE = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_DRAWERS: dict[str, Callable[[Pen, DollStyle], None]] = {
    "standing": _standing,
    "baby": _baby,
    "face": _face,
    "buns": _buns,
    "opera": _opera,
    "stick": _stick,
    "tumbler": _tumbler,
    "robe": _robe,
}
