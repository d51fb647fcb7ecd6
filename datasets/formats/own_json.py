"""The project's own labels: ``NAME.json`` beside ``NAME.jpg``, with corners and the hand.

``{"image", "family", "tiles": [{"tile", "corners": [[x, y]×4], "row", "group"}], "hand"}``;
corners in pixels of the upright photo, clockwise from the face's own top left. A tile of
which only the box is known has ``"box": [x0, y0, x1, y1]`` instead; ``"set"`` names the
physical set, ``"partial": true`` says that other tiles are in the picture, unlabelled.
``hand`` may be text in hand notation or, in older files, rows of tiles as laid out. Splits
are folders: ``train/NAME.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from datasets.findings import Fault, Finding, Tell, noting
from datasets.formats.base import (
    Format,
    PhotoFinder,
    by_split,
    copy_photo,
    sized,
    split_folders,
    upright_size,
)
from datasets.formats.json_kinds import JsonKind, first_kind
from datasets.formats.naming import class_name
from datasets.formats.safe_files import index_of, number, points_of, read_json
from datasets.labels import DatasetError, LabelledPhoto, Mark, MarkedPhoto
from scoring.errors import WahuaError
from scoring.tiles import Family, Tile

MAX_BYTES = 5_000_000


def read_own(folder: Path) -> list[LabelledPhoto]:
    """Read every labelled photo of a folder, sorted by name.

    Raises:
        DatasetError: A label file is malformed or its photo is missing.
    """
    photos = [_read_file(path) for path in sorted(folder.glob("*.json"))]
    return [_sized(photo, upright_size(photo.path)).labelled() for photo in photos]


def _sized(photo: MarkedPhoto, size: tuple[int, int]) -> MarkedPhoto:
    return replace(photo, width=size[0], height=size[1])


def _label_files(folder: Path) -> Iterator[tuple[str | None, Path]]:
    for split, part in split_folders(folder):
        yield from ((split, path) for path in sorted(part.glob("*.json")))


def _read(folder: Path, tell: Tell) -> list[MarkedPhoto]:
    finder = PhotoFinder(folder)
    photos = []
    for split, path in _label_files(folder):
        with noting(tell, path):
            photo = replace(_read_file(path), split=split)
            finder.used.add(photo.path)
            if not photo.path.is_file():
                detail = f"its photo '{photo.path.name}' is missing"
                tell(Finding(Fault.MISSING_PHOTO, path, detail))
            elif size := sized(photo.path, None, tell):
                photos.append(_sized(photo, size))
    finder.tell_unlabelled(tell)
    return photos


def _read_file(path: Path) -> MarkedPhoto:
    """Everything but the size of the photo, which is not opened."""
    label = _own_object(path)
    try:
        image = path.parent / Path(str(label["image"])).name
        family = Family(label["family"])
        marks = tuple(_mark(item, family) for item in label["tiles"])
        hand, name = _hand(label.get("hand")), label.get("set")
        if name is not None and not isinstance(name, str):
            raise DatasetError("the set is no text")
    except KeyError as error:
        raise DatasetError(f"{path} is no label file: {error} is missing") from error
    except (ValueError, TypeError, AttributeError, WahuaError) as error:
        raise DatasetError(f"{path} is no label file: {error}") from error
    return MarkedPhoto(image, 0, 0, marks, None, name, label.get("partial") is True, hand)


def _own_object(path: Path) -> dict[str, Any]:
    """Read a label file as it is.

    Raises:
        DatasetError: It is too large or no JSON object.
    """
    try:
        label = read_json(path, MAX_BYTES)
    except DatasetError as error:
        if "is larger than" in error.detail:
            raise
        raise DatasetError(f"{path} is no label file: {error.detail}") from error
    if not isinstance(label, dict):
        raise DatasetError(f"{path} is no label file: it is no object")
    return label


def _mark(item: dict[str, Any], family: Family) -> Mark:
    tile = Tile.parse(str(item["tile"]), family)
    places = index_of(item.get("row")), index_of(item.get("group"))
    if "corners" not in item and "box" in item:
        x0, y0, x1, y1 = (number(value) for value in item["box"])
        return Mark(class_name(tile), (x0, y0, x1, y1), None, *places, tile)
    mark = Mark.of_corners(class_name(tile), points_of(item["corners"], "the corners"), *places)
    return replace(mark, tile=tile)


def _hand(value: Any) -> str | tuple[tuple[str, ...], ...] | None:
    """The hand as text, or as laid out; anything else is none."""
    if isinstance(value, list) and all(isinstance(group, list) for group in value):
        return tuple(tuple(str(tile) for tile in group) for group in value)
    return value if isinstance(value, str) else None


def _write(photos: Sequence[MarkedPhoto], folder: Path) -> None:
    for split, group in by_split(photos):
        for photo, name in group:
            target = folder / (split or "") / name
            copy_photo(photo, target)
            text = json.dumps(_object(photo, name), ensure_ascii=False, indent=1)
            target.with_suffix(".json").write_text(text + "\n", "utf-8")


def _object(photo: MarkedPhoto, name: str) -> dict[str, Any]:
    families = {mark.tile.family for mark in photo.marks if mark.tile is not None}
    if len(families) > 1:
        raise DatasetError(f"{photo.path} shows tiles of {' and '.join(sorted(families))}")
    label: dict[str, Any] = {
        "image": name,
        "family": str(families.pop() if families else Family.MAHJONG),
        "tiles": [_tile_object(mark) for mark in photo.marks],
    }
    facts = {"hand": photo.hand, "set": photo.set, "partial": photo.partial or None}
    return label | {key: value for key, value in facts.items() if value is not None}


def _tile_object(mark: Mark) -> dict[str, Any]:
    if mark.tile is None:
        raise DatasetError(f"'{mark.name}' is no tile")
    place = {"box": mark.box} if mark.corners is None else {"corners": mark.corners}
    item: dict[str, Any] = {"tile": str(mark.tile), **place}
    layout = {"row": mark.row, "group": mark.group}
    return item | {key: value for key, value in layout.items() if value is not None}


def _detect(folder: Path) -> bool:
    return first_kind(folder) is JsonKind.OWN


FORMATS = (Format("wahua", "Wahua's own JSON", _detect, _read, _write),)
