"""One small function for each scoring item: how often it applies, and to which tiles.

Points and stacking stand in ``items.toml``; the readings of the printed rules are those
settled in the rules reference, chapters 3.4, 3.5 and 3.9.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.games.taiwanese.options import Options
from scoring.games.taiwanese.table import Row, load_table
from scoring.hand import Hand, MeldKind
from scoring.mahjong.context import Context, Seat, Win
from scoring.mahjong.kinds import DRAGONS, EAST, HONOURS, WINDS
from scoring.mahjong.readings import Part, Reading
from scoring.sheet import Item
from scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class Case:
    """One reading of a hand under known facts.

    Attributes:
        hand: The hand that was read.
        reading: How it is divided.
        context: The facts of the win; ``win`` is known.
        options: The options in force.
        waits: Kinds that would have completed the hand.
    """

    hand: Hand
    reading: Reading
    context: Context
    options: Options
    waits: tuple[Tile, ...]

    @property
    def sets(self) -> tuple[Part, ...]:
        """The five sets; empty for eight pairs."""
        return self.reading.sets

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile but the flowers."""
        return tuple(tile for part in self.reading.parts for tile in part.tiles)

    @property
    def winning_tiles(self) -> tuple[Tile, ...]:
        """The tile that completed the hand, as a tuple of one."""
        return () if self.context.winning_tile is None else (self.context.winning_tile,)


@dataclass(frozen=True, slots=True)
class Hit:
    """An item applies ``count`` times, to these tiles."""

    count: int = 1
    tiles: tuple[Tile, ...] = ()


def find_items(case: Case) -> tuple[Item, ...]:
    """Return every item that applies, in the order of the table, before any stacking."""
    rows = load_table().rows
    hits = ((key, RULES[key](case)) for key in rows if key in RULES)
    return tuple(make_item(rows[key], hit, case.options) for key, hit in hits if hit)


def make_item(row: Row, hit: Hit, options: Options) -> Item:
    """Return the line of the sheet for an item that applies."""
    points = options.eight_pairs_points if row.key == "eight_pairs" else row.points
    return Item(row.key, row.name, hit.count, points * hit.count, hit.tiles, row.source)


def _when(condition: bool, tiles: Iterable[Tile] = ()) -> Hit | None:
    return Hit(1, tuple(tiles)) if condition else None


def _each(parts: Sequence[Part]) -> Hit | None:
    return Hit(len(parts), _tiles_of(parts)) if parts else None


def _tiles_of(parts: Iterable[Part]) -> tuple[Tile, ...]:
    return tuple(tile for part in parts for tile in part.tiles)


def _triplets(case: Case, kinds: Iterable[int]) -> list[Part]:
    return [part for part in case.sets if part.is_triplet and part.number in kinds]


def _is_concealed(case: Case) -> bool:
    return not any(part.exposed for part in case.reading.parts)


def _flower(case: Case) -> Hit | None:
    return Hit(len(case.hand.bonus), case.hand.bonus) if case.hand.bonus else None


def _concealed(case: Case) -> Hit | None:
    return _when(_is_concealed(case))


def _wind(case: Case, wind: Seat | None) -> Hit | None:
    if wind is None:
        return None
    return _each(_triplets(case, (EAST + list(Seat).index(wind),)))


def _seat_wind(case: Case) -> Hit | None:
    return _wind(case, case.context.seat)


def _round_wind(case: Case) -> Hit | None:
    return _wind(case, case.context.round)


def _dragon(case: Case) -> Hit | None:
    return _each(_triplets(case, DRAGONS))


def _kong(case: Case) -> Hit | None:
    return _each([part for part in case.sets if part.is_kong])


def _last_tile(case: Case) -> Hit | None:
    return _when(case.context.last_tile and case.context.self_drawn, case.winning_tiles)


def _one_chance(case: Case) -> Hit | None:
    return _when(len(case.waits) == 1, case.waits)


def _replacement(case: Case) -> Hit | None:
    return _when(case.context.replacement, case.winning_tiles)


def _rob_kong(case: Case) -> Hit | None:
    return _when(case.context.rob_kong, case.winning_tiles)


