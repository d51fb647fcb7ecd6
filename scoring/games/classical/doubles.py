"""The doubles of a hand: each multiplies its points by two (rules reference, chapter 4.3)."""

from __future__ import annotations

from scoring.games.classical.case import (
    MAJORS,
    Case,
    Hit,
    Rules,
    each,
    kinds_of,
    of_kinds,
    tiles_of,
    when,
    wind_kinds,
)
from scoring.games.classical.points import is_worth_nothing
from scoring.games.classical.table import Row, load_table
from scoring.hand import MeldKind
from scoring.mahjong.context import Seat
from scoring.mahjong.kinds import DRAGONS, SUIT_STARTS
from scoring.sheet import Item
from scoring.tiles import MAHJONG_FACES, Tile

FLOWERS = MAHJONG_FACES[34:38]
"""Plum, orchid, chrysanthemum, bamboo: those of East, South, West, North."""
SEASONS = MAHJONG_FACES[38:]


def find_doubles(case: Case) -> tuple[Item, ...]:
    """Return every double that applies; ``count`` says how many, the value stays 0.

    What the doubles are worth depends on the points and stands in one line of the sheet.
    """
    items = []
    for key, row in load_table().doubles.items():
        if row.list not in ("", case.options.doubles_list) or (row.winner and not case.winner):
            continue
        hit = RULES[key](case)
        if hit:
            items.append(_item(row, hit, case.options.doubles_list))
    return tuple(items)


def _item(row: Row, hit: Hit, doubles_list: str) -> Item:
    each_time = row.worth
    if doubles_list == "RA" and row.worth_ra is not None:
        each_time = row.worth_ra
    count = each_time * hit.count
    name = f"{row.name} ({count} double{'s'[: count > 1]})"
    return Item(row.key, name, count, 0, hit.tiles, row.source)


def _dragon(case: Case) -> Hit | None:
    return each(of_kinds(case.triplets, DRAGONS))


def _seat_wind(case: Case) -> Hit | None:
    return each(of_kinds(case.triplets, wind_kinds(case.context.seat)))


def _round_wind(case: Case) -> Hit | None:
    return each(of_kinds(case.triplets, wind_kinds(case.context.round)))


def _own_bonus(case: Case) -> tuple[Tile, ...]:
    """The flower and the season of the seat, those of them that the hand has."""
    if case.context.seat is None:
        return ()
    place = list(Seat).index(case.context.seat)
    return tuple(t for t in (FLOWERS[place], SEASONS[place]) if t in case.hand.bonus)


def _own_flower_and_season(case: Case) -> Hit | None:
    own = _own_bonus(case)
    return when(case.options.own_flower_rule == "flower_and_season" and len(own) == 2, own)


def _own_flower(case: Case) -> Hit | None:
    own = _own_bonus(case)
    return Hit(len(own), own) if own and case.options.own_flower_rule == "each" else None


def _all_flowers(case: Case) -> Hit | None:
    return when(set(FLOWERS) <= set(case.hand.bonus), FLOWERS)


def _all_seasons(case: Case) -> Hit | None:
    return when(set(SEASONS) <= set(case.hand.bonus), SEASONS)


def _three_concealed(case: Case) -> Hit | None:
    return when(len(case.concealed_triplets) >= 3, tiles_of(case.concealed_triplets))


def _no_chow(case: Case) -> Hit | None:
    return when(bool(case.sets) and len(case.triplets) == len(case.sets))


def _zero_points(case: Case) -> Hit | None:
    return when(is_worth_nothing(case))


def _half_flush(case: Case) -> Hit | None:
    return when("z" in case.suits and len(case.suits) == 2)


def _full_flush(case: Case) -> Hit | None:
    return when("z" not in case.suits and len(case.suits) == 1)


def _terminals_honours(case: Case) -> Hit | None:
    return when(case.kinds <= MAJORS)


def _concealed(case: Case) -> Hit | None:
    return when(case.is_concealed)


def _replacement(case: Case) -> Hit | None:
    return when(case.context.replacement, case.winning_tiles)


def _last_tile(case: Case) -> Hit | None:
    return when(case.context.last_tile and case.context.self_drawn, case.winning_tiles)


def _last_discard(case: Case) -> Hit | None:
    return when(case.context.last_discard, case.winning_tiles)


def _rob_kong(case: Case) -> Hit | None:
    return when(case.context.rob_kong, case.winning_tiles)


def _original_call(case: Case) -> Hit | None:
    return when(case.context.original_call and case.is_concealed)


def _little_dragons(case: Case) -> Hit | None:
    sets, pairs = of_kinds(case.triplets, DRAGONS), of_kinds(case.pairs, DRAGONS)
    return when(len(sets) == 2 and bool(pairs), tiles_of((*sets, *pairs)))


def _pure_straight(case: Case) -> Hit | None:
    chows = {part.number: part for part in case.sets if part.kind is MeldKind.CHOW}
    for start in SUIT_STARTS[:3]:
        wanted = (start, start + 3, start + 6)
        if all(number in chows for number in wanted):
            return when(True, tiles_of(chows[number] for number in wanted))
    return None


def _all_simples(case: Case) -> Hit | None:
    return when(not case.kinds & MAJORS)


def _outside_hand(case: Case) -> Hit | None:
    """With a chow at least: without one it is only terminals and honours."""
    parts = (*case.sets, *case.pairs)
    outside = bool(case.sets) and all(MAJORS & set(kinds_of(part)) for part in parts)
    return when(outside and len(case.triplets) < len(case.sets))


RULES: Rules = {
    "dragon": _dragon,
    "seat_wind": _seat_wind,
    "round_wind": _round_wind,
    "own_flower_and_season": _own_flower_and_season,
    "own_flower": _own_flower,
    "all_flowers": _all_flowers,
    "all_seasons": _all_seasons,
    "three_concealed": _three_concealed,
    "no_chow": _no_chow,
    "zero_points": _zero_points,
    "half_flush": _half_flush,
    "full_flush": _full_flush,
    "terminals_honours": _terminals_honours,
    "concealed": _concealed,
    "replacement": _replacement,
    "last_tile": _last_tile,
    "last_discard": _last_discard,
    "rob_kong": _rob_kong,
    "original_call": _original_call,
    "little_dragons": _little_dragons,
    "pure_straight": _pure_straight,
    "all_simples": _all_simples,
    "outside_hand": _outside_hand,
}
