"""Why a hand cannot be scored, in sentences that say what is nearest."""

from __future__ import annotations

from dataclasses import replace

from scoring.games.classical.options import Options
from scoring.games.classical.structure import SETS, TILES, Melded, is_complete
from scoring.hand import Hand, Meld
from scoring.mahjong.kinds import ORPHANS, Counts, count_kinds
from scoring.mahjong.legality import impossible_tiles, left_over, nearest_sets, wrong_tiles
from scoring.tiles import Tile, TileSet

_SETS = {bonus: TileSet.mahjong(bonus=bonus) for bonus in (True, False)}
_UP = {"outer_up": (0, 3), "outer_down": (1, 2)}


def impossible(hand: Hand, options: Options) -> list[str]:
    """Say which tiles the set cannot give."""
    return impossible_tiles(hand, _SETS[options.with_bonus])


def turn_up_kongs(hand: Hand, view: str) -> Hand:
    """Return the hand with the concealed kongs named in full that lie as the option says.

    Args:
        hand: A hand in which ``(1zbackback1z)`` may stand for ``(1111z)``.
        view: ``"outer_up"``: the inner two show their backs; ``"outer_down"``: the outer two.
    """
    return replace(hand, melds=tuple(_turn_up(meld, _UP[view]) for meld in hand.melds))


def incomplete(hand: Hand, winning: Tile | None, options: Options) -> list[str]:
    """Say why possible tiles are no complete hand; an empty list means they are one."""
    reasons = wrong_view(hand, options) or wrong_tiles(hand, winning, TILES)
    return reasons or _wrong_structure(hand, options)


def _turn_up(meld: Meld, up: tuple[int, ...]) -> Meld:
    if not meld.concealed or len(meld.tiles) != 4:
        return meld
    shown = {tile.plain_face for tile in meld.tiles if not tile.is_back}
    places = tuple(place for place, tile in enumerate(meld.tiles) if not tile.is_back)
    if places != up or len(shown) != 1:
        return meld
    face = shown.pop()
    return replace(meld, tiles=tuple(face if t.is_back else t for t in meld.tiles))


def wrong_view(hand: Hand, options: Options) -> list[str]:
    """Say which concealed kongs lie the way of the other option."""
    other = next(view for view in _UP if view != options.concealed_kong_view)
    return [
        f"the concealed kong {meld} lies as with concealed_kong_view={other}, "
        f"but {options.concealed_kong_view} is in force"
        for meld in hand.melds
        if _turn_up(meld, _UP[other]) != meld
    ]


def _wrong_structure(hand: Hand, options: Options) -> list[str]:
    concealed = count_kinds(hand.concealed)
    if is_complete(concealed, Melded.of(hand, options.one_chow)):
        return []
    if is_complete(concealed, Melded.of(hand, one_chow=False)):
        return ["one_chow: the hand may have one chow at most, and every division has more"]
    found, form = nearest_sets(hand, SETS)
    rest = found.left_over
    if not hand.melds:
        outside = _outside_orphans(concealed)
        if len(outside) < len(rest):
            rest, form = outside, "thirteen orphans"
    return [f"not four sets and a pair, nor thirteen orphans; {left_over(form, rest)}"]


def _outside_orphans(concealed: Counts) -> tuple[int, ...]:
    """Kinds of the tiles that thirteen orphans with one of them twice do not take."""
    orphans = [number for number in ORPHANS if concealed[number]]
    spare = [n for n, count in enumerate(concealed) for _ in range(count - (n in orphans))]
    twice = next((number for number in spare if number in orphans), None)
    if twice is not None:
        spare.remove(twice)
    return tuple(spare)
