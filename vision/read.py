"""What each tile is: its face, whether it is a red five, which way it is turned.

Each face is cut out at the photo's own resolution and named by a small network that is
given as a session. A reading keeps the runners-up with their probabilities, so that later
stages (the set constraint, a person who corrects a photo) can choose another face without
reading again.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import MAHJONG_FACES, Family, Tile
from vision.geometry import rectify
from vision.locate import Quads, Session

READER_SIDE = 64
"""Side of the network's square input, pixels."""
MARGIN = 0.06
"""Share of the input around the quad, so that an imprecise quad still shows the face."""
FACE_NAMES: tuple[str, ...] = (*(str(tile) for tile in MAHJONG_FACES), "back", "nothing")
"""The network's classes, in order."""
TURN_UNKNOWN = frozenset({
    "1p", "2p", "3p", "4p", "5p", "8p", "9p", "2s", "4s", "5s", "6s", "8s", "9s", "5z", "back",
})  # fmt: skip
"""Faces that look (nearly) the same upside down; their turn is taken from their neighbours."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The reader's answer for one tile.

    Attributes:
        tile: The best face, or ``None`` when the picture is not a readable face.
        confidence: Calibrated probability of `tile` (of "not a face" when it is ``None``).
        alternatives: ``(tile, probability)``, best first; contains `tile` itself.
        turn: Quarter turns (0..3) between the image and the face's own upright.

    Raises:
        ValueError: On a probability outside 0..1, a turn outside 0..3, or alternatives
            that are not sorted.
    """

    tile: Tile | None
    confidence: float
    alternatives: tuple[tuple[Tile, float], ...] = ()
    turn: int = 0

    def __post_init__(self) -> None:
        probabilities = [p for _, p in self.alternatives]
        if not all(0.0 <= p <= 1.0 for p in (self.confidence, *probabilities)):
            raise ValueError(f"probabilities lie in 0..1, got {self.confidence}, {probabilities}")
        if probabilities != sorted(probabilities, reverse=True):
            raise ValueError(f"alternatives are sorted best first, got {probabilities}")
        if self.turn not in (0, 1, 2, 3):
            raise ValueError(f"turn counts quarter turns 0..3, got {self.turn}")


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """How the network's answer becomes readings.

    Attributes:
        temperature: Divides the face logits; fitted so that confidences are calibrated.
        keep: Alternatives less probable than this are not listed.
        batch: Faces read at once.
    """

    temperature: float = 1.0
    keep: float = 1e-4
    batch: int = 32


def cut_face(pixels: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Cut a quad (4×2) out of a picture (H×W×3) as a 64×64×3 square.

    A large face is first rectified at a multiple of the final size and then averaged
    down, since sampling it at 64 points a side would skip thin strokes.
    """
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    factor = int(np.clip(np.ceil(sides.max() / (1.5 * READER_SIDE)), 1, 8))
    large = READER_SIDE * factor
    flat = rectify(pixels, corners, (large, large), margin=MARGIN)
    if factor == 1:
        return flat
    return np.asarray(
        cv2.resize(flat, (READER_SIDE, READER_SIDE), interpolation=cv2.INTER_AREA), np.uint8
    )


class Reader:
    """Names the faces that the locator found.

    The session's network takes ``images`` (n×3×64×64 RGB in 0…1) and answers face logits
    (n×44), a red-five logit (n), turn logits (n×4) and embeddings (n×128).
    """

    def __init__(self, session: Session, settings: ReaderSettings | None = None) -> None:
        self._session = session
        self.settings = settings or ReaderSettings()

    def __call__(self, pixels: NDArray[np.uint8], quads: Quads) -> list[Reading]:
        """Read every quad of a picture (H×W×3 RGB), in the quads' order."""
        faces = np.array([cut_face(pixels, corners) for corners in quads.corners], np.uint8)
        return self.read_faces(faces.reshape(-1, READER_SIDE, READER_SIDE, 3))

    def read_faces(self, faces: NDArray[np.uint8]) -> list[Reading]:
        """Read faces that are already cut (n×64×64×3 RGB)."""
        readings: list[Reading] = []
        for start in range(0, len(faces), self.settings.batch):
            part = faces[start : start + self.settings.batch]
            tensor = np.ascontiguousarray(part.transpose(0, 3, 1, 2), np.float32) / 255
            face, red, turn, _ = self._session.run(None, {"images": tensor})
            probabilities = softmax(face / self.settings.temperature)
            is_red = 1 / (1 + np.exp(-red.astype(np.float64)))
            readings += [
                self._reading(p, float(r), int(t.argmax()))
                for p, r, t in zip(probabilities, is_red, turn, strict=True)
            ]
        return readings

    def _reading(self, probabilities: NDArray[np.float64], red: float, turn: int) -> Reading:
        nothing = float(probabilities[-1])
        faces = probabilities[:-1]
        order = np.argsort(-faces, kind="stable")
        alternatives = tuple(
            (_tile(int(index), red), float(faces[index]))
            for index in order
            if faces[index] >= self.settings.keep
        )
        if nothing > float(faces.max()):
            return Reading(None, nothing, alternatives, turn)
        best, confidence = _tile(int(order[0]), red), float(faces[order[0]])
        return Reading(best, confidence, alternatives or ((best, confidence),), turn)


def _tile(index: int, red: float) -> Tile:
    name = FACE_NAMES[index]
    five = name[0] == "5" and name[1] in "mps"
    return Tile.parse(f"0{name[1]}" if five and red > 0.5 else name, Family.MAHJONG)


def softmax(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    """Softmax over the last axis."""
    shifted = logits.astype(np.float64) - logits.max(axis=-1, keepdims=True)
    exponential = np.exp(shifted)
    result: NDArray[np.float64] = exponential / exponential.sum(axis=-1, keepdims=True)
    return result
