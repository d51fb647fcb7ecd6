"""The 1 of bamboos: a bird, of seven kinds with random proportions.

Birds are drawn in a box from −0.5 to 0.5 across and down, looking left; :class:`_Pen`
places the box on the face and mirrors it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from datasets.designs.canvas import Canvas, Points, curve, ellipse, leaf, ribbon, xy
from datasets.designs.design import RGB, BirdStyle, MahjongDesign


class _Pen:
    """Draws shapes of the bird's box in the set's manner.

    Without a canvas it only measures: ``low`` and ``high`` bound what has been drawn.
    """

    def __init__(self, style: BirdStyle, canvas: Canvas | None = None) -> None:
        self.style, self.canvas = style, canvas
        self.outlined = style.manner == "outlined"
        self.scale, self.shift = xy(1, 1), xy(0, 0)
        self.low, self.high = xy(9, 9), xy(-9, -9)

    def fit(self, low: Points, high: Points) -> None:
        """Place the box from ``low`` to ``high`` into the room that the style gives."""
        if self.canvas is None:
            return
        room = xy(self.style.width, self.style.height * self.canvas.aspect)
        size = room / (high - low)
        size = np.minimum(size, size[::-1] * 1.3)  # birds may be stretched, but not much
        self.scale = size if self.style.facing_left else size * xy(-1, 1)
        self.shift = xy(0.5, self.canvas.aspect / 2) - (low + high) / 2 * self.scale

    def place(self, points: ArrayLike) -> Points:
        """Return points of the bird's box (n×2 or 2) in units of the face."""
        array = np.asarray(points, dtype=np.float64)
        if self.canvas is None:
            self.low = np.minimum(self.low, array.reshape(-1, 2).min(axis=0))
            self.high = np.maximum(self.high, array.reshape(-1, 2).max(axis=0))
        return np.asarray(array * self.scale + self.shift)

    def shape(self, points: Points, ink: RGB, *, rim: bool = False) -> None:
        """Fill a shape, or draw its outline; ``rim`` sets it off from what lies below."""
        placed = self.place(points)
        canvas, stroke = self.canvas, self.style.stroke
        if canvas is None:
            return
        if self.outlined:
            canvas.polygon(placed, canvas.paper)
            canvas.line(placed, stroke, ink, closed=True)
            return
        if self.style.manner == "contoured":
            canvas.polygon(placed, ink)
            canvas.line(placed, stroke * 0.8, self.style.detail, closed=True)
            return
        if rim:
            canvas.line(placed, stroke, canvas.paper, closed=True)
        canvas.polygon(placed, ink)

    def solid(self, points: Points, ink: RGB) -> None:
        """Fill a shape in every manner of drawing."""
        placed = self.place(points)
        if self.canvas is not None:
            self.canvas.polygon(placed, ink)

    def line(self, points: ArrayLike, ink: RGB, width: float = 1.0) -> None:
        """Draw a line ``width`` strokes wide."""
        placed = self.place(points)
        if self.canvas is not None:
            self.canvas.line(placed, self.style.stroke * width, ink)

    def mark(self, points: ArrayLike, ink: RGB, width: float = 0.8) -> None:
        """Draw a detail: bare on filled shapes, in ink on outlined ones."""
        bare = ink if self.outlined or self.canvas is None else self.canvas.paper
        self.line(points, bare, width)

    def spot(self, point: ArrayLike, radius: float, ink: RGB | None) -> None:
        """Draw a round dot, bare without an ink; ``radius`` in units of the bird's box."""
        placed = self.place(point)
        if self.canvas is not None:
            size = radius * float(np.abs(self.scale).min())
            self.canvas.disc(placed, size, ink or self.canvas.paper)

    def eye_spot(self, point: ArrayLike, radius: float, outer: RGB | None, inner: RGB) -> None:
        """Draw an eye of a peacock's feather."""
        if outer is not None:
            self.spot(point, radius, outer)
        self.spot(point, radius * 0.7, None)
        self.spot(point, radius * 0.4, inner)


