"""LabelMe: one JSON file per photo, with ``shapes``.

A ``polygon`` (or ``rotation``) of four points gives a tile's corners, a ``rectangle`` a box,
a polygon of another number of points the box around it. Other shapes are no tiles and are
refused. Photos are taken from their files, not from the copy within ``imageData``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from datasets.findings import Tell, noting
from datasets.formats.base import (
    Format,
    PhotoFinder,
    by_split,
    copy_photo,
    sized,
    split_folders,
)
from datasets.formats.json_kinds import JsonKind, first_kind, json_files
from datasets.formats.safe_files import (
    index_of,
    listing,
    mapping,
    name_of,
    number,
    points_of,
    read_json,
)
from datasets.labels import DatasetError, Mark, MarkedPhoto, box_around

VERSION = "5.4.1"
"""The release of LabelMe whose files these are like."""


def _label_files(folder: Path) -> Iterator[tuple[str | None, Path]]:
    for split, part in split_folders(folder):
        yield from ((split, path) for path in json_files(part, JsonKind.LABELME))


def _read(folder: Path, tell: Tell) -> list[MarkedPhoto]:
    finder = PhotoFinder(folder)
    photos = []
    for split, path in _label_files(folder):
        with noting(tell, path):
            label = mapping(read_json(path), "it")
            marks = tuple(_mark(item) for item in listing(label["shapes"], "shapes"))
            photo = finder.find(name_of(label["imagePath"], "imagePath"), path.parent)
            stated = None
            if label.get("imageWidth") and label.get("imageHeight"):
                stated = number(label["imageWidth"]), number(label["imageHeight"])
            if size := sized(photo, stated, tell):
                photos.append(MarkedPhoto(photo, *size, marks, split))
    finder.tell_unlabelled(tell)
    return photos


def _mark(item: Any) -> Mark:
    shape = mapping(item, "a shape")
    name = name_of(shape.get("label"), "the label of a shape")
    kind = shape.get("shape_type") or "polygon"
    if kind not in {"polygon", "rectangle", "rotation"}:
        raise DatasetError(f"a shape '{name}' is a {str(kind)[:20]}, not a polygon or rectangle")
    points = points_of(shape.get("points"))
    group = index_of(shape.get("group_id"))
    if len(points) < 2:
        raise DatasetError(f"a shape '{name}' has {len(points)} points")
    if kind != "rectangle" and len(points) == 4:
        return Mark.of_corners(name, points, None, group)
    return Mark(name, box_around(points), None, None, group)


def _write(photos: Sequence[MarkedPhoto], folder: Path) -> None:
    for split, group in by_split(photos):
        for photo, name in group:
            target = folder / (split or "") / name
            copy_photo(photo, target)
            label: dict[str, Any] = {
                "version": VERSION,
                "flags": {},
                "shapes": [_shape(mark) for mark in photo.marks],
                "imagePath": name,
                "imageData": None,
                "imageHeight": photo.height,
                "imageWidth": photo.width,
            }
            text = json.dumps(label, ensure_ascii=False, indent=2)
            target.with_suffix(".json").write_text(text, "utf-8")


def _shape(mark: Mark) -> dict[str, Any]:
    x0, y0, x1, y1 = mark.box
    return {
        "label": mark.name,
        "points": [[x0, y0], [x1, y1]] if mark.corners is None else list(map(list, mark.corners)),
        "group_id": mark.group,
        "shape_type": "rectangle" if mark.corners is None else "polygon",
        "flags": {},
    }


def _detect(folder: Path) -> bool:
    return first_kind(folder) is JsonKind.LABELME


FORMATS = (Format("labelme", "LabelMe", _detect, _read, _write),)
