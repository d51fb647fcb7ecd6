"""The games, by the name that scores them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import ClassVar

from scoring.errors import WahuaError
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


_TITLES: Mapping[str, tuple[str, Family]] = MappingProxyType(
    {
        "taiwanese": ("Sixteen-tile (Taiwanese) mahjong", Family.MAHJONG),
        "classical": ("Classical (thirteen/fourteen-tile) mahjong", Family.MAHJONG),
        "flowers": ("Digging Flowers (Suzhou flower tiles)", Family.FLOWERS),
        "dolls": ("Doll cards", Family.DOLLS),
        "hongkong": ("Hong Kong Old Style mahjong", Family.MAHJONG),
        "mcr": ("Mahjong Competition Rules (MCR)", Family.MAHJONG),
        "riichi": ("Riichi mahjong", Family.MAHJONG),
    }
)


@cache
def _load(name: str) -> Game:
    """Load the package of a game; its tables are read from files."""
    rules = import_module(f"{__name__}.{name}")
    title, family = _TITLES[name]
    return Game(title, family, rules.load_table().ruleset, rules.OPTIONS, rules.score)


class _Games(Mapping[str, Game]):
    """Every game by name, each loaded when first asked for.

    A command that refuses a photo, or scores one game, should not pay for all tables.
    """

    def __getitem__(self, name: str) -> Game:
        if name not in _TITLES:
            raise KeyError(name)
        return _load(name)

    def __contains__(self, name: object) -> bool:
        return name in _TITLES

    def __iter__(self) -> Iterator[str]:
        return iter(_TITLES)

    def __len__(self) -> int:
        return len(_TITLES)


GAMES: Mapping[str, Game] = _Games()
"""Every game that can be scored."""


def find_game(name: str) -> Game:
    """Return the game of this name.

    Raises:
        UnknownGameError: Naming the known games.
    """
    if name not in _TITLES:
        raise UnknownGameError(f"{name!r}; known are {', '.join(GAMES)}")
    return _load(name)
