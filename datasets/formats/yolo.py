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
    return [
        _read_photo(path, labels / f"{path.stem}.txt", names)
        for path in sorted(images.iterdir())
        if path.suffix.lower() in SUFFIXES
    ]


class _PlainLoader(yaml.SafeLoader):
    """The safe loader without aliases, by which a short file can grow to gigabytes."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Refuse an alias, otherwise as usual."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not accepted")
        return super().compose_node(parent, index)


def _class_names(path: Path) -> dict[int, Tile]:
    unknown, tiles = [], {}
    for index, name in _listed_names(path).items():
        try:
            tiles[index] = Tile.parse(name)
        except WahuaError:
            unknown.append(name[:40])
    if unknown:
        raise DatasetError(f"{path}: these class names are no tiles: {', '.join(unknown[:20])}")
    return tiles


def _listed_names(path: Path) -> dict[int, str]:
    """The entry ``names``: a list, or a mapping from the class number."""
    if not path.is_file():
        raise DatasetError(f"{path} is missing")
    if path.stat().st_size > MAX_YAML_BYTES:
        raise DatasetError(f"{path} is larger than {MAX_YAML_BYTES} bytes")
    try:
        # _PlainLoader is a SafeLoader: it makes plain values only.
        table = yaml.load(path.read_text("utf-8"), Loader=_PlainLoader)  # noqa: S506
        names = table["names"]
        items = names.items() if isinstance(names, dict) else enumerate(names)
        result = dict(items)
    except (yaml.YAMLError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise DatasetError(f"{path} has no readable list of class names") from error
    for index, name in result.items():
        if not isinstance(index, int) or not isinstance(name, str | int):
            raise DatasetError(f"{path} has no readable list of class names")
    return {index: str(name) for index, name in result.items()}


def _read_photo(path: Path, label: Path, names: dict[int, Tile]) -> LabelledPhoto:
    try:
        lines = label.read_text("utf-8").splitlines() if label.is_file() else []
    except UnicodeDecodeError as error:
        raise DatasetError(f"{label} is no text file") from error
    tiles, boxes = [], []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            tile, box = _parse_line(line, names)
        except (ValueError, KeyError) as error:
            raise DatasetError(f"{label}, line {number}: '{line[:60]}' is no label") from error
        tiles.append(tile)
        boxes.append(box)
    return LabelledPhoto(path, tuple(tiles), np.array(boxes, np.float32).reshape(-1, 4))


def _parse_line(line: str, names: dict[int, Tile]) -> tuple[Tile, tuple[float, ...]]:
    """Read one box; polygons and corner labels, which have more numbers, are refused."""
    index, *numbers = line.split()
    x, y, width, height = (float(number) for number in numbers)
    box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    # Tools round, so a box may stick out a little; far outside are pixels, not shares.
    if not all(-0.1 <= edge <= 1.1 for edge in box) or width < 0 or height < 0:
        raise ValueError("a box lies outside the picture")
    return names[int(index)], box
