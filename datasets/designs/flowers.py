"""The eight bonus tiles: plants 1f to 4f and seasons 5f to 8f."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from datasets.designs.canvas import Canvas, Points, curve, ellipse, leaf, ribbon, xy
from datasets.designs.characters import NUMERALS, carved, fit
from datasets.designs.design import RGB, FlowerStyle, MahjongDesign

_GLYPHS = "梅蘭菊竹春夏秋冬"
_SIMPLIFIED = {"蘭": "兰"}


class Pencil:
    """Draws plants in a box from −0.5 to 0.5 across and down."""

    def __init__(
        self, canvas: Canvas, style: FlowerStyle, middle: tuple[float, float], size: float
    ) -> None:
        self.canvas, self.style, self.size = canvas, style, size
        self.middle = np.asarray(middle)

    def place(self, points: ArrayLike) -> Points:
        """Return box coordinates (n×2 or 2) as the canvas's."""
        return np.asarray(np.asarray(points, np.float64) * self.size + self.middle)

    def shape(self, points: ArrayLike, ink: RGB) -> None:
        """Fill a shape, or draw its outline where the set does."""
        placed = self.place(points)
        if self.style.outlined:
            self.canvas.polygon(placed, self.canvas.paper)
            self.canvas.line(placed, self.style.stroke, ink, closed=True)
        else:
            self.canvas.polygon(placed, ink)

    def solid(self, points: ArrayLike, ink: RGB) -> None:
        """Fill a shape on all sets."""
        self.canvas.polygon(self.place(points), ink)

    def line(self, points: ArrayLike, ink: RGB, width: float = 1.0) -> None:
        """Stroke a polyline; ``width`` is in strokes of the set."""
        self.canvas.line(self.place(points), self.style.stroke * width, ink)

    def disc(self, point: ArrayLike, radius: float, ink: RGB) -> None:
        """Fill a circle."""
        self.canvas.disc(self.place(point), radius * self.size, ink)


def draw_bonus(canvas: Canvas, design: MahjongDesign, rank: int) -> None:
    """Draw bonus tile ``rank`` (1 plum to 4 bamboo, 5 spring to 8 winter)."""
    style = design.flowers
    season = rank > 4
    writing = style.season_writing if season else style.plant_writing
    rng = np.random.default_rng([design.seed, 40 + rank])
    alone = season and style.season_plants == "none"
    if style.glyph_place == "large" or alone:
        _write_large(canvas, design, rank, writing)
        if alone:
            return
        pencil = Pencil(canvas, style, (0.5, design.aspect - 0.36), 0.5)
    else:
        lower = style.glyph_size * (0.8 if style.glyph_place == "top" else 0.35)
        pencil = Pencil(canvas, style, (0.5, design.aspect / 2 + lower / 2), 0.84)
    PLANTS[_plant(style, rank, design.seed)](pencil, rng)
    if style.glyph_place != "large":
        _write_corner(canvas, design, rank, writing)


def _plant(style: FlowerStyle, rank: int, seed: int) -> str:
    """Return the name of bonus tile ``rank``'s plant."""
    if (style.season_plants if rank > 4 else style.plants) == "any":
        # Some makers draw whatever blooms well: then the character alone tells the tile.
        order = np.random.default_rng([seed, 49]).permutation(list(PLANTS))
        return str(order[rank - 1])
    if rank <= 4:
        return "sprig" if style.plants == "sprig" and rank in (1, 3) else _OWN[rank - 1]
    if style.season_plants == "own":
        return _OWN[rank - 1]
    return "sprig" if style.season_plants == "sprig" else "peony"


def _texts(style: FlowerStyle, rank: int, writing: str) -> tuple[str, str]:
    """Return what is written: the character (or nothing) and the numeral (or nothing)."""
    sign = _GLYPHS[rank - 1] if "glyph" in writing else ""
    if style.simplified:
        sign = _SIMPLIFIED.get(sign, sign)
    number = (rank - 1) % 4 + 1
    if "arabic" in writing:
        return sign, str(number)
    return sign, NUMERALS[number - 1] if "chinese" in writing else ""


