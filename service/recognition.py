"""A photo file to a read result: intake, then the recogniser, loaded once when first needed."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from vision.photo import PHOTO_MAX_SIDE, Photo, load_photo

if TYPE_CHECKING:  # the pipeline loads OpenCV
    from scoring.tiles import Family
    from vision.pipeline import ReadResult


class Recogniser(Protocol):
    """What reads a photo; the shipped models, or another in tests."""

    def read(self, photo: Photo, family: Family | None = None) -> ReadResult:
        """Return the tiles of the photo, corners in pixels of the upright original."""
        ...


def read_file(
    path: str, recogniser: Recogniser | None = None, family: Family | None = None
) -> tuple[Photo, ReadResult]:
    """Decode a photo file and read it; see :func:`read_source`."""
    return read_source(Path(path), recogniser, family)


def read_source(
    source: Path | bytes, recogniser: Recogniser | None = None, family: Family | None = None
) -> tuple[Photo, ReadResult]:
    """Decode a photo and read it.

    The photo comes first: a file that is no photo is refused before any model is loaded.

    Args:
        source: A file, or the bytes of one.
        recogniser: Reads the photo; by default the shipped models.
        family: What the tiles are; by default what most faces tell.

    Returns:
        The decoded photo, and the result with the decoding time added as ``"decode"``.

    Raises:
        PhotoError: When the source gives no photo.
        NoTilesError: When the photo shows no tile (of the family).
    """
    start = time.perf_counter()
    photo = load_photo(source, max_side=PHOTO_MAX_SIDE)
    decode_ms = (time.perf_counter() - start) * 1000
    result = (recogniser or shipped_recogniser()).read(photo, family)
    return photo, replace(result, timings_ms={"decode": decode_ms, **result.timings_ms})


@cache
def shipped_recogniser() -> Recogniser:
    """Load the models that the project ships, once per process."""
    from models.registry import load_recogniser  # noqa: PLC0415 - loads ONNX Runtime

    recogniser: Recogniser = load_recogniser()
    return recogniser


def new_recogniser() -> Recogniser:
    """Load the shipped models anew, for a worker that shares them with nobody."""
    from models.registry import load_recogniser  # noqa: PLC0415 - loads ONNX Runtime

    recogniser: Recogniser = load_recogniser.__wrapped__()
    return recogniser
