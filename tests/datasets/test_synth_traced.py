"""The path tracer sees through the same camera as the painter; without Blender it says so."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from PIL import Image

from datasets.formats.own_json import read_own
from datasets.synth.blender import SENSOR, TracerMissingError, lens_of
from datasets.synth.camera import Camera, look_at
from datasets.synth.layouts import Pose
from datasets.synth.recipe import Recipe
from datasets.synth.scene import FaceSource, Scene, compose_scene
from datasets.synth.traced import TRAINING_SIZE, trace_scene, write, write_training
from scoring.tiles import Family
from tests.datasets.test_scene import QUARTERS, Source

SIZE = (320, 240)


@given(
    elevation=st.floats(5, 89), azimuth=st.floats(-180, 180), roll=st.floats(-180, 180),
    focal=st.floats(0.5, 2.0), shift=st.tuples(st.floats(-60, 60), st.floats(-60, 60)),
)  # fmt: skip
def test_the_lens_projects_like_the_camera(
    elevation: float, azimuth: float, roll: float, focal: float, shift: tuple[float, float]
) -> None:
    plain = look_at(
        np.array([1.0, -2.0, 0.5]), distance=9.0, elevation=elevation, azimuth=azimuth, roll=roll,
        focal=focal, size=SIZE,
    )  # fmt: skip
    moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ plain.matrix
    camera = Camera(moved, plain.eye)
    lens = lens_of(camera, SIZE)
    assert_allclose(lens.turn @ lens.turn.T, np.eye(3), atol=1e-9)
    assert np.linalg.det(lens.turn) == pytest.approx(1)
    points = np.random.default_rng(0).uniform(-2, 2, (20, 3))
    right, up, backwards = ((points - lens.eye) @ lens.turn).T
    # Blender's film: focal length in widths, the shift moves it to the left and down. It begins at
    # the edge of the first pixel, the camera's picture in its middle.
    x = (0.5 - lens.shift[0] + lens.focal / SENSOR * right / -backwards) * SIZE[0]
    y = SIZE[1] / 2 + (lens.shift[1] - lens.focal / SENSOR * up / -backwards) * SIZE[0]
    assert_allclose(np.stack([x, y], axis=1) - 0.5, camera.project(points), atol=1e-6)


def test_without_blender_there_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bpy", None)
    with pytest.raises(TracerMissingError) as caught:
        trace_scene(np.random.default_rng(0), Source(), SIZE, poses=[Pose(0, 0)])
    assert caught.value.detail == (
        "the module bpy is missing: install the extra 'trace' (Python 3.11)"
    )


def test_a_traced_scene_has_the_corners_of_the_painted_one() -> None:
    pytest.importorskip("bpy", reason="path tracing needs the extra 'trace'")
    camera = look_at(
        np.array([0.0, 0.0, 0.4]), distance=7, elevation=55, azimuth=10, roll=5, focal=1, size=SIZE
    )
    poses = [Pose(-0.6, 0), Pose(0.6, 0, yaw=12), Pose(1.8, 0, upside_down=True)]
    traced = trace_scene(
        np.random.default_rng(1), Source(), SIZE, poses=poses, camera=camera, samples=8
    )
    painted = compose_scene(np.random.default_rng(1), Source(), SIZE, poses=poses, camera=camera)
    assert_allclose(traced.corners, painted.corners)
    for quad in traced.corners:
        middle = quad.mean(axis=0)
        for corner, colour in zip(quad, QUARTERS, strict=True):
            x, y = np.round(corner * 0.6 + middle * 0.4).astype(int)
            pixel = traced.pixels[y, x].astype(int)
            strong = [channel > 120 for channel in colour]
            assert pixel[strong].min() > pixel[np.logical_not(strong)].max() + 20


def composed(rng: np.random.Generator, source: FaceSource, size: tuple[int, int], **given: Any
             ) -> Scene:  # fmt: skip
    """As the tracer would, without Blender."""
    for option in ("samples", "photographed"):
        given.pop(option, None)
    return compose_scene(rng, source, size, **given)


def test_scenes_that_are_there_are_not_made_again(tmp_path: Path) -> None:
    recipe = Recipe(Family.FLOWERS, 3, (128, 96))
    first = list(write(recipe, range(2), tmp_path, composed))
    assert [path.name for path in first] == [
        "flowers-traced-tiles-3-001.jpg", "flowers-traced-tiles-3-002.jpg",
    ]  # fmt: skip
    first[1].with_suffix(".json").unlink()
    assert list(write(recipe, range(3), tmp_path, composed)) == [
        first[1], tmp_path / "flowers-traced-tiles-3-003.jpg",
    ]  # fmt: skip


def test_scenes_to_train_on_show_loose_tiles_and_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("datasets.synth.traced.trace_scene", composed)
    list(write_training(Family.MAHJONG, 5, 3, tmp_path))
    photos = read_own(tmp_path)
    sizes = [Image.open(photo.path).size for photo in photos]
    assert sizes == [TRAINING_SIZE[1], TRAINING_SIZE[0], TRAINING_SIZE[0]]
    hands = [len(json.loads(photo.path.with_suffix(".json").read_text()).get("hand", []))
             for photo in photos]  # fmt: skip
    assert hands[0] > 0
    assert hands[1:] == [0, 0]
