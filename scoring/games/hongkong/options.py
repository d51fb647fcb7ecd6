"""The options of Hong Kong Old Style: a house, and every one of its settings and faan apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from scoring.games.hongkong.table import load_houses, load_table
from scoring.options import Option, OptionValue, parse_options

AS_HOUSE = "house"
"""Value of an option that leaves the choice to the house."""
MAX_FAAN = 13
FAAN_PREFIX = "faan_"


class Stacking(StrEnum):
    """Which items of a hand count together."""

    ADDITIVE_MINUS_IMPLIED = "additive_minus_implied"
    TIGHTER_ONLY = "tighter_only"
    ADDITIVE_ALL = "additive_all"


def _setting(about: str, *choices: OptionValue) -> Option:
    return Option(AS_HOUSE, (AS_HOUSE, *choices), about=about)


def _house_option() -> Option:
    table = load_houses()
    described = "; ".join(f"{name}: {house.about}" for name, house in table.houses.items())
    return Option(table.default, tuple(table.houses), about=f"the house rules. {described}")


_SETTINGS: Mapping[str, Option] = {
    "minimum": _setting("faan needed to win", *range(MAX_FAAN + 1)),
    "flowers_in_minimum": _setting("whether faan of flowers help to reach it", True, False),
    "limit": _setting("the most faan that a hand can have", *range(1, MAX_FAAN + 1)),
    "scale": _setting("what a share is worth by faan", *load_houses().scales),
    "discard_payment": _setting(
        "who pays for a discard: everybody a share and the discarder two, the discarder alone "
        "two, or the discarder alone all four",
        "discarder_double",
        "discarder_alone",
        "discarder_for_all",
    ),
    "self_draw_payment": _setting("shares that each loser of a self-draw pays", "single", "double"),
    "with_bonus": _setting("whether flowers are in the wall", True, False),
    "flowers_open_hand": _setting("whether flowers end the concealed hand", True, False),
    "flowers_win": _setting(
        "whether seven or eight flowers win at once, where they have faan", True, False
    ),
    "all_chows_pair": _setting("the pair of all chows", "any", "suit"),
    "stacking": _setting(
        "add all items but those the cited program drops, count only the tighter of two "
        "criteria, or add all",
        *map(str, Stacking),
    ),
}

OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "house": _house_option(),
        **_SETTINGS,
        **{
            FAAN_PREFIX + row.key: _setting(f"faan of: {row.name}", *range(MAX_FAAN + 1))
            for row in load_table().rows.values()
        },
    }
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options in force for one hand.

    Attributes:
        house: Name of the house rules that the others start from.
        settings: Value in force of each setting.
        faan: Faan of each item; 0 means that it does not exist.
    """

    house: str
    settings: Mapping[str, OptionValue]
    faan: Mapping[str, int]

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> Self:
        """Check the options; those not given are as the house has them.

        Raises:
            OptionError: For unknown names and impossible values.
        """
        values = parse_options(OPTIONS, given)
        name = str(values["house"])
        house = load_houses().houses[name]
        settings = {
            key: house.settings[key] if values[key] == AS_HOUSE else values[key]
            for key in _SETTINGS
        }
        faan = {
            key: default if (own := values[FAAN_PREFIX + key]) == AS_HOUSE else int(own)
            for key, default in house.faan.items()
        }
        return cls(name, MappingProxyType(settings), MappingProxyType(faan))

    @property
    def minimum(self) -> int:
        """Faan needed to win."""
        return int(self.settings["minimum"])

    @property
    def limit(self) -> int:
        """The most faan that a hand can have."""
        return int(self.settings["limit"])

    @property
    def stacking(self) -> Stacking:
        """Which items count together."""
        return Stacking(str(self.settings["stacking"]))

    @property
    def seven_pairs(self) -> bool:
        """Whether seven pairs are a complete hand: where they have a value."""
        return self.faan["seven_pairs"] > 0

    def share(self, faan: int) -> int:
        """Return what one share is worth."""
        scale = load_houses().scales[str(self.settings["scale"])]
        return scale[min(faan, len(scale) - 1)]

    def as_dict(self) -> dict[str, OptionValue]:
        """Return all options by name with the values in force; nothing is left to the house."""
        faan = {FAAN_PREFIX + key: value for key, value in self.faan.items()}
        return {"house": self.house, **self.settings, **faan}
