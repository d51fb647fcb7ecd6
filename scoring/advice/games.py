"""The adviser of each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.advice.adviser import Adviser
from scoring.advice.dolls import DollAdviser
from scoring.advice.flowers import FlowerAdviser
from scoring.advice.mahjong import MahjongAdviser
from scoring.advice.shapes import (
    eight_pairs,
    knitted_singles,
    nine_gates,
    seven_pairs,
    thirteen_orphans,
)
from scoring.games import find_game
from scoring.games.classical.options import Options as ClassicalOptions
from scoring.games.dolls.options import Options as DollOptions
from scoring.games.flowers.options import Options as FlowerOptions
from scoring.games.hongkong.options import Options as HongKongOptions
from scoring.games.taiwanese.options import Options as TaiwaneseOptions
from scoring.options import parse_options

_Given = Mapping[str, object]


def _taiwanese(options: _Given) -> Adviser:
    return MahjongAdviser(5, (eight_pairs(TaiwaneseOptions.parse(options).any_extra),))


def _classical(options: _Given) -> Adviser:
    specials = (thirteen_orphans(), *nine_gates())
    return MahjongAdviser(
        4, specials, chows=1 if ClassicalOptions.parse(options).one_chow else None
    )


def _hongkong(options: _Given) -> Adviser:
    pairs = (seven_pairs(True),) if HongKongOptions.parse(options).seven_pairs else ()
    return MahjongAdviser(4, (thirteen_orphans(), *pairs))


def _mcr(_options: _Given) -> Adviser:
    return MahjongAdviser(
        4, (thirteen_orphans(), seven_pairs(True), *knitted_singles()), knitted=True
    )


def _riichi(_options: _Given) -> Adviser:
    return MahjongAdviser(4, (thirteen_orphans(), seven_pairs(False)))


def _flowers(options: _Given) -> Adviser:
    return FlowerAdviser(FlowerOptions.parse(options))


def _dolls(options: _Given) -> Adviser:
    return DollAdviser(DollOptions.parse(options))


_ADVISERS: Mapping[str, Callable[[_Given], Adviser]] = {
    "taiwanese": _taiwanese,
    "classical": _classical,
    "hongkong": _hongkong,
    "mcr": _mcr,
    "riichi": _riichi,
    "flowers": _flowers,
    "dolls": _dolls,
}


def adviser_for(game: str, options: Mapping[str, object]) -> Adviser | None:
    """Return what knows the complete hands of a game; None for games without advice.

    Raises:
        UnknownGameError: When no game has this name.
        OptionError: For options that do not exist or have wrong values.
    """
    parse_options(find_game(game).options, options)
    return _ADVISERS[game](options) if game in _ADVISERS else None
