"""Judge a candidate and what is in use on the same held-out photos.

Everything is derived from the rows of :mod:`models.evaluate`, one a photo and recogniser.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from models.evaluate import Row
from models.gate import Compared, Count
from models.sets import MeasuredSet
from models.store.errors import VersionError
from models.store.version import sha256
from vision.pipeline import Recogniser

MISSED, EXTRA = "—", "＋"
"""Stand for no answer and for no truth in a confusion matrix."""
Advance = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Pair:
    """One photo, read by both.

    Attributes:
        set: The set that it belongs to.
        index: Its place in the set.
        before: What is in use makes of it.
        after: What the candidate makes of it.
    """

    set: MeasuredSet
    index: int
    before: Row
    after: Row


def compare(
    sets: Sequence[MeasuredSet],
    before: Recogniser,
    after: Recogniser,
    advance: Advance = lambda: None,
) -> list[Pair]:
    """Read every photo of the sets with both.

    Args:
        sets: What to measure on.
        before: What is in use.
        after: The candidate.
        advance: Called after each photo and recogniser.
    """
    result = []
    for part in sets:
        rows: list[list[Row]] = [[], []]
        for own, recogniser in zip(rows, (before, after), strict=True):
            for row in part.rows(recogniser):
                own.append(row)
                advance()
        result += [
            Pair(part, index, one, other)
            for index, (one, other) in enumerate(zip(*rows, strict=True))
        ]
    return result


def counts(pairs: Sequence[Pair], new: Iterable[str] = ()) -> list[Compared]:
    """The gate's counts of each set.

    Args:
        pairs: All photos.
        new: Names of the sets on which the candidate has to be better.
    """
    names = list(dict.fromkeys(pair.set.name for pair in pairs))
    fresh = set(new)
    groups = {name: [pair for pair in pairs if pair.set.name == name] for name in names}
    return [
        Compared(
            name,
            Count.of([pair.before for pair in group]),
            Count.of([pair.after for pair in group]),
            name in fresh,
        )
        for name, group in groups.items()
    ]


@dataclass(frozen=True, slots=True)
class FaceChange:
    """How one face is read.

    Attributes:
        face: Notation.
        tiles: How many of the truth.
        before: Read by what is in use.
        after: Read by the candidate.
    """

    face: str
    tiles: int
    before: int
    after: int


def by_face(pairs: Sequence[Pair]) -> list[FaceChange]:
    """Every face of the truth, those that lost most first."""
    tiles = Counter(face for pair in pairs for face in pair.before.truth)
    before = Counter(face for pair in pairs for face in _read_faces(pair.before))
    after = Counter(face for pair in pairs for face in _read_faces(pair.after))
    changes = [FaceChange(face, n, before[face], after[face]) for face, n in tiles.items()]
    return sorted(changes, key=lambda c: (c.after - c.before, c.after - c.tiles, c.face))


def _read_faces(row: Row) -> list[str]:
    return [
        face
        for face, place in zip(row.truth, row.answered, strict=True)
        if place is not None and row.rights[place]
    ]


def confusion(rows: Iterable[Row]) -> Counter[tuple[str, str]]:
    """How often each face was taken for each; see ``MISSED`` and ``EXTRA``."""
    result: Counter[tuple[str, str]] = Counter()
    for row in rows:
        for face, place in zip(row.truth, row.answered, strict=True):
            right = place is not None and row.rights[place]
            given = MISSED if place is None else face if right else row.answer[place]
            result[face, given] += 1
        result.update((EXTRA, tile) for tile in row.extra)
    return result


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of similar confidence.

    Attributes:
        confidence: Their mean.
        right: Share of them that is right.
        count: How many.
    """

    confidence: float
    right: float
    count: int


def reliability(rows: Iterable[Row], bins: int = 10) -> list[Bin]:
    """Answers by confidence, in bins of equal width (empty ones left out).

    Only those count that match a truth tile.
    """
    groups: list[list[tuple[float, bool]]] = [[] for _ in range(bins)]
    for row in rows:
        for confidence, right in zip(row.confidences, row.rights, strict=True):
            if right is not None:
                groups[min(bins - 1, int(confidence * bins))].append((confidence, right))
    return [
        Bin(sum(c for c, _ in g) / len(g), sum(r for _, r in g) / len(g), len(g))
        for g in groups
        if g
    ]


@dataclass(frozen=True, slots=True)
class TileChange:
    """One truth tile that at least one of the two does not read.

    Attributes:
        pair: Its photo.
        tile: Its place in the truth.
        before: What is in use says, None where it found nothing.
        after: What the candidate says.
        lost: Only what is in use reads it.
        confidence: The candidate's, 0 where it found nothing.
    """

    pair: Pair
    tile: int
    before: str | None
    after: str | None
    lost: bool
    confidence: float


def worst(pairs: Iterable[Pair], count: int) -> list[TileChange]:
    """Tiles to look at: those newly wrong first, the surest errors before the others."""
    found = []
    for pair in pairs:
        for tile in range(len(pair.before.truth)):
            (before, good), (after, well) = (_said(r, tile) for r in (pair.before, pair.after))
            if not (good and well):
                place = pair.after.answered[tile]
                sure = 0.0 if place is None else pair.after.confidences[place]
                found.append(TileChange(pair, tile, before, after, good and not well, sure))
    fixed = {id(c): _said(c.pair.after, c.tile)[1] for c in found}
    return sorted(found, key=lambda c: (not c.lost, fixed[id(c)], -c.confidence))[:count]


def _said(row: Row, tile: int) -> tuple[str | None, bool]:
    """What a row says of a truth tile, and whether it is right."""
    place = row.answered[tile]
    if place is None:
        return None, False
    return row.answer[place], bool(row.rights[place])


def refuse_trained_on(sets: Sequence[MeasuredSet], trained_on: set[str], version: str) -> None:
    """Refuse to measure a version on photos that it learned from.

    Args:
        sets: What it shall be measured on.
        trained_on: SHA-256 of the photos that it (or one before it) learned from.
        version: Its name, for the message.

    Raises:
        VersionError: One of the photos is among them.
    """
    for part in sets if trained_on else ():
        known = [p.path.name for p in part.photos if sha256(p.path.read_bytes()) in trained_on]
        if known:
            raise VersionError(
                f"'{version}' learned from {len(known)} of the {len(part.photos)} photos of "
                f"{part.name} ({known[0]}): what it makes of them says nothing"
            )
