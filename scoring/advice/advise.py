"""Advice on a hand that has not won yet: how far it is, what it waits for, what to discard."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.advice.adviser import Adviser
from scoring.advice.changes import with_tile, without
from scoring.advice.games import adviser_for
from scoring.advice.model import Advice, Discard, Distance, Wait
from scoring.games import find_game
from scoring.hand import Hand
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile

Facts = Mapping[str, object]

_ONLY_DRAWN = ("replacement", "second_kong", "heavenly", "last_tile")
_ONLY_DISCARDED = ("discarder", "rob_kong", "rob_flower", "last_discard", "earthly")


def advise(
    game: str,
    hand: str | Hand,
    context: Facts | None = None,
    options: Facts | None = None,
) -> Advice:
    """Say how far a hand is from winning, what it waits for, and what to discard.

    Args:
        game: A name in ``GAMES``.
        hand: A hand or its text: one that waits, or one that has drawn a tile more.
        context: Known facts; how it is won and the winning tile are filled in for each wait.
        options: Options of the game that differ from their defaults.

    Returns:
        The advice; ``reasons`` instead for tiles that are no hand of the game.

    Raises:
        UnknownGameError: When no game has this name.
        UnknownTileError: When the text names a tile that does not exist.
        HandError: When the text is no hand.
        WahuaError: For facts or options that do not exist or cannot be.
    """
    rules, options, context = find_game(game), options or {}, context or {}
    if isinstance(hand, str):
        hand = Hand.parse(hand, rules.family)
    adviser = adviser_for(game, options)
    if adviser is None:
        return Advice(game, (f"there is no advice for the game {game}",))
    reasons = adviser.problems(hand)
    if reasons:
        return Advice(game, tuple(reasons))
    distance = adviser.distance(hand)
    if distance is None:
        return Advice(game, ("no complete hand can be reached from these tiles",))
    asked = _Question(game, adviser, context, options)
    if adviser.surplus(hand) == 0:
        return Advice(game, (), distance, asked.waits(hand, distance))
    if distance.missing:
        return Advice(game, (), distance, (), asked.discards(hand, distance.missing))
    before = without(hand, _winning_tile(hand))
    waiting = adviser.distance(before)
    return Advice(game, (), distance, asked.waits(before, waiting) if waiting else ())


def _winning_tile(hand: Hand) -> Tile:
    """Return the winning tile as it lies among the concealed ones, where it may be a red five."""
    wanted = hand.winning_tile
    equal = (tile for tile in hand.concealed if wanted and tile.plain_face == wanted.plain_face)
    return next(equal, hand.concealed[-1])


class _Question:
    """What was asked, besides the hand."""

    def __init__(self, game: str, adviser: Adviser, context: Facts, options: Facts) -> None:
        self.game = game
        self.adviser = adviser
        self.options = options
        told = {key: value for key, value in context.items() if key not in ("win", "winning_tile")}
        self.drawn = {key: value for key, value in told.items() if key not in _ONLY_DISCARDED}
        self.discarded = {key: value for key, value in told.items() if key not in _ONLY_DRAWN}

    def waits(self, hand: Hand, distance: Distance) -> tuple[Wait, ...]:
        """Return what completes a hand, the dearest first; nothing unless it is ready."""
        if distance.to_ready != 0:
            return ()
        waits = [
            Wait(useful.tile, useful.left, *self._scores(with_tile(hand, useful.tile)))
            for useful in distance.useful
        ]
        return tuple(sorted(waits, key=lambda wait: -wait.self_draw.total))

    def discards(self, hand: Hand, missing: int) -> tuple[Discard, ...]:
        """Return the discards after which no more tiles are missing, the most useful tiles first.

        There always is one: a tile that the nearest complete hands do not have.
        """
        kept = []
        for tile in dict.fromkeys(hand.concealed):
            rest = without(hand, tile)
            if self.adviser.surplus(rest):  # a tile of a triple, which brought a tile more
                continue
            distance = self.adviser.distance(rest, missing, missing)
            if distance is not None:
                kept.append((tile, rest, distance))
        kept.sort(key=lambda one: (-one[2].left, one[0]))
        return tuple(
            Discard(tile, distance, self.waits(rest, distance)) for tile, rest, distance in kept
        )

    def _scores(self, hand: Hand) -> tuple[ScoreSheet, ScoreSheet]:
        score = find_game(self.game).score
        drawn: Facts = {**self.drawn, "win": "self_draw"}
        discarded: Facts = {**self.discarded, "win": "discard"}
        return score(hand, drawn, self.options), score(hand, discarded, self.options)
