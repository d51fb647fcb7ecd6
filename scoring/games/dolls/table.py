"""The points of doll cards and their combinations, read from ``items.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Unit:
    """Points of one card (source 1) or one meld (source 3).

    Attributes:
        key: Key of its line in the sheet.
        name: In words.
        profile: The scoring source that counts it.
        stamped: Whether it speaks of stamped cards, or melds with one.
        points: For each.
        source: Origin tag of the rules reference.
    """

    key: str
    name: str
    profile: str
    stamped: bool
    points: int
    source: str


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination of sets that multiplies the score, together with a pair of dolls.

    Attributes:
        name: In words.
        profiles: The scoring sources that know it.
        source: Origin tag of the rules reference.
        subjects: Subjects that must all have a set; empty when it speaks of stamps.
        stamped: Whether every set must have a stamped card (True) or none may (False).
    """

    name: str
    profiles: tuple[str, ...]
    source: str
    subjects: tuple[str, ...] = ()
    stamped: bool | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Units and combinations in the order of a sheet, and the identity of this ruleset."""

    ruleset: str
    units: tuple[Unit, ...]
    combinations: tuple[Combination, ...]


@cache
def load_table() -> Table:
    """Read the table that ships with the package."""
    text = files("scoring.games.dolls").joinpath("items.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    combinations = (
        Combination(
            name=row["name"],
            profiles=tuple(row["profiles"]),
            source=row["source"],
            subjects=tuple(row.get("subjects", ())),
            stamped=row.get("stamped"),
        )
        for row in data["combination"]
    )
    return Table(data["ruleset"], tuple(Unit(**row) for row in data["unit"]), tuple(combinations))
