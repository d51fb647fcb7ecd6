"""Designs made of pictures: files for single faces, and photographed sheets of them."""

from __future__ import annotations

from datasets.designs.pictures.design import PictureDesign, PictureSettings, Sheet
from datasets.designs.pictures.faces import draw_picture
from datasets.designs.pictures.load import load_pictures

__all__ = ["PictureDesign", "PictureSettings", "Sheet", "draw_picture", "load_pictures"]
