"""Tiles that the locator hardly sees, where the row has room for them.

A tile under a glare or in the colour of the table gets too small a score to be called one. But
tiles of a hand lie side by side: where one more of their size has room beside a tile, and the
locator sees something there, however faintly, the reader is asked. Of cards, which lie over each
other, room says nothing.
"""

from __future__ import annotations

import numpy as np

from scoring.tiles import BACK
from vision.align import SLIM, slim
from vision.evidence import Evidence
from vision.faces import FACE_NAMES, NOTHING
from vision.geometry import beside, box_iou, boxes_of, sharing
from vision.locate import Quads

STEP = 1.04
"""From a tile to the next one that touches it, in widths or heights of its face."""
ROOM = 0.2
"""How much of the place other tiles may cover."""
ALONG = 0.3
"""How much of the place on a tile's other side another one covers: two tell where a row goes on."""
SEEN = 0.35
"""Least IoU of the place and of what the locator faintly sees there."""
LEAST_FACE = 0.5
"""Least probability of the face that it shows: what no face is resembles many a little."""
SCORE = 0.7
"""Score of such a tile: likely, but never enough to make a picture one of tiles by itself."""
_PLAIN = np.array([FACE_NAMES.index(name) for name in (NOTHING, BACK, "5z")])
"""What an empty place looks like as well."""


def free_places(tiles: Quads, faint: Quads) -> Quads:
    """Where a row of two or more of n tiles may go on with one more.

    Args:
        tiles: The tiles.
        faint: What the locator sees too faintly to call it a tile.

    Returns:
        Places that touch a tile, free of others; several may be for one tile.
    """
    neighbours = tiles.corners[~slim(tiles.corners, SLIM)]
    if len(neighbours) == 0 or len(faint) == 0:
        return Quads(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    places = beside(neighbours, STEP)
    taken = sharing(places, tiles.corners, ALONG).any(axis=1)
    goes_on = taken.reshape(-1, 2)[:, ::-1].ravel()  # on the other side of the tile lies one
    seen = box_iou(boxes_of(places), boxes_of(faint.corners))
    some = (seen.max(axis=1) >= SEEN) & goes_on
    places, scores = places[some], faint.scores[seen[some].argmax(axis=1)]
    free = ~sharing(places, tiles.corners, ROOM).any(axis=1)
    return Quads(places[free], scores[free])


def shown(places: Quads, evidence: Evidence) -> Quads:
    """Those of n places that show a face, one where several overlap, as surely as tiles.

    A back and a blank face look like an empty place in a box; they are left out.
    """
    faces = evidence.faces.copy()
    faces[:, _PLAIN] = 0
    certainty = faces.max(axis=1)
    kept: list[int] = []
    for index in np.argsort(-certainty, kind="stable"):
        if certainty[index] < LEAST_FACE:
            break
        if not sharing(places.corners[[index]], places.corners[kept], ROOM).any():
            kept.append(int(index))
    return Quads(places.corners[kept], np.full(len(kept), SCORE, np.float32))
