"""Training samples for the reader: faces as the locator would cut them out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.backgrounds import table_top
from datasets.synth.conditions import happens
from datasets.synth.faces import plain_back
from datasets.synth.scene import FaceSource
from datasets.synth.views import (
    ALL_EFFECTS,
    Effects,
    View,
    is_blank,
    light,
    recolour,
    view_print,
    view_quad,
    view_seam,
    view_thing,
    whole_quad,
)
from models.training.sources import TrainingPhoto, random_crop
from scoring.tiles import Family, Tile
from vision.faces import FACE_NAMES, KINDS, SAME_HALF_TURNED, SAME_QUARTER_TURNED
from vision.geometry import rectify
from vision.read import READER_SIZE, cut_face

Rng = np.random.Generator
Picture = NDArray[np.uint8]

NOTHING = len(FACE_NAMES) - 1
NOTHING_SHARE = 0.07
"""How often a sample shows no readable face."""
TRACED_SHARE = 0.25
"""How often a sample is a tile of a path-traced scene, where such scenes are given."""
LIGHT_BODY = 120
"""Grey level of a body whose blank face nobody takes for a back."""
INDEX = {name: number for number, name in enumerate(FACE_NAMES)}


LABELS = ("face", "red", "kind", "stamp", "turn", "parity")
"""What a sample says of its picture, one label for each head."""


@dataclass(frozen=True, slots=True)
class ReaderSample:
    """A face (96×64×3 RGB) and its labels; -1 where one is unknown or means nothing.

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


def sample_printed(rng: Rng, source: FaceSource, effects: Effects = ALL_EFFECTS) -> ReaderSample:
    """Photograph one drawn face: neighbours, perspective, light, blur."""
    draw = rng.random()
    name, art = "back", source.back(rng)
    if draw < 0.04 and source.body_colour.mean() > LIGHT_BODY:
        # A blank white dragon in every set, whatever its own looks like.
        name, art = "5z", plain_back(source.body_colour, rng)
    elif draw > 0.08 or not _is_coloured(art):
        name, art = source.face(rng)
        if name.startswith("doll") and is_blank(art):
            name = "5z"  # a blank card, as some packs have for the doll, is a blank tile
    pixels, turn = view_print(rng, source, art, printed=name != "back", effects=effects)
    return labelled(pixels, name, turn)


def _is_coloured(back: Picture) -> bool:
    """Whether a back differs from tile material; a white back is a white dragon to any eye."""
    colour = back.reshape(-1, 3).mean(axis=0)
    return bool(colour.max() < 120 or colour.max() - colour.min() > 50)


def sample_real(rng: Rng, photo: TrainingPhoto, index: int) -> ReaderSample:
    """Cut one labelled tile out of a real photo."""
    return labelled(_cut_out(rng, photo, index, recoloured=0.2)[0], photo.tiles[index], None)


def _cut_out(rng: Rng, photo: TrainingPhoto, index: int, *, recoloured: float = 0.0) -> View:
    """A tile as the locator would cut it out of a photo, in other colours now and then."""
    quad = photo.quads[index]
    low = np.floor(quad.min(axis=0)).astype(int)
    high = np.ceil(quad.max(axis=0)).astype(int)
    pad = int(0.3 * (high - low).max())
    low = np.maximum(low - pad, 0)
    high = np.minimum(high + pad, photo.pixels.shape[1::-1])
    patch = np.ascontiguousarray(photo.pixels[low[1] : high[1], low[0] : high[0]])
    if happens(rng, recoloured):
        patch = np.clip(recolour(rng, patch.astype(np.float32)), 0, 255).astype(np.uint8)
    card = Tile.parse(photo.tiles[index]).family is Family.DOLLS
    return view_quad(rng, patch, quad - low.astype(np.float32), card=card)


@dataclass(frozen=True, slots=True)
class TracedFace:
    """A tile of a path-traced scene: the scene, the tile's number in it, what a reader sees."""

    scene: TrainingPhoto
    index: int
    name: str


def traced_faces(scenes: Sequence[TrainingPhoto]) -> list[TracedFace]:
    """All tiles that show what they are: blank dolls are blank tiles, pale backs nothing sure."""
    faces = []
    for scene in scenes:
        for index, name in enumerate(scene.tiles):
            picture = rectify(scene.pixels, scene.quads[index], READER_SIZE)
            if name.startswith("doll") and is_blank(picture):
                faces.append(TracedFace(scene, index, "5z"))
            elif name != "back" or _is_coloured(picture):
                faces.append(TracedFace(scene, index, name))
    return faces


