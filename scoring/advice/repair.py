"""The cheapest changes that make a complete hand of one that is not.

A photo reads one tile wrong, or a text misses one: the tiles are then one or two changes from a
hand that wins. Which change is meant cannot be known, so they are ranked: by what the reader held
possible where that is given, else by their number and by how alike the faces are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, permutations
from math import prod

from scoring.advice.adviser import Adviser, Fix
from scoring.advice.changes import apply
from scoring.advice.games import adviser_for
from scoring.advice.lookalikes import UNLIKE, likeness
from scoring.advice.model import Change, Repair
from scoring.games import find_game
from scoring.hand import Hand
from scoring.tiles import Tile

Alternatives = Mapping[int, Sequence[tuple[Tile, float]]]
"""Probabilities of the faces that a tile may have, by its place in ``Hand.tiles``."""

SHOWN = 5
_SCORED = 24
"""Changes that are scored at most; the ranking has already set the likeliest first."""
_PAIRED = 60
"""Alternatives that are combined in pairs, likeliest first."""
_TRIED = 600
"""Combinations of the reader's alternatives that are tried at most, likeliest first."""

UNLISTED = 1e-4
"""Probability of a face that is not among the reader's alternatives."""
UNSEEN = 1e-5
"""Probability that a tile was overlooked, or that something else was taken for one."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    changes: tuple[Change, ...]
    odds: float
    unlikeness: int

    @property
    def rank(self) -> tuple[float, int, int]:
        """Sorts the likeliest change first."""
        return (-self.odds, len(self.changes), self.unlikeness)


def repairs(
    game: str,
    hand: str | Hand,
    context: Mapping[str, object] | None = None,
    options: Mapping[str, object] | None = None,
    alternatives: Alternatives | None = None,
) -> tuple[Repair, ...]:
    """Find changes of one or two tiles after which the hand wins, the likeliest first.

    Args:
        game: A name in ``GAMES``.
        hand: A hand, or its text, that is not complete.
        context: Known facts of the win.
        options: Options of the game that differ from their defaults.
        alternatives: What else each tile of the photo may be.

    Returns:
        At most ``SHOWN`` repairs; none for a complete hand and for one that needs more changes.

    Raises:
        WahuaError: As :func:`scoring.score` does.
    """
    rules, facts = find_game(game), dict(context or {})
    if isinstance(hand, str):
        hand = Hand.parse(hand, rules.family)
    winning = facts.pop("winning_tile", None)
    if isinstance(winning, str):
        winning = Tile.parse(winning, rules.family)
    if isinstance(winning, Tile):
        hand = replace(hand, winning_tile=winning)
    adviser = adviser_for(game, options or {})
    if adviser is None or adviser.is_complete(hand):
        return ()
    candidates = sorted(_candidates(adviser, hand, alternatives), key=lambda one: one.rank)
    found = []
    for candidate in candidates[:_SCORED]:
        mended = apply(hand, candidate.changes)
        sheet = rules.score(mended, facts, options or {})
        if sheet.valid:
            odds = None if alternatives is None else candidate.odds
            found.append((candidate.rank, Repair(candidate.changes, mended, sheet, odds)))
    found.sort(key=lambda ranked: (ranked[0], -ranked[1].sheet.total))
    return tuple(repair for _, repair in found[:SHOWN])


def _candidates(
    adviser: Adviser, hand: Hand, alternatives: Alternatives | None
) -> Iterable[_Candidate]:
    """Return different changes, each once, at the places where they are likeliest."""
    best: dict[tuple[tuple[str, str], ...], _Candidate] = {}
    known = alternatives or {}
    found = chain(
        (_placed(fix, hand, known) for fix in adviser.fixes(hand)),
        _from_alternatives(adviser, hand, known),
    )
    for candidate in found:
        key = tuple(sorted((str(change.was), str(change.now)) for change in candidate.changes))
        if key not in best or candidate.rank < best[key].rank:
            best[key] = candidate
    return best.values()


def _placed(fix: Fix, hand: Hand, known: Alternatives) -> _Candidate:
    """Choose which tile of each kind is changed, and into which of the tiles to put in."""
    size = max(len(fix.remove), len(fix.add))
    remove: list[Tile | None] = [*fix.remove, *[None] * (size - len(fix.remove))]
    add: list[Tile | None] = [*fix.add, *[None] * (size - len(fix.add))]
    ways = []
    for order in permutations(add):
        taken: set[int] = set()
        changes = list(fix.melded)
        for was, now in zip(remove, order, strict=True):
            change = _best_place(hand, was, now, known, taken)
            changes.append(change)
        ways.append(_candidate(tuple(changes), known))
    return min(ways, key=lambda one: one.rank)


def _best_place(
    hand: Hand, was: Tile | None, now: Tile | None, known: Alternatives, taken: set[int]
) -> Change:
    """Return the change at the likeliest of the equal concealed tiles that is not yet taken."""
    if was is None:
        return Change(None, now)
    free = [place for place in range(len(hand.concealed)) if place not in taken]
    exact = [place for place in free if hand.concealed[place].plain_face == was]
    places = exact or [place for place in free if hand.concealed[place].face == was.face]
    index = max(places, key=lambda place: _odds(Change(was, now, place), known))
    taken.add(index)
    return Change(hand.concealed[index], now, index)


def _candidate(changes: tuple[Change, ...], known: Alternatives) -> _Candidate:
    odds = prod(_odds(change, known) for change in changes) if known else 1.0
    unlike = sum(
        likeness(change.was, change.now) if change.was and change.now else UNLIKE
        for change in changes
    )
    return _Candidate(changes, odds, unlike)


def _odds(change: Change, known: Alternatives) -> float:
    """How likely the change is, compared with the tile as it is."""
    if change.was is None or change.now is None or change.index is None:
        return UNSEEN
    faces = known.get(change.index, ())
    chances = {tile.plain_face: probability for tile, probability in faces}
    now = chances.get(change.now.plain_face, UNLISTED)
    return now / max(chances.get(change.was.plain_face, 1.0), UNLISTED)


def _from_alternatives(adviser: Adviser, hand: Hand, known: Alternatives) -> Iterator[_Candidate]:
    """Try what the reader held possible, also in melds and for bonus tiles."""
    tiles = hand.tiles
    singles = [
        Change(tiles[index], tile, index)
        for index, faces in known.items()
        if 0 <= index < len(tiles)
        for tile, probability in faces
        if tile.plain_face != tiles[index].plain_face and probability >= UNLISTED
    ]
    singles.sort(key=lambda change: -_odds(change, known))
    pairs = (
        (one, two) for one, two in combinations(singles[:_PAIRED], 2) if one.index != two.index
    )
    tried = [_candidate(changes, known) for changes in (*((one,) for one in singles), *pairs)]
    tried.sort(key=lambda one: one.rank)
    for candidate in tried[:_TRIED]:
        if adviser.is_complete(apply(hand, candidate.changes)):
            yield candidate
