"""A set known from pictures as a value, and how a description names its pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from datasets.designs.design import RGB
from scoring.tiles import Family

FACE_HEIGHT = 480
"""Pixels to which the pictures of faces are reduced; nothing draws tiles larger."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One photo of many faces in rows without gaps, or with equal ones."""

    file: str
    faces: tuple[str, ...]
    """The rows from above, each with its faces from the left as notation; `-` is skipped."""
    corners: tuple[tuple[float, float], ...] | None = None
    """Corners of the whole block in pixels of the upright photo: clockwise from the one that
    is top left for the faces. Without them the block fills the picture but for `margin`."""
    margin: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """Left, top, right and bottom of the picture outside the block, as shares of its sides."""
    inset: float = 0.03
    """Share of a face's width and height that is cut away on each side: gaps, bevels."""


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """What a description says about a set of pictures, apart from the pictures themselves.

    Lengths are in widths of the face; None stands for what fits the family or is measured.
    """

    aspect: float | None = None
    """Height over width of the face; by default that of the pictures."""
    fit: str = "face"
    """A picture shows the whole "face", or just the "print" that is put on a blank one."""
    print_margin: float = 0.1
    """With "print": bare width on every side."""
    body: RGB | None = None
    """Colour of the blank face; by default the commonest bright one of the pictures."""
    back: RGB = (40, 130, 70)
    """Colour of the back, where no picture is called `back`."""
    depth: tuple[float, float] | None = None
    """Thinnest and thickest that the tiles may be."""
    overlap: bool | None = None
    """They may lie over each other, as cards do."""
    corner_radius: float | None = None
    blank: tuple[str, ...] = ()
    """Faces on which nothing is printed."""
    without: tuple[str, ...] = ()
    """Faces that the set does not have, or that no picture shows."""


@dataclass(frozen=True, slots=True)
class PictureDesign:
    """One set, its faces as pictures.

    Attributes:
        name: What to call it.
        family: Of all its faces.
        aspect: Height over width of the face.
        body: Colour of the blank face, RGB.
        back: Colour of the back, RGB.
        depth: Thinnest and thickest that the tiles may be, in widths.
        overlap: They may lie over each other.
        corner_radius: In widths.
        faces: RGB pictures by notation, all of this aspect, at most ``FACE_HEIGHT`` high.
    """

    name: str
    family: Family
    aspect: float
    body: RGB
    back: RGB
    depth: tuple[float, float]
    overlap: bool
    corner_radius: float
    faces: Mapping[str, NDArray[np.uint8]] = field(repr=False)
