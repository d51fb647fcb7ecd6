"""The points of a hand, before any doubling (rules reference, chapter 4.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from scoring.games.classical.case import (
    MAJORS,
    Case,
    Hit,
    Rules,
    each,
    of_kinds,
    tiles_of,
    when,
    wind_kinds,
)
from scoring.games.classical.table import load_table
from scoring.hand import MeldKind
from scoring.mahjong.kinds import DRAGONS, number_of
from scoring.mahjong.readings import Part
from scoring.sheet import Item


def find_points(case: Case) -> tuple[Item, ...]:
    """Return every line of points that applies, in the order of the table."""
    hits = _sets(case)
    for key, rule in RULES.items():
        hit = rule(case)
        if hit:
            hits[key] = hit
    return tuple(
        Item(
            key, row.name, hits[key].count, row.worth * hits[key].count, hits[key].tiles, row.source
        )
        for key, row in load_table().points.items()
        if key in hits and (case.winner or not row.winner)
    )


def set_key(part: Part, self_drawn: bool) -> str:
    """Return the row of a pung or kong, such as ``"kong_major_concealed"``."""
    size = "kong" if part.is_kong else "pung"
    rank = "major" if part.number in MAJORS else "simple"
    return f"{size}_{rank}_{'concealed' if part.is_concealed(self_drawn) else 'exposed'}"


def is_worth_nothing(case: Case) -> bool:
    """Whether neither the sets nor the pair bring points."""
    pairs = (_dragon_pair, _seat_wind_pair, _round_wind_pair)
    return bool(case.sets) and not case.triplets and not any(rule(case) for rule in pairs)


def _sets(case: Case) -> dict[str, Hit]:
    by_key: dict[str, list[Part]] = defaultdict(list)
    for part in case.triplets:
        by_key[set_key(part, case.context.self_drawn)].append(part)
    return {key: Hit(len(parts), tiles_of(parts)) for key, parts in by_key.items()}


def _mahjong(case: Case) -> Hit | None:
    return when(case.winner)


def _pairs(case: Case, kinds: Iterable[int]) -> Hit | None:
    return each(of_kinds(case.pairs, kinds))


def _dragon_pair(case: Case) -> Hit | None:
    return _pairs(case, DRAGONS)


def _seat_wind_pair(case: Case) -> Hit | None:
    return _pairs(case, wind_kinds(case.context.seat))


def _round_wind_pair(case: Case) -> Hit | None:
    return _pairs(case, wind_kinds(case.context.round))


def _flower(case: Case) -> Hit | None:
    return Hit(len(case.hand.bonus), case.hand.bonus) if case.hand.bonus else None


def _concealed_points(case: Case) -> Hit | None:
    return when(case.options.concealed_points > 0 and case.is_concealed)


def _last_pair(case: Case, major: bool) -> Hit | None:
    if case.options.last_tile_points != "K":
        return None
    pair = next((part for part in case.pairs if part.winning), None)
    return when(pair is not None and (pair.number in MAJORS) is major, case.winning_tiles)


def _last_pair_major(case: Case) -> Hit | None:
    return _last_pair(case, major=True)


def _last_pair_simple(case: Case) -> Hit | None:
    return _last_pair(case, major=False)


def _only_tile(case: Case) -> Hit | None:
    return when(case.options.last_tile_points == "K" and len(case.waits) == 1, case.waits)


def _narrow_wait(case: Case) -> Hit | None:
    if case.options.last_tile_points != "WD" or case.context.winning_tile is None:
        return None
    place = number_of(case.context.winning_tile)
    parts = [part for part in case.reading.parts if part.winning]
    return when(any(_is_narrow(part, place) for part in parts), case.winning_tiles)


def _is_narrow(part: Part, winning: int) -> bool:
    """Whether only this kind could complete the part: its gap, its one open end, or the pair."""
    if part.kind is not MeldKind.CHOW:
        return part.kind is MeldKind.PAIR
    first, shift = part.number % 9, winning - part.number
    return shift == 1 or (shift == 2 and first == 0) or (shift == 0 and first == 6)


def _self_draw(case: Case) -> Hit | None:
    return when(case.context.self_drawn, case.winning_tiles)


RULES: Rules = {
    "mahjong": _mahjong,
    "dragon_pair": _dragon_pair,
    "seat_wind_pair": _seat_wind_pair,
    "round_wind_pair": _round_wind_pair,
    "flower": _flower,
    "concealed_points": _concealed_points,
    "last_pair_major": _last_pair_major,
    "last_pair_simple": _last_pair_simple,
    "only_tile": _only_tile,
    "narrow_wait": _narrow_wait,
    "self_draw": _self_draw,
}
