"""The lines of a sheet: items that count, with the tiles that each of them speaks of.

Which parts of a reading those are is looked up for each hand; a finished line is made once for
each item and the parts it speaks of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scoring.hand import Hand, MeldKind
from scoring.mahjong.context import Context, Seat
from scoring.mahjong.kinds import DRAGONS, WINDS
from scoring.mahjong.parts import KONGS, Part
from scoring.mahjong.readings import Reading
from scoring.remember import Table
from scoring.sheet import Item
from scoring.tiles import Tile

Parts = tuple[Part, ...]
Tiles = tuple[Tile, ...]
WIND_OF: Mapping[Seat | None, int] = {None: -1, **dict(zip(Seat, WINDS, strict=True))}
"""The kind of a seat's wind; none for a seat that is not known."""


class Case(NamedTuple):
    """One reading of a hand under known facts.

    Attributes:
        hand: The hand that was read.
        reading: How it is divided.
        context: The facts of the win; ``win`` is known.
        winning: The tile that completed the hand.
        waits: Kinds that would have completed the hand.
    """

    hand: Hand
    reading: Reading
    context: Context
    winning: Tile
    waits: Tiles


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """An item that counts, without tiles; ``line_of`` has one object for each.

    Attributes:
        item: The item.
        find: Finds what it speaks of; None where that is the whole hand or an event.
    """

    item: Item
    find: Callable[[Case], Parts | Tiles] | None


@lru_cache(maxsize=1 << 12)
def line_of(item: Item, kongs: int) -> Line:
    """Return the one line of an item.

    Args:
        item: The item, as it counts.
        kongs: Kongs of the hand; those that the item for kongs leaves out are concealed.
    """
    if item.key == "kong" and item.count < kongs:
        return Line(item, _melded_kongs)
    return Line(item, _FINDERS.get(item.key))


def with_tiles(lines: Iterable[Line], case: Case) -> tuple[Item, ...]:
    """Return the items of the lines with the tiles that they speak of."""
    return tuple(
        [line.item if line.find is None else _ITEMS[line, line.find(case)] for line in lines]
    )


def _with_tiles(given: tuple[Line, Parts | Tiles]) -> Item:
    """The item of a line with the tiles, or those of the parts, that it speaks of."""
    line, found = given
    item = line.item
    tiles: list[Tile] = []
    for one in found:
        tiles += one.tiles if isinstance(one, Part) else (one,)
    return Item(item.key, item.name, item.count, item.value, tuple(tiles), item.source)


_ITEMS: Table[tuple[Line, Parts | Tiles], Item] = Table(_with_tiles)


def _flowers(case: Case) -> Tiles:
    return case.hand.bonus


def _winning_tile(case: Case) -> Tiles:
    return (case.winning,)


def _waited_for(case: Case) -> Tiles:
    return case.waits


def _of_wind(case: Case, wind: Seat | None) -> Parts:
    number = WIND_OF[wind]
    return tuple([part for part in case.reading.sets if part.number == number])


def _seat_wind(case: Case) -> Parts:
    return _of_wind(case, case.context.seat)


def _round_wind(case: Case) -> Parts:
    return _of_wind(case, case.context.round)


def _winds(case: Case) -> Parts:
    return tuple([part for part in case.reading.sets if part.number in WINDS])


def _dragons(case: Case) -> Parts:
    return tuple([part for part in case.reading.sets if part.number >= DRAGONS.start])


def _winds_and_dragons(case: Case) -> Parts:
    return _winds(case) + _dragons(case)


def _pair(case: Case) -> Parts:
    return () if case.reading.pair is None else (case.reading.pair,)


def _winds_and_pair(case: Case) -> Parts:
    return _winds(case) + _pair(case)


def _dragons_and_pair(case: Case) -> Parts:
    return _dragons(case) + _pair(case)


def _kongs(case: Case) -> Parts:
    return tuple([part for part in case.reading.sets if part.kind in KONGS])


def _melded_kongs(case: Case) -> Parts:
    return tuple([part for part in case.reading.sets if part.kind is MeldKind.KONG])


def _concealed_kongs(case: Case) -> Parts:
    return tuple([part for part in case.reading.sets if part.kind is MeldKind.CONCEALED_KONG])


def _hidden_triplets(case: Case) -> Parts:
    drawn = case.context.self_drawn
    return tuple([p for p in case.reading.sets if p.is_triplet and p.is_concealed(drawn)])


_FINDERS: Mapping[str, Callable[[Case], Parts | Tiles]] = {
    "flower": _flowers,
    "seat_wind": _seat_wind,
    "round_wind": _round_wind,
    "dragon": _dragons,
    "kong": _kongs,
    "last_tile": _winning_tile,
    "one_chance": _waited_for,
    "replacement": _winning_tile,
    "rob_kong": _winning_tile,
    "self_draw": _winning_tile,
    "conc3": _hidden_triplets,
    "conc4": _hidden_triplets,
    "conc5": _hidden_triplets,
    "quart2": _concealed_kongs,
    "quart3": _concealed_kongs,
    "wind_dragon_mix": _winds_and_dragons,
    "little_winds": _winds_and_pair,
    "little_dragons": _dragons_and_pair,
    "big_winds": _winds,
    "big_dragons": _dragons,
}
"""What an item speaks of; the others speak of the whole hand or of an event."""
