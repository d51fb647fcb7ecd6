"""Training samples for the reader: faces as the locator would cut them out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth import clutter
from datasets.synth.backgrounds import table_top
from datasets.synth.effects import camera, exposure
from datasets.synth.faces import plain_back
from datasets.synth.scene import FaceSource
from models.training.sources import TrainingPhoto
from scoring.tiles import Family, Tile
from vision.faces import FACE_NAMES, KINDS, SAME_HALF_TURNED, SAME_QUARTER_TURNED
from vision.read import READER_SIDE, cut_face

Rng = np.random.Generator
Picture = NDArray[np.uint8]

NOTHING = len(FACE_NAMES) - 1
INDEX = {name: number for number, name in enumerate(FACE_NAMES)}


LABELS = ("face", "red", "kind", "stamp", "turn", "parity")
"""What a sample says of its picture, one label for each head."""
MOST_HIDDEN = 0.62
"""Share of a card's width that its neighbour may cover."""


@dataclass(frozen=True, slots=True)
class ReaderSample:
    """A square face (64×64×3 RGB) and its labels; -1 where one is unknown or means nothing.

    Attributes:
        pixels: The picture.
        face: Index in ``FACE_NAMES``.
        red: 1 for a red five, 0 for another five.
        kind: Index in ``KINDS``, for patterns of flower tiles.
        stamp: 1 for a stamped doll card, 0 for another.
        turn: Clockwise quarter turns of the face in the picture.
        parity: The turn modulo 2, for faces that look the same upside down.
    """

    pixels: Picture
    face: int
    red: int = -1
    kind: int = -1
    stamp: int = -1
    turn: int = -1
    parity: int = -1


def labelled(pixels: Picture, name: str, turn: int | None) -> ReaderSample:
    """Label a picture by the tile's notation and its quarter turns, None where unknown."""
    tile = Tile.parse(name)
    whole = turn is not None and tile.face not in SAME_HALF_TURNED
    half = turn is not None and not whole and tile.face not in SAME_QUARTER_TURNED
    return ReaderSample(
        pixels,
        INDEX[tile.face],
        red=int(tile.red) if tile.face in ("5m", "5p", "5s") else -1,
        kind=-1 if tile.kind is None else KINDS.index(tile.kind),
        stamp=int(tile.stamped) if tile.family is Family.DOLLS and not tile.is_back else -1,
        turn=turn if turn is not None and whole else -1,
        parity=turn % 2 if turn is not None and half else -1,
    )


def sample_printed(rng: Rng, source: FaceSource) -> ReaderSample:
    """Photograph one drawn face: neighbours, perspective, light, blur."""
    draw = rng.random()
    name, art = "back", source.back(rng)
    if draw < 0.04:
        # A blank white dragon in every set, whatever its own looks like.
        name, art = "5z", plain_back(source.body_colour, rng)
    elif draw > 0.08 or not _is_coloured(art):
        name, art = source.face(rng)
        if name.startswith("doll") and is_blank(art):
            name = "5z"  # a blank card, as some packs have for the doll, is a blank tile
    height, width = art.shape[:2]
    pad = int(0.3 * width)
    scene = _surroundings(rng, source, height, width, pad)
    tile = scene[pad : pad + height, pad : pad + width]
    mask = _soft_mask(height, width, rng)
    printed = art.astype(np.float32) if name == "back" else _relief(rng, art)
    tile[:] = (tile * (1 - mask) + printed * mask).astype(np.uint8)
    if source.overlap and rng.random() < 0.5:
        _cover(rng, source, scene, pad)
    quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + pad
    return _photograph(rng, scene, quad, name, known_turn=True)


def is_blank(art: Picture) -> bool:
    """Whether a picture (H×W×3) shows nothing but its paper."""
    grey = cv2.cvtColor(art, cv2.COLOR_RGB2GRAY)
    height, width = grey.shape
    inner = grey[height // 8 : -height // 8, width // 8 : -width // 8]
    return bool(inner.std() < 6)


def _cover(rng: Rng, source: FaceSource, scene: Picture, pad: int) -> None:
    """Lay another card of the set over a part of the card in a scene (in place)."""
    _, art = source.face(rng)
    height, width = scene.shape[0] - 2 * pad, scene.shape[1] - 2 * pad
    art = np.asarray(cv2.resize(art, (width, height)), np.uint8)
    hidden = float(rng.uniform(0.05, MOST_HIDDEN)) * width
    side = 1 if rng.random() < 0.75 else -1
    shift = side * (width - hidden)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.normal(0, 4)), 1.0)
    turn[:, 2] += [pad + shift, pad + rng.normal(0, 0.06) * height]
    size = (scene.shape[1], scene.shape[0])
    laid = cv2.warpAffine(art, turn, size)
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), turn, size)
    shade = cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.02 * width))[..., None] / 255.0
    dark = scene * (1 - rng.uniform(0, 0.5) * shade)
    cover = mask[..., None] / 255.0
    scene[:] = (dark * (1 - cover) + laid * cover).astype(np.uint8)


