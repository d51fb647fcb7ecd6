"""The project's own labels: ``NAME.json`` beside ``NAME.jpg``, with corners and the hand.

``{"image", "family", "tiles": [{"tile", "corners": [[x, y]×4], "row", "group"}], "hand"}``;
corners in pixels of the upright photo, clockwise from the face's own top left. ``hand``
may be text in hand notation or, in older files, rows of tiles as laid out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.labels import DatasetError, LabelledPhoto
from scoring.errors import WahuaError
from scoring.tiles import Family, Tile
from vision.geometry import boxes_of
from vision.photo import PhotoError, load_photo

MAX_BYTES = 5_000_000


def read_own(folder: Path) -> list[LabelledPhoto]:
    """Read every labelled photo of a folder, sorted by name.

    Raises:
        DatasetError: A label file is malformed or its photo is missing.
    """
    return [_read(path) for path in sorted(folder.glob("*.json"))]


def _read(path: Path) -> LabelledPhoto:
    if path.stat().st_size > MAX_BYTES:
        raise DatasetError(f"{path} is larger than {MAX_BYTES} bytes")
    try:
        label: dict[str, Any] = json.loads(path.read_text("utf-8"))
        image = path.parent / Path(str(label["image"])).name
        family = Family(label["family"])
        tiles = tuple(Tile.parse(str(item["tile"]), family) for item in label["tiles"])
        corners = np.array([item["corners"] for item in label["tiles"]], np.float32)
        corners = corners.reshape(len(tiles), 4, 2)
        hand = label.get("hand")
    except KeyError as error:
        raise DatasetError(f"{path} is no label file: {error} is missing") from error
    except (ValueError, TypeError, OverflowError, RecursionError, WahuaError) as error:
        raise DatasetError(f"{path} is no label file: {error}") from error
    if not np.isfinite(corners).all():
        raise DatasetError(f"{path} is no label file: a corner is not a number")
    shares = (corners / _upright_size(image)).astype(np.float32)
    return LabelledPhoto(
        image, tiles, boxes_of(shares), shares, hand=hand if isinstance(hand, str) else None
    )


def _upright_size(image: Path) -> NDArray[np.float32]:
    """Width and height of the upright photo, which a header alone may state swapped."""
    try:
        photo = load_photo(image, max_side=1)
    except PhotoError as error:
        raise DatasetError(f"the photo {image} cannot be used: {error.detail}") from error
    return np.array([photo.width, photo.height], np.float32)
