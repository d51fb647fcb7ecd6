"""A contact sheet: small pictures in rows, each with a caption, for a person to look through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

CELL, CAPTION, GAP = (200, 104), 34, 6
"""Pixels: size of a picture's cell, height of its caption, distance of cells."""
_PAPER, _INK = "white", "black"


@dataclass(frozen=True, slots=True)
class Item:
    """One picture.

    Attributes:
        pixels: H×W×3 RGB; it is shrunk to fit, never enlarged.
        caption: At most two lines; what is too long is cut off.
    """

    pixels: NDArray[np.uint8]
    caption: str


def captioned_sheet(items: Sequence[Item], columns: int = 6) -> NDArray[np.uint8]:
    """Return the sheet (H×W×3 RGB); without items it is one empty cell."""
    columns = max(1, min(columns, len(items)))
    rows = max(1, -(-len(items) // columns))
    wide, high = CELL[0] + GAP, CELL[1] + CAPTION + GAP
    sheet = Image.new("RGB", (columns * wide + GAP, rows * high + GAP), _PAPER)
    pen = ImageDraw.Draw(sheet)
    font = ImageFont.load_default(12)
    for index, item in enumerate(items):
        left, top = GAP + index % columns * wide, GAP + index // columns * high
        picture = Image.fromarray(item.pixels)
        picture.thumbnail(CELL)
        offset = (CELL[0] - picture.width) // 2, (CELL[1] - picture.height) // 2
        sheet.paste(picture, (left + offset[0], top + offset[1]))
        for line, text in enumerate(item.caption.splitlines()[:2]):
            fitted = _fitted(text, font)
            pen.text((left, top + CELL[1] + 2 + line * 15), fitted, fill=_INK, font=font)
    return np.asarray(sheet)


def _fitted(text: str, font: ImageFont.ImageFont | ImageFont.FreeTypeFont) -> str:
    """The text, its beginning cut off where it is too long: file names differ at their ends."""
    cut = text
    while cut and font.getlength(cut if cut == text else f"...{cut}") > CELL[0]:
        cut = cut[1:]
    return cut if cut == text else f"...{cut}"
