"""Which of the items that apply count together (rules reference, chapters 3.5 and 3.9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

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
    if policy is Stacking.HIGHEST_ONLY:
        excluded, _ = _set_aside(tuple([item.key for item in items]), Stacking.ADDITIVE_ALL)
        kept = [item for item in items if item.key not in excluded]
        return tuple(sorted(kept, key=lambda item: -item.value)[:1])
    aside, absorbed = _set_aside(tuple([item.key for item in items]), policy)
    kept = [item for item in items if item.key not in aside]
    return tuple(_without_quartets(kept, quartets) if absorbed else kept)


@lru_cache(maxsize=1 << 12)
def _set_aside(keys: tuple[str, ...], policy: Stacking) -> tuple[frozenset[str], bool]:
    """Return which of these items do not count, and whether others take in concealed kongs."""
    rows = load_table().rows
    excluded = frozenset(key for other in keys for key in rows[other].excludes)
    if policy is Stacking.ADDITIVE_ALL:
        return excluded.intersection(keys), False
    kept = [key for key in keys if key not in excluded]
    aside = excluded.union(key for other in kept for key in rows[other].drops).intersection(keys)
    absorbs = any(rows[key].absorbs_concealed_kongs for key in kept if key not in aside)
    return aside, absorbs


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
