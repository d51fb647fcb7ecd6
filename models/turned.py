"""Turn a labelled photo by any angle, to measure that the angle does not matter."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from datasets.labels import LabelledPhoto
from vision.geometry import boxes_of
from vision.photo import Photo

FILL = (114, 114, 114)
"""Grey of the corners that a turn by other than quarter turns adds (RGB)."""


def turn(truth: LabelledPhoto, photo: Photo, degrees: float) -> tuple[LabelledPhoto, Photo]:
    """Turn a photo and its truth clockwise; the picture grows so that nothing is cut off.

    Where only boxes are known, a turned truth box is the box around the turned box: exact
    at quarter turns, and otherwise exact for tiles that stood upright in the photo.

    Args:
        truth: Boxes and corners as shares of the photo.
        photo: The photo, at any scale.
        degrees: Clockwise as seen.
    """
    height, width = photo.pixels.shape[:2]
    angle = np.radians(degrees)
    cos, sin = round(float(np.cos(angle)), 9), round(float(np.sin(angle)), 9)
    new_w = round(width * abs(cos) + height * abs(sin))
    new_h = round(width * abs(sin) + height * abs(cos))
    # In continuous coordinates: about the middle of the old picture to that of the new one.
    matrix = np.array([[cos, -sin, 0], [sin, cos, 0]])
    matrix[:, 2] = np.array([new_w, new_h]) / 2 - matrix[:, :2] @ (np.array([width, height]) / 2)
    shift = np.full(2, 0.5)  # OpenCV counts from the centre of the first pixel
    warp = matrix.copy()
    warp[:, 2] += matrix[:, :2] @ shift - shift
    pixels = np.asarray(
        cv2.warpAffine(photo.pixels, warp, (new_w, new_h), borderValue=FILL), np.uint8
    )
    outer = photo.width / width
    turned = Photo(pixels, round(new_w * outer), round(new_h * outer), photo.format)
    quads = truth.corners
    if quads is None:
        quads = truth.boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    points = quads * [width, height] @ matrix[:, :2].T + matrix[:, 2]
    shares = (points / [new_w, new_h]).astype(np.float32)
    corners = None if truth.corners is None else shares
    return replace(truth, boxes=boxes_of(shares), corners=corners), turned
