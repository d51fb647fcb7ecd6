"""The published table of points, doubles and limit hands, read from ``table.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

GAME = "classical"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    Attributes:
        key: Its name in sheets.
        name: In words.
        worth: Points, doubles, or nothing for limit hands, each time that it applies.
        worth_ra: The doubles of the longer list, where they differ.
        source: Origin tag of the rules reference.
        winner: Counts for the winning hand only.
        list: The list of doubles that it belongs to alone; empty for all.
    """

    key: str
    name: str
    source: str
    worth: int = 0
    worth_ra: int | None = None
    winner: bool = False
    list: str = ""


Rows = Mapping[str, Row]


@dataclass(frozen=True, slots=True)
class Table:
    """All rows in the order of a sheet, and the identity of this ruleset."""

    ruleset: str
    points: Rows
    doubles: Rows
    limits: Rows


@cache
def load_table() -> Table:
    """Read the table that ships with the package."""
    text = files("scoring.games.classical").joinpath("table.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    points, doubles, limits = (
        MappingProxyType(
            {
                row["key"]: Row(
                    key=row["key"],
                    name=row["name"],
                    source=row["source"],
                    worth=row.get(section, 0),
                    worth_ra=row.get("doubles_ra"),
                    winner=row.get("winner", False),
                    list=row.get("list", ""),
                )
                for row in data[section]
            }
        )
        for section in ("points", "doubles", "limit")
    )
    return Table(data["ruleset"], points, doubles, limits)
