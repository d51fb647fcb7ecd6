"""All ways to divide tiles into sets and one pair, and what is left over when there is none.

A suit whose tiles number 3k holds no pair, one with 3k + 2 holds the pair, and one with
3k + 1 cannot be divided; so the suits are divided one by one, each cached. All four suits with
3k + 2 tiles make the right number of tiles too, but four pairs: one suit alone may hold a pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from scoring.hand import MeldKind
from scoring.mahjong.kinds import EAST, Counts, by_suit, change
from scoring.mahjong.parts import Part, plain_part


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


class Way(NamedTuple):
    """One division of a suit as parts: its sets by their lowest tiles, and the pair, if any."""

    sets: tuple[Part, ...]
    pair: tuple[Part, ...]


class Suit(NamedTuple):
    """What the tiles of one suit can be.

    Attributes:
        size: Their number.
        ways: Their divisions; with 3k + 2 tiles each holds the pair.
        parts: The same as parts without red fives.
        takes: Kinds of which one more tile makes them divisible.
        odd: Kinds held in odd numbers.
    """

    size: int
    ways: tuple[Division, ...]
    parts: tuple[Way, ...]
    takes: tuple[int, ...]
    odd: int


Suits = tuple[Suit, Suit, Suit, Suit]
"""Characters, circles, bamboos, honours."""


def divisions(counts: Counts, sets: int) -> Iterator[Division]:
    """Yield every way to divide the tiles into ``sets`` sets and one pair, each once."""
    suits = suits_of(counts)
    if not _fits(suits, sets):
        return
    m, p, s, z = suits
    for one in m.ways:
        for two in p.ways:
            for three in s.ways:
                for four in z.ways:
                    yield one + two + three + four


def parts_of(suits: Suits, sets: int) -> list[tuple[Part, ...]]:
    """Return every division of four suits as parts: ``sets`` sets by their lowest tiles, a pair."""
    if not _fits(suits, sets):
        return []
    m, p, s, z = suits
    return [
        (*m_sets, *p_sets, *s_sets, *z_sets, *(m_pair or p_pair or s_pair or z_pair))
        for m_sets, m_pair in m.parts
        for p_sets, p_pair in p.parts
        for s_sets, s_pair in s.parts
        for z_sets, z_pair in z.parts
    ]


def is_divisible(counts: Counts, sets: int) -> bool:
    """Whether the tiles make ``sets`` sets and one pair."""
    suits = suits_of(counts)
    return _fits(suits, sets) and all(suit.ways for suit in suits)


def completing(counts: Counts, sets: int) -> list[int]:
    """Return the kinds of which one more makes ``sets`` sets and one pair, in their order."""
    return completing_of(suits_of(counts), sets)


def completing_of(suits: Suits, sets: int) -> list[int]:
    """Return the kinds of which one more makes ``sets`` sets and one pair of four suits.

    One suit with 3k + 1 tiles takes the pair's second tile while the others are sets; or one of two
    suits with 3k + 2 tiles takes it, and the other holds the pair.
    """
    m, p, s, z = suits
    undivided = [suit for suit in suits if not suit.ways]
    if m.size + p.size + s.size + z.size != 3 * sets + 1 or len(undivided) > 1:
        return []
    # A suit with 3k + 1 tiles is among the undivided ones, so it is that one.
    if undivided and undivided[0].size % 3 == 1:
        paired = [suit for suit in suits if suit.size % 3 == 2]
        return [] if paired else list(undivided[0].takes)
    paired = [suit for suit in suits if suit.size % 3 == 2]
    if len(paired) != 2:
        return []
    return [kind for suit in paired if undivided in ([], [suit]) for kind in suit.takes]


def suits_of(counts: Counts) -> Suits:
    """Return what each suit of the tiles can be: characters, circles, bamboos, honours."""
    return (
        _suit(0, counts[:9]),
        _suit(9, counts[9:18]),
        _suit(18, counts[18:27]),
        _suit(EAST, counts[EAST:]),
    )


def _fits(suits: Suits, sets: int) -> bool:
    """Whether the number of tiles is right and one suit alone can hold the pair."""
    size = pairs = 0
    for suit in suits:
        size += suit.size
        pairs += suit.size % 3 == 2
    return size == 3 * sets + 2 and pairs == 1


def taken_from(suits: Suits, counts: Counts, number: int) -> Suits:
    """Return the suits after one tile was taken away.

    Args:
        suits: Of the tiles before.
        counts: The tiles before.
        number: Kind of the tile.
    """
    start = min(number // 9, 3) * 9
    copies = list(counts[start : start + 9])
    copies[number - start] -= 1
    left = _suit(start, tuple(copies))
    m, p, s, z = suits
    if start == EAST:
        return m, p, s, left
    return (left, p, s, z) if start == 0 else (m, left, s, z) if start == 9 else (m, p, left, z)


@lru_cache(maxsize=1 << 15)
def _suit(start: int, copies: Counts) -> Suit:
    runs = start < EAST
    ways = tuple(
        tuple(Block(block.kind, block.number + start) for block in way)
        for way in _divide_suit(copies, runs)
    )
    takes = tuple(
        start + place
        for place in range(len(copies))
        if _divide_suit(change(copies, place, 1), runs)
    )
    parts = tuple(map(_as_parts, ways))
    return Suit(sum(copies), ways, parts, takes, sum(count % 2 for count in copies))


def _as_parts(way: Division) -> Way:
    ordered = sorted(way, key=lambda block: block.number)
    parts = [plain_part(block.kind, block.numbers) for block in ordered]
    pair = tuple(part for part in parts if part.kind is MeldKind.PAIR)
    return Way(tuple(part for part in parts if part.kind is not MeldKind.PAIR), pair)


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


@lru_cache(maxsize=1 << 14)
def _divide_suit(copies: Counts, runs: bool) -> tuple[Division, ...]:
    remainder = sum(copies) % 3
    if remainder == 1:
        return ()
    found = {tuple(sorted(way)) for way in _divide(copies, runs, pair=remainder == 2)}
    return tuple(sorted(found))


def _divide(copies: Counts, runs: bool, pair: bool) -> Iterator[Division]:
    place = next((i for i, count in enumerate(copies) if count), None)
    if place is None:
        if not pair:
            yield ()
        return
    for block in _blocks_at(copies, place, runs, pair):
        rest = _without(copies, block)
        for way in _divide(rest, runs, pair and block.kind is not MeldKind.PAIR):
            yield (block, *way)


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
