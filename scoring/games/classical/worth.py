"""What one reading of a hand is worth: points, doubled, at most the limit."""

from __future__ import annotations

from scoring.games.classical.case import Case
from scoring.games.classical.doubles import find_doubles
from scoring.games.classical.limits import find_limits
from scoring.games.classical.points import find_points
from scoring.sheet import Item


def appraise(case: Case) -> tuple[Item, ...]:
    """Return the lines of the sheet; their values sum to the total.

    Points have their worth as value, doubles none; the line ``doubles`` (its count is their
    number) holds what they add together, and the line ``limit`` takes off what lies above it. Of
    a limit hand only the limit is shown, unless there is no limit and its points are worth more.
    """
    points, doubles = find_points(case), find_doubles(case)
    before = sum(item.value for item in points)
    number = sum(item.count for item in doubles)
    product = before << number
    limits = find_limits(case) if case.winner else ()
    if limits and (case.options.limit is not None or product <= case.options.limit_hand):
        return _once(limits)
    lines = [*points, *doubles]
    if number:
        name = f"{number} double{'s'[: number > 1]}: {before} × {1 << number}"
        lines.append(Item("doubles", name, number, product - before, source="K/WD/4W"))
    limit = case.options.limit
    if limit is not None and product > limit:
        lines.append(Item("limit", f"At most the limit of {limit}", 1, limit - product, source="K"))
    return tuple(lines)


def _once(limits: tuple[Item, ...]) -> tuple[Item, ...]:
    """Add a line that leaves one limit of several."""
    if len(limits) == 1:
        return limits
    surplus = sum(item.value for item in limits[1:])
    return (*limits, Item("limit", "The limit is paid once", 1, -surplus, source="K"))
