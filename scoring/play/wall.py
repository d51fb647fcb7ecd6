"""Dice, the wall, and where it is broken."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from scoring.tiles import Tile, TileSet

HIGH = 2
"""Tiles in a stack."""


def roll(random: Random) -> tuple[int, int]:
    """Throw two dice."""
    return random.randint(1, 6), random.randint(1, 6)


def shuffled(tile_set: TileSet, random: Random) -> list[Tile]:
    """Return every tile of the set in random order."""
    tiles = [tile for tile, count in tile_set.counts.items() for _ in range(count)]
    random.shuffle(tiles)
    return tiles


def break_wall(
    tiles: Sequence[Tile], widths: Sequence[int], side: int, stack: int
) -> tuple[Tile, ...]:
    """Return the tiles of the wall in the order they are drawn.

    Players follow each other counter-clockwise, tiles are drawn clockwise: after the wall of
    the dealer (seat 0) comes that of the last seat. Each stack gives its upper tile first.

    Args:
        tiles: Those of the wall clockwise from the right end of the dealer's side.
        widths: Stacks of each seat's side, in turn order; together half the tiles.
        side: Seat whose side is broken.
        stack: Stacks that stay standing at the right end of that side.

    Raises:
        ValueError: When the sides do not take the tiles, or are shorter than ``stack``.
    """
    if HIGH * sum(widths) != len(tiles):
        raise ValueError(f"{len(tiles)} tiles do not fill sides of {list(widths)} stacks")
    if not 0 <= stack <= widths[side]:
        raise ValueError(f"a side of {widths[side]} stacks cannot be broken after {stack}")
    clockwise = [0, *range(len(widths) - 1, 0, -1)]
    before = sum(widths[seat] for seat in clockwise[: clockwise.index(side)])
    start = HIGH * (before + stack)
    return (*tiles[start:], *tiles[:start])
