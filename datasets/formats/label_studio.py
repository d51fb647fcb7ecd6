"""Label Studio: a JSON list of tasks, as exported with the form "JSON".

``rectanglelabels`` are ``x y width height`` in percent of the picture, turned clockwise by
``rotation`` degrees about their own corner (x, y), in pixels; ``polygonlabels`` are points in
percent. A task names its photo by a URL or path, of which only the last part is used, found
among the files of the folder: nothing is ever fetched.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from datasets.findings import Fault, Tell, noting
from datasets.formats.base import (
    Format,
    PhotoFinder,
    by_split,
    copy_photo,
    sized,
    split_folders,
)
from datasets.formats.json_kinds import JsonKind, first_kind, json_files
from datasets.formats.safe_files import listing, mapping, name_of, number, points_of, read_json
from datasets.labels import DatasetError, Mark, MarkedPhoto, box_around, turned_box

LABELS = "label-studio.json"
_UPLOADED = re.compile(r"^[0-9a-f]{8}-")
"""Label Studio puts this before the name of an uploaded file."""
_SHAPES = ("rectanglelabels", "polygonlabels")


def _label_files(folder: Path) -> Iterator[tuple[str | None, Path]]:
    for split, part in split_folders(folder):
        yield from ((split, path) for path in json_files(part, JsonKind.LABEL_STUDIO))


def _read(folder: Path, tell: Tell) -> list[MarkedPhoto]:
    finder = PhotoFinder(folder)
    photos = []
    for split, path in _label_files(folder):
        with noting(tell, path):
            for place, item in enumerate(listing(read_json(path), "it")):
                with noting(tell, path):
                    try:
                        photo = _photo(mapping(item, "it"), split, path, finder, tell)
                    except DatasetError as error:
                        raise DatasetError(f"task {place}: {error.detail}") from error
                    photos += [photo] if photo else []
    finder.tell_unlabelled(tell)
    return photos


def _photo(
    task: dict[str, Any], split: str | None, label: Path, finder: PhotoFinder, tell: Tell
) -> MarkedPhoto | None:
    shapes = [shape for item in _results(task) if (shape := _shape_of(item))]
    with noting(tell, label, Fault.MISSING_PHOTO):
        name = _photo_name(mapping(task.get("data"), "data"))
        near = label.parent, label.parent / "images"
        try:
            path = finder.find(name, *near)
        except DatasetError:
            path = finder.find(_UPLOADED.sub("", name), *near)
        if size := sized(path, _stated(shapes), tell):
            marks = tuple(_mark(shape, *size) for shape in shapes)
            return MarkedPhoto(path, *size, marks, split)
    return None


def _photo_name(data: dict[str, Any]) -> str:
    """The file name at the end of the task's one URL or path."""
    texts = [data[key] for key in ("image", "img", "photo", "picture") if key in data]
    if len(texts) != 1 or not isinstance(texts[0], str):
        raise DatasetError("data names no image")
    url = urlsplit(texts[0])
    local = parse_qs(url.query).get("d")
    return PurePosixPath(unquote(local[0] if local else url.path).replace("\\", "/")).name


def _results(task: dict[str, Any]) -> list[Any]:
    """The regions of the task's one annotation that was not cancelled."""
    given = task.get("annotations", task.get("completions", []))
    done = [
        annotation
        for item in listing(given, "annotations")
        if not (annotation := mapping(item, "an annotation")).get("was_cancelled")
    ]
    true = [annotation for annotation in done if annotation.get("ground_truth")]
    chosen = true or done
    if len(chosen) > 1:
        raise DatasetError(f"{len(chosen)} annotations contend; mark one as ground truth")
    return listing(chosen[0].get("result"), "result") if chosen else []


def _shape_of(item: Any) -> dict[str, Any] | None:
    """A region, if it is a labelled rectangle or polygon."""
    region = mapping(item, "a region")
    if region.get("type") in {"rectangle", "polygon", "labels", "choices", "textarea"}:
        return None  # parts of a region without a name, or facts of the whole picture
    if region.get("type") not in _SHAPES:
        raise DatasetError(f"regions of type '{str(region.get('type'))[:20]}' are not supported")
    if region.get("image_rotation"):
        raise DatasetError("the picture was turned while it was labelled; turn the file itself")
    return region


def _stated(shapes: Sequence[dict[str, Any]]) -> tuple[float, float] | None:
    for region in shapes:
        if region.get("original_width") and region.get("original_height"):
            return number(region["original_width"]), number(region["original_height"])
    return None


def _mark(region: dict[str, Any], width: int, height: int) -> Mark:
    value = mapping(region.get("value"), "value")
    labels = listing(value.get(region["type"]), "the labels of a region")
    if len(labels) != 1:
        raise DatasetError(f"a region has {len(labels)} labels")
    name = name_of(labels[0])
    if region["type"] == "polygonlabels":
        points = [(x * width / 100, y * height / 100) for x, y in points_of(value.get("points"))]
        if len(points) < 2:
            raise DatasetError(f"a polygon '{name}' has {len(points)} points")
        return Mark.of_corners(name, points) if len(points) == 4 else Mark(name, box_around(points))
    x, y, wide, high = (number(value.get(key), key) for key in ("x", "y", "width", "height"))
    left, top = x * width / 100, y * height / 100
    box = (left, top, left + wide * width / 100, top + high * height / 100)
    degrees = number(value.get("rotation") or 0.0, "rotation")
    return (
        Mark.of_corners(name, turned_box(box, degrees, (left, top)))
        if degrees % 360
        else Mark(name, box)
    )


def _write(photos: Sequence[MarkedPhoto], folder: Path) -> None:
    for split, group in by_split(photos):
        part = folder / (split or "")
        tasks = []
        for key, (photo, name) in enumerate(group, start=1):
            copy_photo(photo, part / "images" / name)
            results = [_region(mark, photo) for mark in photo.marks]
            tasks.append({
                "id": key,
                "data": {"image": f"/data/local-files/?d=images/{quote(name)}"},
                "annotations": [{"id": key, "was_cancelled": False, "result": results}],
            })  # fmt: skip
        part.mkdir(parents=True, exist_ok=True)
        (part / LABELS).write_text(json.dumps(tasks, ensure_ascii=False), "utf-8")


def _region(mark: Mark, photo: MarkedPhoto) -> dict[str, Any]:
    kind = _SHAPES[mark.corners is not None]
    wide, high = 100 / photo.width, 100 / photo.height
    value: dict[str, Any] = {kind: [mark.name]}
    if mark.corners is None:
        x0, y0, x1, y1 = mark.box
        value |= {"x": x0 * wide, "y": y0 * high, "rotation": 0}
        value |= {"width": (x1 - x0) * wide, "height": (y1 - y0) * high}
    else:
        value |= {"points": [[x * wide, y * high] for x, y in mark.corners], "closed": True}
    return {
        "type": kind,
        "from_name": "label",
        "to_name": "image",
        "original_width": photo.width,
        "original_height": photo.height,
        "image_rotation": 0,
        "value": value,
    }


def _detect(folder: Path) -> bool:
    return first_kind(folder) is JsonKind.LABEL_STUDIO


FORMATS = (Format("label-studio", "Label Studio", _detect, _read, _write),)
