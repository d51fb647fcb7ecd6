"""Antialiased drawing in units of the face's width.

The canvas is twice the wanted size; :meth:`Canvas.finish` shrinks it. Points are arrays of
shape n×2 (x right, y down), x from 0 to 1, y from 0 to the aspect.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from datasets.designs.design import RGB, SurfaceStyle

Points = NDArray[np.float64]
_SHIFT = 5
_ONE = 1 << _SHIFT
_FAR = 20.0
"""In widths of the face; no drawing that makes sense reaches as far."""


class Canvas:
    """A face being drawn."""

    def __init__(self, height: int, aspect: float, paper: RGB) -> None:
        self.height = height
        self.width = round(height / aspect)
        self.aspect = aspect
        self.paper = paper
        self._scale = 2.0 * self.width
        self.pixels: NDArray[np.uint8] = np.empty((2 * height, 2 * self.width, 3), np.uint8)
        self.pixels[:] = paper

    def _fixed(self, points: ArrayLike) -> NDArray[np.int32]:
        """Return points in OpenCV's fixed point; what lies far outside stops there.

        OpenCV fills a shape row by row, also rows that nobody sees, and takes hours for points
        that are no numbers.
        """
        array = np.asarray(points, dtype=np.float64)
        if not np.isfinite(array).all():
            msg = "a shape has no finite size"
            raise ValueError(msg)
        array = np.clip(array, -_FAR, _FAR) * self._scale - 0.5
        return np.asarray(np.rint(array * _ONE), dtype=np.int32)

    def polygon(self, points: ArrayLike, ink: RGB) -> None:
        """Fill a simple polygon."""
        cv2.fillPoly(self.pixels, [self._fixed(points)], ink, cv2.LINE_AA, _SHIFT)

    def line(self, points: ArrayLike, width: float, ink: RGB, *, closed: bool = False) -> None:
        """Stroke a polyline with round ends; ``width`` in units."""
        pixels = max(1, round(width * self._scale))
        fixed = self._fixed(points)
        cv2.polylines(self.pixels, [fixed], closed, ink, pixels, cv2.LINE_AA, _SHIFT)

    def disc(self, centre: Sequence[float] | Points, radius: float, ink: RGB) -> None:
        """Fill a circle."""
        if radius <= 0:
            return
        x, y = self._fixed(centre).tolist()
        reach = round(radius * self._scale * _ONE)
        cv2.circle(self.pixels, (x, y), reach, ink, -1, cv2.LINE_AA, _SHIFT)

    def ring(self, centre: Sequence[float] | Points, radius: float, width: float, ink: RGB) -> None:
        """Draw a ring of outer ``radius``; its inside becomes bare."""
        self.disc(centre, radius, ink)
        self.disc(centre, radius - width, self.paper)

    def stamp(self, mask: NDArray[np.uint8], box: Sequence[float], ink: RGB) -> None:
        """Blend ``ink`` through a mask stretched into ``box`` (x, y, width, height)."""
        left, top = round(box[0] * self._scale), round(box[1] * self._scale)
        size = (max(1, round(box[2] * self._scale)), max(1, round(box[3] * self._scale)))
        shrink = size[0] < mask.shape[1]
        alpha = cv2.resize(mask, size, interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR)
        x0, y0 = max(0, left), max(0, top)
        x1 = min(self.pixels.shape[1], left + size[0])
        y1 = min(self.pixels.shape[0], top + size[1])
        if x0 >= x1 or y0 >= y1:
            return
        part = alpha[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
        target = self.pixels[y0:y1, x0:x1]
        mixed = target + part * (np.asarray(ink, np.float32) - target)
        self.pixels[y0:y1, x0:x1] = np.rint(mixed).astype(np.uint8)

    def finish(self, surface: SurfaceStyle, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Return the face (height×width×3) with the look of the engraving."""
        size = (self.width, self.height)
        face = cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        paper = np.asarray(self.paper, np.float32)
        ink = np.abs(face - paper).max(axis=2)
        if float(ink.max()) < 1.0:
            return np.rint(face).astype(np.uint8)
        mask = np.clip(ink / 60.0, 0.0, 1.0)
        if surface.depth > 0:
            face = _engrave(face, mask, surface, self.height)
        if surface.mottle > 0 or surface.wear > 0:
            face = _age(face, mask, paper, surface, rng)
        return np.rint(np.clip(face, 0, 255)).astype(np.uint8)


