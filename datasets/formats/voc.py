"""Pascal VOC: one XML file per photo, beside it or in ``Annotations`` and ``JPEGImages``.

Boxes are ``bndbox``; a turned tile is a ``polygon`` of four points (``x1 y1 … x4 y4``, as
Roboflow writes it) or ``robndbox`` (centre, size, radians clockwise, as roLabelImg writes
it). Coordinates are taken as edges counted from 0, as today's tools write them; the
original VOC counted pixels from 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Tree

from datasets.findings import Tell, noting
from datasets.formats.base import (
    Format,
    PhotoFinder,
    by_split,
    copy_photo,
    sized,
    split_folders,
    split_named,
)
from datasets.formats.safe_files import MAX_TEXT_BYTES, name_of, number, read_text, read_xml
from datasets.labels import DatasetError, Mark, MarkedPhoto, turned_box

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

ROOT = "annotation"


def _label_files(folder: Path) -> Iterator[tuple[str | None, Path]]:
    for split, part in split_folders(folder):
        yield from ((split, path) for path in sorted(part.glob("*.xml")))
    if (folder / "Annotations").is_dir():
        splits = _listed_splits(folder / "ImageSets" / "Main")
        for path in sorted((folder / "Annotations").glob("*.xml")):
            yield splits.get(path.stem), path


def _listed_splits(folder: Path) -> dict[str, str]:
    """Split by photo, from ``train.txt``, ``val.txt`` and ``test.txt``."""
    splits: dict[str, str] = {}
    for path in sorted(folder.glob("*.txt")) if folder.is_dir() else ():
        split = split_named(path.stem)
        if split:
            splits |= {words[0]: split for line in read_text(path).splitlines()
                       if (words := line.split())}  # fmt: skip
    return splits


def _read(folder: Path, tell: Tell) -> list[MarkedPhoto]:
    finder = PhotoFinder(folder)
    photos = []
    for split, path in _label_files(folder):
        with noting(tell, path):
            root = read_xml(path, MAX_TEXT_BYTES)
            if root.tag != ROOT:
                raise DatasetError(f"it is no Pascal VOC file: its root is <{root.tag[:20]}>")
            marks = tuple(_mark(item) for item in root.findall("object"))
            name = name_of(root.findtext("filename"), "filename")
            photo = finder.find(name, path.parent, folder / "JPEGImages", folder / "images")
            if size := sized(photo, _stated(root), tell):
                photos.append(MarkedPhoto(photo, *size, marks, split))
    finder.tell_unlabelled(tell)
    return photos


def _stated(root: Element) -> tuple[float, float] | None:
    width, height = root.findtext("size/width"), root.findtext("size/height")
    if not width or not height or not number(width):  # labelImg writes 0 where it did not know
        return None
    return number(width), number(height)


def _mark(item: Element) -> Mark:
    name = name_of(item.findtext("name"))
    polygon, turned, box = item.find("polygon"), item.find("robndbox"), item.find("bndbox")
    if polygon is not None and len(polygon) == 8:
        numbers = _numbers(polygon, [f"{axis}{at}" for at in range(1, 5) for axis in "xy"])
        return Mark.of_corners(name, list(zip(numbers[::2], numbers[1::2], strict=True)))
    if turned is not None:
        x, y, width, height, angle = _numbers(turned, ["cx", "cy", "w", "h", "angle"])
        sides = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        return Mark.of_corners(name, turned_box(sides, math.degrees(angle), (x, y)))
    if box is None:
        raise DatasetError(f"an object '{name}' has no bndbox")
    x0, y0, x1, y1 = _numbers(box, ["xmin", "ymin", "xmax", "ymax"])
    return Mark(name, (x0, y0, x1, y1))


def _numbers(parent: Element, tags: Sequence[str]) -> list[float]:
    return [number(parent.findtext(tag) or "", f"<{tag}>") for tag in tags]


def _write(photos: Sequence[MarkedPhoto], folder: Path) -> None:
    for split, group in by_split(photos):
        for photo, name in group:
            target = folder / (split or "") / name
            copy_photo(photo, target)
            tree = Tree.ElementTree(_element(photo, name))
            tree.write(target.with_suffix(".xml"), "utf-8", xml_declaration=True)


def _element(photo: MarkedPhoto, name: str) -> Element:
    root = Tree.Element(ROOT)
    _child(root, "filename", name)
    size = Tree.SubElement(root, "size")
    for tag, value in (("width", photo.width), ("height", photo.height), ("depth", 3)):
        _child(size, tag, str(value))
    for mark in photo.marks:
        item = Tree.SubElement(root, "object")
        _child(item, "name", mark.name)
        box = Tree.SubElement(item, "bndbox")
        for tag, edge in zip(("xmin", "ymin", "xmax", "ymax"), mark.box, strict=True):
            _child(box, tag, repr(float(edge)))
        if mark.corners is not None:
            polygon = Tree.SubElement(item, "polygon")
            for at, (x, y) in enumerate(mark.corners, start=1):
                _child(polygon, f"x{at}", repr(float(x)))
                _child(polygon, f"y{at}", repr(float(y)))
    return root


def _child(parent: Element, tag: str, text: str) -> None:
    Tree.SubElement(parent, tag).text = text


def _detect(folder: Path) -> bool:
    for _, path in _label_files(folder):
        try:
            return read_xml(path).tag == ROOT
        except DatasetError:
            continue
    return False


FORMATS = (Format("voc", "Pascal VOC", _detect, _read, _write),)
