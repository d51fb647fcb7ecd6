"""The games that can be played, by the name that also scores them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.games import UnknownGameError
from scoring.play.games.classical import ClassicalRules
from scoring.play.games.dolls import DollRules
from scoring.play.games.flowers import FlowerRules
from scoring.play.games.taiwanese import TaiwaneseRules
from scoring.play.rules import Rules

RULES: Mapping[str, Rules] = MappingProxyType(
    {
        rules.game: rules
        for rules in (FlowerRules(), DollRules(), TaiwaneseRules(), ClassicalRules())
    }
)
"""Every game that can be played."""


def find_rules(game: str) -> Rules:
    """Return the rules of play of this game.

    Raises:
        UnknownGameError: Naming the games that can be played.
    """
    rules = RULES.get(game)
    if rules is None:
        raise UnknownGameError(f"{game!r} cannot be played; games in play are {', '.join(RULES)}")
    return rules
