"""What a waiting hand of sixteen tiles waits for."""

from __future__ import annotations

from scoring.games.taiwanese.structure import PAIRS, SETS, is_eight_pairs
from scoring.hand import Hand
from scoring.mahjong.division import Suits, completing_of, taken_from
from scoring.mahjong.kinds import COPIES, KINDS, Counts, change, number_of
from scoring.mahjong.tally import Tally, tally
from scoring.tiles import Tile


def hand_waits(hand: Hand, winning: Tile, any_extra: bool) -> tuple[Tile, ...]:
    """Return the kinds that would have completed the hand before the winning tile came.

    Kinds count in any form (five sets or eight pairs); a kind of which the waiting hand
    already holds all four does not.

    Args:
        hand: A hand with its winning tile among the concealed tiles; its melds are legal.
        winning: That tile.
        any_extra: Whether eight pairs may have any seventeenth tile.
    """
    counted = tally(hand)
    return () if counted is None else tally_waits(counted, winning, any_extra)


def tally_waits(counted: Tally, winning: Tile, any_extra: bool) -> tuple[Tile, ...]:
    """Return the waits of a hand that is counted already."""
    number = number_of(winning)
    suits = taken_from(counted.suits, counted.concealed, number)
    kinds = completing_of(suits, SETS - len(counted.melds))
    if not counted.melds:
        pairs = _completing_pairs(counted.concealed, number, suits, any_extra)
        if pairs:
            kinds = sorted({*kinds, *pairs})
    held = counted.held
    return tuple([KINDS[n] for n in kinds if held[n] - (n == number) < COPIES])


def _completing_pairs(concealed: Counts, number: int, suits: Suits, any_extra: bool) -> list[int]:
    """Return the kinds that make eight pairs of seventeen concealed tiles less the winning one.

    Args:
        concealed: The seventeen tiles.
        number: Kind of the winning tile.
        suits: The sixteen others.
        any_extra: Whether eight pairs may have any seventeenth tile.
    """
    m, p, s, z = suits
    # One more tile leaves one kind in an odd number only when none or two are so now.
    if m.odd + p.odd + s.odd + z.odd > 2 or m.size + p.size + s.size + z.size != 2 * PAIRS:
        return []
    waiting = change(concealed, number, -1)
    return [
        kind for kind in range(len(KINDS)) if is_eight_pairs(change(waiting, kind, 1), any_extra)
    ]
