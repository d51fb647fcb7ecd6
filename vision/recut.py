"""Rows that were cut in the wrong places: from a tile that is read to the next one of its size.

Where no edge between two tiles is seen, the locator may take half of one and half of the next for
a tile, or the columns of a bamboo for tiles of their own. But the tiles of a row are equals: the
next lies one step beside a tile that is read surely.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.geometry import beside, sharing
from vision.locate import Quads
from vision.read import Reading

Look = Callable[[Quads], tuple[Quads, list[Reading]]]
"""Gives quads their exact corners and reads them."""

GOOD = 0.7
"""Confidence of a face from which its quad is taken to fit."""
LEAST_GOOD = 3
"""So many tiles tell that the others of the photo are badly cut, not badly seen."""
SHARED = 0.3
"""Quads that share this part of the smaller one show the same place."""
MOST_STEPS = 8
"""Tiles of one stretch that are cut anew, from either end."""


def recut(quads: Quads, readings: Sequence[Reading], look: Look) -> Quads:
    """Cut badly cut stretches of rows anew, from the tiles beside them.

    Args:
        quads: The n tiles.
        readings: Of each.
        look: Reads other quads of the same picture.

    Returns:
        The very quads given where nothing better is found.
    """
    good = [i for i, reading in enumerate(readings) if _is_good(reading)]
    poor = [i for i in range(len(quads)) if i not in set(good)]
    if not poor or len(good) < LEAST_GOOD:
        return quads
    places, found = quads.corners[poor], quads.corners[good]
    new, ends = found[:0], found
    for _ in range(MOST_STEPS):
        nexts = beside(ends)
        taken = np.concatenate([found, new])
        nexts = nexts[
            sharing(nexts, places, SHARED).any(axis=1) & ~sharing(nexts, taken, SHARED).any(axis=1)
        ]
        if len(nexts) == 0:
            break
        seen, answers = look(Quads(nexts, np.ones(len(nexts), np.float32)))
        ends = _best(seen.corners, answers, taken)
        if len(ends) == 0:
            break
        new = np.concatenate([new, ends])
    if len(new) == 0:
        return quads
    left = np.flatnonzero(~sharing(places, new, SHARED).any(axis=1))
    kept = sorted([*good, *(poor[place] for place in left)])
    scores = np.full(len(new), float(np.median(quads.scores[good])), np.float32)
    return Quads(
        np.concatenate([quads.corners[kept], new]), np.concatenate([quads.scores[kept], scores])
    )


def _is_good(reading: Reading) -> bool:
    face = reading.own is not None or (reading.tile is not None and not reading.tile.is_back)
    return face and reading.confidence >= GOOD


def _best(
    corners: NDArray[np.float32], readings: Sequence[Reading], taken: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Those of n quads that are read well and free of others, the surest first."""
    kept: NDArray[np.float32] = corners[:0]
    order = sorted(range(len(readings)), key=lambda index: -readings[index].confidence)
    for index in order:
        one = corners[index : index + 1]
        others = np.concatenate([taken, kept])
        if _is_good(readings[index]) and not sharing(one, others, SHARED).any():
            kept = np.concatenate([kept, one])
    return kept
