"""Readings of a hand: which sets it holds and which of them the winning tile completed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from scoring.hand import Hand, MeldKind
from scoring.mahjong.kinds import number_of
from scoring.mahjong.packed import red_fives
from scoring.mahjong.parts import COMPLETED, KONGS, TRIPLETS, Part, meld_part
from scoring.mahjong.suits import Way
from scoring.mahjong.tally import Tally, tally
from scoring.remember import Table
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
    wanted = number_of(winning)
    if red_fives(counted.concealed):
        return _dealt_readings(hand, counted, wanted)
    place = min(wanted // 9, 3)
    m, p, s, z = counted.suits
    found = []
    for ways in product(m.ways, p.ways, s.ways, z.ways):
        for won in WON[ways[place], wanted]:
            each = [*ways]
            each[place] = won
            first, second, third, last = each
            sets = counted.melds + first.sets + second.sets + third.sets + last.sets
            pair = first.pair or second.pair or third.pair or last.pair  # one suit has it
            found.append(Reading(sets + pair, sets, pair[0]))
    return found


def _dealt_readings(hand: Hand, counted: Tally, wanted: int) -> list[Reading]:
    """Return the readings of a hand with red fives, whose parts show the tiles themselves."""
    found = []
    for ways in product(*[suit.ways for suit in counted.suits]):
        plain = [part for way in ways for part in way.sets]
        plain += [part for way in ways for part in way.pair]
        parts = deal_out(hand.concealed, [(part.kind, part.numbers) for part in plain])
        for placed in place_winning_tile(parts, wanted):
            every = counted.melds + placed
            found.append(Reading(every, every[:-1], every[-1]))
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


def _won(given: tuple[Way, int]) -> list[Way]:
    """One way to divide a suit, once for each different part that the winning tile can complete."""
    way, wanted = given
    count = len(way.sets)
    placed = place_winning_tile(way.sets + way.pair, wanted)
    return [Way(parts[:count], parts[count:]) for parts in placed]


WON: Table[tuple[Way, int], list[Way]] = Table(_won)
"""A way with the winning tile in it, by the kind of that tile: no other suit's ways differ."""
