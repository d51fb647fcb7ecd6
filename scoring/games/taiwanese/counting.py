"""From the traits of a hand to the items that count, without their tiles.

Few hands have all their traits in common, but many have those of one aspect: the honours, the
suits, the kinds of sets, the events. What applies is found once for each aspect and remembered.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from scoring.games.taiwanese.items import RULES, make_item
from scoring.games.taiwanese.lines import Line, line_of
from scoring.games.taiwanese.setting import Setting
from scoring.games.taiwanese.stacking import stack
from scoring.games.taiwanese.table import load_table
from scoring.games.taiwanese.traits import Trait, Traits, digits
from scoring.remember import Table
from scoring.sheet import Item


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """What counts of a reading: lines without their tiles, and the sum of their values."""

    lines: tuple[Line, ...]
    total: int


Key = tuple[int, int, bool, Setting]
"""The fields of ``Traits``; a plain tuple is made in a fourth of the time."""


@dataclass(frozen=True, slots=True, eq=False)
class Aspect:
    """Items that depend on the same few traits.

    Attributes:
        keys: The items.
        traits: The binary digits of their traits.
        extras: Whether they depend on the flowers and the wait, too.
    """

    keys: tuple[str, ...]
    traits: int
    extras: bool = False


HONOURS = Aspect(
    (
        "seat_wind",
        "round_wind",
        "dragon",
        "wind_dragon_mix",
        "little_winds",
        "little_dragons",
        "big_winds",
        "big_dragons",
    ),
    digits(Trait.EAST_SET, Trait.DRAGON_PAIRS),
)
SUITS = Aspect(("half_flush", "full_flush"), digits(Trait.CHARACTERS, Trait.HONOURS))
SETS = Aspect(
    (
        "concealed",
        "kong",
        "all_chows",
        "all_discards",
        "all_self_drawn",
        "conc3",
        "conc4",
        "conc5",
        "quart2",
        "quart3",
        "all_pungs",
        "eight_pairs",
        "heavenly",
    ),
    digits(Trait.SETS, Trait.HIDDEN_BY_DRAW) | digits(Trait.WIND_PAIRS, Trait.DRAGON_PAIRS),
)
EVENTS = Aspect(
    (
        "flower",
        "no_flower_honor",
        "last_tile",
        "one_chance",
        "replacement",
        "rob_kong",
        "self_draw",
        "east_repeat",
    ),
    digits(Trait.HONOURS, Trait.HONOURS),
    extras=True,
)
ASPECTS = (HONOURS, SUITS, SETS, EVENTS)


def _count(traits: Key) -> Counted:
    """What counts for readings with these traits, in the order of the table."""
    total, flowers, one_wait, setting = traits
    found = [
        *_applying(HONOURS, total & HONOURS.traits, 0, False, setting),
        *_applying(SUITS, total & SUITS.traits, 0, False, setting),
        *_applying(SETS, total & SETS.traits, 0, False, setting),
        *_applying(EVENTS, total & EVENTS.traits, flowers, one_wait, setting),
    ]
    found.sort()
    count = Traits(*traits).count
    quartets = count(Trait.CONCEALED_KONGS)
    items = stack([item for _, item in found], setting.options.stacking, quartets)
    lines = tuple([line_of(item, count(Trait.KONGS)) for item in items])
    return Counted(lines, sum([item.value for item in items]))


COUNTED: Table[Key, Counted] = Table(_count)
"""What counts, by the traits of a reading."""


@lru_cache(maxsize=1 << 13)
def _applying(
    aspect: Aspect, total: int, flowers: int, one_wait: bool, setting: Setting
) -> tuple[tuple[int, Item], ...]:
    """Return the items of one aspect that apply, each after its place in the table."""
    traits = Traits(total, flowers, one_wait, setting)
    counts = {key: int(RULES[key](traits)) for key in aspect.keys}
    return tuple(
        (place, make_item(row, counts[row.key], setting.options))
        for place, row in enumerate(load_table().rows.values())
        if counts.get(row.key)
    )
