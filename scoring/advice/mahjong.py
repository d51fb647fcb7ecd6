"""The complete hands of the mahjong games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from scoring.advice.base import ShapeAdviser
from scoring.advice.model import Useful
from scoring.advice.search import Holding
from scoring.advice.shapes import KnittedStraight, SetsAndPair, Shape
from scoring.hand import Hand, Meld, MeldKind
from scoring.mahjong.kinds import COPIES, KINDS, count_kinds
from scoring.tiles import Tile


class MahjongAdviser(ShapeAdviser):
    """Complete hands of one mahjong game: sets and a pair, and forms without melds."""

    def __init__(
        self,
        sets: int,
        specials: Sequence[Shape] = (),
        *,
        chows: int | None = None,
        knitted: bool = False,
    ) -> None:
        """Describe the game.

        Args:
            sets: Sets of a complete hand, melds included.
            specials: Forms that a hand without melds may have instead.
            chows: Most chows of a hand, where that is limited.
            knitted: Whether the game knows the knitted straight.
        """
        self.sets = sets
        self.specials = tuple(specials)
        self.chows = chows
        self.knitted = knitted

    def shapes(self, hand: Hand) -> tuple[Shape, ...]:
        """Return the forms that the hand may take beside its melds."""
        melds = len(hand.melds)
        if melds > self.sets:
            return ()
        shapes: list[Shape] = []
        chows = sum(meld.kind is MeldKind.CHOW for meld in hand.melds)
        if self.chows is None or chows <= self.chows:
            left = None if self.chows is None else self.chows - chows
            shapes.append(SetsAndPair(self.sets, melds, left))
        if self.knitted and melds <= 1:
            shapes += [KnittedStraight(suits, melds) for suits in permutations(range(3))]
        return (*shapes, *self.specials) if melds == 0 else tuple(shapes)

    def holding(self, hand: Hand) -> Holding:
        """Count the known concealed tiles, and what the melds leave of each kind."""
        melded = count_kinds(t for meld in hand.melds for t in meld.tiles if not t.is_back)
        return Holding(
            held=count_kinds(tile for tile in hand.concealed if not tile.is_back),
            room=tuple(max(0, COPIES - count) for count in melded),
        )

    def tiles_of(self, hand: Hand, kind: int) -> Sequence[Useful]:
        """Return the tile of a kind with the copies that the hand does not hold."""
        tile = KINDS[kind]
        held = sum(other.plain_face == tile for other in hand.tiles)
        return (Useful(tile, COPIES - held),)

    def face_of(self, kind: int) -> Tile:
        """Return the tile of the kind."""
        return KINDS[kind]

    def is_meld(self, meld: Meld) -> bool:
        """Whether a meld is a chow, a pung or a kong."""
        return meld.kind is not None

    def candidates(self, _meld: Meld) -> Sequence[Tile]:
        """Return every kind."""
        return KINDS

    def surplus(self, hand: Hand) -> int:
        """Tiles beyond those of a hand that waits: 0 before, 1 after drawing."""
        return len(hand.concealed) - self.expected(hand)

    def expected(self, hand: Hand) -> int:
        """Concealed tiles of a hand that waits with these melds."""
        return 3 * (self.sets - len(hand.melds)) + 1
