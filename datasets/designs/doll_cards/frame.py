"""Frames, end bands and faint ornaments: what stands on every card of a pack alike."""

from __future__ import annotations

import numpy as np

from datasets.designs.canvas import Points, curve, ellipse, leaf
from datasets.designs.design import RGB
from datasets.designs.doll_cards.canvas import CardCanvas, Pen
from datasets.designs.doll_cards.design import FrameStyle, OrnamentStyle


def rounded_box(left: float, top: float, right: float, bottom: float, radius: float) -> Points:
    """Return the outline (n×2) of a rectangle with rounded corners."""
    radius = max(0.001, min(radius, (right - left) / 2, (bottom - top) / 2))
    quarter = np.linspace(0, np.pi / 2, 5)
    arcs = [
        np.array([x, y]) + radius * np.stack([np.cos(t), np.sin(t)], axis=1)
        for x, y, t in (
            (right - radius, bottom - radius, quarter),
            (left + radius, bottom - radius, quarter + np.pi / 2),
            (left + radius, top + radius, quarter + np.pi),
            (right - radius, top + radius, quarter + 1.5 * np.pi),
        )
    ]
    return np.concatenate(arcs)


def draw_bands(canvas: CardCanvas, style: FrameStyle) -> None:
    """Draw the coloured bands across both ends, the lower one turned by 180°."""
    if style.band <= 0:
        return
    for turned in (False, True):
        origin = (1.0, canvas.aspect) if turned else (0.0, 0.0)
        pen = Pen(canvas, origin, 1.0, turned=turned)
        _band(pen, style, canvas.paper)


def _band(pen: Pen, style: FrameStyle, paper: RGB) -> None:
    """Draw one band from the card's end at y = 0 downward, its pattern bare."""
    high, ink = style.band, style.band_ink
    pen.shape([(0, 0), (1, 0), (1, high), (0, high)], ink, 0, ink)
    for line in _band_lines(style.band_pattern):
        pen.line(line * (1, high), 0.018, paper)
    if style.band_pattern == "dots":
        for x in np.arange(0.1, 0.95, 0.16):
            pen.oval((x, high / 2), high * 0.2, high * 0.2, paper)
    elif style.band_pattern == "teeth":
        for x in np.arange(0, 0.99, 0.2):
            pen.shape([(x, high), (x + 0.1, high * 1.5), (x + 0.2, high)], ink, 0, ink)


def _band_lines(pattern: str) -> list[Points]:
    """Return the bare lines (each n×2) in a band that is 1 high and 1 wide."""
    x = np.linspace(0, 1, 40)
    if pattern == "key":
        steps = np.array([(0, 0.8), (0, 0.2), (0.126, 0.2), (0.126, 0.62), (0.063, 0.62)])
        return [steps + np.array([start, 0]) for start in np.arange(0.06, 0.99, 0.22)]
    if pattern == "waves":
        waves = [level + 0.12 * np.sin(x * 26 + 5 * level) for level in (0.35, 0.7)]
        return [np.stack([x, wave], axis=1) for wave in waves]
    if pattern == "lines":
        return [np.array([(0, level), (1, level)]) for level in (0.3, 0.55, 0.8)]
    return []


def draw_frame(canvas: CardCanvas, style: FrameStyle) -> None:
    """Draw the lines round the card, within the bands."""
    if style.kind == "none":
        return
    left, top = style.margin, style.margin + style.band
    right, bottom = 1 - left, canvas.aspect - top
    if style.kind == "corners":
        _corner_pieces(canvas, style, (left, top, right, bottom))
        return
    if style.kind == "beaded":
        _beads(canvas, style, (left, top, right, bottom))
        return
    outline = rounded_box(left, top, right, bottom, style.rounded)
    canvas.line(outline, style.stroke, style.ink, closed=True)
    if style.kind in ("double", "ornate"):
        inset = style.stroke * 2.2
        inner = rounded_box(
            left + inset, top + inset, right - inset, bottom - inset, style.rounded * 0.7
        )
        canvas.line(inner, max(0.008, style.stroke * 0.5), style.ink, closed=True)
    if style.kind == "ornate":
        _corner_pieces(canvas, style, (left, top, right, bottom))


def _corner_pieces(
    canvas: CardCanvas, style: FrameStyle, box: tuple[float, float, float, float]
) -> None:
    """Draw an angle with a curl into each corner."""
    reach = 0.2
    for x, sx in ((box[0], 1), (box[2], -1)):
        for y, sy in ((box[1], 1), (box[3], -1)):
            canvas.line([(x + sx * reach, y), (x, y), (x, y + sy * reach)], style.stroke, style.ink)
            steps = np.linspace(0, 4.2, 12)
            radius = 0.055 * (1 - steps / 7)
            curl = np.stack(
                [
                    x + sx * (0.085 + radius * np.cos(steps)),
                    y + sy * (0.085 + radius * np.sin(steps)),
                ],
                axis=1,
            )
            canvas.line(curl, max(0.008, style.stroke * 0.7), style.ink)


