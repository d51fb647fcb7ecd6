"""What the advice says: distances, waits, discards, repairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.hand import Hand
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class Useful:
    """A tile that brings the hand nearer, and how many of it the hand does not hold itself."""

    tile: Tile
    left: int

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-ready."""
        return {"tile": str(self.tile), "left": self.left}


@dataclass(frozen=True, slots=True)
class Distance:
    """How far a hand is from winning.

    Attributes:
        missing: Tiles of the nearest complete hands that the hand lacks.
        form: That form, in words; several where they are equally near.
        useful: The tiles that are missing in one of those hands.
    """

    missing: int
    form: str
    useful: tuple[Useful, ...]

    @property
    def to_ready(self) -> int:
        """Exchanges of a tile until one tile wins: 0 when ready, -1 when complete."""
        return self.missing - 1

    @property
    def left(self) -> int:
        """How many useful tiles the hand does not hold itself."""
        return sum(useful.left for useful in self.useful)

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-ready."""
        return {
            "missing": self.missing,
            "to_ready": self.to_ready,
            "form": self.form,
            "useful": [useful.as_dict() for useful in self.useful],
        }


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes a ready hand, and what it would score.

    Attributes:
        tile: The tile.
        left: How many of it the hand does not hold itself.
        self_draw: The sheet when it is drawn.
        discard: The sheet when another player discards it.
    """

    tile: Tile
    left: int
    self_draw: ScoreSheet
    discard: ScoreSheet

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-ready, of each sheet what differs from wait to wait."""
        return {
            "tile": str(self.tile),
            "left": self.left,
            "self_draw": _outcome(self.self_draw),
            "discard": _outcome(self.discard),
        }


def _outcome(sheet: ScoreSheet) -> dict[str, Any]:
    return {
        "valid": sheet.valid,
        "reasons": list(sheet.reasons),
        "total": sheet.total,
        "range": list(sheet.range),
        "items": [item.as_dict() for item in sheet.items],
    }


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile to part with, and the hand that is left.

    Attributes:
        tile: The tile.
        distance: Of the hand without it.
        waits: Filled when the hand is then ready.
    """

    tile: Tile
    distance: Distance
    waits: tuple[Wait, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-ready."""
        return {
            "tile": str(self.tile),
            "distance": self.distance.as_dict(),
            "waits": [wait.as_dict() for wait in self.waits],
        }


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice on one hand.

    Attributes:
        game: Name of the game in the registry.
        reasons: Why there is none, one sentence each; nothing else is then filled.
        distance: How far the hand is from winning.
        waits: The tiles that complete it when it is ready, the dearest first. A complete hand has
            the waits from before its winning tile came.
        discards: For a hand that has drawn: the tiles whose discard leaves it nearest, the one
            that keeps most useful tiles first.
    """

    game: str
    reasons: tuple[str, ...] = ()
    distance: Distance | None = None
    waits: tuple[Wait, ...] = ()
    discards: tuple[Discard, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-ready."""
        return {
            "game": self.game,
            "reasons": list(self.reasons),
            "distance": None if self.distance is None else self.distance.as_dict(),
            "waits": [wait.as_dict() for wait in self.waits],
            "discards": [discard.as_dict() for discard in self.discards],
        }


@dataclass(frozen=True, slots=True)
class Change:
    """One tile that would have to be another one.

    Attributes:
        was: The tile as it is; None for one that is not there at all.
        now: The tile that it would have to be; None for one that is too many.
        index: Place of ``was`` among the tiles of the hand (``Hand.tiles``).
    """

    was: Tile | None
    now: Tile | None
    index: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-ready."""
        return {
            "was": None if self.was is None else str(self.was),
            "now": None if self.now is None else str(self.now),
            "index": self.index,
        }


@dataclass(frozen=True, slots=True)
class Repair:
    """A few changes that make a complete hand of one that is not.

    Attributes:
        changes: The changes; two at most.
        hand: The hand after them.
        sheet: What it scores.
        odds: How likely these changes are, compared with the hand as it is; None where no
            alternatives were given.
    """

    changes: tuple[Change, ...]
    hand: Hand
    sheet: ScoreSheet
    odds: float | None = None

    def __str__(self) -> str:
        parts = [_exchanges([(c.was, c.now) for c in self.changes if c.was and c.now])]
        missing = sorted(c.now for c in self.changes if c.now and c.was is None)
        if missing:
            verb = "is" if len(missing) == 1 else "are"
            parts.append(f"{_listed(missing)} {verb} missing to complete the hand")
        extra = sorted(c.was for c in self.changes if c.was and c.now is None)
        if extra:
            parts.append(f"without {_listed(extra)} the hand would be complete")
        return "; ".join(part for part in parts if part)

    def as_dict(self) -> dict[str, Any]:
        """Return it JSON-ready."""
        return {
            "text": str(self),
            "changes": [change.as_dict() for change in self.changes],
            "hand": str(self.hand),
            "total": self.sheet.total,
            "odds": self.odds,
        }


def _exchanges(pairs: list[tuple[Tile, Tile]]) -> str:
    """Say what each of one or two tiles would have to be."""
    if not pairs:
        return ""
    (was, now), *others = sorted(pairs)
    if not others:
        return f"{_a(was)} is read where {_a(now)} would complete the hand"
    more = ", and ".join(f"{_a(tile)} where {_a(wanted)}" for tile, wanted in others)
    return f"{_a(was)} is read where {_a(now)}, and {more}, would complete the hand"


def _listed(tiles: list[Tile]) -> str:
    return " and ".join(map(_a, tiles))


def _a(tile: Tile) -> str:
    return f"{'an' if str(tile).startswith('8') else 'a'} {tile}"
