"""Sets that scenes are made of: drawn designs printed on tiles of some material."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from datasets.designs import (
    MahjongDesign,
    draw_face,
    named_mahjong_designs,
    random_mahjong_design,
)
from datasets.designs.doll_cards import (
    DollCardDesign,
    draw_doll_card,
    named_doll_designs,
    random_doll_design,
)
from datasets.designs.flower_tiles import (
    FlowerTileDesign,
    draw_flower_tile,
    named_flower_designs,
    random_flower_design,
)
from scoring.tiles import DOLL_SUBJECTS, MAHJONG_FACES, PATTERNS, Family, Tile

Rng = np.random.Generator
Picture = NDArray[np.uint8]

ALL_FACES: tuple[str, ...] = (*(str(tile) for tile in MAHJONG_FACES), "0m", "0p", "0s")
FLOWER_FACES: tuple[str, ...] = (
    *(f"{pattern}{kind}" for pattern in PATTERNS for kind in ("", "f", "d")),
    *(f"{n}f" for n in range(1, 9)), "5z",
)  # fmt: skip
DOLL_FACES: tuple[str, ...] = (
    *(f"{subject}{stamp}" for subject in DOLL_SUBJECTS[:-1] for stamp in ("", "*")), "doll", "doll",
)  # fmt: skip
"""The doll comes twice, so that it is as frequent as the other subjects."""
TILE_DEPTH = (0.45, 0.95)
CARD_DEPTH = (0.004, 0.03)
"""Thickness of tiles and of cards in widths."""
Design = MahjongDesign | FlowerTileDesign | DollCardDesign
_Design = TypeVar("_Design", MahjongDesign, FlowerTileDesign, DollCardDesign)


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


RANDOM: Mapping[Family, Callable[[Rng], Design]] = {
    Family.MAHJONG: random_mahjong_design,
    Family.FLOWERS: random_flower_design,
    Family.DOLLS: random_doll_design,
}


def named_designs(family: Family) -> Mapping[str, Design]:
    """The designs of a family that have a name."""
    if family is Family.MAHJONG:
        return named_mahjong_designs()
    return named_flower_designs() if family is Family.FLOWERS else named_doll_designs()


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
    if isinstance(design, MahjongDesign):
        return _printed(design, Family.MAHJONG, draw_face, names or ALL_FACES, height)
    if isinstance(design, FlowerTileDesign):
        return _printed(design, Family.FLOWERS, draw_flower_tile, names or FLOWER_FACES, height)
    cards = _printed(design, Family.DOLLS, draw_doll_card, names or DOLL_FACES, height)
    return replace(
        cards, depth=CARD_DEPTH, overlap=True, corner_radius=design.corner_radius,
        back_picture=draw_doll_card(design, Tile.parse("back", Family.DOLLS), height),
    )  # fmt: skip


def _printed(
    design: _Design,
    family: Family,
    draw: Callable[[_Design, Tile, int], Picture],
    names: Sequence[str],
    height: int,
) -> PrintedFaces:
    faces = {name: draw(design, Tile.parse(name, family), height) for name in dict.fromkeys(names)}
    back = draw(design, Tile.parse("back", family), height)
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
