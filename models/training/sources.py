"""Where training pictures come from: labelled photos, their crops, and packaged artwork."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.designs.families import TAUGHT
from datasets.formats.own_json import read_own
from datasets.formats.yolo import read_yolo
from datasets.labels import DatasetError, LabelledPhoto
from datasets.synth.dark import darkened
from datasets.synth.faces import (
    DRAWN_HEIGHT,
    TILE_DEPTH,
    PrintedFaces,
    design_faces,
    plain_back,
    random_back_colour,
    random_body_colour,
)
from datasets.synth.scene import FaceSource
from models.training.artwork import ArtSet
from scoring.tiles import Family
from vision.geometry import box_iou, rectify

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Maker = Callable[[Rng], FaceSource]
"""Makes a set that scenes or faces are drawn from."""

FACE_SHARES: Mapping[Family, float] = {
    Family.MAHJONG: 0.24, Family.FLOWERS: 0.42, Family.DOLLS: 0.28,
}  # fmt: skip
"""How often a face that is drawn for the reader comes from a design of each family; the rest is
packaged artwork."""
SCENE_SHARES: Mapping[Family, int] = {Family.MAHJONG: 2, Family.FLOWERS: 2, Family.DOLLS: 3}
"""How many of the scenes that are drawn for the locator show designs of each family, for one of the
photos' own tiles and one of packaged artwork. Cards that lie over each other are the hardest."""


@dataclass(frozen=True, slots=True)
class TrainingPhoto:
    """A photo with its tiles in pixels.

    Attributes:
        pixels: H×W×3 RGB.
        tiles: Notation of each tile.
        quads: n×4×2; for a tile of unknown turn the corners of its loose box.
        exact: n; whether the quad follows the tile's own edges.
        name: File name without suffix.
        stem: Name of the source photo, shared by its augmented copies.
        others: m×4×2, unlabelled tiles that a locator found; None while nobody has looked,
            so that all but the labelled tiles must be hidden.
        unsure: k×4×2, places that may be tiles.
    """

    pixels: Picture
    tiles: tuple[str, ...]
    quads: NDArray[np.float32]
    exact: NDArray[np.bool_]
    name: str
    stem: str
    others: NDArray[np.float32] | None = None
    unsure: NDArray[np.float32] | None = None


def read_photo_rgb(path: Path) -> Picture:
    """Read a training photo as H×W×3 RGB.

    Raises:
        DatasetError: It is no picture.
    """
    picture = cv2.imread(str(path))
    if picture is None:
        raise DatasetError(f"{path} cannot be decoded")
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)


def load_training_photos(
    folder: Path, split: str = "train", quads: Path | None = None
) -> list[TrainingPhoto]:
    """Read a YOLO split; about 1.2 MB of memory per 640×640 photo.

    Args:
        folder: The dataset.
        split: Which part of it.
        quads: File of corners that an earlier locator found for the labels
            (``models.training.corners``); they replace loose boxes.
    """
    photos = [_training_photo(item) for item in read_yolo(folder, split)]
    if quads is None:
        return photos
    with np.load(quads) as found:
        return [with_corners(photo, found) for photo in photos]


def load_traced(folder: Path | None) -> list[TrainingPhoto]:
    """Scenes with all their corners, as ``datasets.synth.traced`` writes them; none without one.

    Raises:
        DatasetError: A label file is malformed, a picture is missing, or there is none.
    """
    if folder is None:
        return []
    scenes = [_traced_scene(item) for item in read_own(folder)]
    if not scenes:
        raise DatasetError(f"{folder}: no scenes")
    return scenes


def _traced_scene(item: LabelledPhoto) -> TrainingPhoto:
    if item.corners is None:
        raise DatasetError(f"{item.path}: no corners are known")
    pixels = read_photo_rgb(item.path)
    quads = (item.corners * pixels.shape[1::-1]).astype(np.float32)
    tiles = tuple(str(tile) for tile in item.tiles)
    name, others = item.path.stem, np.zeros((0, 4, 2), np.float32)
    return TrainingPhoto(pixels, tiles, quads, np.ones(len(tiles), np.bool_), name, name, others)


