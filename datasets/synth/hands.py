"""Lay a hand out on the table as players do, for pictures whose truth is a whole hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.synth.camera import Camera, look_at
from datasets.synth.layouts import Body, Pose
from datasets.synth.scene import FaceSource, Scene, compose_scene
from scoring.hand import Hand, Meld
from scoring.tiles import BACK, Tile

GAP = 0.8
"""Tile widths between the hand and a meld."""
Picture = NDArray[np.uint8]
Placed = tuple[Pose, str]


@dataclass(frozen=True, slots=True)
class Style:
    """How a player shows the hand.

    Attributes:
        melds_below: Melds lie in a row of their own before the hand, not at its right.
        winning_apart: The winning tile lies beside the hand instead of in it.
        standing: The concealed tiles stand (then the camera looks from the seat).
        elevation: Degrees of the camera above the table.
        roll: Degrees by which the picture is turned.
        azimuth: Degrees by which the camera looks from the side.
    """

    melds_below: bool = False
    winning_apart: bool = False
    standing: bool = False
    elevation: float = 68.0
    roll: float = 0.0
    azimuth: float = 0.0


def lay_out(hand: Hand, body: Body, style: Style) -> list[Placed]:
    """Place every tile of a hand: flowers above it, melds beside or before it.

    Returns:
        Poses and notations; the middle tiles of a concealed kong show their backs.
    """
    concealed = list(hand.concealed)
    placed: list[Placed] = []
    winning = hand.winning_tile if style.winning_apart else None
    if winning is not None:
        concealed.remove(winning)
    x = _run(placed, [str(tile) for tile in concealed], 0.0, 0.0, standing=style.standing)
    if winning is not None:
        x = _run(placed, [str(winning)], x + GAP, 0.0, standing=style.standing)
    meld_x, meld_y = (0.0, -1.5 * body.height) if style.melds_below else (x + GAP, 0.0)
    for meld in hand.melds:
        meld_x = _run(placed, _shown(meld), meld_x, meld_y) + GAP
    _run(placed, [str(tile) for tile in hand.bonus], 0.0, 1.6 * body.height)
    return placed


def _shown(meld: Meld) -> list[str]:
    names = [str(tile) for tile in meld.tiles]
    if meld.concealed and len(names) == 4:
        names[1:3] = [BACK, BACK]
    return names


def _run(
    placed: list[Placed], names: list[str], x: float, y: float, *, standing: bool = False
) -> float:
    """Lay tiles side by side from ``x`` on; returns where the run ends."""
    for name in names:
        pose = Pose(x + 0.5, y, standing=standing, face_down=name == BACK)
        placed.append((pose, name))
        x += 1.015
    return x


def compose_hand(
    rng: np.random.Generator,
    hand: Hand,
    source: FaceSource,
    draw: Callable[[str], Picture],
    *,
    style: Style | None = None,
    size: tuple[int, int] = (1280, 960),
) -> Scene:
    """Compose a picture of a hand.

    Args:
        rng: Decides table, light and small displacements.
        hand: What is shown.
        source: How the tiles are made.
        draw: Picture of a face by notation (H×W×3 RGB).
        style: How it is shown.
        size: Width and height, pixels.
    """
    style = style or Style()
    placed = lay_out(hand, Body(source.aspect, 0.7), style)
    poses = [
        replace(pose, x=pose.x + rng.normal(0, 0.006), y=pose.y + rng.normal(0, 0.015),
                yaw=pose.yaw + rng.normal(0, 0.5))
        for pose, _ in placed
    ]  # fmt: skip
    faces = [(name, source.back(rng) if name == BACK else draw(name)) for _, name in placed]
    camera = _frame(poses, source.aspect, style, size)
    return compose_scene(rng, source, size, poses=poses, camera=camera, faces=faces)


def _frame(poses: list[Pose], aspect: float, style: Style, size: tuple[int, int]) -> Camera:
    """Look at all tiles from the player's seat, with a margin around them."""
    points = np.array([
        [pose.x + dx, pose.y + dy, dz]
        for pose in poses
        for dx in (-0.6, 0.6)
        for dy in (-0.6 * aspect, 0.6 * aspect)
        for dz in (0.0, aspect if pose.standing else 0.8)
    ])  # fmt: skip
    target = (points.min(axis=0) + points.max(axis=0)) / 2
    half = np.array(size) / 2
    distance = 15.0
    for _ in range(6):
        camera = look_at(
            target, distance=distance, elevation=style.elevation, azimuth=style.azimuth,
            roll=style.roll, focal=1.1, size=size,
        )  # fmt: skip
        reach = (np.abs(camera.project(points) - half) / half).max()
        distance *= float(reach) / 0.93
    return camera


def truth_of(scene: Scene, image: str, hand: Hand) -> dict[str, object]:
    """The scene's label in the project's own format (see :mod:`datasets.formats.own_json`)."""
    tiles = [
        {"tile": name, "corners": np.round(quad, 1).tolist()}
        for name, quad in zip(scene.tiles, scene.corners, strict=True)
    ]
    winning = None if hand.winning_tile is None else str(hand.winning_tile)
    return {
        "image": image,
        "family": str(Tile.parse(scene.tiles[0]).family),
        "tiles": tiles,
        "hand": str(hand),
        "winning_tile": winning,
    }
