"""Pages of captioned contact sheets: one for the named designs of each family, one of random ones.

The pictures that ship were drawn with the fonts of ``fonts.toml``; other fonts give other
characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from datasets.designs.catalogue import entries, named_design, random_design
from datasets.designs.families import draw, whole_set
from datasets.designs.sheet import lay_out
from scoring.tiles import Family, Tile

Picture = NDArray[np.uint8]

COLUMNS = {Family.MAHJONG: 2, Family.FLOWERS: 1, Family.DOLLS: 2}
HEIGHTS = {Family.MAHJONG: 54, Family.FLOWERS: 52, Family.DOLLS: 110}
"""Sheets side by side, and pixels of a face."""
SAMPLES = {
    Family.MAHJONG: "1m 5m 8m 1p 3p 7p 1s 4s 8s 1z 5z 6z 1f 5f back",
    Family.FLOWERS: "1-1 1-4 2-5 3-3 6-6 1-4f 2-5f 5-6f 1-4d 2-5d 6-6d 2f 7f 5z back",
    Family.DOLLS: "fu ru dong hai shou bi nan shan doll fu* dong* shou* shan* doll* back",
}
"""What a random design shows of itself."""
RANDOM_DESIGNS = 8
QUALITY = 68
_CAPTION, _GAP = 22, 12
_GREY, _LIGHT = 46, (225, 225, 225)


def write_pages(folder: Path) -> list[Path]:
    """Draw all pages into a folder as JPEG and return their paths.

    Raises:
        FontsMissingError: No Chinese font is installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    return [_save(page, folder / f"{name}.jpg") for name, page in _pages()]


def _pages() -> Iterator[tuple[str, Picture]]:
    for family in Family:
        sheets = [
            captioned(whole_set(named_design(entry.name), HEIGHTS[family]), entry.name)
            for entry in entries(family)
        ]
        yield str(family), columns(sheets, COLUMNS[family])
    yield "random", columns([_random_sheet(family) for family in Family], 1)


def _random_sheet(family: Family) -> Picture:
    """Return rows of some faces, one row for each of a few random designs."""
    names = SAMPLES[family].split()
    rows = []
    for seed in range(RANDOM_DESIGNS):
        design = random_design(family, seed)
        height = HEIGHTS[family]
        rows.append(lay_out([[draw(design, Tile.parse(n, family), height) for n in names]]))
    return captioned(columns(rows, 1), f"{family}: random:0 to random:{RANDOM_DESIGNS - 1}")


def captioned(picture: Picture, text: str) -> Picture:
    """Write a line of ASCII above a picture."""
    strip = np.full((_CAPTION, picture.shape[1], 3), _GREY, np.uint8)
    place = (6, _CAPTION - 7)
    cv2.putText(strip, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, _LIGHT, 1, cv2.LINE_AA)
    return np.concatenate([strip, picture])


def columns(pictures: Sequence[Picture], count: int) -> Picture:
    """Place pictures of any size in rows of ``count``, each row as high as its highest."""
    gap = _GAP if count > 1 else 0
    width = max(picture.shape[1] for picture in pictures) + gap
    rows = [
        np.concatenate([_padded(p, (height, width)) for p in row], axis=1)
        for row in (pictures[i : i + count] for i in range(0, len(pictures), count))
        for height in [max(p.shape[0] for p in row)]
    ]
    full = max(row.shape[1] for row in rows)
    return np.concatenate([_padded(row, (row.shape[0], full)) for row in rows])


def _padded(picture: Picture, size: tuple[int, int]) -> Picture:
    padded = np.full((*size, 3), _GREY, np.uint8)
    padded[: picture.shape[0], : picture.shape[1]] = picture
    return padded


def _save(page: Picture, path: Path) -> Path:
    Image.fromarray(page).save(path, quality=QUALITY, optimize=True, progressive=True)
    return path
