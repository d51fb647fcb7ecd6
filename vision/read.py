"""What each tile is: its face, its kind, stamp or red five, and which way it is turned.

Each face is cut out at the photo's own resolution and named by a small network that is
given as a session. A reading keeps the runners-up with their probabilities, so that later
stages (the set constraint, a person who corrects a photo) can choose another face without
reading again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import Family, Tile
from vision.evidence import Evidence, family_votes, most_voted, named, turn_of, within
from vision.geometry import inset, rectify, side_lengths
from vision.locate import Quads, Session

READER_SIZE = (64, 96)
"""Width and height of the network's input, pixels: faces are higher than wide."""
MARGIN = 0.06
"""Share of the input around the quad, so that an imprecise quad still shows the face."""
CLOSER = 0.93
"""How much of a quad's sides a closer look takes."""
TRIMS = ((0.0, 0.1), (0.08, 0.0), (0.08, 0.08))
"""What further looks leave away above and below, in heights: a quad may take in the tile's side."""
TRIMMED, SURER = 0.3, 6
"""How much a look at a trimmed quad counts, and the power of their certainty by which looks do: one
at a quad that fits is surer than others."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The reader's answer for one tile.

    Attributes:
        tile: The best face, or ``None`` when the picture is not a readable face.
        confidence: Calibrated probability of `tile` (of "not a face" when it is ``None``).
        alternatives: ``(tile, probability)``, best first; contains `tile` itself.
        turn: Quarter turns (0..3) between the image and the face's own upright.
        own: Notation of a face that only an enrolled design has; then `tile` is ``None`` and
            `confidence` is that of this face.

    Raises:
        ValueError: On a probability outside 0..1, a turn outside 0..3, or alternatives
            that are not sorted.
    """

    tile: Tile | None
    confidence: float
    alternatives: tuple[tuple[Tile, float], ...] = ()
    turn: int = 0
    own: str | None = None

    def __post_init__(self) -> None:
        probabilities = [p for _, p in self.alternatives]
        if not all(0.0 <= p <= 1.0 for p in (self.confidence, *probabilities)):
            raise ValueError(f"probabilities lie in 0..1, got {self.confidence}, {probabilities}")
        if probabilities != sorted(probabilities, reverse=True):
            raise ValueError(f"alternatives are sorted best first, got {probabilities}")
        if self.turn not in (0, 1, 2, 3):
            raise ValueError(f"turn counts quarter turns 0..3, got {self.turn}")

    def weighed(self, gain: Callable[[Tile], float]) -> Reading:
        """The same with each alternative's probability times ``gain`` of its tile, at most 1.

        The best is then the tile; there must be an alternative.
        """
        pairs = [(tile, min(1.0, chance * gain(tile))) for tile, chance in self.alternatives]
        pairs.sort(key=lambda pair: -pair[1])
        tile, confidence = pairs[0]
        return replace(self, tile=tile, confidence=confidence, alternatives=tuple(pairs))


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """How the network's answer becomes readings.

    Attributes:
        temperature: Divides the face logits; fitted so that confidences are calibrated.
        kind_temperature: The same for the kinds of flower tiles.
        stamp_temperature: The same for the stamps of doll cards.
        keep: Alternatives less probable than this are not listed.
        batch: Faces read at once.
    """

    temperature: float = 1.0
    kind_temperature: float = 1.0
    stamp_temperature: float = 1.0
    keep: float = 1e-4
    batch: int = 32


