"""Racks: a bar of wood or plastic that standing tiles lean on, with a lip before their feet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.synth.layouts import Body, Pose
from datasets.synth.solids import Corners, box

HIDDEN = (0.05, 0.15)
"""Share of a tile's height that the lip hides, seen from straight before it."""
SLACK = 0.02
"""Tile widths of air between the tiles and the rack."""
_MATERIALS = np.array(
    [[146, 98, 58], [96, 60, 34], [186, 142, 92], [40, 92, 64], [34, 62, 120], [128, 30, 34],
     [34, 34, 38], [212, 208, 198]], np.float32,
)  # fmt: skip
"""Woods and plastics (RGB)."""


@dataclass(frozen=True, slots=True)
class Rack:
    """A rack around the tiles that stand in one row.

    Attributes:
        lip: Box (8×3) before the tiles' feet.
        back: Box (8×3) behind the tiles, lower than they are.
        colour: RGB.
        tiles: Indices of the poses that stand in it.
    """

    lip: Corners
    back: Corners
    colour: NDArray[np.float32]
    tiles: tuple[int, ...]


def rack_around(rng: np.random.Generator, poses: Sequence[Pose], body: Body) -> Rack | None:
    """A rack that holds all standing tiles; None where none stands.

    It runs straight along x, as rows do, so its boxes keep clear of tiles that stand a
    little askew.
    """
    tiles = tuple(index for index, pose in enumerate(poses) if pose.standing)
    if not tiles:
        return None
    xs = [poses[index].x for index in tiles]
    askew = [0.5 * abs(float(np.sin(np.radians(poses[index].yaw)))) for index in tiles]
    ys = [poses[index].y for index in tiles]
    room = body.depth / 2 + SLACK
    front = min(y - turned for y, turned in zip(ys, askew, strict=True)) - room
    rear = max(y + turned for y, turned in zip(ys, askew, strict=True)) + room
    left = min(xs) - rng.uniform(0.6, 1.6)
    right = max(xs) + rng.uniform(0.6, 1.6)
    lip = float(rng.uniform(*HIDDEN)) * body.height
    back = float(rng.uniform(0.3, 0.8)) * body.height
    colour = _MATERIALS[rng.integers(len(_MATERIALS))] * rng.uniform(0.75, 1.15)
    return Rack(
        lip=box((left, front - rng.uniform(0.1, 0.3), 0), (right, front, lip)),
        back=box((left, rear, 0), (right, rear + rng.uniform(0.1, 0.5), back)),
        colour=np.clip(colour, 0, 255).astype(np.float32),
        tiles=tiles,
    )
