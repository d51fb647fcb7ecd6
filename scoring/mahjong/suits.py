"""What the tiles of one suit can be: all their divisions, and the tiles that make them divisible.

A suit is a packed count (see :mod:`scoring.mahjong.packed`) with the digits of one suit only. What
is found is remembered: the same tiles of a suit come again in hand after hand, and the tiles that
are left when a set is taken away come again in other suits, so that even a suit never seen before
costs little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.hand import MeldKind
from scoring.mahjong.kinds import EAST, KINDS
from scoring.mahjong.packed import MOST
from scoring.mahjong.parts import Part, plain_part
from scoring.remember import Table
from scoring.tiles import DIGIT

_RUN = 1 | 1 << DIGIT | 1 << 2 * DIGIT
"""One copy each of three kinds in a row."""
_TWO = 1 | 1 << DIGIT
_ONES = [1 << place * DIGIT for place in range(9)]
"""One copy of each of nine ranks."""
_PAIRS = [plain_part(MeldKind.PAIR, (number,) * 2) for number in range(len(KINDS))]
_PUNGS = [plain_part(MeldKind.PUNG, (number,) * 3) for number in range(len(KINDS))]
_CHOWS = {
    number: plain_part(MeldKind.CHOW, (number, number + 1, number + 2))
    for number in range(EAST)
    if number % 9 < 7
}


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """One division, which is compared by identity, like its parts.

    Attributes:
        sets: Its sets by their lowest tiles.
        pair: The pair, if it has one, alone.
    """

    sets: tuple[Part, ...]
    pair: tuple[Part, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Suit:
    """The tiles of one suit.

    Attributes:
        packed: Their packed count.
        size: Their number.
        has_pair: Whether a division of so many tiles has a pair: 3k + 2.
        ways: Their divisions into sets and at most one pair, none for 3k + 1 tiles.
    """

    packed: int
    size: int
    has_pair: bool
    ways: tuple[Way, ...]


def _suit(packed: int) -> Suit:
    """Return what the tiles of one suit can be."""
    if not packed:
        return Suit(0, 0, False, _ways(0, False))
    size = sum(_copies(packed))
    ways = () if size % 3 == 1 else _ways(packed, size % 3 == 2)
    if len(ways) > 1:
        ways = tuple(sorted(ways, key=_order))
    return Suit(packed, size, size % 3 == 2, ways)


SUITS: Table[int, Suit] = Table(_suit)
"""What the tiles of one suit can be, by their packed count."""


def completing(suits: Sequence[Suit]) -> tuple[int, ...]:
    """Return the kinds of which one more makes sets and one pair of all suits, in their order.

    One suit with 3k + 1 tiles takes the pair's second tile while the others are sets; or one of two
    suits with 3k + 2 tiles takes it, and the other holds the pair.

    Args:
        suits: Of 3k + 1 tiles together.
    """
    undivided = [suit for suit in suits if not suit.ways]
    paired = [suit for suit in suits if suit.has_pair]
    if len(undivided) > 1:
        return ()
    # A suit with 3k + 1 tiles is among the undivided ones, so it is that one.
    if undivided and not undivided[0].has_pair and undivided[0].size % 3:
        return () if paired else TAKES[undivided[0].packed]
    if len(paired) != 2:
        return ()
    return tuple(
        [kind for suit in paired if undivided in ([], [suit]) for kind in TAKES[suit.packed]]
    )


def _takes(packed: int) -> tuple[int, ...]:
    """Return the kinds of which one more tile makes the tiles of one suit divisible.

    Args:
        packed: The tiles, at least one.
    """
    first = _first(packed)
    ranks = packed >> first * DIGIT
    found = _honours_take(ranks) if first == EAST else _RANKS_TAKE[ranks]
    return tuple([first + place for place in found])


TAKES: Table[int, tuple[int, ...]] = Table(_takes)
"""Kinds of which one more tile makes a suit divisible, by the packed count of its tiles."""


def _honours_take(ranks: int) -> list[int]:
    """Return the places that honours need: one tile beside pungs, or one of two pairs."""
    outside = [(place, copies % 3) for place, copies in enumerate(_copies(ranks)) if copies % 3]
    if len(outside) == 1 or [copies for _, copies in outside] == [2, 2]:
        return [place for place, _ in outside]
    return []


def _ranks_take(ranks: int) -> list[int]:
    """Return the places of the ranks that a suit with runs needs to be divisible.

    The ranks of a chow and those of a pung add up to a multiple of three, which leaves one rank in
    three to be tried for the tile, and for the pair.
    """
    copies = _copies(ranks)
    total = sum([place * count for place, count in enumerate(copies)])
    remainder = sum(copies) % 3
    if remainder == 2:
        return [place for place in range(-total % 3, 9, 3) if _ARE_SETS[ranks + _ONES[place]]]
    if not remainder:
        return []
    found = []
    copies += [0] * (9 - len(copies))
    for place, one in enumerate(_ONES):
        for pair in range(2 * (total + place) % 3, 9, 3):
            if copies[pair] + (pair == place) >= 2 and _ARE_SETS[ranks + one - 2 * _ONES[pair]]:
                found.append(place)
                break
    return found


_RANKS_TAKE: Table[int, list[int]] = Table(_ranks_take)


def _are_sets(ranks: int) -> bool:
    """Whether some tiles are sets; three equal chows are three pungs as well."""
    while ranks:
        chows = (ranks & MOST) % 3
        ranks >>= DIGIT
        if chows:
            if ranks & MOST < chows or ranks >> DIGIT & MOST < chows:
                return False
            ranks -= chows * _TWO
    return True


_ARE_SETS: Table[int, bool] = Table(_are_sets)


@lru_cache(maxsize=1 << 16)
def _ways(packed: int, pair: bool) -> tuple[Way, ...]:
    """Divide the tiles of one suit, beginning with all those of the lowest kind."""
    if not packed:
        return () if pair else (Way((), ()),)
    number = _lowest(packed)
    found = []
    for chows, pairs, pungs in _uses(packed >> number * DIGIT & MOST, pair):
        if chows and not _has_runs(packed, number, chows):
            continue
        rest = packed - (chows * _RUN + 2 * pairs + 3 * pungs << number * DIGIT)
        later = _ways(rest, pair and not pairs)
        if later:
            sets = ((_CHOWS[number],) * chows if chows else ()) + (_PUNGS[number],) * pungs
            here = (_PAIRS[number],) * pairs
            found += [Way(sets + way.sets, here + way.pair) for way in later]
    return tuple(found)


@lru_cache(maxsize=1 << 6)
def _uses(copies: int, pair: bool) -> tuple[tuple[int, int, int], ...]:
    """Return the numbers of chows, pairs and pungs that use up the copies of a kind."""
    return tuple(
        (copies - 2 * pairs - 3 * pungs, pairs, pungs)
        for pungs in range(copies // 3 + 1)
        for pairs in range(1 + pair)
        if 2 * pairs + 3 * pungs <= copies
    )


def _has_runs(packed: int, number: int, runs: int) -> bool:
    """Whether so many runs can begin with this kind, as far as the two next kinds go."""
    return (
        number < EAST
        and number % 9 < 7
        and packed >> (number + 1) * DIGIT & MOST >= runs
        and packed >> (number + 2) * DIGIT & MOST >= runs
    )


def _lowest(packed: int) -> int:
    """Return the lowest kind that has copies."""
    return ((packed & -packed).bit_length() - 1) // DIGIT


def _first(packed: int) -> int:
    """Return the first kind of the suit that some tiles are of."""
    return _lowest(packed) // 9 * 9


def _copies(packed: int) -> list[int]:
    """Return the copies of each kind of a suit, from its first to the last one held."""
    packed >>= _first(packed) * DIGIT
    copies = []
    while packed:
        copies.append(packed & MOST)
        packed >>= DIGIT
    return copies


def _order(way: Way) -> list[tuple[MeldKind, int]]:
    return sorted([(part.kind, part.number) for part in way.sets + way.pair])
