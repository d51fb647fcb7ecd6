"""Calls PyMahjongGB: our tiles and facts into its arguments, its answer into keys and counts."""

from __future__ import annotations

from typing import NamedTuple

from scoring.games.mcr.table import load_table
from scoring.hand import Hand, Meld, MeldKind
from scoring.libraries import load_library
from scoring.mahjong.context import Context, Seat, Win
from scoring.mahjong.kinds import number_of
from scoring.tiles import Tile

# Characters are W, circles B, bamboos T, winds F; dragons are J in the order red, green, white.
_SUITS = {"m": "W", "p": "B", "s": "T"}
_HONOURS = ("F1", "F2", "F3", "F4", "J3", "J2", "J1")
_PACKS = {
    MeldKind.CHOW: "CHI",
    MeldKind.PUNG: "PENG",
    MeldKind.KONG: "GANG",
    MeldKind.CONCEALED_KONG: "GANG",
}
_CLAIMED = 1
"""From whom a tile was claimed does not change any fan; 0 stands for a concealed kong."""


class Fan(NamedTuple):
    """One line of the library's answer: the key of our table, points of one, how often."""

    key: str
    points: int
    times: int


def count_fans(hand: Hand, winning: Tile, facts: Context, fourth_tile: bool) -> list[Fan] | None:
    """Return the fans of the best-paying division; None when the hand is not complete.

    Args:
        hand: Possible tiles in the right number, with legal melds.
        winning: One of the concealed tiles.
        facts: ``win`` is known; an unknown seat or round is east's and changes nothing.
        fourth_tile: Whether the three other copies of the winning tile lie open.

    Raises:
        MissingLibraryError: When PyMahjongGB is not installed.
    """
    calculator = load_library("MahjongGB", "mcr", load_table().library).MahjongFanCalculator
    standing = list(hand.concealed)
    standing.remove(next(t for t in standing if t.plain_face == winning.plain_face))
    try:
        answer = calculator(
            pack=tuple(_pack(meld) for meld in hand.melds),
            hand=tuple(map(tile_code, standing)),
            winTile=tile_code(winning),
            flowerCount=len(hand.bonus),
            isSelfDrawn=facts.win is Win.SELF_DRAW,
            is4thTile=fourth_tile,
            isAboutKong=facts.replacement or facts.rob_kong,
            isWallLast=facts.last_tile or facts.last_discard,
            seatWind=_place(facts.seat),
            prevalentWind=_place(facts.round),
            verbose=True,
        )
    except TypeError as error:
        if "ERROR_NOT_WIN" in str(error):
            return None
        raise
    return [Fan(key_of(english), points, count) for points, count, _, english in answer]


def key_of(english: str) -> str:
    """Return the key of a fan from the English name that the library gives."""
    return english.lower().replace("-", "_").replace(" ", "_")


def tile_code(tile: Tile) -> str:
    """Return the library's code of a tile; red fives are fives."""
    rank, suit = tile.rank or 0, tile.suit
    return _SUITS[suit] + str(rank) if suit in _SUITS else _HONOURS[rank - 1]


def _pack(meld: Meld) -> tuple[str, str, int]:
    """Return a meld as the library's triple; a chow is named by its middle tile."""
    tiles = sorted(meld.tiles, key=number_of)
    kind = meld.kind
    if kind is None:
        raise ValueError(f"{meld} is no chow, pung or kong")
    return _PACKS[kind], tile_code(tiles[1]), 0 if meld.concealed else _CLAIMED


def _place(seat: Seat | None) -> int:
    return 0 if seat is None else list(Seat).index(seat)
