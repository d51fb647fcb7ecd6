"""Which turned views of a photo are tried, and that what they show comes back to its place."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from scoring.tiles import Family, Tile
from vision.locate import Quads
from vision.orientation import certainty, quarter_of, turned_back, views_to_try
from vision.read import Reading

Float = NDArray[np.float32]

UPRIGHT = np.array([[0, 0], [10, 0], [10, 30], [0, 30]], np.float32)
CLOCKWISE = np.roll(UPRIGHT, -1, axis=0)
"""Its top is at the right."""


def quads(*quarters: int) -> Quads:
    corners = np.array([np.roll(UPRIGHT, -turn, axis=0) for turn in quarters], np.float32)
    return Quads(corners.reshape(-1, 4, 2), np.ones(len(corners), np.float32))


def reading(name: str = "fu", confidence: float = 0.6, family: Family = Family.DOLLS) -> Reading:
    tile = Tile.parse(name, family)
    return Reading(tile, confidence, ((tile, confidence),))


@pytest.mark.parametrize("turn", range(4))
def test_quarters_are_counted_clockwise(turn: int) -> None:
    assert quarter_of(np.roll(UPRIGHT, -turn, axis=0)) == turn


def test_a_slanted_face_counts_as_the_nearest_quarter() -> None:
    angle = np.radians(100)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    assert quarter_of((UPRIGHT @ turn.T).astype(np.float32)) == 1


@pytest.mark.parametrize(
    ("quarters", "expected"),
    [
        ((0, 0, 0, 0, 0, 0, 2), ()),  # six of seven: the right way up
        ((2, 2, 2, 0), (2,)),
        ((0, 0, 0, 2, 2), (2,)),  # not settled: upside down as well as not
        ((1, 1, 1, 3), (1, 3)),
        ((3, 3, 1), (3, 1)),
    ],
)
def test_views_that_are_tried(quarters: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert views_to_try(quads(*quarters), [reading()] * len(quarters)) == expected


def test_a_clear_photo_is_not_turned_though_it_is_upside_down() -> None:
    assert views_to_try(quads(2, 2, 2), [reading(confidence=0.99)] * 3) == ()


def test_faces_that_look_the_same_upside_down_have_no_vote() -> None:
    tiles = [reading("2-6", family=Family.FLOWERS)] * 3
    assert views_to_try(quads(2, 2, 2), tiles) == ()


def test_no_tile_no_view() -> None:
    assert views_to_try(quads(), []) == ()


def test_a_guess_adds_no_certainty() -> None:
    assert certainty([reading(confidence=c) for c in (1.0, 0.75, 0.5)]) == pytest.approx(1.5)
    assert certainty([]) == 0


@pytest.mark.parametrize("quarters", range(4))
def test_points_come_back_to_their_place(quarters: int) -> None:
    picture = np.zeros((30, 50), np.uint8)
    picture[7, 11] = 1
    y, x = np.argwhere(np.rot90(picture, quarters))[0]
    back = turned_back(np.array([[x, y]], np.float32), quarters, (50, 30))
    assert_allclose(back, [[11, 7]])
