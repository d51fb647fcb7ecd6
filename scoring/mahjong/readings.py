"""Readings of a hand: which sets it holds and which of them the winning tile completed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring.hand import Hand, MeldKind
from scoring.mahjong.division import Suits, parts_of, suits_of
from scoring.mahjong.kinds import count_kinds, number_of
from scoring.mahjong.parts import KONGS, TRIPLETS, Part, completed_part, meld_part
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
    "readings_of",
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


def readings(hand: Hand, winning: Tile, sets: int) -> Iterator[Reading]:
    """Yield every division of the hand with every place of the winning tile.

    Args:
        hand: Its melds are legal and its concealed tiles are known kinds.
        winning: One of the concealed tiles.
        sets: Sets of a complete hand, melds included: 5 with sixteen tiles, 4 with thirteen.
    """
    melds = tuple([meld_part(meld) for meld in hand.melds])
    suits = suits_of(count_kinds(hand.concealed))
    yield from readings_of(hand.concealed, melds, suits, winning, sets)


def readings_of(
    concealed: tuple[Tile, ...], melds: tuple[Part, ...], suits: Suits, winning: Tile, sets: int
) -> list[Reading]:
    """Return every division with every place of the winning tile.

    Args:
        concealed: The concealed tiles.
        melds: The melds as parts.
        suits: The suits of the concealed tiles.
        winning: One of the concealed tiles.
        sets: Sets of a complete hand, melds included.
    """
    red = True in [tile.red for tile in concealed]
    found = []
    for parts in parts_of(suits, sets - len(melds)):
        dealt = parts
        if red:
            shapes = [(part.kind, tuple(map(number_of, part.tiles))) for part in parts]
            dealt = deal_out(concealed, shapes)
        for placed in place_winning_tile(dealt, winning):
            pair = placed[-1]
            all_sets = melds + placed[:-1]
            found.append(Reading((*all_sets, pair), all_sets, pair))
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


def place_winning_tile(parts: tuple[Part, ...], winning: Tile) -> list[tuple[Part, ...]]:
    """Return the parts once for each different part that the winning tile can complete."""
    wanted = number_of(winning)
    placed: list[tuple[Part, ...]] = []
    done: list[tuple[MeldKind, int]] = []
    for place, part in enumerate(parts):
        first = part.number
        if first <= wanted <= first + 2 and (part.kind is MeldKind.CHOW or first == wanted):
            key = (part.kind, first)
            if key not in done:
                done.append(key)
                placed.append((*parts[:place], completed_part(part), *parts[place + 1 :]))
    return placed
