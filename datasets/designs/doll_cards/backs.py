"""The backs: one colour, or a pattern that says nothing about the card."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from datasets.designs.canvas import ellipse
from datasets.designs.characters import fit
from datasets.designs.doll_cards.canvas import CardCanvas
from datasets.designs.doll_cards.design import BackStyle
from datasets.designs.doll_cards.frame import rounded_box
from datasets.designs.fonts import glyph


def draw_back(canvas: CardCanvas, style: BackStyle, font: str) -> None:
    """Draw the pattern, then the border; ``font`` writes the back's character."""
    if style.kind == "character":
        for y in (0.3, 0.7):
            box = (0.25, y * canvas.aspect - 0.25, 0.5, 0.5)
            fit(canvas, glyph(font, style.glyph), box, style.ink)
    elif style.kind != "plain":
        _PATTERNS[style.kind](canvas, style)
    if style.border > 0:
        half = style.border / 2
        outline = rounded_box(half, half, 1 - half, canvas.aspect - half, 0.02)
        canvas.line(outline, style.border, style.ink, closed=True)


def _grid(canvas: CardCanvas, style: BackStyle) -> list[tuple[int, float, float]]:
    """Return row, x and y of a pattern's places."""
    step = style.size
    return [
        (row, float(x), float(y))
        for row, y in enumerate(np.arange(step / 2, canvas.aspect, step))
        for x in np.arange(step / 2, 1, step)
    ]


def _lattice(canvas: CardCanvas, style: BackStyle) -> None:
    for start in np.arange(-canvas.aspect, 1, style.size * 1.4):
        ends = [(start, 0.0), (start + canvas.aspect, canvas.aspect)]
        canvas.line(ends, style.size * 0.14, style.ink)
        canvas.line([(1 - x, y) for x, y in ends], style.size * 0.14, style.ink)


def _diamonds(canvas: CardCanvas, style: BackStyle) -> None:
    half = style.size * 0.4
    for _, x, y in _grid(canvas, style):
        canvas.polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], style.ink)


def _dots(canvas: CardCanvas, style: BackStyle) -> None:
    for row, x, y in _grid(canvas, style):
        canvas.disc((x + style.size / 2 * (row % 2), y), style.size * 0.22, style.ink)


def _waves(canvas: CardCanvas, style: BackStyle) -> None:
    x = np.linspace(0, 1, 36)
    for y in np.arange(style.size / 2, canvas.aspect, style.size):
        wave = y + style.size * 0.25 * np.sin(x * 2 * np.pi / (2 * style.size))
        canvas.line(np.stack([x, wave], axis=1), style.size * 0.16, style.ink)


def _scales(canvas: CardCanvas, style: BackStyle) -> None:
    t = np.linspace(0, np.pi, 9)
    for row, x, y in _grid(canvas, style):
        middle = x + style.size / 2 * (row % 2)
        arc = 0.5 * style.size * np.stack([np.cos(t), np.sin(t)], axis=1) + np.array([middle, y])
        canvas.line(arc, style.size * 0.1, style.ink)


def _rosette(canvas: CardCanvas, style: BackStyle) -> None:
    for level in (0.22, 0.5, 0.78):
        middle = np.array([0.5, level * canvas.aspect])
        for turn in np.linspace(0, 2 * np.pi, 8, endpoint=False):
            way = np.array([np.cos(turn), np.sin(turn)])
            canvas.polygon(ellipse(middle + 0.2 * way, 0.14, 0.06, turn, 16), style.ink)
        canvas.disc(middle, 0.06, style.ink)


def _stripes(canvas: CardCanvas, style: BackStyle) -> None:
    for y in np.arange(style.size / 2, canvas.aspect, style.size):
        canvas.line([(0, y), (1, y)], style.size * 0.35, style.ink)


def _swirls(canvas: CardCanvas, style: BackStyle) -> None:
    t = np.linspace(0, 7, 16)
    for row, x, y in _grid(canvas, style):
        radius = 0.06 * style.size * t
        sign = 1 if row % 2 else -1
        turns = np.stack([sign * np.cos(t), np.sin(t)], axis=1)
        canvas.line(turns * radius[:, None] + np.array([x, y]), style.size * 0.12, style.ink)


_PATTERNS: dict[str, Callable[[CardCanvas, BackStyle], None]] = {
    "lattice": _lattice,
    "diamonds": _diamonds,
    "dots": _dots,
    "waves": _waves,
    "scales": _scales,
    "rosette": _rosette,
    "stripes": _stripes,
    "swirls": _swirls,
}
BACK_KINDS = ("plain", "character", *_PATTERNS)
