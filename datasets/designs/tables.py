"""Descriptions of designs: TOML tables into styles, with every value checked.

A description is written by people, also by strangers: a field that does not exist, a value of
the wrong kind and a word that no drawing knows are refused, each with its place.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from importlib import resources
from types import NoneType, UnionType
from typing import Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

from scoring.errors import WahuaError

_Style = TypeVar("_Style")

MAX_TEXT = 200
"""Characters of a text in a description."""
MAX_ITEMS = 100
"""Items of a list in a description."""
_LIMITS: Mapping[str, float] = {"seed": 2**63 - 1, "corners": 30_000}
_INT_LIMIT, _FLOAT_LIMIT = 100, 10.0
"""Counts of petals cost time; no length is more than a few widths of the face."""
_COLOUR = (int, int, int)


class DesignError(WahuaError, ValueError):
    """A description of a design that cannot be used."""

    type: ClassVar[str] = "design"
    title: ClassVar[str] = "The design cannot be used"


def build_style(style: type[_Style], table: Mapping[str, Any], where: str = "") -> _Style:
    """Return ``style`` from a TOML table; nested tables become nested styles.

    Args:
        style: A frozen dataclass whose fields are numbers, texts, colours, tuples or styles.
        table: The values that differ from the defaults.
        where: The table's own name, for messages.

    Raises:
        DesignError: The table has a key that is no field, or a value that does not fit.
    """
    hints = get_type_hints(style)
    unknown = set(table) - {f.name for f in fields(style)}  # type: ignore[arg-type]
    if unknown:
        raise DesignError(f"{style.__name__} has no field {sorted(unknown)}")
    words = _choices(style.__module__, style.__name__)
    values: dict[str, Any] = {}
    for key, value in table.items():
        place = f"{where}.{key}" if where else key
        limit = _LIMITS.get(key, _FLOAT_LIMIT)
        values[key] = _value(hints[key], value, place, limit)
        if key in words and values[key] not in words[key]:
            listed = ", ".join(f'"{word}"' for word in words[key])
            raise DesignError(f'{place} is "{value}", expected one of {listed}')
    try:
        return style(**values)
    except ValueError as error:
        raise DesignError(str(error)) from error
    except TypeError as error:  # a field without default
        missing = [f.name for f in fields(style) if f.name not in values]  # type: ignore[arg-type]
        raise DesignError(f"{where or style.__name__} lacks {missing[0]}") from error


def _value(hint: Any, value: Any, place: str, limit: float) -> Any:
    """Return a value of a field's type."""
    if get_origin(hint) is UnionType:
        (hint,) = (part for part in get_args(hint) if part is not NoneType)
    if get_origin(hint) is tuple:
        return _tuple(get_args(hint), value, place, limit)
    if is_dataclass(hint):
        if not isinstance(value, Mapping):
            raise DesignError(f"{place} is no table")
        return build_style(hint, value, place)  # type: ignore[arg-type]
    if hint is float:
        return _number(value, place, limit)
    if hint is int:
        return _whole(value, place, 0, limit if limit > _FLOAT_LIMIT else _INT_LIMIT)
    if not isinstance(value, hint):
        names = {bool: "true or false", str: "a text"}
        raise DesignError(f"{place} is {str(value)[:40]}, expected {names[hint]}")
    if isinstance(value, str) and (len(value) > MAX_TEXT or not value.isprintable()):
        raise DesignError(f"{place} is no text of at most {MAX_TEXT} printable characters")
    return value


def _tuple(parts: Sequence[Any], value: Any, place: str, limit: float) -> tuple[Any, ...]:
    """Return a list as a tuple: of any length, or with a type for each item."""
    if not isinstance(value, list) or len(value) > MAX_ITEMS:
        raise DesignError(f"{place} is no list of at most {MAX_ITEMS} items")
    if parts == _COLOUR:
        if len(value) != 3:
            raise DesignError(f"{place} has {len(value)} items, expected red, green and blue")
        return tuple(_whole(item, place, 0, 255) for item in value)
    if parts[-1] is Ellipsis:
        parts = [parts[0]] * len(value)
    elif len(parts) != len(value):
        raise DesignError(f"{place} has {len(value)} items, expected {len(parts)}")
    return tuple(
        _row(part, item, f"{place}[{index}]", limit)
        for index, (part, item) in enumerate(zip(parts, value, strict=True))
    )


def _row(part: Any, item: Any, place: str, limit: float) -> Any:
    """Return an item; a style within a list is a list of its fields in their order."""
    if is_dataclass(part) and isinstance(item, list):
        names = [f.name for f in fields(part)]
        if len(item) > len(names):
            raise DesignError(f"{place} has {len(item)} items, expected {', '.join(names)}")
        item = dict(zip(names, item, strict=False))
    return _value(part, item, place, limit)


def _number(value: Any, place: str, limit: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise DesignError(f"{place} is {str(value)[:40]}, expected a number")
    if not (math.isfinite(value) and abs(value) <= limit):
        raise DesignError(f"{place} is {str(value)[:40]}, expected −{limit:g} to {limit:g}")
    return value


def _whole(value: Any, place: str, low: int, high: float) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        shown = str(value)[:40]
        raise DesignError(f"{place} is {shown}, expected a whole number from {low} to {high:g}")
    return value


@cache
def _choices(module: str, style: str) -> Mapping[str, Sequence[str]]:
    """Return the words that each field of a style knows, of the fields that know only some."""
    package = module.removeprefix("datasets.designs.").rpartition(".")[0]
    tables: Mapping[str, Any] = load_table("choices.toml")[package or "mahjong"]
    words: Mapping[str, Sequence[str]] = tables.get(style, {})
    return words


@lru_cache(maxsize=16)
def load_table(name: str) -> Mapping[str, Any]:
    """Return a TOML file, parsed, by its path below this package."""
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


@cache
def shipped_tables(family: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the descriptions that ship for a family, by name in alphabetical order."""
    folder = resources.files(__package__).joinpath("named", family)
    names = sorted(item.name for item in folder.iterdir() if item.is_dir())
    return {
        name: tomllib.loads(folder.joinpath(name, "design.toml").read_text("utf-8"))
        for name in names
    }


def shipped_designs(style: type[_Style], family: str) -> dict[str, _Style]:
    """Return the shipped designs of one family by name.

    Raises:
        DesignError: A description does not fit the style.
    """
    return {
        name: build_style(style, {"name": name, **parameters(table)})
        for name, table in shipped_tables(family).items()
    }


def parameters(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a description's drawn parameters: all but what it says about itself."""
    return {key: value for key, value in table.items() if key not in ("family", "about", "name")}
