"""What a dataset says of its own origin and licence; it is repeated, never judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets.formats.json_kinds import JsonKind, kind_of
from datasets.formats.safe_files import read_json, read_yaml
from datasets.labels import DatasetError

_TEXTS = ("attribution", "licence", "license", "notice", "citation", "copying", "readme", "source")
_MAX_TEXT = 200_000
_MAX_FACT = 200


@dataclass(frozen=True, slots=True)
class Provenance:
    """Origin as given.

    Attributes:
        texts: READMEs, licences and credits in the dataset's folder.
        facts: Lines such as ``license: CC BY 4.0 (data.yaml)``.
    """

    texts: tuple[Path, ...]
    facts: tuple[str, ...]


def provenance(folder: Path) -> Provenance:
    """Collect what a folder says of its origin; files that cannot be read say nothing."""
    texts = tuple(
        path
        for path in sorted(folder.iterdir())
        if path.is_file()
        and path.suffix.lower() in {"", ".md", ".txt"}
        and path.stem.lower().startswith(_TEXTS)
        and path.stat().st_size <= _MAX_TEXT
    )
    return Provenance(texts, tuple(dict.fromkeys([*_of_yaml(folder), *_of_coco(folder)])))


def _of_yaml(folder: Path) -> Iterator[str]:
    for name in ("data.yaml", "data.yml"):
        try:
            table = read_yaml(folder / name)
        except DatasetError:
            continue
        if isinstance(table, dict):
            yield from _facts(table, name)
            if isinstance(table.get("roboflow"), dict):
                yield from _facts(table["roboflow"], name)


def _of_coco(folder: Path) -> Iterator[str]:
    for path in sorted([*folder.glob("*.json"), *folder.glob("annotations/*.json"),
                        *folder.glob("*/_annotations.coco.json")])[:4]:  # fmt: skip
        try:
            table = read_json(path)
        except DatasetError:
            continue
        if kind_of(table) is not JsonKind.COCO:
            continue
        if isinstance(table.get("info"), dict):
            yield from _facts(table["info"], path.name)
        for item in table["licenses"] if isinstance(table.get("licenses"), list) else ():
            if isinstance(item, dict):
                yield from _facts({"license": item.get("name"), "url": item.get("url")}, path.name)


def _facts(table: dict[str, Any], place: str) -> Iterator[str]:
    for key in ("license", "licence", "author", "contributor", "url", "version", "description"):
        value = table.get(key)
        if isinstance(value, str | int | float) and str(value).strip():
            yield f"{key}: {' '.join(str(value).split())[:_MAX_FACT]} ({place})"