def draw_bird(canvas: Canvas, design: MahjongDesign) -> None:
    """Draw the bird of the 1 of bamboos."""
    paint = _BIRDS[design.bird.kind]
    measure = _Pen(design.bird)
    paint(measure, np.random.default_rng([design.seed, 1]))
    pen = _Pen(design.bird, canvas)
    pen.fit(measure.low, measure.high)
    paint(pen, np.random.default_rng([design.seed, 1]))


def _scales(pen: _Pen, centre: Points, size: tuple[float, float], angle: float) -> None:
    """Draw rows of scales on a breast of the half axes ``size`` turned by ``angle``."""
    along, across = _polar(xy(0, 0), 1.0, angle), _polar(xy(0, 0), 1.0, angle + np.pi / 2)
    for row in (-0.5, -0.15, 0.2, 0.55):
        for side in (-0.6, -0.2, 0.2, 0.6):
            if row**2 + side**2 > 0.75:
                continue
            at = centre + along * size[0] * row + across * size[1] * side
            arc = ellipse(at, 0.035, 0.026, angle - np.pi / 2)[:15]
            pen.mark(arc, pen.style.body, 0.6)


def _polar(centre: ArrayLike, radius: float, angle: float) -> Points:
    return np.asarray(centre, np.float64) + radius * np.array([np.cos(angle), np.sin(angle)])


def _head(pen: _Pen, at: Points, size: float, rng: np.random.Generator, crest: int) -> None:
    """Draw a head looking left: crest, skull, beak and eye; ``size`` is the skull's radius."""
    style = pen.style
    for index in range(crest):
        angle = -np.pi / 2 + 0.3 + 0.38 * (index - (crest - 1) / 2)
        tip = _polar(at, size * rng.uniform(2.0, 2.6), angle)
        pen.line([at, tip], style.detail, 0.9)
        if crest >= 3:
            pen.spot(tip, style.stroke * 0.9, style.detail)
    beak = np.array([[-0.75, -0.35], [-rng.uniform(1.7, 2.3), 0.15], [-0.7, 0.45]]) * size + at
    pen.solid(beak, style.detail)
    pen.shape(ellipse(at, size, size * 0.92), style.body)
    pen.spot(at + np.array([-0.25, -0.15]) * size, max(0.016, size * 0.3), None)
    pen.spot(at + np.array([-0.25, -0.15]) * size, max(0.008, size * 0.14), style.detail)


def _legs(pen: _Pen, hips: Points, length: float, apart: float, lean: float = 0.0) -> None:
    """Draw two legs with three toes each from ``hips`` down."""
    top = np.asarray(hips, np.float64)
    for side in (-1, 1):
        hip = top + xy(side * apart, 0.0)
        foot = hip + xy(lean + side * apart * 0.3, length)
        pen.line([hip, foot], pen.style.detail, 1.2)
        for toe in (-0.055, 0.0, 0.045):
            pen.line([foot, foot + xy(toe, 0.022)], pen.style.detail, 0.9)


def _branch(pen: _Pen, y: float, rng: np.random.Generator) -> None:
    """Draw a branch with leaves below the bird."""
    spine = curve([(-0.45, y + 0.06), (-0.1, y - 0.02), (0.42, y + rng.uniform(-0.05, 0.05))])
    pen.solid(ribbon(spine, np.linspace(0.045, 0.02, len(spine))), pen.style.detail)
    for index in (2, 6, 11, 14):
        angle = rng.choice([-1, 1]) * rng.uniform(0.5, 1.1) + (np.pi if index < 5 else 0)
        pen.solid(leaf(spine[index], angle, rng.uniform(0.1, 0.17), 0.05), pen.style.wing)


def _wing(
    pen: _Pen, shoulder: Points, angle: float, length: float, rng: np.random.Generator
) -> None:
    """Draw a folded or raised wing with feather lines along ``angle``."""
    width = length * rng.uniform(0.34, 0.5)
    pen.shape(
        leaf(shoulder, angle, length, width, rng.uniform(-0.15, 0.15)), pen.style.wing, rim=True
    )
    for part in (0.35, 0.55, 0.75):
        point = _polar(shoulder, length * part, angle)
        across = _polar((0, 0), width * 0.34 * np.sin(np.pi * part**0.8), angle + np.pi / 2)
        back = _polar((0, 0), length * 0.1, angle)
        pen.mark([point - across + back, point - back * 0.3, point + across + back], pen.style.wing)


