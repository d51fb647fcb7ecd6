"""Single tiles, one a file, named in ``labels.csv`` (``file,tile``)."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from datasets.labels import DatasetError, LabelledPhoto
from scoring.errors import WahuaError
from scoring.tiles import Tile

WHOLE = np.array([[[0, 0], [1, 0], [1, 1], [0, 1]]], np.float32)


def read_crops(folder: Path) -> list[LabelledPhoto]:
    """Read a folder of crops; the tile fills each picture.

    Raises:
        DatasetError: ``labels.csv`` is malformed or names a file that is missing.
    """
    table = folder / "labels.csv"
    try:
        with table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DatasetError(f"{table} is no CSV file: {error}") from error
    return [_crop(folder, row, f"{table}, row {number}") for number, row in enumerate(rows, 1)]


def _crop(folder: Path, row: dict[str, str], place: str) -> LabelledPhoto:
    try:
        path = folder / Path(row["file"]).name
        tile = Tile.parse(row["tile"])
    except KeyError as error:
        raise DatasetError(f"{place}: the column {error} is missing") from error
    except (AttributeError, TypeError, WahuaError) as error:
        raise DatasetError(f"{place}: {error}") from error
    if not path.is_file():
        raise DatasetError(f"{place}: the file '{row['file']}' is missing")
    return LabelledPhoto(path, (tile,), WHOLE[:, [0, 2]].reshape(1, 4), WHOLE)
