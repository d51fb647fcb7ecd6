"""Which way up a photo is: cards that lie over each other are read best as they were laid.

A tile that lies free is read in any direction. Of a card that another covers only a strip is left,
and which strip that is depends on how the cards were laid: left over right reads differently from
right over left. A photo whose faces stand on their heads, and leave doubts, is therefore
turned and read again.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.arrange import DOUBT_BELOW
from vision.faces import SAME_HALF_TURNED
from vision.locate import Quads
from vision.read import Reading
from vision.turns import ups_of

SETTLED = 0.85
"""Share of the votes from which a photo surely is the right way up."""
DOUBTS = 0.1
"""Share of doubtful tiles below which nothing is to be gained."""
GAIN = 0.5
"""How much more certainty another view has to give, in tiles."""


def views_to_try(quads: Quads, readings: Sequence[Reading]) -> tuple[int, ...]:
    """Counter-clockwise quarter turns of the picture that may show the tiles the right way up.

    Args:
        quads: The tiles; corner 0 is each face's own top left.
        readings: Of each.
    """
    if not readings or np.mean([one.confidence < DOUBT_BELOW for one in readings]) < DOUBTS:
        return ()
    votes = np.zeros(4)
    for corners, reading in zip(quads.corners, readings, strict=True):
        if reading.tile is not None and reading.tile.face not in SAME_HALF_TURNED:
            votes[quarter_of(corners)] += reading.confidence
    if votes[0] >= SETTLED * votes.sum():
        return ()
    most = int(votes.argmax())
    # Covered cards are often taken to be upside down, so that the opposite is likely as well.
    return tuple(turn for turn in (most, (most + 2) % 4) if turn)


def quarter_of(corners: NDArray[np.float32]) -> int:
    """Clockwise quarter turns (0 to 3) by which a face (4×2) is turned in the picture."""
    up = ups_of(corners)[0]
    return round(float(np.degrees(np.arctan2(up[0], -up[1]))) / 90) % 4


def certainty(readings: Sequence[Reading]) -> float:
    """How much is known in all, in tiles: a sure one counts 1, one of even odds nothing."""
    return sum(2 * one.confidence - 1 for one in readings)


def turned_back(
    corners: NDArray[np.float32], quarters: int, size: tuple[int, int]
) -> NDArray[np.float32]:
    """Points of a picture that was turned, in the picture as it was.

    Args:
        corners: …×2 pixels of the turned picture.
        quarters: Counter-clockwise quarter turns that it was turned by (`numpy.rot90`).
        size: Width and height of the picture before, pixels.
    """
    x, y = corners[..., 0], corners[..., 1]
    width, height = size
    places = {
        0: (x, y),
        1: (width - 1 - y, x),
        2: (width - 1 - x, height - 1 - y),
        3: (y, height - 1 - x),
    }
    return np.stack(places[quarters % 4], axis=-1).astype(np.float32)
