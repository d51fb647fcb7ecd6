"""A photographed sheet into its faces."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.designs.pictures.design import FACE_HEIGHT, Sheet
from datasets.designs.pictures.faces import resized
from datasets.designs.tables import DesignError
from vision.geometry import quad_areas, rectify
from vision.photo import Photo

MAX_COLUMNS = 40
MIN_CELL = 16
"""Pixels below which a face shows nothing."""
_Float = NDArray[np.float32]


def cells_of(sheet: Sheet) -> list[list[str]]:
    """Return the names of a sheet's faces by row.

    Raises:
        DesignError: The rows are empty, too long, or of different length.
    """
    rows = [row.split() for row in sheet.faces]
    lengths = {len(row) for row in rows}
    if len(lengths) != 1 or not 0 < max(lengths) <= MAX_COLUMNS or len(rows) > MAX_COLUMNS:
        raise DesignError(
            f"the rows of faces of the sheet {sheet.file} have {sorted(lengths)} names; expected "
            f"1 to {MAX_COLUMNS}, as many in each row (- for a place to be skipped)"
        )
    return rows


def cut(sheet: Sheet, photo: Photo) -> Iterator[tuple[str, NDArray[np.uint8], float]]:
    """Yield name, picture (RGB) and aspect of every face of a sheet.

    The aspect, height over width, is that of the sheet's cells; perspective blurs it.

    Raises:
        DesignError: The rows or the corners make no grid in the photo.
    """
    rows = cells_of(sheet)
    shape = (len(rows), len(rows[0]))
    block = _block(sheet, photo)
    width, height = _cell_size(block, shape)
    if min(width, height) < MIN_CELL:
        raise DesignError(
            f"the faces of the sheet {sheet.file} have {width:.0f} × {height:.0f} pixels, "
            f"expected at least {MIN_CELL}"
        )
    aspect = height / width
    inset = sheet.inset
    if not 0 <= inset < 0.3:
        raise DesignError(f"inset of the sheet {sheet.file} is {inset}, expected 0 to 0.3")
    size = (round(width * (1 - 2 * inset)), round(height * (1 - 2 * inset)))
    for y, row in enumerate(rows):
        for x, name in enumerate(row):
            if name == "-":
                continue
            sides = (x + inset, y + inset, x + 1 - inset, y + 1 - inset)
            face = rectify(photo.pixels, _cell(block, shape, sides), size)
            high = min(FACE_HEIGHT, size[1])
            yield name, resized(face, max(1, round(high / aspect)), high), aspect


def _block(sheet: Sheet, photo: Photo) -> _Float:
    """Return the corners (4×2) of the block of faces in pixels of the photo as decoded."""
    if sheet.corners is not None:
        corners = np.array(sheet.corners, np.float32)
        if corners.shape != (4, 2):
            raise DesignError(f"the sheet {sheet.file} has {len(corners)} corners, expected 4")
        _check_corners(sheet, corners, (photo.width, photo.height))
        return (corners * photo.scale).astype(np.float32)
    left, top, right, bottom = sheet.margin
    if min(sheet.margin) < 0 or left + right >= 0.9 or top + bottom >= 0.9:
        raise DesignError(f"the margins of the sheet {sheet.file} leave no room for faces")
    shares = np.array([[left, top], [1 - right, top], [1 - right, 1 - bottom], [left, 1 - bottom]])
    return (shares * photo.pixels.shape[1::-1]).astype(np.float32)


def _check_corners(sheet: Sheet, corners: _Float, size: tuple[int, int]) -> None:
    """Refuse corners outside the photo, and those that make no clockwise convex block."""
    if (corners < -1).any() or (corners > np.array(size) + 1).any():
        raise DesignError(
            f"a corner of the sheet {sheet.file} lies outside its {size[0]} × {size[1]} pixels"
        )
    triangles = np.stack([np.delete(corners, index, axis=0) for index in range(4)])
    if (quad_areas(triangles) <= 0).any():
        raise DesignError(
            f"the corners of the sheet {sheet.file} are not in clockwise order around its faces"
        )


def _cell_size(block: _Float, shape: tuple[int, int]) -> tuple[float, float]:
    """Return the mean width and height of a cell in pixels."""
    sides = np.hypot(*(np.roll(block, -1, axis=0) - block).T)
    rows, columns = shape
    return float(sides[0] + sides[2]) / 2 / columns, float(sides[1] + sides[3]) / 2 / rows


def _cell(block: _Float, shape: tuple[int, int], sides: tuple[float, ...]) -> _Float:
    """Return the corners (4×2) in the photo of a rectangle of the block, in cells."""
    rows, columns = shape
    x0, y0, x1, y1 = sides
    wanted = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) / (columns, rows)
    return _through(block, wanted)


def _through(block: _Float, shares: NDArray[np.float64]) -> _Float:
    """Map shares (n×2) of the block into the photo, with its perspective."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(square, block)
    mapped = cv2.perspectiveTransform(shares[None].astype(np.float64), matrix)[0]
    return np.asarray(mapped, np.float32)
