"""Where exactly a tile's corners are: a second, closer look at what the locator found.

The locator sees a whole photo at 640 pixels and misses corners by about a twentieth of a tile's
side, at which thin borders and small pips are cut off. The aligner sees one tile at a time, with
something of its surroundings, and says how far each corner is from where it is (a cascade, as in
Cai and Vasconcelos 2018, "Cascade R-CNN").
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import quad_areas, side_lengths
from vision.locate import Quads, Session
from vision.read import cut_face, in_batches, lying

ALIGN_MARGIN = 0.16
"""Share of the input around the quad on every side, within which a corner may be found."""
SLIM = 1.9
"""Length of a card, in widths, at least."""
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""The quad itself, in shares of its sides."""


@dataclass(frozen=True, slots=True)
class AlignerSettings:
    """How the network's answer becomes quads.

    Attributes:
        rounds: How often each quad is looked at, each time where the last look put it.
        most_moved: A corner that is to move by more than this share of a side contradicts the
            locator; the quad stays as it is.
        slimmest: Quads that are longer than so many widths are cards and stay as they are: what
            lies over a card hides its edges from a close look, and the locator, which sees the
            whole row, guesses them better.
        batch: Quads looked at at once.
    """

    rounds: int = 2
    most_moved: float = 0.25
    slimmest: float = SLIM
    batch: int = 32


class Aligner:
    """Moves the corners of quads to those of the tiles.

    The session's network takes ``images`` (n×3×96×64 RGB in 0…1) and answers n×8: x and y of how
    far each corner of the tile is from the quad's, in shares of the quad's width and height.
    """

    def __init__(self, session: Session, settings: AlignerSettings | None = None) -> None:
        self._session = session
        self.settings = settings or AlignerSettings()

    def __call__(self, pixels: NDArray[np.uint8], quads: Quads) -> Quads:
        """The same quads of a picture (H×W×3 RGB), in order, with better corners."""
        chosen = ~slim(quads.corners, self.settings.slimmest)
        if not chosen.any():
            return quads
        corners = first = quads.corners[chosen]
        for _ in range(self.settings.rounds):
            corners = self._plausible(self._moved(pixels, corners), first)
        result = quads.corners.copy()
        result[chosen] = corners
        return Quads(result, quads.scores)

    def _moved(
        self, pixels: NDArray[np.uint8], corners: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Corners (n×4×2) where one look at each quad puts them."""
        rolls = lying(corners).astype(int)
        cuts = [np.roll(quad, -roll, axis=0) for quad, roll in zip(corners, rolls, strict=True)]
        faces = np.array([cut_face(pixels, cut, ALIGN_MARGIN) for cut in cuts], np.uint8)
        answers = [shifts for (shifts,) in in_batches(self._session, faces, self.settings.batch)]
        shifts = np.concatenate(answers).reshape(-1, 4, 2)
        return np.array(
            [
                np.roll(from_unit(cut, UNIT + shift), roll, axis=0)
                for cut, shift, roll in zip(cuts, shifts, rolls, strict=True)
            ],
            np.float32,
        )

    def _plausible(
        self, moved: NDArray[np.float32], first: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """The moved quads (n×4×2), but for those that moved too far or are no quads any more."""
        side = np.sqrt(np.abs(quad_areas(first)))[:, None]
        far = np.linalg.norm(moved - first, axis=2) > self.settings.most_moved * side
        fits = ~far.any(axis=1) & (quad_areas(moved) > 0)
        return np.where(fits[:, None, None], moved, first).astype(np.float32)


def slim(corners: NDArray[np.float32], limit: float) -> NDArray[np.bool_]:
    """Which quads (n×4×2) are longer than ``limit`` times their width."""
    sides = side_lengths(corners)
    means = sides.reshape(-1, 2, 2).mean(axis=1)
    return np.asarray(means.max(axis=1) > limit * means.min(axis=1), np.bool_)


def from_unit(quad: NDArray[np.float32], points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Points (n×2) given in shares of a quad's sides (4×2 pixels), in pixels."""
    return _mapped(UNIT, quad, points)


def to_unit(quad: NDArray[np.float32], points: NDArray[np.float32]) -> NDArray[np.float32]:
    """Points (n×2 pixels) in shares of a quad's sides (4×2 pixels)."""
    return _mapped(quad, UNIT, points)


def _mapped(
    source: NDArray[np.float32], target: NDArray[np.float32], points: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Points (n×2) moved by the homography of one quad to another."""
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    return np.asarray(
        cv2.perspectiveTransform(points[None].astype(np.float64), matrix)[0], np.float32
    )
