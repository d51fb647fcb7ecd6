"""Borders, and lines between halves."""

from __future__ import annotations

import numpy as np

from datasets.designs.canvas import Canvas, Points, xy
from datasets.designs.design import RGB
from datasets.designs.flower_tiles.design import BorderStyle
from datasets.designs.flower_tiles.layout import Box

_QUARTER = np.linspace(0, np.pi / 2, 7)


def outline(shape: str, inset: float, aspect: float, corner: float) -> Points:
    """Return a closed line (n×2) along the face's edge, clockwise.

    Args:
        shape: "rect", "rounded", "chamfered" or "notched".
        inset: Distance from the edge.
        aspect: The face's height.
        corner: Radius or cut of the corners.
    """
    corner = 0.0 if shape == "rect" else max(0.0, corner)
    half = np.array([0.5 - inset, aspect / 2 - inset])
    # The corner at the lower right seen from the corner of the box, going down and left.
    if corner == 0.0:
        arc = np.zeros((1, 2))
    elif shape == "chamfered":
        arc = np.array([[0.0, -corner], [-corner, 0.0]])
    elif shape == "notched":
        arc = -corner * np.stack([np.sin(_QUARTER), np.cos(_QUARTER)], axis=1)
    else:
        arc = corner * (np.stack([np.cos(_QUARTER), np.sin(_QUARTER)], axis=1) - 1)
    first = half + arc
    parts = [
        first,
        first[::-1] * [-1, 1],
        first * [-1, -1],
        first[::-1] * [1, -1],
    ]
    return np.asarray(np.concatenate(parts) + xy(0.5, aspect / 2))


def along(line: Points, count: int) -> tuple[Points, Points]:
    """Return ``count`` even places (n×2) on a closed line, and its directions there (n×2)."""
    closed = np.concatenate([line, line[:1]])
    steps = np.linalg.norm(np.diff(closed, axis=0), axis=1)
    reached = np.concatenate([[0.0], np.cumsum(steps)])
    wanted = (np.arange(count) + 0.5) * reached[-1] / count
    places = np.stack([np.interp(wanted, reached, closed[:, k]) for k in (0, 1)], axis=1)
    index = np.clip(np.searchsorted(reached, wanted) - 1, 0, len(steps) - 1)
    ways = np.diff(closed, axis=0)[index] / np.maximum(steps[index], 1e-9)[:, None]
    return places, ways


def draw_border(canvas: Canvas, style: BorderStyle, *, double: bool) -> None:
    """Draw the outer line, and for ``double`` the inner one. What lies inside gets bare."""
    aspect = canvas.aspect
    _line(canvas, style, style.inset, style.stroke, style.ink)
    if not double:
        return
    inset = style.inset + style.stroke + style.gap
    if style.inner == "line":
        _line(canvas, style, inset, style.inner_stroke, style.inner_ink)
        return
    width = max(style.inner_stroke, 0.012)
    path = outline(style.shape, inset + width / 2, aspect, _corner(style, inset + width / 2))
    length = float(np.linalg.norm(np.diff(path, axis=0, append=path[:1]), axis=1).sum())
    pitch = 2.4 * width if style.inner == "dotted" else 5 * width
    places, ways = along(path, round(length / pitch))
    for place, way in zip(places, ways, strict=True):
        if style.inner == "dotted":
            canvas.disc(place, width / 2, style.inner_ink)
        else:
            ends = [place - 1.3 * width * way, place + 1.3 * width * way]
            canvas.line(ends, width, style.inner_ink)


def _corner(style: BorderStyle, inset: float) -> float:
    """Return the corner of a line ``inset`` from the edge, parallel to the outer one."""
    deeper = inset - style.inset
    if style.shape == "chamfered":
        return style.corner - deeper * float(2 - np.sqrt(2))
    return style.corner if style.shape == "notched" else style.corner - deeper


def _line(canvas: Canvas, style: BorderStyle, inset: float, stroke: float, ink: RGB) -> None:
    """Draw one closed line as ink with a bare inside, which keeps fractions of a pixel."""
    for depth, colour in ((inset, ink), (inset + stroke, canvas.paper)):
        corner = _corner(style, depth)
        canvas.polygon(outline(style.shape, depth, canvas.aspect, corner), colour)


def draw_divider(canvas: Canvas, kind: str, box: Box, stroke: float, ink: RGB) -> None:
    """Draw the line between halves in the middle of ``box``: along its longer side."""
    if kind == "none":
        return
    flat = box.width > box.height
    length = (box.width if flat else box.height) * (0.5 if kind == "short" else 1.0)
    way = np.array([1.0, 0.0] if flat else [0.0, 1.0])
    ends = np.stack([box.middle - way * length / 2, box.middle + way * length / 2])
    if kind == "dots":
        for share in np.linspace(0, 1, 9):
            canvas.disc(ends[0] + share * (ends[1] - ends[0]), stroke * 0.7, ink)
    elif kind == "double":
        for side in (-1, 1):
            canvas.line(ends + side * 1.2 * stroke * way[::-1], stroke * 0.7, ink)
    else:
        canvas.line(ends, stroke, ink)
