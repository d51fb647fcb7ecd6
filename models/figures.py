"""The figures of an evaluation, all derived from its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from models.evaluate import Row
from vision.arrange import DOUBT_BELOW


@dataclass(frozen=True, slots=True)
class Calibration:
    """How far confidences can be trusted; of the answers that match a truth tile.

    Attributes:
        error: Expected calibration error in percent: the mean distance between confidence
            and share of right answers over ten bins of confidence, weighted by their size
            (Naeini et al. 2015).
        doubtful: Percent of answers with a confidence below ``vision.arrange.DOUBT_BELOW``.
        sure_right: Percent of the others that are right.
    """

    error: float
    doubtful: float
    sure_right: float


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures of one set, all derived from its rows; shares are in percent."""

    set: str
    photos: int
    tiles: int
    found: float
    read: float
    extra: int
    whole: float
    confusions: list[tuple[str, str, int]]
    median_ms: dict[str, float]
    face: float = 0.0
    """Percent of truth tiles whose face is named, whatever their kind or stamp."""
    kind: float | None = None
    """Percent of flower tiles whose kind is named."""
    stamp: float | None = None
    """Percent of doll cards of which it is rightly said whether they are stamped."""
    failed: dict[str, int] = field(default_factory=dict)
    """Photos by the first stage that went wrong; see ``Row.failed``."""
    calibration: Calibration | None = None


def calibration(confidences: Sequence[float], rights: Sequence[bool]) -> Calibration | None:
    """Compare n confidences with n outcomes; None where there are none."""
    if not confidences:
        return None
    given, right = np.asarray(confidences), np.asarray(rights, np.float64)
    bins = np.minimum((given * 10).astype(int), 9)
    error = sum(
        (bins == number).mean() * abs(given[bins == number].mean() - right[bins == number].mean())
        for number in np.unique(bins)
    )
    sure = given >= DOUBT_BELOW
    sure_right = float(right[sure].mean()) if sure.any() else 1.0
    return Calibration(100 * float(error), 100 * float((~sure).mean()), 100 * sure_right)


def summarise(rows: Sequence[Row]) -> list[Summary]:
    """One summary per set, and one of all where there are several."""
    names = list(dict.fromkeys(row.set for row in rows))
    groups = [(name, [row for row in rows if row.set == name]) for name in names]
    if len(names) > 1:
        groups.append(("all", list(rows)))
    return [_summary(name, group) for name, group in groups]


def _summary(name: str, rows: Sequence[Row]) -> Summary:
    tiles = sum(len(row.truth) for row in rows)
    confusions = Counter(pair for row in rows for pair in row.misread)
    stages = sorted({stage for row in rows for stage in row.timings_ms})
    return Summary(
        set=name,
        photos=len(rows),
        tiles=tiles,
        found=100 * sum(row.found for row in rows) / max(1, tiles),
        read=100 * sum(row.read for row in rows) / max(1, tiles),
        extra=sum(len(row.extra) for row in rows),
        whole=100 * sum(row.whole for row in rows) / max(1, len(rows)),
        confusions=[(a, b, n) for (a, b), n in confusions.most_common(20)],
        median_ms={
            stage: float(np.median([r.timings_ms[stage] for r in rows if stage in r.timings_ms]))
            for stage in stages
        },
        face=100 * sum(row.faces for row in rows) / max(1, tiles),
        kind=_share([row.kinds for row in rows]),
        stamp=_share([row.stamps for row in rows]),
        failed=dict(Counter(row.failed for row in rows if row.failed is not None)),
        calibration=_calibration(rows),
    )


def _share(counts: Sequence[tuple[int, int]]) -> float | None:
    total = sum(of for _, of in counts)
    return 100 * sum(right for right, _ in counts) / total if total else None


def _calibration(rows: Sequence[Row]) -> Calibration | None:
    """Over the answers that match a truth tile: extra ones are counted on their own."""
    pairs = [
        (confidence, right)
        for row in rows
        for confidence, right in zip(row.confidences, row.rights, strict=True)
        if right is not None
    ]
    return calibration([c for c, _ in pairs], [r for _, r in pairs])
