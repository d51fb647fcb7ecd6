"""The facts of a win that no photo shows, checked and completed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Self, TypeVar

from scoring.errors import WahuaError
from scoring.remember import Remembered
from scoring.tiles import Family, Tile

MAX_EAST_REPEAT = 1000

_Value = TypeVar("_Value", bound=StrEnum)


class ContextError(WahuaError):
    """A fact of the win that does not exist, has a wrong value or contradicts another."""

    type: ClassVar[str] = "bad-context"
    title: ClassVar[str] = "The facts of the win cannot be used"


class Win(StrEnum):
    """Where the winning tile came from; a robbed kong counts as a discard."""

    __hash__ = str.__hash__  # in C, unlike that of enums

    SELF_DRAW = "self_draw"
    DISCARD = "discard"


class Seat(StrEnum):
    """Seats and rounds, in turn order."""

    __hash__ = str.__hash__  # in C, unlike that of enums

    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    NORTH = "north"


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of a win; None means unknown, events not named did not happen.

    Attributes:
        win: Self-drawn or on a discard.
        winning_tile: The tile that completed the hand.
        seat: The winner's seat wind.
        round: The wind of the round.
        discarder: Seat of the player who discarded the tile or made the robbed kong.
        last_tile: The winning tile was the last tile of the wall.
        last_discard: It was the discard after the last tile of the wall.
        replacement: It was drawn from the far end of the wall.
        second_kong: It replaced a tile of a second kong in a row, made by the same player.
        rob_kong: It was robbed from a kong.
        rob_flower: The eighth flower was robbed.
        heavenly: The hand was complete with the first draw.
        earthly: The hand was completed by the first discard.
        original_call: The hand was waiting from the first discard on.
        east_repeat: Wins of East in a row before this one.
    """

    win: Win | None = None
    winning_tile: Tile | None = None
    seat: Seat | None = None
    round: Seat | None = None
    discarder: Seat | None = None
    last_tile: bool = False
    last_discard: bool = False
    replacement: bool = False
    second_kong: bool = False
    rob_kong: bool = False
    rob_flower: bool = False
    heavenly: bool = False
    earthly: bool = False
    original_call: bool = False
    east_repeat: int = 0

    def __hash__(self) -> int:
        return hash((self.win, self.seat, self.round))

    @classmethod
    def parse(cls, facts: Mapping[str, object], further: Iterable[str] = ()) -> Context:
        """Check the facts and add those that follow from others.

        None and ``"unknown"`` stand for facts that are not known.

        Args:
            facts: The facts by name.
            further: Names that the game knows besides and has already taken out of ``facts``.

        Raises:
            ContextError: For unknown names, wrong values and contradictions.
            UnknownTileError: When ``winning_tile`` names no tile.
        """
        for key in facts:
            if key not in _CHECKS:
                raise ContextError(
                    f"unknown fact {key!r}; known are {', '.join([*_CHECKS, *further])}"
                )
        return _remembered(facts)

    @classmethod
    def _checked(cls, facts: Mapping[str, object]) -> Context:
        known = {key: value for key, value in facts.items() if value not in (None, "unknown")}
        return cls(**{key: _CHECKS[key](key, value) for key, value in known.items()})._completed()

    @property
    def self_drawn(self) -> bool:
        """Whether the win is known to be a self-draw."""
        return self.win is Win.SELF_DRAW

    def _completed(self) -> Self:
        win, seat = self.win, self.seat
        for name in self._happened("rob_kong", "rob_flower", "last_discard", "earthly"):
            win = _agree(name, win, Win.DISCARD)
        for name in self._happened("replacement", "second_kong", "heavenly"):
            win = _agree(name, win, Win.SELF_DRAW)
        if self.discarder is not None:
            win = _agree("discarder", win, Win.DISCARD)
        if win is None and self.last_tile:
            win = Win.SELF_DRAW
        if self.east_repeat:
            if seat not in (None, Seat.EAST):
                raise ContextError(f"east_repeat counts wins of East, but the seat is {seat}")
            seat = Seat.EAST
        if seat is not None and seat is self.discarder:
            raise ContextError(f"the winner and the discarder cannot both be {seat}")
        replacement = self.replacement or self.second_kong
        return replace(self, win=win, seat=seat, replacement=replacement)

    def _happened(self, *names: str) -> Iterable[str]:
        return [name for name in names if getattr(self, name)]


def read_flag(facts: Mapping[str, object], key: str) -> bool:
    """Return a fact that only one game knows, and that did not happen unless it is named.

    Raises:
        ContextError: When it is neither true nor false.
    """
    value = facts.get(key)
    return False if value in (None, "unknown") else _flag(key, value)


def _agree(name: str, known: Win | None, needed: Win) -> Win:
    if known not in (None, needed):
        raise ContextError(f"{name} means win={needed}, but win={known} was given")
    return needed


def _choice(enum: type[_Value], key: str, value: object) -> _Value:
    text = value.strip().lower() if isinstance(value, str) else value
    for member in enum:
        if member == text:
            return member
    raise ContextError(f"{key}={value!r}; possible are {', '.join(enum)}")


def _win(key: str, value: object) -> Win:
    return _choice(Win, key, value)


def _seat(key: str, value: object) -> Seat:
    return _choice(Seat, key, value)


def _flag(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ContextError(f"{key}={value!r}; it is either true or false")
    return value


def _repeat(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_EAST_REPEAT:
        raise ContextError(f"{key}={value!r}; it is a number of wins, 0 to {MAX_EAST_REPEAT}")
    return value


def _tile(key: str, value: object) -> Tile:
    if isinstance(value, str):
        value = Tile.parse(value, Family.MAHJONG)
    if not isinstance(value, Tile) or value.family is not Family.MAHJONG:
        raise ContextError(f"{key}={value!r}; it is a mahjong tile such as 6z")
    return value


_CHECKS: Mapping[str, Callable[[str, object], Any]] = {
    "win": _win,
    "winning_tile": _tile,
    "seat": _seat,
    "round": _seat,
    "discarder": _seat,
    "last_tile": _flag,
    "last_discard": _flag,
    "replacement": _flag,
    "second_kong": _flag,
    "rob_kong": _flag,
    "rob_flower": _flag,
    "heavenly": _flag,
    "earthly": _flag,
    "original_call": _flag,
    "east_repeat": _repeat,
}

_remembered = Remembered(Context._checked)
