"""YOLO boxes: one text file per picture, ``class x y w h`` a line, names in ``data.yaml``.

The YAML is parsed by the safe loader and never handed to a training library, some of
which execute a ``download:`` entry.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import yaml

from datasets.labels import DatasetError, LabelledPhoto
from scoring.errors import WahuaError
from scoring.tiles import Tile

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"}
MAX_YAML_BYTES = 1_000_000


def read_yolo(folder: Path, split: str) -> list[LabelledPhoto]:
    """Read one split of a YOLO dataset, sorted by file name.

    Args:
        folder: Holds ``data.yaml``, ``images/SPLIT`` and ``labels/SPLIT``.
        split: ``train``, ``val`` …

    Raises:
        DatasetError: A file is missing or malformed, or a class name is no tile.
    """
    names = _class_names(folder / "data.yaml")
    images, labels = folder / "images" / split, folder / "labels" / split
    for needed in (images, labels):
        if not needed.is_dir():
            raise DatasetError(f"{needed} is not a folder")
    photos = []
    for path in sorted(images.iterdir()):
        if path.suffix.lower() in SUFFIXES:
            photos.append(_read_photo(path, labels / f"{path.stem}.txt", names))
    return photos


def _class_names(path: Path) -> dict[int, Tile]:
    if not path.is_file():
        raise DatasetError(f"{path} is missing")
    if path.stat().st_size > MAX_YAML_BYTES:
        raise DatasetError(f"{path} is larger than {MAX_YAML_BYTES} bytes")
    try:
        names = yaml.safe_load(path.read_text("utf-8"))["names"]
    except (yaml.YAMLError, UnicodeDecodeError, KeyError, TypeError) as error:
        raise DatasetError(f"{path} has no readable list of class names") from error
    items = names.items() if isinstance(names, dict) else enumerate(names)
    unknown, tiles = [], {}
    for index, name in items:
        try:
            tiles[int(index)] = Tile.parse(str(name))
        except (WahuaError, ValueError):
            unknown.append(str(name))
    if unknown:
        raise DatasetError(f"{path}: these class names are no tiles: {', '.join(unknown[:20])}")
    return tiles


def _read_photo(path: Path, label: Path, names: dict[int, Tile]) -> LabelledPhoto:
    tiles, boxes = [], []
    lines = label.read_text("utf-8").splitlines() if label.is_file() else []
    for number, line in enumerate(lines, start=1):
        fields = line.split()
        if not fields:
            continue
        try:
            index, x, y, width, height = int(fields[0]), *(float(f) for f in fields[1:5])
            tiles.append(names[index])
        except (ValueError, KeyError, TypeError) as error:
            raise DatasetError(f"{label}, line {number}: '{line[:60]}' is no label") from error
        boxes.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
    return LabelledPhoto(path, tuple(tiles), np.array(boxes, np.float32).reshape(-1, 4))
