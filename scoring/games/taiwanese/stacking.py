"""Which of the items that apply count together (rules reference, chapters 3.5 and 3.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.games.taiwanese.options import Stacking
from scoring.games.taiwanese.table import load_table
from scoring.sheet import Item


def stack(items: Sequence[Item], policy: Stacking, quartets: int = 0) -> tuple[Item, ...]:
    """Return the items that count.

    Tiers and exclusions hold under every policy; only ``additive_minus_implied`` drops what a
    higher item always implies; ``highest_only`` keeps the one line with the most points.

    Args:
        items: All that apply.
        policy: How they stack.
        quartets: Concealed kongs, whose points some items take in.
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
    absorbed = any(rows[item.key].absorbs_concealed_kongs for item in kept)
    return tuple(_without_quartets(kept, quartets) if absorbed else kept)


def _without_quartets(items: Sequence[Item], quartets: int) -> list[Item]:
    """Take the points of the concealed quartets out of the line of kongs."""
    kept = []
    for item in items:
        if item.key != "kong":
            kept.append(item)
        elif item.count > quartets:
            count = item.count - quartets
            kept.append(replace(item, count=count, value=item.value // item.count * count))
    return kept
