"""What a waiting hand of sixteen tiles waits for."""

from __future__ import annotations

from scoring.games.taiwanese.structure import is_complete
from scoring.hand import Hand
from scoring.mahjong.kinds import KINDS, change, count_kinds, number_of
from scoring.mahjong.waits import waits
from scoring.tiles import Tile


def hand_waits(hand: Hand, winning: Tile, any_extra: bool) -> tuple[Tile, ...]:
    """Return the kinds that would have completed the hand before the winning tile came.

    Kinds count in any form (five sets or eight pairs); a kind of which the waiting hand
    already holds all four does not.

    Args:
        hand: A hand with its winning tile among the concealed tiles.
        winning: That tile.
        any_extra: Whether eight pairs may have any seventeenth tile.
    """
    number = number_of(winning)
    waiting = change(count_kinds(hand.concealed), number, -1)
    melded = count_kinds(tile for meld in hand.melds for tile in meld.tiles)
    held = tuple(a + b for a, b in zip(waiting, melded, strict=True))
    melds = len(hand.melds)
    found = waits(waiting, held, lambda counts: is_complete(counts, melds, any_extra))
    return tuple(KINDS[kind] for kind in found)
