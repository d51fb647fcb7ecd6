"""One small function for each scoring item: how often it applies.

That depends on a few small numbers of a hand alone, its :class:`Traits`. Points and stacking stand
in ``items.toml``; the readings of the printed rules are those settled in the rules reference,
chapters 3.4, 3.5 and 3.9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.games.taiwanese.options import Options
from scoring.games.taiwanese.table import Row
from scoring.games.taiwanese.traits import Trait, Traits, wind_set
from scoring.mahjong.context import Seat, Win
from scoring.mahjong.kinds import DRAGONS, WINDS
from scoring.sheet import Item
from scoring.tiles import Tile

SETS = 5


def make_item(row: Row, count: int, options: Options, tiles: tuple[Tile, ...] = ()) -> Item:
    """Return the line of the sheet for an item that applies so often."""
    points = options.eight_pairs_points if row.key == "eight_pairs" else row.points
    return Item(row.key, row.name, count, points * count, tiles, row.source)


def _flower(traits: Traits) -> int:
    return traits.flowers


def _concealed(traits: Traits) -> int:
    return traits.concealed


def _wind(traits: Traits, wind: Seat | None) -> int:
    return 0 if wind is None else traits.count(wind_set(wind))


def _seat_wind(traits: Traits) -> int:
    return _wind(traits, traits.facts.seat)


def _round_wind(traits: Traits) -> int:
    return _wind(traits, traits.facts.round)


def _dragon(traits: Traits) -> int:
    return traits.count(Trait.DRAGON_SETS)


def _kong(traits: Traits) -> int:
    return traits.count(Trait.KONGS)


def _last_tile(traits: Traits) -> int:
    return traits.facts.last_tile and traits.facts.self_drawn


def _one_chance(traits: Traits) -> int:
    return traits.one_wait


def _replacement(traits: Traits) -> int:
    return traits.facts.replacement


def _rob_kong(traits: Traits) -> int:
    return traits.facts.rob_kong


def _self_draw(traits: Traits) -> int:
    return traits.facts.self_drawn


def _east_repeat(traits: Traits) -> int:
    wins = traits.facts.east_repeat
    return wins if traits.options.east_repeat_mode == "cumulative" else min(wins, 1)


def _all_chows(traits: Traits) -> int:
    honours = traits.count(Trait.WIND_PAIRS) or traits.count(Trait.DRAGON_PAIRS)
    return traits.count(Trait.CHOWS) == SETS and not honours


def _no_flower_honor(traits: Traits) -> int:
    return not traits.flowers and not traits.count(Trait.HONOURS)


def _all_discards(traits: Traits) -> int:
    return traits.count(Trait.EXPOSED) == SETS and traits.facts.win is Win.DISCARD


def _all_self_drawn(traits: Traits) -> int:
    return traits.count(Trait.SETS) > 0 and traits.concealed and traits.facts.self_drawn


def _conc3(traits: Traits) -> int:
    return traits.hidden_triplets == 3


def _conc4(traits: Traits) -> int:
    return traits.hidden_triplets == 4


def _conc5(traits: Traits) -> int:
    return traits.hidden_triplets == 5


def _quart2(traits: Traits) -> int:
    return traits.count(Trait.CONCEALED_KONGS) == 2


def _quart3(traits: Traits) -> int:
    return traits.count(Trait.CONCEALED_KONGS) >= 3


def _all_pungs(traits: Traits) -> int:
    return traits.count(Trait.TRIPLETS) == SETS


def _half_flush(traits: Traits) -> int:
    return traits.suits == 1 and traits.count(Trait.HONOURS) > 0


def _full_flush(traits: Traits) -> int:
    return traits.suits == 1 and not traits.count(Trait.HONOURS)


def _wind_dragon_mix(traits: Traits) -> int:
    winds, dragons = traits.wind_sets, traits.count(Trait.DRAGON_SETS)
    return winds > 0 and dragons > 0 and winds + dragons >= 3


def _little_winds(traits: Traits) -> int:
    return traits.wind_sets == 3 and traits.count(Trait.WIND_PAIRS) == 1


def _little_dragons(traits: Traits) -> int:
    return traits.count(Trait.DRAGON_SETS) == 2 and traits.count(Trait.DRAGON_PAIRS) == 1


def _big_winds(traits: Traits) -> int:
    return traits.wind_sets == len(WINDS)


def _big_dragons(traits: Traits) -> int:
    return traits.count(Trait.DRAGON_SETS) == len(DRAGONS)


def _eight_pairs(traits: Traits) -> int:
    return not traits.count(Trait.SETS)


def _heavenly(traits: Traits) -> int:
    return traits.facts.heavenly and traits.concealed


# Eight flowers end the game without a hand, so they are not found in one.
RULES: Mapping[str, Callable[[Traits], int]] = {
    "flower": _flower,
    "concealed": _concealed,
    "seat_wind": _seat_wind,
    "round_wind": _round_wind,
    "dragon": _dragon,
    "kong": _kong,
    "last_tile": _last_tile,
    "one_chance": _one_chance,
    "replacement": _replacement,
    "rob_kong": _rob_kong,
    "self_draw": _self_draw,
    "east_repeat": _east_repeat,
    "all_chows": _all_chows,
    "no_flower_honor": _no_flower_honor,
    "all_discards": _all_discards,
    "all_self_drawn": _all_self_drawn,
    "conc3": _conc3,
    "conc4": _conc4,
    "conc5": _conc5,
    "quart2": _quart2,
    "quart3": _quart3,
    "all_pungs": _all_pungs,
    "half_flush": _half_flush,
    "full_flush": _full_flush,
    "wind_dragon_mix": _wind_dragon_mix,
    "little_winds": _little_winds,
    "little_dragons": _little_dragons,
    "big_winds": _big_winds,
    "big_dragons": _big_dragons,
    "eight_pairs": _eight_pairs,
    "heavenly": _heavenly,
}
"""How often each item applies, before any stacking."""
