"""Remembers what a pure function made of a few named values, such as the facts of a win.

The same facts and options come again with hand after hand; checking them costs more than counting
most hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

_Result = TypeVar("_Result")

MOST = 1 << 10
"""Results that are remembered; then all are forgotten."""


class Remembered(Generic[_Result]):
    """A function of mappings from names to values that remembers its results, not its errors.

    Types are part of what is remembered, since ``True == 1``. Values that cannot be hashed are
    handed to the function each time.
    """

    def __init__(self, make: Callable[..., _Result]) -> None:
        self.make = make
        self.known: dict[tuple[object, ...], _Result] = {}

    def __call__(self, *given: Mapping[str, object]) -> _Result:
        """Return what the function makes of the mappings."""
        key = tuple([(*values.items(), *map(type, values.values())) for values in given])
        try:
            return self.known[key]
        except KeyError:
            result = self.make(*given)
        except TypeError:
            return self.make(*given)
        if len(self.known) >= MOST:
            self.known.clear()
        self.known[key] = result
        return result
