"""Places where one more tile has room, and what is seen there."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from tests.evidence import evidence_of
from vision.evidence import Evidence
from vision.locate import Quads
from vision.overlooked import SCORE, STEP, free_places, shown

Corners = NDArray[np.float32]


def tile(column: float, row: float = 0, *, size: float = 50) -> Corners:
    """A tile of 50×60 pixels, so many tiles to the right of and below the first."""
    corners = np.array([[0, 0], [1, 0], [1, 1.2], [0, 1.2]]) * size
    return np.asarray(corners + np.array([column * 50, row * 60]), np.float32)


def quads(*corners: Corners, score: float = 0.9) -> Quads:
    stacked = np.array(corners, np.float32).reshape(-1, 4, 2)
    return Quads(stacked, np.full(len(corners), score, np.float32))


def test_a_gap_in_a_row_is_a_place_where_something_is_seen() -> None:
    row = quads(tile(0), tile(1), tile(3.1), tile(4.1))
    places = free_places(row, quads(tile(2.05), score=0.1))
    assert len(places) == 2  # right of the second tile and left of the third
    assert_allclose(places.corners[0], tile(1 + STEP), atol=1e-4)
    assert_allclose(places.scores, 0.1)


@pytest.mark.parametrize(
    ("row", "faint"),
    [
        pytest.param(quads(tile(0), tile(1)), quads(), id="nothing is seen"),
        pytest.param(quads(), quads(tile(0)), id="no tiles"),
        pytest.param(quads(tile(0), tile(1)), quads(tile(4)), id="seen far from the row"),
        pytest.param(
            quads(tile(0), tile(1), tile(2)), quads(tile(1.02)), id="there is a tile already"
        ),
        pytest.param(quads(tile(0), tile(1)), quads(tile(2, size=20)), id="much smaller"),
        pytest.param(quads(tile(0), tile(1)), quads(tile(0, 1.02)), id="below the row"),
        pytest.param(quads(tile(0)), quads(tile(1)), id="one tile makes no row"),
    ],
)
def test_no_places(row: Quads, faint: Quads) -> None:
    assert len(free_places(row, faint)) == 0


def test_cards_have_no_places_beside_them() -> None:
    card = np.array([[0, 0], [40, 0], [40, 160], [0, 160]], np.float32)
    step = np.array([40, 0], np.float32)
    assert len(free_places(quads(card, card + step), quads(card + 2 * step))) == 0


def test_of_overlapping_places_the_surest_face_stays() -> None:
    places = quads(tile(0), tile(0.1), tile(3), score=0.1)
    sure = [evidence_of([name], chance) for name, chance in (("1m", 0.6), ("2m", 0.9), ("3m", 0.8))]
    faces = Evidence.joined(sure)
    result = shown(places, faces)
    assert_allclose(result.corners, places.corners[[1, 2]])
    assert_allclose(result.scores, SCORE)


@pytest.mark.parametrize("name", [None, "back", "5z"])
def test_what_an_empty_place_looks_like_is_no_tile(name: str | None) -> None:
    assert len(shown(quads(tile(0)), evidence_of([name], 0.95))) == 0


def test_a_face_that_is_hardly_seen_is_no_tile() -> None:
    assert len(shown(quads(tile(0)), evidence_of(["1m"], 0.4))) == 0
