"""The road of a photo: locate, read, turn upright, arrange."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import Family, TileSet
from vision.arrange import Layout, arrange
from vision.errors import NoTilesError
from vision.geometry import boxes_of
from vision.locate import Locator, Quads
from vision.photo import Photo
from vision.read import Reader, Reading
from vision.turns import turn_upright

SMALL_TILE = 32.0
"""Tiles with a shorter side (pixels of the locator's input) are looked at again, enlarged."""
FACE_EVIDENCE, BACK_EVIDENCE, BLANK_EVIDENCE = 0.3, 0.6, 0.75
SURE_EVIDENCE = LONELY_EVIDENCE = 0.7
"""Least evidence for a face, for a back, for a tile on which no face can be read, and for
the one face that makes a picture one of tiles, or a tile that lies alone."""
LONELY_SIDES = 3.0
"""Centre to centre, in mean sides of a tile."""


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A photo's tiles and the hand that they make.

    Attributes:
        width: Width of the upright original, pixels.
        height: Height of the upright original, pixels.
        family: The family of tiles.
        layout: The tiles in their places, corners in pixels of the upright original.
        timings_ms: Milliseconds by stage.
        models: Version of each model.
        warnings: Sentences for the user.
    """

    width: int
    height: int
    family: Family
    layout: Layout
    timings_ms: dict[str, float]
    models: dict[str, str]
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recogniser:
    """The two networks and the set that the tiles come from."""

    locator: Locator
    reader: Reader
    models: dict[str, str]
    tile_set: TileSet

    def find(self, pixels: NDArray[np.uint8]) -> Quads:
        """Locate the tiles of a picture, looking closer where they are small.

        A hand that fills a small part of a large photo is cut out and located again at a
        larger scale; a picture in which nothing is found is tried once at twice the scale.
        """
        quads = self.locator(pixels)
        if len(quads) == 0 and max(pixels.shape[:2]) > self.locator.settings.input_side:
            quads = self.locator.at_scale(pixels, 2)
        if len(quads) == 0:
            return quads
        region = _small_region(quads, pixels.shape[1], pixels.shape[0], self.locator)
        if region is None:
            return quads
        x0, y0, x1, y1 = region
        closer = self.locator(pixels[y0:y1, x0:x1])
        if len(closer) < len(quads):
            return quads
        return Quads(closer.corners + np.array([x0, y0], np.float32), closer.scores)

    def read_tiles(self, pixels: NDArray[np.uint8]) -> tuple[Quads, list[Reading]]:
        """Locate and read the tiles of a picture, without arranging them."""
        return self.read_quads(pixels, self.find(pixels))

    def read_quads(self, pixels: NDArray[np.uint8], quads: Quads) -> tuple[Quads, list[Reading]]:
        """Read located tiles, each the right way up; drop those that are none.

        The reader names faces in any quarter turn, but upright ones best. Those that the
        first reading finds turned are therefore cut out again the right way up, so that a
        photo gives the same answer however the phone was held.
        """
        quads, readings = turn_upright(quads, self.reader(pixels, quads))
        turned = [index for index, reading in enumerate(readings) if reading.turn]
        if turned:
            upright = Quads(quads.corners[turned], quads.scores[turned])
            for index, again in zip(turned, self.reader(pixels, upright), strict=True):
                readings[index] = replace(again, turn=readings[index].turn)
        return believe(quads, readings)

    def read(self, photo: Photo) -> ReadResult:
        """Read a photo.

        Raises:
            NoTilesError: No tile was found.
        """
        timings: dict[str, float] = {}
        with _timed(timings, "locate"):
            quads = self.find(photo.pixels)
        with _timed(timings, "read"):
            quads, readings = self.read_quads(photo.pixels, quads)
        if not any_sure(quads, readings):
            raise NoTilesError("no tile was found; a hand should fill most of the picture")
        with _timed(timings, "arrange"):
            layout = arrange(quads, readings, self.tile_set)
        return ReadResult(
            width=photo.width,
            height=photo.height,
            family=Family.MAHJONG,
            layout=_in_original_pixels(layout, photo.scale),
            timings_ms=timings,
            models=dict(self.models),
            warnings=layout.warnings,
        )


def believe(quads: Quads, readings: Sequence[Reading]) -> tuple[Quads, list[Reading]]:
    """Drop what the two networks together are not sure enough of to call a tile.

    The evidence for a tile is the locator's score times the reader's confidence. A back
    shows no print, so that a patch of any even colour reads as one: there the locator has
    to be sure. So it has where the reader sees no face at all (a tile under a glare), and
    where a tile lies far from all others: the tiles of a hand have neighbours.
    """
    weighed = [
        _weighed(reading, float(score))
        for reading, score in zip(readings, quads.scores, strict=True)
    ]
    lonely = _lonely(quads)
    kept = [
        index
        for index, reading in enumerate(weighed)
        if float(quads.scores[index]) * _certainty(reading)
        >= max(_least_evidence(reading), LONELY_EVIDENCE if lonely[index] else 0.0)
    ]
    return Quads(quads.corners[kept], quads.scores[kept]), [weighed[index] for index in kept]


def _lonely(quads: Quads) -> NDArray[np.bool_]:
    """Which quads have no other within ``LONELY_SIDES`` of their own mean side."""
    middle = quads.corners.mean(axis=1)
    distance = np.linalg.norm(middle[:, None] - middle[None], axis=2)
    np.fill_diagonal(distance, np.inf)
    sides = np.linalg.norm(quads.corners - np.roll(quads.corners, -1, axis=1), axis=2)
    return np.asarray(distance.min(axis=1, initial=np.inf) > LONELY_SIDES * sides.mean(axis=1))


def _weighed(reading: Reading, score: float) -> Reading:
    """Let the locator's certainty speak where the reader hesitates between face and nothing.

    The reader sees no surroundings, so that a blank white dragon and a blank sheet are the
    same to it. By Bayes' rule the odds of its best face are multiplied by those of a tile.
    """
    if reading.tile is not None or not reading.alternatives:
        return reading
    face, probability = reading.alternatives[0]
    for_face, for_nothing = probability * score, reading.confidence * (1 - score)
    if for_face <= for_nothing:
        return reading
    scale = score / (for_face + for_nothing)
    alternatives = tuple((tile, min(1.0, p * scale)) for tile, p in reading.alternatives)
    return replace(reading, tile=face, confidence=alternatives[0][1], alternatives=alternatives)


def any_sure(quads: Quads, readings: Sequence[Reading]) -> bool:
    """Whether at least one face is beyond doubt; else the picture shows no hand of tiles.

    Now and then a playing card or a patch of carpet passes for a tile or for a back, but
    rarely for a face of which both networks are sure.
    """
    return any(
        reading.tile is not None
        and not reading.tile.is_back
        and float(score) * reading.confidence >= SURE_EVIDENCE
        for score, reading in zip(quads.scores, readings, strict=True)
    )


def _certainty(reading: Reading) -> float:
    return 1.0 if reading.tile is None else reading.confidence


def _least_evidence(reading: Reading) -> float:
    if reading.tile is None:
        return BLANK_EVIDENCE
    return BACK_EVIDENCE if reading.tile.is_back else FACE_EVIDENCE


def _small_region(
    quads: Quads, width: int, height: int, locator: Locator
) -> tuple[int, int, int, int] | None:
    """The part of the picture that holds the tiles, if they deserve a closer look."""
    sides = np.linalg.norm(quads.corners - np.roll(quads.corners, -1, axis=1), axis=2)
    scale = min(1.0, locator.settings.input_side / max(width, height))
    if float(np.median(sides.min(axis=1))) * scale >= SMALL_TILE:
        return None
    boxes = boxes_of(quads.corners)
    reach = 1.5 * float(np.median(sides.max(axis=1)))
    low = np.maximum(boxes[:, :2].min(axis=0) - reach, 0)
    high = np.minimum(boxes[:, 2:].max(axis=0) + reach, [width, height])
    if float((high - low).max()) > 0.75 * max(width, height):
        return None
    (x0, y0), (x1, y1) = low.astype(int), np.ceil(high).astype(int)
    return int(x0), int(y0), int(x1), int(y1)


def _in_original_pixels(layout: Layout, scale: float) -> Layout:
    tiles = tuple(
        replace(tile, corners=(tile.corners / scale).astype(np.float32)) for tile in layout.tiles
    )
    return replace(layout, tiles=tiles)


@contextmanager
def _timed(
    timings: dict[str, float], stage: str, clock: Callable[[], float] = time.perf_counter
) -> Iterator[None]:
    start = clock()
    yield
    timings[stage] = (clock() - start) * 1000
