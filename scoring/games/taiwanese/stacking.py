"""Which of the items that apply count together (rules reference, chapters 3.5 and 3.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.games.taiwanese.options import Stacking
from scoring.games.taiwanese.table import load_table
from scoring.sheet import Item

QUARTET = 4


def stack(items: Sequence[Item], policy: Stacking) -> tuple[Item, ...]:
    """Return the items that count.

    Tiers and exclusions hold under every policy; only ``additive_minus_implied`` drops what a
    higher item always implies; ``highest_only`` keeps the one line with the most points.
    """
    rows = load_table().rows
    excluded = {key for item in items for key in rows[item.key].excludes}
    kept = [item for item in items if item.key not in excluded]
    if policy is Stacking.ADDITIVE_ALL:
        return tuple(kept)
    if policy is Stacking.HIGHEST_ONLY:
        return tuple(sorted(kept, key=lambda item: -item.value)[:1])
    implied = {key for item in kept for key in rows[item.key].drops}
    kept = [item for item in kept if item.key not in implied]
    absorbed = [item for item in kept if rows[item.key].absorbs_concealed_kongs]
    return tuple(_without_quartets(kept, absorbed[0]) if absorbed else kept)


def _without_quartets(items: Sequence[Item], quartets: Item) -> list[Item]:
    """Take the points of the concealed quartets out of the line of kongs."""
    number = len(quartets.tiles) // QUARTET
    kept = []
    for item in items:
        if item.key != "kong":
            kept.append(item)
        elif item.count > number:
            faces = {tile.plain_face for tile in quartets.tiles}
            tiles = tuple(tile for tile in item.tiles if tile.plain_face not in faces)
            count = item.count - number
            kept.append(
                replace(item, count=count, value=item.value // item.count * count, tiles=tiles)
            )
    return kept
