"""Tiles, racks and other things on the table as boxes with exact corners, in tile widths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.synth.layouts import Body, Pose

Picture = NDArray[np.uint8]
Corners = NDArray[np.float64]

LAYER_LIFT = 0.15
"""Thicknesses by which a card lies higher than the one that it leans on."""
SIDES = ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
"""The four side faces of a box by corner index: above, right, below, left of the face."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A tile as a box.

    Attributes:
        corners: 8×3; first the face's four, clockwise from its own top left, then those
            behind them.
        name: Notation of the face.
        art: Picture of the face, H×W×3 RGB.
        layer: Order among overlapping cards.
    """

    corners: Corners
    name: str
    art: Picture
    layer: int = 0

    @property
    def centre(self) -> Corners:
        """Its middle (3)."""
        result: Corners = self.corners.mean(axis=0)
        return result


def tile_corners(pose: Pose, body: Body) -> Corners:
    """The eight corners (8×3) of a tile; see :class:`Solid`."""
    yaw = np.radians(pose.yaw)
    right = np.array([np.cos(yaw), np.sin(yaw), 0.0])
    away = np.array([-np.sin(yaw), np.cos(yaw), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    foot = np.array([pose.x, pose.y, 0.0])
    if pose.standing:
        down, normal = -up, -away
        front = foot + up * body.height / 2 + normal * body.depth / 2
    else:
        down, normal = -away, up
        front = foot + up * body.depth * (pose.level + 1 + LAYER_LIFT * max(0, pose.layer))
    if pose.upside_down:
        right, down = -right, -down
    half_w, half_h = right / 2, down * body.height / 2
    face = np.array([-half_w - half_h, half_w - half_h, half_w + half_h, -half_w + half_h]) + front
    result: Corners = np.concatenate([face, face - normal * body.depth])
    return result


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Corners:
    """The eight corners (8×3) of an upright box between two points; its face is the top."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    outline = [(x0, y1), (x1, y1), (x1, y0), (x0, y0)]
    return np.array([(x, y, z) for z in (z1, z0) for x, y in outline])
