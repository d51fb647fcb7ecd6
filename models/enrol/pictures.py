"""Pictures of single faces in a folder: what is in it, what it is called, where the face is.

A picture is named by its file (``5m.png``, ``5m_2.png``), by the folder that it lies in
(``5m/a.png``), or by a table ``file,tile``. It is a crop that the face fills, or, if the user
says so, a photo of one tile, which the locator then cuts out.
"""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.formats.safe_files import read_text
from datasets.labels import DatasetError
from models.enrol.errors import EnrolError
from models.enrol.names import faces_of
from models.enrol.teach import Enrolled
from scoring.tiles import Family
from vision.geometry import quad_areas, rectify
from vision.photo import PHOTO_MAX_SIDE, PhotoError, load_photo
from vision.pipeline import Recogniser

TABLE = "labels.csv"
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"})
MAX_PICTURES = 400
MAX_FILES = 10_000
ALONE_SCORE = 0.5
"""Least score of the locator for the tile that a photo shows."""
LEAST_SIDE = 24
"""Pixels: a picture of a face with a shorter side shows too little."""


def read_folder(
    folder: Path,
    recogniser: Recogniser | None = None,
    *,
    family: Family | None = None,
    table: Path | None = None,
) -> tuple[list[Enrolled], Family]:
    """Read the pictures of a folder.

    Args:
        folder: The folder; links in it are refused.
        recogniser: Cuts the tile out of each picture; without one the face fills the picture.
        family: Of the tiles, where the names leave it open.
        table: The names (``file,tile``), by default the folder's ``labels.csv`` if it has one.

    Raises:
        EnrolError: The folder or a picture cannot be used, or a name means no face.
    """
    named = _named_files(folder, table)
    if not named:
        raise EnrolError(f"{folder} holds no picture (JPEG, PNG, WebP or HEIC)")
    if len(named) > MAX_PICTURES:
        raise EnrolError(f"{folder} holds {len(named)} pictures, at most {MAX_PICTURES} are read")
    faces, family = faces_of([name for _, name in named], family)
    return [
        Enrolled(face, _face_in(path, recogniser), path.relative_to(folder).as_posix())
        for face, (path, _) in zip(faces, named, strict=True)
    ], family


def _named_files(folder: Path, table: Path | None) -> list[tuple[Path, str]]:
    """Pictures with their names, in the order of the table or of the alphabet."""
    if table is None and (folder / TABLE).is_file():
        table = folder / TABLE
    files = _pictures_in(folder)
    if table is None:
        return [(path, path.stem if path.parent == folder else path.parent.name) for path in files]
    there = {path.relative_to(folder).as_posix(): path for path in files}
    rows = read_table(table, "file")
    absent = [name for name, _ in rows if name not in there]
    if absent:
        raise EnrolError(f"{table} names files that {folder} lacks: {', '.join(absent[:5])}")
    return [(there[name], tile) for name, tile in rows]


def read_table(table: Path, key: str) -> list[tuple[str, str]]:
    """Rows of a CSV file with the columns ``key`` and ``tile``.

    Raises:
        EnrolError: It is no such table.
    """
    try:
        rows = list(csv.DictReader(read_text(table).splitlines()))
    except (DatasetError, csv.Error) as error:
        raise EnrolError(f"{table} cannot be read: {getattr(error, 'detail', error)}") from error
    if not rows or not {key, "tile"} <= rows[0].keys():
        raise EnrolError(f"{table} needs rows with the columns '{key}' and 'tile'")
    return [((row[key] or "").strip(), (row["tile"] or "").strip()) for row in rows]


def _pictures_in(folder: Path) -> list[Path]:
    """Pictures of a folder and of its folders, one level deep."""
    try:
        entries = sorted(folder.iterdir())
        inner = [path for path in entries if path.is_dir() and not path.is_symlink()]
        entries += [path for part in inner for path in sorted(part.iterdir())]
    except OSError as error:
        raise EnrolError(f"{folder} cannot be read: {error.strerror or error}") from error
    if len(entries) > MAX_FILES:
        raise EnrolError(f"{folder} holds more than {MAX_FILES} files; is it the right folder?")
    for path in entries:
        if path.is_symlink():
            raise EnrolError(f"{path} is a link; copy the picture itself into the folder")
    return [path for path in entries if path.suffix.lower() in SUFFIXES and path.is_file()]


def _face_in(path: Path, recogniser: Recogniser | None) -> NDArray[np.uint8]:
    """The face that a picture shows, upright: all of it, or the largest tile that is found."""
    pixels = picture_of(path)
    if min(pixels.shape[:2]) < LEAST_SIDE:
        raise EnrolError(f"{path} has less than {LEAST_SIDE} pixels a side")
    if recogniser is None:
        return pixels
    quads = recogniser.find(pixels)
    sure = quads.corners[quads.scores >= ALONE_SCORE]
    if len(sure) == 0:
        raise EnrolError(f"no tile was found in {path}")
    return cut_upright(pixels, sure[int(np.abs(quad_areas(sure)).argmax())])


def picture_of(path: Path) -> NDArray[np.uint8]:
    """Decode a picture (H×W×3 RGB).

    Raises:
        EnrolError: It is none, or too large.
    """
    try:
        return load_photo(path, max_side=PHOTO_MAX_SIDE).pixels
    except PhotoError as error:
        raise EnrolError(f"{path}: {error.title}: {error.detail}") from error


def cut_upright(pixels: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Flatten a quad (4×2, from its top left) at the picture's own resolution.

    Raises:
        EnrolError: It is too small.
    """
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    size = round(float(sides[::2].mean())), round(float(sides[1::2].mean()))
    if min(size) < LEAST_SIDE:
        raise EnrolError(
            f"a tile has only {size[0]}×{size[1]} pixels, at least {LEAST_SIDE} are needed; "
            "photograph it closer"
        )
    return rectify(pixels, corners, size)
