"""Which way is up for each face, where the face itself does not tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.faces import SAME_HALF_TURNED, SAME_QUARTER_TURNED
from vision.locate import Quads
from vision.read import Reading

LONG = 1.15
"""Sides that differ by this factor tell which of them is the face's height."""


def turn_upright(quads: Quads, readings: Sequence[Reading]) -> tuple[Quads, list[Reading]]:
    """Roll the corners so that corner 0 is each face's own top left.

    Faces with a top of their own are turned as they were read. Those that look the same
    upside down (most circles and bamboos, the patterns of flower tiles) are turned so, or
    by another half turn, whichever follows the direction that most of the others agree on.
    Those that hide a quarter turn as well follow that direction alone; one that lies across
    its neighbours is recognised by its longer side.

    Returns:
        The quads with rolled corners, and the readings with the turn that was used.
    """
    corners = quads.corners
    turns = np.array([reading.turn for reading in readings], int)
    known = np.array([_shows(reading, SAME_HALF_TURNED) for reading in readings], bool)
    up = _common_up(corners[known], turns[known])
    for index in np.flatnonzero(~known):
        if _shows(readings[int(index)], SAME_QUARTER_TURNED):
            turns[index] = _nearer_half(corners[index], int(turns[index]), up)
        else:
            turns[index] = _nearest_turn(corners[index], up)
    rolled = np.array(
        [np.roll(quad, -turn, axis=0) for quad, turn in zip(corners, turns, strict=True)],
        np.float32,
    ).reshape(-1, 4, 2)
    turned = [replace(r, turn=int(t)) for r, t in zip(readings, turns, strict=True)]
    return Quads(rolled, quads.scores), turned


def _shows(reading: Reading, hidden: frozenset[str]) -> bool:
    """Whether the face shows its turn, being none of those that hide it."""
    return reading.tile is not None and reading.tile.face not in hidden


def _nearer_half(quad: NDArray[np.float32], turn: int, up: NDArray[np.float32]) -> int:
    ups = ups_of(quad)
    return turn if ups[turn] @ up >= ups[(turn + 2) % 4] @ up else (turn + 2) % 4


def ups_of(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The face's up direction (4×2, not normalised) for each of the four turns."""
    middle = (quad + np.roll(quad, -1, axis=0)) / 2
    return np.asarray(middle - np.roll(middle, -2, axis=0), np.float32)


def _common_up(corners: NDArray[np.float32], turns: NDArray[np.int_]) -> NDArray[np.float32]:
    """Direction that most faces call up; up in the picture when no face tells."""
    if len(corners) == 0:
        return np.array([0, -1], np.float32)
    ups = np.array(
        [ups_of(quad)[turn] for quad, turn in zip(corners, turns, strict=True)], np.float32
    )
    ups /= np.maximum(np.linalg.norm(ups, axis=1, keepdims=True), 1e-6)
    votes = (ups @ ups.T).clip(0).sum(axis=1)
    result: NDArray[np.float32] = ups[int(votes.argmax())]
    return result


def _nearest_turn(quad: NDArray[np.float32], up: NDArray[np.float32]) -> int:
    ups = ups_of(quad)
    lengths = np.linalg.norm(ups, axis=1)
    fit = (ups / np.maximum(lengths, 1e-6)[:, None]) @ up
    if lengths.max() > LONG * lengths.min():
        fit = np.where(lengths > lengths.min() * LONG**0.5, fit + 2, fit)
    return int(fit.argmax())
