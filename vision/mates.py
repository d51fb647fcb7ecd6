"""What the other tiles of a photo say about one: hands are made of sets.

Flower tiles and doll cards are won with pairs, triples and melds of one face. Where the reader
wavers between two faces, the one that completes a set is the likelier; a face that it sees clearly
stays what it is. Two things are known of the others:

* *What the hand holds.* It is complete, each of its faces a set, or it is being played and its
  tiles came as they were drawn. The clear tiles tell which of the two.
* *What stands beside it.* Tiles that gaps part from the rest are mostly a set. How far that holds
  in this photo, its clear groups tell.

Mahjong hands also hold runs, so that a single tile says little there, and nothing is weighed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from scoring.tiles import Family, Tile
from vision.hands import (
    LOOSE,
    NOTICED,
    Counts,
    Deck,
    Floats,
    complete,
    completing,
    count_chances,
    deck_of,
    drawn,
    one_more,
)
from vision.read import Reading

COMPLETE = 0.5
"""How many photos show complete hands, before one is looked at."""
SETS, SETS_WEIGHT = 0.5, 0.5
"""How many groups of a photo are sets, before they are looked at, and as how many of its groups
that counts: it is little, as players part all of their sets or none."""
MOST_SHARE = 0.5
"""A hand is at most this share of the whole set."""
SUREST = 6.0
"""Log odds beyond which nobody is sure of what a hand is."""
ROUNDS = 4
"""Repetitions, as each tile's mates change with it; little moves after them."""
LEAST = 1e-6
"""Weight of one tile more than the set has."""


def weigh_mates(
    readings: Sequence[Reading], family: Family, groups: Sequence[Sequence[int]] = ()
) -> list[Reading]:
    """Weigh what each tile may be by what the others are (mean-field approximation).

    Args:
        readings: All tiles of a photo.
        family: What they are.
        groups: Indices of tiles that stand together, parted from others by gaps.
    """
    deck = deck_of(family)
    if deck is None or len(readings) < 2:
        return list(readings)
    seen = np.array([_chances(reading, deck) for reading in readings])
    share = seen.sum(axis=(1, 2), keepdims=True)
    hand = _Hand(deck, float(np.clip(share.sum() / deck.size, 1 / deck.size, MOST_SHARE)))
    small = [list(group) for group in groups if 2 <= len(group) <= deck.most]
    sets = _share_of_sets([_shares(seen[group]) for group in small], len(deck.faces))
    usual = np.array([[count / sum(copies) for count in copies] for copies in deck.copies])
    believed = seen
    for _ in range(ROUNDS):
        likely = hand.likely(believed)
        for index, others in _beside(small):
            completed = completing(deck, _shares(believed[others]))
            likely[index] = (1 - sets) * likely[index] + sets * completed
        # That some variants have more copies is left out: the reader's answer has it already.
        believed = seen * likely / np.maximum(usual, LEAST)
        total = believed.sum(axis=(1, 2), keepdims=True)
        # What speaks for a bonus tile, or for no tile at all, is not weighed.
        believed = believed * np.divide(share, total, out=np.zeros_like(share), where=total > 0)
    gain = np.divide(believed, seen, out=np.ones_like(seen), where=seen > 0)
    return [_reweighed(reading, row, deck) for reading, row in zip(readings, gain, strict=True)]


def _chances(reading: Reading, deck: Deck) -> Floats:
    """Probability of each face and variant (F×V)."""
    result = np.zeros((len(deck.faces), len(deck.variants)))
    if reading.own is None:
        for tile, probability in reading.alternatives:
            place = deck.place(tile)
            if place is not None:
                result[place] += probability
    return result


class _Hand:
    """What the tiles of a hand say of one another, wherever they lie."""

    def __init__(self, deck: Deck, share: float) -> None:
        self._copies = deck.copies
        self._tables = {copies: _tables(deck, copies, share) for copies in set(deck.copies)}
        self._more = {
            copies: [one_more(table, LEAST) for table in tables]
            for copies, tables in self._tables.items()
        }

    def likely(self, believed: Floats) -> Floats:
        """How likely each tile is of each face and variant, given the others (n×F×V)."""
        whole = self._likely_complete(believed)
        chances = np.empty((2, *believed.shape))
        for face, copies in enumerate(self._copies):
            chances[:, :, face] = _given_others(believed[:, face], copies, self._more[copies])
        chances /= chances.sum(axis=(2, 3), keepdims=True)
        return np.asarray(whole * chances[0] + (1 - whole) * chances[1])

    def _likely_complete(self, believed: Floats) -> float:
        """Probability that the hand is complete."""
        odds = float(np.log(COMPLETE / (1 - COMPLETE)))
        for face, copies in enumerate(self._copies):
            counts = count_chances(_noticed(believed[:, face]), copies)
            won, played = (float((counts * t).sum()) + LEAST for t in self._tables[copies])
            odds += float(np.log(won / played))
        return float(1 / (1 + np.exp(-np.clip(odds, -SUREST, SUREST))))


def _tables(deck: Deck, copies: Counts, share: float) -> tuple[Floats, Floats]:
    """What a complete hand holds of a face, and one that is being played."""
    played = drawn(copies, share)
    return (1 - LOOSE) * complete(deck, copies) + LOOSE * played, played


def _given_others(chances: Floats, copies: Counts, more: Sequence[Floats]) -> Floats:
    """How likely each of n tiles is one more of a face, by m tables of `one_more` (m×n×V)."""
    noticed = chances.sum(axis=1) > NOTICED
    result = np.empty((len(more), *chances.shape))
    result[:] = _one_more_of(chances[noticed], copies, more)[:, None]
    for index in np.flatnonzero(noticed):
        others = noticed.copy()
        others[index] = False
        result[:, index] = _one_more_of(chances[others], copies, more)
    return result


def _one_more_of(others: Floats, copies: Counts, more: Sequence[Floats]) -> Floats:
    """How likely one more of a face is beside others that may be of it (n×V); m×V."""
    counts = count_chances(others, copies)
    axes = tuple(range(counts.ndim))
    return np.array([(counts[..., None] * table).sum(axis=axes) for table in more])


def _noticed(chances: Floats) -> Floats:
    return np.asarray(chances[chances.sum(axis=1) > NOTICED])


def _beside(groups: Sequence[list[int]]) -> Iterator[tuple[int, list[int]]]:
    """Each tile of each group, with the others."""
    for group in groups:
        for index in group:
            yield index, [other for other in group if other != index]


def _shares(chances: Floats) -> Floats:
    """The same chances (n×F×V) as shares of each tile's own."""
    return np.asarray(chances / np.maximum(chances.sum(axis=(1, 2), keepdims=True), LEAST))


def _share_of_sets(groups: Sequence[Floats], faces: int) -> float:
    """How many of these groups (each m×F×V) show one face (expectation maximisation)."""
    odds = np.array([
        group.sum(axis=2).prod(axis=0).sum() * float(faces) ** (len(group) - 1) for group in groups
    ])  # fmt: skip
    sets = SETS
    for _ in range(ROUNDS):
        likely = sets * odds / (sets * odds + 1 - sets)
        sets = float((SETS * SETS_WEIGHT + likely.sum()) / (SETS_WEIGHT + len(groups)))
    return sets


def _reweighed(reading: Reading, gains: Floats, deck: Deck) -> Reading:
    if reading.own is not None or reading.tile is None:
        return reading

    def gain(tile: Tile) -> float:
        place = deck.place(tile)
        return 1.0 if place is None else float(gains[place])

    return reading.weighed(gain)
