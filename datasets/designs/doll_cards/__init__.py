"""Doll cards as data: designs of makers, random ones, and the cards they print."""

from __future__ import annotations

from datasets.designs.doll_cards.card import draw_doll_card
from datasets.designs.doll_cards.design import DollCardDesign, named_doll_designs
from datasets.designs.doll_cards.sampling import random_doll_design
from datasets.designs.doll_cards.sheet import doll_contact_sheet

__all__ = [
    "DollCardDesign",
    "doll_contact_sheet",
    "draw_doll_card",
    "named_doll_designs",
    "random_doll_design",
]
