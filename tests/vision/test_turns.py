"""Which way is up: faces that tell it, and those that follow their neighbours."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from scoring.tiles import Family, Tile
from vision.locate import Quads
from vision.read import Reading
from vision.turns import turn_upright

Float = NDArray[np.float32]
WIDE, HIGH = 30.0, 40.0


def tall(x: float, width: float = WIDE, height: float = HIGH) -> Float:
    return np.array([[x, 0], [x + width, 0], [x + width, height], [x, height]], np.float32)


def reading(name: str | None, turn: int = 0) -> Reading:
    return Reading(None if name is None else Tile.parse(name, Family.MAHJONG), 0.9, (), turn)


def uprighted(corners: list[Float], readings: list[Reading]) -> tuple[Float, list[int]]:
    quads = Quads(np.stack(corners), np.linspace(0.9, 0.5, len(corners)).astype(np.float32))
    result, turned = turn_upright(quads, readings)
    assert_allclose(result.scores, quads.scores)
    assert [r.tile for r in turned] == [r.tile for r in readings]
    return result.corners, [r.turn for r in turned]


def up(quad: Float) -> Float:
    """Unit vector from the face's lower to its upper edge."""
    vector = quad[:2].mean(axis=0) - quad[2:].mean(axis=0)
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


@pytest.mark.parametrize("turn", range(4))
def test_a_face_with_a_top_is_turned_as_read(turn: int) -> None:
    corners, turns = uprighted([tall(0)], [reading("1z", turn)])
    assert_allclose(corners[0], np.roll(tall(0), -turn, axis=0))
    assert turns == [turn]


@pytest.mark.parametrize("name", ["1p", "5z", "back", None])
def test_ambiguous_faces_follow_upside_down_neighbours(name: str | None) -> None:
    corners = [tall(0), tall(31), tall(62)]
    _, turns = uprighted(corners, [reading("1z", 2), reading(name, 0), reading("3m", 2)])
    assert turns == [2, 2, 2]


def test_the_majority_decides_where_faces_disagree() -> None:
    corners = [tall(31 * i) for i in range(4)]
    readings = [reading("1z", 2), reading("2z", 0), reading("3z", 0), reading("1p", 2)]
    assert uprighted(corners, readings)[1] == [2, 0, 0, 0]


@pytest.mark.parametrize("name", ["1p", "back"])
def test_without_any_face_that_tells_up_is_up_in_the_picture(name: str) -> None:
    corners, turns = uprighted([tall(0), tall(31)], [reading(name, 3), reading(name, 2)])
    assert turns == [0, 0]
    assert_allclose(up(corners[0]), [0, -1], atol=1e-6)


def test_a_sideways_tile_is_recognised_by_its_longer_side() -> None:
    sideways = tall(31, HIGH, WIDE)
    corners, turns = uprighted([tall(0), sideways], [reading("1z", 0), reading("1p", 0)])
    assert turns[1] in {1, 3}
    assert abs(up(corners[1])[0]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "turn", "expected"),
    [("2p", 0, 2), ("2p", 2, 2), ("2-6d", 0, 2), ("9s", 1, 1), ("4-4", 3, 3), ("1-2f", 1, 1)],
)
def test_faces_that_hide_half_turns_follow_within_their_parity(
    name: str, turn: int, expected: int
) -> None:
    """Seen at a slant a tile may be wider than high: its shape is no evidence then."""
    flat = tall(31, HIGH, WIDE / 2)
    tile = Tile.parse(name)
    half_turned = Reading(tile, 0.9, ((tile, 0.9),), turn)
    _, turns = uprighted([tall(0), flat], [reading("1z", 2), half_turned])
    assert turns[1] % 2 == expected % 2
    if expected == 2:
        assert turns[1] == 2


def test_a_nearly_square_tile_follows_its_neighbours() -> None:
    square = tall(31, 32, 30)
    assert uprighted([tall(0), square], [reading("1z", 0), reading("1p", 1)])[1] == [0, 0]


def test_the_picture_taken_from_the_side() -> None:
    """Everything lies on its side: faces read a quarter turn, the others follow."""
    corners = [tall(45 * i, HIGH, WIDE) for i in range(3)]
    readings = [reading("1z", 1), reading("1p", 0), reading("7m", 1)]
    result, turns = uprighted(corners, readings)
    assert turns == [1, 1, 1]
    for quad in result:
        assert_allclose(up(quad), [1, 0], atol=1e-6)


@given(
    degrees=st.floats(0, 360),
    rolls=st.lists(st.integers(0, 3), min_size=4, max_size=4),
)
def test_neither_angle_nor_first_corner_matters(degrees: float, rolls: list[int]) -> None:
    """The same row at any angle, its corners counted from anywhere, ends the same."""
    names = ["1z", "2p", "6m", "back"]
    angle = np.radians(degrees)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    row = [np.asarray(tall(31 * i) @ matrix.T, np.float32) for i in range(4)]
    corners = [np.roll(quad, roll, axis=0) for quad, roll in zip(row, rolls, strict=True)]
    readings = [reading(name, roll) for name, roll in zip(names, rolls, strict=True)]
    result, _ = uprighted(corners, readings)
    assert_allclose(result, np.stack(row), atol=1e-4)


def test_no_tiles() -> None:
    quads = Quads(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    result, readings = turn_upright(quads, [])
    assert len(result) == 0
    assert readings == []
