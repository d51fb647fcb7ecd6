"""Simple players: they win when they can and otherwise go the shortest way to a ready hand.

They look only at what lies open and at their own tiles.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from scoring.hand import Meld
from scoring.mahjong.kinds import COPIES, EAST, KINDS
from scoring.play.distance import (
    PATTERNS_NEEDED,
    cards_to_ready,
    distance_of,
    flowers_to_ready,
    join,
    suit_number,
    suit_numbers,
    to_ready,
)
from scoring.play.games.mahjong import counts_of
from scoring.play.rules import without
from scoring.play.state import Move, MoveKind, Phase, State
from scoring.tiles import COPIES_OF_A_CARD, PATTERNS, Kind, Tile

Chooser = Callable[[State, tuple[Move, ...]], Move]
"""Chooses one of the legal moves of the player whose move it is."""

_FREE = (MoveKind.DECLARE, MoveKind.GROW)
_REPLACED = (MoveKind.KONG, MoveKind.TRIPLE)
LOOK_AHEAD = 2
"""Distance from which on mahjong players count the tiles that would help."""


class Reckoner(ABC):
    """Measures hands of one kind of game."""

    @abstractmethod
    def distance(self, concealed: Sequence[Tile], melds: Sequence[Meld]) -> int:
        """Return how far from ready some tiles are; one too many is allowed."""

    @abstractmethod
    def best_discard(self, state: State, moves: Sequence[Move]) -> Move:
        """Choose among discards."""


def simple_player(state: State, moves: tuple[Move, ...]) -> Move:
    """Choose a move; the same state always gives the same move."""
    if len(moves) == 1:
        return moves[0]
    for move in moves:
        if move.kind is MoveKind.WIN:
            return move
    reckoner = RECKONERS[state.game]
    if state.phase is Phase.CLAIM:
        return _answer(reckoner, state, moves)
    player = state.players[state.seat]
    choices = [move for move in moves if move.kind is not MoveKind.DISCARD]
    if choices:
        now = reckoner.distance(player.concealed, player.melds)
        for move in choices:
            # An upgrade pays more and changes nothing else.
            if move.kind is MoveKind.UPGRADE or _after(reckoner, state, move) <= now:
                return move
    kept = [move for move in moves if move.kind is MoveKind.DISCARD]
    return reckoner.best_discard(state, kept) if kept else moves[0]


def _answer(reckoner: Reckoner, state: State, moves: Sequence[Move]) -> Move:
    """Claim what brings the hand nearer, a meld with a replacement also when it does not harm."""
    *claims, refusal = moves
    player = state.players[refusal.seat]
    now = reckoner.distance(player.concealed, player.melds)
    rated = [(_after(reckoner, state, move), place) for place, move in enumerate(claims)]
    best, place = min(rated)
    claim = claims[place]
    return claim if best < now or (best == now and claim.kind in _REPLACED) else refusal


def _after(reckoner: Reckoner, state: State, move: Move) -> int:
    """Return the distance once the meld of the move is down."""
    player = state.players[move.seat]
    if move.kind is MoveKind.GROW and move.tile is not None:
        return reckoner.distance(without(player.concealed, (move.tile,)), player.melds)
    claimed = () if move.tile is None else (move.tile,)
    meld = Meld((*move.tiles, *claimed))
    return reckoner.distance(without(player.concealed, move.tiles), (*player.melds, meld))


def _visible(state: State) -> Iterator[Tile]:
    """Yield the tiles that the player whose move it is can see."""
    yield from state.players[state.seat].concealed
    for player in state.players:
        yield from player.discards
        for meld in player.melds:
            yield from meld.tiles


class MahjongReckoner(Reckoner):
    """Sets and a pair, of tiles in suits."""

    def __init__(self, sets: int) -> None:
        self.sets = sets

    def distance(self, concealed: Sequence[Tile], melds: Sequence[Meld]) -> int:
        """Return the exchanges to a waiting hand."""
        return to_ready(counts_of(concealed), self.sets - len(melds))

    def best_discard(self, state: State, moves: Sequence[Move]) -> Move:
        """Keep the hand nearest to ready; then the most helpful tiles unseen; then neighbours."""
        player = state.players[state.seat]
        counts = counts_of(player.concealed)
        sets = self.sets - len(player.melds)
        numbers = suit_numbers(counts)
        others = [join(*numbers[:suit], *numbers[suit + 1 :]) for suit in range(4)]
        rated = []
        for move in moves:
            kind = KINDS.index(move.tile) if move.tile in KINDS else 0
            left = _changed(counts, kind, -1)
            rated.append((distance_of(join(others[kind // 9], left), sets), kind, move))
        nearest = min(distance for distance, _, _ in rated)
        best = [(kind, move) for distance, kind, move in rated if distance == nearest]
        if len(best) == 1:
            return best[0][1]
        seen = counts_of(_visible(state))
        if nearest <= LOOK_AHEAD:
            helps = [_helpful(counts, kind, seen, sets, nearest) for kind, _ in best]
            best = [one for one, count in zip(best, helps, strict=True) if count == max(helps)]
        return min(best, key=lambda one: _company(counts, one[0], seen))[1]


def _changed(counts: list[int], kind: int, by: int) -> int:
    """Return the number of the kind's suit with one tile more or less."""
    start = kind - kind % 9
    copies = counts[start : start + 9]
    copies[kind - start] += by
    return suit_number(tuple(copies), start < EAST)