def _engrave(
    face: NDArray[np.float32], mask: NDArray[np.float32], surface: SurfaceStyle, height: int
) -> NDArray[np.float32]:
    """Darken the strokes' edge toward the light and brighten the face at the far edge."""
    reach = max(0.6, height / 110)
    shift = np.array(
        [[1, 0, -np.cos(surface.light) * reach], [0, 1, np.sin(surface.light) * reach]],
        np.float32,
    )
    moved = cv2.warpAffine(mask, shift, (mask.shape[1], mask.shape[0]))
    inner = np.clip(mask - moved, 0, 1)[..., None]
    rim = np.clip(moved - mask, 0, 1)[..., None]
    shaded = face * (1 - 0.45 * surface.depth * inner)
    return np.asarray(shaded + (255 - shaded) * (0.35 * surface.depth * rim), dtype=np.float32)


def _age(
    face: NDArray[np.float32],
    mask: NDArray[np.float32],
    paper: NDArray[np.float32],
    surface: SurfaceStyle,
    rng: np.random.Generator,
) -> NDArray[np.float32]:
    """Vary the ink's density smoothly, and rub some of it off."""
    size = (mask.shape[1], mask.shape[0])
    noise = cv2.resize(rng.normal(size=(7, 5)).astype(np.float32), size, None, 0, 0, 2)
    lost = surface.mottle * np.abs(noise)
    if surface.wear > 0:
        grain = rng.normal(size=(24, 18)).astype(np.float32)
        lost = lost + surface.wear * np.clip(cv2.resize(grain, size, None, 0, 0, 2), 0, 1)
    part = (np.clip(lost, 0, 0.7) * mask)[..., None]
    return np.asarray(face + part * (paper - face), dtype=np.float32)


def xy(x: float, y: float) -> Points:
    """Return a point or a shift as an array (2)."""
    return np.array([x, y], dtype=np.float64)


def curve(controls: ArrayLike, steps: int = 16) -> Points:
    """Return points (steps×2) of the Bézier curve with the given controls (n×2)."""
    points = np.asarray(controls, dtype=np.float64)[:, None, :]
    t = np.linspace(0, 1, steps)[None, :, None]
    while points.shape[0] > 1:
        points = points[:-1] * (1 - t) + points[1:] * t
    return np.asarray(np.broadcast_to(points, (1, steps, 2))[0])


def ellipse(
    centre: Sequence[float] | Points, rx: float, ry: float, angle: float = 0.0, steps: int = 28
) -> Points:
    """Return the outline (steps×2) of an ellipse turned by ``angle`` radians."""
    t = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    x, y = rx * np.cos(t), ry * np.sin(t)
    turned = np.stack(
        [x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)], axis=1
    )
    return np.asarray(turned + np.asarray(centre))


def ribbon(spine: Points, widths: ArrayLike) -> Points:
    """Return the outline (2n×2) of a band along ``spine`` (n×2) with the given full widths (n)."""
    direction = np.gradient(spine, axis=0)
    length = np.maximum(np.hypot(direction[:, 0], direction[:, 1]), 1e-9)
    normal = np.stack([-direction[:, 1], direction[:, 0]], axis=1) / length[:, None]
    half = np.asarray(widths, dtype=np.float64)[:, None] / 2
    return np.concatenate([spine + normal * half, (spine - normal * half)[::-1]])


def leaf(
    base: Sequence[float] | Points, angle: float, length: float, width: float, bend: float = 0.0
) -> Points:
    """Return the outline of a pointed leaf or feather from ``base`` along ``angle``.

    Args:
        base: Where it grows.
        angle: Direction in radians, y down.
        length: Its length.
        width: Its widest width.
        bend: Sideways shift of the tip over the length.
    """
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    start = np.asarray(base, dtype=np.float64)
    middle = start + along * length * 0.5
    tip = start + along * length + across * bend * length
    spine = curve([start, middle, tip], 12)
    t = np.linspace(0, 1, 12)
    return ribbon(spine, width * np.sin(np.pi * t**0.8))
