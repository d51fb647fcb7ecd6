"""Training samples for the aligner: tiles of the locator's pictures, cut imprecisely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.locator_data import LocatorSample
from vision.align import ALIGN_MARGIN, SLIM, UNIT, slim, to_unit
from vision.read import cut_face, lying

Rng = np.random.Generator

MOST_OF_PICTURE = 20
"""Tiles taken of one picture."""
LEAST_SIDE = 9.0
"""Tiles with a shorter side (pixels) show no corners."""
SPREAD = (0.01, 0.09)
"""How far quads miss the tiles, in shorter sides (a standard deviation): each corner by itself,
and all of them together."""
STRETCH = 0.04
"""Standard deviation of how much too wide or too high a quad is."""
LOOKS = 3
"""How often each tile is cut, by another quad each time: making pictures takes longest."""
STRAYED, STRAY = 0.4, (0.05, 0.5)
"""How often one edge is taken for another, such as that of the tile's side for that of its face,
and how far away the other is, in half sides."""
SIDES = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], float)
"""Outwards from the upper, right, lower and left side."""
POOL = 3000
"""Samples among which those of one picture are scattered."""


@dataclass(frozen=True, slots=True)
class AlignerSample:
    """A cut tile (96×64×3 RGB) and how far its corners are from the quad's (4×2)."""

    pixels: NDArray[np.uint8]
    shifts: NDArray[np.float32]


def missed(rng: Rng, quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """A quad (4×2) as an imprecise locator would see it."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    middle = quad.mean(axis=0)
    across, down = (quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2
    wider, higher = rng.normal(0, STRETCH, 2)
    stretched = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [wider, higher]
    if rng.random() < STRAYED:
        side = int(rng.integers(4))
        stretched[[side, (side + 1) % 4]] += SIDES[side] * rng.uniform(*STRAY)
    spread = rng.uniform(*SPREAD) * sides.min()
    noise = rng.normal(0, 0.7, (4, 2)) + rng.normal(0, 0.7, 2)
    grown = quad + stretched @ np.stack([across, down]) + noise * spread
    turn = rng.normal(0, 0.02)
    rotate = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray((grown - middle) @ rotate + middle, np.float32)


def cut_tiles(rng: Rng, picture: LocatorSample) -> Iterator[AlignerSample]:
    """Cut some of a picture's tiles, either way up; cards, which stay as they are found, never."""
    quads = picture.quads[picture.exact]
    quads = quads[~slim(quads, SLIM)]
    for index in np.repeat(rng.permutation(len(quads))[:MOST_OF_PICTURE], LOOKS):
        quad = quads[index]
        sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
        if sides.min() < LEAST_SIDE:
            continue
        seen = missed(rng, quad)
        roll = int(lying(seen[None])[0]) + 2 * int(rng.integers(2))
        seen, quad = np.roll(seen, -roll, axis=0), np.roll(quad, -roll, axis=0)
        shifts = to_unit(seen, quad) - UNIT
        if np.abs(shifts).max() < 2 * ALIGN_MARGIN:
            yield AlignerSample(cut_face(picture.pixels, seen, ALIGN_MARGIN), shifts)


def stream(
    pictures: Iterable[list[LocatorSample]], *, seed: int, batch: int
) -> Iterator[list[AlignerSample]]:
    """Yield batches of tiles for ever, those of one picture scattered over many batches."""
    rng = np.random.default_rng((seed, 3))
    pool: list[AlignerSample] = []
    for group in pictures:
        for picture in group:
            pool += cut_tiles(rng, picture)
        while len(pool) >= POOL + batch:
            chosen = rng.permutation(len(pool))
            yield [pool[index] for index in chosen[:batch]]
            pool = [pool[index] for index in sorted(chosen[batch:])]
