"""The sets and pairs that hands are read as; those without red fives exist once each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from scoring.hand import Meld, MeldKind
from scoring.mahjong.kinds import KINDS, number_of
from scoring.mahjong.packed import OTHERS, red_fives, unpack
from scoring.remember import Table
from scoring.sheet import Group
from scoring.tiles import RED_FACES, Tile

TRIPLETS = (MeldKind.PUNG, MeldKind.KONG, MeldKind.CONCEALED_KONG)
KONGS = (MeldKind.KONG, MeldKind.CONCEALED_KONG)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One set or pair of a reading; compared by identity, which makes it quick to look up.

    Attributes:
        kind: Chow, pung, kong, concealed kong, pair or single.
        number: Kind (0..33) of its lowest tile.
        tiles: The tiles themselves, red fives kept.
        exposed: Melded with a discard of another player.
        winning: Completed by the winning tile.
    """

    kind: MeldKind
    number: int
    tiles: tuple[Tile, ...]
    exposed: bool = False
    winning: bool = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """Kinds of its tiles."""
        return tuple(map(number_of, self.tiles))

    @property
    def is_triplet(self) -> bool:
        """Three or four equal tiles."""
        return self.kind in TRIPLETS

    @property
    def is_kong(self) -> bool:
        """A declared kong, exposed or concealed."""
        return self.kind in KONGS

    def is_concealed(self, self_drawn: bool) -> bool:
        """Whether no discard took part: a set completed by the winning discard is open."""
        return not self.exposed and (self_drawn or not self.winning)

    def as_group(self, self_drawn: bool) -> Group:
        """Return it as a group of the score sheet."""
        return (DRAWN_GROUPS if self_drawn else CLAIMED_GROUPS)[self]


def _drawn_group(part: Part) -> Group:
    """The part as a group of the score sheet of a self-drawn win."""
    return Group(str(part.kind), part.tiles, part.is_concealed(True), part.winning)


DRAWN_GROUPS: Table[Part, Group] = Table(_drawn_group)
"""Groups of the sheet of a self-drawn win."""


def _claimed_group(part: Part) -> Group:
    """The part as a group of the score sheet of a win on a discard."""
    return Group(str(part.kind), part.tiles, part.is_concealed(False), part.winning)


CLAIMED_GROUPS: Table[Part, Group] = Table(_claimed_group)
"""Groups of the sheet of a win on a discard."""


def meld_part(meld: Meld) -> Part:
    """Return a legal meld as a part.

    Raises:
        ValueError: When the tiles of the meld form no set.
    """
    part = MELDS[meld.code, meld.concealed]
    if part is None:
        raise ValueError(f"{meld} is no chow, pung or kong")
    return part


def _meld(meld: tuple[int, bool]) -> Part | None:
    """The meld of a packed count, and whether it lies concealed; None when it forms no set.

    Of several fives the last ones are red.
    """
    packed, concealed = meld
    if packed & OTHERS:
        return None
    tiles = [KINDS[n] for n, copies in enumerate(unpack(packed)) for _ in range(copies)]
    fives = [place for place, tile in enumerate(tiles) if tile.face in RED_FACES]
    for place in fives[len(fives) - red_fives(packed) :]:
        tiles[place] = replace(tiles[place], red=True)
    kind = Meld(tuple(tiles), concealed).kind if tiles else None
    if kind is None:
        return None
    return Part(kind, number_of(tiles[0]), tuple(tiles), exposed=not concealed)


MELDS: Table[tuple[int, bool], Part | None] = Table(_meld)
"""Melds by their packed count and whether they lie concealed; None for what is no set."""


@lru_cache(maxsize=1 << 10)
def plain_part(kind: MeldKind, numbers: tuple[int, ...]) -> Part:
    """Return the part of these kinds, without red fives."""
    return Part(kind, numbers[0], tuple(KINDS[number] for number in numbers))


def _complete(part: Part) -> Part:
    """The part with the winning tile in it."""
    return Part(part.kind, part.number, part.tiles, winning=True)


COMPLETED: Table[Part, Part] = Table(_complete)
"""Parts with the winning tile in them."""
