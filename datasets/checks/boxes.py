"""Marks that cannot be right: outside the picture, without area, or there twice."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from datasets.findings import Fault, Finding
from datasets.labels import Mark, MarkedPhoto, Quad
from vision.geometry import box_iou

SLACK = 0.005
"""Share of the picture's side by which a mark may stick out: labels are rounded."""
MIN_SIDE = 2.0
"""Pixels; nothing can be read on less."""
SAME_IOU = 0.9
"""Two boxes that share so much mark one tile: real neighbours share far less."""


def check_boxes(photo: MarkedPhoto) -> Iterator[Finding]:
    """Find the faults of one photo's marks."""
    for number, mark in enumerate(photo.marks, start=1):
        what = f"mark {number} ({mark.name})"
        if fault := degenerate(mark):
            yield Finding(Fault.DEGENERATE_BOX, photo.path, f"{what} {fault}")
        elif over := _sticks_out(mark, photo):
            yield Finding(Fault.BOX_OUTSIDE, photo.path, f"{what} lies {over} outside the picture")
    yield from _doubles(photo)


def degenerate(mark: Mark) -> str | None:
    """Say what is wrong with the shape of a mark, if anything."""
    x0, y0, x1, y1 = mark.box
    if x1 - x0 < MIN_SIDE or y1 - y0 < MIN_SIDE:
        return f"is {max(0.0, x1 - x0):.1f} × {max(0.0, y1 - y0):.1f} pixels"
    if mark.corners is not None and not _convex(mark.corners):
        return "has corners that are not in order around it"
    return None


def _convex(quad: Quad) -> bool:
    points = np.array(quad)
    edges = np.roll(points, -1, axis=0) - points
    after = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0]
    return bool((turns > 0).all())


def _sticks_out(mark: Mark, photo: MarkedPhoto) -> str | None:
    x0, y0, x1, y1 = mark.box
    if x1 <= 0 or y1 <= 0 or x0 >= photo.width or y0 >= photo.height:
        return "wholly"
    over_x = max(-x0, x1 - photo.width)
    over_y = max(-y0, y1 - photo.height)
    if over_x <= 1 + SLACK * photo.width and over_y <= 1 + SLACK * photo.height:
        return None
    return f"{max(over_x, over_y):.1f} pixels"


def _doubles(photo: MarkedPhoto) -> Iterator[Finding]:
    if len(photo.marks) < 2:
        return
    boxes = np.array([mark.box for mark in photo.marks], np.float32)
    shared = np.triu(box_iou(boxes, boxes), 1)
    for one, other in np.argwhere(shared >= SAME_IOU).tolist():
        names = f"{photo.marks[one].name} and {photo.marks[other].name}"
        detail = f"marks {one + 1} and {other + 1} ({names}) cover the same tile"
        yield Finding(Fault.DUPLICATE_BOX, photo.path, detail)
