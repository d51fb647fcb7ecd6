"""The row frame: the table seen from above, turned so that rows run to the right.

In this frame one unit is the width of a usual tile along x and its height along y, so
that gaps and offsets compare across a photo taken at a slant. The camera is unknown;
the tiles themselves, all of one size, tell the slant and the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.faces import SAME_HALF_TURNED, SAME_QUARTER_TURNED
from vision.geometry import quad_areas
from vision.read import Reading

Array = NDArray[np.float64]

TRUSTED_TURN = 0.9
"""Confidence from which the turn of a face is believed."""

SLANT_PRIOR = 0.02
"""Ridge per tile of the slant fit; a single row says little about the slant across it."""

AXIS_KERNEL_DEG = 12.0
"""How far the edges of tiles in one row may differ in direction."""

UP_PRIOR_SHARE, UP_PRIOR_BASE = 0.15, 0.5
"""Votes (per tile, and once) for the image's own up, against which turned faces must win."""

SIDEWAYS_LOG_RATIO = 0.3
"""A tile turned by 90° has its width to height ratio changed by 2·ln(4/3) ≈ 0.6; half of it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Tiles in the row frame.

    Attributes:
        centres: n×2, x along the rows, y downwards, in tile widths and tile heights.
        widths: n, extent along x.
        heights: n, extent along y.
        sideways: n booleans, tiles turned by 90° against most others.
    """

    centres: Array
    widths: Array
    heights: Array
    sideways: NDArray[np.bool_]

    def __post_init__(self) -> None:
        n = len(self.centres)
        for name in ("widths", "heights", "sideways"):
            if getattr(self, name).shape != (n,):
                raise ValueError(f"{name} must have shape ({n},), got {getattr(self, name).shape}")

    def sheared(self, slope: float) -> Frame:
        """The same tiles with ``slope`` (dy per dx) taken out of the rows."""
        centres = self.centres.copy()
        centres[:, 1] -= slope * centres[:, 0]
        return Frame(centres, self.widths, self.heights, self.sideways)


def row_frame(corners: Array, readings: Sequence[Reading]) -> Frame:
    """Find the frame in which rows run along x and the faces' up is up.

    The direction comes from the edges of the tiles; where far more neighbours touch along
    the other axis (a hand laid as a column), rows run that way. Up is the majority of the
    faces whose turn can be seen; a few upside-down tiles do not change it, and where the
    faces do not tell, it is the image's own up.

    Args:
        corners: n×4×2, pixels, clockwise from the face's own top left; n ≥ 1.
        readings: The n readings.
    """
    quads = remove_slant(corners)
    right, down = edge_vectors(quads)
    weights = np.array([_turn_weight(reading) for reading in readings])
    axis, height = dominant_axes(right, down, 0.2 + weights)
    to_frame = np.linalg.inv(np.stack([axis, height], axis=1))
    right, down = right @ to_frame.T, down @ to_frame.T
    centres = quads.mean(axis=1) @ to_frame.T
    against = float(weights[down[:, 1] < -0.5].sum())
    votes = float(weights[down[:, 1] > 0.5].sum()) - against
    if votes < -(UP_PRIOR_SHARE * len(quads) + UP_PRIOR_BASE):
        centres, right, down = -centres, -right, -down
    if _is_column(centres):
        quarter = np.array([[0.0, 1.0], [-1.0, 0.0]])
        centres, right, down = centres @ quarter.T, right @ quarter.T, down @ quarter.T
    vague = np.array([_quarter_turn_hidden(reading) for reading in readings])
    return _measure(centres, right, down, vague)


def remove_slant(corners: Array) -> Array:
    """Undo the perspective of a plane, so that equal tiles get equal areas.

    For a homography the area of a small piece of the plane goes with the cube of the
    distance term g·(x, y, 1) of its inverse, so area^(1/3) is linear in the position: a
    weighted least squares fit gives the vanishing line in closed form.

    Args:
        corners: n×4×2, pixels.

    Returns:
        n×4×2, affine to the table, in arbitrary units.
    """
    centres = corners.mean(axis=1)
    middle = centres.mean(axis=0)
    spread = float(np.sqrt(((centres - middle) ** 2).sum(axis=1).mean())) or 1.0
    points: Array = (corners - middle) / spread
    if len(corners) < 3:
        return points
    size = np.cbrt(np.abs(quad_areas(corners.astype(np.float32))).astype(np.float64) + 1e-6)
    slope = _robust_plane(points.mean(axis=1), size / float(np.median(size)))
    depth = 1.0 + points @ slope
    nearest = float(depth.min())
    if nearest < 0.25:
        depth = 1.0 + (points @ slope) * (0.75 / (1.0 - nearest))
    flat: Array = points / depth[..., None]
    return flat


