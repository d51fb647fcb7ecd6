"""Mahjong sets as data: designs of makers, random ones, and the faces they print."""

from __future__ import annotations

from datasets.designs.design import MahjongDesign, named_mahjong_designs
from datasets.designs.faces import draw_face
from datasets.designs.fonts import FontsMissingError
from datasets.designs.sampling import random_mahjong_design
from datasets.designs.sheet import contact_sheet

__all__ = [
    "FontsMissingError",
    "MahjongDesign",
    "contact_sheet",
    "draw_face",
    "named_mahjong_designs",
    "random_mahjong_design",
]
