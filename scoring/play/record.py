"""A game played to its end or up to some move, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scoring.errors import WahuaError
from scoring.play.engine import legal_moves, new_game, step
from scoring.play.games import find_rules
from scoring.play.players import Chooser, simple_player
from scoring.play.state import Event, IllegalMoveError, Move, Outcome, Phase, State

MOST_MOVES = 5000
"""Far more than any game can have; a guard against players that never discard."""


class UnfinishedGameError(WahuaError):
    """A question about the end of a game that has not ended."""

    type: ClassVar[str] = "unfinished-game"
    title: ClassVar[str] = "The game has not ended"


@dataclass(frozen=True, slots=True)
class Progress:
    """A game up to some move.

    Attributes:
        game: Its name.
        seed: What the dice and the wall came from.
        seats: Names of the seats in turn order.
        events: Everything that happened, from the dice on.
        moves: The moves, with which the game can be played again.
        state: What they led to.
    """

    game: str
    seed: int
    seats: tuple[str, ...]
    events: tuple[Event, ...]
    moves: tuple[Move, ...]
    state: State

    @property
    def to_move(self) -> str | None:
        """Seat of the player whose move it is; None once the game has ended."""
        return None if self.state.phase is Phase.ENDED else self.seats[self.state.seat]

    @property
    def hands(self) -> dict[str, str]:
        """Every player's hand in text, by seat."""
        players = zip(self.seats, self.state.players, strict=True)
        return {seat: str(player.hand) for seat, player in players}

    def as_dict(self) -> dict[str, Any]:
        """Return the game so far JSON-ready."""
        return {
            "game": self.game,
            "seed": self.seed,
            "seats": list(self.seats),
            "options": dict(self.state.options),
            "events": [event.as_dict() for event in self.events],
            "moves": len(self.moves),
            "phase": str(self.state.phase),
            "to_move": self.to_move,
            "hands": self.hands,
        }


@dataclass(frozen=True, slots=True)
class Record:
    """A finished game.

    Attributes:
        game: Its name.
        seed: What the dice and the wall came from.
        seats: Names of the seats in turn order.
        events: Everything that happened, from the dice on.
        moves: The moves, with which the game can be played again.
        state: The end.
        outcome: Score sheets and payments.
    """

    game: str
    seed: int
    seats: tuple[str, ...]
    events: tuple[Event, ...]
    moves: tuple[Move, ...]
    state: State
    outcome: Outcome

    @property
    def winner(self) -> str | None:
        """Seat of the player who completed the hand; None when the wall ended."""
        result = self.state.result
        return None if result is None or result.winner is None else self.seats[result.winner]

    def as_dict(self) -> dict[str, Any]:
        """Return the record JSON-ready."""
        return {
            "game": self.game,
            "seed": self.seed,
            "seats": list(self.seats),
            "options": dict(self.state.options),
            "events": [event.as_dict() for event in self.events],
            "winner": self.winner,
            "hands": {
                seat: str(player.hand)
                for seat, player in zip(self.seats, self.state.players, strict=True)
            },
            "sheets": {seat: sheet.as_dict() for seat, sheet in self.outcome.sheets.items()},
            "payments": dict(self.outcome.payments),
        }


def outcome(state: State) -> Outcome:
    """Score an ended game and settle it.

    Raises:
        UnfinishedGameError: When it has not ended.
    """
    if state.result is None:
        raise UnfinishedGameError(f"it waits for seat {state.seat} in the phase {state.phase}")
    return find_rules(state.game).outcome(state, state.result)


def play_game(
    game: str,
    seed: int,
    options: Mapping[str, object] | None = None,
    players: Sequence[Chooser] | None = None,
) -> Record:
    """Let players finish a game; the same seed, options and players give the same game.

    Args:
        game: A name in ``RULES``.
        seed: Of the dice and the wall.
        options: Options of play that differ from their defaults.
        players: One for each seat in turn order; simple players by default.

    Raises:
        UnknownGameError: When the game cannot be played.
        OptionError: For options that do not exist or have wrong values.
        IllegalMoveError: When a player chooses a move that is not legal, or never ends.
    """
    end = play_until(game, seed, None, options, players)
    state = end.state
    return Record(game, seed, end.seats, end.events, end.moves, state, outcome(state))


def play_until(
    game: str,
    seed: int,
    most: int | None,
    options: Mapping[str, object] | None = None,
    players: Sequence[Chooser] | None = None,
) -> Progress:
    """Let players make so many moves, or fewer when the game ends before.

    Args:
        game: A name in ``RULES``.
        seed: Of the dice and the wall.
        most: Number of moves, 0 for the deal alone; None for the whole game.
        options: Options of play that differ from their defaults.
        players: One for each seat in turn order; simple players by default.

    Raises:
        UnknownGameError: When the game cannot be played.
        OptionError: For options that do not exist or have wrong values.
        IllegalMoveError: When a player chooses a move that is not legal, or never ends.
    """
    state = new_game(game, seed, options)
    events = list(state.events)
    moves: list[Move] = []
    choosers = players or [simple_player] * len(state.players)
    while state.phase is not Phase.ENDED and len(moves) != most:
        legal = legal_moves(state)
        move = choosers[state.seat](state, legal)
        if move not in legal or len(moves) >= MOST_MOVES:
            raise IllegalMoveError(f"{move} by seat {state.seat}, move {len(moves) + 1}")
        state = step(state, move)
        moves.append(move)
        events += state.events
    seats = find_rules(game).seats(state.options)
    return Progress(game, seed, seats, tuple(events), tuple(moves), state)
