"""The two forms of a complete hand: five sets and a pair, and eight pairs."""

from __future__ import annotations

from scoring.hand import Hand, MeldKind
from scoring.mahjong.division import is_divisible
from scoring.mahjong.kinds import Counts, number_of
from scoring.mahjong.packed import odd_kinds, unpack
from scoring.mahjong.readings import Reading, deal_out, place_winning_tile, tally_readings
from scoring.mahjong.tally import Tally
from scoring.tiles import Tile

SETS = 5
TILES = 3 * SETS + 2
PAIRS = 8


def is_eight_pairs(concealed: Counts, any_extra: bool) -> bool:
    """Whether 17 concealed tiles are eight pairs; four of a kind are two pairs.

    By default the odd tile is a third tile of one of the pairs; with ``any_extra`` it may be
    any tile.
    """
    odd = [count for count in concealed if count % 2]
    return sum(concealed) == TILES and len(odd) == 1 and (any_extra or odd == [3])


def is_complete(concealed: Counts, melds: int, any_extra: bool) -> bool:
    """Whether the concealed tiles, winning tile included, complete the hand in any form."""
    if melds == 0 and is_eight_pairs(concealed, any_extra):
        return True
    return melds <= SETS and is_divisible(concealed, SETS - melds)


def find_readings(hand: Hand, counted: Tally, winning: Tile, any_extra: bool) -> list[Reading]:
    """Return every form, every division and every place of the winning tile.

    Args:
        hand: A hand of the right number of tiles.
        counted: The same, counted.
        winning: One of its concealed tiles.
        any_extra: Whether eight pairs may have any seventeenth tile.
    """
    found = tally_readings(hand, counted, winning)
    if not hand.melds:
        # Only one kind in an odd number is left beside eight pairs.
        concealed = unpack(counted.concealed) if odd_kinds(counted.concealed) == 1 else ()
        if is_eight_pairs(concealed, any_extra):
            parts = deal_out(hand.concealed, _eight_pairs(concealed))
            found += map(Reading, place_winning_tile(parts, number_of(winning)))
    return found


def _eight_pairs(concealed: Counts) -> list[tuple[MeldKind, tuple[int, ...]]]:
    """Return the shapes of eight pairs: seven and a pung, or eight and a single tile."""
    shapes: list[tuple[MeldKind, tuple[int, ...]]] = [
        (MeldKind.PAIR, (number, number))
        for number, count in enumerate(concealed)
        for _ in range(count // 2)
    ]
    odd = next(number for number, count in enumerate(concealed) if count % 2)
    if concealed[odd] == 3:
        shapes.remove((MeldKind.PAIR, (odd, odd)))
        shapes.append((MeldKind.PUNG, (odd, odd, odd)))
    else:
        shapes.append((MeldKind.SINGLE, (odd,)))
    return shapes
