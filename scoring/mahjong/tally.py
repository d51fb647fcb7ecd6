"""A hand counted once: its kinds, its melds as parts, and what each of its suits can be."""

from __future__ import annotations

from typing import NamedTuple

from scoring.hand import Hand
from scoring.mahjong.kinds import COPIES
from scoring.mahjong.packed import BAMBOOS, CHARACTERS, CIRCLES, HONOURS, KNOWN, MOST
from scoring.mahjong.parts import Part, packed_meld
from scoring.mahjong.suits import Suit, suit_of


class Tally(NamedTuple):
    """What the rules ask of a hand again and again.

    Attributes:
        concealed: Packed count of the concealed tiles.
        held: The same with the tiles of all melds.
        melds: The melds as parts.
        suits: What each suit of the concealed tiles can be: characters, circles, bamboos, honours.
    """

    concealed: int
    held: int
    melds: tuple[Part, ...]
    suits: tuple[Suit, Suit, Suit, Suit]


def tally(hand: Hand) -> Tally | None:
    """Count a hand; None when a tile is unknown, a meld is no set or there are too many tiles."""
    if len(hand.concealed) + COPIES * len(hand.melds) > MOST:
        return None
    concealed = held = sum([tile.code for tile in hand.concealed])
    if concealed & ~KNOWN:
        return None
    melds = []
    for meld in hand.melds:
        tiles = sum([tile.code for tile in meld.tiles])
        part = packed_meld(tiles, meld.concealed) if len(meld.tiles) <= COPIES else None
        if part is None:
            return None
        held += tiles
        melds.append(part)
    suits = (
        suit_of(concealed & CHARACTERS),
        suit_of(concealed & CIRCLES),
        suit_of(concealed & BAMBOOS),
        suit_of(concealed & HONOURS),
    )
    return Tally(concealed, held, tuple(melds), suits)
