"""The tables of Hong Kong Old Style: items with their faan, and house rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from scoring.options import OptionValue


@dataclass(frozen=True, slots=True)
class Row:
    """One scoring item.

    Attributes:
        key: Its name in sheets and options.
        name: In words.
        faan: For each time that it applies, in the default house; 0 means that it does not exist.
        source: Origin tag of the rules reference.
        drops: Items not counted beside it by the program that the values come from.
        contains: Further items that it contains.
        excludes: Items that never count beside it.
        bonus: An item of flowers.
    """

    key: str
    name: str
    faan: int
    source: str
    drops: tuple[str, ...] = ()
    contains: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """One set of house rules: its settings and the items that it values otherwise."""

    about: str
    source: str
    settings: Mapping[str, OptionValue]
    faan: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Table:
    """All items in the order of a sheet, and the identity of this ruleset."""

    ruleset: str
    rows: Mapping[str, Row]


@dataclass(frozen=True, slots=True)
class Houses:
    """All house rules, and what a share is worth by faan under each scale."""

    default: str
    houses: Mapping[str, House]
    scales: Mapping[str, tuple[int, ...]]


@cache
def load_table() -> Table:
    """Read the items that ship with the package."""
    data = _read("items.toml")
    rows = map(_row, data["item"])
    return Table(data["ruleset"], MappingProxyType({row.key: row for row in rows}))


@cache
def load_houses() -> Houses:
    """Read the house rules that ship with the package."""
    data = _read("houses.toml")
    houses = {name: _house(dict(values)) for name, values in data["house"].items()}
    scales = {name: tuple(values) for name, values in data["scale"].items()}
    return Houses(data["default"], MappingProxyType(houses), MappingProxyType(scales))


def _row(item: dict[str, Any]) -> Row:
    lists = {key: tuple(item.get(key, ())) for key in ("drops", "contains", "excludes")}
    return Row(**{**item, **lists})


def _house(values: dict[str, Any]) -> House:
    own = values.pop("faan", {})
    about, source = values.pop("about"), values.pop("source")
    faan = {row.key: own.get(row.key, row.faan) for row in load_table().rows.values()}
    return House(about, source, MappingProxyType(values), MappingProxyType(faan))


def _read(name: str) -> dict[str, Any]:
    text = files("scoring.games.hongkong").joinpath(name).read_text(encoding="utf-8")
    return tomllib.loads(text)
