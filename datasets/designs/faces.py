"""One tile's whole printed face, from a design."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.designs.bamboos import draw_bamboos
from datasets.designs.birds import draw_bird
from datasets.designs.canvas import Canvas
from datasets.designs.characters import (
    draw_character,
    draw_honour,
    draw_indices,
    draw_white,
    index_text,
)
from datasets.designs.circles import draw_circles
from datasets.designs.design import MahjongDesign
from datasets.designs.flowers import draw_bonus
from scoring.tiles import Family, Tile, UnknownTileError


def draw_face(design: MahjongDesign, tile: Tile, height: int = 160) -> NDArray[np.uint8]:
    """Draw a tile upright.

    The picture depends on nothing but the arguments and the installed fonts.

    Args:
        design: The maker's set.
        tile: A mahjong tile, a red five or ``back``.
        height: Pixels.

    Returns:
        RGB pixels, height × (height / aspect) × 3.

    Raises:
        UnknownTileError: The tile is not a mahjong tile.
        FontsMissingError: A character is needed and no font has it.
    """
    if tile.family is not Family.MAHJONG:
        raise UnknownTileError(f"{tile}: a mahjong design has mahjong tiles only")
    rng = np.random.default_rng([design.seed, *tile.face.encode(), tile.red])
    surface = design.surface
    if tile.is_back:
        return Canvas(height, design.aspect, surface.back).finish(surface, rng)
    canvas = Canvas(height, design.aspect, surface.face)
    _draw_print(canvas, design, tile, rng)
    return canvas.finish(surface, rng)


def _draw_print(
    canvas: Canvas, design: MahjongDesign, tile: Tile, rng: np.random.Generator
) -> None:
    """Draw what is printed on the face."""
    suit, rank = tile.face[1], int(tile.face[0])
    if suit == "m":
        draw_character(canvas, design, rank, tile.red, rng)
    elif suit == "p":
        draw_circles(canvas, design, rank, tile.red, rng)
    elif suit == "s" and rank == 1:
        draw_bird(canvas, design)
    elif suit == "s":
        draw_bamboos(canvas, design, rank, tile.red, rng)
    elif suit == "f":
        draw_bonus(canvas, design, rank)
    elif rank == 5:
        draw_white(canvas, design)
    else:
        draw_honour(canvas, design, rank)
    draw_indices(canvas, design.indices, index_text(suit, rank, design.indices))
