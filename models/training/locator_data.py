"""Training samples for the locator: real photos, re-framed, and composed scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth import compose_scene
from datasets.synth.backgrounds import table_top
from datasets.synth.conditions import USUAL
from datasets.synth.effects import camera, light
from datasets.synth.scene import FaceSource
from models.training.sources import TrainingPhoto, random_crop
from vision.geometry import boxes_of, side_lengths

Rng = np.random.Generator
Picture = NDArray[np.uint8]


TAUGHT = replace(USUAL, haziest=1.4)
"""What scenes for training show: now and then sides that are brighter than faces."""
BACKGROUND_SHARE = 0.1
"""How often a picture shows no tile at all, where such photos are given."""
TRACED_SHARE = 0.4
"""How often a picture is a path-traced scene, where such scenes are given."""
GRAINY, GRAIN = 0.07, (12.0, 45.0)
"""How often a picture has the noise of a phone in the dark, and its standard deviation in grey
levels; usual noise is drawn with the scene."""


@dataclass(frozen=True, slots=True)
class LocatorSample:
    """A square picture with tiles: S×S×3 RGB, quads n×4×2, which of them are exact (n)."""

    pixels: Picture
    quads: NDArray[np.float32]
    exact: NDArray[np.bool_]


def sample_scene(rng: Rng, source: FaceSource, size: int) -> LocatorSample:
    """Compose a scene."""
    scene = compose_scene(rng, source, (size, size), conditions=TAUGHT)
    return LocatorSample(scene.pixels, scene.corners, np.ones(len(scene.corners), np.bool_))


def sample_background(rng: Rng, picture: Picture, size: int) -> LocatorSample:
    """Show a part of a photo without tiles, any way up."""
    part = random_crop(rng, picture, 64, (0.3, 1.0))
    view = cv2.resize(part, (size, size), interpolation=cv2.INTER_AREA)
    turned = np.asarray(np.rot90(view, int(rng.integers(4))), np.uint8, order="C")
    if rng.random() < 0.7:
        turned = camera(rng, light(rng, turned))
    return LocatorSample(turned, np.zeros((0, 4, 2), np.float32), np.zeros(0, np.bool_))


def sample_photo(rng: Rng, photo: TrainingPhoto, size: int) -> LocatorSample:
    """Re-frame a real photo: any turn that its labels allow, stretch, scale, light, noise."""
    pixels = mask_unlabelled(rng, photo) if photo.others is None else hide_unsure(photo)
    tiles, exact = photo.quads, photo.exact
    if photo.others is not None:
        tiles = np.concatenate([tiles, photo.others])
        exact = np.concatenate([exact, np.ones(len(photo.others), np.bool_)])
    matrix = _random_view(rng, photo, size)
    fill = tuple(int(v) for v in rng.integers(0, 255, 3))
    view = cv2.warpPerspective(pixels, matrix, (size, size), flags=cv2.INTER_AREA, borderValue=fill)
    moved = cv2.perspectiveTransform(tiles.reshape(-1, 1, 2), matrix)
    quads = np.asarray(moved, np.float32).reshape(-1, 4, 2)
    if rng.random() < 0.7:
        view = camera(rng, light(rng, np.asarray(view, np.uint8)))
    keep = _mostly_inside(quads, size)
    return LocatorSample(np.asarray(view, np.uint8), quads[keep], exact[keep])


def grainy(rng: Rng, sample: LocatorSample) -> LocatorSample:
    """The same picture with strong sensor noise, finer or coarser than its pixels."""
    height, width = sample.pixels.shape[:2]
    coarse = float(rng.uniform(1.0, 2.0))
    grain = rng.normal(0, rng.uniform(*GRAIN), (int(height / coarse), int(width / coarse), 3))
    noise = cv2.resize(grain.astype(np.float32), (width, height))
    noisy = np.clip(sample.pixels + noise, 0, 255).astype(np.uint8)
    return replace(sample, pixels=noisy)


def _mostly_inside(quads: NDArray[np.float32], size: int) -> NDArray[np.bool_]:
    boxes = boxes_of(quads)
    clipped = np.clip(boxes, 0, size)
    area = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    inside = np.prod(clipped[:, 2:] - clipped[:, :2], axis=1)
    result: NDArray[np.bool_] = (inside > 0.6 * area) & (area > 36)
    return result


def _random_view(rng: Rng, photo: TrainingPhoto, size: int) -> NDArray[np.float32]:
    """Homography from the photo to a square view; loose boxes are only turned by right angles."""
    height, width = photo.pixels.shape[:2]
    quarter = 90.0 * rng.integers(4) if rng.random() < 0.5 else 0.0
    if photo.exact.all() and rng.random() < 0.5:
        angle = rng.uniform(0, 360)
    else:
        angle = quarter + rng.normal(0, 3)
    turn = np.radians(angle)
    scale = size / max(height, width) * np.exp(rng.uniform(np.log(0.6), np.log(1.7)))
    stretch = np.exp(rng.uniform(-0.25, 0.25))
    cos, sin = np.cos(turn), np.sin(turn)
    rotate = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    resize = np.diag([scale * stretch, scale / stretch, 1.0])
    boxes = boxes_of(photo.quads)
    middle = (boxes[:, :2].min(axis=0) + boxes[:, 2:].max(axis=0)) / 2
    middle = middle + rng.normal(0, 0.12, 2) * [width, height]
    to_origin = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.08 / size, 2)
    to_centre = np.array([[1, 0, size / 2], [0, 1, size / 2], [0, 0, 1]])
    return np.asarray(to_centre @ tilt @ rotate @ resize @ to_origin, np.float32)


def mask_unlabelled(rng: Rng, photo: TrainingPhoto) -> Picture:
    """Replace what lies away from the labelled tiles by another table.

    In table scenes only the front hand is labelled; walls and discards behind it are
    tiles too, and showing them unlabelled would teach the locator not to see tiles.
    """
    height, width = photo.pixels.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    sides = side_lengths(photo.quads)
    reach = int(np.median(sides) * 0.25)
    cv2.fillConvexPoly(
        mask, cv2.convexHull(np.round(photo.quads.reshape(-1, 2)).astype(np.int32)), 255
    )
    wide = cv2.dilate(mask, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    soft = cv2.GaussianBlur(wide, (0, 0), 2)[..., None].astype(np.float32) / 255
    table = table_top(rng, (width, height))
    return (photo.pixels * soft + table * (1 - soft)).astype(np.uint8)


def hide_unsure(photo: TrainingPhoto) -> Picture:
    """Blur the places of which the earlier locator could not say whether they are tiles."""
    if photo.unsure is None or len(photo.unsure) == 0:
        return photo.pixels
    mask = np.zeros(photo.pixels.shape[:2], np.uint8)
    cv2.fillPoly(mask, list(np.round(photo.unsure).astype(np.int32)), 255)
    cv2.fillPoly(mask, list(np.round(photo.quads).astype(np.int32)), 0)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.5)[..., None].astype(np.float32) / 255
    blurred = cv2.GaussianBlur(photo.pixels, (0, 0), 12)
    return (photo.pixels * (1 - soft) + blurred * soft).astype(np.uint8)


def stream(
    photos: list[TrainingPhoto],
    sources: Sequence[Callable[[Rng], FaceSource]],
    *,
    seed: int,
    real_share: float,
    size: Callable[[int], int],
    batch: int,
    backgrounds: Sequence[Picture] = (),
    traced: Sequence[TrainingPhoto] = (),
) -> Iterator[list[LocatorSample]]:
    """Yield batches for ever, the same for the same seed; all pictures of a batch share a size."""
    stems: dict[str, list[TrainingPhoto]] = {}
    for photo in photos:
        stems.setdefault(photo.stem, []).append(photo)
    groups = list(stems.values())
    step = 0
    while True:
        rng = np.random.default_rng((seed, step))
        side = size(step)
        samples = []
        for _ in range(batch):
            if backgrounds and rng.random() < BACKGROUND_SHARE:
                picture = backgrounds[int(rng.integers(len(backgrounds)))]
                samples.append(sample_background(rng, picture, side))
            elif traced and rng.random() < TRACED_SHARE:
                samples.append(sample_photo(rng, traced[int(rng.integers(len(traced)))], side))
            elif rng.random() < real_share:
                group = groups[rng.integers(len(groups))]
                samples.append(sample_photo(rng, group[rng.integers(len(group))], side))
            else:
                source = sources[int(rng.integers(len(sources)))](rng)
                samples.append(sample_scene(rng, source, side))
        yield [grainy(rng, sample) if rng.random() < GRAINY else sample for sample in samples]
        step += 1
