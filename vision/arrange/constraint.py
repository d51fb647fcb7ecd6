"""The set is a constraint: no more tiles of a kind than one physical set holds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from scoring.tiles import Tile, TileSet
from vision.read import Reading

LEAST_PROBABILITY = 1e-3
"""A change that makes the readings more than 1000 times less likely is an invention."""

FLOOR = 1e-6
"""Probability of a tile that the reader did not name at all."""

RED_COPIES = 1
"""Red fives of one suit in a set."""

_EXCESS_COST = -math.log(LEAST_PROBABILITY)
_NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


@dataclass(frozen=True, slots=True)
class Choice:
    """The tile taken for one reading.

    Attributes:
        tile: The tile.
        probability: What the reader gave it.
        changed: Whether it is another tile than the one read.
    """

    tile: Tile
    probability: float
    changed: bool


def apply_set(
    readings: Sequence[Reading], tile_set: TileSet, reserved: Mapping[Tile, int] | None = None
) -> tuple[tuple[Choice, ...], tuple[str, ...]]:
    """Take the most likely tiles that one set can give.

    Every reading gets one copy of one of its alternatives so that the sum of −log p is
    smallest (an assignment problem). A tile may also stay beyond the set's limit, at the
    price of a factor 1000: so a doubtful tile is changed, but five confident ones stay
    five, for the rules to refuse. Backs and readings without a tile stay as they are.

    Args:
        readings: Readings with a tile.
        tile_set: How many copies of each tile there are.
        reserved: Copies that are known to lie elsewhere, such as under the two backs of a
            concealed kong.

    Returns:
        One choice for each reading, and one sentence for each change.
    """
    options = [_options(reading) for reading in readings]
    read = [_read_tile(reading) for reading in readings]
    faces = [i for i, tile in enumerate(read) if not tile.is_back]
    spare = reserved or {}
    taken = dict(enumerate(read))
    if not _fits([read[i] for i in faces], tile_set, spare):
        chosen = _assign([options[i] for i in faces], [read[i] for i in faces], tile_set, spare)
        taken.update(zip(faces, chosen, strict=True))
    choices = tuple(
        Choice(taken[i], options[i].get(taken[i], 0.0), taken[i] != read[i])
        for i in range(len(read))
    )
    return choices, _report(read, options, choices, tile_set, spare)


def _read_tile(reading: Reading) -> Tile:
    if reading.tile is None:
        raise ValueError("readings without a tile take no part in the set")
    return reading.tile


def _options(reading: Reading) -> dict[Tile, float]:
    """Probability of each tile named by a reading; its own tile is always among them."""
    named = dict(reading.alternatives)
    tile = _read_tile(reading)
    named[tile] = max(named.get(tile, 0.0), reading.confidence)
    return named


def _room(tile: Tile, tile_set: TileSet, reserved: Mapping[Tile, int]) -> int:
    return max(0, tile_set.limit(tile) - reserved.get(tile.plain_face, 0))


def _fits(tiles: Sequence[Tile], tile_set: TileSet, reserved: Mapping[Tile, int]) -> bool:
    kinds = Counter(tile.plain_face for tile in tiles)
    reds = Counter(tile for tile in tiles if tile.red)
    return all(n <= _room(t, tile_set, reserved) for t, n in kinds.items()) and all(
        n <= RED_COPIES for n in reds.values()
    )


def _assign(
    options: Sequence[Mapping[Tile, float]],
    read: Sequence[Tile],
    tile_set: TileSet,
    reserved: Mapping[Tile, int],
) -> list[Tile]:
    """The cheapest assignment of readings to copies of tiles, or to staying in excess."""
    named = sorted({tile for row in options for tile in row if not tile.is_back})
    kinds = sorted({tile.plain_face for tile in named})
    columns: list[tuple[Tile, ...]] = []
    for kind in kinds:
        reds = tuple(tile for tile in named if tile.red and tile.plain_face == kind)
        columns += [
            (kind, *reds) if copy < RED_COPIES else (kind,)
            for copy in range(_room(kind, tile_set, reserved))
        ]
    cost = np.full((len(options), len(columns) + len(options)), -math.log(FLOOR) * 2)
    answer: list[list[Tile]] = []
    for i, (row, own) in enumerate(zip(options, read, strict=True)):
        best = [max(column, key=lambda tile: row.get(tile, 0.0)) for column in columns]
        for k, tile in enumerate(best):
            cost[i, k] = _cost(row.get(tile, 0.0)) - (1e-9 if tile == own else 0.0)
        cost[i, len(columns) + i] = _cost(row[own]) + _EXCESS_COST
        answer.append(best)
    _, places = linear_sum_assignment(cost)
    return [answer[i][place] if place < len(columns) else read[i] for i, place in enumerate(places)]


def _cost(probability: float) -> float:
    return -math.log(max(probability, FLOOR))


def _report(
    read: Sequence[Tile],
    options: Sequence[Mapping[Tile, float]],
    choices: Sequence[Choice],
    tile_set: TileSet,
    reserved: Mapping[Tile, int],
) -> tuple[str, ...]:
    kinds = Counter(tile.plain_face for tile in read) + Counter(reserved)
    reds = Counter(tile for tile in read if tile.red)
    sentences = []
    for own, row, choice in zip(read, options, choices, strict=True):
        if not choice.changed:
            continue
        taken = f"is taken as {choice.tile} ({100 * choice.probability:.0f} %)"
        kind = own.plain_face
        if reds[own] > RED_COPIES and choice.tile == kind:
            total, name, same = reds[own], own, [tile == own for tile in read]
        elif kinds[kind] > tile_set.limit(kind):
            total, name, same = kinds[kind], kind, [tile.plain_face == kind for tile in read]
        else:
            sentences.append(f"one {own} {taken}, so that all fit one set")
            continue
        sure = [o[t] for t, o, alike in zip(read, options, same, strict=True) if alike]
        verb = "was" if total == 1 else "were"
        which = "the least certain" if row[own] <= min(sure) else "one of them"
        sentences.append(f"{number(total)} {name} {verb} read; {which} {taken}")
    return tuple(sentences)


def number(count: int) -> str:
    """A small number in words."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
