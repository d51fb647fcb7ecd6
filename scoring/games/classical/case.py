"""One reading of a hand under known facts, and what the rules look at in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.games.classical.options import Options
from scoring.hand import Hand, MeldKind
from scoring.mahjong.context import Context, Seat
from scoring.mahjong.kinds import EAST, ORPHANS
from scoring.mahjong.readings import Part, Reading
from scoring.tiles import Tile

MAJORS = frozenset(ORPHANS)
"""Terminals and honours: the tiles whose pungs are worth twice those of 2 to 8."""


@dataclass(frozen=True, slots=True)
class Case:
    """One reading of a hand under known facts.

    Attributes:
        hand: The hand that was read.
        reading: How it is divided.
        context: The facts of the win.
        options: The options in force.
        waits: Kinds that would have completed the hand.
        winner: False for the hand of a loser, which is not complete.
    """

    hand: Hand
    reading: Reading
    context: Context
    options: Options
    waits: tuple[Tile, ...] = ()
    winner: bool = True

    @property
    def sets(self) -> tuple[Part, ...]:
        """The sets; empty for thirteen orphans."""
        return self.reading.sets

    @property
    def pairs(self) -> tuple[Part, ...]:
        """The pair; the hand of a loser can have several."""
        return tuple(part for part in self.reading.parts if part.kind is MeldKind.PAIR)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile but the flowers and seasons."""
        return tuple(tile for part in self.reading.parts for tile in part.tiles)

    @property
    def kinds(self) -> frozenset[int]:
        """The kinds (0..33) of its tiles."""
        return frozenset(number for part in self.reading.parts for number in kinds_of(part))

    @property
    def suits(self) -> set[str | None]:
        """The suits of its tiles, honours being the suit ``"z"``."""
        return {tile.suit for tile in self.tiles}

    @property
    def triplets(self) -> tuple[Part, ...]:
        """Its pungs and kongs."""
        return tuple(part for part in self.sets if part.is_triplet)

    @property
    def concealed_triplets(self) -> tuple[Part, ...]:
        """Its pungs and kongs without a tile from a discard."""
        drawn = self.context.self_drawn
        return tuple(part for part in self.triplets if part.is_concealed(drawn))

    @property
    def is_concealed(self) -> bool:
        """Whether no meld was made with a discard; the winning tile may be one."""
        return not any(part.exposed for part in self.reading.parts)

    @property
    def winning_tiles(self) -> tuple[Tile, ...]:
        """The tile that completed the hand, as a tuple of one."""
        return () if self.context.winning_tile is None else (self.context.winning_tile,)

    @property
    def winning_face(self) -> str:
        """The face of that tile, a red five being a five; empty when there is none."""
        tile = self.context.winning_tile
        return "" if tile is None else tile.plain_face.face


@dataclass(frozen=True, slots=True)
class Hit:
    """A row applies ``count`` times, to these tiles."""

    count: int = 1
    tiles: tuple[Tile, ...] = ()


Rule = Callable[[Case], Hit | None]
Rules = Mapping[str, Rule]


def when(condition: bool, tiles: Iterable[Tile] = ()) -> Hit | None:
    """Apply once if the condition holds."""
    return Hit(1, tuple(tiles)) if condition else None


def each(parts: Sequence[Part]) -> Hit | None:
    """Apply once for each part."""
    return Hit(len(parts), tiles_of(parts)) if parts else None


def tiles_of(parts: Iterable[Part]) -> tuple[Tile, ...]:
    """Return the tiles of the parts."""
    return tuple(tile for part in parts for tile in part.tiles)


def of_kinds(parts: Iterable[Part], kinds: Iterable[int]) -> list[Part]:
    """Return the parts of equal tiles that are of these kinds."""
    return [part for part in parts if part.number in kinds]


def kinds_of(part: Part) -> tuple[int, ...]:
    """Return the different kinds of the tiles of a part."""
    if part.kind is MeldKind.CHOW:
        return (part.number, part.number + 1, part.number + 2)
    return (part.number,)


def wind_kinds(wind: Seat | None) -> tuple[int, ...]:
    """Return the kind of a wind, as a tuple of one; empty when the wind is not known."""
    return () if wind is None else (EAST + list(Seat).index(wind),)
