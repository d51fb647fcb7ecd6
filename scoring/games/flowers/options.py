"""The options of Digging Flowers; every default is the recommendation of the reference.

A profile sets the defaults of the others; an option that is given wins over its profile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Self

from scoring.options import Option, OptionValue, parse_options

OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "profile": Option(
            "dachen",
            ("dachen", "yuhuan"),
            about="three ranks after S0, or the two classes and habits of the table Y",
        ),
        "sum7": Option(
            "seven_stars",
            ("seven_stars", "three_sevens"),
            about="what a roll of seven shakes: five patterns, or the three sevens only",
        ),
        "fourth": Option(
            "harmony",
            ("harmony", "long_three"),
            about="fourth designated pattern: 1-3 or 3-3",
        ),
        "designated_by": Option(
            "hand",
            ("hand", "seat"),
            about="one designated pattern for the hand, or one for each seat",
        ),
        "civil": Option(
            "off",
            ("off", "large", "medium"),
            about="rank of civil patterns that are neither designated ones nor sevens",
        ),
        "triple_total": Option(
            "ten_sets",
            ("ten_sets", "exact_21"),
            about="a triple brings a replacement tile (ten sets always), or 21 tiles always",
        ),
        "upgrade": Option(
            "plain_pair_frozen",
            ("plain_pair_frozen", "any_with_plain"),
            about="which exposed pairs may exchange a plain tile later; play only, no score",
        ),
        "trump_plain": Option(
            "allow", ("allow", "reject"), about="whether the trump may be a plain tile, worth 0"
        ),
        "medium_table": Option(
            "half_of_large",
            ("half_of_large", "as_large"),
            about="values of the medium rank, which no source gives",
        ),
        "shaken_trump": Option(
            "promote",
            ("promote", "as_yuhuan"),
            about="a shaken trump counts as large and twice, or twice in its own column",
        ),
        "fifteen_big": Option(
            default=False, about="Y's rule of 1-5 and 2-6: they count as large and twice"
        ),
        "white_value": Option(5, (5, 10), about="points of each white dragon"),
        "set_size": Option(136, (136, 128, 126), about="tiles of the set: with 8 bonus, 2 white"),
        "exhausted": Option(
            "no_payment",
            ("no_payment", "compare"),
            about="when the wall ends and nobody completed: nobody pays, or totals are compared",
        ),
        "dealer_doubles": Option(
            default=False, about="the dealer (seat 1) pays and receives double"
        ),
    }
)

PROFILES: Mapping[str, Mapping[str, OptionValue]] = MappingProxyType(
    {
        "dachen": MappingProxyType({}),
        "yuhuan": MappingProxyType(
            {
                "sum7": "three_sevens",
                "fourth": "long_three",
                "designated_by": "seat",
                "upgrade": "any_with_plain",
                "trump_plain": "reject",
                "shaken_trump": "as_yuhuan",
                "fifteen_big": True,
            }
        ),
    }
)
"""What each profile sets that differs from the defaults."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options in force for one hand."""

    profile: str
    sum7: str
    fourth: str
    designated_by: str
    civil: str
    triple_total: str
    upgrade: str
    trump_plain: str
    medium_table: str
    shaken_trump: str
    fifteen_big: bool
    white_value: int
    set_size: int
    exhausted: str
    dealer_doubles: bool

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> Self:
        """Check the options; those not given are the profile's.

        Raises:
            OptionError: For unknown names and impossible values.
        """
        profile = parse_options(OPTIONS, given)["profile"]
        values = parse_options(OPTIONS, {**PROFILES[str(profile)], **given})
        return cls(
            **{name: str(values[name]) for name in _TEXTS},
            fifteen_big=bool(values["fifteen_big"]),
            white_value=int(values["white_value"]),
            set_size=int(values["set_size"]),
            dealer_doubles=bool(values["dealer_doubles"]),
        )

    @property
    def two_classes(self) -> bool:
        """Whether patterns are big or small only, as in the table Y."""
        return self.profile == "yuhuan"

    @property
    def by_seat(self) -> bool:
        """Whether each seat has its own designated pattern."""
        return self.designated_by == "seat"

    def as_dict(self) -> dict[str, OptionValue]:
        """Return all options by name."""
        return asdict(self)


_TEXTS = tuple(name for name, option in OPTIONS.items() if isinstance(option.default, str))
