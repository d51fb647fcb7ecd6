"""Evidence of scripted readers, so that the pipeline can be tested without networks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scoring.tiles import Tile
from vision.evidence import Evidence
from vision.faces import FACE_NAMES, KINDS, NOTHING


def evidence_of(
    names: Sequence[str | None], confidence: float = 0.9, turns: Sequence[int] | None = None
) -> Evidence:
    """Evidence for tiles in notation; None stands for no readable face.

    The rest of the probability lies on *nothing* (on a blank face where nothing is read).
    """
    count = len(names)
    faces = np.zeros((count, len(FACE_NAMES)))
    kinds = np.full((count, len(KINDS)), 1 / len(KINDS))
    red, stamped = np.zeros(count), np.zeros(count)
    for row, name in enumerate(names):
        tile = None if name is None else Tile.parse(name)
        faces[row, FACE_NAMES.index(NOTHING if tile is None else tile.face)] = confidence
        faces[row, FACE_NAMES.index("5z" if tile is None else NOTHING)] = 1 - confidence
        if tile is not None:
            red[row], stamped[row] = tile.red, tile.stamped
            if tile.kind is not None:
                kinds[row] = [kind is tile.kind for kind in KINDS]
    turned = np.eye(4)[list(turns) if turns is not None else [0] * count]
    codes = np.zeros((count, 128), np.float32)
    return Evidence(faces, red, kinds, stamped, turned.reshape(count, 4), codes)
