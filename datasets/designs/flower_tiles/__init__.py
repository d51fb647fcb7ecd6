"""Sets of flower tiles as data: designs of makers, random ones, and the faces they print."""

from __future__ import annotations

from datasets.designs.flower_tiles.design import FlowerTileDesign, named_flower_designs
from datasets.designs.flower_tiles.faces import draw_flower_tile
from datasets.designs.flower_tiles.sampling import crowded_flower_design, random_flower_design
from datasets.designs.flower_tiles.sheet import flower_contact_sheet

__all__ = [
    "FlowerTileDesign",
    "crowded_flower_design",
    "draw_flower_tile",
    "flower_contact_sheet",
    "named_flower_designs",
    "random_flower_design",
]
