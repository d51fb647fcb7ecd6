"""A photo or a scan of a whole set laid out in order: cut into faces, which the order names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.enrol.errors import EnrolError
from models.enrol.names import faces_of, whole_set
from models.enrol.pictures import LEAST_SIDE, cut_upright, picture_of, read_table
from models.enrol.teach import Enrolled
from scoring.tiles import Family
from vision.geometry import rectify
from vision.locate import Quads
from vision.pipeline import Recogniser

AS_READ, SKIPPED = "?", "-"
"""In an order: the reader names this one; this one is left out."""
MAX_CELLS = 1000
_GRID = re.compile(r"([1-9]\d{0,2})[x×]([1-9]\d{0,2})")
Picture = NDArray[np.uint8]


def read_sheet(
    path: Path,
    recogniser: Recogniser,
    *,
    order: str | None = None,
    family: Family | None = None,
    grid: str | None = None,
    table: Path | None = None,
) -> tuple[list[Enrolled], Family]:
    """Read a picture of a whole set.

    Args:
        path: The picture, its rows running from left to right.
        recogniser: Finds the tiles, and names those that the order leaves to it.
        order: A name for each tile, row by row: ``1m 2m … 9m``; ``?`` for what the reader
            says, ``-`` to leave one out. By default the order of the whole set.
        family: Of the tiles, where the names leave it open.
        grid: ``COLUMNSxROWS`` of a flat scan, which is cut evenly instead of located.
        table: The names as rows ``number,tile`` instead of an order, numbered from 1.

    Raises:
        EnrolError: The picture cannot be used, or the names do not fit what it shows.
    """
    pixels = picture_of(path)
    quads = _cells(pixels, grid) if grid else in_reading_order(recogniser.find(pixels))
    if len(quads) == 0:
        raise EnrolError(f"no tile was found in {path}")
    names = _names(len(quads), order, table, family)
    kept = [index for index, name in enumerate(names) if name != SKIPPED]
    named = _as_read([names[index] for index in kept], pixels, quads[kept], recogniser, family)
    faces, family = faces_of(named, family)
    return [
        Enrolled(face, _cut(pixels, quads[index], grid), f"{path.name}, number {index + 1}")
        for face, index in zip(faces, kept, strict=True)
    ], family


def _cut(pixels: Picture, corners: NDArray[np.float32], grid: str | None) -> Picture:
    if grid is None:
        return cut_upright(pixels, corners)
    width, height = corners[2] - corners[0]
    if min(width, height) < LEAST_SIDE:
        raise EnrolError(f"a cell of the grid has less than {LEAST_SIDE} pixels a side")
    return rectify(pixels, corners, (round(float(width)), round(float(height))))


def _cells(pixels: Picture, grid: str) -> NDArray[np.float32]:
    """Corners (n×4×2) of the cells of a grid, row by row."""
    match = _GRID.fullmatch(grid)
    columns, rows = (int(match[1]), int(match[2])) if match else (0, 0)
    if not 1 <= columns * rows <= MAX_CELLS:
        raise EnrolError(f"'{grid[:20]}' is no grid; write columns and rows: 9x5")
    height, width = pixels.shape[0] / rows, pixels.shape[1] / columns
    cell = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    places = np.array([(x * width, y * height) for y in range(rows) for x in range(columns)])
    return np.asarray(places[:, None] + cell, np.float32)


def _names(count: int, order: str | None, table: Path | None, family: Family | None) -> list[str]:
    """A name for each of so many tiles."""
    if order is not None and table is not None:
        raise EnrolError("give either an order or a table of names, not both")
    if table is not None:
        return _from_table(count, table)
    names = order.split() if order is not None else _usual_order(count, family)
    if len(names) != count:
        raise EnrolError(
            f"{count} tiles were found, but the order names {len(names)}; "
            f"write {AS_READ} for a tile that the reader names and {SKIPPED} for one left out"
        )
    return names


def _from_table(count: int, table: Path) -> list[str]:
    names = [AS_READ] * count
    for number, tile in read_table(table, "number"):
        if not number.isdecimal() or not 1 <= int(number) <= count:
            raise EnrolError(f"{table}: '{number[:20]}' is none of the {count} tiles")
        names[int(number) - 1] = tile
    return names


def _usual_order(count: int, family: Family | None) -> list[str]:
    """The whole set of the family that has so many faces; else the reader names all."""
    for each in Family if family is None else (family,):
        for bonus in (True, False):
            tiles = whole_set(each, bonus=bonus)
            if len(tiles) == count:
                return [str(tile) for tile in tiles]
    return [AS_READ] * count


def _as_read(
    names: Sequence[str],
    pixels: Picture,
    corners: NDArray[np.float32],
    recogniser: Recogniser,
    family: Family | None,
) -> list[str]:
    """The names, with what the reader says in place of ``?``."""
    asked = [index for index, name in enumerate(names) if name == AS_READ]
    if not asked:
        return list(names)
    quads = Quads(corners[asked], np.ones(len(asked), np.float32))
    result = list(names)
    for index, reading in zip(asked, recogniser.reader(pixels, quads, family), strict=True):
        if reading.tile is None:
            raise EnrolError(f"the reader cannot name tile {index + 1}; name it in --order")
        result[index] = str(reading.tile)
    return result


def in_reading_order(quads: Quads) -> NDArray[np.float32]:
    """Corners (n×4×2) of tiles that lie in rows, row by row and from left to right.

    The upper edges tell how the rows lie. A new row begins where the next tile's middle is
    lower by more than half a tile.
    """
    corners = quads.corners
    if len(corners) == 0:
        return corners
    across = corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]
    angle = float(np.median(np.arctan2(across[:, 1], across[:, 0])))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middles = corners.mean(axis=1) @ turn.T
    height = float(np.median(np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)))
    rows: list[list[int]] = []
    for index in np.argsort(middles[:, 1], kind="stable").tolist():
        last = rows[-1][-1] if rows else None
        if last is None or middles[index, 1] - middles[last, 1] > height / 2:
            rows.append([])
        rows[-1].append(index)
    order = [index for row in rows for index in sorted(row, key=lambda i: float(middles[i, 0]))]
    return np.asarray(corners[order], np.float32)