def with_corners(photo: TrainingPhoto, found: Mapping[str, NDArray[np.float32]]) -> TrainingPhoto:
    """A photo with the corners that a locator found for it (``models.training.corners``)."""
    if photo.name not in found:
        return photo
    corners = found[photo.name]
    exact = np.asarray(~np.isnan(corners).any(axis=(1, 2)), np.bool_)
    better = np.where(exact[:, None, None], corners, photo.quads).astype(np.float32)
    return replace(
        photo,
        quads=better,
        exact=exact | photo.exact,
        others=found[f"{photo.name}:others"],
        unsure=found[f"{photo.name}:unsure"],
    )


def _training_photo(item: LabelledPhoto) -> TrainingPhoto:
    pixels = read_photo_rgb(item.path)
    height, width = pixels.shape[:2]
    boxes = item.boxes * np.array([width, height, width, height], np.float32)
    quads = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    exact = np.full(len(boxes), looks_upright(boxes))
    name = item.path.stem
    stem = name.split(".rf.")[0]
    return TrainingPhoto(pixels, tuple(str(tile) for tile in item.tiles), quads, exact, name, stem)


def looks_upright(boxes: NDArray[np.float32]) -> bool:
    """Whether the tiles' edges run along the picture, so that boxes are exact.

    Loose boxes around turned neighbours overlap; and the line from a tile to its
    nearest neighbour then leaves the picture's axes.
    """
    if len(boxes) < 2:
        return False
    iou = box_iou(boxes, boxes)
    np.fill_diagonal(iou, 0)
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    offset = centres[:, None] - centres[None]
    distance = np.hypot(offset[..., 0], offset[..., 1])
    np.fill_diagonal(distance, np.inf)
    nearest = offset[np.arange(len(boxes)), distance.argmin(axis=1)]
    angle = np.degrees(np.arctan2(nearest[:, 1], nearest[:, 0])) % 90
    off_axis = np.minimum(angle, 90 - angle)
    return bool(iou.max() < 0.12 and np.median(off_axis) < 3.0)


@dataclass
class PhotoFaces:
    """The exactly known tiles of one photo as a set that scenes can be made of."""

    photo: TrainingPhoto
    aspect: float
    body_colour: NDArray[np.float32]
    back_colour: NDArray[np.float32]
    depth: tuple[float, float] = TILE_DEPTH
    overlap: bool = False
    corner_radius: float = 0.09
    crops: list[tuple[str, Picture]] = field(default_factory=list)

    @classmethod
    def of(cls, photo: TrainingPhoto, rng: Rng) -> PhotoFaces:
        """Cut the tiles out; their aspect is drawn anew, as these photos are stretched."""
        crops = []
        for name, quad, exact in zip(photo.tiles, photo.quads, photo.exact, strict=True):
            sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
            if exact and sides.min() >= 12:
                size = (round(float(sides[::2].mean())), round(float(sides[1::2].mean())))
                crops.append((name, rectify(photo.pixels, quad, size)))
        bright = np.concatenate([crop.reshape(-1, 3)[::17] for _, crop in crops])
        body = np.percentile(bright, 80, axis=0).astype(np.float32)
        aspect = float(rng.uniform(1.2, 1.5))
        return cls(photo, aspect, body, random_back_colour(rng), crops=crops)

    def face(self, rng: Rng) -> tuple[str, Picture]:
        """Draw any tile of the photo."""
        return self.crops[rng.integers(len(self.crops))]

    def back(self, rng: Rng) -> Picture:
        """Plain coloured back."""
        return plain_back(self.back_colour, rng)


def load_backgrounds(folder: Path | None, longest: int = 1100) -> list[Picture]:
    """Photos without any tile (H×W×3 RGB), which teach what a tile is not; none without a folder.

    Raises:
        DatasetError: A file of the folder is no picture, or there is none.
    """
    if folder is None:
        return []
    pictures = []
    for path in sorted(folder.iterdir()):
        pixels = read_photo_rgb(path)
        scale = min(1.0, longest / max(pixels.shape[:2]))
        small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        pictures.append(np.asarray(small, np.uint8))
    if not pictures:
        raise DatasetError(f"{folder}: no pictures")
    return pictures


def random_crop(rng: Rng, picture: Picture, least: int, share: tuple[float, float]) -> Picture:
    """Cut a square or an oblong out of a picture (H×W×3); ``share`` bounds its sides."""
    height, width = picture.shape[:2]
    w, h = (max(least, int(side * rng.uniform(*share))) for side in (min(width, height),) * 2)
    w, h = min(w, width), min(h, height)
    x, y = int(rng.integers(0, width - w + 1)), int(rng.integers(0, height - h + 1))
    return np.ascontiguousarray(picture[y : y + h, x : x + w])


