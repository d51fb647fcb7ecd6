"""A design that is enrolled in seconds, from pictures of a set that ships."""

from __future__ import annotations

import io
import zipfile

import pytest
from PIL import Image

from datasets.designs.catalogue import named_design
from datasets.designs.families import draw
from models.enrol import teach
from scoring.tiles import Tile

FACES = ("1m", "2m", "3m", "own-joker")


def picture(face: str) -> bytes:
    """A face of a design that ships, as somebody's photo of a single tile."""
    tile = Tile.parse("5p" if face == "own-joker" else face)
    buffer = io.BytesIO()
    Image.fromarray(draw(named_design("hongkong"), tile, 120)).save(buffer, "PNG")
    return buffer.getvalue()


def archive(faces: tuple[str, ...] = FACES, folder: str = "set/") -> bytes:
    """Pictures of some faces as a ZIP archive of a folder."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for face in faces:
            packed.writestr(f"{folder}{face}.png", picture(face))
    return buffer.getvalue()


def learn_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn from a handful of views, in seconds; how well is measured elsewhere."""
    for name in ("MOST_VIEWS", "LEAST_VIEWS"):
        monkeypatch.setattr(teach, name, 6)
    for name in ("REST_VIEWS", "BACKS", "THINGS", "SEAMS", "TABLES"):
        monkeypatch.setattr(teach, name, 4)
