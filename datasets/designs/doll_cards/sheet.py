"""A contact sheet of a pack: all plain cards, all stamped ones, and the back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.designs.doll_cards.card import draw_doll_card
from datasets.designs.doll_cards.design import DollCardDesign
from scoring.tiles import BACK, DOLL_SUBJECTS, Family, Tile


def doll_contact_sheet(design: DollCardDesign, height: int = 200) -> NDArray[np.uint8]:
    """Return an RGB picture of two rows: plain cards and the back, then the stamped cards.

    Each card is ``height`` pixels high.
    """
    gap = max(2, height // 20)
    plain = [*(Tile(Family.DOLLS, face) for face in DOLL_SUBJECTS), Tile(Family.DOLLS, BACK)]
    stamped = [Tile(Family.DOLLS, face, stamped=True) for face in DOLL_SUBJECTS]
    width = round(height / design.aspect)
    shape = (2 * (height + gap) + gap, len(plain) * (width + gap) + gap, 3)
    sheet = np.full(shape, 70, dtype=np.uint8)
    for y, row in enumerate((plain, stamped)):
        for x, tile in enumerate(row):
            top, left = gap + y * (height + gap), gap + x * (width + gap)
            sheet[top : top + height, left : left + width] = draw_doll_card(design, tile, height)
    return sheet
