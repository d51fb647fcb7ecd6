"""The forms of a complete hand: four sets and a pair, and thirteen orphans."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Self

from scoring.hand import Hand, MeldKind
from scoring.mahjong.division import divisions, is_divisible
from scoring.mahjong.kinds import ORPHANS, SUIT_STARTS, Counts, count_kinds, number_of
from scoring.mahjong.readings import Reading, deal_out, place_winning_tile, readings
from scoring.tiles import Tile

SETS = 4
TILES = 3 * SETS + 2
NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
MANY_CHOWS = SETS


class Melded(NamedTuple):
    """What the melds of a hand leave to its concealed tiles.

    Attributes:
        melds: Sets that are melded.
        chows: Chows that the concealed tiles may still have.
    """

    melds: int
    chows: int

    @classmethod
    def of(cls, hand: Hand, one_chow: bool) -> Self:
        """Return it for a hand; with ``one_chow`` the whole hand may have one chow at most."""
        chows = sum(meld.kind is MeldKind.CHOW for meld in hand.melds)
        return cls(len(hand.melds), 1 - chows if one_chow else MANY_CHOWS)


def is_thirteen_orphans(concealed: Counts) -> bool:
    """Whether 14 concealed tiles are each terminal and honour, and one of them twice."""
    return (
        sum(concealed) == TILES
        and sum(concealed[n] for n in ORPHANS) == TILES
        and all(concealed[number] for number in ORPHANS)
    )


def is_nine_gates(concealed: Counts) -> bool:
    """Whether 14 concealed tiles are 1112345678999 of one suit and any tile of it."""
    return sum(concealed) == TILES and any(
        all(have >= need for have, need in zip(concealed[s : s + 9], NINE_GATES, strict=True))
        and sum(concealed[s : s + 9]) == TILES
        for s in SUIT_STARTS[:3]
    )


def is_complete(concealed: Counts, melded: Melded) -> bool:
    """Whether the concealed tiles, winning tile included, complete the hand in any form."""
    if melded.melds == 0 and (is_thirteen_orphans(concealed) or is_nine_gates(concealed)):
        return True
    if melded.melds > SETS or melded.chows < 0:
        return False
    if melded.chows >= MANY_CHOWS:
        return is_divisible(concealed, SETS - melded.melds)
    return any(
        sum(block.kind is MeldKind.CHOW for block in division) <= melded.chows
        for division in divisions(concealed, SETS - melded.melds)
    )


def all_readings(hand: Hand, winning: Tile, one_chow: bool) -> Iterator[Reading]:
    """Yield every form, every division and every place of the winning tile.

    With ``one_chow`` only divisions with one chow at most are read, except nine gates, which is a
    limit hand of its own.
    """
    concealed = count_kinds(hand.concealed)
    many = not one_chow or (not hand.melds and is_nine_gates(concealed))
    for reading in readings(hand, winning, SETS):
        if many or sum(part.kind is MeldKind.CHOW for part in reading.sets) <= 1:
            yield reading
    if not hand.melds and is_thirteen_orphans(concealed):
        double = next(number for number in ORPHANS if concealed[number] == 2)
        shapes: list[tuple[MeldKind, tuple[int, ...]]] = [
            (MeldKind.SINGLE, (number,)) for number in ORPHANS if number != double
        ]
        shapes.append((MeldKind.PAIR, (double, double)))
        for parts in place_winning_tile(deal_out(hand.concealed, shapes), number_of(winning)):
            yield Reading(parts)
