"""May a candidate take the place of what is in use? Decided from counts alone.

A candidate passes when, on the same held-out photos,

* no set that is to be kept loses more than the tolerance in tiles read or photos whole, and
* on every new set it reads more tiles, and no fewer photos whole.

Sets are judged one by one, so that a gain on a large one hides no loss on a small one. Each
reason names the counts that it rests on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from models.evaluate import Row

MIN_TILES = 50
"""With fewer a set tells nothing: one tile would be more than two points."""


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How much a kept set may lose, in points of percent.

    Attributes:
        read: Of its tiles.
        whole: Of its photos; coarser, since a photo holds many tiles.
    """

    read: float = 0.2
    whole: float = 1.0


TOLERANCE = Tolerance()


@dataclass(frozen=True, slots=True)
class Count:
    """What one recogniser makes of one set.

    Attributes:
        photos: Number of photos.
        tiles: Number of tiles that they show.
        read: Tiles found and named rightly.
        whole: Photos without any error.
    """

    photos: int
    tiles: int
    read: int
    whole: int

    @classmethod
    def of(cls, rows: Sequence[Row]) -> Count:
        """Count rows."""
        return cls(
            len(rows),
            sum(len(row.truth) for row in rows),
            sum(row.read for row in rows),
            sum(row.whole for row in rows),
        )

    @property
    def read_percent(self) -> float:
        """Tiles read, percent."""
        return 100 * self.read / max(1, self.tiles)

    @property
    def whole_percent(self) -> float:
        """Photos whole, percent."""
        return 100 * self.whole / max(1, self.photos)


@dataclass(frozen=True, slots=True)
class Compared:
    """One set, before and after.

    Attributes:
        set: Its name.
        before: With what is in use.
        after: With the candidate.
        new: The candidate has to be better on it; on others it must not be worse.
    """

    set: str
    before: Count
    after: Count
    new: bool = False

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The gate's answer.

    Attributes:
        passed: Whether the candidate may be used.
        reasons: Why not, one sentence for each set and measure.
        sets: What it rests on.
        tolerance: What was tolerated.
    """

    passed: bool
    reasons: tuple[str, ...]
    sets: tuple[Compared, ...]
    tolerance: Tolerance

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return asdict(self)


def judge_promotion(sets: Sequence[Compared], tolerance: Tolerance = TOLERANCE) -> Verdict:
    """Decide whether a candidate may be promoted: there has to be a new set and a kept one."""
    reasons = [*_too_small(sets), *_losses(sets, tolerance)]
    if not any(item.new for item in sets):
        reasons.append("no new set is given on which the candidate has to be better")
    if all(item.new for item in sets):
        reasons.append("no other set is given on which the candidate must not be worse")
    for item in sets:
        reasons += _no_gain(item) if item.new else ()
    return Verdict(not reasons, tuple(reasons), tuple(sets), tolerance)


def judge_equal(sets: Sequence[Compared], tolerance: Tolerance = TOLERANCE) -> Verdict:
    """Decide whether another form of the same weights may be used: nowhere worse."""
    reasons = [*_too_small(sets), *_losses(sets, tolerance)]
    if not sets:
        reasons.append("no set is given to measure it on")
    return Verdict(not reasons, tuple(reasons), tuple(sets), tolerance)


def _too_small(sets: Sequence[Compared]) -> list[str]:
    return [
        f"{item.set}: {item.before.tiles} tiles are too few to judge by, {MIN_TILES} are needed"
        for item in sets
        if item.before.tiles < MIN_TILES
    ]


def _losses(sets: Sequence[Compared], tolerance: Tolerance) -> list[str]:
    reasons = []
    for item in sets:
        before, after = item.before, item.after
        if (before.photos, before.tiles) != (after.photos, after.tiles):
            reasons.append(f"{item.set}: before and after were not measured on the same photos")
            continue
        # Compared in counts: 0.2 points of 1000 tiles are 2 tiles, without rounding errors.
        if 100 * (before.read - after.read) > tolerance.read * before.tiles + 1e-9:
            reasons.append(
                f"{item.set}: reads {after.read} of {after.tiles} tiles, before {before.read} "
                f"({after.read_percent - before.read_percent:+.2f} points; "
                f"{tolerance.read:g} are tolerated)"
            )
        if 100 * (before.whole - after.whole) > tolerance.whole * before.photos + 1e-9:
            reasons.append(
                f"{item.set}: {after.whole} of {after.photos} photos whole, before {before.whole} "
                f"({after.whole_percent - before.whole_percent:+.2f} points; "
                f"{tolerance.whole:g} are tolerated)"
            )
    return reasons


def _no_gain(item: Compared) -> list[str]:
    before, after = item.before, item.after
    if before.read == before.tiles:
        return [f"{item.set}: what is in use reads all {before.tiles} tiles; nothing can be gained"]
    if after.read <= before.read:
        return [
            f"{item.set}: reads {after.read} of {after.tiles} tiles, before {before.read}: "
            "not better on the new set"
        ]
    if after.whole < before.whole:
        return [
            f"{item.set}: {after.whole} of {after.photos} photos whole, before {before.whole}: "
            "not better on the new set"
        ]
    return []
