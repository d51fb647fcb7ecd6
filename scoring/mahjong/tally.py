"""A hand counted once: its kinds, its melds as parts, and what each of its suits can be."""

from __future__ import annotations

from typing import NamedTuple

from scoring.hand import Hand
from scoring.mahjong.kinds import COPIES
from scoring.mahjong.packed import BAMBOOS, CHARACTERS, CIRCLES, HONOURS, MOST, OTHERS
from scoring.mahjong.parts import MELDS, Part
from scoring.mahjong.suits import SUITS, Suit


class Tally(NamedTuple):
    """What the rules ask of a hand again and again.

    Attributes:
        concealed: Packed count of the concealed tiles.
        held: The same with the tiles of all melds.
        melds: The melds as parts.
        suits: What each suit of the concealed tiles can be: characters, circles, bamboos, honours.
        paired: The one suit with a pair where all suits are divided, else None.
    """

    concealed: int
    held: int
    melds: tuple[Part, ...]
    suits: tuple[Suit, Suit, Suit, Suit]
    paired: Suit | None


def tally(hand: Hand) -> Tally | None:
    """Count a hand; None when a tile is unknown, a meld is no set or there are too many tiles."""
    if len(hand.concealed) + COPIES * len(hand.melds) > MOST:
        return None
    concealed = held = hand.code
    if concealed & OTHERS:
        return None
    melds = []
    for meld in hand.melds:
        part = MELDS[meld.code, meld.concealed]
        if part is None:
            return None
        held += meld.code
        melds.append(part)
    m = SUITS[concealed & CHARACTERS]
    p = SUITS[concealed & CIRCLES]
    s = SUITS[concealed & BAMBOOS]
    z = SUITS[concealed & HONOURS]
    paired = None
    # All four suits may have a size that asks for a pair, but a hand has one.
    pairs = m.has_pair + p.has_pair + s.has_pair + z.has_pair
    if pairs == 1 and m.ways and p.ways and s.ways and z.ways:
        paired = m if m.has_pair else p if p.has_pair else s if s.has_pair else z
    return Tally(concealed, held, tuple(melds), (m, p, s, z), paired)
