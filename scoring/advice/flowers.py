"""The complete hands of Digging Flowers: ten sets of different patterns, and a trump."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from scoring.advice.base import ShapeAdviser
from scoring.advice.model import Useful
from scoring.advice.search import Holding
from scoring.advice.shapes import State, Steps
from scoring.games.flowers.options import Options
from scoring.games.flowers.structure import SETS, TILES, TRIPLE, kind_letters
from scoring.hand import Hand, Meld
from scoring.tiles import PATTERNS, Family, Kind, Tile, TileSet

KINDS = tuple(Tile(Family.FLOWERS, face, kind) for face in PATTERNS for kind in Kind)
"""The 63 tiles that form sets: of each pattern the plain, the flower and the stacked one."""

TRIPLE_COUNTS = (0, 2, 1)
_NUMBERS = {tile: number for number, tile in enumerate(KINDS)}


class PairsAndTrump:
    """Sets of different patterns and the trump.

    The three kinds of a pattern follow each other. A state is ``(plain ones, flower ones, sets,
    triples, trump)``, the first two of the pattern that is being read.
    """

    name = "pairs, triples and a trump"

    def __init__(self, sets: int, triples: int, *, plain_trump: bool) -> None:
        """Describe the concealed part of a hand.

        Args:
            sets: Sets of it.
            triples: How many of them are triples.
            plain_trump: Whether a plain tile may be the trump.
        """
        self.sets, self.triples, self.plain_trump = sets, triples, plain_trump
        self.tiles = 2 * sets + triples + 1
        self.start: State = (0, 0, 0, 0, 0)
        self._known: dict[tuple[int, State], Steps] = {}

    def steps(self, kind: int, state: State) -> Steps:
        """Return how many tiles of this kind a pair, a triple or the trump may have."""
        key = (kind % len(Kind), state)
        if key not in self._known:
            self._known[key] = tuple(self._steps(*key))
        return self._known[key]

    def _steps(self, place: int, state: State) -> list[tuple[int, State]]:
        plain, flower, sets, triples, trump = state
        if place == 0:
            return [(n, (n, 0, sets, triples, trump)) for n in range(3)]
        if place == 1:
            return [(n, (plain, n, sets, triples, trump)) for n in range(3 - plain)]
        found: list[tuple[int, State]] = []
        for stacked in (0, 1):
            counts = (plain, flower, stacked)
            size = sum(counts)
            after = (sets + (size > 1), triples + (counts == TRIPLE_COUNTS), trump + (size == 1))
            fits = size <= 2 or counts == TRIPLE_COUNTS
            framed = self.plain_trump or counts != (1, 0, 0)
            most = (self.sets, self.triples, 1)
            if fits and framed and all(a <= b for a, b in zip(after, most, strict=True)):
                found.append((stacked, (0, 0, *after)))
        return found

    def accepts(self, state: State) -> bool:
        """Whether all sets and the trump are there."""
        return state == (0, 0, self.sets, self.triples, 1)


class FlowerAdviser(ShapeAdviser):
    """Complete hands of Digging Flowers; the kinds are the 63 tiles that form sets."""

    def __init__(self, options: Options) -> None:
        """Describe the game under its options."""
        self.options = options
        self._set = TileSet.flowers(options.set_size)

    def shapes(self, hand: Hand) -> Sequence[PairsAndTrump]:
        """Return the forms of a hand: with a replacement for each triple that it holds, or 21."""
        hand = _joined(hand)
        plain = self.options.trump_plain == "allow"
        left = SETS - len(hand.melds)
        if self._exact:
            tiles = TILES - sum(len(meld.tiles) for meld in hand.melds)
            counts = [(tiles - 1 - 3 * triples, triples) for triples in range(SETS)]
            sizes = [(pairs // 2 + triples, triples) for pairs, triples in counts if _even(pairs)]
        else:
            sizes = [(left, _triples(hand))]
        return [
            PairsAndTrump(sets, triples, plain_trump=plain) for sets, triples in sizes if sets >= 0
        ]

    def holding(self, hand: Hand) -> Holding:
        """Count the concealed tiles; a pattern that is melded may have no others."""
        hand = _joined(hand)
        held = Counter(hand.concealed)
        melded = {tile.face for meld in hand.melds for tile in meld.tiles}
        return Holding(
            held=tuple(held[tile] for tile in KINDS),
            room=tuple(0 if t.face in melded else self._set.limit(t) for t in KINDS),
        )

    def tiles_of(self, hand: Hand, kind: int) -> Sequence[Useful]:
        """Return the tile of a kind with the copies that the hand does not hold."""
        left = self._set.limit(KINDS[kind]) - hand.tiles.count(KINDS[kind])
        return (Useful(KINDS[kind], left),) if left > 0 else ()

    def face_of(self, kind: int) -> Tile:
        """Return the tile of the kind."""
        return KINDS[kind]

    def is_meld(self, meld: Meld) -> bool:
        """Whether a meld is a pair or a triple of one pattern."""
        if meld.concealed or len({tile.face for tile in meld.tiles}) != 1:
            return False
        return len(meld.tiles) == 2 or kind_letters(meld.tiles) == TRIPLE

    def candidates(self, meld: Meld) -> Sequence[Tile]:
        """Return the tiles of the patterns in the meld."""
        faces = {tile.face for tile in meld.tiles}
        return [tile for tile in KINDS if tile.face in faces]

    def surplus(self, hand: Hand) -> int:
        """Tiles beyond those of a hand that waits: 0 before, 1 after drawing."""
        return len(_joined(hand).concealed) - self._waiting(_joined(hand))

    def expected(self, hand: Hand) -> int:
        """Concealed tiles of a hand that waits with these melds and triples."""
        joined = _joined(hand)
        return self._waiting(joined) + len(hand.concealed) - len(joined.concealed)

    @property
    def _exact(self) -> bool:
        return self.options.triple_total == "exact_21"

    def _waiting(self, hand: Hand) -> int:
        if self._exact:
            return TILES - 1 - sum(len(meld.tiles) for meld in hand.melds)
        return 2 * (SETS - len(hand.melds)) + _triples(hand)


def _joined(hand: Hand) -> Hand:
    """Lay a framed tile to the open framed pair that it makes a triple."""
    concealed, melds = list(hand.concealed), list(hand.melds)
    for place, meld in enumerate(melds):
        for tile in [one for one in concealed if len(meld.tiles) == 2]:
            if tile.face == meld.tiles[0].face and kind_letters((*meld.tiles, tile)) == TRIPLE:
                concealed.remove(tile)
                melds[place] = Meld((*meld.tiles, tile), meld.concealed)
                break
    return replace(hand, concealed=tuple(concealed), melds=tuple(melds), winning_tile=None)


def _triples(hand: Hand) -> int:
    """Concealed patterns of which the hand holds all three framed tiles."""
    held = Counter(hand.concealed)
    framed = (KINDS[start + 1 : start + 3] for start in range(0, len(KINDS), len(Kind)))
    return sum(held[flower] >= 2 and held[stacked] >= 1 for flower, stacked in framed)


def _even(number: int) -> bool:
    return number >= 0 and number % 2 == 0
