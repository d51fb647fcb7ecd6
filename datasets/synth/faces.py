"""Sets that scenes are made of: drawn designs printed on tiles of some material."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.designs.catalogue import entries, named_design
from datasets.designs.design import MahjongDesign
from datasets.designs.families import RANDOM, Design, DrawnDesign, draw, face_names, family_of
from datasets.designs.flower_tiles import FlowerTileDesign
from datasets.designs.pictures import PictureDesign
from scoring.tiles import DOLL_SUBJECTS, MAHJONG_FACES, PATTERNS, Family, Tile

Rng = np.random.Generator
Picture = NDArray[np.uint8]

ALL_FACES: tuple[str, ...] = (*(str(tile) for tile in MAHJONG_FACES), "0m", "0p", "0s")
FLOWER_FACES: tuple[str, ...] = (
    *(f"{pattern}{kind}" for pattern in PATTERNS for kind in ("", "f", "d")),
    *(f"{n}f" for n in range(1, 9)), *(f"{n}f" for n in range(1, 9)), "5z",
)  # fmt: skip
DOLL_FACES: tuple[str, ...] = (
    *(f"{subject}{stamp}" for subject in DOLL_SUBJECTS[:-1] for stamp in ("", "*")), "doll", "doll",
)  # fmt: skip
"""The doll comes twice, so that it is as frequent as the other subjects; bonus tiles come twice
among flower tiles, as their characters are harder to tell than pips."""
DRAWN_FACES: Mapping[Family, tuple[str, ...]] = {
    Family.MAHJONG: ALL_FACES,
    Family.FLOWERS: FLOWER_FACES,
    Family.DOLLS: DOLL_FACES,
}
TILE_DEPTH = (0.45, 0.95)
CARD_DEPTH = (0.004, 0.03)
"""Thickness of tiles and of cards in widths."""


@dataclass
class PrintedFaces:
    """A set of drawn or packaged pictures, printed on tiles of random material."""

    draw: Callable[[str], Picture]
    names: Sequence[str]
    aspect: float
    body_colour: NDArray[np.float32]
    back_colour: NDArray[np.float32]
    depth: tuple[float, float] = TILE_DEPTH
    overlap: bool = False
    corner_radius: float = 0.09
    back_picture: Picture | None = None

    def face(self, rng: Rng) -> tuple[str, Picture]:
        """Draw any face."""
        name = self.names[int(rng.integers(len(self.names)))]
        return name, self.draw(name)

    def back(self, rng: Rng) -> Picture:
        """The printed back, or a plain coloured one."""
        if self.back_picture is not None:
            return self.back_picture
        return plain_back(self.back_colour, rng)


def named_designs(family: Family) -> Mapping[str, DrawnDesign]:
    """The designs of a family that have a name."""
    return {entry.name: named_design(entry.name) for entry in entries(family)}


DRAWN_HEIGHT: Mapping[Family, int] = {
    Family.MAHJONG: 112,
    Family.FLOWERS: 144,
    Family.DOLLS: 240,
}
"""Pixels that show each family's finest lines: thin borders, characters on narrow cards."""


def drawn_sets(
    count: int, seed: int, family: Family = Family.MAHJONG, height: int | None = None
) -> list[PrintedFaces]:
    """Draw ``count`` random designs, all faces of each (about 0.6 s and 2 MB a set)."""
    height = height or DRAWN_HEIGHT[family]
    stream = list(Family).index(family)
    rngs = [np.random.default_rng((seed, index, stream)[: 3 if stream else 2])
            for index in range(count)]  # fmt: skip
    return [design_faces(RANDOM[family](rng), height=height) for rng in rngs]


def design_faces(
    design: Design, names: Sequence[str] | None = None, height: int = 160
) -> PrintedFaces:
    """Draw the faces of one design, all of them at once.

    Args:
        design: Of any family.
        names: Which faces, all by default; a name given twice is drawn twice as often.
        height: Pixels.
    """
    if isinstance(design, PictureDesign):
        return _pictured(design, names or face_names(design), height)
    family = family_of(design)
    printed = _printed(design, family, names or DRAWN_FACES[family], height)
    if isinstance(design, MahjongDesign | FlowerTileDesign):
        return printed
    return replace(
        printed, depth=CARD_DEPTH, overlap=True, corner_radius=design.corner_radius,
        back_picture=draw(design, Tile.parse("back", family), height),
    )  # fmt: skip


def _printed(
    design: DrawnDesign, family: Family, names: Sequence[str], height: int
) -> PrintedFaces:
    faces = _faces(design, family, names, height)
    back = draw(design, Tile.parse("back", family), height)
    blank = np.concatenate([face.reshape(-1, 3)[::31] for face in faces.values()])
    body = np.percentile(blank, 80, axis=0).astype(np.float32)
    back_colour = back.reshape(-1, 3).mean(axis=0).astype(np.float32)
    return PrintedFaces(faces.__getitem__, names, design.aspect, body, back_colour)


def _pictured(design: PictureDesign, names: Sequence[str], height: int) -> PrintedFaces:
    """Print a set of pictures on tiles as its description wants them."""
    back = draw(design, Tile.parse("back", design.family), height)
    return PrintedFaces(
        draw=_faces(design, design.family, names, height).__getitem__,
        names=names,
        aspect=design.aspect,
        body_colour=np.array(design.body, np.float32),
        back_colour=back.reshape(-1, 3).mean(axis=0).astype(np.float32),
        depth=design.depth,
        overlap=design.overlap,
        corner_radius=design.corner_radius,
        back_picture=back if "back" in design.faces else None,
    )


def _faces(design: Design, family: Family, names: Sequence[str], height: int) -> dict[str, Picture]:
    return {name: draw(design, Tile.parse(name, family), height) for name in dict.fromkeys(names)}


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
