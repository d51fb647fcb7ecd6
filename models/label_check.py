"""Labels that the shipped models contradict, and photos whose faces read better mirrored.

A reader that is sure of another face is right more often than not, but not always: its
doubts are for a person to look at, with the picture beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.findings import Fault, Finding
from datasets.labels import LabelledPhoto, MarkedPhoto
from models.evaluate import agrees, match
from scoring.tiles import Tile
from vision.geometry import boxes_of, rectify
from vision.locate import Quads
from vision.photo import PHOTO_MAX_SIDE, PhotoError, load_photo
from vision.pipeline import Recogniser
from vision.read import Reading

MIN_CONFIDENCE = 0.9
CROP_HEIGHT = 96
CHIRAL = frozenset({*(f"{n}m" for n in range(1, 10)), "6z", "7p"})
"""Faces that a mirror changes for certain, in every design."""
MIN_CHIRAL = 3
MIRROR_GAIN = 0.2
"""By how much the mean probability of the labels must grow in the mirror."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A label and what the models say instead.

    Attributes:
        finding: For the report.
        label: The tile by the label.
        read: The tile by the models.
        confidence: Of the reading.
        crop: H×W×3 RGB, the tile as it was read.
    """

    finding: Finding
    label: Tile
    read: Tile
    confidence: float
    crop: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class PhotoDoubts:
    """What the models find in one photo."""

    labels: tuple[Doubt, ...]
    mirrored: Finding | None = None


def doubts(
    photos: Iterable[MarkedPhoto],
    recogniser: Recogniser,
    min_confidence: float = MIN_CONFIDENCE,
) -> Iterator[PhotoDoubts]:
    """Read every photo and compare it with its labels.

    Tiles are read as of the family that their labels name. Photos without labels are
    skipped, and so are those that cannot be decoded, which other checks name.
    """
    for photo in photos:
        families = {mark.tile.family for mark in photo.marks if mark.tile is not None}
        if len(families) != 1:
            yield PhotoDoubts(())
            continue
        try:
            pixels = load_photo(photo.path, max_side=PHOTO_MAX_SIDE).pixels
        except PhotoError:
            yield PhotoDoubts(())
            continue
        yield _of_photo(photo, pixels, recogniser, min_confidence)


def _of_photo(
    photo: MarkedPhoto, pixels: NDArray[np.uint8], recogniser: Recogniser, least: float
) -> PhotoDoubts:
    truth = photo.labelled()
    quads, readings = _read(pixels, truth, recogniser)
    size = np.array([pixels.shape[1], pixels.shape[0]], np.float32)
    pairs = match(truth.boxes, boxes_of(quads.corners / size))
    marks_red = any(tile.red for tile in truth.tiles)
    found = []
    for want, got in pairs:
        reading, label = readings[got], truth.tiles[want]
        if reading.tile is None or reading.confidence < least:
            continue
        if not agrees(label, str(reading.tile), marks_red=marks_red):
            crop = _crop(pixels, quads.corners[got])
            found.append(_doubt(photo, want, reading.tile, reading.confidence, crop))
    labels = {got: truth.tiles[want] for want, got in pairs}
    return PhotoDoubts(tuple(found), _mirrored(photo, pixels, quads, labels, recogniser))


def _read(
    pixels: NDArray[np.uint8], truth: LabelledPhoto, recogniser: Recogniser
) -> tuple[Quads, list[Reading]]:
    """Locate and read; where one tile fills the picture there is nothing to locate."""
    height, width = pixels.shape[:2]
    family = truth.tiles[0].family
    whole = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    corners = truth.corners
    if corners is not None and len(corners) == 1 and np.allclose(corners[0], whole, atol=0.02):
        quads = Quads((whole * [width, height])[None].astype(np.float32), np.ones(1, np.float32))
        return quads, recogniser.reader(pixels, quads, family)
    named = recogniser.name(pixels, recogniser.find(pixels), family)
    return named.quads, named.readings


def _doubt(
    photo: MarkedPhoto, index: int, read: Tile, confidence: float, crop: NDArray[np.uint8]
) -> Doubt:
    label = photo.marks[index].tile
    assert label is not None  # noqa: S101 - photos with other marks were skipped
    detail = f"mark {index + 1} is labelled {label}, the models read {read} ({confidence:.2f})"
    finding = Finding(Fault.SUSPICIOUS_LABEL, photo.path, detail)
    return Doubt(finding, label, read, confidence, crop)


def _crop(pixels: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.uint8]:
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    aspect = float(sides[::2].mean() / max(1e-6, sides[1::2].mean()))
    width = int(np.clip(round(CROP_HEIGHT * aspect), CROP_HEIGHT // 3, CROP_HEIGHT * 2))
    return rectify(pixels, corners, (width, CROP_HEIGHT), margin=0.08)


def _mirrored(
    photo: MarkedPhoto,
    pixels: NDArray[np.uint8],
    quads: Quads,
    labels: dict[int, Tile],
    recogniser: Recogniser,
) -> Finding | None:
    """Whether the labelled faces read better in a mirror."""
    chosen = [got for got, tile in labels.items() if str(tile) in CHIRAL]
    if len(chosen) < MIN_CHIRAL:
        return None
    corners = quads.corners[chosen]
    scores = quads.scores[chosen]
    family = labels[chosen[0]].family
    seen = recogniser.reader(pixels, Quads(corners, scores), family)
    mirror = corners[:, [1, 0, 3, 2]].copy()
    mirror[..., 0] = pixels.shape[1] - mirror[..., 0]
    flipped = np.ascontiguousarray(pixels[:, ::-1])
    reflected = recogniser.reader(flipped, Quads(mirror.astype(np.float32), scores), family)
    gain = float(
        np.mean(
            [
                _probability(after, labels[got]) - _probability(before, labels[got])
                for got, before, after in zip(chosen, seen, reflected, strict=True)
            ]
        )
    )
    if gain < MIRROR_GAIN:
        return None
    detail = f"its faces read better in a mirror: {gain:+.2f} over {len(chosen)} tiles"
    return Finding(Fault.MIRRORED_FACES, photo.path, detail)


def _probability(reading: Reading, tile: Tile) -> float:
    return sum(p for other, p in reading.alternatives if other.plain_face == tile.plain_face)
