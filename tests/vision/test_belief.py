"""Whether a picture shows tiles at all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from scoring.tiles import Tile
from vision.belief import MANY, MANY_EVIDENCE, SURE_EVIDENCE, any_sure
from vision.locate import Quads
from vision.read import Reading

HALF, FAINT = MANY_EVIDENCE + 0.01, 0.4


def read(evidence: Sequence[float], name: str = "1m") -> tuple[Quads, list[Reading]]:
    """Faces that the reader is sure of, where the locator is as sure as given."""
    square = np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float32)
    tile = Tile.parse(name)
    quads = Quads(np.tile(square, (len(evidence), 1, 1)), np.array(evidence, np.float32))
    return quads, [Reading(tile, 1.0, ((tile, 1.0),))] * len(evidence)


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
    assert any_sure(*read(evidence)) is expected


def test_backs_alone_are_no_hand() -> None:
    assert not any_sure(*read([0.99] * 8, "back"))
