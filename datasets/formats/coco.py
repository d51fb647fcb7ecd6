"""COCO: one JSON file for all photos of a split, with ``images, annotations, categories``.

Ids may begin anywhere and have holes. A rotated tile is told in one of three ways: a
polygon of four points, ``bbox`` of five values (centre, size, degrees anticlockwise, as
Detectron2 has it), or ``attributes.rotation`` (degrees clockwise about the box's centre, as
CVAT exports it). Other polygons and run-length masks give the annotation's box only.

pycocotools is not used: it compiles C for masks that tiles do not have, trusts its input,
and knows neither of the two rotated forms.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from datasets.findings import Fault, Finding, Tell, noting
from datasets.formats.base import (
    Format,
    PhotoFinder,
    by_split,
    class_names,
    copy_photo,
    sized,
    split_folders,
    split_in,
    split_named,
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
from datasets.labels import Box, DatasetError, Mark, MarkedPhoto, turned_box

Categories = dict[int, str]


def _label_files(folder: Path) -> Iterator[Path]:
    for _, part in split_folders(folder):
        yield from json_files(part, JsonKind.COCO)
    if (folder / "annotations").is_dir():
        yield from json_files(folder / "annotations", JsonKind.COCO)


def _split_of(path: Path, folder: Path) -> str | None:
    """By the folder, or by a file name such as ``instances_val2017.json``."""
    return split_in(path, folder) or split_named(path.stem.replace("-", "_").split("_")[-1])


def _read(folder: Path, tell: Tell) -> list[MarkedPhoto]:
    finder = PhotoFinder(folder)
    photos: list[MarkedPhoto] = []
    first: tuple[Path, Categories] | None = None
    for path in _label_files(folder):
        with noting(tell, path):
            table = mapping(read_json(path), str(path))
            categories = _categories(table)
            if first and first[1] != categories:
                detail = (
                    f"its categories are not those of {first[0].name} in {first[0].parent.name}"
                )
                tell(Finding(Fault.CLASS_ORDER, path, detail))
            first = first or (path, categories)
            photos += _read_file(table, categories, path, finder, tell)
    finder.tell_unlabelled(tell)
    return photos


def _read_file(
    table: dict[str, Any],
    categories: Categories,
    path: Path,
    finder: PhotoFinder,
    tell: Tell,
) -> list[MarkedPhoto]:
    images = _images(table)
    marks: dict[int, list[Mark]] = {key: [] for key in images}
    for place, item in enumerate(listing(table["annotations"], "annotations")):
        with noting(tell, path):
            try:
                found = mapping(item, "it")
                of_image = marks[_id(found.get("image_id"), "image_id")]
                of_image.append(_mark(found, categories))
            except KeyError as error:
                raise DatasetError(f"annotation {place}: image {error} is not listed") from error
            except DatasetError as error:
                raise DatasetError(f"annotation {place}: {error.detail}") from error
    photos = []
    root = finder.folder
    split = _split_of(path, root)
    near = (path.parent, *(root / n for n in ("images", split or "images", f"images/{split}")))
    for key, image in images.items():
        with noting(tell, path, Fault.MISSING_PHOTO):
            photo = finder.find(_name(image), *near)
            stated = None
            if image.get("width") and image.get("height"):
                stated = number(image["width"]), number(image["height"])
            if size := sized(photo, stated, tell):
                extra = image.get("wahua") if isinstance(image.get("wahua"), dict) else {}
                photos.append(_photo(photo, size, marks[key], split, extra))
    return photos


def _photo(
    path: Path, size: tuple[int, int], marks: list[Mark], split: str | None, extra: Any
) -> MarkedPhoto:
    hand, name = extra.get("hand"), extra.get("set")
    return MarkedPhoto(
        path, *size, tuple(marks), split,
        set=name if isinstance(name, str) else None,
        partial=extra.get("partial") is True,
        hand=hand if isinstance(hand, str) else None,
    )  # fmt: skip


def _name(image: dict[str, Any]) -> str:
    text = image.get("file_name")
    if not isinstance(text, str) or not text:
        raise DatasetError("an image has no file_name")
    return text


def _id(value: Any, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise DatasetError(f"{what} is no whole number")
    return value


def _categories(table: dict[str, Any]) -> Categories:
    categories: Categories = {}
    for item in listing(table.get("categories"), "categories"):
        entry = mapping(item, "a category")
        key, name = _id(entry.get("id"), "a category's id"), name_of(entry.get("name"))
        if categories.setdefault(key, name) != name:
            raise DatasetError(f"category {key} is listed twice, as {categories[key]} and {name}")
    return categories


def _images(table: dict[str, Any]) -> dict[int, dict[str, Any]]:
    images: dict[int, dict[str, Any]] = {}
    for item in listing(table["images"], "images"):
        entry = mapping(item, "an image")
        key = _id(entry.get("id"), "an image's id")
        if key in images:
            raise DatasetError(f"image {key} is listed twice")
        images[key] = entry
    return images


def _mark(item: dict[str, Any], categories: Categories) -> Mark:
    category = _id(item.get("category_id"), "category_id")
    if category not in categories:
        raise DatasetError(f"category {category} is not listed")
    name = categories[category]
    attributes = item.get("attributes")
    attributes = attributes if isinstance(attributes, dict) else {}
    places = index_of(attributes.get("row")), index_of(attributes.get("group"))
    quad = _four_points(item.get("segmentation"))
    if quad is not None:
        return Mark.of_corners(name, quad, *places)
    if item.get("bbox") is None:
        form = "a mask" if isinstance(item.get("segmentation"), dict) else "neither box nor polygon"
        raise DatasetError(f"{form} without a bbox cannot be used")
    values = [number(value) for value in listing(item["bbox"], "bbox")]
    if len(values) == 5:
        x, y, width, height, anticlockwise = values
        box = _sides(x - width / 2, y - height / 2, width, height)
        return Mark.of_corners(name, turned_box(box, -anticlockwise, (x, y)), *places)
    if len(values) != 4:
        raise DatasetError(f"bbox has {len(values)} values")
    box = _sides(*values)
    degrees = number(attributes.get("rotation") or 0.0, "rotation")
    if degrees % 360:
        centre = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        return Mark.of_corners(name, turned_box(box, degrees, centre), *places)
    return Mark(name, box, None, *places)


def _sides(x: float, y: float, width: float, height: float) -> Box:
    if width < 0 or height < 0:
        raise DatasetError("bbox has a negative side")
    return x, y, x + width, y + height


def _four_points(segmentation: Any) -> list[tuple[float, float]] | None:
    """The one polygon of four points, if that is what the segmentation is."""
    if isinstance(segmentation, list) and len(segmentation) == 1:
        points = points_of(listing(segmentation[0], "a polygon"), "a polygon")
        return points if len(points) == 4 else None
    return None


def _write(photos: Sequence[MarkedPhoto], folder: Path) -> None:
    names = class_names(photos)
    numbers = {name: index for index, name in enumerate(names, start=1)}
    categories = [{"id": key, "name": name} for name, key in numbers.items()]
    (folder / "annotations").mkdir()
    for split, group in by_split(photos):
        images: list[dict[str, Any]] = []
        annotations: list[dict[str, Any]] = []
        for key, (photo, name) in enumerate(group, start=1):
            copy_photo(photo, folder / (split or "images") / name)
            images.append(_image_object(key, name, photo))
            annotations += [
                {"id": len(annotations) + at, "image_id": key, **_object(mark, numbers)}
                for at, mark in enumerate(photo.marks, start=1)
            ]
        table = {"images": images, "annotations": annotations, "categories": categories}
        target = folder / "annotations" / f"instances{f'_{split}' if split else ''}.json"
        target.write_text(json.dumps(table, ensure_ascii=False), "utf-8")


def _image_object(key: int, name: str, photo: MarkedPhoto) -> dict[str, Any]:
    size = {"width": photo.width, "height": photo.height}
    hand = photo.hand if isinstance(photo.hand, str) else None
    extra = {"set": photo.set, "hand": hand, "partial": photo.partial or None}
    known = {field: value for field, value in extra.items() if value is not None}
    return {"id": key, "file_name": name, **size, **({"wahua": known} if known else {})}


def _object(mark: Mark, numbers: dict[str, int]) -> dict[str, Any]:
    x0, y0, x1, y1 = mark.box
    area, polygons = (x1 - x0) * (y1 - y0), []
    if mark.corners is not None:
        polygons = [[value for point in mark.corners for value in point]]
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = mark.corners
        area = abs((cx - ax) * (dy - by) - (dx - bx) * (cy - ay)) / 2
    places = {"row": mark.row, "group": mark.group}
    attributes = {key: value for key, value in places.items() if value is not None}
    return {
        "category_id": numbers[mark.name],
        "bbox": [x0, y0, x1 - x0, y1 - y0],
        "segmentation": polygons,
        "area": area,
        "iscrowd": 0,
        **({"attributes": attributes} if attributes else {}),
    }


def _detect(folder: Path) -> bool:
    return first_kind(folder) is JsonKind.COCO


FORMATS = (Format("coco", "COCO", _detect, _read, _write),)
