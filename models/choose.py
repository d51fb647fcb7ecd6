"""Which unlabelled photos are worth labelling first, and what the models make of them.

A photo tells most when the reader is unsure of its tiles and when they look like nothing that
was chosen before. Both are taken together: greedily, the next photo is the one for which the
product of its doubt and its distance to the nearest chosen one is largest (k-centre greedy,
Sener and Savarese 2018, weighted by uncertainty).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.formats.naming import class_name
from datasets.labels import Mark, MarkedPhoto
from vision.arrange import PlacedTile
from vision.errors import NoTilesError
from vision.locate import Quads
from vision.photo import PHOTO_MAX_SIDE, Photo, PhotoError, load_photo
from vision.pipeline import Recogniser

UNSURE_TILES = 5
"""A photo is as doubtful as its so many most doubtful tiles are on average."""
LEAST_DOUBT = 0.02
"""Of a photo that is read surely: it may still differ from all others."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An unlabelled photo.

    Attributes:
        photo: It, with the models' answers as marks to be corrected.
        doubt: 0..1; 1 where no tile was found.
        code: Unit vector of 128 numbers, what its tiles look like; zeros without tiles.
    """

    photo: MarkedPhoto
    doubt: float
    code: Floats


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen photo.

    Attributes:
        candidate: The photo.
        distance: To the nearest photo chosen before, 0..2.
    """

    candidate: Candidate
    distance: float


def look_at(photos: Iterable[Path], recogniser: Recogniser) -> Iterator[Candidate]:
    """Read photos; files that give no photo are left out."""
    for path in photos:
        try:
            photo = load_photo(path, max_side=PHOTO_MAX_SIDE)
        except PhotoError:
            continue
        try:
            tiles = recogniser.read(photo).layout.tiles
        except NoTilesError:
            tiles = ()
        marked = MarkedPhoto(path, photo.width, photo.height, tuple(map(_mark, tiles)))
        yield Candidate(marked, _doubt(tiles), _code(photo, tiles, recogniser))


def _mark(tile: PlacedTile) -> Mark:
    points = [(float(x), float(y)) for x, y in tile.corners]
    mark = Mark.of_corners(class_name(tile.tile), points, tile.row, tile.group)
    return replace(mark, tile=tile.tile)


def _doubt(tiles: Sequence[PlacedTile]) -> float:
    doubts = sorted((1 - tile.reading.confidence for tile in tiles), reverse=True)[:UNSURE_TILES]
    return sum(doubts) / len(doubts) if doubts else 1.0


def _code(photo: Photo, tiles: Sequence[PlacedTile], recogniser: Recogniser) -> Floats:
    """The mean look of a photo's tiles, of unit length."""
    corners = np.array([tile.corners * photo.scale for tile in tiles], np.float32)
    quads = Quads(corners.reshape(-1, 4, 2), np.ones(len(tiles), np.float32))
    codes = recogniser.reader.look(photo.pixels, quads).embeddings.astype(np.float64)
    mean = codes.sum(axis=0)
    return np.asarray(mean / max(1e-9, float(np.linalg.norm(mean))), np.float64)


def choose(candidates: Sequence[Candidate], count: int) -> list[Choice]:
    """The photos to label, the most telling first.

    Args:
        candidates: All photos.
        count: How many are wanted.
    """
    if not candidates:
        return []
    doubts = np.array([max(LEAST_DOUBT, item.doubt) for item in candidates])
    codes = np.stack([item.code for item in candidates])
    distance = np.full(len(candidates), 2.0)
    left = np.ones(len(candidates), np.bool_)
    chosen = []
    for _ in range(min(count, len(candidates))):
        gain = np.where(left, doubts * distance, -1.0)
        index = int(gain.argmax())
        left[index] = False
        chosen.append(Choice(candidates[index], float(distance[index])))
        distance = np.minimum(distance, np.linalg.norm(codes - codes[index], axis=1))
    return chosen
