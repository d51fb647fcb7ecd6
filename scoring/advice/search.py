"""What lies between some tiles and the nearest complete hand of a shape.

The search walks the kinds of the game once, with one entry for each state of the shape: the fewest
tiles that are missing so far. The tiles that are over follow from the number of tiles read and
used, so both are held against a bound that grows until a complete hand is within it; near-complete
hands therefore need few entries.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from scoring.advice.shapes import Shape
from scoring.mahjong.kinds import Counts

_Mark = TypeVar("_Mark", int, frozenset[tuple[tuple[int, int], ...]])
_Extend = Callable[[_Mark, int, int], _Mark]

Edit = tuple[tuple[int, int], ...]
"""Kinds with the number of tiles to add, or to take away where it is negative."""


class Missing(NamedTuple):
    """How far tiles are from a complete hand.

    Attributes:
        tiles: Tiles of the nearest complete hands that are not there.
        kinds: Every kind that is missing in one of those hands.
    """

    tiles: int
    kinds: frozenset[int]


class Holding(NamedTuple):
    """Concealed tiles, counted by the kinds of the game (34 in mahjong).

    Attributes:
        held: Copies of each kind.
        room: Most copies of each kind that there can be beside the melds.
    """

    held: Counts
    room: Counts


class _Entry(NamedTuple, Generic[_Mark]):
    missing: int
    used: int
    mark: _Mark


def missing(
    shape: Shape, holding: Holding, least: int = 0, most: int | None = None
) -> Missing | None:
    """Find the fewest tiles that are missing, and all kinds that bring the hand nearer.

    Args:
        shape: Form of the complete hand.
        holding: The tiles.
        least: Fewest tiles that can be missing, where something is known.
        most: Most missing tiles that are looked for.

    Returns:
        None when no complete hand of this shape is possible, or more than ``most`` are missing.
    """
    for bound in range(least, (shape.tiles if most is None else most) + 1):
        found = _walk(shape, holding, bound, 0, _note_kind)
        if found is not None:
            kinds = frozenset(kind for kind in range(len(holding.held)) if found.mark >> kind & 1)
            return Missing(found.missing, kinds)
    return None


def edits(shape: Shape, holding: Holding, most: int) -> frozenset[Edit]:
    """Return every smallest change that makes a complete hand.

    Args:
        shape: Form of the complete hand.
        holding: The tiles.
        most: Largest change that is looked for; a tile exchanged for another counts once.

    Returns:
        An empty set when every change is larger; a set of the empty change for complete hands.
    """
    over = sum(holding.held) - shape.tiles
    for bound in range(max(0, -over), most - max(0, over) + 1):
        nothing: frozenset[Edit] = frozenset(((),))
        found = _walk(shape, holding, bound, nothing, _note_edit)
        if found is not None:
            return found.mark
    return frozenset()


def is_complete(shape: Shape, holding: Holding) -> bool:
    """Whether the tiles are a complete hand of the shape."""
    full = sum(holding.held) == shape.tiles
    return full and _walk(shape, holding, 0, 0, _note_kind) is not None


def _walk(
    shape: Shape, holding: Holding, bound: int, nothing: _Mark, extend: _Extend[_Mark]
) -> _Entry[_Mark] | None:
    """Read all kinds, at most ``bound`` tiles missing; return the best complete hand."""
    over = bound + sum(holding.held) - shape.tiles
    layer = {shape.start: _Entry(0, 0, nothing)}
    read = 0
    for kind, (have, most) in enumerate(zip(*holding, strict=True)):
        read += have
        following: dict[tuple[int, ...], _Entry[_Mark]] = {}
        for state, (short, used, mark) in layer.items():
            for copies, after in shape.steps(kind, state):
                lack = copies - have
                now = short + lack if lack > 0 else short
                taken = used + copies
                if copies > most or now > bound or now + read - taken > over:
                    continue
                old = following.get(after)
                if old is None or now < old.missing:
                    following[after] = _Entry(now, taken, extend(mark, kind, lack))
                elif now == old.missing:
                    both = old.mark | extend(mark, kind, lack)
                    following[after] = _Entry(now, taken, both)
        layer = following
    ends = [entry for state, entry in layer.items() if shape.accepts(state)]
    return min(ends, key=lambda entry: entry.missing, default=None)


def _note_kind(mark: int, kind: int, lack: int) -> int:
    return mark | 1 << kind if lack > 0 else mark


def _note_edit(mark: frozenset[Edit], kind: int, lack: int) -> frozenset[Edit]:
    return frozenset((*edit, (kind, lack)) for edit in mark) if lack else mark
