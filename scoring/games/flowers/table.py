"""Patterns, ranks and values, read from ``table.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any


class Rank(StrEnum):
    """The column of the table that a pattern scores by."""

    LARGE = "large"
    MEDIUM = "medium"
    SMALL = "small"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One of the 21 patterns.

    Attributes:
        face: Such as ``"3-4"``.
        name: In words.
        rank: While nothing is designated and nothing shaken.
        civil: Whether it belongs to the civil suit.
        yuhuan: Its class in the outside table, which knows large and small only.
        fifteen_big: Whether that table's rule of 1-5 and 2-6 speaks of it.
        source: Origin tag of its rank.
    """

    face: str
    name: str
    rank: Rank
    civil: bool
    yuhuan: Rank
    fifteen_big: bool
    source: str


@dataclass(frozen=True, slots=True)
class Unit:
    """What one kind of pair, triple or trump is worth.

    Attributes:
        key: Such as ``"pair w+f"``; an item's key is the pattern and this.
        name: In words.
        values: Points in each column.
        sources: Origin tag of each column.
    """

    key: str
    name: str
    values: Mapping[Rank, int]
    sources: Mapping[Rank, str]


@dataclass(frozen=True, slots=True)
class Extra:
    """A tile that is laid aside: its points, and where they come from."""

    key: str
    name: str
    value: int
    source: str


@dataclass(frozen=True, slots=True)
class Table:
    """The whole file.

    Attributes:
        ruleset: Identity and version of these rules.
        designated: Patterns of hands (and seats) 1 to 4.
        long_three: What ``fourth = long_three`` puts in the last one's place.
        patterns: By face.
        units: By key.
        extras: By key: bonus tiles and white dragons.
    """

    ruleset: str
    designated: tuple[str, ...]
    long_three: str
    patterns: Mapping[str, Pattern]
    units: Mapping[str, Unit]
    extras: Mapping[str, Extra]


@cache
def load_table() -> Table:
    """Read the table that ships with the package."""
    text = files("scoring.games.flowers").joinpath("table.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return Table(
        ruleset=data["ruleset"],
        designated=tuple(data["designated"]["faces"]),
        long_three=data["designated"]["long_three"],
        patterns=MappingProxyType({row["face"]: _pattern(row) for row in data["pattern"]}),
        units=MappingProxyType({row["key"]: _unit(row) for row in data["unit"]}),
        extras=MappingProxyType({row["key"]: Extra(**row) for row in data["extra"]}),
    )


def _pattern(row: Mapping[str, Any]) -> Pattern:
    return Pattern(
        face=row["face"],
        name=row["name"],
        rank=Rank(row["rank"]),
        civil=row.get("civil", False),
        yuhuan=Rank(row["yuhuan"]),
        fifteen_big=row.get("fifteen_big", False),
        source=row["source"],
    )


def _unit(row: Mapping[str, Any]) -> Unit:
    sources = dict.fromkeys(Rank, row["source"]) | {Rank.MEDIUM: row["medium_source"]}
    return Unit(
        key=row["key"],
        name=row["name"],
        values=MappingProxyType({rank: row[rank] for rank in Rank}),
        sources=MappingProxyType(sources),
    )
