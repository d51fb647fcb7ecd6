"""The complete hands of doll cards: sets of one subject and a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scoring.advice.base import ShapeAdviser
from scoring.advice.model import Useful
from scoring.advice.search import Holding, is_complete
from scoring.advice.shapes import State, Steps
from scoring.games.dolls.options import ANY_SIZE, Options
from scoring.hand import Hand, Meld
from scoring.tiles import COPIES_OF_A_CARD, DOLL_SUBJECTS, Family, Tile

PAIR = 2


class SetsOfSubjects:
    """So many cards in sets of one subject each, and a pair. A state is (cards, pairs)."""

    name = "sets and a pair"

    def __init__(self, cards: int, options: Options) -> None:
        """Describe the concealed part of a hand, ``cards`` of them."""
        self.tiles = cards
        self.start: State = (0, 0)
        self._steps = [_subject_steps(options.set_sizes(face)) for face in DOLL_SUBJECTS]

    def steps(self, kind: int, state: State) -> Steps:
        """Return how many cards the sets, or the sets and the pair, of a subject have."""
        cards, pairs = state
        return [
            (copies, (cards + copies, pairs + pair))
            for copies, pair in self._steps[kind]
            if cards + copies <= self.tiles and pairs + pair <= 1
        ]

    def accepts(self, state: State) -> bool:
        """Whether all cards and the pair are there."""
        return state == (self.tiles, 1)


def _subject_steps(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Return (cards, pairs) that cards of one subject can form."""
    sums = {0}
    for _ in range(COPIES_OF_A_CARD):
        sums |= {total + size for total in sums for size in sizes}
    return [
        (total + PAIR * pair, pair)
        for total in sorted(sums)
        for pair in (0, 1)
        if total + PAIR * pair <= COPIES_OF_A_CARD
    ]


class DollAdviser(ShapeAdviser):
    """Complete hands of doll cards; the kinds are the nine subjects, stamped or not."""

    def __init__(self, options: Options) -> None:
        """Describe the game under its options."""
        self.options = options

    def shapes(self, hand: Hand) -> Sequence[SetsOfSubjects]:
        """Return the one form: sets and a pair of as many cards as win."""
        cards = self.expected(hand) + 1
        enough = cards >= PAIR if hand.melds else cards > PAIR
        return (SetsOfSubjects(cards, self.options),) if enough else ()

    def holding(self, hand: Hand) -> Holding:
        """Count the concealed cards of each subject, and what the melds leave of it."""
        held = Counter(tile.face for tile in hand.concealed)
        melded = Counter(tile.face for meld in hand.melds for tile in meld.tiles)
        return Holding(
            held=tuple(held[face] for face in DOLL_SUBJECTS),
            room=tuple(max(0, COPIES_OF_A_CARD - melded[face]) for face in DOLL_SUBJECTS),
        )

    def tiles_of(self, hand: Hand, kind: int) -> Sequence[Useful]:
        """Return the plain and the stamped card of a subject that can still come."""
        deck, held = self.options.deck, Counter(hand.tiles)
        both = (Tile(Family.DOLLS, DOLL_SUBJECTS[kind], stamped=mark) for mark in (False, True))
        counted = ((card, deck.limit(card) - held[card]) for card in both)
        return tuple(Useful(card, left) for card, left in counted if left > 0)

    def face_of(self, kind: int) -> Tile:
        """Return the plain card of the subject."""
        return Tile(Family.DOLLS, DOLL_SUBJECTS[kind])

    def is_meld(self, meld: Meld) -> bool:
        """Whether a meld is a set of one subject, of a legal size."""
        faces = {tile.face for tile in meld.tiles}
        return len(faces) == 1 and len(meld.tiles) in self.options.set_sizes(*faces)

    def candidates(self, meld: Meld) -> Sequence[Tile]:
        """Return the plain cards of the subjects in the meld."""
        faces = dict.fromkeys(tile.face for tile in meld.tiles if not tile.is_back)
        return [Tile(Family.DOLLS, face) for face in faces]

    def surplus(self, hand: Hand) -> int:
        """Cards beyond those of a hand that waits; with any size, a complete hand has drawn."""
        return len(hand.concealed) - self.expected(hand)

    def expected(self, hand: Hand) -> int:
        """Concealed cards of a hand that waits with these melds."""
        melded = sum(len(meld.tiles) for meld in hand.melds)
        if self.options.hand_size != ANY_SIZE:
            return int(self.options.hand_size) - 1 - melded
        held = len(hand.concealed)
        full = SetsOfSubjects(held, self.options)
        return held - is_complete(full, self.holding(hand))
