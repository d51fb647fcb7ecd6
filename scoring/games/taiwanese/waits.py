"""What a waiting hand of sixteen tiles waits for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.games.taiwanese.structure import TILES, is_eight_pairs
from scoring.hand import Hand
from scoring.mahjong.kinds import COPIES, KINDS, Counts, change, number_of
from scoring.mahjong.legality import fits
from scoring.mahjong.packed import ALL_KINDS, MOST, odd_kinds, unpack
from scoring.mahjong.suits import SUITS, TAKES, completing
from scoring.mahjong.tally import Tally, tally
from scoring.tiles import DIGIT, Tile


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
    if counted is None or not fits(hand, counted, winning, TILES):
        return ()
    return tally_waits(counted, winning, any_extra)


def tally_waits(counted: Tally, winning: Tile, any_extra: bool) -> tuple[Tile, ...]:
    """Return the waits of a hand of 17 tiles that is counted already."""
    one = winning.code & ALL_KINDS
    kinds: Iterable[int] = _completing_sets(counted, number_of(winning), one)
    if not counted.melds and odd_kinds(counted.concealed - one) <= 2:
        # One more tile leaves one kind in an odd number only when none or two are so now.
        pairs = _completing_pairs(unpack(counted.concealed - one), any_extra)
        kinds = sorted({*kinds, *pairs}) if pairs else kinds
    held = counted.held - one
    return tuple([KINDS[n] for n in kinds if held >> n * DIGIT & MOST < COPIES])


def _completing_sets(counted: Tally, number: int, one: int) -> Sequence[int]:
    """Return the kinds that make five sets and a pair of a hand without one tile.

    Args:
        counted: The hand with the tile.
        number: Kind of the tile.
        one: Its packed count.
    """
    place = min(number // 9, 3)
    suit, paired = counted.suits[place], counted.paired
    left = suit.packed - one
    if paired is None:
        suits = list(counted.suits)
        suits[place] = SUITS[left]
        return completing(suits)
    # The other suits are sets, and one of them holds the pair if the tile's own suit does not.
    takes = TAKES[left]
    if suit is paired or not SUITS[left].ways:
        return takes
    # Two suits can hold the pair: one more tile makes sets of either one.
    others = TAKES[paired.packed]
    return takes + others if left < paired.packed else others + takes


def _completing_pairs(waiting: Counts, any_extra: bool) -> list[int]:
    """Return the kinds that make eight pairs of sixteen concealed tiles."""
    return [
        kind for kind in range(len(KINDS)) if is_eight_pairs(change(waiting, kind, 1), any_extra)
    ]
