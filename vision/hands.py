"""What hands of flower tiles and doll cards hold of one face: how likely which numbers are.

The faces of such a game come in *variants*: kinds of a pattern, plain and stamped cards of a
subject. *Counts* say how many tiles of a face there are of each variant; tables give every counts
that one set allows a probability.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import DOLL_SUBJECTS, PATTERNS, Family, Kind, Tile, TileSet

Floats = NDArray[np.float64]
Counts = tuple[int, ...]

FLOWER_SETS, CARD_SETS = 10, 5
"""Sets of a complete hand, beside the trump tile (S0) or the pair of cards (S2)."""
TRIPLES = 0.06
"""Share of triples among the sets of flower tiles."""
ONE_CARD_MORE = 0.5
"""How often a set of cards is larger by one: one of four is half as likely as one of three."""
NOTICED = 3e-3
"""Less probable faces of other tiles say nothing."""
LOOSE = 0.1
"""How often a face of a complete hand is there in other numbers than the rules allow."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The faces of a family that sets are made of.

    Attributes:
        family: The family.
        faces: F faces.
        variants: V kinds, or whether a card is stamped.
        copies: How many there are of each variant, for each face.
        most: Most tiles of one set.
    """

    family: Family
    faces: tuple[str, ...]
    variants: tuple[tuple[Kind | None, bool], ...]
    copies: tuple[Counts, ...]
    most: int

    @property
    def size(self) -> int:
        """How many tiles of these faces there are."""
        return sum(map(sum, self.copies))

    def place(self, tile: Tile) -> tuple[int, int] | None:
        """Face and variant of a tile; None for bonus tiles and backs, which are in no set."""
        if tile.face not in self.faces:
            return None
        return self.faces.index(tile.face), self.variants.index((tile.kind, tile.stamped))

    def is_set(self, counts: Counts) -> bool:
        """Whether tiles of one face make a set.

        Two tiles of a pattern, or its three framed ones (S0); two or more cards of a subject, two
        being the pair (S2).
        """
        if self.family is Family.FLOWERS:
            return sum(counts) == 2 or counts == (0, 2, 1)
        return sum(counts) >= 2


@cache
def deck_of(family: Family) -> Deck | None:
    """The deck of a family; None where hands also hold runs."""
    if family is Family.MAHJONG:
        return None
    flowers = family is Family.FLOWERS
    faces = tuple(PATTERNS if flowers else DOLL_SUBJECTS)
    kinds = tuple((kind, False) for kind in Kind)
    variants: tuple[tuple[Kind | None, bool], ...] = (
        kinds if flowers else ((None, False), (None, True))
    )
    tiles = TileSet.usual(family)
    copies = tuple(
        tuple(tiles.limit(Tile(family, face, kind, stamped=stamped)) for kind, stamped in variants)
        for face in faces
    )
    return Deck(family, faces, variants, copies, 3 if flowers else max(map(sum, copies)))


def all_counts(copies: Counts) -> Iterator[Counts]:
    """Every counts of a face that has so many copies."""
    yield from product(*(range(most + 1) for most in copies))


def drawn(copies: Counts, share: float) -> Floats:
    """Table of a face in a hand whose tiles came as they were drawn, a share of the whole set."""
    table = np.zeros([most + 1 for most in copies])
    for counts in all_counts(copies):
        table[counts] = prod(
            comb(most, count) * share**count * (1 - share) ** (most - count)
            for most, count in zip(copies, counts, strict=True)
        )
    return table


def complete(deck: Deck, copies: Counts) -> Floats:
    """Table of a face in a complete hand, whose sets are all of different faces.

    Ten sets and the trump tile (S0), or five sets of three or more cards and a pair (S2). Tiles of
    a set are of the variants that they would be of by chance, but for the triple.
    """
    table = np.zeros([most + 1 for most in copies])
    if deck.family is Family.FLOWERS:
        numbers = {1: 1.0, 2: FLOWER_SETS * (1 - TRIPLES)}
        table[0, 2, 1] = FLOWER_SETS * TRIPLES
    else:
        larger = {size: ONE_CARD_MORE ** (size - 3) for size in range(3, sum(copies) + 1)}
        scale = CARD_SETS / sum(larger.values())
        numbers = {2: 1.0, **{size: chance * scale for size, chance in larger.items()}}
    numbers[0] = len(deck.faces) - sum(numbers.values()) - float(table.sum())
    for size, number in numbers.items():
        ways = {
            counts: prod(comb(most, count) for most, count in zip(copies, counts, strict=True))
            for counts in all_counts(copies)
            if sum(counts) == size
        }
        for counts, count in ways.items():
            table[counts] += number * count / sum(ways.values())
    return np.asarray(table / table.sum())


def one_more(table: Floats, least: float) -> Floats:
    """How much likelier each counts becomes with one tile more of each variant (counts × V).

    Tiles are told apart by their places, so that c + 1 tiles of a variant are c + 1 times as many
    ways as c. Beyond what the set has it is ``least``.
    """
    copies = tuple(side - 1 for side in table.shape)
    result = np.full((*table.shape, len(copies)), least)
    for counts in all_counts(copies):
        for variant, more in _grown(counts, copies):
            if table[counts] > 0:
                result[(*counts, variant)] = more[variant] * table[more] / table[counts]
    return result


def count_chances(chances: Floats, copies: Counts, *, certain: bool = False) -> Floats:
    """Table of a face of which n tiles may be, each of any variant (n×V probabilities).

    More of a variant than the set has counts as all that it has.

    Args:
        chances: Probabilities.
        copies: Of the face.
        certain: All n are of this face: the table's sum is how likely that is.
    """
    table = np.zeros([most + 1 for most in copies])
    table[(0,) * len(copies)] = 1
    for row in chances:
        moved = table * (0.0 if certain else max(0.0, 1 - float(row.sum())))
        for axis, chance in enumerate(row):
            added, part = np.moveaxis(moved, axis, 0), chance * np.moveaxis(table, axis, 0)
            added[1:] += part[:-1]
            added[-1] += part[-1]
        table = moved
    return table


def completing(deck: Deck, others: Floats) -> Floats:
    """How likely each face and variant is (F×V) if it makes one set with m others (m×F×V).

    A variant is as likely as copies of it are left.
    """
    result = np.zeros(others.shape[1:])
    possible = others.sum(axis=2).min(axis=0) > NOTICED
    for face in np.flatnonzero(possible):
        copies = deck.copies[face]
        table = count_chances(others[:, face], copies, certain=True)
        for counts in all_counts(copies):
            left = sum(copies) - sum(counts)
            for variant, more in _grown(counts, copies):
                if table[counts] > 0 and deck.is_set(more):
                    share = (copies[variant] - counts[variant]) / left
                    result[face, variant] += table[counts] * share
    return result


def _grown(counts: Counts, copies: Counts) -> Iterator[tuple[int, Counts]]:
    """Each variant of which there is one more, with the counts that it then makes."""
    for variant, most in enumerate(copies):
        if counts[variant] < most:
            yield variant, tuple(c + (k == variant) for k, c in enumerate(counts))
