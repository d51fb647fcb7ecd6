"""How players show a hand, and from where it is photographed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scoring.tiles import Family

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Style:
    """How a player shows the hand.

    Attributes:
        melds_below: Melds lie in a row of their own before the hand, not at its right.
        winning_apart: The winning tile lies beside the hand instead of in it.
        standing: The concealed tiles stand (then the camera looks from the seat).
        racked: Standing tiles stand in a rack.
        elevation: Degrees of the camera above the table.
        roll: Degrees by which the picture is turned.
        azimuth: Degrees by which the camera looks from the side.
        rows: Rows that flower tiles and doll cards are laid in.
        set_gap: Tile widths between their sets; 0 leaves no gap.
        last_gap: Tile widths before the last set, the trump or the pair of cards, where sets
            have gaps.
        overlap: Share of a card's width that the next one covers.
        row_step: From row to row, in tile heights.
        bonus_beside: Bonus tiles lie at the right of the last row, not above the hand.
    """

    melds_below: bool = False
    winning_apart: bool = False
    standing: bool = False
    racked: bool = False
    elevation: float = 68.0
    roll: float = 0.0
    azimuth: float = 0.0
    rows: int = 1
    set_gap: float = 0.4
    last_gap: float = 0.9
    overlap: float = 0.0
    row_step: float = 1.15
    bonus_beside: bool = False


def random_style(rng: Rng, family: Family) -> Style:
    """Draw a way to show a hand that players of the family use, and a camera."""
    elevation = float(rng.uniform(46, 86))
    azimuth = float(rng.normal(0, 8))
    roll = float(rng.normal(0, 3))
    if rng.random() < 0.3:
        roll += float(rng.choice([-20, 20, 90, 180, 270]))
    if family is Family.MAHJONG:
        standing = bool(rng.random() < 0.3)
        return Style(
            melds_below=bool(rng.random() < 0.4),
            winning_apart=bool(rng.random() < 0.3),
            standing=standing,
            racked=standing and bool(rng.random() < 0.6),
            elevation=float(rng.uniform(22, 42)) if standing else elevation,
            azimuth=azimuth,
            roll=float(rng.normal(0, 3)) if standing else roll,
        )
    return _style_of_sets(rng, family, elevation, azimuth, roll)


def _style_of_sets(
    rng: Rng, family: Family, elevation: float, azimuth: float, roll: float
) -> Style:
    """How flower tiles and doll cards are shown: in rows, sets apart or in one run."""
    cards = family is Family.DOLLS
    gap = float(rng.uniform(0.3, 0.7)) if rng.random() < 0.75 else 0.0
    beside = bool(rng.random() < 0.4)
    rows = int(rng.choice([1, 2] if cards else [1, 2, 2, 3]))
    if not cards and (beside or abs(roll) > 15):
        rows = max(rows, 2)  # one row of 21 tiles and more fits an upright picture only
    return Style(
        elevation=elevation,
        azimuth=azimuth,
        roll=roll,
        rows=rows,
        set_gap=gap,
        last_gap=gap + float(rng.uniform(0.4, 1.0)),
        overlap=float(rng.uniform(0.4, 0.6)) if cards else 0.0,
        row_step=float(rng.uniform(1.06, 1.35)),
        bonus_beside=beside,
    )
