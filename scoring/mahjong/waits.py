"""Which kinds complete a waiting hand."""

from __future__ import annotations

from collections.abc import Callable

from scoring.mahjong.kinds import COPIES, Counts, change


def waits(waiting: Counts, held: Counts, is_complete: Callable[[Counts], bool]) -> tuple[int, ...]:
    """Return the kinds that complete the hand, without those it holds all four of.

    Args:
        waiting: Concealed tiles without the winning one, as copies of the 34 kinds.
        held: The same with the tiles of all melds.
        is_complete: Whether concealed tiles complete the hand, in any form of the game.
    """
    return tuple(
        number
        for number in range(len(waiting))
        if held[number] < COPIES and is_complete(change(waiting, number, 1))
    )
