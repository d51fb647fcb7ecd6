"""Plane geometry: boxes, quads, letterboxes, rectified faces."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray

from vision.geometry import (
    Letterbox,
    beside,
    box_iou,
    boxes_of,
    clockwise_from_top_left,
    inset,
    intersection_area,
    letterbox,
    quad_areas,
    rectify,
    sharing,
    side_lengths,
)

Float = NDArray[np.float32]

RECTANGLE = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)


def turned(quad: Float, degrees: float, centre: tuple[float, float] = (100, 80)) -> Float:
    """Turn a quad clockwise as seen about its centre and move it to ``centre``."""
    angle = np.radians(degrees)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray((quad - quad.mean(axis=0)) @ matrix.T + centre, np.float32)


def boxes(*rows: tuple[float, float, float, float]) -> Float:
    return np.array(rows, np.float32).reshape(-1, 4)


def test_boxes_of() -> None:
    diamond = np.array([[5, 0], [9, 4], [5, 8], [1, 4]], np.float32)
    assert_array_equal(boxes_of(np.stack([RECTANGLE, diamond])), [[0, 0, 30, 40], [1, 0, 9, 8]])
    assert boxes_of(np.zeros((0, 4, 2), np.float32)).shape == (0, 4)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((0, 0, 10, 10), (0, 0, 10, 10), 1.0),
        ((0, 0, 10, 10), (5, 0, 15, 10), 1 / 3),
        ((0, 0, 10, 10), (10, 0, 20, 10), 0.0),  # touching
        ((0, 0, 10, 10), (30, 30, 40, 40), 0.0),
        ((0, 0, 10, 10), (0, 0, 5, 5), 0.25),  # inside
        ((0, 0, 10, 10), (5, 5, 15, 15), 25 / 175),
        ((0, 0, 10, 10), (4, 4, 4, 4), 0.0),  # no area
        ((3, 3, 3, 3), (3, 3, 3, 3), 0.0),
    ],
)
def test_box_iou(
    a: tuple[float, float, float, float], b: tuple[float, float, float, float], expected: float
) -> None:
    assert_allclose(box_iou(boxes(a), boxes(b)), [[expected]], rtol=1e-6)
    assert_allclose(box_iou(boxes(b), boxes(a)), [[expected]], rtol=1e-6)


def test_box_iou_compares_every_pair() -> None:
    one = boxes((0, 0, 10, 10), (20, 0, 30, 10))
    two = boxes((0, 0, 10, 10), (20, 0, 30, 10), (0, 0, 10, 5))
    assert_allclose(box_iou(one, two), np.array([[1, 0, 0.5], [0, 1, 0]]))
    assert box_iou(one, boxes()).shape == (2, 0)


def test_quad_areas_are_positive_clockwise() -> None:
    assert_allclose(quad_areas(np.stack([RECTANGLE, RECTANGLE[::-1]])), [1200, -1200])
    crossed = RECTANGLE[[0, 2, 1, 3]]
    assert_allclose(quad_areas(crossed[None]), [0])


@pytest.mark.parametrize("order", list(permutations(range(4))), ids=lambda o: "".join(map(str, o)))
def test_corners_are_ordered_from_any_permutation(order: tuple[int, ...]) -> None:
    assert_array_equal(clockwise_from_top_left(RECTANGLE[list(order)][None])[0], RECTANGLE)


@pytest.mark.parametrize(
    ("degrees", "first"),
    [(0, 0), (20, 0), (-20, 0), (44, 0), (90, 3), (110, 3), (180, 2), (200, 2), (-90, 1)],
)
def test_the_first_corner_is_top_left_in_the_picture(degrees: float, first: int) -> None:
    quad = turned(RECTANGLE, degrees)
    assert_allclose(clockwise_from_top_left(quad[None])[0], np.roll(quad, -first, axis=0))


@given(
    degrees=st.floats(-180, 180),
    order=st.permutations(range(4)),
    width=st.floats(4, 200),
    height=st.floats(4, 200),
)
def test_ordered_corners_are_clockwise_and_complete(
    degrees: float, order: list[int], width: float, height: float
) -> None:
    quad = turned(np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32), degrees)
    ordered = clockwise_from_top_left(quad[order][None])[0]
    assert quad_areas(ordered[None])[0] == pytest.approx(width * height, rel=1e-3)
    assert sorted(ordered.tolist()) == sorted(quad.tolist())
    assert ordered[0].sum() == quad.sum(axis=1).min()


def test_no_corners_stay_none() -> None:
    assert clockwise_from_top_left(np.zeros((0, 4, 2), np.float32)).shape == (0, 4, 2)


@pytest.mark.parametrize(
    ("shift", "degrees", "expected"),
    [((0, 0), 0, 1200), ((15, 0), 0, 600), ((15, 20), 0, 300), ((31, 0), 0, 0), ((0, 0), 90, 900)],
)
def test_intersection_area(shift: tuple[float, float], degrees: float, expected: float) -> None:
    other = turned(RECTANGLE, degrees, (15 + shift[0], 20 + shift[1]))
    assert intersection_area(RECTANGLE, other) == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize(
    ("size", "side", "canvas", "frame"),
    [
        ((640, 480), 640, (640, 480), (1.0, 0, 0)),
        ((1280, 960), 640, (640, 480), (0.5, 0, 0)),
        ((960, 1280), 640, (480, 640), (0.5, 0, 0)),
        ((1000, 300), 640, (640, 192), (0.64, 0, 0)),
        ((320, 250), 640, (640, 512), (2.0, 0, 6)),  # 500 rows and 12 of padding
        ((100, 640), 640, (128, 640), (1.0, 14, 0)),
        ((2, 2000), 640, (32, 640), (0.32, 15, 0)),  # a sliver keeps a column
    ],
)
def test_letterbox_sizes(
    size: tuple[int, int],
    side: int,
    canvas: tuple[int, int],
    frame: tuple[float, float, float],
) -> None:
    pixels = np.full((size[1], size[0], 3), 7, np.uint8)
    boxed, used = letterbox(pixels, side)
    assert boxed.shape == (canvas[1], canvas[0], 3)
    assert (used.scale, used.pad_x, used.pad_y) == pytest.approx(frame)


def test_letterbox_keeps_the_picture_and_fills_the_rest() -> None:
    pixels = np.arange(60 * 64 * 3, dtype=np.uint32).astype(np.uint8).reshape(60, 64, 3)
    boxed, _ = letterbox(pixels, 64)
    assert_array_equal(boxed[2:62], pixels)
    assert_array_equal(np.unique(boxed[[0, 1, 62, 63]]), [114])


@given(
    scale=st.floats(0.05, 8),
    pad=st.tuples(st.integers(0, 31), st.integers(0, 31)),
    point=st.tuples(st.floats(0, 640), st.floats(0, 640)),
)
def test_letterbox_round_trip(
    scale: float, pad: tuple[int, int], point: tuple[float, float]
) -> None:
    frame = Letterbox(scale, *pad)
    inner = np.array([point], np.float32)
    outer = frame.to_outer(inner)
    assert_allclose(outer * scale + np.array(pad), inner, atol=1e-2)


def test_rectify_of_the_whole_picture_is_the_picture() -> None:
    pixels = np.random.default_rng(0).integers(0, 256, (48, 32, 3)).astype(np.uint8)
    whole = np.array([[0, 0], [32, 0], [32, 48], [0, 48]], np.float32)
    assert_array_equal(rectify(pixels, whole, (32, 48)), pixels)


def test_rectify_flattens_a_perspective_quad() -> None:
    pixels = np.zeros((100, 120, 3), np.uint8)
    quad = np.array([[40, 10], [80, 14], [100, 90], [20, 80]], np.float32)
    y, x = np.mgrid[0:100, 0:120]
    inside = np.ones((100, 120), bool)
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        edge = end - start
        inside &= edge[0] * (y - start[1]) - edge[1] * (x - start[0]) >= 0
    pixels[inside] = 200
    assert (rectify(pixels, quad, (40, 50))[2:-2, 2:-2] == 200).all()


def test_margin_widens_the_view() -> None:
    pixels = np.zeros((80, 80, 3), np.uint8)
    pixels[20:60, 20:60] = 255
    square = np.array([[20, 20], [60, 20], [60, 60], [20, 60]], np.float32)
    flat = rectify(pixels, square, (80, 80), margin=0.25)
    assert_array_equal(flat, pixels)


def test_side_lengths_go_from_each_corner_to_the_next() -> None:
    quads = np.array([[[0, 0], [3, 0], [3, 4], [0, 0]], [[0, 0], [2, 0], [2, 1], [0, 1]]], "f4")
    np.testing.assert_allclose(side_lengths(quads), [[3, 4, 5, 0], [2, 1, 2, 1]])
    assert side_lengths(np.zeros((0, 4, 2), np.float32)).shape == (0, 4)


def test_edges_move_along_the_sides() -> None:
    quad = np.array([[0, 0], [10, 0], [20, 20], [0, 20]], np.float32)
    assert_allclose(inset(quad, top=0.5), [[0, 10], [15, 10], [20, 20], [0, 20]])
    assert_allclose(inset(quad, right=-0.5), [[0, 0], [15, 0], [30, 20], [0, 20]])
    assert_allclose(
        inset(quad[None], left=0.1, bottom=0.5)[0],
        [[1.0, 0.0], [10.0, 0.0], [15.0, 10.0], [1.5, 10.0]],
    )
    assert_allclose(inset(quad), quad)


def test_quads_that_share_a_part_of_the_smaller() -> None:
    moved = RECTANGLE + np.array([20, 0], np.float32)
    small = RECTANGLE / 3 + np.array([5, 5], np.float32)
    quads = np.stack([RECTANGLE, moved, small]).astype(np.float32)
    # A third of the rectangle is shared with the moved one, all of the small one with the first.
    assert_array_equal(sharing(quads[:1], quads, 0.3), [[True, True, True]])
    assert_array_equal(sharing(quads[:1], quads, 0.4), [[True, False, True]])
    assert sharing(quads, quads[:0], 0.5).shape == (3, 0)


def test_places_beside_a_turned_quad_touch_it() -> None:
    quad = turned(RECTANGLE, 30)
    places = beside(quad[None])
    assert places.shape == (4, 4, 2)
    assert_allclose(places[0][[0, 3]], quad[[1, 2]], atol=1e-4)
    assert_allclose(places[1][[1, 2]], quad[[0, 3]], atol=1e-4)
    assert_allclose(places[2][[0, 1]], quad[[3, 2]], atol=1e-4)
    assert_allclose(places[3][[2, 3]], quad[[1, 0]], atol=1e-4)
    assert_allclose(beside(quad[None], 2)[0] - quad, 2 * (places[0] - quad), atol=1e-4)
