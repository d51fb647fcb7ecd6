"""The games, by the name that scores them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from scoring.errors import WahuaError
from scoring.games import classical, dolls, flowers, hongkong, mcr, riichi, taiwanese
from scoring.hand import Hand
from scoring.options import Option
from scoring.sheet import ScoreSheet
from scoring.tiles import Family


class UnknownGameError(WahuaError):
    """A name that no game has."""

    type: ClassVar[str] = "unknown-game"
    title: ClassVar[str] = "Unknown game"


@dataclass(frozen=True, slots=True)
class Game:
    """One game of the registry.

    Attributes:
        title: Its name in words.
        family: The tiles it is played with.
        ruleset: Identity and version of its rules.
        options: Its options with defaults and choices.
        score: ``(hand, context, options) -> ScoreSheet``.
    """

    title: str
    family: Family
    ruleset: str
    options: Mapping[str, Option]
    score: Callable[[Hand, Mapping[str, object], Mapping[str, object]], ScoreSheet]


GAMES: Mapping[str, Game] = MappingProxyType(
    {
        "taiwanese": Game(
            title="Sixteen-tile (Taiwanese) mahjong",
            family=Family.MAHJONG,
            ruleset=taiwanese.load_table().ruleset,
            options=taiwanese.OPTIONS,
            score=taiwanese.score,
        ),
        "classical": Game(
            title="Classical (thirteen/fourteen-tile) mahjong",
            family=Family.MAHJONG,
            ruleset=classical.load_table().ruleset,
            options=classical.OPTIONS,
            score=classical.score,
        ),
        "flowers": Game(
            title="Digging Flowers (Suzhou flower tiles)",
            family=Family.FLOWERS,
            ruleset=flowers.load_table().ruleset,
            options=flowers.OPTIONS,
            score=flowers.score,
        ),
        "dolls": Game(
            title="Doll cards",
            family=Family.DOLLS,
            ruleset=dolls.load_table().ruleset,
            options=dolls.OPTIONS,
            score=dolls.score,
        ),
        "hongkong": Game(
            title="Hong Kong Old Style mahjong",
            family=Family.MAHJONG,
            ruleset=hongkong.load_table().ruleset,
            options=hongkong.OPTIONS,
            score=hongkong.score,
        ),
        "mcr": Game(
            title="Mahjong Competition Rules (MCR)",
            family=Family.MAHJONG,
            ruleset=mcr.load_table().ruleset,
            options=mcr.OPTIONS,
            score=mcr.score,
        ),
        "riichi": Game(
            title="Riichi mahjong",
            family=Family.MAHJONG,
            ruleset=riichi.load_table().ruleset,
            options=riichi.OPTIONS,
            score=riichi.score,
        ),
    }
)
"""Every game that can be scored."""


def find_game(name: str) -> Game:
    """Return the game of this name.

    Raises:
        UnknownGameError: Naming the known games.
    """
    game = GAMES.get(name)
    if game is None:
        raise UnknownGameError(f"{name!r}; known are {', '.join(GAMES)}")
    return game
