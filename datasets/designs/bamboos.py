"""The suit of bamboos, 2 to 9: sticks with a profile, laid out as on real sets."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from datasets.designs.canvas import Canvas, Points, xy
from datasets.designs.design import RGB, MahjongDesign, StickStyle
from datasets.designs.tables import load_table


def draw_bamboos(
    canvas: Canvas, design: MahjongDesign, rank: int, red: bool, rng: np.random.Generator
) -> None:
    """Draw the ``rank`` of bamboos (2 to 9), in the accent ink where it is a red five."""
    style = design.sticks
    if rank == 8:
        ends, width = eight_layout(style, design.aspect)
        inks = [style.first] * 8
        if style.scheme == "mixed" and design.seed % 5 == 0:
            inks = [style.first] * 4 + [style.second] * 4
    else:
        ends, width = stick_layout(style, rank, design.aspect)
        inks = stick_inks(style, rank, red, design.seed)
    ends = ends + rng.normal(0, 0.003, (len(ends), 1, 2))
    for stick, ink in zip(ends, inks, strict=True):
        draw_stick(canvas, style, stick, width, ink)


def stick_inks(style: StickStyle, rank: int, red: bool, seed: int) -> list[RGB]:
    """Return the ink of each stick in the order of the layout."""
    if red:
        return [style.accent] * rank
    if style.scheme == "single":
        return [style.first] * rank
    inks = {"a": style.first, "b": style.second, "r": style.accent}
    if rank == 9 and style.nine == "rows":
        return [inks[letter] for letter in "aaarrraaa"]
    choices = load_table("layouts.toml")["sticks"][str(rank)][style.scheme]
    return [inks[letter] for letter in choices[seed % len(choices)]]


def stick_layout(style: StickStyle, rank: int, aspect: float) -> tuple[Points, float]:
    """Return the sticks' ends (rank×2×2: top, bottom) and their width; not for the 8."""
    table = load_table("layouts.toml")["sticks"][str(rank)]
    unit = np.array(table["at"], dtype=np.float64)
    rows = int(table["rows"])
    room = aspect - 2 * style.margin_y
    length = (room - (rows - 1) * style.gap) / rows
    columns = np.unique(unit[:, 0])
    reach = (0.5 - style.margin_x - style.width / 2) * style.spread
    width = style.width
    if len(columns) > 2:  # three columns: neighbours must not touch
        width = min(width, 0.8 * reach * float(np.diff(columns).min()))
    if rank == 2:
        length = min(length, 0.62)
    x = 0.5 + unit[:, 0] * reach
    y = aspect / 2 + unit[:, 1] * (length + style.gap) * (rows - 1) / 2
    half = np.full(rank, length / 2)
    if rank == 5 and style.five_small:
        half[2] *= 0.8
    tops, bottoms = np.stack([x, y - half], axis=1), np.stack([x, y + half], axis=1)
    return np.stack([tops, bottoms], axis=1), width


def eight_layout(style: StickStyle, aspect: float) -> tuple[Points, float]:
    """Return the ends (8×2×2) and the width of the sticks of the 8.

    Each half has an upright at either side and two slanted sticks between them; one half is
    an M, the other its mirror image, a W.
    """
    width = min(style.width, 0.115, 0.17 * style.eight_width)
    reach = (style.eight_width - width) / 2
    dip, apart, shoulder = _EIGHTS[style.eight]
    apart, shoulder = min(apart * width, 0.24 * reach), min(shoulder * width, 0.36 * reach)
    bottom = aspect / 2 - style.gap / 2
    top = bottom - (bottom - style.margin_y) * style.eight_height
    sticks = []
    for side in (-1, 1):
        outer = 0.5 + side * reach
        sticks.append([(outer, top), (outer, bottom)])
        high = (outer - side * shoulder, top + width * 0.45)
        low = (0.5 + side * apart, top + (bottom - top) * dip)
        sticks.append([high, low])
    m_above = np.array(sticks, dtype=np.float64)
    w_below = m_above[:, ::-1] * (1, -1) + (0, aspect)
    if not style.eight_w_on_top:
        return np.concatenate([m_above, w_below]), width
    down = xy(0, bottom - top + style.gap)  # the halves change places
    return np.concatenate([w_below - down, m_above + down]), width


