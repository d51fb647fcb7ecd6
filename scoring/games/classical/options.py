"""The options of the classical game; every default is the recommendation of the reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from scoring.options import Option, OptionError, OptionValue, parse_options

OTHER_RULESETS: Mapping[str, str] = MappingProxyType(
    {"hkos": "hongkong", "mcr": "mcr", "riichi": "riichi"}
)
"""Values of ``ruleset_14`` that are games of their own here, by the name of the game."""

PRESETS: Mapping[str, Mapping[str, OptionValue]] = MappingProxyType(
    {"classical": {}, "bmja": {"limit": 1000, "one_chow": True}}
)
"""Options that a preset changes; options given beside it win."""

UNCAPPED_LIMIT_HAND = 500
"""Points of a limit hand when there is no limit: those of the default table."""

OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "ruleset_14": Option(
            "classical", ("classical",), about="the table; others are games of their own"
        ),
        "preset": Option(
            "classical",
            tuple(PRESETS),
            about="defaults of the other options; bmja has limit 1000 and at most one chow",
        ),
        "limit": Option(500, (500, 1000, "none"), about="the most that a hand is worth"),
        "with_bonus": Option(True, about="whether the set has flowers and seasons"),
        "losers_settle": Option(
            False, about="whether the losers pay each other the differences of their hands"
        ),
        "heaven": Option("limit", ("limit",), about="what the heavenly hand is worth"),
        "own_flower_rule": Option(
            "flower_and_season",
            ("flower_and_season", "each"),
            about="a double for own flower and own season together, or for each of them",
        ),
        "concealed_kong_view": Option(
            "outer_up",
            ("outer_up", "outer_down"),
            about="which two tiles of a concealed kong lie face up",
        ),
        "one_chow": Option(False, about="whether a hand may have one chow at most"),
        "kong_box": Option(14, (14,), about="tiles of the dead wall; for play, scores nothing"),
        "last_tile_points": Option(
            "K",
            ("K", "WD"),
            about="K: the last tile completes the pair, and is the only possible one; "
            "WD: it ends an edge, closed or single wait",
        ),
        "concealed_points": Option(0, (0, 10), about="points of a concealed hand; WD has 10"),
        "doubles_list": Option(
            "K", ("K", "RA"), about="the short list of doubles, or the longer one built on WD"
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options in force for one hand, and all of them by name."""

    limit: int | None
    with_bonus: bool
    losers_settle: bool
    own_flower_rule: str
    concealed_kong_view: str
    one_chow: bool
    last_tile_points: str
    concealed_points: int
    doubles_list: str
    values: Mapping[str, OptionValue]

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> Self:
        """Check the options; those not given have the defaults of the preset.

        Raises:
            OptionError: For unknown names, impossible values and rulesets that are other games.
        """
        _check_ruleset(given.get("ruleset_14"))
        preset = OPTIONS["preset"]
        chosen = preset.check("preset", given.get("preset", preset.default))
        values = parse_options(OPTIONS, {**PRESETS[str(chosen)], **given})
        limit = values["limit"]
        return cls(
            limit=None if limit == "none" else int(limit),
            with_bonus=bool(values["with_bonus"]),
            losers_settle=bool(values["losers_settle"]),
            own_flower_rule=str(values["own_flower_rule"]),
            concealed_kong_view=str(values["concealed_kong_view"]),
            one_chow=bool(values["one_chow"]),
            last_tile_points=str(values["last_tile_points"]),
            concealed_points=int(values["concealed_points"]),
            doubles_list=str(values["doubles_list"]),
            values=MappingProxyType(values),
        )

    @property
    def limit_hand(self) -> int:
        """Points of a limit hand."""
        return UNCAPPED_LIMIT_HAND if self.limit is None else self.limit

    def as_dict(self) -> dict[str, OptionValue]:
        """Return all options by name."""
        return dict(self.values)


def _check_ruleset(value: object) -> None:
    name = value.strip().lower() if isinstance(value, str) else ""
    if name in OTHER_RULESETS:
        raise OptionError(
            f"ruleset_14={name!r} is a game of its own: score it as {OTHER_RULESETS[name]!r}"
        )
