"""Readings of one hand with their worth, and which of them a sheet shows as alternatives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring.mahjong.context import Context
from scoring.mahjong.parts import CLAIMED_GROUPS, DRAWN_GROUPS
from scoring.mahjong.readings import Reading
from scoring.sheet import Alternative, Group, Item


class Scored(NamedTuple):
    """One reading under one set of facts, with its worth."""

    reading: Reading
    context: Context
    items: tuple[Item, ...]
    total: int

    @property
    def groups(self) -> tuple[Group, ...]:
        """The parts of the reading, as a sheet shows them."""
        return groups_of(self.reading, self.context.self_drawn)


def groups_of(reading: Reading, self_drawn: bool) -> tuple[Group, ...]:
    """Return the parts of a reading, as a sheet shows them."""
    groups = DRAWN_GROUPS if self_drawn else CLAIMED_GROUPS
    return tuple(map(groups.__getitem__, reading.parts))


def rank(scored: Iterable[Scored]) -> list[Scored]:
    """Return the readings, the best-paying first; equal ones keep their order."""
    return sorted(scored, key=lambda one: -one.total)


def alternatives(best: int, others: Iterable[Scored]) -> Iterator[Alternative]:
    """Yield the readings of another total than the best one, each division once."""
    seen = set()
    for other in others:
        key = (other.total, tuple(sorted((p.kind, p.number) for p in other.reading.parts)))
        if other.total != best and key not in seen:
            seen.add(key)
            yield Alternative(other.total, other.groups, other.items)
