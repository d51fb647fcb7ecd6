"""The path tracer sees through the same camera as the painter; without Blender it says so."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from datasets.synth.blender import SENSOR, TracerMissingError, lens_of
from datasets.synth.camera import Camera, look_at
from datasets.synth.layouts import Pose
from datasets.synth.scene import compose_scene
from datasets.synth.traced import trace_scene
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
    # Blender's film: focal length in widths, the shift moves it to the left and down.
    x = (0.5 - lens.shift[0] + lens.focal / SENSOR * right / -backwards) * SIZE[0]
    y = SIZE[1] / 2 + (lens.shift[1] - lens.focal / SENSOR * up / -backwards) * SIZE[0]
    assert_allclose(np.stack([x, y], axis=1), camera.project(points), atol=1e-6)


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
