"""What every label format is read into."""

from __future__ import annotations

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
