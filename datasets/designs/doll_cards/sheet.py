"""A contact sheet of a pack: all plain cards, all stamped ones, and the back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.designs.doll_cards.card import draw_doll_card
from datasets.designs.doll_cards.design import DollCardDesign
from datasets.designs.face_names import FACE_ROWS
from datasets.designs.sheet import lay_out
from scoring.tiles import Family, Tile


def doll_contact_sheet(design: DollCardDesign, height: int = 200) -> NDArray[np.uint8]:
    """Return an RGB picture of two rows: plain cards and the back, then the stamped cards.

    Each card is ``height`` pixels high.
    """
    return lay_out(
        [
            [draw_doll_card(design, Tile.parse(text, Family.DOLLS), height) for text in row]
            for row in FACE_ROWS[Family.DOLLS]
        ]
    )
