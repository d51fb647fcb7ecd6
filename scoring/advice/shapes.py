"""The forms of a complete hand, as automata that read the kinds of the game in order.

At each kind a shape offers ``(copies, next state)``: how many tiles of the kind a complete hand
may have here. What lies between a hand and the nearest complete one is then one search for all
shapes, see :mod:`scoring.advice.search`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Protocol

from scoring.mahjong.kinds import EAST, HONOURS, KINDS, ORPHANS, SUIT_STARTS

State = tuple[int, ...]
Steps = Sequence[tuple[int, State]]

LAST_CHOW_RANK = 7
SUIT_KINDS = 9


class Shape(Protocol):
    """One form of a complete hand: the concealed tiles that it consists of."""

    @property
    def name(self) -> str:
        """In words, such as ``"five sets and a pair"``."""
        ...

    @property
    def tiles(self) -> int:
        """Concealed tiles of the complete hand."""
        ...

    @property
    def start(self) -> State:
        """State before the first kind."""
        ...

    def steps(self, kind: int, state: State) -> Steps:
        """Return how many tiles of the kind may follow, each with the state that it leads to."""
        ...

    def accepts(self, state: State) -> bool:
        """Whether the state after the last kind is a complete hand."""
        ...


_NUMBERS = ("no", "one", "two", "three", "four", "five")


class SetsAndPair:
    """So many chows and pungs, and one pair.

    A state is ``(chows begun two kinds before, chows begun one kind before, sets, pairs, chows)``,
    where chows are counted only if there may not be more than some. Three equal chows are the
    same tiles as three pungs, so at most two are begun at one kind.
    """

    def __init__(self, sets: int, melds: int = 0, chows: int | None = None) -> None:
        """Describe the concealed part of a hand.

        Args:
            sets: Sets of the hand.
            melds: How many of them are melded.
            chows: Most chows among the others, where that is limited.
        """
        self.sets = sets - melds
        self.chows = chows
        self.name = f"{_NUMBERS[sets]} sets and a pair"
        self.tiles = 3 * self.sets + 2
        self.start: State = (0, 0, 0, 0, 0)

    def steps(self, kind: int, state: State) -> Steps:
        """Return the chows, pungs and pair that may stand here."""
        runs = kind < EAST and kind % SUIT_KINDS < LAST_CHOW_RANK
        return _set_steps(runs, self.sets, self.chows, state)

    def accepts(self, state: State) -> bool:
        """Whether all sets and the pair are there."""
        return state[:4] == (0, 0, self.sets, 1)


@cache
def _set_steps(runs: bool, most: int, limit: int | None, state: State) -> Steps:
    older, newer, sets, pairs, chows = state
    found = []
    for begun in range(3 if runs else 1):
        for pungs, pair in ((0, 0), (0, 1), (1, 0)):
            copies = older + newer + begun + 3 * pungs + 2 * pair
            held = sets + begun + pungs
            counted = 0 if limit is None else chows + begun
            if copies <= 4 and held <= most and pairs + pair <= 1 and counted <= (limit or 0):
                found.append((copies, (newer, begun, held, pairs + pair, counted)))
    return tuple(found)


class KnittedStraight:
    """Nine tiles 147, 258 and 369, each in another suit, and the sets and pair beside them."""

    name = "a knitted straight, a set and a pair"

    def __init__(self, suits: Sequence[int], melds: int = 0) -> None:
        """Describe it for one order of the suits; beside it stands one set, melded or not."""
        self._knitted = frozenset(knitted(suits))
        self._rest = SetsAndPair(1, melds)
        self.tiles = len(self._knitted) + self._rest.tiles
        self.start: State = self._rest.start

    def steps(self, kind: int, state: State) -> Steps:
        """Return what the set and the pair have here, and the tile of the straight."""
        one = kind in self._knitted
        steps = self._rest.steps(kind, state)
        return [(copies + one, after) for copies, after in steps if copies + one <= 4]

    def accepts(self, state: State) -> bool:
        """Whether the set and the pair are there."""
        return self._rest.accepts(state)


def knitted(suits: Sequence[int]) -> list[int]:
    """Return 147 of the first suit, 258 of the second and 369 of the third."""
    return [SUIT_KINDS * suit + n + s for n, suit in enumerate(suits) for s in (0, 3, 6)]


class Counted:
    """A shape in which every kind has one of some numbers of copies, and each earns marks.

    Attributes:
        name: In words.
        tiles: Tiles of the complete hand.
        start: No marks.
        goal: Marks of the complete hand.
    """

    def __init__(
        self, name: str, tiles: int, choices: Mapping[int, Sequence[tuple[int, State]]], goal: State
    ) -> None:
        """Describe the shape.

        Args:
            name: In words.
            tiles: Tiles of the complete hand.
            choices: By kind, ``(copies, marks)`` for each number of copies other than none.
            goal: Marks of the complete hand.
        """
        self.name, self.tiles, self.goal = name, tiles, goal
        self.start: State = (0,) * len(goal)
        self._choices = choices
        self._known: dict[tuple[int, State], Steps] = {}

    def steps(self, kind: int, state: State) -> Steps:
        """Return the numbers of copies that do not exceed the goal."""
        key = (kind, state)
        if key not in self._known:
            self._known[key] = self._steps(*key)
        return self._known[key]

    def _steps(self, kind: int, state: State) -> Steps:
        found = [(0, state)]
        for copies, marks in self._choices.get(kind, ()):
            following = tuple(a + b for a, b in zip(state, marks, strict=True))
            if all(have <= want for have, want in zip(following, self.goal, strict=True)):
                found.append((copies, following))
        return tuple(found)

    def accepts(self, state: State) -> bool:
        """Whether all marks are there."""
        return state == self.goal


@cache
def eight_pairs(any_extra: bool) -> Counted:
    """Eight pairs with 17 tiles: seven pairs and a triplet; or eight pairs and any tile.

    Four of a kind are two pairs. Marks are pairs and the odd tile.
    """
    choices = [(2, (1, 0)), (3, (1, 1)), (4, (2, 0))]
    if any_extra:
        choices.append((1, (0, 1)))
    return Counted("eight pairs", 17, dict.fromkeys(range(len(KINDS)), choices), (8, 1))


@cache
def seven_pairs(four_is_two_pairs: bool) -> Counted:
    """Seven pairs with 14 tiles."""
    choices: list[tuple[int, State]] = [(2, (1,))]
    if four_is_two_pairs:
        choices.append((4, (2,)))
    return Counted("seven pairs", 14, dict.fromkeys(range(len(KINDS)), choices), (7,))


@cache
def thirteen_orphans() -> Counted:
    """Each terminal and honour once, one of them twice. Marks are kinds and the pair."""
    choices = [(1, (1, 0)), (2, (1, 1))]
    return Counted("thirteen orphans", 14, dict.fromkeys(ORPHANS, choices), (13, 1))


@cache
def nine_gates() -> tuple[Counted, ...]:
    """1112345678999 of one suit and any tile of it, for each suit."""
    shapes = []
    for start in SUIT_STARTS[:3]:
        needed = {start + place: 3 if place in (0, 8) else 1 for place in range(SUIT_KINDS)}
        choices = {
            kind: [(copies, (1, 0)), (copies + 1, (1, 1))] for kind, copies in needed.items()
        }
        shapes.append(Counted("nine gates", 14, choices, (9, 1)))
    return tuple(shapes)


@cache
def knitted_singles() -> tuple[Counted, ...]:
    """Fourteen different tiles: honours and tiles of a knitted straight."""
    one = [(1, (1,))]
    return tuple(
        Counted(
            "honours and knitted tiles", 14, dict.fromkeys([*knitted(suits), *HONOURS], one), (14,)
        )
        for suits in permutations(range(3))
    )
