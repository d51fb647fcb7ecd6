"""Groups to show for a hand that a library scored without saying how it divided it."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.hand import Hand
from scoring.mahjong.readings import Reading, meld_part
from scoring.sheet import Group

UNDIVIDED = "concealed"
"""Kind of the group that holds all concealed tiles where their division is not known."""


def shown_groups(
    hand: Hand, readings: Iterable[Reading], self_drawn: bool
) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    """Return the groups of a complete hand, and notes on what they cannot show.

    Only one possible division is shown as sets; of several nobody knows which one was counted,
    so the concealed tiles stay together.

    Args:
        hand: Its melds are legal.
        readings: Every division with every place of the winning tile.
        self_drawn: Whether the winning tile was drawn.
    """
    by_division: dict[tuple[tuple[str, int], ...], list[Reading]] = {}
    for reading in readings:
        division = tuple(sorted((str(part.kind), part.number) for part in reading.parts))
        by_division.setdefault(division, []).append(reading)
    if len(by_division) == 1:
        ((first, *others),) = by_division.values()
        groups = tuple(part.as_group(self_drawn) for part in first.parts)
        if others:
            return groups, ("the winning tile fits several groups; the best one was counted",)
        return groups, ()
    melds = tuple(meld_part(meld).as_group(self_drawn) for meld in hand.melds)
    groups = (*melds, Group(UNDIVIDED, tuple(sorted(hand.concealed))))
    if not by_division:
        return groups, ()
    count = len(by_division)
    return groups, (f"the concealed tiles divide in {count} ways; the best one was counted",)
