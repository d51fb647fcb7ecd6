"""Tiles with rounded edges: the outline stays, the print moves onto the flat face."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.synth.camera import look_at
from datasets.synth.faces import PrintedFaces
from datasets.synth.layouts import Body, Pose
from datasets.synth.painter import FLAT_BEVEL, Painter, Surface
from datasets.synth.solids import Solid, tile_corners
from datasets.synth.stage import Stage

RED = (230, 20, 20)
SIDE = 300


def art(_name: str) -> NDArray[np.uint8]:
    """A face that is red from edge to edge."""
    return np.full((140, 100, 3), RED, np.uint8)


def painted(
    bevel: float = FLAT_BEVEL,
    lamp: tuple[float, float, float] = (0, 0, 1),
    *,
    haze: float = 0.0,
    elevation: float = 90,
) -> NDArray[np.uint8]:
    """One tile of 1×1.4, by default seen from straight above; H×W×3 RGB."""
    body = Body(1.4, 0.6)
    white = np.full(3, 200, np.float32)
    source = PrintedFaces(art, ("1m",), 1.4, white, white, corner_radius=0.0)
    solid = Solid(tile_corners(Pose(0, 0), body), "1m", art("1m"))
    camera = look_at(
        np.zeros(3), distance=6, elevation=elevation, azimuth=0, roll=0, focal=2, size=(SIDE, SIDE)
    )
    canvas = np.zeros((SIDE, SIDE, 3), np.uint8)
    owner = np.full((SIDE, SIDE), -1, np.int32)
    towards = np.array(lamp) / np.linalg.norm(lamp)
    surface = Surface(bevel=bevel, haze=haze)
    painter = Painter(np.random.default_rng(1), source, camera, towards, canvas, owner, surface)
    painter.paint(Stage((solid,), (), camera, body, (SIDE, SIDE)))
    if elevation == 90:
        assert ((owner == 0) == (canvas.sum(axis=2) > 0)).mean() > 0.99
    return canvas


def extent(mask: NDArray[np.bool_]) -> tuple[int, int]:
    """Width and height of what is set."""
    rows, columns = np.nonzero(mask)
    return int(np.ptp(columns)) + 1, int(np.ptp(rows)) + 1


def red(picture: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where the print is."""
    return np.asarray(picture[..., 0].astype(int) - picture[..., 1] > 60, np.bool_)


@pytest.mark.parametrize("bevel", [0.03, 0.06])
def test_the_outline_stays_and_the_print_moves_inwards(bevel: float) -> None:
    flat, rounded = painted(FLAT_BEVEL), painted(bevel)
    outline = extent(flat.max(axis=2) > 0)
    assert extent(rounded.max(axis=2) > 0) == outline
    width = outline[0]
    for before, after in zip(extent(red(flat)), extent(red(rounded)), strict=True):
        assert before - after == pytest.approx(2 * (bevel - FLAT_BEVEL) * width, abs=3)


def test_edges_towards_the_lamp_are_brighter() -> None:
    picture = painted(0.06, lamp=(-1, 0, 0.6)).astype(int).sum(axis=2)
    row = picture[SIDE // 2]
    left, right = np.flatnonzero(row)[[3, -4]]
    assert row[left] > 1.2 * row[right]


def test_hardly_rounded_edges_are_drawn_as_before() -> None:
    assert (painted(FLAT_BEVEL) == painted(FLAT_BEVEL / 2)).all()


@pytest.mark.parametrize(("haze", "brightness"), [(0.0, 0.62), (0.5, 0.78), (1.0, 0.94)])
def test_in_haze_a_side_is_hardly_darker_than_a_face(haze: float, brightness: float) -> None:
    """A lamp straight above does not shine on the side that the camera sees."""
    column = painted(haze=haze, elevation=45)[:, SIDE // 2].astype(int)
    grey = column[(column[:, 0] > 0) & (np.ptp(column, axis=1) < 3), 0]
    assert np.median(grey) == pytest.approx(200 * brightness, abs=2)
