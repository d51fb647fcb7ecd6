"""Where the tiles are: four ordered corners for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Quads:
    """The quadrilaterals of n tiles.

    Attributes:
        corners: n×4×2 float32, pixels of the photo, clockwise as seen (y points down).
        scores: n float32, the locator's confidence in 0..1.

    Raises:
        ValueError: When a shape or an element type is not the one above.
    """

    corners: NDArray[np.float32]
    scores: NDArray[np.float32]

    def __post_init__(self) -> None:
        shape = self.corners.shape
        if self.corners.ndim != 3 or shape[1:] != (4, 2):
            raise ValueError(f"corners must be n×4×2, got shape {shape}")
        if self.scores.shape != (shape[0],):
            raise ValueError(f"scores must have shape ({shape[0]},), got {self.scores.shape}")
        for name, array in (("corners", self.corners), ("scores", self.scores)):
            if array.dtype != np.float32:
                raise ValueError(f"{name} must be float32, got {array.dtype}")

    def __len__(self) -> int:
        return int(self.corners.shape[0])
