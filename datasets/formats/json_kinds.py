"""Tells the label formats that are JSON files apart by what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any

from datasets.formats.base import split_folders
from datasets.formats.safe_files import read_json
from datasets.labels import DatasetError


class JsonKind(StrEnum):
    """Formats that keep their labels in JSON."""

    OWN = "wahua"
    COCO = "coco"
    LABELME = "labelme"
    LABEL_STUDIO = "label-studio"


def kind_of(value: Any) -> JsonKind | None:
    """The format of a JSON value, by the keys that it cannot be without."""
    if isinstance(value, dict):
        if "tiles" in value and "family" in value:
            return JsonKind.OWN
        if "shapes" in value and "imagePath" in value:
            return JsonKind.LABELME
        if "images" in value and "annotations" in value:
            return JsonKind.COCO
    if isinstance(value, list) and value and isinstance(value[0], dict) and "data" in value[0]:
        return JsonKind.LABEL_STUDIO
    return None


def first_kind(folder: Path) -> JsonKind | None:
    """The kind of the first JSON file in a folder, its splits or ``annotations`` that has one."""
    parts = [part for _, part in split_folders(folder)]
    for part in (*parts, folder / "annotations"):
        for path in sorted(part.glob("*.json")):
            try:
                kind = kind_of(read_json(path))
            except DatasetError:  # the format's reader names it, or detection where none is left
                continue
            if kind is not None:
                return kind
    return None


def json_files(folder: Path, kind: JsonKind) -> Iterator[Path]:
    """The JSON files of a folder (not below it) that are of one kind or cannot be read, sorted."""
    for path in sorted(folder.glob("*.json")):
        try:
            if kind_of(read_json(path)) is kind:
                yield path
        except DatasetError:
            yield path
