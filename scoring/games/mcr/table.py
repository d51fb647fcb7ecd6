"""The fans of MCR, read from ``fans.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Row:
    """One fan.

    Attributes:
        name: In English, as published.
        chinese: In Chinese.
        points: For each time that it applies.
        meaning: What the hand has, in words.
    """

    name: str
    chinese: str
    points: int
    meaning: str


@dataclass(frozen=True, slots=True)
class Table:
    """All fans by key, from the dearest to the cheapest, and the identity of this ruleset."""

    ruleset: str
    library: str
    rows: Mapping[str, Row]


@cache
def load_table() -> Table:
    """Read the table that ships with the package."""
    text = files("scoring.games.mcr").joinpath("fans.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    rows = {key: Row(**values) for key, values in data["fan"].items()}
    return Table(data["ruleset"], data["library"], MappingProxyType(rows))
