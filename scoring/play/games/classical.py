"""Playing thirteen/fourteen-tile mahjong (rules reference, chapter 4.2; S3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import ClassVar

from scoring.games.classical.options import OPTIONS as SCORING
from scoring.games.classical.structure import Melded, is_complete
from scoring.mahjong.kinds import Counts
from scoring.options import Option, OptionValue
from scoring.play.games.mahjong import EAST_REPEAT, ROUND, SEATS, MahjongRules
from scoring.play.rules import deal_in_fours, setup_events
from scoring.play.state import Offer, Outcome, Player, Result, State
from scoring.tiles import Tile

DEAD_WALL = 14
LOOSE = 2
_ROUNDS = 3


class ClassicalRules(MahjongRules):
    """Thirteen tiles each, fourteen for East; a dead wall with two loose tiles on it."""

    game: ClassVar[str] = "classical"
    options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {**SCORING, "round": ROUND, "east_repeat": EAST_REPEAT}
    )

    def deal(self, random: Random, options: Mapping[str, OptionValue]) -> State:
        """Deal twelve tiles each in fours; then East takes two, the others one each (S3).

        East's two are the upper tile of the next stack and that of the stack two further on;
        the others take what lies between.
        """
        setup, tiles = self.break_the_wall(random, options)
        hands, rest = deal_in_fours(tiles[:-DEAD_WALL], len(SEATS), _ROUNDS)
        hands[0] = (*hands[0], rest[0], rest[4])
        for seat in range(1, len(SEATS)):
            hands[seat] = (*hands[seat], rest[seat])
        players = tuple(map(Player, hands))
        dead = tiles[-DEAD_WALL:]
        return State(
            game=self.game,
            options=options,
            setup=setup,
            players=players,
            live=rest[5:],
            # The seventh stack from the end is put on top of the last and the third-to-last.
            loose=dead[:LOOSE],
            dead=dead[LOOSE:],
            drawn=hands[0][-1],
            events=setup_events(setup, players),
        )

    def completes(self, state: State, player: Player, concealed: Counts) -> bool:
        """Four sets and a pair, or thirteen orphans; with one chow at most where that is asked."""
        return is_complete(concealed, Melded.of(player.hand, bool(state.options["one_chow"])))

    def outcome(self, state: State, result: Result) -> Outcome:
        """Score the winner; where the losers settle, their hands are named too."""
        if result.winner is not None and state.options["losers_settle"]:
            hands = {
                seat: player.hand
                for seat, player in zip(SEATS, state.players, strict=True)
                if seat != SEATS[result.winner]
            }
            result = replace(result, context={**result.context, "loser_hands": hands})
        return super().outcome(state, result)

    def can_replace(self, state: State) -> bool:
        """While a loose tile lies on the dead wall."""
        return bool(state.loose)

    def take_replacement(self, state: State) -> tuple[Tile, State]:
        """Take a loose tile; after the last one the last two of the wall become loose (S3)."""
        tile, state = super().take_replacement(state)
        if not state.loose and len(state.live) >= LOOSE:
            loose, live = state.live[-LOOSE:], state.live[:-LOOSE]
            state = replace(state, loose=loose, live=live)
        return tile, state

    def facts(self, state: State, seat: int, tile: Tile, offer: Offer | None) -> dict[str, object]:
        """Add the hands from heaven and earth; a loose tile is not the last of the wall."""
        facts = super().facts(state, seat, tile, offer)
        if offer is None and state.replaced:
            facts.pop("last_tile", None)
        melded = any(player.melds for player in state.players)
        if offer is None and state.discarded == 0 and not melded:
            facts["heavenly"] = True
        if offer is not None and state.discarded == 1 and not melded:
            facts["earthly"] = True
        if seat == 0 and state.options["east_repeat"]:
            facts["east_repeat"] = state.options["east_repeat"]
        return facts
