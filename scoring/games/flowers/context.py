"""The facts of a hand of Digging Flowers that no photo shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from scoring.games.flowers.options import Options
from scoring.games.flowers.ranks import designated_group
from scoring.mahjong.context import ContextError, Win
from scoring.tiles import Family, Tile

MAX_TOTAL = 1_000_000
PLAYERS = 4
_PATTERN = re.compile(r"([1-6])-([1-6])")


@dataclass(frozen=True, slots=True)
class Context:
    """What is known; None means unknown, events not named did not happen.

    Attributes:
        roll: The dealer's second roll, which shakes patterns.
        designated: Face of the designated pattern (of the player's own with
            ``designated_by = seat``).
        hand_number: 1 to 4, which hand of the game this is.
        seat_number: 1 to 4 from the dealer's seat (Heaven) on.
        other_totals: Totals of the other three players in turn order from this one.
        winning_tile: The tile that completed the hand.
        win: Drawn or taken from a discard; it scores nothing here.
        other_completed: Another player completed the hand, this one did not.
        exhausted: The wall ended and nobody completed the hand.
    """

    roll: tuple[int, int] | None = None
    designated: str | None = None
    hand_number: int | None = None
    seat_number: int | None = None
    other_totals: tuple[int, int, int] | None = None
    winning_tile: Tile | None = None
    win: Win | None = None
    other_completed: bool = False
    exhausted: bool = False

    @classmethod
    def parse(cls, facts: Mapping[str, object]) -> Self:
        """Check the facts; None and ``"unknown"`` stand for those that are not known.

        Raises:
            ContextError: For unknown names, wrong values and contradictions.
            UnknownTileError: When ``winning_tile`` names no tile.
        """
        names = [field.name for field in fields(cls)]
        for key in facts:
            if key not in names:
                raise ContextError(f"unknown fact {key!r}; known are {', '.join(names)}")
        given = {key: value for key, value in facts.items() if value not in (None, "unknown")}
        context = cls(**{key: _CHECKS[key](key, value) for key, value in given.items()})
        if context.exhausted and context.other_completed:
            raise ContextError("exhausted means that nobody completed: not with other_completed")
        return context

    @property
    def completed(self) -> bool:
        """Whether it is this hand that was completed."""
        return not (self.exhausted or self.other_completed)


def designations(context: Context, options: Options) -> tuple[str, ...]:
    """Return the patterns that may be the designated one: one, or all four while unknown.

    Raises:
        ContextError: When the facts contradict each other or the options.
    """
    group = designated_group(options)
    number = context.seat_number if options.by_seat else context.hand_number
    named = context.designated
    if named is not None and named not in group:
        raise ContextError(
            f"designated={named!r}; with fourth={options.fourth} it is one of {', '.join(group)}"
        )
    if number is None:
        return group if named is None else (named,)
    if named not in (None, group[number - 1]):
        fact = "seat_number" if options.by_seat else "hand_number"
        raise ContextError(f"{fact}={number} designates {group[number - 1]}, not {named}")
    return (group[number - 1],)


def _roll(key: str, value: object) -> tuple[int, int]:
    numbers = tuple(_numbers(value))
    if len(numbers) != 2 or not all(1 <= number <= 6 for number in numbers):
        raise ContextError(f"{key}={value!r}; it is two numbers from 1 to 6, such as [1, 3]")
    return numbers[0], numbers[1]


def _totals(key: str, value: object) -> tuple[int, int, int]:
    numbers = tuple(_numbers(value))
    if len(numbers) != PLAYERS - 1 or not all(0 <= number <= MAX_TOTAL for number in numbers):
        raise ContextError(f"{key}={value!r}; it is three totals, such as [41, 25, 10]")
    return numbers[0], numbers[1], numbers[2]


def _numbers(value: object) -> Iterator[int]:
    """Yield whole numbers of a list or of a text with commas; nothing for anything else."""
    if isinstance(value, str):
        value = [int(word) if _is_number(word) else None for word in value.split(",")]
    if isinstance(value, list | tuple) and all(type(number) is int for number in value):
        yield from value


def _is_number(word: str) -> bool:
    digits = word.strip()
    return digits.isascii() and digits.isdigit() and len(digits) < 10


def _one_to_four(key: str, value: object) -> int:
    if isinstance(value, str) and _is_number(value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= PLAYERS:
        raise ContextError(f"{key}={value!r}; it is a number from 1 to {PLAYERS}")
    return value


def _pattern(key: str, value: object) -> str:
    match = _PATTERN.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise ContextError(f"{key}={value!r}; it is a pattern such as 6-6")
    return "-".join(sorted(match.groups()))


def _tile(key: str, value: object) -> Tile:
    if isinstance(value, str):
        value = Tile.parse(value, Family.FLOWERS)
    if not isinstance(value, Tile) or value.family is not Family.FLOWERS:
        raise ContextError(f"{key}={value!r}; it is a flower tile such as 4-5f")
    return value


def _win(key: str, value: object) -> Win:
    text = value.strip().lower() if isinstance(value, str) else value
    for win in Win:
        if win == text:
            return win
    raise ContextError(f"{key}={value!r}; possible are {', '.join(Win)}")


def _flag(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ContextError(f"{key}={value!r}; it is either true or false")
    return value


_CHECKS: Mapping[str, Callable[[str, object], Any]] = {
    "roll": _roll,
    "designated": _pattern,
    "hand_number": _one_to_four,
    "seat_number": _one_to_four,
    "other_totals": _totals,
    "winning_tile": _tile,
    "win": _win,
    "other_completed": _flag,
    "exhausted": _flag,
}
