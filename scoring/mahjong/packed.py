"""Copies of the 34 kinds as one number, which is added, split and looked up at once.

Each kind has ``DIGIT`` binary digits, in the order of the kinds; above them one digit counts all
other tiles and one the red fives. It is the sum of the tiles' codes (``Tile.code``).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from scoring.mahjong.kinds import COPIES, KINDS, Counts
from scoring.tiles import DIGIT, RED_FIVE, Tile

MOST = (1 << DIGIT) - 1
"""Most tiles that a packed count can hold for sure."""

_code = attrgetter("code")

_EACH = sum(tile.code for tile in KINDS)
SUIT_MASKS = tuple(
    sum(MOST * tile.code for tile in KINDS[first : first + 9]) for first in (0, 9, 18, 27)
)
"""The digits of characters, circles, bamboos, honours."""
ALL_KINDS = sum(SUIT_MASKS)
CHARACTERS, CIRCLES, BAMBOOS, HONOURS = SUIT_MASKS
OTHERS = MOST << len(KINDS) * DIGIT
"""The digit of the tiles that are of none of the 34 kinds."""

_TOP = 1 << DIGIT - 1
_TO_TOP = (_TOP - COPIES - 1) * _EACH
_TOPS = _TOP * _EACH


def pack(tiles: Sequence[Tile]) -> int:
    """Return the packed count of at most ``MOST`` tiles."""
    return sum(map(_code, tiles))  # no Python code runs for each tile


def pack_counts(counts: Counts) -> int:
    """Return the packed count of up to ``MOST`` copies of each kind."""
    return sum([copies << place * DIGIT for place, copies in enumerate(counts) if copies])


def unpack(packed: int) -> Counts:
    """Return the copies of each kind."""
    return tuple([packed >> place * DIGIT & MOST for place in range(len(KINDS))])


def copies_of(packed: int, number: int) -> int:
    """Return the copies of one kind."""
    return packed >> number * DIGIT & MOST


def red_fives(packed: int) -> int:
    """Return the number of red fives."""
    return packed // RED_FIVE


def odd_kinds(packed: int) -> int:
    """Return the number of kinds with an odd number of copies."""
    return (packed & _EACH).bit_count()


def has_five(packed: int) -> bool:
    """Whether there are more copies of a kind than a set of tiles has.

    Adding to each digit what five copies lack to its highest binary digit lights that digit.
    """
    return (packed | packed + _TO_TOP) & _TOPS > 0