def cut_face(
    pixels: NDArray[np.uint8], corners: NDArray[np.float32], margin: float = MARGIN
) -> NDArray[np.uint8]:
    """Cut a quad (4×2) out of a picture (H×W×3), its first side on top, as 96×64×3.

    A large face is first rectified at a multiple of the final size and then averaged
    down, since sampling it at the input's few points would skip thin strokes. What lies around
    the quad takes a share of ``margin`` on every side.
    """
    width, height = READER_SIZE
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    need = max(sides[::2].max() / width, sides[1::2].max() / height) / 1.5
    factor = int(np.clip(np.ceil(need), 1, 8))
    flat = rectify(pixels, corners, (width * factor, height * factor), margin=margin)
    if factor == 1:
        return flat
    return np.asarray(cv2.resize(flat, READER_SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def in_batches(session: Session, faces: NDArray[np.uint8], batch: int) -> Iterator[list[Any]]:
    """What a network says of faces that are already cut (n×H×W×3 RGB), so many at a time."""
    for start in range(0, len(faces), batch):
        part = faces[start : start + batch]
        tensor = np.ascontiguousarray(part.transpose(0, 3, 1, 2), np.float32) / 255
        yield session.run(None, {"images": tensor})


def lying(corners: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which quads (n×4×2) are wider than high, their first side being the top."""
    sides = side_lengths(corners)
    result: NDArray[np.bool_] = sides[:, ::2].sum(axis=1) > sides[:, 1::2].sum(axis=1)
    return result


class Reader:
    """Names the faces that the locator found.

    The session's network takes ``images`` (n×3×96×64 RGB in 0…1) and answers face logits
    (n×74), a red-five logit (n), kind logits (n×3), a stamp logit (n), turn logits (n×4) and
    embeddings (n×128).
    """

    def __init__(self, session: Session, settings: ReaderSettings | None = None) -> None:
        self._session = session
        self.settings = settings or ReaderSettings()

    def __call__(
        self, pixels: NDArray[np.uint8], quads: Quads, family: Family | None = None
    ) -> list[Reading]:
        """Read every quad of a picture (H×W×3 RGB), in the quads' order.

        The family is the one that most faces tell, unless it is given.
        """
        return self.readings(self.look(pixels, quads), quads.scores, family)

    def look(self, pixels: NDArray[np.uint8], quads: Quads, *, upright: bool = False) -> Evidence:
        """What the network says of every quad of a picture (H×W×3 RGB).

        The longer sides of a quad are cut upright, as most faces are higher than wide; its
        turn is counted from its own first corner nevertheless.

        Args:
            pixels: The picture.
            quads: Its tiles.
            upright: The first corner is known to be the face's top left: cut it so, even if
                the quad is wider than high, as that of a tile seen from far below is.
        """
        rolls = np.zeros(len(quads), int) if upright else lying(quads.corners).astype(int)
        faces = np.array(
            [
                cut_face(pixels, np.roll(corners, -roll, axis=0))
                for corners, roll in zip(quads.corners, rolls, strict=True)
            ],
            np.uint8,
        )
        evidence = self.look_at(faces.reshape(-1, *READER_SIZE[::-1], 3))
        columns = (np.arange(4)[None] - rolls[:, None]) % 4
        turns = np.take_along_axis(evidence.turns, columns, axis=1)
        return replace(evidence, turns=turns)

    def look_closely(self, pixels: NDArray[np.uint8], quads: Quads) -> Evidence:
        """What the network says of upright quads (n) after several looks.

        Each is looked at as it is, a little closer, and without what may be a side of the tile
        above or below the face; all of them also upside down. What is only just legible is then
        misread less often, as the looks err differently; the surer ones count more.
        """
        corners = quads.corners
        cuts = [
            corners,
            _closer(corners),
            *(inset(corners, top=top, bottom=bottom) for top, bottom in TRIMS),
        ]
        looks = [self._look_both_ways(pixels, Quads(cut, quads.scores)) for cut in cuts]
        sure = np.stack([look.certainty() for look in looks])
        shares = np.array([1.0] * 2 + [TRIMMED] * len(TRIMS))[:, None]
        return Evidence.mean(looks, sure**SURER * shares)

    def _look_both_ways(self, pixels: NDArray[np.uint8], quads: Quads) -> Evidence:
        """What the network says of upright quads as they are and upside down, on average."""
        first = self.look(pixels, quads, upright=True)
        inverted = Quads(np.roll(quads.corners, 2, axis=1), quads.scores)
        second = self.look(pixels, inverted, upright=True)
        return Evidence.mean([first, replace(second, turns=np.roll(second.turns, 2, axis=1))])

    def look_at(self, faces: NDArray[np.uint8]) -> Evidence:
        """What the network says of faces that are already cut (n×96×64×3 RGB)."""
        settings = self.settings
        parts = []
        for outputs in in_batches(self._session, faces, settings.batch):
            face, red, kind, stamp, turn, code = outputs
            parts.append(Evidence(
                softmax(face / settings.temperature),
                _sigmoid(red),
                softmax(kind / settings.kind_temperature),
                _sigmoid(stamp / settings.stamp_temperature),
                softmax(turn),
                np.asarray(code, np.float32),
            ))  # fmt: skip
        return Evidence.joined(parts) if parts else Evidence.none()

    def readings(
        self,
        evidence: Evidence,
        scores: NDArray[np.floating],
        family: Family | None = None,
    ) -> list[Reading]:
        """Name n faces of one photo.

        Args:
            evidence: What the network says of them.
            scores: n, how sure the locator is of each.
            family: The photo's family; by default the one that most faces tell.
        """
        if family is None:
            family = most_voted(family_votes(evidence, scores))
        chances = within(evidence.faces, family)
        return [self._reading(evidence, i, chances[i], family) for i in range(len(evidence))]

    def _reading(
        self, evidence: Evidence, index: int, chances: NDArray[np.float64], family: Family
    ) -> Reading:
        alternatives = tuple(named(evidence, index, chances, family, self.settings.keep))
        best, confidence = alternatives[0]
        nothing = float(chances[-1])
        if nothing > float(chances[:-1].max()):
            turn = turn_of(evidence.turns[index], None)
            return Reading(None, nothing, alternatives, turn)
        return Reading(best, confidence, alternatives, turn_of(evidence.turns[index], best))


def _closer(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    middle = corners.mean(axis=1, keepdims=True)
    return np.asarray(middle + (corners - middle) * CLOSER, np.float32)


def _sigmoid(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-logits.astype(np.float64))), np.float64)


def softmax(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    """Softmax over the last axis."""
    shifted = logits.astype(np.float64) - logits.max(axis=-1, keepdims=True)
    exponential = np.exp(shifted)
    result: NDArray[np.float64] = exponential / exponential.sum(axis=-1, keepdims=True)
    return result
