"""Rows that were cut in the wrong places."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.testing import assert_allclose

from scoring.tiles import Family, Tile
from tests.vision.test_overlooked import quads, tile
from vision.locate import Quads
from vision.read import Reading
from vision.recut import MOST_STEPS, recut


def reading(name: str | None, confidence: float = 0.95) -> Reading:
    if name is None:
        return Reading(None, confidence)
    face = Tile.parse(name, Family.MAHJONG)
    return Reading(face, confidence, ((face, confidence),))


class Eye:
    """Reads a place surely where a tile of the row lies, and as nothing elsewhere."""

    def __init__(self, lies: Callable[[float], bool] = lambda _column: True) -> None:
        self.lies = lies
        self.looks = 0

    def __call__(self, places: Quads) -> tuple[Quads, list[Reading]]:
        self.looks += 1
        columns = places.corners[:, 0, 0] / 50
        near = np.abs(columns - columns.round()) < 0.05
        level = np.abs(places.corners[:, 0, 1]) < 3
        answers = [
            reading("5s") if fits and self.lies(round(float(column))) else reading(None)
            for fits, column in zip(near & level, columns, strict=True)
        ]
        return places, answers


GOOD = (tile(0), tile(1), tile(2))


def test_columns_of_a_bamboo_are_put_together() -> None:
    """Tiles 3 and 4 were cut at 3.5 and 4.4: two halves and what is between."""
    row = quads(*GOOD, tile(2.6), tile(3.5), tile(4.4), tile(5))
    names = [reading("1m")] * 3 + [reading(None)] * 2 + [reading("2s", 0.3), reading("9s")]
    result = recut(row, names, Eye())
    columns = sorted(float(x) / 50 for x in result.corners[:, 0, 0])
    assert_allclose(columns, [0, 1, 2, 3, 4, 5], atol=1e-4)


def test_a_row_that_is_read_stays() -> None:
    row, eye = quads(*GOOD), Eye()
    assert recut(row, [reading("1m")] * 3, eye) is row
    assert eye.looks == 0


def test_what_is_no_better_anywhere_stays() -> None:
    row = quads(*GOOD, tile(3.4))
    names = [reading("1m")] * 3 + [reading("2s", 0.4)]
    assert recut(row, names, Eye(lambda column: column < 3)) is row


def test_two_tiles_are_too_few_to_go_by() -> None:
    row, eye = quads(tile(0), tile(1), tile(2.5)), Eye()
    assert recut(row, [reading("1m")] * 2 + [reading(None)], eye) is row
    assert eye.looks == 0


def test_a_back_beside_the_row_is_not_cut_anew_unless_a_face_is_read_there() -> None:
    row = quads(*GOOD, tile(3))
    names = [reading("1m")] * 3 + [reading("back")]
    assert recut(row, names, Eye(lambda column: column < 3)) is row


@pytest.mark.parametrize("count", [2, MOST_STEPS + 4])
def test_long_stretches_are_cut_from_both_ends(count: int) -> None:
    """Poor quads are half a tile off; there is a look for each step."""
    row = quads(*GOOD, *(tile(2.5 + index) for index in range(1, count + 1)))
    names = [reading("1m")] * 3 + [reading(None)] * count
    eye = Eye()
    result = recut(row, names, eye)
    assert eye.looks <= MOST_STEPS
    fitting = np.abs(result.corners[:, 0, 0] / 50 % 1) < 1e-3
    assert fitting.sum() == 3 + min(count + 1, MOST_STEPS)
