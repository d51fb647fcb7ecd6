"""Concealed kongs: four tiles side by side of which some lie face down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.tiles import Family, Tile
from vision.arrange.constraint import LEAST_PROBABILITY
from vision.arrange.groups import Group
from vision.read import Reading

PATTERNS = ((False, True, True, False), (True, False, False, True))
"""Face down or not: how two backs of a kong are laid in the middle or at the ends."""


@dataclass(frozen=True, slots=True)
class Kong:
    """A concealed kong.

    Attributes:
        members: Its four tiles, left to right.
        tile: The face that all four have.
    """

    members: tuple[int, ...]
    tile: Tile


def find_kongs(groups: Sequence[Group], readings: Sequence[Reading]) -> tuple[Kong, ...]:
    """Find the concealed kongs of a mahjong hand.

    A group of exactly four with one to three backs is one, when its faces agree; within a
    longer group (a kong that touches the hand) only X back back X and back X X back are.
    Faces agree when one tile is likely for all of them, even if one was read otherwise.

    Args:
        groups: Groups of tiles.
        readings: Readings with a tile, by index.
    """
    kongs = []
    for group in groups:
        members, start = group.members, 0
        while start + 4 <= len(members):
            window = members[start : start + 4]
            tile = _common_face([readings[i] for i in window], alone=len(members) == 4)
            if tile is None:
                start += 1
            else:
                kongs.append(Kong(window, tile))
                start += 4
    return tuple(kongs)


def _common_face(readings: Sequence[Reading], *, alone: bool) -> Tile | None:
    tiles = [reading.tile for reading in readings]
    backs = tuple(tile is not None and tile.is_back for tile in tiles)
    if not (backs in PATTERNS or (alone and 1 <= sum(backs) <= 3)):
        return None
    faces = [reading for reading, back in zip(readings, backs, strict=True) if not back]
    likely: dict[Tile, float] = {}
    for tile in sorted({t for r in faces for t in (r.tile, *dict(r.alternatives)) if t}):
        if tile.family is Family.MAHJONG and not (tile.is_bonus or tile.is_back or tile.red):
            likely[tile] = 1.0
            for reading in faces:
                likely[tile] *= _probability(reading, tile)
    best = max(likely, key=lambda tile: likely[tile], default=None)
    return best if best is not None and likely[best] >= LEAST_PROBABILITY else None


def _probability(reading: Reading, tile: Tile) -> float:
    """Probability that a reading is a tile, a red five counting as a five."""
    named = dict(reading.alternatives)
    if reading.tile is not None:
        named.setdefault(reading.tile, reading.confidence)
    return sum(p for other, p in named.items() if other.plain_face == tile)
