"""The yaku and minipoints of riichi, read from ``yaku.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Row:
    """One yaku.

    Attributes:
        key: Its name in sheets.
        id: Its number in the library.
        name: As players say it.
        closed: Han of a concealed hand.
        open: Han of a hand with claimed melds; 0 where it needs a concealed one.
        meaning: What the hand has, in words.
    """

    key: str
    id: int
    name: str
    closed: int
    open: int
    meaning: str


@dataclass(frozen=True, slots=True)
class Table:
    """All yaku by the library's number, the minipoints in words, and this ruleset's identity."""

    ruleset: str
    library: str
    yaku: Mapping[int, Row]
    fu: Mapping[str, str]


@cache
def load_table() -> Table:
    """Read the table that ships with the package."""
    text = files("scoring.games.riichi").joinpath("yaku.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    rows = (Row(key=key, **values) for key, values in data["yaku"].items())
    by_id = MappingProxyType({row.id: row for row in rows})
    return Table(data["ruleset"], data["library"], by_id, MappingProxyType(data["fu"]))