def art_faces(art: ArtSet, rng: Rng) -> PrintedFaces:
    """Print an artwork set on tiles of a random colour and proportion."""
    aspect = float(rng.uniform(1.2, 1.5))
    body = random_body_colour(rng)
    share = float(rng.uniform(0.7, 0.95))
    ink = rng.uniform(0, 70, 3) if rng.random() < 0.25 else None
    return PrintedFaces(
        lambda name: print_face(art, name, aspect=aspect, body=body, share=share, ink=ink),
        sorted(art.faces), aspect, body, random_back_colour(rng),
    )  # fmt: skip


def art_source(arts: Sequence[ArtSet]) -> Callable[[Rng], PrintedFaces]:
    """A maker of sets that prints any of the artwork sets."""
    return lambda rng: art_faces(arts[int(rng.integers(len(arts)))], rng)


@dataclass
class DesignPool:
    """A maker of sets that draws random designs as it goes, and forgets old ones.

    Training sees thousands of designs so, without waiting for all of them before it begins.

    Attributes:
        family: What the designs are.
        most: Sets that are kept; a new one takes the place of any other then.
        first: Until there are so many, every other call draws a new one.
        renewal: Share of the later calls that draw a new one.
        sets: Those drawn so far.
    """

    family: Family
    most: int
    first: int = 40
    renewal: float = 0.01
    sets: list[PrintedFaces] = field(default_factory=list)

    def __call__(self, rng: Rng) -> PrintedFaces:
        """Give any set of the pool, perhaps a new one."""
        young = len(self.sets) < min(self.first, self.most)
        chance = max(self.renewal, 0.5 if young else 0.0)
        if not self.sets or rng.random() < chance:
            return self._renewed(rng)
        return self.sets[int(rng.integers(len(self.sets)))]

    def _renewed(self, rng: Rng) -> PrintedFaces:
        new = design_faces(TAUGHT[self.family](rng), height=DRAWN_HEIGHT[self.family])
        if len(self.sets) < self.most:
            self.sets.append(new)
        else:
            self.sets[int(rng.integers(self.most))] = new
        return new


def sometimes_dark(maker: Callable[[Rng], PrintedFaces], share: float) -> Maker:
    """A maker of the same sets, a share of them in a dark material."""

    def make(rng: Rng) -> FaceSource:
        made = maker(rng)
        return darkened(made, rng) if rng.random() < share else made

    return make


def set_source(sets: Sequence[PrintedFaces]) -> Maker:
    """A maker of sets that picks any of these."""
    return lambda rng: sets[int(rng.integers(len(sets)))]


def print_face(
    art: ArtSet,
    name: str,
    *,
    aspect: float,
    body: NDArray[np.float32],
    share: float,
    ink: NDArray[np.float64] | None,
) -> Picture:
    """Lay one picture on a tile: H×W×3 RGB, 160 px high.

    Args:
        art: The set.
        name: Notation of the face.
        aspect: Height over width of the tile.
        body: RGB of the tile.
        share: How much of the tile the print may cover.
        ink: RGB that replaces all colours; always a dark one where the print is white.
    """
    height, width = 160, round(160 / aspect)
    picture = art.faces[name]
    if art.whole_tile:
        return np.asarray(cv2.resize(picture[..., :3], (width, height),
                                     interpolation=cv2.INTER_AREA), np.uint8)  # fmt: skip
    scale = share * min(height / picture.shape[0], width / picture.shape[1])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    alpha = small[..., 3:].astype(np.float32) / 255
    colour = small[..., :3].astype(np.float32)
    if ink is None and float((colour * alpha).sum()) > 200 * 3 * float(alpha.sum()):
        ink = np.array([25.0, 30, 60])
    if ink is not None:
        colour = np.broadcast_to(ink.astype(np.float32), colour.shape)
    canvas = np.ones((height, width, 3), np.float32) * body
    y, x = (height - small.shape[0]) // 2, (width - small.shape[1]) // 2
    region = canvas[y : y + small.shape[0], x : x + small.shape[1]]
    region[:] = region * (1 - alpha) + colour * alpha
    return np.asarray(np.clip(canvas, 0, 255), np.uint8)
