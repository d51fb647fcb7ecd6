"""Which format a folder is in."""

from __future__ import annotations

from pathlib import Path

from datasets.formats.crops import read_crops
from datasets.formats.own_json import read_own
from datasets.formats.yolo import SUFFIXES, read_yolo
from datasets.labels import DatasetError, LabelledPhoto


def read_dataset(folder: Path, split: str = "val") -> list[LabelledPhoto]:
    """Read a folder of photos in whatever known format it is.

    ``data.yaml`` tells YOLO, ``labels.csv`` single crops, ``*.json`` beside photos the
    project's own labels; photos alone count as pictures without any tile.

    Raises:
        DatasetError: The folder is missing, empty or malformed.
    """
    if not folder.is_dir():
        raise DatasetError(f"{folder} is not a folder")
    if (folder / "data.yaml").is_file():
        photos = read_yolo(folder, split)
    elif (folder / "labels.csv").is_file():
        photos = read_crops(folder)
    elif any(folder.glob("*.json")):
        photos = read_own(folder)
    else:
        paths = [path for path in sorted(folder.iterdir()) if path.suffix.lower() in SUFFIXES]
        photos = [LabelledPhoto.empty(path) for path in paths]
    if not photos:
        raise DatasetError(f"{folder} holds no photos that can be evaluated")
    return photos
