"""A hand counted once: its kinds, its melds as parts, and what each of its suits can be."""

from __future__ import annotations

from typing import NamedTuple

from scoring.hand import Hand, MeldKind
from scoring.mahjong.division import Suits, suits_of
from scoring.mahjong.kinds import Counts, count_known
from scoring.mahjong.parts import Part, meld_part


class Tally(NamedTuple):
    """What the rules ask of a hand again and again.

    Attributes:
        concealed: Copies of each kind among the concealed tiles.
        held: The same with the tiles of all melds.
        melds: The melds as parts.
        suits: What each suit of the concealed tiles can be.
    """

    concealed: Counts
    held: Counts
    melds: tuple[Part, ...]
    suits: Suits


def tally(hand: Hand) -> Tally | None:
    """Count a hand; None when a tile is unknown or a meld is no set."""
    counts = count_known(hand.concealed)
    if counts is None:
        return None
    concealed = tuple(counts)
    try:
        melds = tuple([meld_part(meld) for meld in hand.melds])
    except ValueError:
        return None
    for part in melds:
        number = part.number
        if part.kind is MeldKind.CHOW:
            counts[number] += 1
            counts[number + 1] += 1
            counts[number + 2] += 1
        else:
            counts[number] += len(part.tiles)
    return Tally(concealed, tuple(counts), melds, suits_of(concealed))