def sample_traced(rng: Rng, face: TracedFace) -> ReaderSample:
    """Cut a tile out of its scene."""
    pixels, turn = _cut_out(rng, face.scene, face.index)
    return labelled(pixels, face.name, turn)


def sample_nothing(rng: Rng, photo: TrainingPhoto) -> ReaderSample:
    """Something that is no readable face: table, the seam between tiles, a side face."""
    kind = rng.random()
    if kind < 0.2:
        patch = table_top(rng, (96, 96))
        pixels = np.asarray(cv2.resize(patch, READER_SIZE), np.uint8)
        return ReaderSample(pixels, NOTHING)
    if kind < 0.6:
        return ReaderSample(view_thing(rng), NOTHING)
    index = int(rng.integers(len(photo.quads)))
    quad = photo.quads[index]
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    if rng.random() < 0.5:
        shift = across * rng.choice([-0.5, 0.5]) + down * rng.uniform(-0.2, 0.2)
    else:
        shift = down * rng.choice([-0.55, 0.55]) + across * rng.uniform(-0.2, 0.2)
    turned = np.roll(quad + shift, int(rng.integers(4)), axis=0).astype(np.float32)
    return ReaderSample(light(rng, cut_face(photo.pixels, turned)), NOTHING)


def sample_background(rng: Rng, picture: Picture) -> ReaderSample:
    """A part of a photo without tiles."""
    part = random_crop(rng, picture, 24, (0.04, 0.4))
    height, width = part.shape[:2]
    return ReaderSample(view_quad(rng, part, whole_quad(width, height))[0], NOTHING)


def sample_thing(rng: Rng, picture: Picture) -> ReaderSample:
    """A flat thing that is no tile, such as a playing card, on a table; or a part of it."""
    part = picture if rng.random() < 0.7 else random_crop(rng, picture, 24, (0.3, 0.9))
    height, width = part.shape[:2]
    pad = round(0.2 * width)
    table = table_top(rng, (width + 2 * pad, height + 2 * pad))
    table[pad : pad + height, pad : pad + width] = part
    quad = whole_quad(width, height) + np.float32(pad)
    return ReaderSample(view_quad(rng, table, quad)[0], NOTHING)


@dataclass(frozen=True, slots=True)
class Tileless:
    """Pictures that show no tile.

    Attributes:
        backgrounds: Photos of anything, of which parts are shown.
        things: Flat things that a locator may take for tiles, such as playing cards.
    """

    backgrounds: Sequence[Picture] = ()
    things: Sequence[Picture] = ()


def _any_nothing(
    rng: Rng, photos: Sequence[TrainingPhoto], tileless: Tileless, source: FaceSource
) -> ReaderSample:
    """No readable face: of a photo with tiles or without, a thing, or the seam of two tiles."""
    draw = rng.random()
    if draw < 0.15:
        return ReaderSample(view_seam(rng, source), NOTHING)
    if draw < 0.4 and tileless.backgrounds:
        return sample_background(
            rng, tileless.backgrounds[int(rng.integers(len(tileless.backgrounds)))]
        )
    if draw < 0.7 and tileless.things:
        return sample_thing(rng, tileless.things[int(rng.integers(len(tileless.things)))])
    return sample_nothing(rng, photos[int(rng.integers(len(photos)))])


def stream(
    photos: list[TrainingPhoto],
    sources: Sequence[tuple[float, Callable[[Rng], FaceSource]]],
    *,
    seed: int,
    real_share: float,
    batch: int,
    tileless: Tileless | None = None,
    traced: Sequence[TracedFace] = (),
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
            if draw < NOTHING_SHARE:
                samples.append(_any_nothing(rng, photos, tileless or Tileless(), current))
            elif traced and rng.random() < TRACED_SHARE:
                samples.append(sample_traced(rng, traced[int(rng.integers(len(traced)))]))
            elif draw < NOTHING_SHARE + real_share:
                places = by_face[names[rng.integers(len(names))]]
                photo, index = places[rng.integers(len(places))]
                samples.append(sample_real(rng, photo, index))
            else:
                if rng.random() < 0.35:
                    current = sources[int(rng.choice(len(sources), p=weights))][1](rng)
                samples.append(sample_printed(rng, current))
        yield samples
        step += 1
