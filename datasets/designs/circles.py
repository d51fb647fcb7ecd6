"""The suit of circles: pips of several styles, and the ornament of the 1."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from datasets.designs.canvas import Canvas, Points, ellipse
from datasets.designs.characters import carved, fit
from datasets.designs.design import RGB, CircleStyle, MahjongDesign, OrnamentRing
from datasets.designs.tables import load_table


def draw_circles(
    canvas: Canvas, design: MahjongDesign, rank: int, red: bool, rng: np.random.Generator
) -> None:
    """Draw the ``rank`` of circles, in the accent ink where it is a red five."""
    style = design.circles
    if rank == 1:
        draw_ornament(canvas, design, rng)
        return
    centres, radius = circle_layout(style, rank, design.aspect)
    centres = centres + rng.normal(0, 0.004, centres.shape)
    for centre, ink in zip(centres, circle_inks(style, rank, red, design.seed), strict=True):
        draw_pip(canvas, style, centre, radius, ink)


def circle_layout(style: CircleStyle, rank: int, aspect: float) -> tuple[Points, float]:
    """Return the centres (rank×2, units of the width) and the radius of the pips of 2 to 9."""
    unit = np.array(load_table("layouts.toml")["circles"][str(rank)]["at"], dtype=np.float64)
    if rank == 7:
        upper = unit[:3, 0] + 0.14
        unit[:3, 0] = upper * style.slant - 0.14 * (2 - style.slant)
    if style.mirrored and rank in (3, 7):
        unit[:, 0] *= -1
    if rank <= 5:
        unit *= style.reach
    # The slanted three of the 7 touch before the square of four does.
    tightness = style.tightness * (1.16 if rank == 7 else 1.0)
    radius = style.largest
    for _ in range(4):  # the room for the centres depends on the radius, and it on the room
        room = np.array([0.5 - style.margin_x - radius, aspect / 2 - style.margin_y - radius])
        centres = unit * room + (0.5, aspect / 2)
        gaps = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
        nearest = float(gaps[~np.eye(rank, dtype=bool)].min())
        radius = min(style.largest, nearest / 2 * tightness)
    return centres, radius


def circle_inks(style: CircleStyle, rank: int, red: bool, seed: int) -> list[RGB]:
    """Return the ink of each pip in the order of the layout."""
    inks = {"a": style.first, "b": style.second, "r": style.accent}
    if red:
        return [style.accent] * rank
    if style.scheme == "single":
        return [style.first] * rank
    choices = load_table("layouts.toml")["circles"][str(rank)][style.scheme]
    return [inks[letter] for letter in choices[seed % len(choices)]]


def draw_pip(canvas: Canvas, style: CircleStyle, centre: Points, radius: float, ink: RGB) -> None:
    """Draw one pip."""
    _PIPS[style.pip](canvas, style, centre, radius, ink)
    dot = max(0.012, radius * style.stroke * 0.6)
    if style.centre == "dot":
        canvas.disc(centre, dot * 1.6, canvas.paper)
        canvas.disc(centre, dot, ink)
    elif style.centre == "accent":
        canvas.disc(centre, dot * 2.0, canvas.paper)
        canvas.disc(centre, dot * 1.3, style.accent)
    elif style.centre == "hole":
        canvas.disc(centre, dot * 1.2, canvas.paper)


def _around(centre: Points, radius: float, count: int, phase: float = 0.0) -> Points:
    """Return ``count`` points (count×2) on a circle."""
    t = np.arange(count) * 2 * np.pi / count + phase
    return np.asarray(centre + radius * np.stack([np.cos(t), np.sin(t)], axis=1))


def _rings(canvas: Canvas, style: CircleStyle, centre: Points, radius: float, ink: RGB) -> None:
    step = radius / (style.rings + 0.4)
    for ring in range(style.rings):
        outer = radius - ring * step
        canvas.ring(centre, outer, min(step * 0.62, radius * style.stroke), ink)


def _target(canvas: Canvas, style: CircleStyle, centre: Points, radius: float, ink: RGB) -> None:
    """Fill a disc with bare rings: the negative of rings."""
    canvas.disc(centre, radius, ink)
    step = radius * 0.85 / (style.rings + 0.5)
    for ring in range(style.rings):
        outer = radius * 0.85 - ring * step
        canvas.disc(centre, outer, canvas.paper)
        canvas.disc(centre, outer - max(0.25 * step, 0.008), ink)


def _wheel(canvas: Canvas, style: CircleStyle, centre: Points, radius: float, ink: RGB) -> None:
    """Fill a disc with a bare ring and bare petals."""
    canvas.disc(centre, radius, ink)
    canvas.disc(centre, radius * 0.84, canvas.paper)
    canvas.disc(centre, radius * 0.75, ink)
    petals = zip(
        _around(centre, radius * 0.46, style.petals),
        np.arange(style.petals) * 2 * np.pi / style.petals,
        strict=True,
    )
    width = min(radius * 0.1, radius * 1.1 / style.petals)
    for point, angle in petals:
        canvas.polygon(ellipse(point, radius * 0.2, width, float(angle), 12), canvas.paper)


def _flower(canvas: Canvas, style: CircleStyle, centre: Points, radius: float, ink: RGB) -> None:
    """Set a ring round a blossom of dots."""
    canvas.ring(centre, radius, radius * style.stroke * 0.7, ink)
    size = min(radius * 0.2, radius * 1.5 / style.petals)
    for point in _around(centre, radius * 0.45, style.petals):
        canvas.disc(point, size, ink)
    canvas.disc(centre, radius * 0.22, ink)


def _dotted(canvas: Canvas, style: CircleStyle, centre: Points, radius: float, ink: RGB) -> None:
    """Set dots round a ring."""
    count = style.petals + 4
    size = min(radius * 0.16, radius * 2.2 / count)
    for point in _around(centre, radius - size, count):
        canvas.disc(point, size, ink)
    canvas.ring(centre, radius * 0.66, radius * style.stroke * 0.8, ink)
    canvas.disc(centre, radius * 0.22, ink)


def _coin(canvas: Canvas, style: CircleStyle, centre: Points, radius: float, ink: RGB) -> None:
    """Draw a coin: a ring round a square hole."""
    canvas.ring(centre, radius, radius * style.stroke, ink)
    half = radius * 0.34
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + centre
    canvas.line(corners, radius * style.stroke * 0.8, ink, closed=True)


def _disc(canvas: Canvas, style: CircleStyle, centre: Points, radius: float, ink: RGB) -> None:
    del style
    canvas.disc(centre, radius, ink)


def _gear(canvas: Canvas, style: CircleStyle, centre: Points, radius: float, ink: RGB) -> None:
    """Draw a disc with teeth, a bare ring and a core."""
    count = style.petals + 4
    outline = np.stack(
        [_around(centre, radius, count), _around(centre, radius * 0.84, count, np.pi / count)],
        axis=1,
    )
    canvas.polygon(outline.reshape(-1, 2), ink)
    canvas.disc(centre, radius * 0.68, canvas.paper)
    canvas.disc(centre, radius * 0.5, ink)


def _scallop(canvas: Canvas, style: CircleStyle, centre: Points, radius: float, ink: RGB) -> None:
    """Draw a rosette of round petals with a bare ring."""
    count = style.petals
    size = radius * min(0.34, 2.6 / count)
    for point in _around(centre, radius - size, count):
        canvas.disc(point, size, ink)
    canvas.disc(centre, radius - size, ink)
    canvas.ring(centre, radius * 0.56, radius * 0.12, canvas.paper)
    canvas.disc(centre, radius * 0.44, ink)


def _spoked(canvas: Canvas, style: CircleStyle, centre: Points, radius: float, ink: RGB) -> None:
    """Draw a ring with spokes to a smaller ring."""
    canvas.ring(centre, radius, radius * style.stroke * 0.7, ink)
    inner = _around(centre, radius * 0.3, style.petals)
    outer = _around(centre, radius * 0.9, style.petals)
    for start, end in zip(inner, outer, strict=True):
        canvas.line([start, end], radius * 0.11, ink)
    canvas.ring(centre, radius * 0.4, radius * style.stroke * 0.6, ink)


PipPainter = Callable[[Canvas, CircleStyle, Points, float, RGB], None]
_PIPS: dict[str, PipPainter] = {
    "rings": _rings,
    "target": _target,
    "wheel": _wheel,
    "flower": _flower,
    "dotted": _dotted,
    "coin": _coin,
    "disc": _disc,
    "gear": _gear,
    "scallop": _scallop,
    "spoked": _spoked,
}
PIP_STYLES = tuple(_PIPS)


def draw_ornament(canvas: Canvas, design: MahjongDesign, rng: np.random.Generator) -> None:
    """Draw the 1 of circles: concentric elements, and perhaps a character in the middle."""
    style = design.circles
    centre = np.array([0.5, design.aspect / 2]) + rng.normal(0, 0.004, 2)
    roles = {
        "first": style.first,
        "second": style.second,
        "accent": style.accent,
        "paper": canvas.paper,
    }
    for ring in style.ornament:
        _ornament_ring(canvas, ring, centre, style.ornament_radius, roles[ring.role])
    if style.ornament_glyph:
        half = style.ornament_radius * 0.26
        mask = carved(design.characters.suit_font, style.ornament_glyph)
        box = (centre[0] - half, centre[1] - half, 2 * half, 2 * half)
        fit(canvas, mask, box, style.accent)


def _ornament_ring(
    canvas: Canvas, ring: OrnamentRing, centre: Points, size: float, ink: RGB
) -> None:
    """Draw one concentric element of an ornament whose radius is ``size``."""
    outer, depth = ring.radius * size, ring.depth * size
    middle = outer - depth / 2
    step = 2 * np.pi / ring.count
    if ring.shape == "disc":
        canvas.disc(centre, outer, ink)
    elif ring.shape == "ring":
        canvas.ring(centre, outer, depth, ink)
    elif ring.shape in ("dots", "scallop"):
        radius = min(depth / 2, middle * step / (2.4 if ring.shape == "dots" else 1.7))
        for point in _around(centre, middle, ring.count):
            canvas.disc(point, radius, ink)
    elif ring.shape == "gear":
        teeth = [
            _around(centre, outer, ring.count),
            _around(centre, outer - depth, ring.count, step / 2),
        ]
        canvas.polygon(np.stack(teeth, axis=1).reshape(-1, 2), ink)
    elif ring.shape == "spokes":
        inner = _around(centre, outer - depth, ring.count)
        for start, end in zip(inner, _around(centre, outer, ring.count), strict=True):
            canvas.line([start, end], min(0.03, middle * step * 0.35), ink)
    else:
        _petals(canvas, ring, centre, (outer, depth), ink)


def _petals(
    canvas: Canvas, ring: OrnamentRing, centre: Points, reach: tuple[float, float], ink: RGB
) -> None:
    """Draw a wreath of petals, filled or open; ``reach`` is its outer radius and depth."""
    outer, depth = reach
    middle = outer - depth / 2
    step = 2 * np.pi / ring.count
    width = min(depth * 0.5, middle * step * 0.46)
    angles = np.arange(ring.count) * step
    for point, angle in zip(_around(centre, middle, ring.count), angles, strict=True):
        outline = ellipse(point, depth / 2, width, float(angle), 16)
        if ring.shape == "drops":
            outline = _drop(point, float(angle), depth / 2, width)
        canvas.polygon(outline, ink)
        if ring.shape == "open_petals" and width > 0.02:
            inner = ellipse(point, depth / 2 - 0.014, width - 0.014, float(angle), 16)
            canvas.polygon(inner, canvas.paper)


def _drop(point: Points, angle: float, half: float, width: float) -> NDArray[np.float64]:
    """Return a drop (16×2) whose round end points outward along ``angle``."""
    t = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    x, y = half * np.cos(t), width * np.sin(t) * (0.6 + 0.4 * np.cos(t))
    turned = [x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)]
    return np.asarray(np.stack(turned, axis=1) + point)
