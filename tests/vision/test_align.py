"""The aligner with scripted networks: where corners go, and when they stay."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.align import ALIGN_MARGIN, UNIT, Aligner, AlignerSettings, from_unit, slim, to_unit
from vision.locate import Quads

WIDTH, HEIGHT = 64, 96
UPRIGHT = np.array([[100, 50], [140, 50], [140, 110], [100, 110]], np.float32)
LYING = np.array([[50, 100], [110, 100], [110, 140], [50, 140]], np.float32)
SEEN = np.array([[90, 60], [150, 70], [140, 150], [80, 140]], np.float32)
"""A quad in perspective."""


class Constant:
    """A network that answers the same shifts for every tile."""

    def __init__(self, shifts: NDArray[np.float32]) -> None:
        self.shifts = shifts
        self.batches: list[int] = []

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        """Answer, and note how many tiles there were."""
        assert output_names is None
        count, *shape = input_feed["images"].shape
        assert shape == [3, HEIGHT, WIDTH]
        self.batches.append(count)
        return [np.tile(self.shifts.reshape(1, 8), (count, 1))]


class Bright:
    """A network that sees where the bright part of each picture is."""

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        """Shifts from the quad's corners to those of what is bright."""
        assert output_names is None
        inner = np.array([WIDTH, HEIGHT]) * (1 - 2 * ALIGN_MARGIN)
        start = np.array([WIDTH, HEIGHT]) * ALIGN_MARGIN
        shifts = []
        for picture in input_feed["images"]:
            rows, columns = np.nonzero(picture[0] > 0.5)
            x, y = columns + 0.5, rows + 0.5
            extreme = [(x + y).argmin(), (x - y).argmax(), (x + y).argmax(), (x - y).argmin()]
            found = (np.stack([x, y], 1)[extreme] - start) / inner
            shifts.append((found - UNIT).reshape(8))
        return [np.array(shifts, np.float32)]


def quads_of(*corners: NDArray[np.float32]) -> Quads:
    """Quads of score 1."""
    return Quads(np.array(corners, np.float32), np.ones(len(corners), np.float32))


def picture_of(*tiles: NDArray[np.float32]) -> NDArray[np.uint8]:
    """White tiles on black."""
    picture = np.zeros((240, 240, 3), np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(picture, np.round(tile).astype(np.int32), (255, 255, 255))
    return picture


def test_corners_move_by_shares_of_the_quads_own_sides() -> None:
    shifts = np.array([[0.1, 0], [0, 0.1], [-0.1, 0], [0, -0.1]], np.float32)
    aligner = Aligner(Constant(shifts), AlignerSettings(rounds=1))
    moved = aligner(picture_of(), quads_of(UPRIGHT)).corners[0]
    np.testing.assert_allclose(moved - UPRIGHT, [[4, 0], [0, 6], [-4, 0], [0, -6]], atol=1e-3)


def test_a_lying_tile_is_cut_upright_and_keeps_its_first_corner() -> None:
    shifts = np.zeros((4, 2), np.float32)
    shifts[0] = [0.1, 0.05]  # of the upright cut, whose top left is the lying tile's top right
    aligner = Aligner(Constant(shifts), AlignerSettings(rounds=1))
    moved = aligner(picture_of(), quads_of(LYING)).corners[0]
    np.testing.assert_allclose(moved - LYING, [[0, 0], [-3, 4], [0, 0], [0, 0]], atol=1e-3)


@pytest.mark.parametrize("tile", [UPRIGHT, LYING, SEEN], ids=["upright", "lying", "slant"])
@pytest.mark.parametrize("roll", range(4))
def test_two_looks_find_the_tile(tile: NDArray[np.float32], roll: int) -> None:
    rng = np.random.default_rng(3)
    guess = np.roll(tile, roll, axis=0)
    missed = quads_of((guess + rng.normal(0, 2, (4, 2))).astype(np.float32))
    found = Aligner(Bright(), AlignerSettings(rounds=2))(picture_of(tile), missed)
    before = np.linalg.norm(missed.corners[0] - guess, axis=1).mean()
    after = np.linalg.norm(found.corners[0] - guess, axis=1).mean()
    assert after < 0.75 * before
    assert found.scores.tolist() == [1.0]


@pytest.mark.parametrize(
    "shifts",
    [np.full((4, 2), 0.3, np.float32), np.array([[0.3, 0], [0, 0], [0, 0], [0, 0]], np.float32),
     np.full((4, 2), np.nan, np.float32)],
    ids=["all too far", "one too far", "no numbers"],
)  # fmt: skip
@pytest.mark.parametrize("rounds", [1, 2])
def test_what_contradicts_the_locator_is_not_believed(
    shifts: NDArray[np.float32], rounds: int
) -> None:
    quads = quads_of(UPRIGHT, LYING)
    settings = AlignerSettings(rounds=rounds, most_moved=0.2)
    moved = Aligner(Constant(shifts), settings)(picture_of(), quads)
    np.testing.assert_array_equal(moved.corners, quads.corners)


@pytest.mark.parametrize(("tiles", "batches"), [(0, []), (1, [1, 1]), (5, [2, 2, 1, 2, 2, 1])])
def test_tiles_are_looked_at_in_batches_twice(tiles: int, batches: list[int]) -> None:
    network = Constant(np.zeros((4, 2), np.float32))
    quads = Quads(np.tile(UPRIGHT, (tiles, 1, 1)), np.ones(tiles, np.float32))
    moved = Aligner(network, AlignerSettings(rounds=2, batch=2))(picture_of(), quads)
    assert network.batches == batches
    np.testing.assert_allclose(moved.corners, quads.corners, atol=1e-3)


def test_cards_stay_as_they_were_found() -> None:
    card = np.array([[20, 20], [50, 20], [50, 100], [20, 100]], np.float32)
    network = Constant(np.full((4, 2), 0.05, np.float32))
    moved = Aligner(network, AlignerSettings(rounds=1))(
        picture_of(), quads_of(card, UPRIGHT, np.roll(card, 1, axis=0))
    )
    assert network.batches == [1]
    np.testing.assert_array_equal(
        moved.corners[[0, 2]], quads_of(card, np.roll(card, 1, 0)).corners
    )
    np.testing.assert_allclose(moved.corners[1], UPRIGHT + np.array([2, 3]), atol=1e-3)


@pytest.mark.parametrize(("width", "height", "expected"), [
    (10, 18, False), (18, 10, False), (10, 20, True), (20, 10, True),
])  # fmt: skip
def test_what_is_slim(width: float, height: float, expected: bool) -> None:
    quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    assert slim(quad[None], 1.9).tolist() == [expected]


@given(st.integers(0, 2**32 - 1))
def test_shares_and_pixels_are_inverse(seed: int) -> None:
    rng = np.random.default_rng(seed)
    quad = (SEEN + rng.uniform(-8, 8, (4, 2))).astype(np.float32)
    points = rng.uniform(-0.2, 1.2, (5, 2)).astype(np.float32)
    np.testing.assert_allclose(to_unit(quad, from_unit(quad, points)), points, atol=1e-3)
    np.testing.assert_allclose(to_unit(quad, quad), UNIT, atol=1e-4)
