"""Who pays whom: all pay the winner, East twice; the losers may settle among themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeVar

from scoring.games.classical.losers import loser_sheet
from scoring.games.classical.options import Options
from scoring.hand import Hand
from scoring.mahjong.context import Context, ContextError, Seat, Win
from scoring.tiles import TileSet

LOSER_FACTS = ("loser_points", "loser_hands")
MOST_POINTS = 1_000_000_000
_FULL_SET = TileSet.mahjong()

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Losers:
    """What is known of the losers' hands.

    Attributes:
        points: Scores of losers, doubles included, by seat.
        hands: Their hands, 13 tiles and one more for each kong, by seat.
    """

    points: Mapping[Seat, int] = field(default_factory=dict)
    hands: Mapping[Seat, Hand] = field(default_factory=dict)

    @property
    def seats(self) -> set[Seat]:
        """Seats of the losers that something is known of."""
        return {*self.points, *self.hands}


def take_losers(context: Mapping[str, object]) -> tuple[Losers, dict[str, object]]:
    """Take the losers' facts out of the context; return them and the other facts.

    ``loser_points`` is ``{seat: score}``, ``loser_hands`` is ``{seat: hand or its text}``.

    Raises:
        ContextError: For what is no seat, no score or no hand, and for a seat named twice.
        HandError: When the text of a hand is no hand.
        UnknownTileError: When it names a tile that does not exist.
    """
    points = _by_seat("loser_points", context.get("loser_points"), _points)
    hands = _by_seat("loser_hands", context.get("loser_hands"), _hand)
    for seat in Seat:
        if seat in points and seat in hands:
            raise ContextError(f"{seat} stands in both loser_points and loser_hands")
    others = {key: value for key, value in context.items() if key not in LOSER_FACTS}
    return Losers(points, hands), others


def winner_seat(losers: Losers, seat: Seat | None) -> Seat | None:
    """Return the winner's seat; three losers leave one seat.

    Raises:
        ContextError: When the winner is one of the losers, or all four are.
    """
    rest = [other for other in Seat if other not in losers.seats]
    if not rest or (seat is not None and seat not in rest):
        raise ContextError(f"{seat or 'every seat'} cannot be both winner and loser")
    return rest[0] if len(rest) == 1 else seat


def pay_winner(total: int, seat: Seat | None) -> dict[str, int]:
    """Return every gain, by seat: all pay the winner's score, East pays and receives it twice."""
    if seat is None:
        return {}
    gains = dict.fromkeys(map(str, Seat), 0)
    for other in Seat:
        if other is not seat:
            _move(gains, other, seat, total)
    return gains


def settle_losers(gains: Mapping[str, int], scores: Mapping[Seat, int]) -> dict[str, int]:
    """Return the gains after every two losers paid the difference of their scores.

    Args:
        gains: What the winner's hand brought, by seat.
        scores: The score of every loser.
    """
    after = dict(gains)
    for one, other in combinations(scores, 2):
        _move(after, one, other, scores[other] - scores[one])
    return after


def loser_scores(
    losers: Losers, winner: Hand, facts: Context, options: Options
) -> tuple[dict[Seat, int], tuple[str, ...]]:
    """Return the scores of the losers that are known, and remarks on them.

    Hands with an unknown round count with their lowest score.
    """
    scores, notes = dict(losers.points), []
    tiles = [*winner.tiles, *(tile for hand in losers.hands.values() for tile in hand.tiles)]
    impossible = _FULL_SET.check([tile for tile in tiles if not tile.is_back])
    if impossible:
        return scores, tuple(f"all hands together: {reason}" for reason in impossible)
    for seat, hand in losers.hands.items():
        sheet = loser_sheet(hand, Context(win=Win.DISCARD, seat=seat, round=facts.round), options)
        if not sheet.valid:
            notes.append(f"the hand of {seat} does not count: {'; '.join(sheet.reasons)}")
            continue
        scores[seat] = sheet.total
        why = "; ".join(f"{item.name}: {item.value}" for item in sheet.items if item.value)
        notes.append(f"{seat} scores {sheet.total}" + (f" ({why})" if why else ""))
        notes.extend(f"{seat}: {note}" for note in sheet.notes)
    return scores, tuple(notes)


def _move(gains: dict[str, int], payer: Seat, receiver: Seat, amount: int) -> None:
    """Pay the amount, twice when one of the two is East."""
    amount *= 2 if Seat.EAST in (payer, receiver) else 1
    gains[str(payer)] -= amount
    gains[str(receiver)] += amount


def _by_seat(key: str, value: object, check: Callable[[str, object], _Value]) -> dict[Seat, _Value]:
    if value in (None, "unknown"):
        return {}
    if not isinstance(value, Mapping):
        raise ContextError(f"{key}={value!r}; it maps seats of losers, such as {{'west': …}}")
    found = {}
    for name, entry in value.items():
        seat = name.strip().lower() if isinstance(name, str) else name
        if seat not in list(Seat):
            raise ContextError(f"{key}: {name!r} is no seat; possible are {', '.join(Seat)}")
        found[Seat(seat)] = check(f"{key}[{seat}]", entry)
    return found


def _points(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_POINTS:
        raise ContextError(f"{key}={value!r}; it is a score, 0 to {MOST_POINTS}")
    return value


def _hand(key: str, value: object) -> Hand:
    if isinstance(value, str):
        return Hand.parse(value)
    if isinstance(value, Hand):
        return value
    raise ContextError(f"{key}={value!r}; it is a hand such as '123m [777z] …'")
