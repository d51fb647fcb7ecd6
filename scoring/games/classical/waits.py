"""What a waiting hand of thirteen tiles waits for."""

from __future__ import annotations

from scoring.games.classical.structure import Melded, is_complete
from scoring.hand import Hand
from scoring.mahjong.kinds import KINDS, change, count_kinds, number_of
from scoring.mahjong.waits import waits
from scoring.tiles import Tile


def hand_waits(hand: Hand, winning: Tile, one_chow: bool = False) -> tuple[Tile, ...]:
    """Return the kinds that would have completed the hand before the winning tile came.

    A kind of which the waiting hand already holds all four does not count.

    Args:
        hand: A hand with its winning tile among the concealed tiles.
        winning: That tile.
        one_chow: Whether the hand may have one chow at most.
    """
    waiting = change(count_kinds(hand.concealed), number_of(winning), -1)
    melds = count_kinds(tile for meld in hand.melds for tile in meld.tiles)
    held = tuple(a + b for a, b in zip(waiting, melds, strict=True))
    melded = Melded.of(hand, one_chow)
    found = waits(waiting, held, lambda counts: is_complete(counts, melded))
    return tuple(KINDS[kind] for kind in found)
