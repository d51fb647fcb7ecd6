"""What photos are compared by: the file's digest, and a hash of what the picture shows.

The hash has 128 bits: whether the grey value grows from each field of an 8×8 raster to its
right neighbour, and to its lower one (the *difference hash*). Scaling, compression and
brightness change a few bits of it, another picture about half of them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.formats.safe_files import read_bytes
from datasets.labels import DatasetError
from vision.photo import MAX_BYTES, PhotoError, load_photo, read_orientation

FIELDS = 8
THUMB_SIDE = 32
_DECODED_SIDE = 64
"""Pixels; a JPEG is decoded at the smallest scale that has them."""
_FLAT = 2.0
"""Standard deviation of grey values below which a picture shows nothing."""
MIN_CORRELATION = 0.95


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """One photo.

    Attributes:
        path: The photo.
        sha256: Of the file, hexadecimal.
        orientation: EXIF, 1 to 8.
        hash: 16 bytes.
        mirrored: 16 bytes: the hash of the picture seen in a mirror.
        thumb: 32×32 grey values.
    """

    path: Path
    sha256: str
    orientation: int
    hash: NDArray[np.uint8]
    mirrored: NDArray[np.uint8]
    thumb: NDArray[np.uint8]


def fingerprint(path: Path) -> Fingerprint:
    """Decode a photo and take its fingerprint.

    Raises:
        DatasetError: It cannot be decoded.
    """
    data = read_bytes(path, MAX_BYTES)
    try:
        pixels = load_photo(data, max_side=_DECODED_SIDE).pixels
        orientation = read_orientation(data)
    except PhotoError as error:
        raise DatasetError(f"the photo {path} cannot be used: {error.detail}") from error
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    flipped = np.ascontiguousarray(grey[:, ::-1])
    thumb = cv2.resize(grey, (THUMB_SIDE, THUMB_SIDE), interpolation=cv2.INTER_AREA)
    return Fingerprint(
        path,
        hashlib.sha256(data).hexdigest(),
        orientation,
        picture_hash(grey),
        picture_hash(flipped),
        np.asarray(thumb, np.uint8),
    )


def picture_hash(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the 16 bytes of a grey picture (H×W)."""
    wide = cv2.resize(grey, (FIELDS + 1, FIELDS), interpolation=cv2.INTER_AREA).astype(np.int16)
    high = cv2.resize(grey, (FIELDS, FIELDS + 1), interpolation=cv2.INTER_AREA).astype(np.int16)
    bits = np.concatenate(
        [(np.diff(wide, axis=1) > 0).ravel(), (np.diff(high, axis=0) > 0).ravel()]
    )
    return np.packbits(bits)


def look_alike(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    """Whether two thumbnails show the same: the hash alone confuses pictures without contrast."""
    a, b = one.astype(np.float64), other.astype(np.float64)
    if min(a.std(), b.std()) < _FLAT:
        return bool(np.abs(a - b).mean() < _FLAT)
    a, b = a - a.mean(), b - b.mean()
    return bool((a * b).sum() >= MIN_CORRELATION * np.sqrt((a * a).sum() * (b * b).sum()))
