"""One tile's picture at any size."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.designs.pictures.design import PictureDesign
from scoring.tiles import Tile, UnknownTileError


def draw_picture(design: PictureDesign, tile: Tile, height: int = 160) -> NDArray[np.uint8]:
    """Return a tile's picture, upright.

    Args:
        design: The set.
        tile: A face that it has, or ``back``.
        height: Pixels.

    Returns:
        RGB pixels, height × (height / aspect) × 3.

    Raises:
        UnknownTileError: The set has no such face.
    """
    width = round(height / design.aspect)
    picture = design.faces.get(str(tile)) if tile.family is design.family else None
    if picture is not None:
        return resized(picture, width, height)
    if tile.family is not design.family or not tile.is_back:
        raise UnknownTileError(f"{tile}: the design '{design.name}' has no picture of it")
    return np.full((height, width, 3), design.back, np.uint8)


def resized(picture: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """Return a picture of another size, without aliasing when it becomes smaller."""
    smaller = height <= picture.shape[0]
    way = cv2.INTER_AREA if smaller else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, (width, height), interpolation=way), np.uint8)
