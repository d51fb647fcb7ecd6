"""Label files are written by strangers: read them within limits, and nothing else happens.

One clear :class:`DatasetError` for every way to be bad: too large, too deep, not of the
format. YAML makes plain values only, XML knows no entities and no document type.
"""

from __future__ import annotations

import json
import math
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

import yaml

from datasets.labels import DatasetError, Point

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MAX_TEXT_BYTES = 5_000_000
MAX_YAML_BYTES = 1_000_000
MAX_JSON_BYTES = 200_000_000
"""COCO keeps the labels of all photos in one file: about 300 bytes a tile."""
MAX_NAME = 100
"""Characters of a class name."""


def read_bytes(path: Path, limit: int) -> bytes:
    """Read a file of limited length.

    Raises:
        DatasetError: It is missing, unreadable or longer.
    """
    try:
        if not path.is_file():
            raise DatasetError(f"{path} is missing")
        if path.stat().st_size > limit:
            raise DatasetError(f"{path} is larger than {limit} bytes")
        return path.read_bytes()
    except OSError as error:
        raise DatasetError(f"{path} cannot be read: {error.strerror or error}") from error


def read_text(path: Path, limit: int = MAX_TEXT_BYTES) -> str:
    """Read a UTF-8 file of limited length.

    Raises:
        DatasetError: It is missing, longer, or no text.
    """
    try:
        return read_bytes(path, limit).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DatasetError(f"{path} is no text file") from error


def read_json(path: Path, limit: int = MAX_JSON_BYTES) -> Any:
    """Read a JSON file.

    Raises:
        DatasetError: It is missing, too large, nested too deep, or no JSON.
    """
    text = read_text(path, limit)
    try:
        return json.loads(text)
    except RecursionError as error:
        raise DatasetError(f"{path} is nested too deep") from error
    except ValueError as error:
        raise DatasetError(f"{path} is no JSON file: {error}") from error


class _PlainLoader(yaml.SafeLoader):
    """The safe loader without aliases, by which a short file can grow to gigabytes."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Refuse an alias, otherwise as usual."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not accepted")
        return super().compose_node(parent, index)


def read_yaml(path: Path) -> Any:
    """Read a YAML file into plain values.

    Raises:
        DatasetError: It is missing, too large, too deep, uses aliases or tags, or is no YAML.
    """
    text = read_text(path, MAX_YAML_BYTES)
    try:
        # _PlainLoader is a SafeLoader: it makes plain values only.
        return yaml.load(text, Loader=_PlainLoader)  # noqa: S506
    except RecursionError as error:
        raise DatasetError(f"{path} is nested too deep") from error
    except (yaml.YAMLError, ValueError, TypeError, AttributeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise DatasetError(f"{path} is no YAML file that can be accepted: {reason}") from error


def read_xml(path: Path, limit: int = MAX_JSON_BYTES) -> Element:
    """Read an XML file without document type or entities.

    Raises:
        DatasetError: It is missing, too large, declares a document type, or is no XML.
    """
    # The standard library's parser expands entities, so it never sees a foreign file.
    from xml.etree.ElementTree import ParseError  # noqa: PLC0415 - the error class only

    from defusedxml import DefusedXmlException  # noqa: PLC0415 - only XML formats need it
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415

    data = read_bytes(path, limit)
    try:
        root: Element = fromstring(data, forbid_dtd=True)
    except DefusedXmlException as error:
        raise DatasetError(f"{path} declares a document type or an entity") from error
    except (ParseError, ValueError, LookupError, RecursionError) as error:
        raise DatasetError(f"{path} is no XML file: {error}") from error
    return root


def mapping(value: Any, what: str) -> dict[str, Any]:
    """Check that a value is an object.

    Raises:
        DatasetError: It is not.
    """
    if not isinstance(value, dict):
        raise DatasetError(f"{what} is no object")
    return value


def listing(value: Any, what: str) -> list[Any]:
    """Check that a value is a list.

    Raises:
        DatasetError: It is not.
    """
    if not isinstance(value, list):
        raise DatasetError(f"{what} is no list")
    return value


def name_of(value: Any, what: str = "the class name") -> str:
    """Check that a value is a short text (or a number that stands for one).

    Raises:
        DatasetError: It is not.
    """
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
        raise DatasetError(f"{what} is missing or no text")
    text = str(value).strip()
    if len(text) > MAX_NAME:
        raise DatasetError(f"{what} has {len(text)} characters: '{text[:20]}…'")
    return text


def number(value: Any, what: str = "a coordinate") -> float:
    """Read a finite number, also from text (XML).

    Raises:
        DatasetError: It is none.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise DatasetError(f"{what} is no number")
    try:
        result = float(value)
    except (ValueError, OverflowError) as error:
        raise DatasetError(f"{what} is no number: '{str(value)[:20]}'") from error
    if not math.isfinite(result) or abs(result) > 1e7:
        raise DatasetError(f"{what} is no usable number: {str(value)[:20]}")
    return result


def index_of(value: Any) -> int | None:
    """Read a row or group: a small whole number, or None where there is none.

    Raises:
        DatasetError: It is something else.
    """
    if value is None or value == "":
        return None
    found = number(value, "a row or group")
    if found != int(found):
        raise DatasetError(f"a row or group is no whole number: {found}")
    return int(found)


def points_of(values: Any, what: str = "the points") -> list[Point]:
    """Read ``[[x, y], …]`` or ``[x, y, x, y, …]``.

    Raises:
        DatasetError: It is neither.
    """
    flat: list[Any] = []
    for item in listing(values, what):
        flat += listing(item, what) if isinstance(item, list) else [item]
        if isinstance(item, list) and len(item) != 2:
            raise DatasetError(f"{what} are no pairs")
    if len(flat) % 2:
        raise DatasetError(f"{what} are no pairs")
    numbers = [number(value) for value in flat]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def inside(folder: Path, text: str) -> Path:
    """Join a path that a label file names, which may not leave the dataset's folder.

    Raises:
        DatasetError: It is absolute, climbs out, or leads out through a link.
    """
    plain = text.replace("\\", "/")
    parts = PurePosixPath(plain).parts
    if "\x00" in plain or plain.startswith("/") or ".." in parts or (":" in plain[:3]):
        raise DatasetError(f"the path '{text[:60]}' leaves the folder of the dataset")
    path = folder.joinpath(*parts)
    try:
        within = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError) as error:
        raise DatasetError(f"the path '{text[:60]}' cannot be followed") from error
    if not within:
        raise DatasetError(f"the path '{text[:60]}' leaves the folder of the dataset")
    return path
