"""A contact sheet of a design: all faces, the red fives and the back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.designs.design import MahjongDesign
from datasets.designs.faces import draw_face
from scoring.tiles import Family, Tile

_ROWS = (
    "1m 2m 3m 4m 5m 6m 7m 8m 9m 0m",
    "1p 2p 3p 4p 5p 6p 7p 8p 9p 0p",
    "1s 2s 3s 4s 5s 6s 7s 8s 9s 0s",
    "1z 2z 3z 4z 5z 6z 7z back",
    "1f 2f 3f 4f 5f 6f 7f 8f",
)


def contact_sheet(design: MahjongDesign, height: int = 120) -> NDArray[np.uint8]:
    """Return an RGB picture of all 46 faces in five rows, each face ``height`` pixels high."""
    return lay_out(
        [
            [draw_face(design, Tile.parse(text, Family.MAHJONG), height) for text in row.split()]
            for row in _ROWS
        ]
    )


def lay_out(rows: Sequence[Sequence[NDArray[np.uint8]]]) -> NDArray[np.uint8]:
    """Return one RGB picture with faces of equal size in rows, on dark grey."""
    height, width = rows[0][0].shape[:2]
    gap = max(2, height // 20)
    columns = max(map(len, rows))
    sheet = np.full(
        (len(rows) * (height + gap) + gap, columns * (width + gap) + gap, 3), 70, dtype=np.uint8
    )
    for y, row in enumerate(rows):
        for x, face in enumerate(row):
            top, left = gap + y * (height + gap), gap + x * (width + gap)
            sheet[top : top + height, left : left + width] = face
    return sheet
