"""The facts of a win with doll cards that no photo shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Self

from scoring.mahjong.context import ContextError, Win
from scoring.tiles import Family, Tile

MAX_OTHERS = 3
MAX_TOTAL = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of a hand; None means unknown.

    Attributes:
        win: Whether the last card was drawn or taken from a discard.
        winning_tile: The card that completed the hand.
        exhausted: The stock ran out and nobody won: the points of the melds are compared.
        other_totals: Points of the other players at that moment; giving them means ``exhausted``.
    """

    win: Win | None = None
    winning_tile: Tile | None = None
    exhausted: bool = False
    other_totals: tuple[int, ...] | None = None

    @classmethod
    def parse(cls, facts: Mapping[str, object]) -> Self:
        """Check the facts; None and ``"unknown"`` stand for facts that are not known.

        Raises:
            ContextError: For unknown names, wrong values and contradictions.
            UnknownTileError: When ``winning_tile`` names no card.
        """
        names = [field.name for field in fields(cls)]
        for key in facts:
            if key not in names:
                raise ContextError(f"unknown fact {key!r}; known are {', '.join(names)}")
        known = {key: value for key, value in facts.items() if value not in (None, "unknown")}
        others = _totals(known["other_totals"]) if "other_totals" in known else None
        exhausted = known.get("exhausted", others is not None)
        if not isinstance(exhausted, bool):
            raise ContextError(f"exhausted={exhausted!r}; it is either true or false")
        if others is not None and not exhausted:
            raise ContextError("other_totals are compared only when the stock ran out")
        win = _win(known["win"]) if "win" in known else None
        winning = _card(known["winning_tile"]) if "winning_tile" in known else None
        if exhausted and (win or winning):
            raise ContextError("exhausted means that nobody won, but facts of a win were given")
        return cls(win, winning, exhausted, others)


def _win(value: object) -> Win:
    text = value.strip().lower() if isinstance(value, str) else value
    for member in Win:
        if member == text:
            return member
    raise ContextError(f"win={value!r}; possible are {', '.join(Win)}")


def _card(value: object) -> Tile:
    if isinstance(value, str):
        value = Tile.parse(value, Family.DOLLS)
    if not isinstance(value, Tile) or value.family is not Family.DOLLS:
        raise ContextError(f"winning_tile={value!r}; it is a doll card such as fu*")
    return value


def _totals(value: object) -> tuple[int, ...]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        totals = tuple(one for one in value if type(one) is int and 0 <= one <= MAX_TOTAL)
        if len(totals) == len(value) and 1 <= len(totals) <= MAX_OTHERS:
            return totals
    raise ContextError(
        f"other_totals={value!r}; they are the points of the 1 to {MAX_OTHERS} other players"
    )
