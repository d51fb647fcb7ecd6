"""A contact sheet of random scenes: ``python -m datasets.synth.sheet OUT.jpg``."""

from __future__ import annotations

import argparse
import io
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from datasets.designs.sheet import lay_out
from datasets.synth.recipe import Recipe
from scoring.tiles import Family

Picture = NDArray[np.uint8]

COLUMNS = 8
SIZE, THUMB = (640, 480), (240, 180)
"""Pixels of a scene, and of its picture on the sheet."""
SEED = 4
DESIGNS = 4
MAX_BYTES = 600_000
ROWS: Sequence[Sequence[Family]] = (
    (Family.MAHJONG,),
    (Family.MAHJONG,),
    (Family.FLOWERS,),
    (Family.DOLLS,),
    tuple(Family),
)
"""Families of each row, in turns; the last row shows whole hands, the others loose tiles."""


def scene_sheet(seed: int = SEED, *, marked: bool = False) -> Picture:
    """Draw 40 scenes in five rows of eight: H×W×3 RGB.

    Args:
        seed: Of the scenes.
        marked: Draw the labelled corners, the first one of each tile as a dot.
    """
    rows = []
    for number, families in enumerate(ROWS):
        hands = number == len(ROWS) - 1
        recipes = [Recipe(f, seed, SIZE, hands=hands, designs=DESIGNS) for f in families]
        rows.append([
            _thumb(recipes[column % len(recipes)], number * COLUMNS + column, marked=marked)
            for column in range(COLUMNS)
        ])  # fmt: skip
    return lay_out(rows)


def _thumb(recipe: Recipe, index: int, *, marked: bool) -> Picture:
    scene = recipe.sample(index).scene
    pixels = scene.pixels.copy()
    if marked:
        quads = np.round(scene.corners).astype(np.int32)
        cv2.polylines(pixels, list(quads), True, (255, 0, 255), 2, cv2.LINE_AA)
        for quad in quads:
            cv2.circle(pixels, (int(quad[0, 0]), int(quad[0, 1])), 4, (0, 255, 255), -1)
    return np.asarray(cv2.resize(pixels, THUMB, interpolation=cv2.INTER_AREA), np.uint8)


def write_jpeg(picture: Picture, path: Path, most: int = MAX_BYTES) -> None:
    """Write a picture at the best quality that keeps the file within ``most`` bytes."""
    for quality in range(90, 20, -5):
        data = io.BytesIO()
        Image.fromarray(picture).save(data, "JPEG", quality=quality, optimize=True)
        if data.tell() <= most:
            break
    path.write_bytes(data.getvalue())


def main() -> None:
    """Write the sheet to the file that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--marked", action="store_true", help="draw the labels too")
    given = parser.parse_args()
    write_jpeg(scene_sheet(given.seed, marked=given.marked), given.out)


if __name__ == "__main__":
    main()
