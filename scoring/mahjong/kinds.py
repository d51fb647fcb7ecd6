"""The 34 kinds of mahjong as numbers, in the order of the tile vocabulary.

Characters are 0-8, circles 9-17, bamboos 18-26, the winds E S W N 27-30, the white, green and red
dragon 31-33.
"""

from __future__ import annotations

from collections.abc import Iterable

from scoring.tiles import MAHJONG_FACES, Family, Tile

Counts = tuple[int, ...]
"""Copies of each of the 34 kinds."""

KINDS: tuple[Tile, ...] = MAHJONG_FACES[:34]
COPIES = 4
EAST = 27
WINDS = range(27, 31)
DRAGONS = range(31, 34)
HONOURS = range(27, 34)
SUIT_STARTS = (0, 9, 18, 27)
TERMINALS = (0, 8, 9, 17, 18, 26)
ORPHANS = (*TERMINALS, *HONOURS)
"""The thirteen terminals and honours."""

_NUMBERS = {tile.face: number for number, tile in enumerate(KINDS)}


def find_number(tile: Tile) -> int | None:
    """Return the kind's number; None for bonus tiles, backs and tiles of other families."""
    return _NUMBERS.get(tile.face) if tile.family is Family.MAHJONG else None


def number_of(tile: Tile) -> int:
    """Return the kind's number; red fives are fives.

    Raises:
        KeyError: For bonus tiles, backs and tiles of other families.
    """
    if tile.family is not Family.MAHJONG:
        raise KeyError(tile)
    return _NUMBERS[tile.face]


def count_kinds(tiles: Iterable[Tile]) -> Counts:
    """Count each of the 34 kinds.

    Raises:
        KeyError: For bonus tiles, backs and tiles of other families.
    """
    counts = [0] * len(KINDS)
    for tile in tiles:
        counts[number_of(tile)] += 1
    return tuple(counts)


def change(counts: Counts, number: int, by: int) -> Counts:
    """Return the counts with one kind's copies changed by so many."""
    return (*counts[:number], counts[number] + by, *counts[number + 1 :])


def by_suit(counts: Counts) -> Iterable[tuple[int, Counts, bool]]:
    """Yield ``(number of the first kind, copies of the suit's kinds, whether runs exist)``."""
    for start in SUIT_STARTS:
        yield start, counts[start : start + 9], start < EAST
