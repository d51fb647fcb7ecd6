"""What stands before the camera: solids, racks, and the viewpoint, but no pixels yet.

Whoever makes a picture of it, the quick painter or the path tracer, shares the same corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from datasets.synth.camera import Camera, look_at
from datasets.synth.layouts import Body, Pose, random_layout
from datasets.synth.racks import Rack, rack_around
from datasets.synth.solids import Solid, tile_corners
from vision.geometry import quad_areas

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Faces = Sequence[tuple[str, Picture]]
"""Notation and picture (H×W×3 RGB) of each tile's face."""

RACK_RATE = 0.35
"""Share of random scenes with standing tiles whose tiles stand in a rack."""
MIN_SHAPE = 0.27
"""Faces seen at such a slant that their area is less than this share of what it is from
above (for the same longer side) are not labelled."""
MIN_SIDE = 7.0
"""Faces with a shorter mean side than this many pixels are not labelled."""


class FaceSource(Protocol):
    """One physical set: pictures of its faces and how its tiles are made."""

    aspect: float
    """Height of a face over its width."""
    body_colour: NDArray[np.float32]
    back_colour: NDArray[np.float32]
    depth: tuple[float, float]
    """Least and largest thickness in widths."""
    overlap: bool
    """Cards, which are laid over each other."""
    corner_radius: float
    """Radius of the rounded corners in widths."""

    def face(self, rng: Rng) -> tuple[str, Picture]:
        """Draw any face: its notation and its picture (H×W×3 RGB)."""

    def back(self, rng: Rng) -> Picture:
        """Picture of a tile's back (H×W×3 RGB)."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A scene before it is painted.

    Attributes:
        solids: One for each pose.
        racks: What standing tiles lean on.
        camera: The viewpoint.
        body: Proportions of the tiles.
        size: Width and height of the picture, pixels.
    """

    solids: tuple[Solid, ...]
    racks: tuple[Rack, ...]
    camera: Camera
    body: Body
    size: tuple[int, int]


def set_stage(
    rng: Rng,
    source: FaceSource,
    size: tuple[int, int],
    *,
    poses: Sequence[Pose] | None = None,
    camera: Camera | None = None,
    faces: Faces | None = None,
    racked: bool | None = None,
) -> Stage:
    """Place the tiles and the camera.

    Args:
        rng: Decides everything that is not given.
        source: The set that the tiles belong to.
        size: Width and height of the picture, pixels.
        poses: Where the tiles lie; random if not given.
        camera: The viewpoint; random if not given.
        faces: The face of each pose; drawn from the source if not given.
        racked: Whether standing tiles stand in a rack; by default sometimes, and never
            where the poses are given.
    """
    body = Body(source.aspect, float(rng.uniform(*source.depth)))
    if racked is None:
        racked = poses is None and bool(rng.random() < RACK_RATE)
    poses = random_layout(rng, body, cards=source.overlap) if poses is None else poses
    solids = tuple(
        Solid(tile_corners(pose, body), *_face(rng, source, pose, faces, index), pose.layer)
        for index, pose in enumerate(poses)
    )
    rack = rack_around(rng, poses, body) if racked else None
    camera = _random_camera(rng, poses, solids, size) if camera is None else camera
    return Stage(solids, () if rack is None else (rack,), camera, body, size)


def _face(
    rng: Rng, source: FaceSource, pose: Pose, faces: Faces | None, index: int
) -> tuple[str, Picture]:
    if pose.face_down:
        return "back", source.back(rng)
    return source.face(rng) if faces is None else faces[index]


def _random_camera(
    rng: Rng, poses: Sequence[Pose], solids: Sequence[Solid], size: tuple[int, int]
) -> Camera:
    """Look at the tiles from a plausible seat, near enough to fill the picture."""
    standing = any(pose.standing for pose in poses)
    elevation = rng.uniform(12, 50) if standing else 90 - abs(rng.normal(0, 30)) % 72
    roll = rng.normal(0, 6) if rng.random() < 0.6 else rng.uniform(0, 360)
    azimuth = rng.normal(0, 12) if standing else rng.normal(0, 25)
    focal = rng.uniform(0.75, 1.6)
    points = np.concatenate([s.corners for s in solids])
    near = points[points[:, 1] < np.percentile(points[:, 1], 75) + 0.5]
    target = (near.min(axis=0) + near.max(axis=0)) / 2
    fill = rng.uniform(0.55, 0.98) if rng.random() < 0.75 else rng.uniform(0.98, 1.5)
    distance = 12.0
    half = np.array(size) / 2
    for _ in range(3):
        camera = look_at(
            target, distance=distance, elevation=elevation, azimuth=azimuth, roll=roll,
            focal=focal, size=size,
        )  # fmt: skip
        reach = np.percentile(np.abs(camera.project(near) - half) / half, 98, axis=0).max()
        distance = float(np.clip(distance * reach / fill, 4.0, 60.0))
    shift = rng.normal(0, 0.06, 2) * half
    moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ camera.matrix
    return Camera(moved, camera.eye)


def visible_faces(
    stage: Stage, seen: NDArray[np.int64], least: float
) -> list[tuple[int, NDArray[np.float32]]]:
    """Indices and quads (4×2 pixels) of the faces that a person could read or at least see.

    Args:
        stage: The scene.
        seen: How many pixels show each solid's face.
        least: Smallest share of a face that must be seen.
    """
    width, height = stage.size
    result = []
    for index, solid in enumerate(stage.solids):
        quad = stage.camera.project(solid.corners[:4]).astype(np.float32)
        area = abs(float(quad_areas(quad)))
        sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
        middle = quad.mean(axis=0)
        inside = 0 <= middle[0] < width and 0 <= middle[1] < height
        thin = area < MIN_SHAPE * sides.max() ** 2 / stage.body.height
        if inside and not thin and sides.mean() >= MIN_SIDE and seen[index] >= least * area:
            result.append((index, quad))
    return result
