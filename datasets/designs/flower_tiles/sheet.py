"""A contact sheet of a set of flower tiles: all patterns and kinds, extras and the back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.designs.face_names import FACE_ROWS
from datasets.designs.flower_tiles.design import FlowerTileDesign
from datasets.designs.flower_tiles.faces import draw_flower_tile
from datasets.designs.sheet import lay_out
from scoring.tiles import Family, Tile


def flower_contact_sheet(design: FlowerTileDesign, height: int = 110) -> NDArray[np.uint8]:
    """Return an RGB picture of all 73 faces, each ``height`` pixels high.

    Three rows hold the 21 patterns: plain, flower and stacked; the fourth holds the bonus
    tiles, the white dragon and the back.
    """
    return lay_out(
        [
            [draw_flower_tile(design, Tile.parse(text, Family.FLOWERS), height) for text in row]
            for row in FACE_ROWS[Family.FLOWERS]
        ]
    )
