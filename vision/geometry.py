"""Quads, boxes and letterboxes: the one place for plane geometry.

A *quad* is 4×2, corners clockwise on screen (x right, y down). A *box* is
``x0, y0, x1, y1``. Everything is in pixels, the picture's outer edge at 0. OpenCV counts
from the centre of the first pixel instead; that half pixel is far below the locator's
precision and is neglected.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float32]


def boxes_of(corners: Float) -> Float:
    """Axis-aligned boxes (n×4) around quads (n×4×2)."""
    if len(corners) == 0:
        return np.zeros((0, 4), np.float32)
    return np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1).astype(np.float32)


def box_iou(a: Float, b: Float) -> Float:
    """Intersection over union of every box in ``a`` (n×4) with every box in ``b`` (m×4): n×m."""
    overlap = _overlap(a, b)
    area_a = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
    area_b = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    union = area_a[:, None] + area_b[None, :] - overlap
    return (overlap / np.maximum(union, 1e-9)).astype(np.float32)


def _overlap(a: Float, b: Float) -> Float:
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    result: Float = np.prod(np.clip(high - low, 0, None), axis=2)
    return result


def quad_areas(corners: Float) -> Float:
    """Signed areas (n) of quads (n×4×2) by the shoelace formula; positive = clockwise on screen."""
    x, y = corners[..., 0], corners[..., 1]
    result: Float = 0.5 * np.sum(x * np.roll(y, -1, -1) - np.roll(x, -1, -1) * y, axis=-1)
    return result


def side_lengths(corners: Float) -> Float:
    """Lengths (n×4) of the sides of quads (n×4×2), from each corner to the next."""
    result: Float = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
    return result


def inset(
    corners: Float, *, left: float = 0.0, top: float = 0.0, right: float = 0.0, bottom: float = 0.0
) -> Float:
    """Quads (n×4×2, or one) whose edges are moved inwards along their sides.

    Each share is of the width or height; a negative one moves the edge outwards.
    """
    sides = corners[..., [1, 2, 3, 0], :] - corners
    across = np.stack([sides[..., 0, :], -sides[..., 2, :]], axis=-2)  # of the top, the bottom
    rows = corners[..., [0, 3], :]
    start, end = rows + across * np.float32(left), rows + across * np.float32(1 - right)
    down_left, down_right = start[..., 1, :] - start[..., 0, :], end[..., 1, :] - end[..., 0, :]
    moved = (
        start[..., 0, :] + down_left * np.float32(top),
        end[..., 0, :] + down_right * np.float32(top),
        end[..., 1, :] - down_right * np.float32(bottom),
        start[..., 1, :] - down_left * np.float32(bottom),
    )
    return np.stack(moved, axis=-2).astype(np.float32)


def clockwise_from_top_left(corners: Float) -> Float:
    """Order each quad (n×4×2) clockwise, beginning at its image-wise top-left corner.

    Corners are sorted by angle around their centre, which also mends crossed quads.
    """
    if len(corners) == 0:
        return corners.astype(np.float32)
    centred = corners - corners.mean(axis=1, keepdims=True)
    by_angle = np.argsort(np.arctan2(centred[..., 1], centred[..., 0]), axis=1)
    ordered = np.take_along_axis(corners, by_angle[..., None], axis=1)
    first = np.argmin(ordered.sum(axis=2), axis=1)
    index = (first[:, None] + np.arange(4)[None, :]) % 4
    return np.take_along_axis(ordered, index[..., None], axis=1).astype(np.float32)


def intersection_area(a: Float, b: Float) -> float:
    """Area shared by two convex quads (4×2 each)."""
    area, _ = cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))
    return float(area)


@dataclass(frozen=True, slots=True)
class Letterbox:
    """How a picture was fitted into a network's input: ``inner = outer * scale + pad``."""

    scale: float
    pad_x: float
    pad_y: float

    def to_outer(self, points: Float) -> Float:
        """Map points (…×2) of the network's input back to the picture."""
        offset = np.array([self.pad_x, self.pad_y], np.float32)
        return ((points - offset) / self.scale).astype(np.float32)


def sharing(one: Float, other: Float, part: float) -> NDArray[np.bool_]:
    """Which quads (n×4×2 and m×4×2) share more than a part of the smaller of the two: n×m."""
    areas, others = np.abs(quad_areas(one)), np.abs(quad_areas(other))
    result = np.asarray(box_iou(boxes_of(one), boxes_of(other)) > 0, np.bool_)
    for i, j in np.argwhere(result):
        shared = intersection_area(one[i], other[j])
        result[i, j] = shared > part * min(areas[i], others[j])
    return result


def beside(corners: Float, step: float = 1.0) -> Float:
    """The places on the four sides of n quads, so many of their sides away: 4n×4×2."""
    across = (corners[:, 1:3] - corners[:, [0, 3]]).mean(axis=1)
    down = (corners[:, 2:] - corners[:, [1, 0]]).mean(axis=1)
    steps = np.stack([across, -across, down, -down], axis=1)[:, :, None] * step
    return (corners[:, None] + steps).reshape(-1, 4, 2).astype(np.float32)


def letterbox(
    pixels: NDArray[np.uint8], size: int, *, stride: int = 32, fill: int = 114
) -> tuple[NDArray[np.uint8], Letterbox]:
    """Scale a picture (H×W×3) to a longer side of ``size``, padded to multiples of ``stride``.

    The shorter side is padded only to the next multiple of the stride, not to a
    square: a wide photo of a row of tiles then costs half of the computation.
    """
    height, width = pixels.shape[:2]
    scale = size / max(height, width)
    new_w, new_h = max(1, round(width * scale)), max(1, round(height * scale))
    interpolation = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    resized = cv2.resize(pixels, (new_w, new_h), interpolation=interpolation)
    pad_w, pad_h = -new_w % stride, -new_h % stride
    left, top = pad_w // 2, pad_h // 2
    canvas = np.full((new_h + pad_h, new_w + pad_w, 3), fill, np.uint8)
    canvas[top : top + new_h, left : left + new_w] = resized
    return canvas, Letterbox(scale, left, top)


def rectify(
    pixels: NDArray[np.uint8], corners: Float, size: tuple[int, int], *, margin: float = 0.0
) -> NDArray[np.uint8]:
    """Flatten a quad (4×2) of a picture into an upright rectangle of ``size`` (width, height).

    ``margin`` widens the view by this share of the target on every side, so that a
    quad which is a little too tight still shows the whole face.
    """
    width, height = size
    mx, my = width * margin, height * margin
    target = np.array(
        [[mx, my], [width - mx, my], [width - mx, height - my], [mx, height - my]], np.float32
    )
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    flat = cv2.warpPerspective(
        pixels, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)
