"""All ways to divide tiles into sets and one pair, and what is left over when there is none.

A suit whose tiles number 3k holds no pair, one with 3k + 2 holds the pair, and one with
3k + 1 cannot be divided; so the suits are divided one by one. All four suits with 3k + 2 tiles
make the right number of tiles too, but four pairs: one suit alone may hold a pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.hand import MeldKind
from scoring.mahjong.kinds import Counts, by_suit
from scoring.mahjong.packed import MOST, SUIT_MASKS, pack_counts
from scoring.mahjong.suits import SUITS, Suit, Way


class Block(NamedTuple):
    """A chow, pung or pair; ``number`` is the kind of its lowest tile."""

    kind: MeldKind
    number: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """Kinds of its tiles."""
        if self.kind is MeldKind.CHOW:
            return (self.number, self.number + 1, self.number + 2)
        return (self.number,) * (2 if self.kind is MeldKind.PAIR else 3)


Division = tuple[Block, ...]


def divisions(counts: Counts, sets: int) -> Iterator[Division]:
    """Yield every way to divide the tiles into ``sets`` sets and one pair, each once."""
    suits = _suits(counts, sets)
    for ways in product(*[suit.ways for suit in suits]) if suits else ():
        yield tuple(block for way in ways for block in _blocks(way))


def is_divisible(counts: Counts, sets: int) -> bool:
    """Whether the tiles make ``sets`` sets and one pair."""
    suits = _suits(counts, sets)
    return bool(suits) and all(suit.ways for suit in suits)


def _suits(counts: Counts, sets: int) -> list[Suit]:
    """Return the suits if their size is right and one alone can hold the pair, else none."""
    size = sum(counts)
    if size != 3 * sets + 2 or size > MOST:
        return []
    packed = pack_counts(counts)
    suits = [SUITS[packed & mask] for mask in SUIT_MASKS]
    return suits if sum([suit.has_pair for suit in suits]) == 1 else []


def _blocks(way: Way) -> list[Block]:
    return sorted([Block(part.kind, part.number) for part in way.sets + way.pair])


class Nearest(NamedTuple):
    """The most sets (and a pair) that some tiles hold, and the kinds that stay outside."""

    sets: int
    pairs: int
    left_over: tuple[int, ...]


def nearest(counts: Counts, sets: int) -> Nearest:
    """Divide as many tiles as possible into at most ``sets`` sets and one pair."""
    best: dict[tuple[int, int], tuple[int, ...]] = {(0, 0): ()}
    for start, copies, runs in by_suit(counts):
        merged: dict[tuple[int, int], tuple[int, ...]] = {}
        for ((n, p), rest), ((m, q), more) in product(best.items(), _cover(copies, runs).items()):
            if n + m <= sets and p + q <= 1:
                merged.setdefault((n + m, p + q), rest + tuple(start + place for place in more))
        best = merged
    found = (Nearest(*held, rest) for held, rest in best.items())
    return min(found, key=lambda one: len(one.left_over))


def _blocks_at(copies: Counts, place: int, runs: bool, pair: bool) -> Iterator[Block]:
    """Yield the blocks whose lowest tile stands at the place."""
    if copies[place] >= 3:
        yield Block(MeldKind.PUNG, place)
    if pair and copies[place] >= 2:
        yield Block(MeldKind.PAIR, place)
    if runs and place + 2 < len(copies) and copies[place + 1] and copies[place + 2]:
        yield Block(MeldKind.CHOW, place)


def _without(copies: Counts, block: Block) -> Counts:
    rest = list(copies)
    for place in block.numbers:
        rest[place] -= 1
    return tuple(rest)


@lru_cache(maxsize=1 << 14)
def _cover(copies: Counts, runs: bool) -> Mapping[tuple[int, int], tuple[int, ...]]:
    """For each reachable (sets, pairs) of one suit, the places left over; at most one pair."""
    place = next((i for i, count in enumerate(copies) if count), None)
    if place is None:
        return {(0, 0): ()}
    single = (*copies[:place], copies[place] - 1, *copies[place + 1 :])
    found = {key: (place, *rest) for key, rest in _cover(single, runs).items()}
    for block in _blocks_at(copies, place, runs, pair=True):
        is_pair = block.kind is MeldKind.PAIR
        for (sets, pairs), rest in _cover(_without(copies, block), runs).items():
            if not (is_pair and pairs):
                found[sets + (not is_pair), pairs + is_pair] = rest
    return found
