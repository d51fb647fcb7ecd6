"""A small design in pictures, and a head that is learned from it in seconds."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from models.enrol import teach
from models.enrol.enrol import Models, models_of
from models.enrol.gallery import Gallery
from models.enrol.head import Head
from scoring.tiles import Family, Tile

FACES = ("1m", "2p", "3s")


def face(text: str, ink: tuple[int, int, int] = (20, 20, 90)) -> NDArray[np.uint8]:
    """A tile (140×100×3) with a large text, as no design of ours has."""
    art = np.full((140, 100, 3), (240, 235, 220), np.uint8)
    cv2.putText(art, text, (14, 95), cv2.FONT_HERSHEY_TRIPLEX, 2.2, ink, 5, cv2.LINE_AA)
    return art


@pytest.fixture
def few_views(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "VIEWS": 96, "REST_VIEWS": 2, "BACKS": 8, "THINGS": 12, "SEAMS": 8, "TABLES": 8,
        "REST_DESIGNS": 1,
    }.items():  # fmt: skip
        monkeypatch.setattr(teach, name, value)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three faces, the first in two pictures, and one face of the design's own."""
    place = tmp_path / "pictures"
    place.mkdir()
    for name, text in (("1m", "A"), ("1m_2", "A"), ("2p", "W"), ("3s", "7"), ("own-joker", "X")):
        Image.fromarray(face(text)).save(place / f"{name}.png")
    return place


@pytest.fixture(scope="session")
def models() -> Models:
    """The shipped models."""
    return models_of(None)


@pytest.fixture
def gallery() -> Gallery:
    """Three faces that two features tell apart."""
    answers = np.array([0, 1, 2, 3, 4], np.int64)
    weights = np.array([[4, -4, 0, 0, 0], [0, 0, 4, -4, 0]], np.float32)
    head = Head(weights, np.zeros(5, np.float32), answers, np.array([0, 1, 2, 3, -1]), 0.5)
    tiles = tuple(Tile.parse(name) for name in FACES)
    return Gallery("mine", 1, Family.MAHJONG, tiles, head, 0.0, ("1.0", "ab" * 32), "map")
