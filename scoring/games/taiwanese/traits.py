"""The few small numbers of a hand that its score depends on.

Each part of a reading adds to them; they are kept as one number, with four binary digits for each
trait, so that the traits of a hand are the sum of those of its parts.
"""

from __future__ import annotations

from enum import IntEnum, auto
from typing import NamedTuple

from scoring.games.taiwanese.options import Options
from scoring.games.taiwanese.setting import Setting
from scoring.hand import MeldKind
from scoring.mahjong.context import Context, Seat
from scoring.mahjong.kinds import DRAGONS, EAST, HONOURS, WINDS
from scoring.mahjong.parts import Part
from scoring.mahjong.readings import Reading
from scoring.remember import Table

PLACES = {seat: place for place, seat in enumerate(Seat)}
"""Places of the seats in turn order."""
DIGITS = 4
"""Binary digits of a trait: a hand has at most eight parts."""


class Trait(IntEnum):
    """What is counted of the parts of a reading; ``EAST_SET`` and its neighbours in turn order."""

    SETS = 0
    CHOWS = auto()
    TRIPLETS = auto()
    EXPOSED = auto()
    KONGS = auto()
    CONCEALED_KONGS = auto()
    HIDDEN = auto()
    HIDDEN_BY_DRAW = auto()
    EAST_SET = auto()
    SOUTH_SET = auto()
    WEST_SET = auto()
    NORTH_SET = auto()
    DRAGON_SETS = auto()
    WIND_PAIRS = auto()
    DRAGON_PAIRS = auto()
    CHARACTERS = auto()
    CIRCLES = auto()
    BAMBOOS = auto()
    HONOURS = auto()


class Traits(NamedTuple):
    """All that the score of one reading under known facts depends on.

    Attributes:
        sum: The traits of the parts, as one number.
        flowers: Number of bonus tiles.
        one_wait: Whether one kind alone completed the hand.
        setting: The facts and the options.
    """

    sum: int
    flowers: int
    one_wait: bool
    setting: Setting

    @property
    def facts(self) -> Context:
        """The facts; ``win`` is known."""
        return self.setting.facts

    @property
    def options(self) -> Options:
        """The options in force."""
        return self.setting.options

    def count(self, trait: Trait) -> int:
        """Return how many parts have the trait."""
        return self.sum >> DIGITS * trait & (1 << DIGITS) - 1

    @property
    def concealed(self) -> bool:
        """Whether nothing was melded from a discard."""
        return not self.count(Trait.EXPOSED)

    @property
    def hidden_triplets(self) -> int:
        """Triplets in which no discard took part; one that a self-draw completed is among them."""
        drawn = self.count(Trait.HIDDEN_BY_DRAW) if self.facts.self_drawn else 0
        return self.count(Trait.HIDDEN) + drawn

    @property
    def wind_sets(self) -> int:
        """Triplets of winds."""
        return sum(self.count(wind_set(seat)) for seat in Seat)

    @property
    def suits(self) -> int:
        """Suits in the hand, without honours."""
        return sum(
            self.count(suit) > 0 for suit in (Trait.CHARACTERS, Trait.CIRCLES, Trait.BAMBOOS)
        )


def digits(first: Trait, last: Trait) -> int:
    """Return the binary digits of the traits from the first to the last one."""
    return (1 << DIGITS * (last + 1)) - (1 << DIGITS * first)


def wind_set(seat: Seat) -> Trait:
    """Return the trait of a triplet of the seat's wind."""
    return Trait(Trait.EAST_SET + PLACES[seat])


def sum_traits(reading: Reading) -> int:
    """Return the traits of the parts as one number; only the pair beside sets counts as a pair."""
    table = _SUITS if reading.pair is None else _PARTS
    return sum(map(table.__getitem__, reading.parts))


def _one(trait: int) -> int:
    return 1 << DIGITS * trait


def _suit(part: Part) -> int:
    return _one(Trait.CHARACTERS + min(part.number, EAST) // 9)


_SUITS: Table[Part, int] = Table(_suit)


def _part(part: Part) -> int:
    total = _SUITS[part]
    if part.kind is MeldKind.PAIR:
        total += _one(Trait.WIND_PAIRS) if part.number in WINDS else 0
        return total + (_one(Trait.DRAGON_PAIRS) if part.number in DRAGONS else 0)
    total += _one(Trait.SETS) + part.exposed * _one(Trait.EXPOSED)
    if part.kind is MeldKind.CHOW:
        return total + _one(Trait.CHOWS)
    total += _one(Trait.TRIPLETS) + part.is_kong * _one(Trait.KONGS)
    if part.kind is MeldKind.CONCEALED_KONG:
        total += _one(Trait.CONCEALED_KONGS)
    if not part.exposed:
        total += _one(Trait.HIDDEN_BY_DRAW if part.winning else Trait.HIDDEN)
    if part.number in HONOURS:
        place = min(part.number, DRAGONS.start) - EAST
        total += _one(Trait.EAST_SET + place)
    return total


_PARTS: Table[Part, int] = Table(_part)
