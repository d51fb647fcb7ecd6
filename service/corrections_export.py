"""Corrections of stored photos as a labelled dataset, in the project's own format."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from datasets.formats import own_json
from datasets.formats.new_folder import new_folder
from datasets.labels import Mark, MarkedPhoto
from scoring.tiles import Family, Tile
from service.storage import Storage
from service.storage.corrections import corrected_photos
from service.storage.tables import Correction, Photo, Read


def export_corrections(storage: Storage, folder: Path, *, owner: str | None = None) -> int:
    """Write each stored photo (of an owner) with its last correction into a new folder.

    Returns:
        The number of photos.

    Raises:
        DatasetError: The folder holds something, or cannot be written.
    """
    (labels,) = own_json.FORMATS
    with new_folder(folder) as target, tempfile.TemporaryDirectory() as photos:
        marked = list(_marked(storage, Path(photos), owner))
        labels.write(marked, target)
    return len(marked)


def _marked(storage: Storage, photos: Path, owner: str | None) -> Iterator[MarkedPhoto]:
    with storage.reading() as session:
        for correction, read, photo in corrected_photos(session, owner):
            path = photos / f"{read.id}.jpg"
            path.write_bytes(photo.data)
            yield _photo(path, correction, read, photo)


def _photo(path: Path, correction: Correction, read: Read, photo: Photo) -> MarkedPhoto:
    """Bring the corners, in pixels of the original, to the size of the stored photo."""
    scale = photo.width / read.width, photo.height / read.height
    family = Family(correction.family)
    marks = tuple(_mark(tile, family, scale) for tile in correction.tiles)
    return MarkedPhoto(path, photo.width, photo.height, marks, hand=correction.hand)


def _mark(tile: dict[str, Any], family: Family, scale: tuple[float, float]) -> Mark:
    points = [(x * scale[0], y * scale[1]) for x, y in tile["corners"]]
    mark = Mark.of_corners(tile["tile"], points, tile["row"], tile["group"])
    return Mark(
        mark.name, mark.box, mark.corners, mark.row, mark.group, Tile.parse(mark.name, family)
    )
