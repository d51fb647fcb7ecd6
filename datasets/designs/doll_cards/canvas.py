"""What cards need beyond tiles: turned drawing, translucent ink, and old paper."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from datasets.designs.canvas import Canvas, Points, ellipse
from datasets.designs.design import RGB
from datasets.designs.doll_cards.design import PaperStyle


class CardCanvas(Canvas):
    """A card being printed; x from 0 to 1, y from 0 to the aspect."""

    def overprint(
        self, mask: NDArray[np.uint8], centre: tuple[float, float], ink: RGB, cover: float
    ) -> None:
        """Blend translucent ink through a mask, cut at the card's edge.

        Args:
            mask: Ink density in canvas pixels, see :meth:`pixels_of`.
            centre: Where the mask's middle comes to lie, in units.
            ink: RGB.
            cover: 0 multiplies with what is printed below, 1 hides it.
        """
        rows, columns = mask.shape
        left = round(centre[0] * self._scale - columns / 2)
        top = round(centre[1] * self._scale - rows / 2)
        x0, y0 = max(0, left), max(0, top)
        x1 = min(self.pixels.shape[1], left + columns)
        y1 = min(self.pixels.shape[0], top + rows)
        if x0 >= x1 or y0 >= y1:
            return
        part = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
        below = self.pixels[y0:y1, x0:x1].astype(np.float32)
        colour = np.asarray(ink, np.float32)
        wet = below * colour / 255 * (1 - cover) + colour * cover
        self.pixels[y0:y1, x0:x1] = np.rint(below + part * (wet - below)).astype(np.uint8)

    def pixels_of(self, length: float) -> int:
        """Return a length in units as canvas pixels, at least 1."""
        return max(1, round(length * self._scale))


class Pen:
    """Draws a figure in its own units into a place on the card, upright or turned by 180°.

    The figure's units: x from -0.5 to 0.5 across, y down from 0; ``size`` is the length of
    one such unit on the card, and ``tall`` stretches the figure upward.
    """

    def __init__(
        self,
        canvas: Canvas,
        origin: tuple[float, float],
        size: float,
        *,
        tall: float = 1.0,
        turned: bool = False,
    ) -> None:
        self.canvas = canvas
        self.size = size
        self._origin = np.asarray(origin, np.float64)
        self._scale = (-size if turned else size) * np.array([1.0, tall])

    def at(self, points: ArrayLike) -> Points:
        """Return the card's points (n×2 or 2) for the figure's."""
        return np.asarray(
            self._origin + self._scale * np.asarray(points, np.float64), dtype=np.float64
        )

    def shape(self, points: ArrayLike, ink: RGB, stroke: float, outline: RGB) -> None:
        """Fill a polygon and draw its contour; ``stroke`` in units of the card, 0 for none."""
        placed = self.at(points)
        self.canvas.polygon(placed, ink)
        if stroke > 0:
            self.canvas.line(placed, stroke, outline, closed=True)

    def oval(
        self,
        centre: Sequence[float],
        rx: float,
        ry: float,
        ink: RGB,
        *,
        stroke: float = 0.0,
        outline: RGB = (0, 0, 0),
    ) -> None:
        """Fill an ellipse and draw its contour."""
        self.shape(ellipse(centre, rx, ry), ink, stroke, outline)

    def line(self, points: ArrayLike, width: float, ink: RGB, *, closed: bool = False) -> None:
        """Stroke a polyline; ``width`` in units of the card."""
        self.canvas.line(self.at(points), width, ink, closed=closed)


def age_paper(
    card: NDArray[np.uint8], style: PaperStyle, rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return the card (h×w×3 RGB) yellowed at its edges, stained and grained."""
    rows, columns = card.shape[:2]
    tint = np.ones((rows, columns), np.float32)
    if style.yellowing > 0:
        y = np.abs(np.linspace(-1, 1, rows, dtype=np.float32))[:, None] ** 6
        x = np.abs(np.linspace(-1, 1, columns, dtype=np.float32))[None, :] ** 4
        tint -= 0.35 * style.yellowing * np.maximum(x, y)
    if style.stains > 0:
        noise = rng.normal(size=(9, 4)).astype(np.float32)
        soft = cv2.resize(noise, (columns, rows), None, 0, 0, cv2.INTER_CUBIC)
        tint -= 0.16 * style.stains * np.clip(soft - 0.2, 0, 2)
    if style.grain > 0:
        tint += style.grain * rng.standard_normal((rows, columns), np.float32)
    # Oil and age take blue first, then green.
    fade = (
        np.stack([tint**0.55, tint**0.8, tint**1.5], axis=2) if tint.min() > 0 else tint[..., None]
    )
    return np.rint(np.clip(card * fade, 0, 255)).astype(np.uint8)
