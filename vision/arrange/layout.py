"""The values that the arrangement gives: placed tiles, their roles, the layout."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import Tile
from vision.read import Reading


class Role(StrEnum):
    """What a tile is for in the hand on the photo."""

    HAND = "hand"
    MELD = "meld"
    CONCEALED_KONG = "concealed_kong"
    BONUS = "bonus"
    WINNING = "winning"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """One tile of the photo with its place and its role.

    Attributes:
        reading: What the reader said.
        corners: 4×2 float32, pixels of the photo, clockwise from the face's own top left.
        tile: What it counts as after the set constraint; face-down tiles stay ``back``.
        doubtful: Worth a second look: uncertain, or changed by the set constraint.
        row: Index of its row, from the top of the hand.
        group: Index of its group of neighbours, counted over all rows in reading order.
        role: What it is for.
    """

    reading: Reading
    corners: NDArray[np.float32]
    tile: Tile
    doubtful: bool
    row: int
    group: int
    role: Role

    def __post_init__(self) -> None:
        if self.corners.shape != (4, 2):
            raise ValueError(f"corners must be 4×2, got shape {self.corners.shape}")


@dataclass(frozen=True, slots=True)
class Layout:
    """A photo's tiles in reading order and the hand that they make.

    Attributes:
        tiles: Row by row, each from left to right.
        hand_text: The hand in the project's notation; empty when no face was read.
        winning_tile: The tile that lies apart or turned; ``None`` when none does.
        warnings: Sentences for the user, e.g. changes by the set constraint.
    """

    tiles: tuple[PlacedTile, ...]
    hand_text: str
    winning_tile: Tile | None
    warnings: tuple[str, ...] = ()
