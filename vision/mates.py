"""What the other tiles of a photo say about one: hands of sets show most faces more than once.

Flower tiles and doll cards are won with pairs, triples and melds of one face. Where the reader
wavers between two faces, the one that lies elsewhere in the photo as well is the likelier; a
face that it sees clearly stays what it is. Mahjong hands also hold runs, so that a single tile
says little there, and nothing is weighed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import DOLL_SUBJECTS, PATTERNS, Family, Tile
from vision.read import Reading

Floats = NDArray[np.float64]

FACES: Mapping[Family, tuple[str, ...]] = {
    Family.FLOWERS: tuple(PATTERNS),
    Family.DOLLS: tuple(DOLL_SUBJECTS),
}
"""Faces that come in sets; bonus tiles and backs do not."""
ALONE: Mapping[Family, float] = {Family.FLOWERS: 0.32, Family.DOLLS: 0.07}
"""How often a tile of a hand has no mate in it: the mean over self-played games
(`scoring.play`), from 0.47 and 0.14 when dealt to 0.16 and 0.02 at the end."""
ROUNDS = 4
"""Repetitions, as each tile's mates change with it; little moves after them."""


def weigh_mates(readings: Sequence[Reading], family: Family) -> list[Reading]:
    """Weigh what each tile may be by what the others are (mean-field approximation).

    A tile is alone with probability `ALONE`, any face then being as likely, or else it shares
    its face with another one: a face that the rest of the photo shows.

    Args:
        readings: All tiles of a photo.
        family: What they are.
    """
    faces = FACES.get(family)
    if faces is None or len(readings) < 2:
        return list(readings)
    seen = np.array([_chances(reading, faces) for reading in readings])
    share = seen.sum(axis=1, keepdims=True)
    believed = seen
    for _ in range(ROUNDS):
        believed = seen * _weights(believed, ALONE[family])
        total = believed.sum(axis=1, keepdims=True)
        # What speaks for a bonus tile, or for no tile at all, is not weighed.
        believed = believed * np.divide(share, total, out=np.zeros_like(share), where=total > 0)
    gain = np.divide(believed, seen, out=np.ones_like(seen), where=seen > 0)
    return [
        _reweighed(reading, dict(zip(faces, row, strict=True)))
        for reading, row in zip(readings, gain, strict=True)
    ]


def _chances(reading: Reading, faces: Sequence[str]) -> list[float]:
    """Probability of each face, whatever the tile's kind or stamp."""
    sums = dict.fromkeys(faces, 0.0)
    for tile, probability in reading.alternatives:
        if tile.face in sums and reading.own is None:
            sums[tile.face] += probability
    return list(sums.values())


def _weights(believed: Floats, alone: float) -> Floats:
    """How likely each face of each tile (n×K) is, given what the other tiles are."""
    absent = 1 - np.clip(believed, 0, 1 - 1e-9)
    elsewhere = 1 - absent.prod(axis=0, keepdims=True) / absent
    present = elsewhere.sum(axis=1, keepdims=True)
    mate = np.divide(elsewhere, present, out=np.zeros_like(elsewhere), where=present > 1e-6)
    return np.asarray(alone / believed.shape[1] + (1 - alone) * mate)


def _reweighed(reading: Reading, gain: Mapping[str, float]) -> Reading:
    if reading.own is not None or reading.tile is None:
        return reading
    weighed: list[tuple[Tile, float]] = [
        (tile, min(1.0, float(probability * gain.get(tile.face, 1.0))))
        for tile, probability in reading.alternatives
    ]
    weighed.sort(key=lambda pair: -pair[1])
    best, confidence = weighed[0]
    return replace(reading, tile=best, confidence=confidence, alternatives=tuple(weighed))
