"""Readings of a hand: which sets it holds and which of them the winning tile completed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.hand import Hand, Meld, MeldKind
from scoring.mahjong.division import divisions
from scoring.mahjong.kinds import count_kinds, number_of
from scoring.sheet import Group
from scoring.tiles import Tile

TRIPLETS = (MeldKind.PUNG, MeldKind.KONG, MeldKind.CONCEALED_KONG)
KONGS = (MeldKind.KONG, MeldKind.CONCEALED_KONG)


@dataclass(frozen=True, slots=True)
class Part:
    """One set or pair of a reading.

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
        return Group(str(self.kind), self.tiles, self.is_concealed(self_drawn), self.winning)


@dataclass(frozen=True, slots=True)
class Reading:
    """A complete hand, divided.

    Attributes:
        parts: Melds first, then the concealed parts.
        sets: The parts that count as sets; empty for hands of pairs.
        pair: The pair beside the sets; None for hands of pairs.
    """

    parts: tuple[Part, ...]
    sets: tuple[Part, ...] = ()
    pair: Part | None = None


def meld_part(meld: Meld) -> Part:
    """Return a legal meld as a part.

    Raises:
        ValueError: When the tiles of the meld form no set.
    """
    kind = meld.kind
    if kind is None:
        raise ValueError(f"{meld} is no chow, pung or kong")
    tiles = tuple(sorted(meld.tiles))
    return Part(kind, number_of(tiles[0]), tiles, exposed=not meld.concealed)


def readings(hand: Hand, winning: Tile, sets: int) -> Iterator[Reading]:
    """Yield every division of the hand with every place of the winning tile.

    Args:
        hand: Its melds are legal and its concealed tiles are known kinds.
        winning: One of the concealed tiles.
        sets: Sets of a complete hand, melds included: 5 with sixteen tiles, 4 with thirteen.
    """
    melds = tuple(meld_part(meld) for meld in hand.melds)
    counts = count_kinds(hand.concealed)
    for division in divisions(counts, sets - len(melds)):
        ordered = sorted(division, key=lambda block: (block.kind is MeldKind.PAIR, block.number))
        shapes = [(block.kind, block.numbers) for block in ordered]
        for parts in place_winning_tile(deal_out(hand.concealed, shapes), winning):
            all_sets = melds + tuple(part for part in parts if part.kind is not MeldKind.PAIR)
            pair = next(part for part in parts if part.kind is MeldKind.PAIR)
            yield Reading((*all_sets, pair), all_sets, pair)


def deal_out(
    tiles: Iterable[Tile], shapes: Iterable[tuple[MeldKind, tuple[int, ...]]]
) -> tuple[Part, ...]:
    """Give the tiles themselves to shapes that name kinds only."""
    pool: dict[int, list[Tile]] = defaultdict(list)
    for tile in tiles:
        pool[number_of(tile)].append(tile)
    return tuple(
        Part(kind, numbers[0], tuple(pool[number].pop(0) for number in numbers))
        for kind, numbers in shapes
    )


def place_winning_tile(parts: tuple[Part, ...], winning: Tile) -> Iterator[tuple[Part, ...]]:
    """Yield the parts once for each different part that the winning tile can complete."""
    wanted = winning.plain_face
    done: set[tuple[MeldKind, int]] = set()
    for place, part in enumerate(parts):
        key = (part.kind, part.number)
        if key not in done and any(tile.plain_face == wanted for tile in part.tiles):
            done.add(key)
            completed = Part(part.kind, part.number, part.tiles, winning=True)
            yield (*parts[:place], completed, *parts[place + 1 :])
