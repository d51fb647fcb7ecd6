"""Options of a game: known names, checked values, defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scoring.errors import WahuaError

OptionValue = str | int | bool


class OptionError(WahuaError):
    """An option that the game does not have, or a value that it cannot take."""

    type: ClassVar[str] = "bad-option"
    title: ClassVar[str] = "The option cannot be used"


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game.

    Attributes:
        default: Value in force when none is given; without choices its type is the option's type.
        choices: The possible values, of one type or mixed (``19, 18, "any"``); empty for flags and
            for numbers within ``bounds``.
        bounds: Lowest and highest number.
        about: What it decides, in words.
    """

    default: OptionValue
    choices: tuple[OptionValue, ...] = ()
    bounds: tuple[int, int] = (0, 1_000_000)
    about: str = ""

    def check(self, key: str, value: object) -> OptionValue:
        """Return the value as the option has it; texts such as ``"7"`` and ``"true"`` do too.

        Raises:
            OptionError: When the option cannot take the value.
        """
        if self.choices:
            for choice in self.choices:
                if type(value) is type(choice) and value == choice:
                    return choice
                if isinstance(value, str) and value.strip().lower() == str(choice).lower():
                    return choice
            raise OptionError(f"{key}={value!r}; {self._possible()}")
        value = _typed(value, type(self.default))
        if isinstance(value, bool) and isinstance(self.default, bool):
            return value
        if type(value) is int and type(self.default) is int:
            lowest, highest = self.bounds
            if lowest <= value <= highest:
                return value
        raise OptionError(f"{key}={value!r}; {self._possible()}")

    def _possible(self) -> str:
        if self.choices:
            return "possible are " + ", ".join(map(str, self.choices))
        if isinstance(self.default, bool):
            return "it is either true or false"
        return f"it is a whole number from {self.bounds[0]} to {self.bounds[1]}"


def parse_options(
    known: Mapping[str, Option], given: Mapping[str, object]
) -> dict[str, OptionValue]:
    """Return every known option with the given value or its default.

    Raises:
        OptionError: For unknown names and impossible values.
    """
    for key in given:
        if key not in known:
            raise OptionError(f"unknown option {key!r}; known are {', '.join(known)}")
    return {
        key: option.check(key, given[key]) if key in given else option.default
        for key, option in known.items()
    }


def _typed(value: object, wanted: type) -> object:
    if not isinstance(value, str):
        return value
    text = value.strip().lower()
    if wanted is bool:
        return {"true": True, "false": False}.get(text, value)
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else value
