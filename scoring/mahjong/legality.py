"""Reasons that hold in every mahjong game: impossible tiles, backs, melds, counts."""

from __future__ import annotations

from collections import Counter

from scoring.hand import MAX_HAND_TILES, Hand, format_tiles
from scoring.mahjong.division import Nearest, nearest
from scoring.mahjong.kinds import KINDS, count_kinds
from scoring.mahjong.packed import ALL_KINDS, MOST, has_five
from scoring.mahjong.readings import KONGS
from scoring.mahjong.tally import Tally
from scoring.tiles import Family, Tile, TileSet

FULL_SET = TileSet.mahjong()


def impossible_tiles(hand: Hand, tile_set: TileSet = FULL_SET) -> list[str]:
    """Say which tiles no mahjong set can give: five of a kind, two of one flower."""
    count = len(hand.tiles)
    if count > MAX_HAND_TILES:
        return [f"the hand has {count} tiles; at most {MAX_HAND_TILES} are looked at"]
    return tile_set.check(hand.tiles)


def is_possible(hand: Hand, counted: Tally) -> bool:
    """Whether one mahjong set can give the tiles of a counted hand; quicker than the reasons."""
    if has_five(counted.held):
        return False
    bonus = hand.bonus
    if not bonus:
        return True
    return len({tile.face for tile in bonus if tile.family is Family.MAHJONG}) == len(bonus)


def fits(hand: Hand, counted: Tally, winning: Tile, tiles: int) -> bool:
    """Whether a counted hand has the right number of tiles and holds the winning one concealed.

    Args:
        hand: The hand.
        counted: The same, counted.
        winning: The winning tile.
        tiles: Tiles of a complete hand without kongs: 17 or 14.
    """
    held = counted.concealed & MOST * (winning.code & ALL_KINDS)
    return held > 0 and len(hand.concealed) == tiles - 3 * len(hand.melds)


def wrong_tiles(hand: Hand, winning: Tile | None, tiles: int) -> list[str]:
    """Say what is wrong with possible tiles before their structure is looked at.

    Args:
        hand: Tiles that a mahjong set can give.
        winning: The winning tile.
        tiles: Tiles of a complete hand without kongs: 17 or 14.
    """
    reasons = face_down(hand) + bad_melds(hand)
    if reasons:
        return reasons
    reasons = wrong_count(hand, tiles)
    plain = [tile.plain_face for tile in hand.concealed]
    if winning is not None and winning.plain_face not in plain:
        reasons.append(f"the winning tile {winning} is not among the concealed tiles")
    return reasons


def face_down(hand: Hand) -> list[str]:
    """Say how many tiles show their backs."""
    backs = sum(tile.is_back for tile in hand.tiles)
    return [f"{backs} face-down (unknown) tile{'s'[: backs > 1]}: name every tile"] * bool(backs)


def bad_melds(hand: Hand) -> list[str]:
    """Name the melds that are no set."""
    return [
        f"the meld {meld} is no {'concealed kong' if meld.concealed else 'chow, pung or kong'}"
        for meld in hand.melds
        if meld.kind is None
    ]


def wrong_count(hand: Hand, tiles: int) -> list[str]:
    """Say how many tiles were expected; every kong brings one more."""
    kongs = sum(meld.kind in KONGS for meld in hand.melds)
    count = len(hand.concealed) + sum(len(meld.tiles) for meld in hand.melds)
    expected = tiles + kongs
    if count == expected:
        return []
    what = f"{tiles} + {kongs} kong{'s'[: kongs > 1]} = {expected}" if kongs else str(expected)
    text = f"{what} tiles expected ({tiles} + kongs, flowers apart), got {count}"
    fours = [tile for tile, n in Counter(t.plain_face for t in hand.concealed).items() if n == 4]
    if 0 < count - expected <= len(fours):
        text += f"; a concealed kong is written in parentheses: ({format_tiles(fours[:1] * 4)})"
    return [text]


def nearest_sets(hand: Hand, sets: int) -> tuple[Nearest, str]:
    """Return the nearest division of the concealed tiles, and the form of the hand in words."""
    found = nearest(count_kinds(hand.concealed), sets - len(hand.melds))
    number = found.sets + len(hand.melds)
    return found, f"{number} set{'s'[: number != 1]} and {'a' if found.pairs else 'no'} pair"


def left_over(form: str, rest: tuple[int, ...]) -> str:
    """Say which form is nearest and which tiles stay outside it."""
    return f"nearest: {form}, {format_tiles([KINDS[number] for number in rest])} left over"
