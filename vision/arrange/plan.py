"""The plan of the table: frame, rows and groups of the tiles that belong to the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.arrange.frame import Array, Frame, row_frame
from vision.arrange.groups import Group, find_groups
from vision.arrange.rows import Row, find_rows, level
from vision.geometry import quad_areas
from vision.read import Reading

FAR, SMALL = 2.5, 0.5
"""Rows this many tile heights away and of this size, against the hand, are not the hand's."""

LEAST_AREA = 1.0
"""Square pixels; a smaller quad has no direction."""

SPACER_SIZE = (0.7, 1.4)
"""Places without a readable face hold the room of a tile when they are about this size."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the n tiles of the hand lie, in an order that depends on their places only.

    Attributes:
        indices: n, their indices among all quads of the photo.
        sideways: n, tiles turned by 90°.
        offsets: n, distance from the line of the neighbours in tile heights.
        groups: Groups in reading order; members count 0..n-1.
    """

    indices: tuple[int, ...]
    sideways: tuple[bool, ...]
    offsets: tuple[float, ...]
    groups: tuple[Group, ...]


def plan_tiles(corners: NDArray[np.float32], readings: Sequence[Reading]) -> Plan:
    """Find rows and groups of all tiles that were read, without those far away and small.

    A place of a tile's size that shows no face takes part until the groups are found, so
    that it does not look like a gap in the hand.

    Args:
        corners: m×4×2, all quads of the photo.
        readings: The m readings.
    """
    size = np.sqrt(np.abs(quad_areas(corners)))
    faces = [i for i, r in enumerate(readings) if r.tile is not None and size[i] ** 2 > LEAST_AREA]
    if not faces:
        return Plan((), (), (), ())
    low, high = np.median(size[faces]) * np.array(SPACER_SIZE)
    spacers = [i for i, r in enumerate(readings) if r.tile is None and low <= size[i] <= high]
    kept = sorted([*faces, *spacers], key=lambda i: tuple(map(float, corners[i].ravel())))
    while True:
        quads = corners[kept].astype(np.float64)
        frame = level(row_frame(quads, [readings[i] for i in kept]))
        rows = find_rows(frame)
        far = _far_and_small(quads, frame, rows)
        if not far:
            break
        kept = [i for k, i in enumerate(kept) if k not in far]
    offsets = line_offsets(frame, rows)
    read = [k for k, i in enumerate(kept) if readings[i].tile is not None]
    return Plan(
        tuple(kept[k] for k in read),
        tuple(bool(frame.sideways[k]) for k in read),
        tuple(float(offsets[k]) for k in read),
        _only(read, find_groups(frame, rows)),
    )


def _only(read: Sequence[int], groups: Sequence[Group]) -> tuple[Group, ...]:
    """Groups of the tiles in ``read`` alone, renumbered; rows left empty disappear."""
    place = {k: n for n, k in enumerate(read)}
    members = [tuple(place[k] for k in group.members if k in place) for group in groups]
    rows = sorted({group.row for group, kept in zip(groups, members, strict=True) if kept})
    return tuple(
        replace(group, row=rows.index(group.row), members=kept)
        for group, kept in zip(groups, members, strict=True)
        if kept
    )


def _far_and_small(corners: Array, frame: Frame, rows: Sequence[Row]) -> set[int]:
    """Tiles of rows that lie far from the hand and look much smaller: discards, walls."""
    size = np.sqrt(np.abs(quad_areas(corners.astype(np.float32))))
    main = max(rows, key=lambda row: float(size[row].sum()))
    usual = float(np.median(size[main]))
    big = [i for row in rows if np.median(size[row]) >= SMALL * usual for i in row]
    far: set[int] = set()
    for row in rows:
        if row[0] in big:
            continue
        apart = np.abs(frame.centres[row][:, None] - frame.centres[big][None, :]).max(axis=2)
        if apart.min() > FAR:
            far.update(row)
    return far


def line_offsets(frame: Frame, rows: Sequence[Row], reach: int = 6) -> Array:
    """How far each tile lies off the line of its nearest neighbours in the row.

    The line is the median slope and height through the ``reach`` nearest tiles, so that one
    tile that sticks out does not bend it.

    Returns:
        n offsets in tile heights, negative upwards; 0 in rows of fewer than four.
    """
    offsets = np.zeros(len(frame.centres))
    for row in rows:
        points = frame.centres[row]
        for k, tile in enumerate(row):
            others = np.delete(points, k, axis=0)
            near = others[np.argsort(np.abs(others[:, 0] - points[k, 0]), kind="stable")[:reach]]
            if len(near) >= 3:
                first, second = np.triu_indices(len(near), 1)
                step = near[second] - near[first]
                step = step[np.abs(step[:, 0]) > 1e-6]
                slope = np.median(step[:, 1] / step[:, 0]) if len(step) else 0.0
                height = np.median(near[:, 1] - slope * near[:, 0])
                offsets[tile] = points[k, 1] - height - slope * points[k, 0]
    return offsets
