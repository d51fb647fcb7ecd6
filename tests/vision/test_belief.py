"""Whether a picture shows tiles at all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from scoring.tiles import Tile
from vision.belief import MANY, MANY_EVIDENCE, MOST, MOST_CERTAIN, SURE_EVIDENCE, any_sure
from vision.locate import Quads
from vision.read import Reading

HALF, FAINT = MANY_EVIDENCE + 0.01, 0.4
CERTAIN, LIKELY = MOST_CERTAIN + 0.01, 0.8


def read(
    scores: Sequence[float], certainties: Sequence[float], name: str = "1m"
) -> tuple[Quads, list[Reading]]:
    """Faces of which locator and reader are as sure as given."""
    square = np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float32)
    tile = Tile.parse(name)
    quads = Quads(np.tile(square, (len(scores), 1, 1)), np.array(scores, np.float32))
    return quads, [Reading(tile, certainty, ((tile, certainty),)) for certainty in certainties]


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        ([], False),
        ([SURE_EVIDENCE + 0.01], True),
        ([FAINT] * 12 + [SURE_EVIDENCE + 0.01], True),
        ([HALF] * (MANY - 1), False),
        ([HALF] * MANY, True),
        ([HALF] * 4 + [FAINT] * 9, True),
        # Many things that may be tiles, of which few are likely to be: cards, books, carpets.
        ([HALF] * 4 + [FAINT] * 10, False),
        ([FAINT] * 20, False),
    ],
)
def test_one_sure_face_or_many_likely_ones(evidence: list[float], expected: bool) -> None:
    scores = [value / LIKELY for value in evidence]
    assert any_sure(*read(scores, [LIKELY] * len(scores))) is expected


@pytest.mark.parametrize(
    ("certain", "others", "expected"),
    [(MOST - 1, 0, False), (MOST, 0, True), (MOST, MOST * 2 // 3, True), (MOST, MOST, False)],
)
def test_or_most_of_many_that_the_reader_is_certain_of(
    certain: int, others: int, expected: bool
) -> None:
    certainties = [CERTAIN] * certain + [LIKELY] * others
    assert any_sure(*read([FAINT] * len(certainties), certainties)) is expected


def test_backs_alone_are_no_hand() -> None:
    assert not any_sure(*read([0.99] * 8, [1.0] * 8, "back"))
