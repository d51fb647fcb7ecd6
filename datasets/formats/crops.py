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
    photos = []
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            try:
                path = folder / Path(row["file"]).name
                tile = Tile.parse(row["tile"])
            except (KeyError, TypeError, WahuaError) as error:
                raise DatasetError(f"{folder}/labels.csv, line {number}: {error}") from error
            if not path.is_file():
                raise DatasetError(f"{folder}/labels.csv, line {number}: {path.name} is missing")
            photos.append(LabelledPhoto(path, (tile,), WHOLE[:, [0, 2]].reshape(1, 4), WHOLE))
    return photos
