"""One small function for each scoring item: how often it applies, and to which tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.games.hongkong.options import Options
from scoring.games.hongkong.table import load_table
from scoring.hand import Hand, MeldKind
from scoring.mahjong.context import Context, Seat
from scoring.mahjong.kinds import DRAGONS, EAST, WINDS, count_kinds
from scoring.mahjong.readings import Part, Reading
from scoring.mahjong.special import is_seven_pairs, is_thirteen_orphans
from scoring.sheet import Item
from scoring.tiles import Tile

GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
GROUP = 4
"""Flowers of one group: four plants, four seasons."""


@dataclass(frozen=True, slots=True)
class Case:
    """One reading of a hand under known facts.

    Attributes:
        hand: The hand that was read.
        reading: How it is divided.
        context: The facts of the win; ``win`` is known.
        options: The options in force.
    """

    hand: Hand
    reading: Reading
    context: Context
    options: Options

    @property
    def sets(self) -> tuple[Part, ...]:
        """The four sets; empty for hands of pairs and for thirteen orphans."""
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
    """Return every item that applies and has a value, in the order of the table, unstacked."""
    found = []
    for key, row in load_table().rows.items():
        faan = case.options.faan[key]
        hit = RULES[key](case) if faan else None
        if hit:
            found.append(Item(key, row.name, hit.count, faan * hit.count, hit.tiles, row.source))
    return tuple(found)


def flower_item(hand: Hand, options: Options) -> Item | None:
    """Return the item of seven or eight flowers that win at once; None where they do not."""
    if not options.settings["flowers_win"]:
        return None
    for key, needed in (("eight_flowers", 2 * GROUP), ("seven_flowers", 2 * GROUP - 1)):
        row, faan = load_table().rows[key], options.faan[key]
        if faan and len(hand.bonus) >= needed:
            return Item(key, row.name, 1, faan, hand.bonus, row.source)
    return None


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


def _suits(case: Case) -> set[str | None]:
    return {tile.suit for tile in case.tiles}


def _is_terminal(tile: Tile) -> bool:
    return tile.rank in (1, 9) and not tile.is_honour


def _thirteen_orphans(case: Case) -> Hit | None:
    return _when(not case.sets and is_thirteen_orphans(count_kinds(case.tiles)))


def _nine_gates(case: Case) -> Hit | None:
    suits = _suits(case)
    if case.hand.melds or len(suits) != 1 or "z" in suits:
        return None
    ranks = [tile.rank for tile in case.tiles]
    return _when(all(ranks.count(rank) >= least for rank, least in enumerate(GATES, start=1)))


def _little(case: Case, kinds: range) -> Hit | None:
    """All sets but one of these kinds, and the pair of the missing one."""
    parts, pair = _triplets(case, kinds), case.reading.pair
    if pair is None or pair.number not in kinds:
        return None
    return _when(len(parts) == len(kinds) - 1, _tiles_of((*parts, pair)))


def _big(case: Case, kinds: range) -> Hit | None:
    parts = _triplets(case, kinds)
    return _when(len(parts) == len(kinds), _tiles_of(parts))


def _big_winds(case: Case) -> Hit | None:
    return _big(case, WINDS)


def _little_winds(case: Case) -> Hit | None:
    return _little(case, WINDS)


def _big_dragons(case: Case) -> Hit | None:
    return _big(case, DRAGONS)


def _little_dragons(case: Case) -> Hit | None:
    return _little(case, DRAGONS)


def _all_terminals(case: Case) -> Hit | None:
    return _when(all(_is_terminal(tile) for tile in case.tiles))


def _mixed_terminals(case: Case) -> Hit | None:
    return _when(all(_is_terminal(tile) or tile.is_honour for tile in case.tiles))


def _all_honours(case: Case) -> Hit | None:
    return _when(all(tile.is_honour for tile in case.tiles))


def _four_kongs(case: Case) -> Hit | None:
    kongs = [part for part in case.sets if part.is_kong]
    return _when(len(kongs) == 4, _tiles_of(kongs))


def _four_concealed(case: Case) -> Hit | None:
    drawn = case.context.self_drawn
    parts = [part for part in case.sets if part.is_triplet and part.is_concealed(drawn)]
    return _when(len(parts) == 4, _tiles_of(parts))


def _heavenly(case: Case) -> Hit | None:
    return _when(case.context.heavenly and _is_concealed(case))


def _earthly(case: Case) -> Hit | None:
    return _when(case.context.earthly and not case.hand.melds)


def _seven_pairs(case: Case) -> Hit | None:
    return _when(not case.sets and is_seven_pairs(count_kinds(case.tiles)))


def _full_flush(case: Case) -> Hit | None:
    suits = _suits(case)
    return _when("z" not in suits and len(suits) == 1)


def _half_flush(case: Case) -> Hit | None:
    suits = _suits(case)
    return _when("z" in suits and len(suits) <= 2)


def _all_pungs(case: Case) -> Hit | None:
    return _when(bool(case.sets) and all(part.is_triplet for part in case.sets))


def _all_chows(case: Case) -> Hit | None:
    pair = case.reading.pair
    suit_only = case.options.settings["all_chows_pair"] == "suit"
    if pair is None or (suit_only and pair.tiles[0].is_honour):
        return None
    return _when(all(part.kind is MeldKind.CHOW for part in case.sets))


def _self_draw(case: Case) -> Hit | None:
    return _when(case.context.self_drawn, case.winning_tiles)


def _concealed(case: Case) -> Hit | None:
    opened = bool(case.options.settings["flowers_open_hand"] and case.hand.bonus)
    return _when(_is_concealed(case) and not opened)


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


def _eight_flowers(case: Case) -> Hit | None:
    return _when(len(case.hand.bonus) == 2 * GROUP, case.hand.bonus)


def _seven_flowers(case: Case) -> Hit | None:
    return _when(len(case.hand.bonus) >= 2 * GROUP - 1, case.hand.bonus)


def _flower_group(case: Case) -> Hit | None:
    groups = [
        tuple(tile for tile in case.hand.bonus if ((tile.rank or 0) > GROUP) is seasons)
        for seasons in (False, True)
    ]
    full = [group for group in groups if len(group) == GROUP]
    return Hit(len(full), tuple(tile for group in full for tile in group)) if full else None


def _own_flower(case: Case) -> Hit | None:
    if case.context.seat is None:
        return None
    place = list(Seat).index(case.context.seat)
    own = tuple(tile for tile in case.hand.bonus if ((tile.rank or 0) - 1) % GROUP == place)
    return Hit(len(own), own) if own else None


def _no_flowers(case: Case) -> Hit | None:
    return _when(not case.hand.bonus)


def _rob_kong(case: Case) -> Hit | None:
    return _when(case.context.rob_kong, case.winning_tiles)


def _last_tile(case: Case) -> Hit | None:
    drawn = case.context.last_tile and case.context.self_drawn
    return _when(drawn or case.context.last_discard, case.winning_tiles)


def _after_kong(case: Case) -> Hit | None:
    return _when(case.context.replacement, case.winning_tiles)


def _double_kong(case: Case) -> Hit | None:
    return _when(case.context.second_kong, case.winning_tiles)


RULES: Mapping[str, Callable[[Case], Hit | None]] = {
    "thirteen_orphans": _thirteen_orphans,
    "nine_gates": _nine_gates,
    "big_winds": _big_winds,
    "all_terminals": _all_terminals,
    "four_kongs": _four_kongs,
    "heavenly": _heavenly,
    "earthly": _earthly,
    "all_honours": _all_honours,
    "big_dragons": _big_dragons,
    "four_concealed": _four_concealed,
    "double_kong": _double_kong,
    "eight_flowers": _eight_flowers,
    "full_flush": _full_flush,
    "little_winds": _little_winds,
    "little_dragons": _little_dragons,
    "mixed_terminals": _mixed_terminals,
    "seven_pairs": _seven_pairs,
    "all_pungs": _all_pungs,
    "half_flush": _half_flush,
    "seven_flowers": _seven_flowers,
    "flower_group": _flower_group,
    "all_chows": _all_chows,
    "self_draw": _self_draw,
    "concealed": _concealed,
    "dragon": _dragon,
    "seat_wind": _seat_wind,
    "round_wind": _round_wind,
    "own_flower": _own_flower,
    "no_flowers": _no_flowers,
    "rob_kong": _rob_kong,
    "last_tile": _last_tile,
    "after_kong": _after_kong,
}
