"""What a hand is scored under: the facts of its win and the options of the game, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from scoring.games.taiwanese.notes import fact_notes
from scoring.games.taiwanese.options import Options
from scoring.mahjong.context import Context
from scoring.options import OptionValue
from scoring.remember import Remembered


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Facts and options; ``setting_of`` has one object for each, which is quick to look up.

    Attributes:
        facts: What is known of the win.
        options: The options in force.
        any_extra: Whether eight pairs may have any seventeenth tile.
        shown: The options as a sheet shows them.
        notes: Remarks on facts that change nothing for any hand.
    """

    facts: Context
    options: Options
    any_extra: bool = field(init=False)
    shown: dict[str, OptionValue] = field(init=False)
    notes: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "any_extra", self.options.any_extra)
        object.__setattr__(self, "shown", self.options.as_dict())
        object.__setattr__(self, "notes", fact_notes(self.facts))


@lru_cache(maxsize=1 << 10)
def setting_of(facts: Context, options: Options) -> Setting:
    """Return the one setting of these facts and options."""
    return Setting(facts, options)


def _checked(context: Mapping[str, object], options: Mapping[str, object]) -> Setting:
    return setting_of(Context.parse(context), Options.parse(options))


parse_setting = Remembered(_checked)
"""``(context, options) -> Setting``; raises ContextError and OptionError for what cannot be."""
