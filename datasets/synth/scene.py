"""Compose a picture of tiles on a table, with the exact corners of every visible face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth import backgrounds, clutter, effects, relief
from datasets.synth.camera import Camera
from datasets.synth.conditions import USUAL, Conditions, happens
from datasets.synth.layouts import Pose
from datasets.synth.painter import FLAT, FLAT_BEVEL, Painter, Surface, cast_shadows
from datasets.synth.stage import Faces, FaceSource, Stage, set_stage, visible_faces

__all__ = ["Composer", "FaceSource", "Scene", "compose_scene"]

Rng = np.random.Generator
Picture = NDArray[np.uint8]

MIN_VISIBLE, MIN_VISIBLE_CARD = 0.45, 0.3
"""Faces of which less than this share can be seen are not labelled. Cards are held so that
a strip of each shows."""
BEVEL = (0.02, 0.065)
"""Radius of clearly rounded edges, in widths of the tile."""
CONTACT = (0.0, 0.3)
"""How much darker it is beside the edge of a card that lies over another."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture (H×W×3 RGB) and its truth.

    Attributes:
        pixels: The picture.
        tiles: Notation of each labelled face; ``back`` for a face-down tile.
        corners: n×4×2 pixels, clockwise from the face's own top left.
        indices: Which of the poses each labelled face belongs to.
        places: Row and group of each labelled face, where a whole hand was laid out.
    """

    pixels: Picture
    tiles: tuple[str, ...]
    corners: NDArray[np.float32]
    indices: tuple[int, ...] = ()
    places: tuple[tuple[int, int], ...] = ()


class Composer(Protocol):
    """Makes a labelled picture: :func:`compose_scene`, or one with the same arguments."""

    def __call__(
        self,
        rng: Rng,
        source: FaceSource,
        size: tuple[int, int],
        *,
        poses: Sequence[Pose] | None = None,
        camera: Camera | None = None,
        faces: Faces | None = None,
        racked: bool | None = None,
    ) -> Scene:
        """Compose one scene."""


def compose_scene(
    rng: Rng,
    source: FaceSource,
    size: tuple[int, int] = (640, 640),
    *,
    poses: Sequence[Pose] | None = None,
    camera: Camera | None = None,
    faces: Faces | None = None,
    racked: bool | None = None,
    conditions: Conditions = USUAL,
) -> Scene:
    """Compose one scene.

    Args:
        rng: Decides everything that is not given; the same state gives the same scene.
        source: The set that the tiles belong to.
        size: Width and height in pixels.
        poses: Where the tiles lie; random if not given.
        camera: The viewpoint; random if not given.
        faces: The face of each pose; drawn from the source if not given.
        racked: Whether standing tiles stand in a rack; random if not given, and then never
            with given poses.
        conditions: How often each effect appears.
    """
    boxed = poses is None and not source.overlap and happens(rng, conditions.boxed)
    fingers = poses is None and happens(rng, conditions.fingers)
    stage = set_stage(rng, source, size, poses=poses, camera=camera, faces=faces, racked=racked)
    canvas = backgrounds.table_top(rng, size, texture_rate=conditions.texture)
    if boxed:
        _lay_tray(rng, canvas, stage)
    canvas = cast_shadows(rng, canvas, stage)
    lamp = rng.normal(0, 1, 3) + np.array([0, -0.3, 2.5])
    surface = _surface(rng, source, conditions)
    owner = _paint(rng, source, stage, canvas, lamp / np.linalg.norm(lamp), surface=surface)
    if fingers:
        clutter.lay_fingers(rng, canvas, owner)
    truth = visible_faces(stage, _seen(owner, stage), least_visible(source))
    pixels = effects.camera(rng, effects.light(rng, canvas, tint_rate=conditions.tinted))
    return labelled(stage, pixels, truth)


def _surface(rng: Rng, source: FaceSource, conditions: Conditions) -> Surface:
    """How a set's tiles look in one scene."""
    cut = not source.overlap and happens(rng, conditions.engraved)
    depth = float(rng.uniform(*relief.STRENGTH)) if cut else 0.0
    contact = float(rng.uniform(*CONTACT)) if source.overlap else 0.0
    rounded = not source.overlap and happens(rng, conditions.rounded)
    bevel = float(rng.uniform(*BEVEL)) if rounded else FLAT_BEVEL
    haze = conditions.haziest * float(rng.random()) if happens(rng, conditions.hazy) else 0.0
    return Surface(depth, contact, bevel, haze)


def _paint(
    rng: Rng,
    source: FaceSource,
    stage: Stage,
    canvas: Picture,
    lamp: NDArray[np.float64],
    *,
    surface: Surface = FLAT,
) -> NDArray[np.int32]:
    """Draw the stage into a picture; returns whose face each pixel shows (H×W), -1 for none."""
    owner = np.full(canvas.shape[:2], -1, np.int32)
    Painter(rng, source, stage.camera, lamp, canvas, owner, surface).paint(stage)
    return owner


def _seen(owner: NDArray[np.int32], stage: Stage) -> NDArray[np.int64]:
    return np.bincount(owner[owner >= 0].ravel(), minlength=len(stage.solids))


def pixels_seen(stage: Stage, source: FaceSource) -> NDArray[np.int64]:
    """How many pixels show each tile's face, for pictures that are made in another way."""
    canvas = np.zeros((stage.size[1], stage.size[0], 3), np.uint8)
    up = np.array([0.0, 0.0, 1.0])
    return _seen(_paint(np.random.default_rng(0), source, stage, canvas, up), stage)


def least_visible(source: FaceSource) -> float:
    """The smallest share of a face that must be seen for its label."""
    return MIN_VISIBLE_CARD if source.overlap else MIN_VISIBLE


def labelled(
    stage: Stage, pixels: Picture, truth: Sequence[tuple[int, NDArray[np.float32]]]
) -> Scene:
    """A picture of a stage with the labels of its visible faces."""
    indices = tuple(index for index, _ in truth)
    corners = np.array([quad for _, quad in truth], np.float32).reshape(-1, 4, 2)
    return Scene(pixels, tuple(stage.solids[i].name for i in indices), corners, indices)


def _lay_tray(rng: Rng, canvas: Picture, stage: Stage) -> None:
    """Put the tiles into a box: between them its floor shows, which is no tile.

    Empty places among tiles have the shape of a tile, and dark ones look like a back.
    """
    feet = np.concatenate([solid.corners[:, :2] for solid in stage.solids])
    margin = rng.uniform(0.1, 0.6)
    low, high = feet.min(axis=0) - margin, feet.max(axis=0) + margin
    floor = rng.uniform(10, 70, 3) if rng.random() < 0.7 else rng.uniform(30, 200, 3)
    for grow, shade in ((rng.uniform(0.15, 0.4), rng.uniform(0.7, 1.5)), (0.0, 1.0)):
        (x0, y0), (x1, y1) = low - grow, high + grow
        ground = np.array([[x0, y0, 0], [x1, y0, 0], [x1, y1, 0], [x0, y1, 0]])
        points = np.round(np.clip(stage.camera.project(ground), -4e3, 4e3)).astype(np.int32)
        ink = tuple(float(v) for v in np.clip(floor * shade, 0, 255))
        cv2.fillConvexPoly(canvas, points, ink, cv2.LINE_AA)
