"""Where the pips of a pattern stand on a face."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.designs.canvas import Points
from datasets.designs.flower_tiles.design import TABLES, ArrangementStyle
from datasets.designs.tables import load_table


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the face."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Points:
        """The centre (2)."""
        return np.array([self.x + self.width / 2, self.y + self.height / 2])

    def split(self, gap: float, *, across: bool) -> tuple[Box, Box]:
        """Return the two halves beside (``across``) or above each other, ``gap`` apart."""
        if across:
            part = (self.width - gap) / 2
            return (
                Box(self.x, self.y, part, self.height),
                Box(self.x + part + gap, self.y, part, self.height),
            )
        part = (self.height - gap) / 2
        return (
            Box(self.x, self.y, self.width, part),
            Box(self.x, self.y + part + gap, self.width, part),
        )


def unit_points(table: str, number: int, name: str) -> Points:
    """Return pips (n×2) in units from -1 to 1; ``table`` is "half" or "double"."""
    entry = load_table(TABLES + "layouts.toml")[table][str(number)]
    return np.array(entry[name if name in entry else "only"], dtype=np.float64)


def half_points(style: ArrangementStyle, number: int, six: str, *, turned: bool) -> Points:
    """Return the pips (n×2) of one half in units; a half lying on its side is ``turned``."""
    names = {2: style.two, 3: style.three, 6: six}
    points = unit_points("half", number, names.get(number, "only"))
    if number in (2, 3) and turned:
        points = np.stack([-points[:, 1], points[:, 0]], axis=1)
    return points * (style.six_reach if number == 6 else style.reach)


def pip_radius(box: Box, six: str, size: float, largest: float) -> float:
    """Return the radius that lets a 6 fill the box.

    Args:
        box: One half.
        six: "columns" (2 by 3) or "rows" (3 by 2).
        size: Diameter over the distance of neighbours.
        largest: Upper limit.
    """
    across, down = (2, 3) if six == "columns" else (3, 2)
    # n pips with distance d fill (n - 1) d + 2 r, and r = size d / 2.
    return min(
        largest,
        size * box.width / (2 * (across - 1) + 2 * size),
        size * box.height / (2 * (down - 1) + 2 * size),
    )


def spread(
    points: Points, box: Box, radius: float, crowding: float = 0.46, square: float = 0.0
) -> tuple[Points, float]:
    """Place unit points in a box.

    Args:
        points: n×2 in units.
        box: Where no pip leaves.
        radius: Of the pips.
        crowding: Largest radius over the distance of the nearest neighbour.
        square: 0 for all the room of the box, 1 for a square in its middle.

    Returns:
        Centres (n×2), and the radius, made smaller where pips would be too close.
    """
    room = np.array([box.width, box.height]) / 2 - radius
    room = room + square * (room.min() - room)
    centres = box.middle + points * np.maximum(room, 0.0)
    if len(points) > 1:
        distance = np.linalg.norm(centres[:, None] - centres[None], axis=2)
        closest = float(distance[~np.eye(len(points), dtype=bool)].min())
        radius = min(radius, crowding * closest)
    return centres, radius
