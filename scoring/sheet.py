"""The score sheet: what a hand is worth, why, and who pays whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class Group:
    """One set of the hand, such as a pung, a chow or the pair.

    Attributes:
        kind: For example ``"chow"``, ``"pung"``, ``"kong"``, ``"concealed_kong"``, ``"pair"``.
        tiles: Its tiles.
        concealed: False for exposed melds and for a set that a discard completed.
        winning: Whether the winning tile completed this group.
    """

    kind: str
    tiles: tuple[Tile, ...]
    concealed: bool = True
    winning: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return the group with its tiles as notation."""
        return {
            "kind": self.kind,
            "tiles": [str(tile) for tile in self.tiles],
            "concealed": self.concealed,
            "winning": self.winning,
        }


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the sheet.

    Attributes:
        key: The key of the rules' tables.
        name: In words.
        count: How often it applies.
        value: Worth of the whole line, all ``count`` of them together.
        tiles: The tiles it speaks of; empty where it speaks of the hand or an event.
        source: Origin tag of the rules reference, such as ``"S1"``.
    """

    key: str
    name: str
    count: int
    value: int
    tiles: tuple[Tile, ...] = ()
    source: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the line with its tiles as notation."""
        return {
            "key": self.key,
            "name": self.name,
            "count": self.count,
            "value": self.value,
            "tiles": [str(tile) for tile in self.tiles],
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another legal way to read the same hand, with another total."""

    total: int
    groups: tuple[Group, ...] = ()
    items: tuple[Item, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the reading JSON-ready."""
        return {
            "total": self.total,
            "groups": [group.as_dict() for group in self.groups],
            "items": [item.as_dict() for item in self.items],
        }


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The answer of every game.

    Attributes:
        game: Name of the game in the registry.
        ruleset: Identity and version of the rules that were applied.
        valid: Whether the hand is complete and possible.
        reasons: Why not, one sentence each.
        groups: The sets of the best-paying reading.
        items: The lines of the sheet.
        base: Points that count before any item.
        total: What the hand is worth at least, whatever the unknown facts are.
        range: ``(lowest, highest)`` total over the unknown facts; both equal ``total`` when
            everything that matters is known.
        payments: Amount by seat, gains positive; sums to zero.
        options: Every option with the value in force.
        alternatives: Other legal readings whose total differs, best first.
        notes: Remarks for the reader, such as missing facts.
    """

    game: str
    ruleset: str
    valid: bool
    reasons: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    items: tuple[Item, ...] = ()
    base: int = 0
    total: int = 0
    range: tuple[int, int] = (0, 0)
    payments: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    alternatives: tuple[Alternative, ...] = ()
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the sheet JSON-ready: plain dicts, lists, strings and numbers."""
        return {
            "game": self.game,
            "ruleset": self.ruleset,
            "valid": self.valid,
            "reasons": list(self.reasons),
            "groups": [group.as_dict() for group in self.groups],
            "items": [item.as_dict() for item in self.items],
            "base": self.base,
            "total": self.total,
            "range": list(self.range),
            "payments": dict(self.payments),
            "options": dict(self.options),
            "alternatives": [other.as_dict() for other in self.alternatives],
            "notes": list(self.notes),
        }