def _mask(design: MahjongDesign, text: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    weight = round(max(0.0, design.characters.weight), 3)
    warp = design.characters.warp
    return carved(design.flowers.font, text, weight=weight, warp=warp, seed=design.seed)


def _write_large(canvas: Canvas, design: MahjongDesign, rank: int, writing: str) -> None:
    """Write the character large in the upper half, the numeral small in the corner."""
    style = design.flowers
    ink = style.season_ink if rank > 4 else style.plant_ink
    sign, number = _texts(style, rank, writing)
    size = 0.56
    alone = rank > 4 and style.season_plants == "none"
    top = (design.aspect - size) / 2 if alone else 0.1
    fit(canvas, _mask(design, sign or number), (0.5 - size / 2, top, size, size), ink)
    if sign and number:
        fit(canvas, _mask(design, number), (0.06, 0.06, 0.2, 0.2), ink)


def _write_corner(canvas: Canvas, design: MahjongDesign, rank: int, writing: str) -> None:
    """Write into the upper corners, the character first."""
    style = design.flowers
    ink = style.season_ink if rank > 4 else style.plant_ink
    sign, number = _texts(style, rank, writing)
    size, margin = style.glyph_size, 0.07
    places = {
        "left": (margin, margin),
        "right": (1 - margin - size, margin),
        "top": (0.5 - size / 2, margin),
    }
    place = places[style.glyph_place]
    fit(canvas, _mask(design, sign or number), (*place, size, size), ink, stretch=1.6)
    if sign and number:
        other = margin if style.glyph_place == "right" else 1 - margin - size * 0.8
        fit(canvas, _mask(design, number), (other, margin, size * 0.8, size * 0.8), ink)


def _blossom(pencil: Pencil, at: ArrayLike, size: float, ink: RGB, petals: int = 5) -> None:
    """Draw a round blossom of ``petals`` petals with radius ``size``."""
    centre = np.asarray(at, np.float64)
    for k in range(petals):
        angle = 2 * np.pi * k / petals - np.pi / 2
        point = centre + size * 0.55 * np.array([np.cos(angle), np.sin(angle)])
        pencil.shape(ellipse(point, size * 0.46, size * 0.42, angle, 14), ink)
    pencil.disc(centre, size * 0.3, pencil.canvas.paper)
    pencil.disc(centre, size * 0.16, ink)


def _plum(pencil: Pencil, rng: np.random.Generator) -> None:
    """Plum blossoms as the set draws them."""
    manner = pencil.style.plum
    if manner == "any":
        manner = str(rng.choice(list(_PLUMS)))
    _PLUMS[manner](pencil, rng)


def _open_plum(pencil: Pencil, rng: np.random.Generator) -> None:
    """One to three large open blossoms before a bare twig, with buds and stamens."""
    style = pencil.style
    side = rng.choice([-1.0, 1.0])
    spine = curve(
        [
            (rng.uniform(-0.5, -0.2) * side, rng.uniform(0.3, 0.5)),
            (rng.uniform(-0.1, 0.2) * side, rng.uniform(0.0, 0.25)),
            (rng.uniform(-0.1, 0.2) * side, -0.15),
            (rng.uniform(0.2, 0.5) * side, rng.uniform(-0.5, -0.3)),
        ]
    )
    pencil.solid(ribbon(spine, np.linspace(rng.uniform(0.04, 0.09), 0.02, len(spine))), style.stem)
    for index in rng.choice(np.arange(2, 14), int(rng.integers(1, 4)), replace=False):
        tip = spine[index] + xy(rng.uniform(-0.3, 0.3), -rng.uniform(0.05, 0.25))
        pencil.line([spine[index], tip], style.stem, 1.2)
        pencil.disc(tip, rng.uniform(0.03, 0.055), style.bloom)
    count = int(rng.integers(1, 4))
    for index in rng.choice(np.arange(3, 13), count, replace=False):
        at = spine[index] + rng.uniform(-0.12, 0.12, 2)
        _petals(pencil, rng, at, rng.uniform(0.24, 0.34) if count == 1 else rng.uniform(0.16, 0.24))


def _plum_spray(pencil: Pencil, rng: np.random.Generator) -> None:
    """Thin twigs that fork and cross, with many small blossoms along them."""
    style = pencil.style
    root = np.array([rng.uniform(-0.4, 0.4), 0.5])
    for _ in range(int(rng.integers(2, 5))):
        tip = np.array([rng.uniform(-0.45, 0.45), rng.uniform(-0.5, -0.1)])
        bend = (root + tip) / 2 + rng.uniform(-0.2, 0.2, 2)
        spine = curve([root, bend, tip])
        pencil.solid(ribbon(spine, np.linspace(0.035, 0.012, len(spine))), style.stem)
        for index in rng.choice(np.arange(4, len(spine)), int(rng.integers(2, 5)), replace=False):
            at = spine[index] + rng.uniform(-0.06, 0.06, 2)
            if rng.random() < 0.3:
                pencil.disc(at, rng.uniform(0.025, 0.045), style.bloom)
            else:
                _petals(pencil, rng, at, rng.uniform(0.08, 0.13))


def _petals(pencil: Pencil, rng: np.random.Generator, at: ArrayLike, size: float) -> None:
    """A blossom of five broad petals, filled or in outline, with or without stamens."""
    style, paper = pencil.style, pencil.canvas.paper
    centre = np.asarray(at, np.float64)
    first, filled = rng.uniform(0, 2 * np.pi), rng.random() < 0.6
    angles = first + 2 * np.pi * np.arange(5) / 5
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    for angle, way in zip(angles, ways, strict=True):
        petal = ellipse(centre + 0.56 * size * way, size * 0.44, size * 0.42, angle, 14)
        pencil.solid(petal, style.bloom if filled else paper)
        pencil.line(petal, paper if filled else style.bloom, 0.7)
    core = rng.uniform(0.12, 0.3) * size
    pencil.disc(centre, core, paper if filled else style.bloom)
    if rng.random() < 0.6:
        for way in ways:
            ink = paper if filled else style.bloom
            pencil.line([centre, centre + 0.5 * size * way], ink, 0.4)
            pencil.disc(centre + 0.55 * size * way, 0.06 * size, ink)


def _plum_twig(pencil: Pencil, rng: np.random.Generator) -> None:
    """A bent twig with round blossoms and buds."""
    style = pencil.style
    side = rng.choice([-1.0, 1.0])
    spine = curve([(-0.3 * side, 0.5), (0.1 * side, 0.3), (-0.25 * side, 0.0), (0.2 * side, -0.48)])
    pencil.solid(ribbon(spine, np.linspace(0.075, 0.025, len(spine))), style.stem)
    for index, way in ((4, 1), (8, -1), (11, 1)):
        tip = spine[index] + xy(way * side * rng.uniform(0.2, 0.34), -rng.uniform(0.12, 0.24))
        pencil.line([spine[index], tip], style.stem, 1.3)
        _blossom(pencil, tip, rng.uniform(0.1, 0.14), style.bloom)
        bud = (spine[index] + tip) / 2 + rng.uniform(-0.08, 0.08, 2)
        pencil.disc(bud, 0.035, style.bloom)
    _blossom(pencil, spine[6] + rng.uniform(-0.05, 0.05, 2), rng.uniform(0.11, 0.15), style.bloom)
    for part in spine[[9, 12, 14]]:
        pencil.disc(part + rng.uniform(-0.09, 0.09, 2), 0.03, style.bloom)
    for k in range(int(rng.integers(0, 5))):
        pencil.shape(leaf(spine[3 + 2 * k], rng.uniform(-3, 0), 0.13, 0.06), style.leaf)


def _orchid(pencil: Pencil, rng: np.random.Generator) -> None:
    """Long arching leaves from one root, and small flowers between them."""
    style = pencil.style
    root = np.array([rng.uniform(-0.08, 0.08), 0.46])
    for k in range(int(rng.integers(5, 9))):
        lean = rng.uniform(-0.5, 0.5)
        tip = root + xy(lean * rng.uniform(0.9, 1.25), -rng.uniform(0.45, 0.95) + abs(lean) * 0.5)
        tip = np.clip(tip, -0.52, 0.52)
        spine = curve([root, root + xy(lean * 0.25, -0.45), tip])
        ink = style.leaf if k % 3 else style.second
        widths = 0.06 * np.sin(np.pi * np.linspace(0.1, 1, len(spine)) ** 1.3) + 0.008
        pencil.solid(ribbon(spine, widths), ink)
    for _ in range(int(rng.integers(2, 4))):
        at = np.array([rng.uniform(-0.28, 0.28), rng.uniform(0.02, 0.3)])
        pencil.line([root, at], style.stem, 0.8)
        for angle in (-2.6, -1.9, -1.2, -0.5, 1.6):
            pencil.solid(leaf(at, angle, rng.uniform(0.1, 0.14), 0.05), style.bloom)


def _chrysanthemum(pencil: Pencil, rng: np.random.Generator) -> None:
    """A ball of many narrow petals on a leafy stem."""
    style = pencil.style
    at = xy(rng.uniform(-0.05, 0.05), rng.uniform(-0.2, 0.02))
    spine = curve([at, at + xy(rng.uniform(-0.1, 0.1), 0.25), xy(rng.uniform(-0.12, 0.12), 0.5)])
    pencil.solid(ribbon(spine, np.full(len(spine), 0.035)), style.stem)
    for k, angle in enumerate((0.5, 2.6, 0.1, 3.0, -0.4, 3.5)[: int(rng.integers(3, 7))]):
        base = spine[min(6 + 2 * k, 14)]
        for fork in (-0.35, 0.0, 0.35):
            pencil.shape(leaf(base, angle + fork, rng.uniform(0.18, 0.26), 0.06), style.leaf)
    size = rng.uniform(0.24, 0.33)
    count = int(rng.integers(11, 17))
    pencil.disc(at, size * 0.8, style.bloom)
    for row in range(3):
        reach = size * (1 - 0.27 * row)
        for k in range(count - 3 * row):
            angle = 2 * np.pi * (k + row / 2) / (count - 3 * row)
            tip = at + reach * np.array([np.cos(angle), np.sin(angle)])
            inner = at + reach * 0.55 * np.array([np.cos(angle), np.sin(angle)])
            pencil.solid(leaf(inner, angle, reach * 0.5, 3.6 * reach / count), style.bloom)
            if not style.outlined or row:
                pencil.line([inner, inner + (tip - inner) * 0.8], pencil.canvas.paper, 0.5)
    pencil.disc(at, size * 0.16, pencil.canvas.paper)
    pencil.disc(at, size * 0.1, style.bloom)


def _bamboo(pencil: Pencil, rng: np.random.Generator) -> None:
    """Jointed stalks with clusters of pointed leaves."""
    style = pencil.style
    for stalk in range(int(rng.integers(1, 4))):
        x = (0.0, -0.2, 0.2)[stalk] + rng.uniform(-0.04, 0.04)
        top = -0.5 if stalk == 0 else rng.uniform(-0.35, -0.1)
        lean = rng.uniform(-0.1, 0.1)
        joints = np.linspace(0.5, top, 5 if stalk == 0 else 4)
        for low, high in pairwise(joints.tolist()):
            ends = [(x + lean * (0.5 - low), low - 0.012), (x + lean * (0.5 - high), high + 0.012)]
            pencil.line(ends, style.second, 2.6 if stalk == 0 else 1.9)
        for level, side in ((1, -1), (2, 1), (3, -1)):
            if level >= len(joints):
                continue
            start = np.array([x + lean * (0.5 - joints[level]), joints[level]])
            tip = start + xy(side * rng.uniform(0.14, 0.26), -rng.uniform(0.02, 0.1))
            pencil.line([start, tip], style.stem, 0.8)
            for angle in (0.2, 0.75, 1.3):
                turn = angle if side > 0 else np.pi - angle
                pencil.shape(leaf(tip, turn, rng.uniform(0.16, 0.24), 0.06), style.leaf)


def _peony(pencil: Pencil, rng: np.random.Generator) -> None:
    """A bush with one large blossom, as many sets show on all seasons."""
    style = pencil.style
    at = np.array([rng.uniform(-0.08, 0.08), rng.uniform(-0.08, 0.1)])
    root = np.array([rng.uniform(-0.06, 0.06), 0.47])
    pencil.line(curve([at, (at + root) / 2 + xy(rng.uniform(-0.1, 0.1), 0), root]), style.stem, 1.6)
    for _ in range(int(rng.integers(5, 10))):
        base = at + (root - at) * rng.uniform(-0.3, 0.9)
        angle = rng.choice([0.0, np.pi]) + rng.uniform(-0.9, 0.9)
        pencil.shape(leaf(base, angle, rng.uniform(0.26, 0.42), 0.13), style.leaf)
        pencil.line(
            [base, base + 0.2 * np.array([np.cos(angle), np.sin(angle)])], pencil.canvas.paper, 0.5
        )
    twig = curve([at, at + xy(rng.uniform(-0.2, 0.2), -0.2), at + xy(rng.uniform(-0.3, 0.3), -0.4)])
    pencil.line(twig, style.stem, 1.0)
    pencil.disc(twig[-1], 0.05, style.bloom)
    _blossom(pencil, at, rng.uniform(0.2, 0.26), style.bloom, int(rng.integers(5, 8)))
    for k in range(3):
        pencil.line(
            ellipse(at, 0.05 + 0.035 * k, 0.045 + 0.03 * k)[3 + k : 20], pencil.canvas.paper, 0.5
        )


def _sprig(pencil: Pencil, rng: np.random.Generator) -> None:
    """A winding stem with small leaves and one open blossom, perhaps growing from a rock."""
    style = pencil.style
    side = rng.choice([-1.0, 1.0])
    spine = curve(
        [
            (rng.uniform(-0.12, 0.12), 0.5),
            (-0.35 * side, 0.2),
            (rng.uniform(0.2, 0.5) * side, -0.1),
            (rng.uniform(-0.3, 0.1) * side, -0.5),
        ],
        20,
    )
    pencil.line(spine, style.stem, rng.uniform(0.8, 1.4))
    for index in range(3, 20, int(rng.integers(2, 4))):
        for way in (-1, 1):
            angle = -np.pi / 2 + way * rng.uniform(0.5, 1.5)
            shape = leaf(spine[index], angle, rng.uniform(0.12, 0.24), rng.uniform(0.05, 0.09))
            pencil.shape(shape, style.leaf)
    at = spine[int(rng.integers(6, 13))] + xy(rng.uniform(-0.06, 0.06), 0.02)
    size = rng.uniform(0.16, 0.25)
    petals = int(rng.integers(5, 9))
    for row in range(int(rng.integers(1, 3))):
        for k in range(petals):
            angle = 2 * np.pi * (k + row / 2) / petals
            reach = size * (0.6 - 0.3 * row)
            point = at + reach * np.array([np.cos(angle), 0.8 * np.sin(angle)])
            petal = ellipse(point, size * 0.38, size * 0.3, angle, 12)
            pencil.solid(petal, pencil.canvas.paper)
            pencil.line(petal, style.bloom, 0.9)
    pencil.disc(at, size * 0.25, style.bloom)
    pencil.disc(spine[-1] + xy(0.04 * side, 0.02), 0.035, style.bloom)
    if rng.random() < 0.4:
        rock = ellipse((-0.15 * side, 0.46), 0.22, 0.07, rng.uniform(-0.4, 0.4), 9)
        pencil.solid(rock, style.second)


def _lotus(pencil: Pencil, rng: np.random.Generator) -> None:
    """A lotus over its round leaf and water."""
    style = pencil.style
    at = np.array([rng.uniform(-0.06, 0.06), -0.08])
    pencil.line(curve([at, xy(0.08, 0.2), xy(0.0, 0.42)]), style.stem, 1.4)
    pencil.shape(ellipse((rng.uniform(-0.2, 0.2), 0.3), 0.34, 0.1), style.leaf)
    for angle in (-2.75, -0.4, -2.35, -0.8, -1.95, -1.2, -np.pi / 2):
        pencil.shape(leaf(at + xy(0, 0.1), angle, rng.uniform(0.26, 0.34), 0.13), style.bloom)
    for row in range(2):
        wave = [(x, 0.44 + 0.05 * row + 0.012 * np.sin(25 * x)) for x in np.linspace(-0.4, 0.4, 20)]
        pencil.line(wave, style.second, 0.8)


def _winter(pencil: Pencil, rng: np.random.Generator) -> None:
    """A pine twig: fans of needles on a crooked branch."""
    style = pencil.style
    spine = curve([(-0.35, 0.48), (0.1, 0.25), (-0.15, -0.1), (0.3, -0.42)])
    pencil.solid(ribbon(spine, np.linspace(0.08, 0.03, len(spine))), style.stem)
    for index in (3, 6, 9, 12, 15):
        way = rng.choice([-1, 1])
        at = spine[index] + xy(way * rng.uniform(0.08, 0.2), -0.04)
        pencil.line([spine[index], at], style.stem, 0.9)
        for angle in np.linspace(-np.pi, 0, 8):
            pencil.line([at, at + 0.13 * np.array([np.cos(angle), np.sin(angle)])], style.leaf, 0.7)
    pencil.disc((0.22, 0.12), 0.05, style.bloom)


_PLUMS: dict[str, Callable[[Pencil, np.random.Generator], None]] = {
    "twig": _plum_twig,
    "open": _open_plum,
    "spray": _plum_spray,
}
PLANTS: dict[str, Callable[[Pencil, np.random.Generator], None]] = {
    "plum": _plum,
    "orchid": _orchid,
    "chrysanthemum": _chrysanthemum,
    "bamboo": _bamboo,
    "peony": _peony,
    "lotus": _lotus,
    "pine": _winter,
    "sprig": _sprig,
}
_OWN = ("plum", "orchid", "chrysanthemum", "bamboo", "peony", "lotus", "chrysanthemum", "pine")
"""The plants of bonus tiles 1 to 8 on sets that give each its own."""
