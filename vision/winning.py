"""Which of the doubtful tiles of a mahjong hand make it complete.

Hands are photographed to be scored: most are complete. Where the reader wavers about a few tiles
and all others are sets but for these, what completes them is the likelier.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from math import prod

from scoring.mahjong.division import is_divisible
from scoring.mahjong.kinds import COPIES, KINDS, find_number
from scoring.tiles import Tile
from vision.read import Reading

Counts = tuple[int, ...]

COMPLETE = 30.0
"""How many times as likely as another hand a complete one is, all else being equal. A hand that
waits is completed by some three of 34 faces, so that it is one of ten photos that shows another."""
WAVERING = 0.97
"""A tile read with more confidence is what it is."""
MOST_WAVERING = 4
"""With more doubtful tiles than that too many hands would be complete."""
LEAST_CHANCE, MOST_CHOICES = 0.005, 6
"""Less probable faces of a tile, and more of them than that, are not tried."""
SIZES = {(sets, kongs): 3 * sets + 2 + kongs for sets in range(1, 6) for kongs in range(sets + 1)}
"""Tiles of a pair and so many sets, some of which are kongs."""


def weigh_winning(readings: Sequence[Reading], hand: Sequence[int]) -> list[Reading]:
    """Weigh what doubtful tiles may be by whether they complete the hand.

    Args:
        readings: All tiles of a photo.
        hand: Indices of those of the hand; bonus tiles and backs among them are passed over.
    """
    result = list(readings)
    tiles = [index for index in hand if _number(readings[index].tile) is not None]
    wavering = [index for index in tiles if readings[index].confidence < WAVERING]
    if not wavering or len(wavering) > MOST_WAVERING or len(tiles) not in SIZES.values():
        return result
    sure = [_number(readings[index].tile) for index in tiles if index not in wavering]
    choices = [_choices(readings[index]) for index in wavering]
    if not all(choices):
        return result
    after = [dict.fromkeys(choice, 0.0) for choice in choices]
    for faces in product(*choices):
        counts = _counted([*sure, *faces])
        if counts is None:
            continue
        chance = prod(choice[face] for choice, face in zip(choices, faces, strict=True))
        weighed = chance * (COMPLETE if _is_complete(counts) else 1.0)
        for face, new in zip(faces, after, strict=True):
            new[face] += weighed
    for index, choice, new in zip(wavering, choices, after, strict=True):
        total = sum(new.values())
        if total == 0:
            return list(readings)
        scale = sum(choice.values()) / total
        gains: dict[int | None, float] = {
            face: new[face] * scale / chance for face, chance in choice.items()
        }
        result[index] = readings[index].weighed(partial(_gain, gains))
    return result


def _gain(gains: Mapping[int | None, float], tile: Tile) -> float:
    return gains.get(find_number(tile), 1.0)


def _number(tile: Tile | None) -> int | None:
    return None if tile is None else find_number(tile)


def _choices(reading: Reading) -> dict[int, float]:
    """The kinds that a tile may be, with their probabilities; bonus tiles are none."""
    chances: dict[int, float] = {}
    for tile, chance in reading.alternatives:
        number = find_number(tile)
        if number is not None and chance >= LEAST_CHANCE:
            chances[number] = chances.get(number, 0.0) + chance
    best = sorted(chances, key=lambda number: -chances[number])[:MOST_CHOICES]
    return {number: chances[number] for number in best}


def _counted(numbers: Sequence[int | None]) -> Counts | None:
    """Copies of each kind; None where they are more than a set has."""
    counts = [0] * len(KINDS)
    for number in numbers:
        if number is not None:
            counts[number] += 1
    return tuple(counts) if max(counts) <= COPIES else None


def _is_complete(counts: Counts) -> bool:
    """Whether tiles are sets, some of them kongs, and a pair."""
    size = sum(counts)
    return any(
        is_divisible(plain, sets)
        for (sets, kongs), wanted in SIZES.items()
        if wanted == size
        for plain in _without_kongs(counts, kongs)
    )


def _without_kongs(counts: Counts, kongs: int) -> Iterator[Counts]:
    """The counts with so many kongs as pungs, in every way."""
    fours = [kind for kind, count in enumerate(counts) if count == COPIES]
    for chosen in combinations(fours, kongs):
        yield tuple(count - (kind in chosen) for kind, count in enumerate(counts))