def _tail(pen: _Pen, root: Points, angle: float, length: float, rng: np.random.Generator) -> None:
    """Draw a plain tail of two to five long feathers."""
    count = int(rng.integers(2, 6))
    spread = rng.uniform(0.1, 0.22)
    for index in range(count):
        turn = angle + spread * (index - (count - 1) / 2)
        reach = length * rng.uniform(0.75, 1.0)
        ink = pen.style.tail if index % 2 == 0 else pen.style.wing
        shape = leaf(root, turn, reach, rng.uniform(0.07, 0.11), rng.uniform(-0.12, 0.12))
        pen.shape(shape, ink, rim=True)
        pen.mark([_polar(root, reach * 0.2, turn), _polar(root, reach * 0.7, turn)], ink, 0.7)


def _perched(pen: _Pen, rng: np.random.Generator) -> None:
    """A sparrow, magpie or parrot on a branch, its tail hanging down."""
    lean = rng.uniform(0.9, 1.35)
    heart = np.array([rng.uniform(-0.06, 0.04), rng.uniform(-0.14, -0.06)])
    length, width = rng.uniform(0.2, 0.26), rng.uniform(0.11, 0.15)
    rump = heart + np.array([np.cos(lean), np.sin(lean)]) * length * 0.75
    neck = heart - np.array([np.cos(lean), np.sin(lean)]) * length * 0.85
    if pen.style.branch:
        _branch(pen, float(rump[1]) + rng.uniform(0.03, 0.1), rng)
    _tail(pen, rump, lean + rng.uniform(-0.1, 0.15), rng.uniform(0.34, 0.46), rng)
    _legs(pen, heart + xy(-0.02, width * 0.8), rng.uniform(0.14, 0.2), 0.04)
    pen.shape(ellipse(heart, length, width, lean), pen.style.body, rim=True)
    if pen.style.scales:
        _scales(pen, heart - xy(0.02, 0), (length, width), lean)
    head = neck + xy(-rng.uniform(0.02, 0.06), -rng.uniform(0.02, 0.06))
    _wing(pen, neck + xy(0.07, 0.07), lean - rng.uniform(-0.05, 0.25), rng.uniform(0.3, 0.4), rng)
    _head(pen, head, rng.uniform(0.085, 0.115), rng, int(rng.integers(0, 4)))


def _peacock_front(pen: _Pen, rng: np.random.Generator) -> None:
    """A peacock that shows its fan to the viewer."""
    style = pen.style
    root = np.array([0.0, rng.uniform(0.02, 0.16)])
    top = rng.uniform(0.44, 0.56)
    opening = rng.uniform(1.1, 1.9)
    width = rng.uniform(0.8, 1.0)
    angles = np.linspace(-np.pi / 2 - opening, -np.pi / 2 + opening, 41)
    reach = top * (1 - 0.16 * np.abs(np.linspace(-1, 1, 41)) ** 2)
    lobes = 1 + 0.035 * np.abs(np.sin(np.arange(41) * np.pi / 2))
    rim = np.stack([np.cos(angles) * width, np.sin(angles)], axis=1) * (reach * lobes)[:, None]
    pen.shape(np.concatenate([[root + xy(0, 0.05)], root + rim]), style.tail)
    rows = int(rng.integers(2, 5))
    for row in range(rows):
        level = 0.9 - row * (0.62 / rows)
        count = max(3, round((9 - row * 1.6) * opening / 1.5))
        phase = 0.0 if row % 2 == 0 else 0.5
        for k in range(count):
            turn = (2 * (k + 0.5 + phase * 0.5) / (count + phase * 0.5) - 1) * opening * 0.92
            angle = turn - np.pi / 2
            far = level * top * (1 - 0.16 * (turn / opening) ** 2) * 0.97
            at = root + np.array([np.cos(angle) * width, np.sin(angle)]) * far
            size = min(0.06, 0.9 * width * far * opening / count)
            pen.eye_spot(at, size, style.tail if pen.outlined else None, style.detail)
    _front_body(pen, root, rng)


