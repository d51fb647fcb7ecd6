"""What a phone's camera does to a scene: light, lens, sensor, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.conditions import USUAL, happens

Rng = np.random.Generator
Picture = NDArray[np.uint8]


def light(rng: Rng, picture: Picture, *, tint_rate: float = USUAL.tinted) -> Picture:
    """Uneven, tinted, brighter or darker light, sometimes with a glare spot or a soft shadow."""
    height, width = picture.shape[:2]
    result = picture.astype(np.float32)
    field = np.full((height, width), 1.0, np.float32)
    coarse = rng.uniform(0.75, 1.2, (3, 3)).astype(np.float32)
    if rng.random() < 0.7:
        field *= cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.25:
        field *= _shadow(rng, width, height)
    tint = (1 + rng.normal(0, 0.06, 3)).astype(np.float32) * warmth(rng, tint_rate)
    result *= field[..., None] * tint * exposure(rng)
    if rng.random() < 0.2:
        result += 255 * rng.uniform(0.2, 0.8) * _spot(rng, width, height)[..., None]
    return np.clip(result, 0, 255).astype(np.uint8)


def warmth(rng: Rng, rate: float = USUAL.tinted) -> NDArray[np.float32]:
    """Factors of red, green and blue: now and then a warm bulb or cold daylight.

    A phone's white balance takes most of a lamp's colour away; what is left runs along the
    line from orange to blue.
    """
    if not happens(rng, rate):
        return np.ones(3, np.float32)
    heat = rng.uniform(-0.7, 1.0)
    return np.array([1 + 0.16 * heat, 1 + 0.03 * heat, 1 - 0.28 * heat], np.float32)


def exposure(rng: Rng) -> float:
    """How bright the picture comes out; now and then a dark table makes white tiles too bright."""
    return float(rng.uniform(1.25, 2.0) if rng.random() < 0.12 else rng.uniform(0.6, 1.25))


def _shadow(rng: Rng, width: int, height: int) -> NDArray[np.float32]:
    """Somebody's hand or head between lamp and table."""
    mask = np.ones((height, width), np.float32)
    points = rng.uniform(-0.2, 1.2, (int(rng.integers(3, 6)), 2)) * [width, height]
    cv2.fillConvexPoly(
        mask, cv2.convexHull(np.round(points).astype(np.int32)), float(rng.uniform(0.45, 0.8))
    )
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), rng.uniform(3, 30)), np.float32)


def _spot(rng: Rng, width: int, height: int) -> NDArray[np.float32]:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    cx, cy = rng.uniform(0, width), rng.uniform(0, height)
    rx, ry = rng.uniform(0.02, 0.15, 2) * max(width, height)
    return np.asarray(np.exp(-(((x - cx) / rx) ** 2) - ((y - cy) / ry) ** 2), np.float32)


def camera(rng: Rng, picture: Picture) -> Picture:
    """Blur, sensor noise, colour loss and JPEG, each sometimes."""
    result = picture
    if rng.random() < 0.35:
        result = np.asarray(cv2.GaussianBlur(result, (0, 0), rng.uniform(0.4, 1.4)), np.uint8)
    if rng.random() < 0.12:
        result = _motion_blur(rng, result)
    if rng.random() < 0.4:
        noise = rng.normal(0, rng.uniform(1, 10), result.shape)
        result = np.clip(result + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.08:
        grey = cv2.cvtColor(result, cv2.COLOR_RGB2GRAY)
        result = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8)
    if rng.random() < 0.4:
        quality = int(rng.integers(35, 92))
        _, data = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])
        result = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return result


def _motion_blur(rng: Rng, picture: Picture) -> Picture:
    length = int(rng.integers(3, 7))
    kernel = np.zeros((length, length), np.float32)
    end = rng.uniform(0, length - 1, 2)
    cv2.line(kernel, (0, int(end[0])), (length - 1, int(end[1])), 1.0, 1)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(kernel.sum(), 1e-6)), np.uint8)
