"""What the reader's network says of faces, and what it means once the family is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import PATTERNS, Family, Kind, Tile
from vision.faces import (
    FACE_NAMES,
    FAMILY_FACES,
    KINDS,
    SAME_HALF_TURNED,
    frequencies,
    kind_frequencies,
    stamp_frequency,
)

Floats = NDArray[np.float64]

FOREIGN = 0.02
"""Weight of a face that the photo's family does not have: so much of it counts as *nothing*.

A photo shows one family, so that the 4-4 which a doubtful 8p also resembles is no rival. But
a picture that resembles nothing else is likely to be no tile of this family at all.
"""

STRANGE = 0.8
"""Probability from which a tile counts as one of another family."""

_INDEX = {name: number for number, name in enumerate(FACE_NAMES)}
_PATTERNS = np.array([_INDEX[pattern] for pattern in PATTERNS])
_COLUMNS = {family: np.array([_INDEX[face] for face in faces])
            for family, faces in FAMILY_FACES.items()}  # fmt: skip
_FREQUENCIES = {
    family: np.array([frequencies(family)[face] for face in faces])
    for family, faces in FAMILY_FACES.items()
}
NO_FACE = 0.2
"""Certainty of a look that sees no face: below it none is surer than another."""
DAMPING = 0.5
"""Power of the odds by which a set has a kind or a stamp more often than training showed it.

Whole odds would be right if the network saw every set as clearly as those that it was calibrated
with. It sees a new one's thin borders and pale stamps less clearly, and then whole odds drown them.
"""
_KIND_FREQUENCIES = np.array(kind_frequencies()) ** DAMPING
_STAMP_ODDS = (stamp_frequency() / (1 - stamp_frequency())) ** DAMPING
_TELLING = {
    family: np.array([
        index for index in columns
        if sum(index in others for others in _COLUMNS.values()) == 1
    ])
    for family, columns in _COLUMNS.items()
}  # fmt: skip
"""Columns of the faces that only one family has."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The network's answer for n faces; calibrated probabilities.

    Attributes:
        faces: n×74, of the classes ``FACE_NAMES``.
        red: n, that a five is a red one.
        kinds: n×3, that a pattern of flower tiles is of the kinds ``KINDS``.
        stamped: n, that a doll card is stamped.
        turns: n×4, of the clockwise quarter turns.
        embeddings: n×128, unit vectors (shorter where looks differ).
    """

    faces: Floats
    red: Floats
    kinds: Floats
    stamped: Floats
    turns: Floats
    embeddings: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.faces)

    def certainty(self) -> Floats:
        """How sure the best face of each is (n), and of a pattern its kind; not that it is none."""
        shown = self.faces[:, :-1]
        kinds = np.where(np.isin(shown.argmax(axis=1), _PATTERNS), self.kinds.max(axis=1), 1.0)
        return np.asarray(np.maximum(shown.max(axis=1), NO_FACE) * kinds)

    @classmethod
    def none(cls) -> Evidence:
        """For no face at all."""
        count = len(FACE_NAMES)
        return cls(
            np.zeros((0, count)), np.zeros(0), np.zeros((0, len(KINDS))), np.zeros(0),
            np.zeros((0, 4)), np.zeros((0, 128), np.float32),
        )  # fmt: skip

    @classmethod
    def joined(cls, parts: Sequence[Evidence]) -> Evidence:
        """One after the other."""
        return cls(*(
            np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)
        ))  # fmt: skip

    @classmethod
    def mean(cls, parts: Sequence[Evidence], weights: Floats | None = None) -> Evidence:
        """What several looks at the same n faces say on average; ``weights`` are looks×n."""
        first = parts[0]
        if weights is None:
            weights = np.ones((len(parts), len(first)))
        shares = weights / weights.sum(axis=0)
        return type(first)(*(
            np.einsum("ln,ln...->n...", shares, [getattr(part, field.name) for part in parts])
            for field in fields(first)
        ))  # fmt: skip


def family_votes(evidence: Evidence, scores: NDArray[np.floating]) -> dict[Family, float]:
    """How many tiles, weighted by the locator's scores (n), show a face of one family only."""
    return {
        family: float((evidence.faces[:, columns].sum(axis=1) * scores).sum())
        for family, columns in _TELLING.items()
    }


