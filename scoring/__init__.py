"""Tile vocabulary, rules and scores: pure functions over values, no pixels and no I/O.

>>> from scoring import score
>>> sheet = score("taiwanese", "123456789m123s99p345p | 1f 6f", {"win": "discard"})
>>> sheet.total, [item.key for item in sheet.items]
(6, ['all_chows', 'flower', 'concealed'])
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.errors import WahuaError
from scoring.games import GAMES, Game, UnknownGameError, find_game
from scoring.hand import Hand, HandError, Meld
from scoring.sheet import Alternative, Group, Item, ScoreSheet
from scoring.tiles import Family, Tile, TileSet, UnknownTileError

__all__ = [
    "GAMES",
    "Alternative",
    "Family",
    "Game",
    "Group",
    "Hand",
    "HandError",
    "Item",
    "Meld",
    "ScoreSheet",
    "Tile",
    "TileSet",
    "UnknownGameError",
    "UnknownTileError",
    "WahuaError",
    "find_game",
    "score",
]


def score(
    game: str,
    hand: str | Hand,
    context: Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
) -> ScoreSheet:
    """Score a hand by the rules of a game.

    Args:
        game: A name in ``GAMES``.
        hand: A hand or its text, such as ``"345p678s22266z [123p] (1111z) | 1f 5f"``.
        context: Known facts of the win, such as ``{"win": "self_draw", "seat": "east"}``.
        options: Options of the game that differ from their defaults.

    Returns:
        The sheet. A hand that is not complete or not possible gives ``valid=False`` and reasons.

    Raises:
        UnknownGameError: When no game has this name.
        UnknownTileError: When the text names a tile that does not exist.
        HandError: When the text is no hand.
        WahuaError: For facts or options that do not exist or cannot be.
    """
    rules = find_game(game)
    if isinstance(hand, str):
        hand = Hand.parse(hand, rules.family)
    return rules.score(hand, context or {}, options or {})
