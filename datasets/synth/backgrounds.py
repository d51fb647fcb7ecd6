"""Table tops: cloth, wood, paper, plain colour, and things that are no tiles."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth import clutter
from datasets.synth.conditions import USUAL, happens
from datasets.synth.textures import noise, texture

Rng = np.random.Generator
Picture = NDArray[np.uint8]


def _colour(rng: Rng) -> NDArray[np.float32]:
    """A table colour: often green or blue cloth, wood, grey, black or white."""
    palette = np.array(
        [[30, 110, 60], [20, 70, 50], [70, 170, 90], [40, 70, 130], [120, 25, 35], [150, 105, 60],
         [190, 150, 105], [95, 60, 35], [130, 130, 130], [185, 180, 175], [225, 222, 215],
         [30, 30, 32], [60, 120, 130]], np.float32,
    )  # fmt: skip
    base = palette[rng.integers(len(palette))]
    colour = np.clip(base * rng.uniform(0.6, 1.3) + rng.normal(0, 15, 3), 5, 250)
    return np.asarray(colour, np.float32)


def _wood(rng: Rng, size: tuple[int, int]) -> NDArray[np.float32]:
    grain = noise(rng, size, (int(rng.integers(2, 6)), int(rng.integers(40, 200))))
    wave = noise(rng, size, (4, 6))
    texture = 0.7 * grain + 0.4 * np.sin(18 * wave + 6 * grain)
    if rng.random() < 0.5:
        texture = cv2.resize(np.ascontiguousarray(texture.T), size)
    return np.asarray(texture, np.float32)


def _cloth(rng: Rng, size: tuple[int, int]) -> NDArray[np.float32]:
    width, height = size
    weave = rng.normal(0, 1, (height, width)).astype(np.float32)
    if rng.random() < 0.5:
        period = rng.uniform(3, 12)
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        weave = 0.4 * weave + np.sin(2 * np.pi * (x + y) / period) * np.sin(
            2 * np.pi * (x - y) / period
        )
    return np.asarray(weave, np.float32)


def table_top(rng: Rng, size: tuple[int, int], *, texture_rate: float = USUAL.texture) -> Picture:
    """Draw a table of ``size`` (width, height): H×W×3 RGB.

    Args:
        rng: Decides everything.
        size: Pixels.
        texture_rate: Share of tables with a texture of :mod:`datasets.synth.textures`.
    """
    result = texture(rng, size) if happens(rng, texture_rate) else _surface(rng, size)
    for _ in range(int(rng.integers(0, 3))):
        _edge(rng, result)
    for _ in range(int(rng.integers(0, 5)) if rng.random() < 0.6 else 0):
        _thing(rng, result)
    return result


def _surface(rng: Rng, size: tuple[int, int]) -> Picture:
    """Wood, cloth, something mottled or one colour, unevenly lit."""
    kind = rng.integers(4)
    picture = np.ones((size[1], size[0], 3), np.float32) * _colour(rng)
    if kind == 0:
        grain = _wood(rng, size)
    elif kind == 1:
        grain = _cloth(rng, size)
    elif kind == 2:
        grain = noise(rng, size, (int(rng.integers(3, 90)), int(rng.integers(3, 90))))
    else:
        grain = np.zeros((size[1], size[0]), np.float32)
    picture *= 1 + rng.uniform(0.02, 0.2) * grain[..., None]
    picture *= 1 + rng.uniform(0, 0.25) * noise(rng, size, (3, 3))[..., None]
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _edge(rng: Rng, picture: Picture) -> None:
    """Split the table by a straight edge: a rail, a second cloth, the floor."""
    height, width = picture.shape[:2]
    angle = rng.choice([0, np.pi / 2]) + rng.normal(0, 0.15)
    direction = np.array([np.cos(angle), np.sin(angle)])
    normal = np.array([-direction[1], direction[0]])
    middle = np.array([width, height]) / 2 + normal * rng.uniform(0.25, 0.5) * max(width, height)
    reach = 2 * max(width, height)
    quad = [
        middle - reach * direction,
        middle + reach * direction,
        middle + reach * (direction + normal),
        middle + reach * (normal - direction),
    ]
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [np.round(quad).astype(np.int32)], 1)
    other = np.ones_like(picture, np.float32) * _colour(rng)
    other *= 1 + 0.1 * _wood(rng, (width, height))[..., None]
    picture[mask > 0] = np.clip(other, 0, 255).astype(np.uint8)[mask > 0]


def _thing(rng: Rng, picture: Picture) -> None:
    """Something that is no tile: a playing card, a page, a phone, a round lid."""
    if rng.random() < 0.15:
        height, width = picture.shape[:2]
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        radius = int(rng.uniform(0.012, 0.1) * max(width, height))
        cv2.circle(picture, centre, radius, tuple(int(v) for v in _colour(rng)), -1, cv2.LINE_AA)
        return
    clutter.place(rng, picture, clutter.THINGS[rng.integers(len(clutter.THINGS))](rng))