def _front_body(pen: _Pen, root: Points, rng: np.random.Generator) -> None:
    """Draw the body of a frontal peacock: skirt, wings, breast, head, legs."""
    style = pen.style
    low = root[1] + rng.uniform(0.2, 0.27)
    _legs(pen, xy(0.0, low - 0.02), 0.46 - low, rng.uniform(0.05, 0.08))
    if rng.random() < 0.7:
        for side in (-1, 1):
            base = root + xy(side * 0.04, 0.0)
            tip = np.array([side * rng.uniform(0.3, 0.42), low - rng.uniform(0.0, 0.06)])
            low_tip = np.array([side * 0.12, low + 0.04])
            pen.shape(
                np.array([base, tip, (tip + low_tip) / 2 + xy(0, 0.05), low_tip]),
                style.wing,
                rim=True,
            )
            for part in (0.3, 0.55, 0.8):
                pen.mark([base + (tip - base) * part, base + (low_tip - base) * part], style.wing)
    belly = (root + xy(0.0, low)) / 2
    belly[1] = (root[1] + low) / 2
    pen.shape(
        ellipse(belly, rng.uniform(0.1, 0.15), (low - root[1]) / 2 + 0.05), style.body, rim=True
    )
    if style.scales:
        _scales(pen, belly, ((low - root[1]) / 2 + 0.05, 0.12), np.pi / 2)
    head = np.array([rng.uniform(-0.03, 0.0), root[1] - rng.uniform(0.06, 0.12)])
    pen.shape(ellipse((head + root) / 2, 0.05, 0.09), style.body)
    _head(pen, head, rng.uniform(0.055, 0.08), rng, 3)


def _peacock_side(pen: _Pen, rng: np.random.Generator) -> None:
    """A peacock from the side with a long train of eyes, hanging or raised."""
    style = pen.style
    heart = np.array([rng.uniform(-0.18, -0.08), rng.uniform(-0.08, 0.04)])
    drop = rng.uniform(0.45, 1.0) if rng.random() < 0.6 else -rng.uniform(0.5, 1.0)
    count = int(rng.integers(5, 9))
    for index in range(count):
        angle = drop + 0.13 * (index - (count - 1) / 2)
        reach = rng.uniform(0.42, 0.62)
        root, tip = heart + xy(0.08, 0.02), _polar(heart, reach, angle)
        pen.line(curve([root, _polar(heart, reach * 0.5, angle - 0.1), tip]), style.tail, 1.1)
        for part in (1.0, 0.68):
            at = root + (tip - root) * part
            pen.eye_spot(at, rng.uniform(0.032, 0.042), style.tail, style.detail)
    legs_top = heart + xy(0.0, 0.1)
    _legs(pen, legs_top, max(0.12, 0.42 - float(legs_top[1])), 0.05)
    pen.shape(
        ellipse(heart, rng.uniform(0.17, 0.22), rng.uniform(0.1, 0.13), 0.25), style.body, rim=True
    )
    head = heart + xy(-rng.uniform(0.1, 0.18), -rng.uniform(0.26, 0.34))
    neck = curve([heart + xy(-0.08, 0.0), heart + xy(-0.24, -0.08), head + xy(0.06, 0.08), head])
    pen.shape(ribbon(neck, np.linspace(0.15, 0.07, len(neck))), style.body)
    _wing(pen, heart + xy(-0.1, -0.02), rng.uniform(0.1, 0.5), rng.uniform(0.26, 0.34), rng)
    _head(pen, head, rng.uniform(0.055, 0.075), rng, int(rng.integers(2, 5)))


