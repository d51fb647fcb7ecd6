"""A pinhole camera above a table.

World: x right, y away from the player, z up; the table is z = 0 and one unit is one
tile width. Image: x right, y down, pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Camera:
    """Projection matrix (3×4) and eye position (3) in world units."""

    matrix: NDArray[np.float64]
    eye: NDArray[np.float64]

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Project world points (…×3) to pixels (…×2)."""
        homogeneous = np.concatenate([points, np.ones_like(points[..., :1])], axis=-1)
        projected = homogeneous @ self.matrix.T
        result: NDArray[np.float64] = projected[..., :2] / projected[..., 2:]
        return result


def look_at(
    target: NDArray[np.float64],
    *,
    distance: float,
    elevation: float,
    azimuth: float,
    roll: float,
    focal: float,
    size: tuple[int, int],
) -> Camera:
    """Place a camera that looks at ``target``.

    Args:
        target: World point in the middle of the picture.
        distance: From the eye to the target, in tile widths.
        elevation: Degrees above the table; 90 looks straight down.
        azimuth: Degrees around the vertical; 0 is the player's seat.
        roll: Degrees by which the picture is turned clockwise.
        focal: Focal length in picture widths.
        size: Picture width and height in pixels.
    """
    el, az = np.radians(elevation), np.radians(azimuth)
    away = np.array([np.sin(az) * np.cos(el), -np.cos(az) * np.cos(el), np.sin(el)])
    eye = target + distance * away
    forward = -away
    right = np.array([np.cos(az), np.sin(az), 0.0])
    down = np.cross(forward, right)
    turn = np.radians(roll)
    axis_x = np.cos(turn) * right - np.sin(turn) * down
    axis_y = np.sin(turn) * right + np.cos(turn) * down
    rotation = np.stack([axis_x, axis_y, forward])
    width, height = size
    f = focal * max(width, height)
    intrinsic = np.array([[f, 0, width / 2], [0, f, height / 2], [0, 0, 1]])
    extrinsic = np.concatenate([rotation, (-rotation @ eye)[:, None]], axis=1)
    return Camera(intrinsic @ extrinsic, eye)
