"""CVAT for images 1.1: one ``annotations.xml`` for all photos, which lie in ``images``.

A ``box`` may have a ``rotation`` (degrees clockwise about its centre); a ``polygon`` of four
points gives a tile's corners, one of another number the box around it. Rows and groups are
``attribute`` elements. Tracks belong to videos and are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Tree

from datasets.findings import Fault, Tell, noting
from datasets.formats.base import (
    Format,
    PhotoFinder,
    by_split,
    class_names,
    copy_photo,
    sized,
    split_folders,
    split_named,
)
from datasets.formats.safe_files import index_of, name_of, number, read_xml
from datasets.labels import DatasetError, Mark, MarkedPhoto, Point, box_around, turned_box

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

ROOT, FILE = "annotations", "annotations.xml"


def _label_files(folder: Path) -> Iterator[tuple[str | None, Path]]:
    for split, part in split_folders(folder):
        if (part / FILE).is_file():
            yield split, part / FILE


def _read(folder: Path, tell: Tell) -> list[MarkedPhoto]:
    finder = PhotoFinder(folder)
    photos = []
    for split, path in _label_files(folder):
        with noting(tell, path):
            root = read_xml(path)
            if root.tag != ROOT:
                raise DatasetError(f"it is no CVAT file: its root is <{root.tag[:20]}>")
            if root.find("track") is not None:
                raise DatasetError("it is for videos: export it as 'CVAT for images 1.1'")
            read = (_photo(item, split, path, finder, tell) for item in root.findall("image"))
            photos += [photo for photo in read if photo is not None]
    finder.tell_unlabelled(tell)
    return photos


def _photo(
    item: Element, split: str | None, label: Path, finder: PhotoFinder, tell: Tell
) -> MarkedPhoto | None:
    name = item.get("name") or ""
    subset = split_named(item.get("subset") or "") or split
    marks = []
    for shape in item:
        with noting(tell, label):
            if shape.tag in {"box", "polygon"}:
                try:
                    marks.append(_mark(shape))
                except DatasetError as error:
                    raise DatasetError(f"image '{name[-60:]}': {error.detail}") from error
    with noting(tell, label, Fault.MISSING_PHOTO):
        images = label.parent / "images"
        path = finder.find(name, *([images / subset] if subset else []), images, label.parent)
        stated = None
        if item.get("width") and item.get("height"):
            stated = number(item.get("width")), number(item.get("height"))
        if size := sized(path, stated, tell):
            return MarkedPhoto(path, *size, tuple(marks), subset)
    return None


def _mark(shape: Element) -> Mark:
    name = name_of(shape.get("label"))
    noted = {a.get("name"): a.text for a in shape.findall("attribute")}
    places = index_of(noted.get("row")), index_of(noted.get("group"))
    if shape.tag == "polygon":
        points = _points(shape.get("points") or "")
        if len(points) == 4:
            return Mark.of_corners(name, points, *places)
        return Mark(name, box_around(points), None, *places)
    x0, y0, x1, y1 = (number(shape.get(key), key) for key in ("xtl", "ytl", "xbr", "ybr"))
    degrees = number(shape.get("rotation") or 0.0, "rotation")
    if degrees % 360:
        quad = turned_box((x0, y0, x1, y1), degrees, ((x0 + x1) / 2, (y0 + y1) / 2))
        return Mark.of_corners(name, quad, *places)
    return Mark(name, (x0, y0, x1, y1), None, *places)


def _points(text: str) -> list[Point]:
    """Read ``x,y;x,y;…``."""
    points = []
    for pair in text.split(";"):
        x, comma, y = pair.partition(",")
        if not comma:
            raise DatasetError("the points of a polygon are no pairs")
        points.append((number(x), number(y)))
    return points


def _write(photos: Sequence[MarkedPhoto], folder: Path) -> None:
    root = Tree.Element(ROOT)
    Tree.SubElement(root, "version").text = "1.1"
    labels = Tree.SubElement(Tree.SubElement(Tree.SubElement(root, "meta"), "job"), "labels")
    for name in class_names(photos):
        Tree.SubElement(Tree.SubElement(labels, "label"), "name").text = name
    key = 0
    for split, group in by_split(photos):
        for photo, name in group:
            copy_photo(photo, folder / "images" / (split or "") / name)
            facts = {"id": str(key), "name": name, "subset": split or ""}
            facts |= {"width": str(photo.width), "height": str(photo.height)}
            item = Tree.SubElement(root, "image", {k: v for k, v in facts.items() if v})
            for mark in photo.marks:
                _add(item, mark)
            key += 1
    Tree.ElementTree(root).write(folder / FILE, "utf-8", xml_declaration=True)


def _add(item: Element, mark: Mark) -> None:
    common = {"label": mark.name, "source": "manual", "occluded": "0"}
    if mark.corners is None:
        edges = zip(("xtl", "ytl", "xbr", "ybr"), mark.box, strict=True)
        shape = Tree.SubElement(item, "box", common | {k: repr(float(v)) for k, v in edges})
    else:
        points = ";".join(f"{float(x)!r},{float(y)!r}" for x, y in mark.corners)
        shape = Tree.SubElement(item, "polygon", common | {"points": points})
    for key, value in (("row", mark.row), ("group", mark.group)):
        if value is not None:
            Tree.SubElement(shape, "attribute", name=key).text = str(value)


def _detect(folder: Path) -> bool:
    found = next(_label_files(folder), None)
    return found is not None and read_xml(found[1]).tag == ROOT


FORMATS = (Format("cvat", "CVAT for images 1.1", _detect, _read, _write),)
