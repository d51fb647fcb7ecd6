"""Single tiles, one a file, named in ``labels.csv`` (``file,tile``)."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from datasets.findings import FaultError, Tell, noting
from datasets.formats.base import Format, PhotoFinder, by_split, sized, split_folders
from datasets.formats.naming import resolve
from datasets.formats.safe_files import name_of, read_text
from datasets.labels import DatasetError, LabelledPhoto, Mark, MarkedPhoto
from vision.geometry import rectify
from vision.photo import PhotoError, load_photo

TABLE = "labels.csv"
WHOLE = np.array([[[0, 0], [1, 0], [1, 1], [0, 1]]], np.float32)


def read_crops(folder: Path) -> list[LabelledPhoto]:
    """Read a folder of crops, which are not opened; the tile fills each picture.

    Raises:
        DatasetError: ``labels.csv`` is malformed or names a file that is missing.
    """
    box = WHOLE[:, [0, 2]].reshape(1, 4)
    photos = []
    for place, row in _rows(folder / TABLE):
        with _at(place):
            path, name = _crop(folder, row)
            photos.append(LabelledPhoto(path, (resolve([name])[name],), box, WHOLE))
    return photos


def _rows(table: Path) -> Iterator[tuple[str, dict[str, str | None]]]:
    """The rows of the table, each with its place for messages."""
    try:
        rows = list(csv.DictReader(read_text(table).splitlines()))
    except (DatasetError, csv.Error) as error:
        raise DatasetError(f"{table} is no CSV file: {error}") from error
    yield from ((f"{table}, row {number}", row) for number, row in enumerate(rows, 1))


@contextmanager
def _at(place: str) -> Iterator[None]:
    """Put a place before the message of a dataset error."""
    try:
        yield
    except FaultError:
        raise
    except DatasetError as error:
        raise DatasetError(f"{place}: {error.detail}") from error


def _crop(folder: Path, row: dict[str, str | None]) -> tuple[Path, str]:
    for column in ("file", "tile"):
        if column not in row:
            raise DatasetError(f"the column '{column}' is missing")
    path = folder / Path(row["file"] or "").name
    name = name_of(row["tile"], "the tile")
    if path.suffix == "" or not path.is_file():
        raise DatasetError(f"the file '{row['file']}' is missing")
    return path, name


def _read(folder: Path, tell: Tell) -> list[MarkedPhoto]:
    finder = PhotoFinder(folder)
    photos = []
    for split, part in split_folders(folder):
        table = part / TABLE
        if not table.is_file():
            continue
        with noting(tell, table):
            for place, row in _rows(table):
                with noting(tell, table), _at(place.rpartition(", ")[2]):
                    path, name = _crop(part, row)
                    finder.used.add(path)
                    if size := sized(path, None, tell):
                        right, low = map(float, size)
                        quad = [(0.0, 0.0), (right, 0.0), (right, low), (0.0, low)]
                        photos.append(
                            MarkedPhoto(path, *size, (Mark.of_corners(name, quad),), split)
                        )
    finder.tell_unlabelled(tell)
    return photos


def _write(photos: Sequence[MarkedPhoto], folder: Path) -> None:
    """Cut every tile out, flattened, at the photo's own resolution."""
    for split, group in by_split(photos):
        part = folder / (split or "")
        part.mkdir(parents=True, exist_ok=True)
        rows = [("file", "tile")]
        for photo, name in group:
            try:
                pixels = load_photo(photo.path).pixels
            except PhotoError as error:
                raise DatasetError(f"{photo.path} cannot be used: {error.detail}") from error
            for number, mark in enumerate(photo.marks, start=1):
                file = f"{Path(name).stem}-{number}.png"
                Image.fromarray(_cut(pixels, mark)).save(part / file)
                rows.append((file, mark.name))
        with (part / TABLE).open("w", encoding="utf-8", newline="") as table:
            csv.writer(table).writerows(rows)


def _cut(pixels: NDArray[np.uint8], mark: Mark) -> NDArray[np.uint8]:
    x0, y0, x1, y1 = mark.box
    quad = np.array(mark.corners or ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), np.float32)
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    size = max(32, round(float(sides[::2].mean()))), max(32, round(float(sides[1::2].mean())))
    return rectify(pixels, quad, size)


def _detect(folder: Path) -> bool:
    return any((part / TABLE).is_file() for _, part in split_folders(folder))


FORMATS = (Format("crops", "single tiles with labels.csv", _detect, _read, _write),)
