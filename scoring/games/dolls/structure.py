"""Every way to divide cards into sets of one subject and a pair.

Subjects never mix, so each is divided by itself: eight cards with some stamped ones have few
divisions. Two divisions that hold equally many sets, equally many with a stamp and the same pair
score alike, so one of them stands for all and a whole deck is divided as quickly as a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from scoring.games.dolls.options import Options
from scoring.hand import Hand, Meld
from scoring.tiles import DOLL_SUBJECTS, Family, Tile

PAIR = 2


class Copies(NamedTuple):
    """Cards of one subject."""

    plain: int
    stamped: int

    @property
    def size(self) -> int:
        """All of them."""
        return self.plain + self.stamped


@dataclass(frozen=True, slots=True)
class Part:
    """A set or the pair.

    Attributes:
        subject: The face of its cards.
        copies: How many are plain and stamped.
        exposed: Laid out as a meld.
    """

    subject: str
    copies: Copies
    exposed: bool = False

    @property
    def is_stamped(self) -> bool:
        """Whether it has a stamped card."""
        return self.copies.stamped > 0

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its cards, plain ones first."""
        return cards(self.subject, self.copies)


@dataclass(frozen=True, slots=True)
class Grouping:
    """A complete hand, divided: melds first, then the sets held, and the pair."""

    sets: tuple[Part, ...]
    pair: Part


class Way(NamedTuple):
    """One division of the cards of a subject: its sets, its pair if it has one, the rest."""

    sets: tuple[Copies, ...]
    pair: Copies | None
    rest: Copies


class _State(NamedTuple):
    """What decides the worth of a division so far; ``pair`` is its subject and copies."""

    pair: tuple[str, Copies] | None
    sets: int
    stamped: int


@lru_cache(maxsize=1 << 10)
def cards(subject: str, copies: Copies) -> tuple[Tile, ...]:
    """Return so many cards of the subject, plain ones first."""
    plain = Tile(Family.DOLLS, subject)
    return (plain,) * copies.plain + (Tile(Family.DOLLS, subject, stamped=True),) * copies.stamped


def count_cards(tiles: Iterable[Tile]) -> dict[str, Copies]:
    """Count plain and stamped cards of every subject that occurs, in the order of the deck."""
    counts = {subject: [0, 0] for subject in DOLL_SUBJECTS}
    for tile in tiles:
        counts[tile.face][tile.stamped] += 1
    return {subject: Copies(*found) for subject, found in counts.items() if any(found)}


def meld_part(meld: Meld) -> Part:
    """Return a meld of one subject as a part."""
    ((subject, copies),) = count_cards(meld.tiles).items()
    return Part(subject, copies, exposed=True)


def hand_is_complete(hand: Hand, options: Options) -> bool:
    """Whether a hand with legal melds is complete, of whatever size."""
    return is_complete(count_cards(hand.concealed), len(hand.melds), options)


def hand_groupings(hand: Hand, options: Options) -> tuple[Grouping, ...]:
    """Return the groupings of a hand whose melds are legal; none when it is not complete."""
    melds = tuple(meld_part(meld) for meld in hand.melds)
    return groupings(count_cards(hand.concealed), melds, options)


def groupings(
    concealed: Mapping[str, Copies], melds: tuple[Part, ...], options: Options
) -> tuple[Grouping, ...]:
    """Divide the cards into sets and exactly one pair, with at least one set in all.

    Returns:
        One grouping for each pair, number of sets and number of sets with a stamp.
    """
    found: dict[_State, tuple[Part, ...]] = {_State(None, len(melds), 0): ()}
    for subject, copies in concealed.items():
        choices = _choices(subject, copies, options.set_sizes(subject))
        merged: dict[_State, tuple[Part, ...]] = {}
        for (pair, sets, marked), parts in found.items():
            for choice, held in choices:
                if pair is None or choice.pair is None:
                    key = _State(pair or choice.pair, sets + choice.sets, marked + choice.stamped)
                    if key not in merged:
                        merged[key] = parts + held
        found = merged
    return tuple(
        Grouping(melds + parts, Part(*state.pair))
        for state, parts in found.items()
        if state.pair and state.sets
    )


def is_complete(concealed: Mapping[str, Copies], melds: int, options: Options) -> bool:
    """Whether the cards divide into sets and exactly one pair, with at least one set in all."""
    divided = [ways(copies, options.set_sizes(face)) for face, copies in concealed.items()]
    with_pair = [any(way.pair for way in found) for found in divided]
    without = [any(way.pair is None for way in found) for found in divided]
    single = sum(not free for free in without)
    if single > 1 or not any(with_pair):
        return False
    paired = [
        pair for pair, free in zip(with_pair, without, strict=True) if single == 0 or not free
    ]
    lone_pair = melds == 0 and sum(copies.size for copies in concealed.values()) == PAIR
    return any(paired) and not lone_pair


@lru_cache(maxsize=1 << 10)
def _choices(
    subject: str, copies: Copies, sizes: tuple[int, ...]
) -> tuple[tuple[_State, tuple[Part, ...]], ...]:
    """Return what each way to divide one subject adds to a division, with its sets."""
    return tuple(
        (
            _State(
                (subject, way.pair) if way.pair else None,
                len(way.sets),
                sum(one.stamped > 0 for one in way.sets),
            ),
            tuple(Part(subject, one) for one in way.sets),
        )
        for way in ways(copies, sizes)
    )


@lru_cache(maxsize=1 << 10)
def ways(copies: Copies, sizes: tuple[int, ...]) -> tuple[Way, ...]:
    """Divide all cards of one subject into sets and at most one pair.

    Of ways that score alike, the one with the smallest sets is kept.
    """
    kept: dict[tuple[int, int, Copies | None], Way] = {}
    for way in sorted(partial_ways(copies, sizes), key=_evenness):
        if way.rest.size == 0:
            stamped = sum(one.stamped > 0 for one in way.sets)
            kept.setdefault((len(way.sets), stamped, way.pair), way)
    return tuple(kept.values())


@lru_cache(maxsize=1 << 10)
def partial_ways(copies: Copies, sizes: tuple[int, ...]) -> tuple[Way, ...]:
    """Form sets and at most one pair from cards of one subject; the others are left over."""
    found = []
    for sets, rest in _choose_sets(copies, sizes, Copies(0, 0)):
        found.append(Way(sets, None, rest))
        found += [Way(sets, pair, _without(rest, pair)) for pair in _blocks(rest, (PAIR,))]
    return tuple(found)


def _choose_sets(
    copies: Copies, sizes: tuple[int, ...], least: Copies
) -> Iterator[tuple[tuple[Copies, ...], Copies]]:
    """Yield sets in rising order (so that each choice comes once) with the cards left over."""
    yield (), copies
    for block in _blocks(copies, sizes):
        if (block.size, block) >= (least.size, least):
            for sets, rest in _choose_sets(_without(copies, block), sizes, block):
                yield (block, *sets), rest


def _blocks(copies: Copies, sizes: tuple[int, ...]) -> Iterator[Copies]:
    for size in sizes:
        for stamped in range(max(0, size - copies.plain), min(size, copies.stamped) + 1):
            yield Copies(size - stamped, stamped)


def _without(copies: Copies, block: Copies) -> Copies:
    return Copies(copies.plain - block.plain, copies.stamped - block.stamped)


def _evenness(way: Way) -> tuple[int, tuple[Copies, ...]]:
    return max((one.size for one in way.sets), default=0), way.sets
