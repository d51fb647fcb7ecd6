"""Why a hand cannot be scored, in sentences that say what is nearest."""

from __future__ import annotations

from scoring.games.hongkong.structure import SETS, TILES, is_complete
from scoring.hand import Hand
from scoring.mahjong.kinds import count_kinds
from scoring.mahjong.legality import left_over, nearest_sets, wrong_tiles
from scoring.tiles import Tile


def incomplete(hand: Hand, winning: Tile | None, seven_pairs: bool) -> list[str]:
    """Say why possible tiles are no complete hand; an empty list means they are one."""
    reasons = wrong_tiles(hand, winning, TILES)
    concealed = count_kinds(tile for tile in hand.concealed if not tile.is_back)
    if reasons or is_complete(concealed, len(hand.melds), seven_pairs):
        return reasons
    found, form = nearest_sets(hand, SETS)
    rest = found.left_over
    odd = tuple(kind for kind, count in enumerate(concealed) if count % 2)
    if seven_pairs and not hand.melds and len(odd) < len(rest):
        rest, form = odd, "seven pairs"
    forms = "seven pairs or thirteen orphans" if seven_pairs else "thirteen orphans"
    return [f"not four sets and a pair, nor {forms}; {left_over(form, rest)}"]
