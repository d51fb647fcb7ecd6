"""The facts that decide the ranks, each way that the known ones leave open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement

from scoring.games.flowers.ranks import shaken_patterns


@dataclass(frozen=True, slots=True)
class Scenario:
    """One way that the dice may lie and the hand be designated.

    Attributes:
        roll: The dealer's second roll.
        shaken: Faces that it shakes.
        designated: Face of the designated pattern.
    """

    roll: tuple[int, int]
    shaken: frozenset[str]
    designated: str


def find_scenarios(
    roll: tuple[int, int] | None, designated: Iterable[str], sum7: str
) -> tuple[Scenario, ...]:
    """Return every way to complete the facts, one for each effect.

    Args:
        roll: None while unknown; rolls that shake the same patterns are one scenario.
        designated: Faces that may be the designated one.
        sum7: The option of that name.
    """
    rolls = (roll,) if roll else combinations_with_replacement(range(1, 7), 2)
    by_effect: dict[frozenset[str], tuple[int, int]] = {}
    for a, b in rolls:
        by_effect.setdefault(frozenset(shaken_patterns((a, b), sum7)), (a, b))
    return tuple(
        Scenario(one, shaken, face) for face in designated for shaken, one in by_effect.items()
    )
