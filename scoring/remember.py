"""Remembers what a pure function made of a few named values, such as the facts of a win.

The same facts and options come again with hand after hand; checking them costs more than counting
most hands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Generic, TypeVar

_Result = TypeVar("_Result")
_Key = tuple[tuple[str, type, object], ...]


class Remembered(Generic[_Result]):
    """A function of named values that remembers its latest results, not its errors.

    Types are part of what is remembered, since ``True == 1``. Values that cannot be hashed are
    handed to the function each time.
    """

    def __init__(self, make: Callable[[Mapping[str, object]], _Result]) -> None:
        self.make = make
        self.known = lru_cache(maxsize=1 << 10)(self._from_key)

    def __call__(self, values: Mapping[str, object]) -> _Result:
        """Return what the function makes of the values."""
        key = tuple([(name, type(value), value) for name, value in values.items()])
        try:
            hash(key)
        except TypeError:
            return self.make(values)
        return self.known(key)

    def _from_key(self, key: _Key) -> _Result:
        return self.make({name: value for name, _, value in key})
