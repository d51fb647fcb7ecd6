"""Why a hand cannot be scored, in sentences that say what is nearest."""

from __future__ import annotations

from scoring.games.taiwanese.structure import SETS, TILES, is_complete
from scoring.hand import Hand
from scoring.mahjong.kinds import Counts, count_kinds
from scoring.mahjong.legality import left_over, nearest_sets, wrong_tiles
from scoring.tiles import Tile


def incomplete(hand: Hand, winning: Tile | None, any_extra: bool) -> list[str]:
    """Say why possible tiles are no complete hand; an empty list means they are one."""
    return wrong_tiles(hand, winning, TILES) or _wrong_structure(hand, any_extra)


def _wrong_structure(hand: Hand, any_extra: bool) -> list[str]:
    concealed = count_kinds(hand.concealed)
    if is_complete(concealed, len(hand.melds), any_extra):
        return []
    found, form = nearest_sets(hand, SETS)
    rest = found.left_over
    if not hand.melds:
        odd = _outside_pairs(concealed, any_extra)
        if len(odd) < len(rest):
            rest, form = odd, "eight pairs"
    return [f"not five sets and a pair, nor eight pairs; {left_over(form, rest)}"]


def _outside_pairs(concealed: Counts, any_extra: bool) -> tuple[int, ...]:
    """Kinds of the tiles that no pair takes, less the one that may be odd."""
    odd = [number for number, count in enumerate(concealed) if count % 2]
    allowed = [number for number in odd if any_extra or concealed[number] == 3]
    return tuple(number for number in odd if number not in allowed[:1])
