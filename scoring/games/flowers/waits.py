"""What a waiting hand waits for."""

from __future__ import annotations

from dataclasses import replace

from scoring.games.flowers.legality import complete_division
from scoring.games.flowers.options import Options
from scoring.hand import Hand
from scoring.tiles import Tile, TileSet


def hand_waits(hand: Hand, options: Options) -> tuple[Tile, ...]:
    """Return the tiles that complete the hand, without those of which it holds every copy.

    Args:
        hand: A hand without its winning tile.
        options: They decide about triples and plain trumps.
    """
    tile_set = TileSet.flowers(options.set_size)
    if tile_set.check(hand.tiles) or any(tile.is_back for tile in hand.tiles):
        return ()
    return tuple(
        tile
        for tile in sorted(tile_set.counts)
        if not tile.is_bonus
        and hand.tiles.count(tile) < tile_set.limit(tile)
        and completes(hand, tile, options)
    )


def completes(hand: Hand, tile: Tile, options: Options) -> bool:
    """Whether this tile completes the hand."""
    return not complete_division(replace(hand, concealed=(*hand.concealed, tile)), options)[1]
