"""Find exact corners, and unlabelled tiles, in the training photos with an earlier locator.

``python -m models.training.corners --photos DIR --locator locator.onnx --out corners.npz``

Labels of real photos are loose boxes, and in table scenes walls and discards are not
labelled at all. For each photo three arrays are stored under its name: ``NAME`` the corners
of the labelled tiles (n×4×2, NaN where the locator does not agree), ``NAME:others``
further tiles that it is sure of, ``NAME:unsure`` places that it is not, to be hidden.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.registry import open_session
from models.training.sources import TrainingPhoto, load_training_photos
from vision.geometry import box_iou, boxes_of, intersection_area, quad_areas
from vision.locate import Locator, LocatorSettings, Quads

AGREE = 0.7
"""Least IoU of a label's box and the found quad's."""
SURE = 0.5
LOW = 0.08

Float = NDArray[np.float32]
Finder = Callable[[NDArray[np.uint8]], Quads]
"""Locates the tiles of a picture (H×W×3 RGB)."""


def find_corners(find: Finder, photo: TrainingPhoto) -> dict[str, Float]:
    """Corners of labelled, other and doubtful tiles of one photo (see the module)."""
    quads = find(photo.pixels)
    labels = boxes_of(photo.quads)
    iou = box_iou(labels, boxes_of(quads.corners)) if len(quads) else np.zeros((len(labels), 0))
    exact = np.full((len(labels), 4, 2), np.nan, np.float32)
    used: set[int] = set()
    for index, row in enumerate(iou):
        best = int(row.argmax()) if len(row) else -1
        if best >= 0 and row[best] >= AGREE and best not in used:
            exact[index] = quads.corners[best]
            used.add(best)
    free = [i for i in range(len(quads)) if i not in used and not _labelled(quads, i, photo.quads)]
    sure = [i for i in free if quads.scores[i] >= SURE]
    unsure = [i for i in free if quads.scores[i] < SURE]
    return {
        photo.name: exact,
        f"{photo.name}:others": quads.corners[sure],
        f"{photo.name}:unsure": quads.corners[unsure],
    }


def _labelled(quads: Quads, index: int, labels: Float) -> bool:
    """Whether a quad lies mostly on labelled tiles."""
    area = abs(float(quad_areas(quads.corners[index : index + 1])[0]))
    shared = sum(intersection_area(quads.corners[index], label) for label in labels)
    return shared > 0.3 * area


def main() -> None:
    """Run over the training photos."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--locator", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    session = open_session(arguments.locator.read_bytes(), threads=2)
    locator = Locator(session, LocatorSettings(min_score=LOW))
    found: dict[str, Float] = {}
    for photo in load_training_photos(arguments.photos):
        found.update(find_corners(locator, photo))
    np.savez(arguments.out, **found)  # type: ignore[arg-type]
    labels = np.concatenate([corners for name, corners in found.items() if ":" not in name])
    exact = int((~np.isnan(labels).any(axis=(1, 2))).sum())
    others = sum(len(corners) for name, corners in found.items() if name.endswith(":others"))
    print(f"{exact} of {len(labels)} labelled tiles have corners; {others} further tiles")


if __name__ == "__main__":
    main()