def _is_coloured(back: Picture) -> bool:
    """Whether a back differs from tile material; a white back is a white dragon to any eye."""
    colour = back.reshape(-1, 3).mean(axis=0)
    return bool(colour.max() < 120 or colour.max() - colour.min() > 50)


def _relief(rng: Rng, art: Picture) -> NDArray[np.float32]:
    """Engraved strokes: a thin dark rim on one side and a light one on the other."""
    result = art.astype(np.float32)
    if rng.random() < 0.5:
        grey = cv2.GaussianBlur(cv2.cvtColor(art, cv2.COLOR_RGB2GRAY), (0, 0), 1.0)
        slope = cv2.Sobel(grey, cv2.CV_32F, 1, 1, ksize=3) * rng.uniform(-0.5, 0.5)
        result = result + slope[..., None]
    if rng.random() < 0.3:
        result = _recolour(rng, result)
    return np.clip(result, 0, 255)


def _recolour(rng: Rng, art: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mute or mix the ink's colours, as other makers' paints would."""
    grey = art.mean(axis=2, keepdims=True)
    if rng.random() < 0.5:
        return np.asarray(grey + (art - grey) * rng.uniform(0, 0.8), np.float32)
    mix = np.eye(3) * rng.uniform(0.5, 1.0) + rng.dirichlet(np.ones(3), 3) * 0.4
    mix /= mix.sum(axis=1, keepdims=True)
    return np.asarray(art @ mix.T, np.float32)


def _surroundings(rng: Rng, source: FaceSource, height: int, width: int, pad: int) -> Picture:
    """A patch of table, often with neighbour tiles left and right or above and below."""
    size = (width + 2 * pad, height + 2 * pad)
    scene = np.ascontiguousarray(np.ones((size[1], size[0], 3)) * rng.uniform(10, 240, 3), np.uint8)
    if rng.random() < 0.7:
        gap = int(rng.uniform(0, 0.06) * width)
        body = np.clip(source.body_colour * rng.uniform(0.85, 1.0), 0, 255).astype(np.uint8)
        scene[pad : pad + height, : pad - gap] = body
        scene[pad : pad + height, pad + width + gap :] = body
        if rng.random() < 0.5:
            scene[: pad - gap, pad : pad + width] = body
            scene[pad + height + gap :, pad : pad + width] = body
    return scene


def _soft_mask(height: int, width: int, rng: Rng) -> NDArray[np.float32]:
    mask = np.zeros((height, width), np.float32)
    edge = int(rng.uniform(0, 0.05) * width) + 1
    mask[edge:-edge, edge:-edge] = 1
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.5 + edge / 2), np.float32)
    return soft[..., np.newaxis]


def _photograph(
    rng: Rng, scene: Picture, quad: NDArray[np.float32], name: str, *, known_turn: bool
) -> ReaderSample:
    """Cut a face by an imprecise quad at a random resolution and turn."""
    sides = np.linalg.norm(quad[[1, 3]] - quad[0], axis=1)
    target = float(np.exp(rng.uniform(np.log(18), np.log(110))))
    # A tile seen at a slant is foreshortened: its height has fewer pixels than its width.
    slant = float(rng.uniform(0.3, 1.0)) if rng.random() < 0.4 else 1.0
    scale = np.minimum(1.0, target / sides[0] * np.array([1.0, slant]))
    if scale.min() < 1:
        scene = np.asarray(
            cv2.resize(scene, None, fx=scale[0], fy=scale[1], interpolation=cv2.INTER_AREA),
            np.uint8,
        )
    scene = _light(rng, camera(rng, scene))
    jitter = rng.normal(0, rng.uniform(0.015, 0.05), (4, 2)) * sides * scale
    quad = quad * scale
    pixels = cut_face(scene, (quad + jitter).astype(np.float32))
    turn = int(rng.integers(4))
    pixels = np.ascontiguousarray(np.rot90(pixels, -turn))
    return labelled(pixels, name, turn if known_turn else None)


def _light(rng: Rng, picture: Picture) -> Picture:
    result = picture.astype(np.float32)
    if rng.random() < 0.5:
        field = rng.uniform(0.7, 1.25, (2, 2)).astype(np.float32)
        result *= cv2.resize(field, picture.shape[1::-1])[..., None]
    result *= (1 + rng.normal(0, 0.07, 3)) * exposure(rng)
    grey = result.mean()
    result = grey + (result - grey) * rng.uniform(0.6, 1.2)
    if rng.random() < 0.12:
        height, width = picture.shape[:2]
        spot = np.zeros((height, width), np.float32)
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        cv2.circle(spot, centre, int(rng.uniform(0.05, 0.25) * width), 1.0, -1)
        result += 160 * cv2.GaussianBlur(spot, (0, 0), 0.08 * width)[..., None]
    return np.asarray(np.clip(result, 0, 255), np.uint8)


def sample_real(rng: Rng, photo: TrainingPhoto, index: int) -> ReaderSample:
    """Cut one labelled tile out of a real photo."""
    quad = photo.quads[index]
    low = np.floor(quad.min(axis=0)).astype(int)
    high = np.ceil(quad.max(axis=0)).astype(int)
    pad = int(0.3 * (high - low).max())
    low = np.maximum(low - pad, 0)
    high = np.minimum(high + pad, photo.pixels.shape[1::-1])
    patch = np.ascontiguousarray(photo.pixels[low[1] : high[1], low[0] : high[0]])
    if rng.random() < 0.2:
        patch = np.clip(_recolour(rng, patch.astype(np.float32)), 0, 255).astype(np.uint8)
    return _photograph(rng, patch, quad - low.astype(np.float32), photo.tiles[index],
                       known_turn=False)  # fmt: skip


def sample_nothing(rng: Rng, photo: TrainingPhoto) -> ReaderSample:
    """Something that is no readable face: table, the seam between tiles, a side face."""
    kind = rng.random()
    if kind < 0.2:
        patch = table_top(rng, (96, 96))
        pixels = np.asarray(cv2.resize(patch, (READER_SIDE, READER_SIDE)), np.uint8)
        return ReaderSample(pixels, NOTHING)
    if kind < 0.6:
        return _sample_thing(rng)
    index = int(rng.integers(len(photo.quads)))
    quad = photo.quads[index]
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    if rng.random() < 0.5:
        shift = across * rng.choice([-0.5, 0.5]) + down * rng.uniform(-0.2, 0.2)
    else:
        shift = down * rng.choice([-0.55, 0.55]) + across * rng.uniform(-0.2, 0.2)
    pixels = cut_face(photo.pixels, (quad + shift).astype(np.float32))
    turned = np.ascontiguousarray(np.rot90(pixels, int(rng.integers(4))))
    return ReaderSample(_light(rng, turned), NOTHING)


def sample_seam(rng: Rng, source: FaceSource) -> ReaderSample:
    """The seam between two printed tiles, half of each."""
    arts = [source.face(rng)[1] for _ in range(2)]
    height, width = arts[0].shape[:2]
    pair = [np.asarray(cv2.resize(art, (width, height)), np.uint8) for art in arts]
    scene = np.concatenate(pair, axis=1)
    left = width * rng.uniform(0.4, 0.6)
    quad = np.array([[left, 0], [left + width, 0], [left + width, height], [left, height]])
    seen = _photograph(rng, scene, quad.astype(np.float32), "back", known_turn=False)
    return ReaderSample(seen.pixels, NOTHING)


def _sample_thing(rng: Rng) -> ReaderSample:
    """A playing card, a page or a part of one, as a mistaken locator would cut it out."""
    art = clutter.THINGS[rng.integers(len(clutter.THINGS))](rng)
    height, width = art.shape[:2]
    share = 1.0 if rng.random() < 0.4 else float(rng.uniform(0.3, 0.9))
    w, h = int(width * share), int(height * share)
    x, y = int(rng.integers(0, width - w + 1)), int(rng.integers(0, height - h + 1))
    patch = np.ascontiguousarray(art[y : y + h, x : x + w])
    quad = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    seen = _photograph(rng, patch, quad, "back", known_turn=False)
    return ReaderSample(seen.pixels, NOTHING)


def stream(
    photos: list[TrainingPhoto],
    sources: Sequence[tuple[float, Callable[[Rng], FaceSource]]],
    *,
    seed: int,
    real_share: float,
    batch: int,
) -> Iterator[list[ReaderSample]]:
    """Yield batches for ever, balanced over faces among the real crops."""
    by_face: dict[str, list[tuple[TrainingPhoto, int]]] = {}
    for photo in photos:
        for index, name in enumerate(photo.tiles):
            if photo.exact[index]:
                by_face.setdefault(name, []).append((photo, index))
    names = sorted(by_face)
    weights = np.array([weight for weight, _ in sources])
    weights = weights / weights.sum()
    step = 0
    while True:
        rng = np.random.default_rng((seed, step))
        samples: list[ReaderSample] = []
        current = sources[int(rng.choice(len(sources), p=weights))][1](rng)
        while len(samples) < batch:
            draw = rng.random()
            if draw < 0.04:
                samples.append(sample_nothing(rng, photos[rng.integers(len(photos))]))
            elif draw < 0.05:
                samples.append(sample_seam(rng, current))
            elif draw < 0.05 + real_share:
                places = by_face[names[rng.integers(len(names))]]
                photo, index = places[rng.integers(len(places))]
                samples.append(sample_real(rng, photo, index))
            else:
                if rng.random() < 0.35:
                    current = sources[int(rng.choice(len(sources), p=weights))][1](rng)
                samples.append(sample_printed(rng, current))
        yield samples
        step += 1