def _helpful(counts: list[int], dropped: int, seen: list[int], sets: int, distance: int) -> int:
    """Count the unseen tiles that bring the hand nearer after a discard."""
    left = list(counts)
    left[dropped] -= 1
    numbers = suit_numbers(left)
    found = 0
    for suit in range(4):
        others = join(*numbers[:suit], *numbers[suit + 1 :])
        for kind in range(9 * suit, min(9 * suit + 9, len(KINDS))):
            unseen = COPIES - seen[kind]
            if unseen and distance_of(join(others, _changed(left, kind, 1)), sets) < distance:
                found += unseen
    return found


def _company(counts: list[int], kind: int, seen: list[int]) -> float:
    """Rate how much a tile may still become: equal ones, neighbours, and unseen ones of both."""
    worth = 4.0 * (counts[kind] - 1) + 0.5 * (COPIES - seen[kind])
    if kind < EAST:
        rank = kind % 9
        for step, weight in ((1, 2.0), (2, 1.0)):
            for near in (kind - step, kind + step):
                if near // 9 == kind // 9 and near >= 0:
                    worth += weight * min(counts[near], 1) + 0.1 * weight * (COPIES - seen[near])
        worth += 0.1 * min(rank, 8 - rank)
    return worth


class FlowerReckoner(Reckoner):
    """Ten sets of different patterns and a trump."""

    _WORTH: Mapping[Kind | None, int] = {Kind.PLAIN: 0, Kind.FLOWER: 1, Kind.STACKED: 3, None: 0}

    def distance(self, concealed: Sequence[Tile], melds: Sequence[Meld]) -> int:
        """Return the tiles that are missing to a waiting hand."""
        return flowers_to_ready(*_pairs_and_singles(Counter(t.face for t in concealed), melds))

    def best_discard(self, state: State, moves: Sequence[Move]) -> Move:
        """Keep the hand nearest to ready, the patterns most likely to come, and framed tiles."""
        player = state.players[state.seat]
        counts = Counter(tile.face for tile in player.concealed)
        seen = Counter(tile.face for tile in _visible(state))
        melded = {meld.tiles[0].face for meld in player.melds}

        def rate(move: Move) -> tuple[int, int, int]:
            tile = move.tile
            if tile is None:
                return 0, 0, 0
            left = counts.copy()
            left[tile.face] -= 1
            distance = flowers_to_ready(*_pairs_and_singles(left, player.melds))
            return distance, -_useful(left, melded, seen), self._WORTH[tile.kind]

        return min(moves, key=rate)


def _pairs_and_singles(counts: Mapping[str, int], melds: Sequence[Meld]) -> tuple[int, int]:
    melded = {meld.tiles[0].face for meld in melds}
    free = [count for face, count in counts.items() if face not in melded]
    return len(melded) + sum(count > 1 for count in free), sum(count == 1 for count in free)


def _useful(counts: Mapping[str, int], melded: set[str], seen: Mapping[str, int]) -> int:
    """Count the unseen tiles that make a pair of a single, or a new pattern where one lacks."""
    patterns = sum(count > 0 for face, count in counts.items() if face not in melded) + len(melded)
    found = 0
    for face in PATTERNS:
        held = counts.get(face, 0)
        if face not in melded and (held == 1 or (held == 0 and patterns < PATTERNS_NEEDED)):
            found += 6 - seen.get(face, 0)
    return found


class DollReckoner(Reckoner):
    """Sets of three and more, and a pair."""

    def distance(self, concealed: Sequence[Tile], melds: Sequence[Meld]) -> int:
        """Return the cards that are missing to a waiting hand."""
        del melds
        sizes = Counter(card.face for card in concealed).values()
        return _cards_to_ready(sorted(sizes), len(concealed))

    def best_discard(self, state: State, moves: Sequence[Move]) -> Move:
        """Keep the hand nearest to ready, the subjects most likely to come, and stamped cards."""
        player = state.players[state.seat]
        counts = Counter(card.face for card in player.concealed)
        seen = Counter(card.face for card in _visible(state))
        held = len(player.concealed) - 1

        def rate(move: Move) -> tuple[int, int, int, bool]:
            card = move.tile
            if card is None:
                return 0, 0, 0, False
            left = counts.copy()
            left[card.face] -= 1
            distance = _cards_to_ready(sorted(left.values()), held)
            unseen = COPIES_OF_A_CARD - seen[card.face]
            return distance, counts[card.face], unseen, card.stamped

        return min(moves, key=rate)


def _cards_to_ready(sizes: Sequence[int], held: int) -> int:
    """Return the distance of so many cards, of which one too many may be held."""
    wanted = held + (1 if held % 3 == 2 else 0)
    return cards_to_ready((*[0] * (9 - len(sizes)), *sizes), wanted) - 1


RECKONERS: Mapping[str, Reckoner] = {
    "taiwanese": MahjongReckoner(5),
    "classical": MahjongReckoner(4),
    "flowers": FlowerReckoner(),
    "dolls": DollReckoner(),
}
