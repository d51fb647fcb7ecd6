"""Sets that scenes are made of: drawn designs printed on tiles of some material."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.designs import MahjongDesign, draw_face, random_mahjong_design
from scoring.tiles import MAHJONG_FACES, Tile

Rng = np.random.Generator
Picture = NDArray[np.uint8]

ALL_FACES: tuple[str, ...] = (*(str(tile) for tile in MAHJONG_FACES), "0m", "0p", "0s")


@dataclass
class PrintedFaces:
    """A set of drawn or packaged pictures, printed on tiles of random material."""

    draw: Callable[[str], Picture]
    names: Sequence[str]
    aspect: float
    body_colour: NDArray[np.float32]
    back_colour: NDArray[np.float32]

    def face(self, rng: Rng) -> tuple[str, Picture]:
        """Draw any face."""
        name = self.names[int(rng.integers(len(self.names)))]
        return name, self.draw(name)

    def back(self, rng: Rng) -> Picture:
        """Plain coloured back."""
        return plain_back(self.back_colour, rng)


def drawn_sets(count: int, seed: int, height: int = 112) -> list[PrintedFaces]:
    """Draw ``count`` random designs, all faces of each (about 0.6 s and 1.2 MB a set)."""
    rngs = [np.random.default_rng((seed, index)) for index in range(count)]
    return [design_faces(random_mahjong_design(rng), height=height) for rng in rngs]


def design_faces(
    design: MahjongDesign, names: Sequence[str] = ALL_FACES, height: int = 160
) -> PrintedFaces:
    """Draw the faces of one design, all of them at once."""
    faces = {name: draw_face(design, Tile.parse(name), height) for name in names}
    back = draw_face(design, Tile.parse("back"), height)
    blank = np.concatenate([face.reshape(-1, 3)[::31] for face in faces.values()])
    body = np.percentile(blank, 80, axis=0).astype(np.float32)
    back_colour = back.reshape(-1, 3).mean(axis=0).astype(np.float32)
    return PrintedFaces(faces.__getitem__, names, design.aspect, body, back_colour)


def random_body_colour(rng: Rng) -> NDArray[np.float32]:
    """White, ivory or yellowish tile material (RGB)."""
    level = rng.uniform(200, 250)
    return np.array([level, level * rng.uniform(0.95, 1.0), level * rng.uniform(0.78, 1.0)],
                    np.float32)  # fmt: skip


def random_back_colour(rng: Rng) -> NDArray[np.float32]:
    """Any colour, or that of the tile's front (RGB)."""
    if rng.random() < 0.15:
        return random_body_colour(rng)
    return rng.uniform(15, 220, 3).astype(np.float32)


def plain_back(colour: NDArray[np.float32], rng: Rng) -> Picture:
    """A back of one colour with a faint grain."""
    grain = rng.normal(0, 2, (120, 90, 1)).astype(np.float32)
    return np.asarray(np.clip(colour + grain, 0, 255), np.uint8)
