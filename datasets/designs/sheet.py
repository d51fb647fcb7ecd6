"""A contact sheet of a design: all faces, the red fives and the back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.designs.design import MahjongDesign
from datasets.designs.face_names import FACE_ROWS
from datasets.designs.faces import draw_face
from scoring.tiles import Family, Tile


def contact_sheet(design: MahjongDesign, height: int = 120) -> NDArray[np.uint8]:
    """Return an RGB picture of all 46 faces in five rows, each face ``height`` pixels high."""
    return lay_out(
        [
            [draw_face(design, Tile.parse(text, Family.MAHJONG), height) for text in row]
            for row in FACE_ROWS[Family.MAHJONG]
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
