"""Readings of a hand: which sets it holds and which of them the winning tile completed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from scoring.hand import Hand, MeldKind
from scoring.mahjong.kinds import number_of
from scoring.mahjong.packed import red_fives
from scoring.mahjong.parts import COMPLETED, KONGS, TRIPLETS, Part, meld_part
from scoring.mahjong.tally import Tally, tally
from scoring.tiles import Tile

__all__ = [
    "KONGS",
    "TRIPLETS",
    "Part",
    "Reading",
    "deal_out",
    "meld_part",
    "place_winning_tile",
    "readings",
    "tally_readings",
]


class Reading(NamedTuple):
    """A complete hand, divided.

    Attributes:
        parts: Melds first, then the concealed parts.
        sets: The parts that count as sets; empty for hands of pairs.
        pair: The pair beside the sets; None for hands of pairs.
    """

    parts: tuple[Part, ...]
    sets: tuple[Part, ...] = ()
    pair: Part | None = None


def readings(hand: Hand, winning: Tile, sets: int) -> list[Reading]:
    """Return every division of the hand with every place of the winning tile.

    Args:
        hand: Its melds are legal and its concealed tiles are known kinds.
        winning: One of the concealed tiles.
        sets: Sets of a complete hand, melds included: 5 with sixteen tiles, 4 with thirteen.
    """
    counted = tally(hand)
    if counted is None or len(hand.concealed) != 3 * (sets - len(hand.melds)) + 2:
        return []
    return tally_readings(hand, counted, winning)


def tally_readings(hand: Hand, counted: Tally, winning: Tile) -> list[Reading]:
    """Return the same for a hand that is counted already and has the right number of tiles."""
    if counted.paired is None:
        return []
    m, p, s, z = counted.suits  # one of them has the pair
    melds, wanted = counted.melds, number_of(winning)
    reds = red_fives(counted.concealed)
    found = []
    divided = [
        (*m_sets, *p_sets, *s_sets, *z_sets, *m_pair, *p_pair, *s_pair, *z_pair)
        for m_sets, m_pair in m.ways
        for p_sets, p_pair in p.ways
        for s_sets, s_pair in s.ways
        for z_sets, z_pair in z.ways
    ]
    for plain in divided:
        parts = plain
        if reds:
            parts = deal_out(hand.concealed, [(part.kind, part.numbers) for part in plain])
        for placed in place_winning_tile(parts, wanted):
            every = melds + placed
            found.append(Reading(every, every[:-1], placed[-1]))
    return found


def deal_out(
    tiles: Iterable[Tile], shapes: Iterable[tuple[MeldKind, tuple[int, ...]]]
) -> tuple[Part, ...]:
    """Give the tiles themselves to shapes that name kinds only."""
    pool: dict[int, list[Tile]] = defaultdict(list)
    for tile in tiles:
        pool[number_of(tile)].append(tile)
    return tuple(
        Part(kind, numbers[0], tuple(pool[number].pop(0) for number in numbers))
        for kind, numbers in shapes
    )


def place_winning_tile(parts: tuple[Part, ...], wanted: int) -> list[tuple[Part, ...]]:
    """Return the parts once for each different part that the winning tile can complete.

    Args:
        parts: The concealed parts.
        wanted: Kind of the winning tile.
    """
    placed: list[tuple[Part, ...]] = []
    done: list[tuple[MeldKind, int]] = []
    for place, part in enumerate(parts):
        first = part.number
        if first == wanted or (wanted - 3 < first < wanted and part.kind is MeldKind.CHOW):
            key = (part.kind, first)
            if key not in done:
                done.append(key)
                placed.append((*parts[:place], COMPLETED[part], *parts[place + 1 :]))
    return placed
