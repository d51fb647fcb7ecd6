"""Engraving: the ink of real tiles lies in grooves, whose rims catch the light or lose it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

STRENGTH = (0.08, 0.4)
"""How much brighter (1: by the whole range) the steepest rim can be than the flat face."""
RIM = 0.012
"""Width of a groove's rim, as a share of the face's width."""


def engraved(art: Picture, light: tuple[float, float]) -> Picture:
    """Shade a face as if its ink lay in grooves.

    A surface of height h changes its brightness by −(∂h/∂x·lx + ∂h/∂y·ly) under light from
    the direction (lx, ly); the height is taken as minus the ink, its distance from the
    commonest colour of the face.

    Args:
        art: The printed face, H×W×3 RGB.
        light: Towards the lamp, along the picture's x and y, times the strength.
    """
    paper = np.median(art[::7, ::7].reshape(-1, 3), axis=0)
    ink = np.abs(art.astype(np.float32) - paper.astype(np.float32)).max(axis=2) / 255
    ink = cv2.GaussianBlur(ink, (0, 0), max(0.5, RIM * art.shape[1]))
    slope = light[0] * cv2.Sobel(ink, -1, 1, 0) + light[1] * cv2.Sobel(ink, -1, 0, 1)
    shaded = art + 255 * np.clip(slope, -1, 1)[..., None]
    return np.asarray(np.clip(shaded, 0, 255), np.uint8)
