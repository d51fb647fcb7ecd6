"""Spoil photos on purpose, to measure what noise, blur, light and compression cost.

The corruptions are those of Hendrycks and Dietterich (2019), "Benchmarking Neural Network
Robustness to Common Corruptions", as the package ``imagecorruptions`` computes them, and a
lamp's glare, which it has not.
"""

from __future__ import annotations

import zlib
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels import LabelledPhoto
from scoring.errors import WahuaError
from vision.photo import Photo

NAMES = (
    "gaussian_noise", "shot_noise", "defocus_blur", "motion_blur", "brightness", "contrast",
    "jpeg_compression", "pixelate", "glare",
)  # fmt: skip
SEVERITIES = range(1, 6)
INSTALL = (
    "install imagecorruptions first: pip install --no-deps imagecorruptions; "
    "pip install scikit-image numba"
)
"""Not an extra: the package demands another build of OpenCV than the one used here."""
_SMALLEST = 32
"""The package refuses smaller pictures."""


class CorruptionError(WahuaError):
    """A corruption that is unknown, or cannot be computed here."""

    type = "corruption"
    title = "Photos cannot be spoilt like this"


def parse_corruption(text: str) -> tuple[str, int]:
    """Read ``NAME`` or ``NAME:SEVERITY``; the severity is 3 unless it is given.

    Raises:
        CorruptionError: There is no such corruption or severity.
    """
    name, _, level = text.partition(":")
    if name not in NAMES:
        raise CorruptionError(f"'{name}' is unknown; known are {', '.join(NAMES)}")
    if level and not (level.isdecimal() and int(level) in SEVERITIES):
        raise CorruptionError(f"the severity is a number from 1 to 5, not '{level[:20]}'")
    return name, int(level or 3)


def spoil(
    truth: LabelledPhoto, photo: Photo, name: str, severity: int
) -> tuple[LabelledPhoto, Photo]:
    """Corrupt a photo; the same file is always spoilt in the same way.

    Args:
        truth: Its truth, which stays.
        photo: The photo.
        name: One of ``NAMES``.
        severity: 1 to 5.

    Raises:
        CorruptionError: The package is not installed, or the photo is too small for it.
    """
    seed = zlib.crc32(f"{truth.path.name}/{name}/{severity}".encode())
    if name == "glare":
        return truth, replace(photo, pixels=_glare(photo, severity, np.random.default_rng(seed)))
    try:
        from imagecorruptions import corrupt  # noqa: PLC0415 - optional, and slow to import
    except ImportError:
        raise CorruptionError(INSTALL) from None
    if min(photo.pixels.shape[:2]) < _SMALLEST:
        raise CorruptionError(f"{truth.path.name} is smaller than {_SMALLEST} pixels")
    state = np.random.get_state()  # noqa: NPY002 - the package draws from the global generator
    np.random.seed(seed)  # noqa: NPY002
    try:
        spoilt = corrupt(photo.pixels, corruption_name=name, severity=severity)
    finally:
        np.random.set_state(state)  # noqa: NPY002
    return truth, replace(photo, pixels=np.ascontiguousarray(spoilt, np.uint8))


def _glare(photo: Photo, severity: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The reflection of a lamp somewhere near the middle, growing with the severity."""
    height, width = photo.pixels.shape[:2]
    light = np.zeros((height, width), np.float32)
    centre = rng.uniform(0.3, 0.7, 2) * [width, height]
    radius = (0.02 + 0.025 * severity) * max(width, height)
    cv2.circle(light, (int(centre[0]), int(centre[1])), max(1, int(radius)), 1.0, -1)
    soft = cv2.GaussianBlur(light, (0, 0), radius)
    peak = (0.35 + 0.15 * severity) * 255 / max(float(soft.max()), 1e-6)
    spoilt = photo.pixels.astype(np.float32) + peak * soft[..., None]
    return np.asarray(np.clip(spoilt, 0, 255), np.uint8)
