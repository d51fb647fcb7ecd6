"""Which patterns a roll shakes, and which rank a pattern has (rules reference, 1.5 and 1.6)."""

from __future__ import annotations

from scoring.games.flowers.options import Options
from scoring.games.flowers.table import Rank, load_table

SEVENS = ("1-6", "2-5", "3-4")
SEVEN = 7
"""Opposite faces of a die sum to this."""


def shaken_patterns(roll: tuple[int, int], sum7: str = "seven_stars") -> tuple[str, ...]:
    """Return the faces that a roll shakes: three, or five for Seven Stars.

    The patterns are the roll itself, what lies under the dice, and the numbers left over; a
    doublet has the mixture of face and base instead.

    Args:
        roll: Two numbers from 1 to 6, in any order.
        sum7: ``"seven_stars"``, or ``"three_sevens"`` for a roll of seven.
    """
    a, b = roll
    if a == b:
        return _face(a, a), _face(SEVEN - a, SEVEN - a), _face(a, SEVEN - a)
    if a + b == SEVEN:
        doublets = (_face(a, a), _face(b, b)) if sum7 == "seven_stars" else ()
        return (*doublets, *SEVENS)
    low, high = (n for n in range(1, SEVEN) if n not in (a, b, SEVEN - a, SEVEN - b))
    return _face(a, b), _face(SEVEN - a, SEVEN - b), _face(low, high)


def designated_group(options: Options) -> tuple[str, ...]:
    """Return the four patterns that hands or seats 1 to 4 designate."""
    table = load_table()
    fourth = table.long_three if options.fourth == "long_three" else table.designated[-1]
    return (*table.designated[:-1], fourth)


def rank_of(face: str, designated: str, options: Options) -> Rank:
    """Return the rank of a pattern that is not shaken.

    Args:
        face: The pattern.
        designated: Face of the designated pattern; Y's two classes do not depend on it.
        options: The options in force.
    """
    pattern = load_table().patterns[face]
    if pattern.fifteen_big and options.fifteen_big:
        return Rank.LARGE
    if options.two_classes:
        return pattern.yuhuan
    if face in designated_group(options):
        return Rank.LARGE if face == designated else Rank.MEDIUM
    if pattern.civil and face not in SEVENS and options.civil != "off":
        return Rank(options.civil)
    return pattern.rank


def _face(a: int, b: int) -> str:
    return f"{min(a, b)}-{max(a, b)}"
