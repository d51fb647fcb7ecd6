"""Playing doll cards (rules reference, chapter 2.3; S2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import ClassVar

from scoring.games.dolls.legality import incomplete
from scoring.games.dolls.options import DOLL, Options
from scoring.games.dolls.options import OPTIONS as SCORING
from scoring.hand import Hand
from scoring.options import Option, OptionValue
from scoring.play.rules import Rules, discards, setup_events
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
from scoring.play.wall import shuffled
from scoring.tiles import Tile, TileSet

FOUR = 4
_HAND = 17
_NAMES = ("banker", "second", "third", "fourth")


class DollRules(Rules):
    """Seventeen cards each, eighteen for the banker, and a stock; fours are laid down at once.

    A four is always laid down and replaced, so a hand wins when one more card, drawn or
    taken, joins cards that already are sets and a pair. The number of cards then depends on the
    fours laid down, which is why ``hand_size`` is ``any`` in play.
    """

    game: ClassVar[str] = "dolls"
    options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {
            **SCORING,
            "players": Option(
                3, (3, 4), about="players of a round; of four people the dealer usually sits out"
            ),
        }
    )

    def parse_options(self, given: Mapping[str, object]) -> Mapping[str, OptionValue]:
        """Check the options; winning hands may have any size by default."""
        return super().parse_options({"hand_size": "any", **given})

    def seats(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """Return the banker and the others in turn order."""
        return _NAMES[: int(options["players"])]

    def tile_set(self, options: Mapping[str, OptionValue]) -> TileSet:
        """72 cards."""
        return TileSet.dolls(int(options["stamped_per_char"]), int(options["stamped_dolls"]))

    def deal(self, random: Random, options: Mapping[str, OptionValue]) -> State:
        """Give the banker eighteen cards and the others seventeen; the rest is the stock."""
        cards = tuple(shuffled(self.tile_set(options), random))
        players = int(options["players"])
        ends = [_HAND * (seat + 1) + 1 for seat in range(players)]
        hands = [cards[start:end] for start, end in zip([0, *ends], ends, strict=False)]
        seated = tuple(map(Player, hands))
        setup = Setup()
        return State(
            game=self.game,
            options=options,
            setup=setup,
            players=seated,
            live=cards[ends[-1] :],
            drawn=hands[0][-1],
            events=setup_events(setup, seated),
        )

    def opening_moves(self, state: State, seat: int) -> tuple[Move, ...]:
        """Fours are laid down, and grow by every card of their kind that comes (S2, V)."""
        player = state.players[seat]
        if not self.can_replace(state):
            return ()
        moves = (*_growths(player, seat), *self._fours(state, seat))
        return moves[:1]

    def take_replacement(self, state: State) -> tuple[Tile, State]:
        """Draw from the stock."""
        return state.live[0], replace(state, live=state.live[1:])

    def is_complete(self, state: State, seat: int, extra: Tile | None = None) -> bool:
        """Sets of three and more and a pair."""
        player = state.players[seat]
        cards = player.concealed if extra is None else (*player.concealed, extra)
        sizes = list(Counter(card.face for card in cards).values())
        if 1 in sizes or sizes.count(2) > 1:
            return False
        options = Options(**{key: state.options[key] for key in SCORING})  # type: ignore[arg-type]
        return not incomplete(Hand(cards, player.melds), cards[-1], options)

    def turn_moves(self, state: State) -> tuple[Move, ...]:
        """Win; lay down a four, which is no choice; let a meld grow; or discard."""
        seat, card = state.seat, state.drawn
        player = state.players[seat]
        moves: list[Move] = []
        if card is not None:
            if self.is_complete(state, seat):
                moves.append(Move(MoveKind.WIN, seat, card))
            if self.can_replace(state):
                fours = tuple(self._fours(state, seat))
                if fours:
                    return (*moves, *fours)
                moves += _growths(player, seat)
        return (*moves, *discards(player, seat))

    def claims(self, state: State, seat: int, offer: Offer) -> tuple[Move, ...]:
        """Only the next player may take the discard, to win or for a set (S2, VI)."""
        if offer.kind is not OfferKind.DISCARD or seat != (offer.seat + 1) % len(state.players):
            return ()
        player, card = state.players[seat], offer.tile
        moves: list[Move] = []
        if self.is_complete(state, seat, card):
            moves.append(Move(MoveKind.WIN, seat, card))
        held = tuple(one for one in player.concealed if one.face == card.face)[: FOUR - 1]
        # Five melds and two cards: who makes a sixth meld of them has nothing left to discard.
        discardable = len(player.concealed) > len(held) or len(held) == FOUR - 1
        if len(held) >= 2 and discardable and state.live and self._may_meld(state, card):
            moves.append(Move(MoveKind.SET, seat, card, held))
        return tuple(moves)

    def outcome(self, state: State, result: Result) -> Outcome:
        """Settle: the sources say who wins, not who pays, so every other player pays (R).

        The winner gets the total of the hand from each; when the stock ran out the highest
        points win and get the difference from each. Nobody pays when two are equally high.
        """
        names = self.seats(state.options)
        if result.winner is not None:
            sheet = self.score(state, result.winner, result.context)
            totals = [0] * len(names)
            totals[result.winner] = sheet.total
            return Outcome({names[result.winner]: sheet}, _pay_highest(names, totals))
        sheets = {
            name: self.score(state, seat, {"exhausted": True}) for seat, name in enumerate(names)
        }
        return Outcome(sheets, _pay_highest(names, [sheet.total for sheet in sheets.values()]))

    def _may_meld(self, state: State, card: Tile) -> bool:
        return card.face != DOLL or bool(state.options["doll_meld"])

    def _fours(self, state: State, seat: int) -> Iterator[Move]:
        player = state.players[seat]
        for face, count in Counter(card.face for card in player.concealed).items():
            cards = tuple(card for card in player.concealed if card.face == face)
            if count >= FOUR and self._may_meld(state, cards[0]):
                yield Move(MoveKind.DECLARE, seat, tiles=cards[:FOUR])


def _growths(player: Player, seat: int) -> Iterator[Move]:
    melded = {meld.tiles[0].face for meld in player.melds}
    for card in dict.fromkeys(player.concealed):
        if card.face in melded:
            yield Move(MoveKind.GROW, seat, card)


def _pay_highest(names: tuple[str, ...], totals: list[int]) -> dict[str, int]:
    best = max(totals)
    if totals.count(best) > 1:
        return dict.fromkeys(names, 0)
    gains = {name: total - best for name, total in zip(names, totals, strict=True)}
    return {**gains, names[totals.index(best)]: -sum(gains.values())}
