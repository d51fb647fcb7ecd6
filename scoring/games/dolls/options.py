"""The options of doll cards; every default is the recommendation of the reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import Any, Self

from scoring.options import Option, OptionValue, parse_options
from scoring.tiles import COPIES_OF_A_CARD, TileSet

ANY_SIZE = "any"
DOLL = "doll"
FOUR = 4

OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "doll_profile": Option(
            "source1",
            ("source1", "source3"),
            about="count cards (source 1 of S2) or melds (source 3)",
        ),
        "hand_size": Option(
            19,
            (19, 18, ANY_SIZE),
            about="cards of a winning hand: 19 as S2 says, 18 as its deal gives, or any",
        ),
        "doll_meld": Option(default=True, about="three or more dolls form a set"),
        "count_pair": Option(
            default=True, about="source 1: the two cards of the pair count as well"
        ),
        "combo_stack": Option(
            "best_only",
            ("best_only", "multiply"),
            about="of several combinations only one multiplies, or each does",
        ),
        "combo_mult": Option(2, bounds=(1, 1000), about="what a combination multiplies by"),
        "source3_threes": Option(
            "allow",
            ("allow", "fours_only"),
            about="source 3: sets of any size from three, or fours only",
        ),
        "stamped_per_char": Option(
            1,
            bounds=(0, COPIES_OF_A_CARD),
            about="stamped cards among the eight of each character",
        ),
        "stamped_dolls": Option(
            0, bounds=(0, COPIES_OF_A_CARD), about="stamped cards among the eight dolls"
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options in force for one hand."""

    doll_profile: str
    hand_size: int | str
    doll_meld: bool
    count_pair: bool
    combo_stack: str
    combo_mult: int
    source3_threes: str
    stamped_per_char: int
    stamped_dolls: int

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> Self:
        """Check the options; those not given have their defaults.

        Raises:
            OptionError: For unknown names and impossible values.
        """
        values: dict[str, Any] = parse_options(OPTIONS, given)
        return cls(**values)

    @property
    def counts_melds(self) -> bool:
        """Whether melds count (source 3), and not cards."""
        return self.doll_profile == "source3"

    def set_sizes(self, subject: str) -> tuple[int, ...]:
        """Cards that a set of the subject may have: three to eight, since a four grows."""
        if subject == DOLL and not self.doll_meld:
            return ()
        if self.counts_melds and self.source3_threes == "fours_only":
            return (FOUR,)
        return tuple(range(3, COPIES_OF_A_CARD + 1))

    def accepts_size(self, count: int) -> bool:
        """Whether a winning hand may have so many cards."""
        return self.hand_size in (ANY_SIZE, count)

    @property
    def deck(self) -> TileSet:
        """The 72 cards."""
        return _deck(self.stamped_per_char, self.stamped_dolls)

    def as_dict(self) -> dict[str, OptionValue]:
        """Return all options by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@cache
def _deck(stamped_per_char: int, stamped_dolls: int) -> TileSet:
    return TileSet.dolls(stamped_per_char, stamped_dolls)