def most_voted(votes: Mapping[Family, float]) -> Family:
    """The family with most votes; mahjong where no face tells."""
    return max(votes, key=lambda family: (votes[family], family is Family.MAHJONG))


def count_strangers(
    evidence: Evidence, scores: NDArray[np.floating], family: Family
) -> dict[Family, int]:
    """How many tiles surely are of each other family; families without any are left out."""
    counts = {
        other: int((evidence.faces[:, columns].sum(axis=1) * scores >= STRANGE).sum())
        for other, columns in _TELLING.items()
        if other is not family
    }
    return {other: count for other, count in counts.items() if count}


def within(faces: Floats, family: Family) -> Floats:
    """Probabilities (n×74) once the family is known; see `FOREIGN` and `frequencies`.

    A blank card is the doll (as in the pack of 1901), not a white dragon.
    """
    result = np.zeros_like(faces)
    columns = _COLUMNS[family]
    result[:, columns] = faces[:, columns]
    known = result.sum(axis=1) + faces[:, -1]
    if family is Family.DOLLS:
        result[:, _INDEX["doll"]] += faces[:, _INDEX["5z"]]
        known += faces[:, _INDEX["5z"]]
    result[:, columns] *= _FREQUENCIES[family]
    result[:, -1] = faces[:, -1] + FOREIGN * np.clip(1 - known, 0, 1)
    return np.asarray(result / result.sum(axis=1, keepdims=True))


def named(
    evidence: Evidence, index: int, chances: Floats, family: Family, keep: float
) -> list[tuple[Tile, float]]:
    """Tiles that one face may be, best first.

    Args:
        evidence: Of all faces.
        index: Which face.
        chances: Its probabilities (74) within the family.
        family: The photo's family.
        keep: Tiles less probable than this are left out, except for the best.
    """
    columns = _COLUMNS[family]
    tiles: list[tuple[Tile, float]] = []
    for column in columns[np.argsort(-chances[columns], kind="stable")]:
        chance = float(chances[column])
        if chance < keep and tiles:
            break
        variants = _variants(evidence, index, FACE_NAMES[column], family)
        tiles += [(tile, chance * share) for tile, share in variants]
    best = max(tiles, key=lambda pair: pair[1])
    kept = [pair for pair in tiles if pair[1] >= keep or pair is best]
    return sorted(kept, key=lambda pair: -pair[1])


def _variants(
    evidence: Evidence, index: int, face: str, family: Family
) -> list[tuple[Tile, float]]:
    """The tiles that share a face: kinds, stamps, red fives; with their shares.

    Kinds and stamps are weighed by how often a set has them, though by less than faces are by
    `frequencies`; see `DAMPING`.
    """
    if family is Family.FLOWERS and "-" in face:
        weighed = evidence.kinds[index] * _KIND_FREQUENCIES
        kinds: list[tuple[Kind, float]] = [
            (kind, float(share)) for kind, share in zip(KINDS, weighed / weighed.sum(), strict=True)
        ]
        return [(Tile(family, face, kind), share) for kind, share in kinds]
    if family is Family.DOLLS and face != "back":
        stamped = float(evidence.stamped[index]) * _STAMP_ODDS
        share = stamped / (stamped + 1 - float(evidence.stamped[index]))
        return [(Tile(family, face), 1 - share), (Tile(family, face, stamped=True), share)]
    if face in ("5m", "5p", "5s"):
        # Whole, not shared: a red five takes the place of a five, and truth seldom marks it.
        return [(Tile(family, face, red=bool(evidence.red[index] > 0.5)), 1.0)]
    return [(Tile(family, face), 1.0)]


def turn_of(turns: Floats, tile: Tile | None) -> int:
    """Most probable quarter turn (of 4 probabilities).

    For a face that looks the same upside down only *even or odd* is asked of the network;
    which of the two it is, the neighbours tell.
    """
    if tile is None or tile.face not in SAME_HALF_TURNED:
        return int(turns.argmax())
    odd = int(turns[1::2].sum() > turns[0::2].sum())
    return odd if turns[odd] >= turns[odd + 2] else odd + 2
