"""The limit hands: worth the limit whatever their points are (rules reference, chapter 4.3)."""

from __future__ import annotations

from scoring.games.classical.case import (
    Case,
    Hit,
    Rules,
    of_kinds,
    tiles_of,
    when,
)
from scoring.games.classical.structure import is_nine_gates, is_thirteen_orphans
from scoring.games.classical.table import load_table
from scoring.mahjong.context import Seat
from scoring.mahjong.kinds import DRAGONS, HONOURS, TERMINALS, WINDS, count_kinds, number_of
from scoring.sheet import Item
from scoring.tiles import Tile

_ALL = 4
GREEN = frozenset(number_of(Tile.parse(face)) for face in ("2s", "3s", "4s", "6s", "8s", "6z"))
NINTH_WIN = 8
"""Wins of East in a row before the ninth."""


def find_limits(case: Case) -> tuple[Item, ...]:
    """Return every limit hand that this one is, each worth the limit."""
    items = []
    for key, row in load_table().limits.items():
        hit = RULES[key](case)
        if hit:
            items.append(Item(key, row.name, 1, case.options.limit_hand, hit.tiles, row.source))
    return tuple(items)


def _heavenly(case: Case) -> Hit | None:
    east = case.context.seat is Seat.EAST
    return when(case.context.heavenly and east and case.is_concealed)


def _earthly(case: Case) -> Hit | None:
    east = case.context.seat is Seat.EAST
    return when(case.context.earthly and not east and not case.hand.melds)


def _thirteen_orphans(case: Case) -> Hit | None:
    return when(not case.hand.melds and is_thirteen_orphans(count_kinds(case.hand.concealed)))


def _nine_gates(case: Case) -> Hit | None:
    return when(not case.hand.melds and is_nine_gates(count_kinds(case.hand.concealed)))


def _all_honours(case: Case) -> Hit | None:
    return when(case.kinds <= set(HONOURS))


def _all_terminals(case: Case) -> Hit | None:
    return when(case.kinds <= set(TERMINALS))


def _four_concealed(case: Case) -> Hit | None:
    return when(case.context.self_drawn and len(case.concealed_triplets) == _ALL)


def _four_kongs(case: Case) -> Hit | None:
    return when(sum(part.is_kong for part in case.sets) == _ALL)


def _big_dragons(case: Case) -> Hit | None:
    parts = of_kinds(case.triplets, DRAGONS)
    return when(len(parts) == len(DRAGONS), tiles_of(parts))


def _big_winds(case: Case) -> Hit | None:
    parts = of_kinds(case.triplets, WINDS)
    return when(len(parts) == len(WINDS), tiles_of(parts))


def _all_green(case: Case) -> Hit | None:
    return when(case.kinds <= GREEN)


def _concealed_flush(case: Case) -> Hit | None:
    one_suit = len(case.suits) == 1 and "z" not in case.suits
    return when(one_suit and case.is_concealed)


def _twofold_fortune(case: Case) -> Hit | None:
    kongs = sum(part.is_kong for part in case.sets)
    return when(case.context.second_kong and kongs >= 2, case.winning_tiles)


def _plum_blossom(case: Case) -> Hit | None:
    return when(case.context.replacement and case.winning_face == "5p", case.winning_tiles)


def _moon_from_the_sea(case: Case) -> Hit | None:
    last = case.context.last_tile and case.context.self_drawn
    return when(last and case.winning_face == "1p", case.winning_tiles)


def _carrying_pole(case: Case) -> Hit | None:
    return when(case.context.rob_kong and case.winning_face == "2s", case.winning_tiles)


def _east_ninth(case: Case) -> Hit | None:
    return when(case.context.east_repeat >= NINTH_WIN)


RULES: Rules = {
    "heavenly": _heavenly,
    "earthly": _earthly,
    "thirteen_orphans": _thirteen_orphans,
    "nine_gates": _nine_gates,
    "all_honours": _all_honours,
    "all_terminals": _all_terminals,
    "four_concealed": _four_concealed,
    "four_kongs": _four_kongs,
    "big_dragons": _big_dragons,
    "big_winds": _big_winds,
    "all_green": _all_green,
    "concealed_flush": _concealed_flush,
    "twofold_fortune": _twofold_fortune,
    "plum_blossom": _plum_blossom,
    "moon_from_the_sea": _moon_from_the_sea,
    "carrying_pole": _carrying_pole,
    "east_ninth": _east_ninth,
}