def _beads(canvas: CardCanvas, style: FrameStyle, box: tuple[float, float, float, float]) -> None:
    """Draw a row of beads along all four sides."""
    step = max(0.05, style.stroke * 3.2)
    across = np.linspace(box[0], box[2], max(2, round((box[2] - box[0]) / step)))
    along = np.linspace(box[1], box[3], max(2, round((box[3] - box[1]) / step)))
    for x in across:
        for y in (box[1], box[3]):
            canvas.disc((x, y), style.stroke, style.ink)
    for y in along:
        for x in (box[0], box[2]):
            canvas.disc((x, y), style.stroke, style.ink)


def draw_ornament(canvas: CardCanvas, style: OrnamentStyle, clear: float) -> None:
    """Draw the faint decoration at the ends that the design uses.

    Args:
        canvas: The card.
        style: What to draw.
        clear: Room at the ends that bands and frame take.
    """
    if style.kind == "none":
        return
    for wanted, turned in ((style.bottom, False), (style.top, True)):
        if wanted:
            edge = clear if turned else canvas.aspect - clear
            pen = Pen(canvas, (0.5, edge), 1.0, turned=turned)
            _ORNAMENTS[style.kind](pen, style)


def _clouds(pen: Pen, style: OrnamentStyle) -> None:
    high = style.size
    steps = np.linspace(0, 5.2, 14)
    for x, y, size in ((-0.22, 0.3, 1.0), (0.2, 0.55, 0.8), (0.04, 0.85, 0.55)):
        radius = 0.13 * size * (1 - steps / 8)
        spiral = np.stack([x + radius * np.cos(steps), -high * y + radius * np.sin(steps)], axis=1)
        pen.line(spiral, 0.02, style.ink)
        tail = curve(
            [(x + 0.13 * size, -high * y), (x + 0.2, -high * y + 0.1), (x - 0.2, -high * y + 0.12)]
        )
        pen.line(tail, 0.02, style.ink)


def _waves(pen: Pen, style: OrnamentStyle) -> None:
    t = np.linspace(np.pi, 2 * np.pi, 10)
    for row in range(3):
        for x in np.arange(-0.36, 0.45, 0.24) + 0.12 * (row % 2):
            y = -style.size * (0.05 + 0.3 * row)
            for radius in (0.11, 0.065):
                arc = np.stack([x + radius * np.cos(t), y + radius * np.sin(t)], axis=1)
                pen.line(np.clip(arc, -0.47, 9), 0.014, style.ink)


def _sprig(pen: Pen, style: OrnamentStyle) -> None:
    high = style.size
    stem = curve([(0.3, 0), (0.1, -high * 0.4), (-0.25, -high)])
    pen.line(stem, 0.018, style.ink)
    for part, side in ((0.25, -1), (0.4, 1), (0.6, -1), (0.75, 1)):
        base = stem[int(part * (len(stem) - 1))]
        blade = leaf(base, -2.0 + 0.9 * side, 0.22, 0.08)
        pen.shape(blade, style.ink, 0, style.ink)
    for turn in np.linspace(0, 2 * np.pi, 5, endpoint=False):
        petal = stem[-1] + 0.06 * np.array([np.cos(turn), np.sin(turn)])
        pen.oval(petal, 0.038, 0.038, style.ink)


def _peaks(pen: Pen, style: OrnamentStyle) -> None:
    high = style.size
    for x, y, wide in ((-0.24, 0.7, 0.2), (0.04, 1.0, 0.24), (0.28, 0.6, 0.18)):
        ridge = [(x - wide, 0), (x - wide * 0.3, -high * y * 0.8), (x, -high * y)]
        pen.line([*ridge, (x + wide * 0.4, -high * y * 0.6), (x + wide, 0)], 0.018, style.ink)


def _dots(pen: Pen, style: OrnamentStyle) -> None:
    for row, y in enumerate(np.arange(0.04, style.size, 0.1)):
        for x in np.arange(-0.36, 0.4, 0.12) + 0.06 * (row % 2):
            pen.oval((x, -y), 0.018, 0.018, style.ink)


def _rays(pen: Pen, style: OrnamentStyle) -> None:
    for turn in np.linspace(np.pi * 1.1, np.pi * 1.9, 9):
        way = np.array([np.cos(turn) * 1.2, np.sin(turn)]) * style.size
        pen.line([way * 0.35, np.clip(way, -0.44, 0.44)], 0.02, style.ink)


def _knot(pen: Pen, style: OrnamentStyle) -> None:
    half = min(0.3, style.size / 2)
    for shift in (-0.34, 0.0, 0.34):
        a = [(-half, shift * half), (shift * half, -half)]
        b = [(half, shift * half), (shift * half, half)]
        for ends in (a, b, [a[0], b[1]], [a[1], b[0]]):
            pen.line(np.array(ends) - np.array([0, half]), 0.022, style.ink)
    pen.line(ellipse((0, -half), half, half), 0.016, style.ink, closed=True)


_ORNAMENTS = {
    "clouds": _clouds,
    "waves": _waves,
    "sprig": _sprig,
    "peaks": _peaks,
    "dots": _dots,
    "rays": _rays,
    "knot": _knot,
}
ORNAMENT_KINDS = tuple(_ORNAMENTS)
