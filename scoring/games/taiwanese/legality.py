"""Why a hand cannot be scored, in sentences that say what is nearest."""

from __future__ import annotations

from collections import Counter

from scoring.games.taiwanese.structure import SETS, TILES, is_complete
from scoring.hand import Hand, format_tiles
from scoring.mahjong.division import nearest
from scoring.mahjong.kinds import KINDS, Counts, count_kinds
from scoring.mahjong.readings import KONGS
from scoring.tiles import Tile, TileSet

FULL_SET = TileSet.mahjong()


def impossible_tiles(hand: Hand) -> list[str]:
    """Say which tiles no mahjong set can give: five of a kind, two of one flower."""
    return FULL_SET.check(hand.tiles)


def incomplete(hand: Hand, winning: Tile | None, any_extra: bool) -> list[str]:
    """Say why possible tiles are no complete hand; an empty list means they are one."""
    reasons = _face_down(hand) + _bad_melds(hand)
    if reasons:
        return reasons
    reasons = _wrong_count(hand)
    plain = [tile.plain_face for tile in hand.concealed]
    if winning is not None and winning.plain_face not in plain:
        reasons.append(f"the winning tile {winning} is not among the concealed tiles")
    if not reasons:
        reasons = _wrong_structure(hand, any_extra)
    return reasons


def _face_down(hand: Hand) -> list[str]:
    backs = sum(tile.is_back for tile in hand.tiles)
    return [f"{backs} face-down (unknown) tile{'s'[: backs > 1]}: name every tile"] * bool(backs)


def _bad_melds(hand: Hand) -> list[str]:
    return [
        f"the meld {meld} is no {'concealed kong' if meld.concealed else 'chow, pung or kong'}"
        for meld in hand.melds
        if meld.kind is None
    ]


def _wrong_count(hand: Hand) -> list[str]:
    kongs = sum(meld.kind in KONGS for meld in hand.melds)
    count = len(hand.concealed) + sum(len(meld.tiles) for meld in hand.melds)
    expected = TILES + kongs
    if count == expected:
        return []
    what = f"{TILES} + {kongs} kong{'s'[: kongs > 1]} = {expected}" if kongs else str(expected)
    text = f"{what} tiles expected (17 + kongs, flowers apart), got {count}"
    fours = [tile for tile, n in Counter(t.plain_face for t in hand.concealed).items() if n == 4]
    if 0 < count - expected <= len(fours):
        text += f"; a concealed kong is written in parentheses: ({format_tiles(fours[:1] * 4)})"
    return [text]


def _wrong_structure(hand: Hand, any_extra: bool) -> list[str]:
    concealed = count_kinds(hand.concealed)
    if is_complete(concealed, len(hand.melds), any_extra):
        return []
    found = nearest(concealed, SETS - len(hand.melds))
    rest, sets = found.left_over, found.sets + len(hand.melds)
    form = f"{sets} set{'s'[: sets != 1]} and {'a' if found.pairs else 'no'} pair"
    if not hand.melds:
        odd = _outside_pairs(concealed, any_extra)
        if len(odd) < len(rest):
            rest, form = odd, "eight pairs"
    tiles = format_tiles([KINDS[number] for number in rest])
    return [f"not five sets and a pair, nor eight pairs; nearest: {form}, {tiles} left over"]


def _outside_pairs(concealed: Counts, any_extra: bool) -> tuple[int, ...]:
    """Kinds of the tiles that no pair takes, less the one that may be odd."""
    odd = [number for number, count in enumerate(concealed) if count % 2]
    allowed = [number for number in odd if any_extra or concealed[number] == 3]
    return tuple(number for number in odd if number not in allowed[:1])
