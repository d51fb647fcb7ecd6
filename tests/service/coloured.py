"""Two tables of coloured tiles and readers that know them, so that no network is needed."""

from __future__ import annotations

import types
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.evidence import evidence_of
from vision.evidence import Evidence
from vision.locate import Quads
from vision.pipeline import Recogniser
from vision.read import Reader

FACES = {(230, 40, 40): "1m", (40, 200, 60): "2p", (40, 60, 230): "3s"}
"""Face by colour (RGB)."""
SIDE, GAP = 40, 60
TABLE = (120, 120, 120)


class ColourLocator:
    """Finds the squares of a table, in reading order."""

    settings = types.SimpleNamespace(input_side=640, min_score=0.35, max_cover=0.5)

    def content_with(self, min_score: float) -> ColourLocator:
        assert min_score <= self.settings.min_score
        return self

    def __call__(self, pixels: NDArray[np.uint8]) -> Quads:
        height, width = pixels.shape[:2]
        corners = [
            [[x, y], [x + SIDE, y], [x + SIDE, y + SIDE], [x, y + SIDE]]
            for y in range((GAP - SIDE) // 2, height - SIDE, GAP)
            for x in range((GAP - SIDE) // 2, width - SIDE, GAP)
            if np.abs(pixels[y + SIDE // 2, x + SIDE // 2].astype(int) - TABLE).sum() > 90
        ]
        quads = np.array(corners, np.float32).reshape(-1, 4, 2)
        return Quads(quads, np.ones(len(quads), np.float32))

    def at_scale(self, pixels: NDArray[np.uint8], factor: int) -> Quads:
        assert factor == 2
        return self(pixels)


class NoSession:
    """Stands where a network would be."""

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        raise AssertionError((output_names, input_feed))


class ColourReader(Reader):
    """Names a square by its colour; faces of ``mistakes`` are taken for others."""

    def __init__(self, mistakes: dict[str, str], confidence: float = 0.9) -> None:
        super().__init__(NoSession())
        self.mistakes = mistakes
        self.confidence = confidence

    def look(self, pixels: NDArray[np.uint8], quads: Quads, *, upright: bool = False) -> Evidence:
        del upright
        names = []
        for corners in quads.corners:
            x, y = corners.mean(axis=0).astype(int)
            near = min(FACES, key=lambda c: int(np.abs(pixels[y, x].astype(int) - c).sum()))
            names.append(self.mistakes.get(FACES[near], FACES[near]))
        evidence = evidence_of(names, self.confidence)
        for row, name in enumerate(names):
            evidence.embeddings[row, int(name[0])] = 1
        return evidence


def recogniser(mistakes: dict[str, str] | None = None, confidence: float = 0.9) -> Recogniser:
    locator: Any = ColourLocator()
    return Recogniser(
        locator, ColourReader(mistakes or {}, confidence), {"locator": "1", "reader": "1"}
    )


def table(path: Path, faces: list[str], columns: int = 4) -> Path:
    """Draw a table (PNG) of tiles in rows."""
    colours = {face: colour for colour, face in FACES.items()}
    rows = -(-len(faces) // columns)
    image = Image.new("RGB", (GAP * columns, GAP * max(1, rows)), TABLE)
    for index, face in enumerate(faces):
        x, y = corner(index, columns)
        image.paste(colours[face], (x, y, x + SIDE, y + SIDE))
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path)
    return path


def corner(index: int, columns: int = 4) -> tuple[int, int]:
    """Top left of a tile, pixels."""
    return (GAP - SIDE) // 2 + GAP * (index % columns), (GAP - SIDE) // 2 + GAP * (index // columns)


def labelled_set(folder: Path, photos: list[list[str]]) -> Path:
    """A YOLO dataset with a val split."""
    names = sorted(FACES.values())
    labels = folder / "labels" / "val"
    labels.mkdir(parents=True)
    for number, faces in enumerate(photos):
        path = table(folder / "images" / "val" / f"{number}.png", faces)
        width, height = Image.open(path).size
        lines = []
        for index, face in enumerate(faces):
            x, y = corner(index)
            place = [(x + SIDE / 2) / width, (y + SIDE / 2) / height, SIDE / width, SIDE / height]
            lines.append(f"{names.index(face)} {' '.join(f'{value:.6f}' for value in place)}")
        (labels / f"{number}.txt").write_text("\n".join(lines))
    (folder / "data.yaml").write_text(f"names: [{', '.join(names)}]\n")
    return folder
