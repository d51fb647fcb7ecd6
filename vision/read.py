"""What the reader says of one tile.

A reading keeps the runners-up with their probabilities, so that later stages (the set
constraint, a person who corrects a photo) can choose another face without reading again.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.tiles import Tile


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
