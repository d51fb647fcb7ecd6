"""From the network's numbers to separate tiles in pixels of the photo."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray

from vision.geometry import boxes_of
from vision.locate import Locator, LocatorSettings, Quads, decode, suppress

Float = NDArray[np.float32]


def rectangle(x: float, y: float, width: float, height: float, degrees: float = 0) -> Float:
    """Corners of a rectangle around ``x, y``, turned clockwise as seen."""
    angle = np.radians(degrees)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    return np.asarray(flat @ matrix.T + [x, y], np.float32)


def column(quad: Float, score: float, box: Float | None = None) -> Float:
    """One candidate: box centre, size, score, then x, y, visibility of the corners."""
    around = boxes_of(quad[None])[0] if box is None else box
    centre, size = (around[:2] + around[2:]) / 2, around[2:] - around[:2]
    points = np.concatenate([quad, np.ones((4, 1))], axis=1).ravel()
    return np.concatenate([centre, size, [score], points]).astype(np.float32)


def answer(*columns: Float) -> Float:
    return np.array(columns, np.float32).reshape(-1, 17).T


class FakeSession:
    """Answers the same to every picture and remembers the inputs."""

    def __init__(self, output: Float) -> None:
        self.output = output
        self.inputs: list[NDArray[np.float32]] = []

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        assert output_names is None
        self.inputs.append(input_feed["images"])
        return [self.output[None]]


TILE = rectangle(100, 100, 30, 40)


def found(*columns: Float) -> Quads:
    return decode(answer(*columns), LocatorSettings())


def test_candidates_are_sorted_and_weak_ones_dropped() -> None:
    quads = [rectangle(50 + 100 * i, 100, 30, 40) for i in range(4)]
    scores = (0.34, 0.9, 0.35, 0.7)
    result = found(*(column(q, s) for q, s in zip(quads, scores, strict=True)))
    assert_allclose(result.scores, [0.9, 0.7, 0.35])
    assert_allclose(result.corners, np.stack([quads[1], quads[3], quads[2]]), atol=1e-4)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(rectangle(102, 99, 30, 40), id="almost the same"),
        pytest.param(rectangle(100, 100, 30, 40, 10), id="turned a little"),
        pytest.param(rectangle(100, 110, 30, 20), id="half a tile inside a tile"),
        pytest.param(rectangle(100, 100, 9, 9), id="a pip inside a tile"),
        pytest.param(rectangle(100, 100, 36, 50), id="a frame around the tile"),
    ],
)
def test_a_tile_is_found_once(other: Float) -> None:
    result = found(column(other, 0.5), column(TILE, 0.9))
    assert_allclose(result.corners, TILE[None], atol=1e-4)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(rectangle(130, 100, 30, 40), id="touching"),
        pytest.param(rectangle(118, 100, 30, 40), id="a card over two fifths of another"),
    ],
)
def test_neighbours_are_kept(other: Float) -> None:
    assert len(found(column(TILE, 0.9), column(other, 0.8))) == 2


@pytest.mark.parametrize("degrees", [30, 45, 60])
def test_turned_neighbours_are_kept_although_their_boxes_overlap(degrees: float) -> None:
    angle = np.radians(degrees)
    row = [
        rectangle(100 + 31 * i * np.cos(angle), 100 + 31 * i * np.sin(angle), 30, 40, degrees)
        for i in range(5)
    ]
    result = found(*(column(quad, 0.9 - i / 100) for i, quad in enumerate(row)))
    assert len(result) == 5
    assert_allclose(np.sort(result.corners.mean(axis=1)[:, 0]), [q.mean(axis=0)[0] for q in row])


def test_crossed_corners_are_put_in_order() -> None:
    assert_allclose(found(column(TILE[[2, 0, 1, 3]], 0.9)).corners, TILE[None], atol=1e-4)


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param(rectangle(100, 100, 1, 1), id="collapsed into the centre"),
        pytest.param(rectangle(160, 100, 30, 40), id="elsewhere"),
        pytest.param(TILE[[0, 0, 2, 2]], id="onto a diagonal"),
    ],
)
def test_corners_that_contradict_the_box_give_way_to_it(corners: Float) -> None:
    result = found(column(corners, 0.9, box=boxes_of(TILE[None])[0]))
    assert_allclose(result.corners, TILE[None], atol=1e-4)


@pytest.mark.parametrize(("width", "kept"), [(4.9, 0), (5.1, 1)])
def test_noise_is_dropped(width: float, kept: int) -> None:
    assert len(found(column(rectangle(50, 50, width, 30), 0.9))) == kept


def test_an_empty_answer() -> None:
    result = decode(np.zeros((17, 0), np.float32), LocatorSettings())
    assert result.corners.shape == (0, 4, 2)
    assert suppress(result.corners, 0.5) == []


def test_suppression_is_greedy_best_first() -> None:
    chain = np.stack([rectangle(100 + 12 * i, 100, 30, 40) for i in range(3)])
    assert suppress(chain, 0.5) == [0, 2]
    assert suppress(chain, 0.7) == [0, 1, 2]
    assert suppress(chain, 0.5, 0.7) == [0, 1, 2]  # cards of one size, over each other


def test_half_a_tile_goes_where_cards_may_overlap() -> None:
    """Two quads of different sizes are no two cards."""
    pair = np.stack([rectangle(100, 100, 30, 40), rectangle(95, 100, 18, 40)])
    assert suppress(pair, 0.5, 0.99) == [0]


@pytest.mark.parametrize(
    ("width", "height", "shape", "scale", "pad"),
    [
        (1280, 960, (480, 640), 0.5, (0, 0)),
        (960, 1280, (640, 480), 0.5, (0, 0)),
        (320, 250, (512, 640), 2.0, (0, 6)),
    ],
)
def test_the_locator_answers_in_pixels_of_the_photo(
    width: int, height: int, shape: tuple[int, int], scale: float, pad: tuple[int, int]
) -> None:
    session = FakeSession(answer(column(TILE, 0.9)))
    quads = Locator(session)(np.full((height, width, 3), 255, np.uint8))
    assert_allclose(quads.corners, (TILE[None] - np.array(pad)) / scale, atol=1e-3)
    (tensor,) = session.inputs
    assert tensor.shape == (1, 3, *shape)
    assert tensor.dtype == np.float32
    assert tensor.max() == 1.0


def test_less_sure_candidates_where_one_is_content_with_them() -> None:
    session = FakeSession(answer(column(rectangle(100, 100, 60, 80), 0.25)))
    locator = Locator(session)
    pixels = np.zeros((640, 640, 3), np.uint8)
    assert len(locator(pixels)) == 0
    assert len(locator.content_with(0.2)(pixels)) == 1
    assert len(locator.content_with(0.3)(pixels)) == 0


def test_channels_stay_red_green_blue() -> None:
    session = FakeSession(answer())
    Locator(session)(np.full((64, 64, 3), (255, 0, 51), np.uint8))
    assert_allclose(session.inputs[0][0, :, 320, 320], [1.0, 0.0, 0.2])


def test_a_larger_scale_enlarges_the_input() -> None:
    session = FakeSession(answer(column(TILE, 0.9)))
    quads = Locator(session, LocatorSettings(input_side=320)).at_scale(
        np.zeros((320, 640, 3), np.uint8), 4
    )
    assert session.inputs[0].shape == (1, 3, 640, 1280)
    assert_allclose(quads.corners, TILE[None] / 2, atol=1e-3)


def test_tiles_in_the_padding_are_no_tiles() -> None:
    below = rectangle(100, 255, 30, 40)  # the picture ends at 240, the padding at 256
    session = FakeSession(answer(column(below, 0.9), column(TILE, 0.8)))
    quads = Locator(session)(np.zeros((240, 640, 3), np.uint8))
    assert_allclose(quads.scores, [0.8])


@pytest.mark.parametrize(
    ("corners", "scores", "message"),
    [
        (np.zeros((2, 4), np.float32), np.zeros(2, np.float32), "n×4×2"),
        (np.zeros((2, 4, 2), np.float32), np.zeros(3, np.float32), r"shape \(2,\)"),
        (np.zeros((2, 4, 2)), np.zeros(2, np.float32), "corners must be float32"),
        (np.zeros((2, 4, 2), np.float32), np.zeros(2), "scores must be float32"),
    ],
)
def test_quads_check_their_arrays(corners: Any, scores: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Quads(corners, scores)


def test_quads_know_their_number() -> None:
    quads = Quads(TILE[None], np.ones(1, np.float32))
    assert len(quads) == 1
    assert_array_equal(quads.corners[0], TILE)
