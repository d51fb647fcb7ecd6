"""Which of the items that apply count together."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.games.hongkong.options import Stacking
from scoring.games.hongkong.table import load_table
from scoring.sheet import Item


def stack(items: Sequence[Item], policy: Stacking) -> tuple[Item, ...]:
    """Return the items that count.

    Exclusions hold under every policy. ``additive_minus_implied`` drops what the program that
    the values come from drops, ``tighter_only`` also what a higher item contains.
    """
    rows = load_table().rows
    excluded = {key for item in items for key in rows[item.key].excludes}
    kept = [item for item in items if item.key not in excluded]
    if policy is Stacking.ADDITIVE_ALL:
        return tuple(kept)
    implied = {key for item in kept for key in rows[item.key].drops}
    if policy is Stacking.TIGHTER_ONLY:
        implied |= {key for item in kept for key in rows[item.key].contains}
    return tuple(item for item in kept if item.key not in implied)
