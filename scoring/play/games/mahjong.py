"""What the two mahjong games share in play: melds, kongs, claims and the facts of a win."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from random import Random

from scoring.hand import MeldKind
from scoring.mahjong.context import Seat
from scoring.mahjong.kinds import COPIES, KINDS, Counts
from scoring.options import Option, OptionValue
from scoring.play.rules import Rules, discards
from scoring.play.state import (
    Move,
    MoveKind,
    Offer,
    OfferKind,
    Outcome,
    Player,
    Result,
    Setup,
    State,
)
from scoring.play.wall import break_wall, roll, shuffled
from scoring.tiles import Tile, TileSet

SEATS = tuple(map(str, Seat))
ROUND = Option("east", SEATS, about="the wind of the round")
EAST_REPEAT = Option(0, bounds=(0, 1000), about="wins of East in a row before this game")

_NUMBERS = {tile.face: number for number, tile in enumerate(KINDS)}
_FULL_SET, _PLAIN_SET = TileSet.mahjong(), TileSet.mahjong(bonus=False)


def counts_of(tiles: Iterable[Tile]) -> list[int]:
    """Count each of the 34 kinds; bonus tiles are left out."""
    counts = [0] * len(KINDS)
    for tile in tiles:
        number = _NUMBERS.get(tile.face)
        if number is not None:
            counts[number] += 1
    return counts


class MahjongRules(Rules):
    """Rules of play that hold with thirteen and with sixteen tiles."""

    def seats(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """East, south, west and north."""
        del options
        return SEATS

    def tile_set(self, options: Mapping[str, OptionValue]) -> TileSet:
        """144 tiles, or 136 without flowers and seasons."""
        return _FULL_SET if options.get("with_bonus", True) else _PLAIN_SET

    @abstractmethod
    def completes(self, state: State, player: Player, concealed: Counts) -> bool:
        """Whether concealed tiles complete the hand of a player beside his melds."""

    def break_the_wall(
        self, random: Random, options: Mapping[str, OptionValue]
    ) -> tuple[Setup, tuple[Tile, ...]]:
        """Build and break the wall: one roll counts the players, one the stacks (S3)."""
        tiles = shuffled(self.tile_set(options), random)
        rolls = roll(random), roll(random)
        # Counted round the table in turn order, East being one.
        side, stack = (sum(rolls[0]) - 1) % len(SEATS), sum(rolls[1])
        widths = [len(tiles) // 2 // len(SEATS)] * len(SEATS)
        return Setup(side, stack, rolls), break_wall(tiles, widths, side, stack)

    def is_complete(self, state: State, seat: int, extra: Tile | None = None) -> bool:
        """Whether the hand wins, with one more tile where given."""
        player = state.players[seat]
        counts = counts_of(player.concealed)
        if extra is not None:
            counts[_NUMBERS[extra.face]] += 1
        return self.completes(state, player, tuple(counts))

    def turn_moves(self, state: State) -> tuple[Move, ...]:
        """Win, declare or extend a kong after a draw; discard in any case."""
        seat = state.seat
        player = state.players[seat]
        moves: list[Move] = []
        tile = state.drawn
        if tile is not None:
            if tile not in player.barred and self.is_complete(state, seat):
                moves.append(Move(MoveKind.WIN, seat, tile))
            if self.can_replace(state):
                moves += _kongs(player, seat)
        return (*moves, *discards(player, seat))

    def claims(self, state: State, seat: int, offer: Offer) -> tuple[Move, ...]:
        """Win on any tile, kong and pung from anybody, chow from the player before."""
        player, tile = state.players[seat], offer.tile
        counts = counts_of(player.concealed)
        number = _NUMBERS[tile.face]
        moves: list[Move] = []
        counts[number] += 1
        if tile not in player.barred and self.completes(state, player, tuple(counts)):
            moves.append(Move(MoveKind.WIN, seat, tile))
        held = counts[number] - 1
        # No hand goes on after the last tile of the wall, so the last discard can only win (R).
        if offer.kind is OfferKind.DISCARD and state.live:
            if held == 3 and self.can_replace(state):
                moves.append(Move(MoveKind.KONG, seat, tile, (tile,) * 3))
            if held >= 2:
                moves.append(Move(MoveKind.PUNG, seat, tile, (tile,) * 2))
            if seat == (offer.seat + 1) % len(SEATS):
                moves += _chows(counts, number, seat)
        return tuple(moves)

    def outcome(self, state: State, result: Result) -> Outcome:
        """Score the winner's hand; nobody pays when the wall ended."""
        gains = dict.fromkeys(SEATS, 0)
        if result.winner is None:
            return Outcome({}, gains)
        sheet = self.score(state, result.winner, result.context)
        return Outcome({SEATS[result.winner]: sheet}, {**gains, **sheet.payments})

    def facts(self, state: State, seat: int, tile: Tile, offer: Offer | None) -> dict[str, object]:
        """Return who won where, on what, and whether the tile was a special one."""
        facts: dict[str, object] = {
            "win": "self_draw" if offer is None else "discard",
            "winning_tile": str(tile),
            "seat": SEATS[seat],
            "round": state.options["round"],
        }
        if offer is not None:
            facts["discarder"] = SEATS[offer.seat]
            if offer.kind is OfferKind.KONG:
                facts["rob_kong"] = True
            elif offer.kind is OfferKind.DISCARD and not state.live:
                facts["last_discard"] = True
            return facts
        if state.replaced:
            facts["replacement"] = True
        if state.replaced.count("m") > 1:
            facts["second_kong"] = True
        if not state.live:
            facts["last_tile"] = True
        return facts


def _kongs(player: Player, seat: int) -> Iterator[Move]:
    """Yield concealed kongs and fourth tiles of exposed pungs."""
    for number, count in enumerate(counts_of(player.concealed)):
        if count == COPIES:
            yield Move(MoveKind.DECLARE, seat, tiles=(KINDS[number],) * COPIES)
    for meld in player.melds:
        if meld.kind is MeldKind.PUNG and meld.tiles[0] in player.concealed:
            yield Move(MoveKind.GROW, seat, meld.tiles[0])


def _chows(counts: list[int], number: int, seat: int) -> Iterator[Move]:
    tile = KINDS[number]
    if tile.is_honour:
        return
    first_of_suit = number - number % 9
    for low in range(max(first_of_suit, number - 2), min(first_of_suit + 6, number) + 1):
        others = [kind for kind in range(low, low + 3) if kind != number]
        if all(counts[kind] for kind in others):
            yield Move(MoveKind.CHOW, seat, tile, tuple(KINDS[kind] for kind in others))
