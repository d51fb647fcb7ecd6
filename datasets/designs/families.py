"""The three families of designs under one roof: what each is built from, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from datasets.designs.design import MahjongDesign
from datasets.designs.doll_cards import DollCardDesign, draw_doll_card, random_doll_design
from datasets.designs.face_names import FACE_ROWS
from datasets.designs.faces import draw_face
from datasets.designs.flower_tiles import (
    FlowerTileDesign,
    crowded_flower_design,
    draw_flower_tile,
    random_flower_design,
)
from datasets.designs.pictures import PictureDesign, draw_picture
from datasets.designs.sampling import random_mahjong_design
from datasets.designs.sheet import lay_out
from scoring.tiles import Family, Tile

DrawnDesign = MahjongDesign | FlowerTileDesign | DollCardDesign
Design = DrawnDesign | PictureDesign

STYLES: Mapping[Family, type[DrawnDesign]] = {
    Family.MAHJONG: MahjongDesign,
    Family.FLOWERS: FlowerTileDesign,
    Family.DOLLS: DollCardDesign,
}
RANDOM: Mapping[Family, Callable[[np.random.Generator], DrawnDesign]] = {
    Family.MAHJONG: random_mahjong_design,
    Family.FLOWERS: random_flower_design,
    Family.DOLLS: random_doll_design,
}
"""Draw a design that no set needs to have. Equal states of the generator give equal designs on
machines with the same fonts; without any Chinese font they raise ``FontsMissingError``."""
TAUGHT: Mapping[Family, Callable[[np.random.Generator], DrawnDesign]] = {
    **RANDOM, Family.FLOWERS: crowded_flower_design,
}  # fmt: skip
"""What training draws: as ``RANDOM``, but some are harder."""
SHEET_HEIGHT: Mapping[Family, int] = {
    Family.MAHJONG: 120,
    Family.FLOWERS: 110,
    Family.DOLLS: 200,
}
"""Pixels of a face on a contact sheet that show all its lines."""


def family_of(design: Design) -> Family:
    """Return the family of a design's faces."""
    if isinstance(design, PictureDesign):
        return design.family
    return next(family for family, style in STYLES.items() if isinstance(design, style))


def draw(design: Design, tile: Tile, height: int) -> NDArray[np.uint8]:
    """Draw one tile upright: RGB, height × (height / aspect) × 3.

    Raises:
        UnknownTileError: The design has no such tile.
        FontsMissingError: A character is needed and no font has it.
    """
    if isinstance(design, MahjongDesign):
        return draw_face(design, tile, height)
    if isinstance(design, FlowerTileDesign):
        return draw_flower_tile(design, tile, height)
    if isinstance(design, DollCardDesign):
        return draw_doll_card(design, tile, height)
    return draw_picture(design, tile, height)


def face_names(design: Design) -> list[str]:
    """Return the notation of every face that a design has, without the back."""
    names = [name for row in FACE_ROWS[family_of(design)] for name in row if name != "back"]
    if isinstance(design, PictureDesign):
        return [name for name in names if name in design.faces]
    return names


def whole_set(design: Design, height: int | None = None) -> NDArray[np.uint8]:
    """Return an RGB picture of all faces in rows; what a set of pictures lacks stays grey.

    Args:
        design: Of any family.
        height: Pixels of a face; by default what shows the family's finest lines.

    Raises:
        FontsMissingError: A character is needed and no font has it.
    """
    family = family_of(design)
    height = height or SHEET_HEIGHT[family]
    there = {*face_names(design), "back"}
    absent = np.full((height, round(height / design.aspect), 3), 70, np.uint8)
    return lay_out(
        [
            [
                draw(design, Tile.parse(name, family), height) if name in there else absent
                for name in row
            ]
            for row in FACE_ROWS[family]
        ]
    )
