"""Photos of known hands for the tests: composed from drawn faces or real ones, saved as phones do.

The faces are pictures: drawn designs, or crops of the shared photo collection. The scene
engine lays them on a table and photographs them; :func:`save_photo` writes the JPEG with the
size, the quality and the EXIF orientation that a test asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from datasets.formats.yolo import read_yolo
from datasets.labels import LabelledPhoto
from datasets.synth.conditions import PLAIN
from datasets.synth.faces import TILE_DEPTH, plain_back
from datasets.synth.hands import Style, compose_hand
from datasets.synth.scene import Scene, compose_scene
from models.training.sources import looks_upright
from scoring.hand import Hand
from vision.photo import load_photo

Picture = NDArray[np.uint8]

plainly = partial(compose_scene, conditions=PLAIN)
"""Composes hands of real faces, which are engraved already, on plain tables."""

_ORIENTATION = 0x0112
_STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
"""How a camera stores the upright picture that each EXIF orientation describes."""


@dataclass
class CutFaces:
    """Faces cut out of real photos, as a set that scenes can be made of.

    Attributes:
        crops: Pictures (H×W×3 RGB) of each face by notation.
        aspect: Height of a tile over its width.
        body_colour: RGB of the tiles' sides.
        back_colour: RGB of the tiles' backs.
    """

    crops: Mapping[str, Sequence[Picture]]
    aspect: float
    body_colour: NDArray[np.float32]
    back_colour: NDArray[np.float32]
    depth: tuple[float, float] = TILE_DEPTH
    overlap: bool = False
    corner_radius: float = 0.09

    def face(self, rng: np.random.Generator) -> tuple[str, Picture]:
        """Draw any face."""
        name = str(rng.choice(sorted(self.crops)))
        return name, self.named(name, rng)

    def named(self, name: str, rng: np.random.Generator) -> Picture:
        """Draw one of the pictures of a face."""
        return self.crops[name][int(rng.integers(len(self.crops[name])))]

    def back(self, rng: np.random.Generator) -> Picture:
        """Return the tiles' back."""
        return plain_back(self.back_colour, rng)


def cut_faces(collection: Path, photos: int = 40) -> CutFaces:
    """Cut 34 faces from photos of one set, and the eight flowers from those of another.

    The 34 are of the part ``val``, whose set is in no training picture; it has no flowers.

    Args:
        collection: The folder of the photo collection.
        photos: How many photos of the part ``val`` to use, spread over it.
    """
    val = read_yolo(collection, "val")
    crops = _crops(val[:: max(1, len(val) // photos)])
    flowers = _crops(_with_flowers(read_yolo(collection, "train")), suit="f")
    bright = np.concatenate(
        [crop.reshape(-1, 3)[::17] for group in crops.values() for crop in group]
    )
    body = np.percentile(bright, 80, axis=0).astype(np.float32)
    back = np.array([30, 110, 80], np.float32)
    return CutFaces({**crops, **flowers}, 1.33, body, back)


def _with_flowers(photos: Sequence[LabelledPhoto]) -> list[LabelledPhoto]:
    """Choose photos that show flowers upright, one of each photo's augmented copies."""
    chosen: dict[str, LabelledPhoto] = {}
    for photo in photos:
        if any(tile.suit == "f" for tile in photo.tiles) and looks_upright(640 * photo.boxes):
            chosen.setdefault(photo.path.name.split(".rf.")[0], photo)
    return list(chosen.values())


def _crops(photos: Sequence[LabelledPhoto], suit: str = "mpsz") -> dict[str, list[Picture]]:
    crops: dict[str, list[Picture]] = {}
    for truth in photos:
        pixels = load_photo(truth.path).pixels
        height, width = pixels.shape[:2]
        boxes = np.round(truth.boxes * [width, height, width, height]).astype(int)
        for tile, (x0, y0, x1, y1) in zip(truth.tiles, boxes.tolist(), strict=True):
            crop = pixels[max(0, y0) : y1, max(0, x0) : x1]
            coloured = int(np.ptp(crop.reshape(-1, 3), axis=1).max(initial=0)) > 0
            if coloured and (tile.suit or "?") in suit:
                crops.setdefault(str(tile), []).append(np.ascontiguousarray(crop))
    return crops


def in_order(text: str) -> str:
    """Write a hand with its tiles sorted: the order on the table means nothing."""
    hand = Hand.parse(text)
    return str(Hand(tuple(sorted(hand.concealed)), hand.melds, tuple(sorted(hand.bonus))))


def photograph(
    hand: Hand,
    source: CutFaces,
    seed: int,
    *,
    style: Style | None = None,
    size: tuple[int, int] = (1280, 960),
) -> Scene:
    """Compose a picture of a hand from real faces; the seed decides faces, table and light."""
    rng = np.random.default_rng((20260, seed))
    return compose_hand(
        rng, hand, source, lambda name: source.named(name, rng), style=style, size=size,
        compose=plainly,
    )  # fmt: skip


def save_photo(
    pixels: Picture,
    path: Path,
    *,
    quality: int = 90,
    orientation: int = 1,
    size: tuple[int, int] | None = None,
    grain: float = 0.0,
) -> Path:
    """Write a JPEG as a camera would.

    Args:
        pixels: The upright picture (H×W×3 RGB).
        path: The file; its parent exists.
        quality: JPEG quality, 1 to 95.
        orientation: EXIF orientation 1 to 8; the stored pixels are turned the other way.
        size: Width and height of the upright photo; that of the pixels if not given.
        grain: Standard deviation of sensor noise added at the final size, so that an
            enlarged picture costs as much to decode as a real photo.
    """
    if size is not None:
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    if grain:
        noise = np.zeros(pixels.shape, np.int16)
        cv2.setRNGSeed(1)
        cv2.randn(noise, np.zeros(3), np.full(3, grain))
        pixels = np.clip(pixels + noise, 0, 255).astype(np.uint8)
    picture = Image.fromarray(pixels)
    stored = _STORED[orientation]
    if stored is not None:
        picture = picture.transpose(stored)
    exif = Image.Exif()
    exif[_ORIENTATION] = orientation
    picture.save(path, "JPEG", quality=quality, exif=exif)
    return path
