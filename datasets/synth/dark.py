"""Sets of dark tiles with light prints: the other way round than most, and sold as well."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from datasets.synth.faces import PrintedFaces
from datasets.synth.views import is_blank

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Colour = NDArray[np.float32]

DARKEST, LIGHTEST_BODY = 8.0, 75.0
"""Range of the grey level of a dark tile's material."""
FAINT = 0.12
"""Share of the body's light that its own shades take away; an ink takes more."""


def dark_body_colour(rng: Rng) -> Colour:
    """Black, or another dark tile material (RGB)."""
    level = rng.uniform(DARKEST, LIGHTEST_BODY)
    tint = rng.uniform(0.5, 1.0, 3) if rng.random() < 0.5 else np.ones(3)
    return np.asarray(level * tint / tint.max(), np.float32)


def light_ink_colour(rng: Rng) -> Colour:
    """White, silver or gold (RGB)."""
    level = rng.uniform(170, 255)
    return np.asarray(
        level * np.array([1.0, rng.uniform(0.8, 1), rng.uniform(0.45, 1)]), np.float32
    )


def darkened(source: PrintedFaces, rng: Rng) -> PrintedFaces:
    """The same set in a dark material: black strokes become light ones, colours stay bright.

    A blank face is left out: a dark one looks like the back of a light tile.
    """
    body, ink = dark_body_colour(rng), light_ink_colour(rng)
    back = None if source.back_picture is None else in_negative(
        source.back_picture, source.body_colour, body, ink
    )  # fmt: skip
    return replace(
        source,
        draw=lambda name: in_negative(source.draw(name), source.body_colour, body, ink),
        names=[name for name in source.names if name != "5z" or not is_blank(source.draw(name))],
        body_colour=body,
        back_picture=back,
    )


def in_negative(picture: Picture, paper: Colour, body: Colour, ink: Colour) -> Picture:
    """Print a picture (H×W×3 RGB) in light colours on a dark body.

    Args:
        picture: The print on its own paper.
        paper: RGB of that paper.
        body: RGB that takes its place.
        ink: RGB that black takes.
    """
    shown = picture.astype(np.float32)
    taken = 1 - (shown / np.maximum(paper, 1)).min(axis=2, keepdims=True)
    cover = np.clip((taken - FAINT) / (0.5 - FAINT), 0, 1)
    strongest = shown.max(axis=2, keepdims=True)
    vivid = (strongest - shown.min(axis=2, keepdims=True)) / np.maximum(strongest, 1)
    bright = shown * (ink.max() / np.maximum(strongest, 1))
    # A colour of low light has an uncertain hue: dark grey is black, whatever its tint.
    vivid = vivid * np.clip(strongest / 80, 0, 1)
    colour = ink * (1 - vivid) + bright * vivid
    return np.asarray(np.clip(body * (1 - cover) + colour * cover, 0, 255), np.uint8)
