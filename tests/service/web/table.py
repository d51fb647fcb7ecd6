"""A hand laid on a plain table: the picture, and the answer of the service for it.

Where no photo of a family is at hand, the page is shown this picture and this answer, which has
the form of ``POST /v1/read`` and is checked against its schema.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw

from scoring import Family, Hand
from service.http.schemas.read import ReadOut

WIDTH, TILE_WIDTH, TILE_HEIGHT, GAP, MARGIN = 1280, 84, 116, 10, 70
PER_ROW = 12
READ_ID = "0123456789abcdef0123456789abcdef"


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand on the table.

    Attributes:
        family: The tiles' family.
        hand: The hand that the page should make of it.
        wrong: Place in reading order of the tile that is read as ``as_read``, and doubtful.
        as_read: What that tile is taken for.
    """

    family: Family
    hand: str
    wrong: int
    as_read: str


def places(number: int) -> list[tuple[int, int]]:
    """Return the left top corner of each tile, row by row."""
    return [
        (
            MARGIN + (index % PER_ROW) * (TILE_WIDTH + GAP),
            MARGIN + (index // PER_ROW) * (TILE_HEIGHT + 3 * GAP),
        )
        for index in range(number)
    ]


def picture(laid: Laid) -> bytes:
    """Return the table as a JPEG: light tiles with lines on them, on green cloth."""
    tiles = _tiles(Hand.parse(laid.hand, laid.family))
    image = Image.new("RGB", (WIDTH, _height(len(tiles))), (46, 92, 70))
    draw = ImageDraw.Draw(image)
    for (left, top), (face, _) in zip(places(len(tiles)), tiles, strict=True):
        box = (left, top, left + TILE_WIDTH, top + TILE_HEIGHT)
        draw.rounded_rectangle(box, 9, fill=(250, 245, 230), outline=(180, 170, 140), width=2)
        draw.text((left + 16, top + 40), face, fill=(30, 40, 36), font_size=30)
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


def answer(laid: Laid) -> dict[str, Any]:
    """Return what the service would say of the picture, with the one tile read wrongly."""
    hand = Hand.parse(laid.hand, laid.family)
    tiles = _tiles(hand)
    found = [
        _tile(index, face, role, laid, place)
        for index, ((face, role), place) in enumerate(zip(tiles, places(len(tiles)), strict=True))
    ]
    concealed = [tile["tile"] for tile in found if tile["role"] == "hand"]
    bonus = [tile["tile"] for tile in found if tile["role"] == "bonus"]
    read = {
        "id": READ_ID,
        "image": "table.jpg",
        "width": WIDTH,
        "height": _height(len(tiles)),
        "family": str(laid.family),
        "tiles": found,
        "layout": laid.hand,
        "hand": {**hand.as_dict(), "concealed": concealed, "bonus": bonus},
        "timings_ms": {"read": 1.0},
        "models": {"reader": "0"},
        "warnings": [],
        "photo_kept": False,
        "versions": {"wahua": "0", "models": {}, "rulesets": {}},
    }
    return ReadOut.model_validate(read).model_dump(mode="json")


def _tiles(hand: Hand) -> list[tuple[str, str]]:
    held = [(str(tile), "hand") for tile in hand.concealed]
    return held + [(str(tile), "bonus") for tile in hand.bonus]


def _tile(index: int, face: str, role: str, laid: Laid, place: tuple[int, int]) -> dict[str, Any]:
    left, top = place
    doubtful = index == laid.wrong
    named = laid.as_read if doubtful else face
    odds: Sequence[tuple[str, float]] = [(named, 0.52), (face, 0.41)]
    return {
        "tile": named,
        "confidence": 0.52 if doubtful else 0.99,
        "alternatives": odds if doubtful else [(named, 0.99)],
        "corners": [
            [left, top],
            [left + TILE_WIDTH, top],
            [left + TILE_WIDTH, top + TILE_HEIGHT],
            [left, top + TILE_HEIGHT],
        ],
        "row": index // PER_ROW,
        "group": index // PER_ROW,
        "role": role,
        "doubtful": doubtful,
    }


def _height(number: int) -> int:
    return 2 * MARGIN + -(-number // PER_ROW) * (TILE_HEIGHT + 3 * GAP)
