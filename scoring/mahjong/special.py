"""Complete hands of fourteen tiles without four sets: seven pairs and thirteen orphans."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.hand import Hand, MeldKind
from scoring.mahjong.kinds import COPIES, ORPHANS, Counts, count_kinds, number_of
from scoring.mahjong.readings import Reading, deal_out, place_winning_tile
from scoring.tiles import Tile

TILES = 14


def is_seven_pairs(concealed: Counts, quads: bool = True) -> bool:
    """Whether 14 concealed tiles are seven pairs.

    Args:
        concealed: Copies of the 34 kinds.
        quads: Whether four of a kind are two pairs; otherwise the pairs must differ.
    """
    allowed = (0, 2, COPIES) if quads else (0, 2)
    return sum(concealed) == TILES and all(count in allowed for count in concealed)


def is_thirteen_orphans(concealed: Counts) -> bool:
    """Whether 14 concealed tiles are one of each terminal and honour, and one more of them."""
    return sum(concealed) == TILES == sum(concealed[kind] for kind in ORPHANS) and all(
        concealed[kind] for kind in ORPHANS
    )


def special_readings(hand: Hand, winning: Tile, seven_pairs: bool) -> Iterator[Reading]:
    """Yield the hand as seven pairs or thirteen orphans, if it is one of them.

    Args:
        hand: Its concealed tiles are known kinds.
        winning: One of the concealed tiles.
        seven_pairs: Whether the game knows seven pairs.
    """
    concealed = count_kinds(hand.concealed)
    shapes: list[tuple[MeldKind, tuple[int, ...]]] = []
    if hand.melds:
        return
    if seven_pairs and is_seven_pairs(concealed):
        shapes = [
            (MeldKind.PAIR, (kind, kind))
            for kind, count in enumerate(concealed)
            for _ in range(count // 2)
        ]
    elif is_thirteen_orphans(concealed):
        shapes = [
            (MeldKind.SINGLE, (kind,)) if concealed[kind] == 1 else (MeldKind.PAIR, (kind, kind))
            for kind in ORPHANS
        ]
    if shapes:
        for parts in place_winning_tile(deal_out(hand.concealed, shapes), number_of(winning)):
            yield Reading(parts)
