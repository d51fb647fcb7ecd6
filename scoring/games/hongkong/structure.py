"""The forms of a complete hand: four sets and a pair, thirteen orphans, seven pairs."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.hand import Hand
from scoring.mahjong.division import is_divisible
from scoring.mahjong.kinds import KINDS, Counts, change, count_kinds, number_of
from scoring.mahjong.readings import Reading, readings
from scoring.mahjong.special import (
    TILES,
    is_seven_pairs,
    is_thirteen_orphans,
    special_readings,
)
from scoring.mahjong.waits import waits
from scoring.tiles import Tile

SETS = 4

__all__ = ["SETS", "TILES", "all_readings", "hand_waits", "is_complete"]


def is_complete(concealed: Counts, melds: int, seven_pairs: bool) -> bool:
    """Whether the concealed tiles, winning tile included, complete the hand in any form."""
    if melds == 0 and is_thirteen_orphans(concealed):
        return True
    if melds == 0 and seven_pairs and is_seven_pairs(concealed):
        return True
    return melds <= SETS and is_divisible(concealed, SETS - melds)


def all_readings(hand: Hand, winning: Tile, seven_pairs: bool) -> Iterator[Reading]:
    """Yield every form, every division and every place of the winning tile."""
    yield from readings(hand, winning, SETS)
    yield from special_readings(hand, winning, seven_pairs)


def hand_waits(hand: Hand, winning: Tile, seven_pairs: bool) -> tuple[Tile, ...]:
    """Return the kinds that would have completed the hand before the winning tile came.

    Args:
        hand: A hand with its winning tile among the concealed tiles.
        winning: That tile.
        seven_pairs: Whether seven pairs are a complete hand.
    """
    waiting = change(count_kinds(hand.concealed), number_of(winning), -1)
    melded = count_kinds(tile for meld in hand.melds for tile in meld.tiles)
    held = tuple(a + b for a, b in zip(waiting, melded, strict=True))
    melds = len(hand.melds)
    found = waits(waiting, held, lambda counts: is_complete(counts, melds, seven_pairs))
    return tuple(KINDS[kind] for kind in found)
