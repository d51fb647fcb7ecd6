"""The options of sixteen-tile mahjong; every default is the recommendation of the reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from scoring.options import Option, OptionValue, parse_options


class Stacking(StrEnum):
    """Which items of a hand count together."""

    __hash__ = str.__hash__  # in C, unlike that of enums

    ADDITIVE_MINUS_IMPLIED = "additive_minus_implied"
    ADDITIVE_ALL = "additive_all"
    HIGHEST_ONLY = "highest_only"


OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "stacking": Option(
            str(Stacking.ADDITIVE_MINUS_IMPLIED),
            tuple(map(str, Stacking)),
            about="add all items but those implied by a higher one, add all, or only the highest",
        ),
        "eight_pairs_points": Option(8, (8, 7), about="points of eight pairs; S1 lists both"),
        "eight_pairs_extra": Option(
            "triplet",
            ("triplet", "any"),
            about="the 17th tile of eight pairs: a third tile of one pair, or any tile",
        ),
        "east_repeat_mode": Option(
            "cumulative",
            ("cumulative", "flat_1"),
            about="East's wins in a row: a point for each earlier one, or one point in all",
        ),
        "base": Option(0, bounds=(0, 1_000_000), about="stake paid on top of the points"),
    }
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options in force for one hand."""

    stacking: Stacking
    eight_pairs_points: int
    eight_pairs_extra: str
    east_repeat_mode: str
    base: int

    def __hash__(self) -> int:
        return hash((self.stacking, self.eight_pairs_points, self.base))

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> Options:
        """Check the options; those not given have their defaults.

        Raises:
            OptionError: For unknown names and impossible values.
        """
        values = parse_options(OPTIONS, given)
        return cls(
            stacking=Stacking(str(values["stacking"])),
            eight_pairs_points=int(values["eight_pairs_points"]),
            eight_pairs_extra=str(values["eight_pairs_extra"]),
            east_repeat_mode=str(values["east_repeat_mode"]),
            base=int(values["base"]),
        )

    @property
    def any_extra(self) -> bool:
        """Whether eight pairs may have any seventeenth tile."""
        return self.eight_pairs_extra == "any"

    def as_dict(self) -> dict[str, OptionValue]:
        """Return all options by name."""
        return {
            "stacking": str(self.stacking),
            "eight_pairs_points": self.eight_pairs_points,
            "eight_pairs_extra": self.eight_pairs_extra,
            "east_repeat_mode": self.east_repeat_mode,
            "base": self.base,
        }
