"""How many tiles a hand is from being ready, cheaply enough for every move of many games.

Mahjong hands are looked at suit by suit. For each number of sets (with and without a pair) a
suit's table holds the most two-tile beginnings of further sets; tables are few, so they are
numbered, and joining two of them is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from scoring.mahjong.kinds import EAST, SUIT_STARTS

MOST_SETS = 5
_NEVER = -1

_Table = tuple[tuple[int, ...], tuple[int, ...]]
"""For no pair and one pair: most beginnings beside 0, 1, … 5 sets; -1 where impossible."""

_TABLES: list[_Table] = []
_PLACES: dict[_Table, int] = {}


def to_ready(counts: Sequence[int], sets: int) -> int:
    """Return how many exchanges a mahjong hand is from waiting; -1 when it is complete.

    Args:
        counts: Concealed copies of each of the 34 kinds.
        sets: Sets that the concealed tiles are to form beside the pair.
    """
    return distance_of(join(*suit_numbers(counts)), sets)


def suit_numbers(counts: Sequence[int]) -> tuple[int, int, int, int]:
    """Return the numbers of the tables of the three suits and the honours."""
    a, b, c, d = (suit_number(tuple(counts[s : s + 9]), s < EAST) for s in SUIT_STARTS)
    return a, b, c, d


@lru_cache(maxsize=1 << 16)
def suit_number(copies: tuple[int, ...], runs: bool) -> int:
    """Return the number of a suit's table."""
    return _number(_table(copies, runs))


def join(*numbers: int) -> int:
    """Return the number of the table of several suits together."""
    joined = numbers[0]
    for number in numbers[1:]:
        joined = _join(joined, number)
    return joined


@lru_cache(maxsize=1 << 16)
def distance_of(number: int, sets: int) -> int:
    """Return the distance of a hand with this table from waiting."""
    return min(
        2 * (sets - held) - min(begun, sets - held) - pairs
        for pairs, row in enumerate(_TABLES[number])
        for held, begun in enumerate(row[: sets + 1])
        if begun != _NEVER
    )


@lru_cache(maxsize=1 << 18)
def _join(one: int, other: int) -> int:
    best = [[_NEVER] * (MOST_SETS + 1) for _ in range(2)]
    a, b = _TABLES[one], _TABLES[other]
    for p, q in ((0, 0), (0, 1), (1, 0)):
        for m, n in product(range(MOST_SETS + 1), repeat=2):
            if m + n <= MOST_SETS and a[p][m] != _NEVER and b[q][n] != _NEVER:
                best[p + q][m + n] = max(best[p + q][m + n], a[p][m] + b[q][n])
    return _number((tuple(best[0]), tuple(best[1])))


def _number(table: _Table) -> int:
    number = _PLACES.setdefault(table, len(_TABLES))
    if number == len(_TABLES):
        _TABLES.append(table)
    return number


_EMPTY: _Table = ((0, *[_NEVER] * MOST_SETS), (_NEVER,) * (MOST_SETS + 1))


@lru_cache(maxsize=1 << 16)
def _table(copies: tuple[int, ...], runs: bool) -> _Table:
    start = next((place for place, count in enumerate(copies) if count), None)
    if start is None:
        return _EMPTY
    if start:
        return _table(copies[start:], runs)
    best = [list(row) for row in _table((copies[0] - 1, *copies[1:]), runs)]
    for used, sets, begun, pairs in _uses(copies, runs):
        rest = tuple(c - u for c, u in zip(copies, (*used, *[0] * 9), strict=False))
        table = _table(rest, runs)
        for p in range(2 - pairs):
            for m in range(MOST_SETS + 1 - sets):
                if table[p][m] != _NEVER:
                    row = best[p + pairs]
                    row[m + sets] = max(row[m + sets], table[p][m] + begun)
    return tuple(best[0]), tuple(best[1])


_SHAPES = (
    ((3,), 1, 0, 0),
    ((1, 1, 1), 1, 0, 0),
    ((2,), 0, 0, 1),
    ((2,), 0, 1, 0),
    ((1, 1), 0, 1, 0),
    ((1, 0, 1), 0, 1, 0),
)
"""Tiles used from the lowest kind on; sets, beginnings and pairs that they make."""


def _uses(copies: tuple[int, ...], runs: bool) -> list[tuple[tuple[int, ...], int, int, int]]:
    return [
        shape
        for shape in _SHAPES
        if (runs or len(shape[0]) == 1)
        and len(shape[0]) <= len(copies)
        and all(count >= used for count, used in zip(copies, shape[0], strict=False))
    ]


PATTERNS_NEEDED = 11


def flowers_to_ready(pairs: int, singles: int) -> int:
    """Return how many tiles a hand of Digging Flowers lacks to wait; -1 when it is complete.

    Args:
        pairs: Patterns of which it has two or more, melds included.
        singles: Patterns of which it has one.
    """
    sets = min(pairs, PATTERNS_NEEDED - 1)
    useful = 2 * sets + min(singles + pairs - sets, PATTERNS_NEEDED - sets)
    return 2 * PATTERNS_NEEDED - 2 - useful


@lru_cache(maxsize=1 << 16)
def cards_to_ready(sizes: tuple[int, ...], wanted: int) -> int:
    """Return how many doll cards must still come until ``wanted`` cards are sets and a pair.

    Args:
        sizes: Copies held of each subject, in any order.
        wanted: Cards that the sets and the pair have together.
    """
    # missing[pair][n]: fewest cards to come when the subjects so far take n of the cards.
    missing: dict[tuple[bool, int], int] = {(False, 0): 0}
    for size in sizes:
        merged: dict[tuple[bool, int], int] = {}
        for (pair, taken), need in missing.items():
            for with_pair, use in ((False, 0), *_DOLL_USES):
                key = (pair or with_pair, taken + use)
                if key[1] <= wanted and not (pair and with_pair):
                    total = need + max(0, use - size)
                    merged[key] = min(merged.get(key, total), total)
        missing = merged
    return missing.get((True, wanted), wanted)


_DOLL_USES = (*((False, n) for n in range(3, 9)), *((True, n) for n in (2, 5, 6, 7, 8)))
"""Whether a subject gives the pair, and how many cards of it are used."""