_EIGHTS = {
    "joined": (0.84, 0.12, 0.1),
    "shallow": (0.62, 0.3, 0.3),
    "detached": (0.85, 0.62, 1.05),
    "steep": (1.0, 0.5, 0.85),
}
"""Per manner: depth of the slanted sticks' meeting point over the half's height, their distance
from the middle there, and from the upright at the other end, in stick widths."""


def stick_profile(style: StickStyle, length: float, width: float) -> Points:
    """Return the half outline (n×2: position from 0 to 1, half width) of a stick."""
    t = np.linspace(0, 1, 65)
    knob = max(0.02, style.knob)
    nodes = np.linspace(0, 1, style.segments + 1)
    nodes = knob / 2 + nodes * (1 - knob)
    distance = np.abs(t[:, None] - nodes[None]).min(axis=1) / (knob / 2)
    if style.nodes == "none":
        wide = np.ones_like(t)
    elif style.nodes == "plate":
        wide = np.where(distance <= 1.02, 1.0, style.waist)
    elif style.nodes == "gap":
        place = (t - nodes[0]) / (nodes[1] - nodes[0])
        belly = np.abs(np.sin(np.pi * place)) ** 0.4
        wide = style.waist + (1 - style.waist) * (1 - belly)
    else:
        bump = np.exp(-((distance / 1.3) ** 2))
        wide = style.waist + (1 - style.waist) * bump
    half = wide * width / 2
    if style.round_ends:
        edge = np.minimum(t, 1 - t) * length
        radius = min(width / 2, length * knob / 1.6)
        depth = np.clip(1 - edge / radius, 0, 1)
        half = half * np.sqrt(np.clip(1 - depth**2, 0.03, 1))
    return np.stack([t, half], axis=1)


def draw_stick(canvas: Canvas, style: StickStyle, ends: Points, width: float, ink: RGB) -> None:
    """Draw one stick between its ``ends`` (2×2)."""
    start, end = ends
    axis = end - start
    length = float(np.hypot(*axis))
    along = axis / length
    across = np.array([-along[1], along[0]])
    profile = stick_profile(style, length, width)

    def outline(inset: float) -> Points:
        t = profile[:, 0]
        keep = (t * length >= inset) & ((1 - t) * length >= inset)
        spine = start + t[keep, None] * axis
        side = across * np.maximum(profile[keep, 1] - inset, 0.002)[:, None]
        return np.concatenate([spine + side, (spine - side)[::-1]])

    canvas.polygon(outline(0.0), ink)
    if style.inlay == "outline" and width > 0.05:
        canvas.polygon(outline(max(0.012, width * 0.2)), canvas.paper)
    _inlays(canvas, style, (start, axis, across), (length, width), ink)


def _inlays(
    canvas: Canvas,
    style: StickStyle,
    frame: tuple[Points, Points, Points],
    size: tuple[float, float],
    ink: RGB,
) -> None:
    """Draw the bare marks of each segment, and the lines at the nodes."""
    start, axis, across = frame
    length, width = size
    knob = max(0.02, style.knob)
    nodes = knob / 2 + np.linspace(0, 1, style.segments + 1) * (1 - knob)
    thin = width * style.waist
    for first, last in pairwise(nodes.tolist()):
        a = start + axis * (first + knob * 0.55)
        b = start + axis * (last - knob * 0.55)
        if style.inlay == "line":
            canvas.line([a, b], max(0.012, thin * 0.22), canvas.paper)
        elif style.inlay == "slot":
            canvas.line([a, b], max(0.014, thin * 0.45), canvas.paper)
        elif style.inlay == "half":
            side = across * thin * 0.16
            canvas.line([a + side, b + side], max(0.011, thin * 0.2), canvas.paper)
        elif style.inlay == "dots":
            canvas.disc((a + b) / 2, max(0.012, thin * 0.28), canvas.paper)
    if style.nodes == "gap":
        half = across * width * 0.5
        for node in nodes[1:-1]:
            point = start + axis * node
            canvas.line([point - half, point + half], max(0.012, length * 0.035), canvas.paper)
    elif style.inlay == "outline" and style.nodes != "none":
        for node in nodes[1:-1]:
            point = start + axis * node
            side = across * width * 0.46
            canvas.line([point - side, point + side], max(0.014, width * 0.2), ink)