def _robust_plane(points: Array, values: Array) -> Array:
    """Slope (2) of values ≈ a·(1 + slope·point), with tiles of another size held down."""
    design = np.column_stack([np.ones(len(points)), points])
    ridge = np.diag([0.0, 1.0, 1.0]) * SLANT_PRIOR * len(points)
    weights: Array = np.ones(len(points))
    fit: Array = np.zeros(3)
    for _ in range(5):
        weighted = design * weights[:, None]
        fit = np.linalg.solve(weighted.T @ design + ridge, weighted.T @ values).astype(np.float64)
        error = np.abs(values - design @ fit)
        limit = max(2.0 * float(np.median(error)), 0.02)
        weights = np.asarray(np.minimum(1.0, limit / np.maximum(error, 1e-9)), np.float64)
    slope: Array = fit[1:] / fit[0]
    return slope


def edge_vectors(quads: Array) -> tuple[Array, Array]:
    """Mean right and down vectors (n×2 each) of the faces of quads (n×4×2)."""
    right = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    down = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    return right, down


def dominant_axes(right: Array, down: Array, weights: Array) -> tuple[Array, Array]:
    """The usual tile's right and down vector (2 each), right pointing right in the image.

    Directions count modulo 180°, so upside-down tiles vote for the same axis.
    """
    angles = np.arctan2(right[:, 1], right[:, 0])
    apart = np.abs((angles[:, None] - angles[None, :] + np.pi / 2) % np.pi - np.pi / 2)
    kernel = np.exp(-((apart / np.radians(AXIS_KERNEL_DEG)) ** 2)) * weights[None, :]
    support = kernel.sum(axis=1)
    # Rounded, so that equal support is decided by the direction, not by the input order.
    best = min(
        range(len(angles)), key=lambda i: (-round(float(support[i]), 6), *map(float, right[i]))
    )
    near = kernel[best] * (np.abs(apart[best]) < np.radians(2 * AXIS_KERNEL_DEG))
    sign = np.where(right @ right[best] < 0, -1.0, 1.0)
    pull = (near * sign)[:, None]
    axis = (right * pull).sum(axis=0) / near.sum()
    height = (down * pull).sum(axis=0) / near.sum()
    points_left = axis[0] < 0 if abs(axis[0]) > 1e-6 * abs(axis[1]) else axis[1] < 0
    return (-axis, -height) if points_left else (axis, height)


def _turn_weight(reading: Reading) -> float:
    tile = reading.tile
    if tile is None or tile.face in SAME_HALF_TURNED:
        return 0.0
    return reading.confidence


def _is_column(centres: Array) -> bool:
    """Whether tiles touch almost only along y: at least three times as often as along x."""
    step = np.abs(centres[:, None] - centres[None, :])
    pairs = np.triu(np.ones(step.shape[:2], bool), 1)
    beside = int((pairs & (step[..., 1] < 0.45) & (step[..., 0] < 1.4)).sum())
    below = int((pairs & (step[..., 0] < 0.45) & (step[..., 1] < 1.4)).sum())
    return below >= 3 and below > 3 * beside


def _quarter_turn_hidden(reading: Reading) -> bool:
    tile = reading.tile
    vague = tile is None or tile.face in SAME_QUARTER_TURNED
    return vague or reading.confidence < TRUSTED_TURN


def _measure(centres: Array, right: Array, down: Array, vague: NDArray[np.bool_]) -> Frame:
    """Extents and sideways tiles; ``vague`` (n) marks faces that do not show a quarter turn.

    The shape alone does not make a tile sideways: tiles lying in front of a standing hand
    look flat as well.
    """
    # Products, because a narrow card that leans a little reaches far along x.
    turned = np.abs(down[:, 0] * right[:, 1]) > np.abs(right[:, 0] * down[:, 1])
    along, across = np.where(turned[:, None], down, right), np.where(turned[:, None], right, down)
    widths = np.maximum(np.abs(along[:, 0]), 1e-6)
    heights = np.maximum(np.abs(across[:, 1]), 1e-6)
    ratio = np.log(widths / heights)
    flat = ratio - np.median(ratio)
    sideways = (turned & (flat > SIDEWAYS_LOG_RATIO / 2)) | (vague & (flat > SIDEWAYS_LOG_RATIO))
    return Frame(centres, widths, heights, sideways)
