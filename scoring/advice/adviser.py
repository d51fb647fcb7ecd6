"""What the advice needs to know of a game's complete hands, whatever its tiles are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from scoring.advice.model import Change, Distance
from scoring.hand import Hand
from scoring.tiles import Tile

MAX_CHANGES = 2
"""Tiles that a repair changes at most: with three, nearly every hand could be nearly any other."""


@dataclass(frozen=True, slots=True)
class Fix:
    """Changes that complete a hand, in kinds of tiles.

    Attributes:
        melded: Changes within melds, with their place.
        remove: Concealed tiles to take away.
        add: Concealed tiles to put in.
    """

    melded: tuple[Change, ...] = ()
    remove: tuple[Tile, ...] = ()
    add: tuple[Tile, ...] = ()

    @property
    def size(self) -> int:
        """Number of changes; a tile exchanged for another is one."""
        return len(self.melded) + max(len(self.remove), len(self.add))


class Adviser(Protocol):
    """Knows the complete hands of one game under its options."""

    def problems(self, hand: Hand) -> list[str]:
        """Say why no distance can be told; an empty list means that it can."""
        ...

    def surplus(self, hand: Hand) -> int:
        """Tiles beyond those of a hand that waits: 0 before, 1 after drawing."""
        ...

    def distance(self, hand: Hand, least: int = 0, most: int | None = None) -> Distance | None:
        """How far the hand is from a complete one.

        Args:
            hand: A hand without problems.
            least: Fewest tiles that can be missing, where something is known.
            most: Most missing tiles that are looked for; by default all.

        Returns:
            None when no complete hand can be reached, or none within ``most``.
        """
        ...

    def is_complete(self, hand: Hand) -> bool:
        """Whether the hand is a complete one."""
        ...

    def fixes(self, hand: Hand) -> Iterator[Fix]:
        """Yield changes of at most ``MAX_CHANGES`` tiles that complete the hand."""
        ...
