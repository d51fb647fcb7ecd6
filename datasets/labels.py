"""What every label format is read into, and written from.

A :class:`MarkedPhoto` is a photo with what a label file says of it, in pixels: every format
reads and writes it. Its :class:`Mark` keeps the class name as the file has it until
:mod:`datasets.formats.naming` adds the tile. A :class:`LabelledPhoto` is the same truth as
arrays of shares, for those who measure and train.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scoring.errors import WahuaError
from scoring.tiles import Tile


class DatasetError(WahuaError):
    """A dataset or one of its files cannot be used."""

    type = "dataset"
    title = "The dataset cannot be read"


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """A photo file and the tiles that somebody marked in it.

    Attributes:
        path: The photo.
        tiles: The n tiles, in the order of the label file.
        boxes: n×4, ``x0 y0 x1 y1`` as shares of the upright photo's width and height.
        corners: n×4×2 as shares of width and height, clockwise from the face's own top
            left, or None where only boxes are known.
        partial: Other tiles are in the picture too, unlabelled; answers that match no
            label are then not counted as extra.
        hand: The hand in notation, where the labels tell it.
    """

    path: Path
    tiles: tuple[Tile, ...]
    boxes: NDArray[np.float32]
    corners: NDArray[np.float32] | None = None
    partial: bool = False
    hand: str | None = None

    @classmethod
    def empty(cls, path: Path) -> LabelledPhoto:
        """A photo that shows no tile."""
        return cls(path, (), np.zeros((0, 4), np.float32))

    def __post_init__(self) -> None:
        expected = (len(self.tiles), 4)
        if self.boxes.shape != expected:
            raise ValueError(f"boxes must be {expected}, not {self.boxes.shape}")
        if self.corners is not None and self.corners.shape != (len(self.tiles), 4, 2):
            raise ValueError(f"corners must be {(*expected, 2)}, not {self.corners.shape}")


Point = tuple[float, float]
Box = tuple[float, float, float, float]
Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Mark:
    """One tile that somebody marked, in pixels of the upright photo.

    Attributes:
        name: The class as the label file names it.
        box: ``x0 y0 x1 y1``.
        corners: Clockwise; in the project's own labels from the face's own top left, in
            foreign ones from whichever corner was clicked first. None where only the box
            is known.
        row: Row of the layout, from 0.
        group: Group within the layout, from 0.
        tile: What the name means, once that is known.
    """

    name: str
    box: Box
    corners: Quad | None = None
    row: int | None = None
    group: int | None = None
    tile: Tile | None = None

    @classmethod
    def of_corners(
        cls, name: str, points: Sequence[Point], row: int | None = None, group: int | None = None
    ) -> Mark:
        """A mark of four points in their order around the tile.

        Points that run anticlockwise are taken the other way round from the same first
        one: a face is never seen from behind.

        Raises:
            DatasetError: There are not four.
        """
        if len(points) != 4:
            raise DatasetError(f"a tile has 4 corners, not {len(points)}")
        a, b, c, d = points
        twice_area = sum(p[0] * q[1] - q[0] * p[1] for p, q in ((a, b), (b, c), (c, d), (d, a)))
        quad = (a, b, c, d) if twice_area >= 0 else (a, d, c, b)
        return cls(name, box_around(points), quad, row, group)

    @property
    def angle(self) -> float | None:
        """Degrees, -180..180, by which the edge from corner 0 to 1 is turned clockwise."""
        if self.corners is None:
            return None
        (x0, y0), (x1, y1) = self.corners[:2]
        return math.degrees(math.atan2(y1 - y0, x1 - x0))


def box_around(points: Sequence[Point]) -> Box:
    """The axis-aligned box around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def turned_box(box: Box, degrees: float, pivot: Point) -> Quad:
    """Corners of a box turned clockwise (as seen, y down) about a point."""
    x0, y0, x1, y1 = box
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def turn(x: float, y: float) -> Point:
        dx, dy = x - pivot[0], y - pivot[1]
        return pivot[0] + dx * cos - dy * sin, pivot[1] + dx * sin + dy * cos

    return turn(x0, y0), turn(x1, y0), turn(x1, y1), turn(x0, y1)


@dataclass(frozen=True, slots=True)
class MarkedPhoto:
    """A photo and what its labels say.

    Attributes:
        path: The photo.
        width: Of the upright photo, pixels.
        height: Of the upright photo, pixels.
        marks: In the order of the label file.
        split: ``train``, ``val``, ``test``, or None.
        set: Name of the physical set of tiles, where the dataset tells.
        partial: Other tiles are in the picture too, unlabelled.
        hand: The hand in notation; in older files the groups of tiles as laid out.
    """

    path: Path
    width: int
    height: int
    marks: tuple[Mark, ...] = ()
    split: str | None = None
    set: str | None = None
    partial: bool = False
    hand: str | tuple[tuple[str, ...], ...] | None = None

    @property
    def source(self) -> str:
        """Stem of the photo that this one was made from, shared by augmented copies.

        Roboflow names the copies of ``a.jpg`` ``a_jpg.rf.<hash>.jpg``.
        """
        return self.path.stem.split(".rf.")[0]

    def labelled(self) -> LabelledPhoto:
        """The same as arrays; corners only where every mark has them.

        Raises:
            ValueError: A mark's tile is not known yet.
        """
        tiles = tuple(mark.tile for mark in self.marks if mark.tile is not None)
        if len(tiles) < len(self.marks):
            raise ValueError("a mark has no tile")
        size = np.array([self.width, self.height], np.float64)
        boxes = np.array([mark.box for mark in self.marks], np.float64).reshape(-1, 2, 2) / size
        quads = [mark.corners for mark in self.marks if mark.corners is not None]
        corners = None
        if len(quads) == len(tiles) and tiles:
            corners = (np.array(quads, np.float64) / size).astype(np.float32)
        return LabelledPhoto(
            self.path,
            tiles,
            boxes.reshape(-1, 4).astype(np.float32),
            corners,
            self.partial,
            self.hand if isinstance(self.hand, str) else None,
        )
