"""Playing sixteen-tile mahjong (rules reference, chapter 3; S1, B to E)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import ClassVar

from scoring.games.taiwanese import OPTIONS as SCORING
from scoring.games.taiwanese.structure import is_complete
from scoring.mahjong.kinds import Counts
from scoring.options import Option, OptionValue
from scoring.play.games.mahjong import EAST_REPEAT, ROUND, SEATS, MahjongRules
from scoring.play.rules import deal_in_fours, setup_events
from scoring.play.state import Move, MoveKind, Offer, OfferKind, Player, Result, State
from scoring.tiles import Tile

FLOWERS = 8
_FIRST_DEAL = 4


class TaiwaneseRules(MahjongRules):
    """Sixteen tiles each; replacements come from the far end; eight flowers win at once."""

    game: ClassVar[str] = "taiwanese"
    options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {**SCORING, "round": ROUND, "east_repeat": EAST_REPEAT}
    )

    def deal(self, random: Random, options: Mapping[str, OptionValue]) -> State:
        """Four tiles at a time from East on until all have sixteen; no dead wall."""
        setup, tiles = self.break_the_wall(random, options)
        hands, live = deal_in_fours(tiles, len(SEATS), _FIRST_DEAL)
        players = tuple(map(Player, hands))
        events = setup_events(setup, players)
        return State(self.game, options, setup, players, live, events=events)

    def completes(self, state: State, player: Player, concealed: Counts) -> bool:
        """Five sets and a pair, or eight pairs."""
        return is_complete(
            concealed, len(player.melds), state.options["eight_pairs_extra"] == "any"
        )

    def barred_after_pass(self, offer: Offer) -> bool:
        """S1, E2: a win passed up bars that kind, drawn or discarded, until the next turn is over.

        A flower is no tile "of the same kind" that could come again.
        """
        return offer.kind is not OfferKind.FLOWER

    def wins_on_bonus(self, state: State, seat: int) -> Result | None:
        """Eight flowers end the game at once."""
        player = state.players[seat]
        if len(player.bonus) < FLOWERS:
            return None
        tile = player.bonus[-1]
        return Result(seat, tile, {"win": "self_draw", "seat": SEATS[seat]})

    def flower_claims(self, state: State, seat: int) -> Offer | None:
        """Whoever has seven flowers may rob the eighth, once it lies at another seat."""
        for robber, player in enumerate(state.players):
            if len(player.bonus) != FLOWERS - 1:
                continue
            for owner, other in enumerate(state.players):
                if owner != robber and other.bonus and seat in (owner, robber):
                    tile = other.bonus[0]
                    claim = Move(MoveKind.WIN, robber, tile)
                    return Offer(OfferKind.FLOWER, tile, owner, ((claim,),))
        return None

    def facts(self, state: State, seat: int, tile: Tile, offer: Offer | None) -> dict[str, object]:
        """Add the eighth flower, the first seventeenth tile, and East's wins in a row."""
        if offer is not None and offer.kind is OfferKind.FLOWER:
            owner = SEATS[offer.seat]
            return {"win": "discard", "rob_flower": True, "seat": SEATS[seat], "discarder": owner}
        facts = super().facts(state, seat, tile, offer)
        # S1 gives nothing for the last discard and for a second kong.
        facts.pop("last_discard", None)
        facts.pop("second_kong", None)
        player = state.players[seat]
        # A replaced flower is no tile of the hand: what came for it is still the seventeenth.
        if offer is None and not player.turns and not player.melds:
            facts["heavenly"] = True
        if seat == 0 and state.options["east_repeat"]:
            facts["east_repeat"] = state.options["east_repeat"]
        return facts
