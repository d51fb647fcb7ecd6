"""What tells flower tiles apart beside borders: marks, wreaths and plants."""

from __future__ import annotations

import numpy as np

from datasets.designs.canvas import Canvas, Points, ellipse, leaf, xy
from datasets.designs.characters import carved, fit
from datasets.designs.design import RGB, CharacterStyle, FlowerStyle
from datasets.designs.flower_tiles.borders import along, outline
from datasets.designs.flower_tiles.design import MarkStyle
from datasets.designs.flowers import PLANTS, Pencil


def mark_places(style: MarkStyle, aspect: float, inset: float) -> Points:
    """Return the centres (2×2) of the two marks, ``inset`` from the edge."""
    near = inset + style.size
    far_x, far_y = 1 - near, aspect - near
    places = {
        "corners": [(near, near), (far_x, far_y)],
        "other_corners": [(far_x, near), (near, far_y)],
        "ends": [(0.5, near), (0.5, far_y)],
        "sides": [(near, aspect / 2), (far_x, aspect / 2)],
    }
    return np.array(places[style.place])


def draw_marks(
    canvas: Canvas, style: MarkStyle, lettering: CharacterStyle, inset: float, seed: int
) -> None:
    """Draw the two marks, ``inset`` from the edge."""
    for at in mark_places(style, canvas.aspect, inset):
        if style.shape == "glyph":
            write(canvas, style.glyph, lettering, (at, style.size), ink=style.ink, seed=seed)
        else:
            _mark(canvas, style, at)


def write(
    canvas: Canvas,
    text: str,
    lettering: CharacterStyle,
    place: tuple[Points, float],
    *,
    ink: RGB,
    seed: int,
) -> None:
    """Write a character at a centre with half its height (``place``)."""
    at, size = place
    mask = carved(
        lettering.honour_font,
        text,
        weight=round(max(0.0, lettering.weight), 3),
        warp=lettering.warp,
        seed=seed,
    )
    fit(canvas, mask, (at[0] - size, at[1] - size, 2 * size, 2 * size), ink)


def _mark(canvas: Canvas, style: MarkStyle, at: Points) -> None:
    size, ink = style.size, style.ink
    if style.shape == "ring":
        canvas.ring(at, size, size * 0.35, ink)
    elif style.shape == "blossom":
        blossom(canvas, at, size, ink)
    elif style.shape == "diamond":
        canvas.polygon(at + size * np.array([[0, -1], [0.8, 0], [0, 1], [-0.8, 0]]), ink)
    elif style.shape == "star":
        t = np.arange(10) * np.pi / 5 - np.pi / 2
        reach = np.where(np.arange(10) % 2 == 0, size, size * 0.42)
        canvas.polygon(at + np.stack([reach * np.cos(t), reach * np.sin(t)], axis=1), ink)
    else:
        canvas.disc(at, size * 0.75, ink)


def blossom(canvas: Canvas, at: Points, size: float, ink: RGB) -> None:
    """Draw five petals round a bare heart."""
    for k in range(5):
        angle = 2 * np.pi * k / 5 - np.pi / 2
        petal = at + 0.55 * size * xy(np.cos(angle), np.sin(angle))
        canvas.polygon(ellipse(petal, size * 0.46, size * 0.38, angle, 12), ink)
    canvas.disc(at, size * 0.2, canvas.paper)


def draw_wreath(canvas: Canvas, style: MarkStyle, rng: np.random.Generator) -> None:
    """Draw a ring of leaves or blossoms along the edge."""
    size = style.size
    path = outline("rounded", style.inset + size, canvas.aspect, 0.16)
    places, ways = along(path, style.count)
    if style.wreath in ("vine", "chain"):
        canvas.line(path, max(0.008, size * 0.16), style.second_ink, closed=True)
    for k, (at, way) in enumerate(zip(places, ways, strict=True)):
        angle = float(np.arctan2(way[1], way[0])) + float(rng.normal(0, 0.08))
        if style.wreath == "chain":
            canvas.disc(at, size * 0.55, style.ink if k % 2 else style.second_ink)
        elif style.wreath == "blossoms" or (style.wreath == "vine" and k % 3 == 0):
            blossom(canvas, at, size * 0.85, style.ink)
        else:
            for side in (-0.7, 0.7):
                shape = leaf(at, angle + side, size * 1.4, size * 0.8)
                canvas.polygon(shape, style.second_ink)


def plant_places(style: MarkStyle, aspect: float, inset: float) -> list[tuple[float, float, float]]:
    """Return centre and size (x, y, size) of each plant, ``inset`` from the edge."""
    size = style.plant_size
    near, far = inset + size / 2, 1 - inset - size / 2
    upper, lower = aspect * 0.27, aspect * 0.73
    slim = size * 0.7
    places = {
        "left": [(near, upper, size), (near, lower, size)],
        "right": [(far, upper, size), (far, lower, size)],
        "both": [(inset + slim / 2, lower, slim), (1 - inset - slim / 2, upper, slim)],
        "corners": [
            (inset + slim / 2, aspect - inset - slim / 2, slim),
            (1 - inset - slim / 2, inset + slim / 2, slim),
        ],
        "middle": [(0.5, aspect / 2, size)],
        "under": [(0.5, aspect / 2, 0.92)],
    }
    return places[style.plant_place]


def draw_plants(canvas: Canvas, style: MarkStyle, inset: float, stroke: float, seed: int) -> None:
    """Draw the plants beside, between or (pale) under the pips."""
    inks = (style.ink, style.second_ink)
    if style.plant_place == "under":
        inks = (_pale(inks[0], canvas.paper), _pale(inks[1], canvas.paper))
    brush = FlowerStyle(
        leaf=inks[1],
        stem=inks[1],
        second=inks[1],
        bloom=inks[0],
        outlined=style.outlined,
        stroke=stroke,
    )
    for k, (x, y, size) in enumerate(plant_places(style, canvas.aspect, inset)):
        pencil = Pencil(canvas, brush, (x, y), size)
        PLANTS[style.plant](pencil, np.random.default_rng([seed, 77, k]))


def _pale(ink: RGB, paper: RGB) -> RGB:
    """Return the ink thinned until pips stay readable above it."""
    red, green, blue = (round(0.3 * a + 0.7 * b) for a, b in zip(ink, paper, strict=True))
    return red, green, blue
