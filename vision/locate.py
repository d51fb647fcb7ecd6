"""Where the tiles are: four ordered corners for each.

The locator is a one-class network that knows tiles of any design and answers with the
four corners of each face, whatever its angle. It is given a session, never a file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.geometry import (
    box_iou,
    boxes_of,
    clockwise_from_top_left,
    intersection_area,
    letterbox,
    quad_areas,
    side_lengths,
)

TWIN_SIZE = 0.7
"""Quads whose areas differ by less than this factor are of one size."""


class Session(Protocol):
    """The part of ``onnxruntime.InferenceSession`` that the networks here need."""

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        """Compute the outputs for named inputs."""


@dataclass(frozen=True, slots=True)
class Quads:
    """The quadrilaterals of n tiles.

    Attributes:
        corners: n×4×2 float32, pixels of the photo, clockwise as seen (y points down).
        scores: n float32, the locator's confidence in 0..1.

    Raises:
        ValueError: When a shape or an element type is not the one above.
    """

    corners: NDArray[np.float32]
    scores: NDArray[np.float32]

    def __post_init__(self) -> None:
        shape = self.corners.shape
        if self.corners.ndim != 3 or shape[1:] != (4, 2):
            raise ValueError(f"corners must be n×4×2, got shape {shape}")
        if self.scores.shape != (shape[0],):
            raise ValueError(f"scores must have shape ({shape[0]},), got {self.scores.shape}")
        for name, array in (("corners", self.corners), ("scores", self.scores)):
            if array.dtype != np.float32:
                raise ValueError(f"{name} must be float32, got {array.dtype}")

    def __len__(self) -> int:
        return int(self.corners.shape[0])


@dataclass(frozen=True, slots=True)
class LocatorSettings:
    """How candidates become tiles.

    Attributes:
        input_side: Longer side of the network's input, pixels.
        min_score: Candidates below are dropped.
        max_cover: Two tiles may not share more than this part of the smaller one. Faces
            on a table do not overlap.
        max_twin_cover: The same for two of about one size, which may be cards that lie
            over each other: of a fanned one little more than a strip is seen.
        min_side: Tiles with a shorter side (pixels of the network's input) are noise.
        max_candidates: The best so many are looked at; comparing them takes their square.
    """

    input_side: int = 640
    min_score: float = 0.35
    max_cover: float = 0.5
    max_twin_cover: float = 0.68
    min_side: float = 5.0
    max_candidates: int = 1500


class Locator:
    """Finds the faces of tiles in a picture.

    The session's network takes ``images`` (1×3×H×W, RGB in 0…1, H and W multiples of 32)
    and answers 1×17×N: box centre, width, height, score, then x, y, visibility of four
    corners, clockwise, in pixels of its input.
    """

    def __init__(self, session: Session, settings: LocatorSettings | None = None) -> None:
        self._session = session
        self.settings = settings or LocatorSettings()

    def content_with(self, min_score: float) -> Locator:
        """The same locator with another least score of what it calls a tile."""
        return Locator(self._session, replace(self.settings, min_score=min_score))

    def __call__(self, pixels: NDArray[np.uint8]) -> Quads:
        """Locate the tiles of a picture (H×W×3 RGB), best score first."""
        return self.at_scale(pixels, 1)

    def at_scale(self, pixels: NDArray[np.uint8], factor: int) -> Quads:
        """Locate with an input of ``factor`` times the usual side, for smaller tiles."""
        boxed, frame = letterbox(pixels, self.settings.input_side * factor)
        tensor = np.ascontiguousarray(boxed.transpose(2, 0, 1)[None], np.float32)
        tensor /= 255
        (output,) = self._session.run(None, {"images": tensor})
        quads = decode(output[0], self.settings)
        height, width = pixels.shape[:2]
        corners = frame.to_outer(quads.corners)
        middle = corners.mean(axis=1)
        inside = np.all((middle >= 0) & (middle < [width, height]), axis=1)
        return Quads(corners[inside], quads.scores[inside])


def decode(output: NDArray[np.float32], settings: LocatorSettings) -> Quads:
    """Turn the network's answer (17×N) into separate tiles, in pixels of its input."""
    candidates = output.T[output[4] >= settings.min_score]
    candidates = candidates[np.argsort(-candidates[:, 4], kind="stable")]
    candidates = candidates[: settings.max_candidates]
    corners = candidates[:, 5:17].reshape(-1, 4, 3)[..., :2]
    corners = clockwise_from_top_left(np.ascontiguousarray(corners))
    corners = _mend(corners, candidates[:, :4])
    sides = side_lengths(corners)
    large = sides.min(axis=1, initial=np.inf) >= settings.min_side
    corners, scores = corners[large], candidates[large, 4].astype(np.float32)
    keep = suppress(corners, settings.max_cover, settings.max_twin_cover)
    return Quads(corners[keep], scores[keep])


def _mend(corners: NDArray[np.float32], boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Fall back to the box where the corners contradict it (a tile cut by the picture's edge)."""
    if len(corners) == 0:
        return corners
    low, high = boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2
    xyxy = np.concatenate([low, high], axis=1)
    around = boxes_of(corners)
    union = np.prod(np.maximum(around[:, 2:], high) - np.minimum(around[:, :2], low), axis=1)
    overlap = np.prod(
        np.clip(np.minimum(around[:, 2:], high) - np.maximum(around[:, :2], low), 0, None), axis=1
    )
    agrees = (overlap > 0.4 * union) & (quad_areas(corners) > 0)
    plain = xyxy[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    return np.where(agrees[:, None, None], corners, plain).astype(np.float32)


def suppress(
    corners: NDArray[np.float32], max_cover: float, max_twin_cover: float | None = None
) -> list[int]:
    """Indices of the quads (n×4×2, best first) that remain when doubles are removed.

    A quad goes when a better one covers more than ``max_cover`` of the smaller of the
    two, so a half-tile inside a tile goes as well (plain IoU would keep it). Boxes alone
    cannot decide this: those of turned neighbours overlap although the tiles do not.
    Two quads of about the same area may share up to ``max_twin_cover`` where it is given.
    """
    if len(corners) == 0:
        return []
    boxes = boxes_of(corners)
    touching = box_iou(boxes, boxes) > 0
    areas = np.abs(quad_areas(corners))
    kept: list[int] = []
    for index in range(len(corners)):
        rivals = [other for other in kept if touching[index, other]]
        covered = any(
            intersection_area(corners[index], corners[other])
            > _limit(areas[index], areas[other], max_cover, max_twin_cover)
            for other in rivals
        )
        if not covered:
            kept.append(index)
    return kept


def _limit(one: float, other: float, max_cover: float, max_twin_cover: float | None) -> float:
    """The area that two quads of these areas may share."""
    small, large = min(one, other), max(one, other)
    if max_twin_cover is None or small < TWIN_SIZE * large:
        return small * max_cover
    return small * max_twin_cover