def _crane(pen: _Pen, rng: np.random.Generator) -> None:
    """A crane: long neck, long legs, a bushy tail."""
    style = pen.style
    heart = np.array([rng.uniform(0.0, 0.08), rng.uniform(-0.04, 0.06)])
    head = np.array([rng.uniform(-0.3, -0.12), rng.uniform(-0.42, -0.36)])
    _legs(pen, heart + xy(-0.03, 0.08), 0.46 - float(heart[1]) - 0.1, rng.uniform(0.03, 0.06))
    for index in range(int(rng.integers(3, 6))):
        angle = rng.uniform(0.5, 0.8) + 0.22 * (index - 1)
        shape = leaf(heart + xy(0.12, 0.0), angle, rng.uniform(0.2, 0.3), 0.08, 0.1)
        pen.shape(shape, style.tail, rim=True)
    neck = curve([heart + xy(-0.1, 0.02), heart + xy(-0.34, -0.06), head + xy(0.22, 0.06), head])
    pen.shape(ribbon(neck, np.linspace(0.12, 0.06, len(neck))), style.body)
    pen.shape(
        ellipse(heart, rng.uniform(0.18, 0.23), rng.uniform(0.1, 0.13), 0.35), style.body, rim=True
    )
    _wing(pen, heart + xy(-0.1, -0.05), rng.uniform(0.2, 0.6), rng.uniform(0.3, 0.38), rng)
    if rng.random() < 0.4:
        _wing(pen, heart + xy(-0.02, -0.05), -rng.uniform(0.7, 1.2), rng.uniform(0.3, 0.42), rng)
    _head(pen, head, rng.uniform(0.05, 0.065), rng, int(rng.integers(0, 3)))


def _phoenix(pen: _Pen, rng: np.random.Generator) -> None:
    """A phoenix or pheasant: raised wings and long waving tail feathers with eyes."""
    style = pen.style
    heart = np.array([rng.uniform(-0.16, -0.06), rng.uniform(-0.14, -0.02)])
    for index in range(int(rng.integers(3, 6))):
        end = np.array([rng.uniform(-0.1, 0.45), rng.uniform(0.3, 0.47)])
        if index == 0:
            end = np.array([0.44, rng.uniform(-0.1, 0.2)])
        middle = (heart + end) / 2 + rng.uniform(-0.16, 0.16, 2)
        spine = curve([heart + xy(0.08, 0.06), middle, (middle + end) / 2 + xy(0.05, -0.06), end])
        ink = style.tail if index % 2 == 0 else style.wing
        pen.solid(ribbon(spine, np.linspace(0.035, 0.05, len(spine))), ink)
        pen.eye_spot(end, rng.uniform(0.034, 0.048), ink, style.detail)
    for angle in (-rng.uniform(0.2, 0.6), -rng.uniform(1.1, 1.7)):
        _wing(pen, heart + xy(0.03, -0.05), angle, rng.uniform(0.3, 0.42), rng)
    _legs(pen, heart + xy(0.0, 0.1), rng.uniform(0.14, 0.22), 0.05)
    pen.shape(
        ellipse(heart, rng.uniform(0.17, 0.21), rng.uniform(0.09, 0.12), 0.5), style.body, rim=True
    )
    head = heart + xy(-rng.uniform(0.14, 0.22), -rng.uniform(0.2, 0.28))
    neck = curve([heart + xy(-0.08, 0.0), heart + xy(-0.22, -0.1), head + xy(0.05, 0.06), head])
    pen.shape(ribbon(neck, np.linspace(0.13, 0.08, len(neck))), style.body)
    _head(pen, head, rng.uniform(0.06, 0.08), rng, int(rng.integers(1, 4)))


