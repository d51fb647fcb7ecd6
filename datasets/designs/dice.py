"""Random draws with short names, for sampling designs."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from datasets.designs.design import RGB

_T = TypeVar("_T")


class Dice:
    """Short names for the draws that sampling needs."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def between(self, low: float, high: float) -> float:
        """Return a number between the two, with four decimals."""
        return round(float(self.rng.uniform(low, high)), 4)

    def whole(self, low: int, high: int) -> int:
        """Return an integer from ``low`` to ``high``, both included."""
        return int(self.rng.integers(low, high + 1))

    def chance(self, share: float) -> bool:
        """Return True in ``share`` of all cases."""
        return bool(self.rng.random() < share)

    def pick(self, values: Sequence[_T], shares: Sequence[float] | None = None) -> _T:
        """Return one of the values, likelier the larger its share (any positive scale)."""
        weights = None if shares is None else np.asarray(shares, np.float64) / sum(shares)
        return values[int(self.rng.choice(len(values), p=weights))]

    def near(self, colour: RGB, spread: float) -> RGB:
        """Return a colour near another one; ``spread`` 1 is a strong variation."""
        hue, light, vivid = colorsys.rgb_to_hls(*(part / 255 for part in colour))
        hue += self.rng.normal(0, 0.025) * spread
        light = float(np.clip(light * (1 + self.rng.normal(0, 0.22) * spread), 0.03, 0.97))
        vivid = float(np.clip(vivid * (1 + self.rng.normal(0, 0.2) * spread), 0, 1))
        red, green, blue = colorsys.hls_to_rgb(hue % 1.0, light, vivid)
        return (round(red * 255), round(green * 255), round(blue * 255))
