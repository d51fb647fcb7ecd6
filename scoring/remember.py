"""Remembers what pure functions made of values that come again with hand after hand.

Checking the facts of a win costs more than counting most hands, and the tiles of one suit, or one
set, are found in many hands. No whole hand is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

_Result = TypeVar("_Result")
_Key = TypeVar("_Key", bound=Hashable)

MOST = 1 << 16
"""Results that are remembered of one function; then all are forgotten."""


class Table(dict[_Key, _Result]):
    """A function of one value as a table that fills itself: ``table[value]``.

    Looking up costs half of what a call of a cached function costs, and less memory is touched.
    """

    def __init__(self, make: Callable[[_Key], _Result]) -> None:
        super().__init__()
        self.make = make
        self.__doc__ = make.__doc__

    def __missing__(self, key: _Key) -> _Result:
        value = self.make(key)
        if len(self) >= MOST:
            self.clear()
        self[key] = value
        return value


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
        parts: list[object] = []
        for one in given:
            parts.append(len(one))  # so that no two calls give the same parts
            if one:
                values = one.values()
                parts += one
                parts += values
                parts += map(type, values)
        key = tuple(parts)
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
