"""Rows: which tiles stand beside each other, from the top row down, left to right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from vision.arrange.frame import Array, Frame

ROW_STEP = 0.45
"""Largest offset across the row between neighbours, in tile heights."""

REACH = 0.75
"""Largest gap, in tile widths, over which tiles link directly; wider gaps need a line fit."""

ENDS = 5
"""Tiles at the end of a piece of a row that tell where the row goes on."""

Row = list[int]


def level(frame: Frame) -> Frame:
    """Turn the frame so that neighbours line up along x, as far as their steps agree."""
    for _ in range(2):
        slopes = [
            (frame.centres[j, 1] - frame.centres[i, 1])
            / (frame.centres[j, 0] - frame.centres[i, 0])
            for i, j in links(frame)
            if abs(frame.centres[j, 0] - frame.centres[i, 0]) > 0.5
        ]
        if slopes:
            frame = frame.sheared(float(np.median(slopes)))
    return frame


def find_rows(frame: Frame) -> tuple[Row, ...]:
    """Sort tiles into rows; a row may bend or slope, as long as each step along it is small.

    Neighbours link first; the pieces so found join over gaps when the line of one leads to
    the other. A sideways tile on top of a sideways tile of a row (a pung made a kong)
    belongs to that row and follows the tile below it.

    Args:
        frame: n tiles, n ≥ 1, levelled.

    Returns:
        Indices of the tiles: rows from the top, each from left to right.
    """
    riders = _riders(frame)
    standing = [i for i in range(len(frame.centres)) if i not in riders]
    pieces = _connected(standing, [p for p in links(frame) if not riders.keys() & set(p)])
    pieces = [sorted(piece, key=lambda i: _place(frame, i)) for piece in pieces]
    rows = _join(frame, sorted(pieces, key=lambda piece: _place(frame, piece[0])))
    rows.sort(
        key=lambda row: (round(float(frame.centres[row, 1].mean()), 6), _place(frame, row[0]))
    )
    for rider, below in sorted(riders.items(), key=lambda pair: _place(frame, pair[0])):
        row = next(row for row in rows if below in row)
        row.insert(row.index(below) + 1, rider)
    return tuple(rows)


def links(frame: Frame) -> list[tuple[int, int]]:
    """Pairs of tiles that stand beside each other."""
    step = np.abs(frame.centres[:, None] - frame.centres[None, :])
    reach = (frame.widths[:, None] + frame.widths[None, :]) / 2 + REACH
    size = (frame.heights[:, None] + frame.heights[None, :]) / 2
    near = np.triu((step[..., 0] <= reach) & (step[..., 1] <= ROW_STEP * size), 1)
    return [(int(i), int(j)) for i, j in np.argwhere(near)]


def _place(frame: Frame, tile: int) -> tuple[float, float]:
    x, y = frame.centres[tile]
    return float(x), float(y)


def _connected(nodes: Sequence[int], edges: Sequence[tuple[int, int]]) -> list[Row]:
    parent = {node: node for node in nodes}

    def root(node: int) -> int:
        while parent[node] != node:
            node = parent[node]
        return node

    for i, j in edges:
        parent[root(i)] = root(j)
    pieces: dict[int, Row] = {}
    for node in nodes:
        pieces.setdefault(root(node), []).append(node)
    return list(pieces.values())


def _join(frame: Frame, pieces: list[Row]) -> list[Row]:
    """Join pieces of rows, the nearest first, where the line of one leads to the other."""
    candidates = []
    for a, b in combinations(range(len(pieces)), 2):
        left, right = sorted((a, b), key=lambda k: _place(frame, pieces[k][0]))
        gap = float(frame.centres[pieces[right][0], 0] - frame.centres[pieces[left][-1], 0])
        if gap > 0.5:
            miss = _miss(frame, pieces[left][-ENDS:], pieces[right][:ENDS])
            if miss <= ROW_STEP:
                candidates.append((round(gap, 6), round(miss, 6), left, right))
    row_of = {k: [k] for k in range(len(pieces))}
    for _, _, left, right in sorted(candidates):
        head, tail = row_of[left], row_of[right]
        if head[-1] == left and tail[0] == right and head is not tail:
            head.extend(tail)
            for k in tail:
                row_of[k] = head
    chains = {id(chain): chain for chain in row_of.values()}
    return [[i for k in chain for i in pieces[k]] for chain in chains.values()]


def _miss(frame: Frame, left: Row, right: Row) -> float:
    """How far apart, in tile heights, the lines of two pieces pass midway between them."""
    slopes = [_slope(frame.centres[piece]) for piece in (left, right) if len(piece) > 2]
    x = (frame.centres[left[-1], 0] + frame.centres[right[0], 0]) / 2
    heights = []
    for piece in (left, right):
        points = frame.centres[piece]
        slope = _slope(points) if len(piece) > 2 else float(np.mean(slopes)) if slopes else 0.0
        heights.append(points[:, 1].mean() + slope * (x - points[:, 0].mean()))
    return float(abs(heights[0] - heights[1]))


def _slope(points: Array) -> float:
    centred = points - points.mean(axis=0)
    return float((centred[:, 0] * centred[:, 1]).sum() / max((centred[:, 0] ** 2).sum(), 1e-9))


def _riders(frame: Frame) -> dict[int, int]:
    """Sideways tiles on top of a sideways tile of a row, with the tile below each."""
    beside = links(frame)
    upright_mates = {i for a, b in beside for i, j in ((a, b), (b, a)) if not frame.sideways[j]}
    riders = {}
    for i in np.flatnonzero(frame.sideways):
        for j in np.flatnonzero(frame.sideways):
            dx, dy = frame.centres[i] - frame.centres[j]
            on_top = abs(dx) < 0.35 and -0.95 < dy < -0.5
            if on_top and int(j) in upright_mates and int(i) not in upright_mates:
                riders[int(i)] = int(j)
    return riders
