"""The table of scoring items, read from ``items.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Row:
    """One scoring item.

    Attributes:
        key: Its name in sheets and options.
        name: In words.
        points: For each time that it applies.
        source: Origin tag of the rules reference.
        drops: Items that it always implies.
        excludes: Items that never count beside it.
        absorbs_concealed_kongs: Whether it takes in the points of every concealed kong.
    """

    key: str
    name: str
    points: int
    source: str
    drops: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    absorbs_concealed_kongs: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """All items in the order of a sheet, and the identity of this ruleset."""

    ruleset: str
    rows: Mapping[str, Row]


@cache
def load_table() -> Table:
    """Read the table that ships with the package."""
    text = files("scoring.games.taiwanese").joinpath("items.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    rows = (
        Row(
            key=item["key"],
            name=item["name"],
            points=item["points"],
            source=item["source"],
            drops=tuple(item.get("drops", ())),
            excludes=tuple(item.get("excludes", ())),
            absorbs_concealed_kongs=item.get("absorbs_concealed_kongs", False),
        )
        for item in data["item"]
    )
    return Table(data["ruleset"], MappingProxyType({row.key: row for row in rows}))
