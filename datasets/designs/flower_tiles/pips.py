"""Single pips: their shapes, and their small irregularities."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from datasets.designs.canvas import Canvas, Points, ellipse, xy
from datasets.designs.design import RGB
from datasets.designs.flower_tiles.design import PipStyle


def draw_pip(
    canvas: Canvas, style: PipStyle, shape: str, centre: Points, size: tuple[float, RGB]
) -> None:
    """Draw one pip of a shape of :data:`PIP_SHAPES`; ``size`` is its radius and ink."""
    radius, ink = size
    _SHAPES[shape](canvas, style, centre, radius, ink)


def wobbly(
    style: PipStyle, points: Points, radius: float, rng: np.random.Generator
) -> tuple[Points, float]:
    """Return the pips' centres (n×2) and radius as an unsteady hand would place them."""
    if style.jitter <= 0:
        return points, radius
    moved = points + rng.normal(0, style.jitter * radius, points.shape)
    return moved, radius * float(1 + rng.uniform(-0.5, 0.5) * style.jitter)


def _disc(canvas: Canvas, style: PipStyle, at: Points, radius: float, ink: RGB) -> None:
    """A round pip; on irregular sets a little oval."""
    if style.jitter > 0:
        lean = float(np.sin(91 * at[0] + 57 * at[1]))  # fixed by the place
        stretch = 1 + 0.9 * style.jitter * lean
        canvas.polygon(ellipse(at, radius * stretch, radius / stretch, 2 * lean), ink)
    else:
        canvas.disc(at, radius, ink)


def _ring(canvas: Canvas, style: PipStyle, at: Points, radius: float, ink: RGB) -> None:
    canvas.ring(at, radius, radius * style.stroke, ink)


def _two_rings(canvas: Canvas, style: PipStyle, at: Points, radius: float, ink: RGB) -> None:
    width = radius * min(0.24, style.stroke * 0.7)
    canvas.ring(at, radius, width, ink)
    canvas.ring(at, radius - 2 * width, width, ink)


def _target(canvas: Canvas, style: PipStyle, at: Points, radius: float, ink: RGB) -> None:
    """A dot within a ring."""
    canvas.ring(at, radius, radius * min(0.3, style.stroke), ink)
    canvas.disc(at, radius * 0.36, ink)


def _rimmed(canvas: Canvas, style: PipStyle, at: Points, radius: float, ink: RGB) -> None:
    """A disc with a bare circle near its rim."""
    canvas.disc(at, radius, ink)
    canvas.disc(at, radius * 0.82, canvas.paper)
    canvas.disc(at, radius * (0.82 - 0.5 * style.stroke), ink)


def _coin(canvas: Canvas, style: PipStyle, at: Points, radius: float, ink: RGB) -> None:
    """A disc with a square hole."""
    canvas.disc(at, radius, ink)
    half = radius * max(0.22, 0.62 - style.stroke)
    canvas.polygon(at + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]), canvas.paper)


def _blossom(canvas: Canvas, style: PipStyle, at: Points, radius: float, ink: RGB) -> None:
    """Five petals round a bare or filled heart."""
    for k in range(5):
        angle = 2 * np.pi * k / 5 - np.pi / 2
        canvas.disc(at + 0.56 * radius * xy(np.cos(angle), np.sin(angle)), radius * 0.44, ink)
    canvas.disc(at, radius * 0.34, canvas.paper if style.stroke < 0.35 else ink)


def _daisy(canvas: Canvas, style: PipStyle, at: Points, radius: float, ink: RGB) -> None:
    """A disc cut into eight petals."""
    canvas.disc(at, radius, ink)
    for k in range(8):
        angle = 2 * np.pi * k / 8
        way = xy(np.cos(angle), np.sin(angle))
        line = [at + 0.35 * radius * way, at + radius * way]
        canvas.line(line, radius * 0.3 * style.stroke, canvas.paper)
    canvas.disc(at, radius * 0.24, canvas.paper)


def _square(canvas: Canvas, style: PipStyle, at: Points, radius: float, ink: RGB) -> None:
    """A square with rounded corners (a superellipse)."""
    t = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    power = 0.3 + style.stroke
    x, y = np.cos(t), np.sin(t)
    outline = np.stack([np.sign(x) * np.abs(x) ** power, np.sign(y) * np.abs(y) ** power], axis=1)
    canvas.polygon(at + 0.9 * radius * outline, ink)


def _diamond(canvas: Canvas, style: PipStyle, at: Points, radius: float, ink: RGB) -> None:
    del style
    canvas.polygon(at + 1.08 * radius * np.array([[0, -1], [1, 0], [0, 1], [-1, 0]]), ink)


def _lit(canvas: Canvas, style: PipStyle, at: Points, radius: float, ink: RGB) -> None:
    """A hollow whose floor shines on one side."""
    del style
    canvas.disc(at, radius, ink)
    shine = tuple(round(part + 0.35 * (255 - part)) for part in ink)
    canvas.disc(at + radius * xy(0.22, 0.24), radius * 0.55, (shine[0], shine[1], shine[2]))


_SHAPES: dict[str, Callable[[Canvas, PipStyle, Points, float, RGB], None]] = {
    "disc": _disc,
    "ring": _ring,
    "two_rings": _two_rings,
    "target": _target,
    "rimmed": _rimmed,
    "coin": _coin,
    "blossom": _blossom,
    "daisy": _daisy,
    "square": _square,
    "diamond": _diamond,
    "lit": _lit,
}
PIP_SHAPES = tuple(_SHAPES)
