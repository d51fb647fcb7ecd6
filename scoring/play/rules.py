"""What one game tells the engine; each game has one small module of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import ClassVar

from scoring.games import find_game
from scoring.options import Option, OptionValue, parse_options
from scoring.play.state import (
    Event,
    Move,
    MoveKind,
    Offer,
    Outcome,
    Player,
    Result,
    Setup,
    State,
)
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile, TileSet

PRECEDENCE: Mapping[MoveKind, int] = {
    MoveKind.WIN: 3,
    MoveKind.KONG: 2,
    MoveKind.PUNG: 2,
    MoveKind.TRIPLE: 1,
    MoveKind.PAIR: 1,
    MoveKind.SET: 1,
    MoveKind.CHOW: 1,
}
"""Which claim wins; equal ones go to the first player in turn order after the owner."""


class Rules(ABC):
    """The rules of play of one game.

    Attributes:
        game: Name in the registry of games.
        options: Options of play.
    """

    game: ClassVar[str]
    options: ClassVar[Mapping[str, Option]] = {}

    @abstractmethod
    def seats(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """Return the names of the seats in turn order."""

    @abstractmethod
    def tile_set(self, options: Mapping[str, OptionValue]) -> TileSet:
        """Return the tiles the game is played with."""

    @abstractmethod
    def deal(self, random: Random, options: Mapping[str, OptionValue]) -> State:
        """Throw the dice, break the wall and deal; nothing is laid aside yet."""

    @abstractmethod
    def turn_moves(self, state: State) -> tuple[Move, ...]:
        """Return what the player may do who holds one tile too many and no bonus tile."""

    @abstractmethod
    def claims(self, state: State, seat: int, offer: Offer) -> tuple[Move, ...]:
        """Return the claims that a player may make on an offered tile."""

    @abstractmethod
    def is_complete(self, state: State, seat: int, extra: Tile | None = None) -> bool:
        """Whether a player's tiles, with one more where given, are a complete hand."""

    @abstractmethod
    def outcome(self, state: State, result: Result) -> Outcome:
        """Score the hands that count and settle; the gains of all seats sum to zero."""

    def parse_options(self, given: Mapping[str, object]) -> Mapping[str, OptionValue]:
        """Check the options; those not given have their defaults.

        Raises:
            OptionError: For unknown names and impossible values.
        """
        return parse_options(self.options, given)

    def score(self, state: State, seat: int, context: Mapping[str, object]) -> ScoreSheet:
        """Score the hand of a seat by the rules of the game."""
        game = find_game(self.game)
        options = {key: state.options[key] for key in game.options}
        return game.score(state.players[seat].hand, context, options)

    def opening_moves(self, state: State, seat: int) -> tuple[Move, ...]:
        """Return what a player must lay down before play begins: by default bonus tiles."""
        return bonus_moves(state.players[seat], seat)

    def can_replace(self, state: State) -> bool:
        """Whether a replacement can be drawn: by default from the far end of the wall."""
        return bool(state.loose or state.live)

    def replaces_meld(self, state: State, tiles: Sequence[Tile]) -> bool:
        """Whether a meld just laid down takes a replacement: by default one of four or more."""
        del state
        return len(tiles) >= 4

    def take_replacement(self, state: State) -> tuple[Tile, State]:
        """Take the next replacement off the wall."""
        if state.loose:
            return state.loose[0], replace(state, loose=state.loose[1:])
        return state.live[-1], replace(state, live=state.live[:-1])

    def wins_on_bonus(self, state: State, seat: int) -> Result | None:
        """Return the result when the bonus tile just laid aside ends the game."""
        del state, seat
        return None

    def flower_claims(self, state: State, seat: int) -> Offer | None:
        """Return the offer of a bonus tile that may be robbed after ``seat`` laid one aside."""
        del state, seat
        return None

    def barred_after_pass(self, offer: Offer) -> bool:
        """Whether passing up a win bars it for a turn."""
        del offer
        return False

    def facts(self, state: State, seat: int, tile: Tile, offer: Offer | None) -> dict[str, object]:
        """Return the context of a win for ``scoring.score``."""
        del seat, state
        return {"win": "self_draw" if offer is None else "discard", "winning_tile": str(tile)}


def bonus_moves(player: Player, seat: int) -> tuple[Move, ...]:
    """Return the move that lays a held bonus tile aside, if there is one."""
    for tile in player.concealed:
        if tile.is_bonus:
            return (Move(MoveKind.BONUS, seat, tile),)
    return ()


def discards(player: Player, seat: int) -> tuple[Move, ...]:
    """Return one discard for each different tile held."""
    return tuple(Move(MoveKind.DISCARD, seat, tile) for tile in dict.fromkeys(player.concealed))


def without(tiles: Sequence[Tile], used: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return the tiles less the used ones; the latest copy of each goes.

    Raises:
        ValueError: When a used tile is not among them.
    """
    rest = list(tiles)
    for tile in used:
        for place in range(len(rest) - 1, -1, -1):
            if rest[place] == tile:
                del rest[place]
                break
        else:
            raise ValueError(f"{tile} is not among the tiles")
    return tuple(rest)


def deal_in_fours(
    tiles: Sequence[Tile], players: int, rounds: int
) -> tuple[list[tuple[Tile, ...]], tuple[Tile, ...]]:
    """Give four tiles at a time in turn order; return the hands and the rest of the wall."""
    hands: list[tuple[Tile, ...]] = [()] * players
    for number in range(players * rounds):
        seat = number % players
        hands[seat] = (*hands[seat], *tiles[4 * number : 4 * number + 4])
    return hands, tuple(tiles[4 * players * rounds :])


def setup_events(setup: Setup, players: Sequence[Player]) -> tuple[Event, ...]:
    """Return the events of dice and deal."""
    rolls = [Event("roll", detail=f"{a} and {b}") for a, b in setup.rolls]
    deals = [Event("deal", seat, tiles=player.concealed) for seat, player in enumerate(players)]
    return (*rolls, *deals)