def _flying(pen: _Pen, rng: np.random.Generator) -> None:
    """A swallow or magpie in flight: both wings spread, a forked tail."""
    style = pen.style
    heart = np.array([rng.uniform(-0.05, 0.02), rng.uniform(-0.08, 0.02)])
    way = rng.uniform(0.5, 0.9)  # the direction of the tail
    along = np.array([np.cos(way), np.sin(way)])
    _tail(pen, heart + along * 0.12, way, rng.uniform(0.38, 0.48), rng)
    for angle, bend in ((-rng.uniform(1.2, 1.8), 0.12), (rng.uniform(1.7, 2.3), -0.12)):
        root = heart - along * 0.06
        for feather in range(int(rng.integers(3, 6))):
            turn = angle + np.sign(bend) * 0.22 * feather
            reach = rng.uniform(0.36, 0.46) * (1 - 0.08 * feather)
            pen.shape(leaf(root, turn, reach, 0.11, bend), style.wing, rim=True)
            tip = _polar(root, reach * 0.75, turn + bend * 0.5)
            pen.mark([_polar(root, reach * 0.3, turn), tip], style.wing, 0.6)
    pen.shape(
        ellipse(heart, rng.uniform(0.18, 0.22), rng.uniform(0.08, 0.11), way), style.body, rim=True
    )
    if pen.style.branch:
        _branch(pen, 0.4, rng)
    _head(
        pen,
        heart - along * rng.uniform(0.2, 0.25),
        rng.uniform(0.07, 0.09),
        rng,
        int(rng.integers(0, 3)),
    )


def _swooping(pen: _Pen, rng: np.random.Generator) -> None:
    """A long-tailed bird on the diagonal, its narrow wings and twigs crossing the tail."""
    style = pen.style
    heart = xy(rng.uniform(-0.12, -0.02), rng.uniform(-0.12, 0.0))
    way = rng.uniform(0.75, 1.25)
    along, across = _polar(xy(0, 0), 1, way), _polar(xy(0, 0), 1, way + np.pi / 2)
    for side in (-1, 1):  # twigs with leaves, or narrow wing feathers, to either side
        for k in range(int(rng.integers(1, 4))):
            root = heart + along * (0.08 * k - 0.02)
            tip = root + across * side * rng.uniform(0.3, 0.48) + along * rng.uniform(-0.05, 0.25)
            bow = (root + tip) / 2 + along * rng.uniform(-0.16, 0.1)
            spine = curve([root, bow, tip])
            widths = (
                np.sin(np.pi * np.linspace(0.15, 1, len(spine))) * rng.uniform(0.05, 0.1) + 0.01
            )
            pen.shape(ribbon(spine, widths), style.wing, rim=True)
    for k in range(int(rng.integers(1, 4))):
        tip = heart + along * rng.uniform(0.5, 0.66) + across * rng.uniform(-0.14, 0.14)
        bow = (heart + tip) / 2 + across * rng.uniform(-0.1, 0.1)
        spine = curve([heart + along * 0.1, bow, tip])
        widths = np.sin(np.pi * np.linspace(0.1, 1, len(spine)) ** 1.4) * 0.09 + 0.012
        pen.shape(ribbon(spine, widths), style.tail if k != 1 else style.body, rim=True)
        pen.mark(spine[4:13], style.tail, 0.7)
    if rng.random() < 0.5:
        _legs(pen, heart + across * 0.08, rng.uniform(0.1, 0.16), 0.03, -0.05)
    size = (rng.uniform(0.16, 0.22), rng.uniform(0.07, 0.11))
    pen.shape(ellipse(heart, *size, way), style.body, rim=True)
    for k in range(int(rng.integers(0, 4))):
        at = heart + along * (0.07 * k - 0.08)
        pen.mark(ellipse(at, 0.045, 0.03, way, 20)[: int(rng.integers(9, 16))], style.body, 0.8)
    if style.scales:
        _scales(pen, heart, size, way)
    head = heart - along * rng.uniform(0.2, 0.26) - across * rng.uniform(-0.05, 0.08)
    _head(pen, head, rng.uniform(0.07, 0.1), rng, int(rng.integers(0, 4)))


_BIRDS: dict[str, Callable[[_Pen, np.random.Generator], None]] = {
    "perched": _perched,
    "peacock_front": _peacock_front,
    "peacock_side": _peacock_side,
    "crane": _crane,
    "phoenix": _phoenix,
    "flying": _flying,
    "swooping": _swooping,
}
BIRD_KINDS = tuple(_BIRDS)
