"""Groups: runs of tiles within a row, parted by gaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from vision.arrange.frame import Frame
from vision.arrange.rows import Row

DOUBT_RISE = (0.14, 0.34)
"""How far above the usual gap, in tile widths, a gap is surely none and surely one.

In between the widest empty interval of the row's gaps decides. Touching tiles laid by
hand differ by up to a tenth; the narrowest gaps meant as such are a quarter of a tile."""

OVERLAP_RISE = (0.07, 0.25)
"""The same for rows of overlapping cards, whose steps are smaller."""

OVERLAP = -0.1
"""A usual gap below this means that the cards overlap; solid tiles cannot."""

LARGEST_USUAL_GAP = 0.6
"""Tiles further apart than this are single even when all of them are."""

SAME_WIDTH = 0.2
"""Upright tiles differing less than this from the row's usual width count as equal."""

ENOUGH_GAPS = 4
"""A row with fewer gaps borrows the usual gap of the whole photo."""


@dataclass(frozen=True, slots=True)
class Group:
    """Neighbouring tiles of one row.

    Attributes:
        row: Index of the row.
        members: Indices of the tiles, left to right.
        gap: Free space before the group in tile widths; infinite at the start of a row.
    """

    row: int
    members: tuple[int, ...]
    gap: float


def find_groups(frame: Frame, rows: Sequence[Row]) -> tuple[Group, ...]:
    """Part every row at its gaps.

    What a gap is depends on the row: the lower quartile of its own gaps is taken as the
    usual one (touching, loosely laid or overlapping tiles), and only gaps clearly above it
    part groups (`least_gap`). Gaps are measured in the frame, so perspective does not matter.
    """
    gaps = [row_gaps(frame, row) for row in rows]
    pooled = [gap for row in gaps for gap in row]
    groups = []
    for number, (row, own) in enumerate(zip(rows, gaps, strict=True)):
        limit = least_gap(own if len(own) >= ENOUGH_GAPS else pooled)
        cuts = [0, *(k + 1 for k, gap in enumerate(own) if gap > limit), len(row)]
        for start, end in pairwise(cuts):
            before = own[start - 1] if start else float("inf")
            groups.append(Group(number, tuple(row[start:end]), before))
    return tuple(groups)


def row_gaps(frame: Frame, row: Row) -> list[float]:
    """Free space between neighbours, in widths of the row's upright tiles; < 0 for overlaps.

    Upright tiles of about the usual width count as that wide, so that loose corners do not
    look like gaps.
    A tile that lies on top of its neighbour (same x) has no gap of its own.
    """
    upright = [frame.widths[i] for i in row if not frame.sideways[i]]
    unit = float(np.median(upright)) if upright else 1.0
    usual = ~frame.sideways & (np.abs(frame.widths / unit - 1) < SAME_WIDTH)
    widths = np.where(usual, unit, frame.widths)
    gaps = []
    for i, j in pairwise(row):
        free = frame.centres[j, 0] - frame.centres[i, 0] - (widths[i] + widths[j]) / 2
        rides = bool(frame.sideways[i] and frame.sideways[j]) and free < -0.6 * widths[j]
        gaps.append(0.0 if rides else float(free) / unit)
    return gaps


def least_gap(gaps: Sequence[float]) -> float:
    """The width from which on a gap parts groups, from the gaps of a row."""
    usual = usual_gap(gaps)
    low, high = OVERLAP_RISE if usual < OVERLAP else DOUBT_RISE
    base = usual if usual < OVERLAP else max(usual, 0.0)
    inside = sorted(gap for gap in gaps if base + low < gap < base + high)
    edges = [base + low, *inside, base + high]
    _, start, end = max((b - a, a, b) for a, b in pairwise(edges))
    return (start + end) / 2


def usual_gap(gaps: Sequence[float]) -> float:
    """The lower quartile of gaps, at most ``LARGEST_USUAL_GAP``.

    Of few gaps the smallest is taken, and one alone is usual only when tiles overlap.
    """
    if len(gaps) < 2:
        return min([0.0, *gaps])
    if len(gaps) < ENOUGH_GAPS:
        return min(*gaps, LARGEST_USUAL_GAP)
    return min(float(np.quantile(gaps, 0.25)), LARGEST_USUAL_GAP)