def _self_draw(case: Case) -> Hit | None:
    return _when(case.context.self_drawn, case.winning_tiles)


def _east_repeat(case: Case) -> Hit | None:
    wins = case.context.east_repeat
    if not wins:
        return None
    return Hit(wins if case.options.east_repeat_mode == "cumulative" else 1)


def _all_chows(case: Case) -> Hit | None:
    pair = case.reading.pair
    if pair is None or pair.number in HONOURS:
        return None
    return _when(all(part.kind is MeldKind.CHOW for part in case.sets))


def _no_flower_honor(case: Case) -> Hit | None:
    return _when(not case.hand.bonus and not any(tile.is_honour for tile in case.tiles))


def _all_discards(case: Case) -> Hit | None:
    by_discards = bool(case.sets) and all(part.exposed for part in case.sets)
    return _when(by_discards and case.context.win is Win.DISCARD)


def _all_self_drawn(case: Case) -> Hit | None:
    return _when(bool(case.sets) and _is_concealed(case) and case.context.self_drawn)


def _concealed_triplets(case: Case, wanted: int) -> Hit | None:
    drawn = case.context.self_drawn
    parts = [part for part in case.sets if part.is_triplet and part.is_concealed(drawn)]
    return _when(len(parts) == wanted, _tiles_of(parts))


def _conc3(case: Case) -> Hit | None:
    return _concealed_triplets(case, 3)


def _conc4(case: Case) -> Hit | None:
    return _concealed_triplets(case, 4)


def _conc5(case: Case) -> Hit | None:
    return _concealed_triplets(case, 5)


def _concealed_quartets(case: Case) -> list[Part]:
    return [part for part in case.sets if part.kind is MeldKind.CONCEALED_KONG]


def _quart2(case: Case) -> Hit | None:
    parts = _concealed_quartets(case)
    return _when(len(parts) == 2, _tiles_of(parts))


def _quart3(case: Case) -> Hit | None:
    parts = _concealed_quartets(case)
    return _when(len(parts) >= 3, _tiles_of(parts))


def _all_pungs(case: Case) -> Hit | None:
    return _when(bool(case.sets) and all(part.is_triplet for part in case.sets))


def _suits(case: Case) -> set[str | None]:
    return {tile.suit for tile in case.tiles}


def _half_flush(case: Case) -> Hit | None:
    suits = _suits(case)
    return _when("z" in suits and len(suits) == 2)


def _full_flush(case: Case) -> Hit | None:
    suits = _suits(case)
    return _when("z" not in suits and len(suits) == 1)


def _wind_dragon_mix(case: Case) -> Hit | None:
    winds, dragons = _triplets(case, WINDS), _triplets(case, DRAGONS)
    fits = bool(winds and dragons) and len(winds) + len(dragons) >= 3
    return _when(fits, _tiles_of((*winds, *dragons)))


def _little(case: Case, kinds: range) -> Hit | None:
    """All sets but one of these kinds, and the pair of the missing one."""
    parts, pair = _triplets(case, kinds), case.reading.pair
    if pair is None or pair.number not in kinds:
        return None
    return _when(len(parts) == len(kinds) - 1, _tiles_of((*parts, pair)))


def _little_winds(case: Case) -> Hit | None:
    return _little(case, WINDS)


def _little_dragons(case: Case) -> Hit | None:
    return _little(case, DRAGONS)


def _big(case: Case, kinds: range) -> Hit | None:
    parts = _triplets(case, kinds)
    return _when(len(parts) == len(kinds), _tiles_of(parts))


def _big_winds(case: Case) -> Hit | None:
    return _big(case, WINDS)


def _big_dragons(case: Case) -> Hit | None:
    return _big(case, DRAGONS)


def _eight_pairs(case: Case) -> Hit | None:
    return _when(not case.sets)


def _heavenly(case: Case) -> Hit | None:
    return _when(case.context.heavenly and _is_concealed(case))


# Eight flowers end the game without a hand, so they are not found in one.
RULES: Mapping[str, Callable[[Case], Hit | None]] = {
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
