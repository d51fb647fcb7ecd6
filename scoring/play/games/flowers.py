"""Playing Digging Flowers (rules reference, chapters 1.1 and 1.4 to 1.8; S0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import ClassVar

from scoring.games.flowers.legality import complete_division
from scoring.games.flowers.options import OPTIONS as SCORING
from scoring.games.flowers.options import Options
from scoring.games.flowers.payments import differences
from scoring.games.flowers.ranks import designated_group
from scoring.games.flowers.structure import SETS, TRIPLE, kind_letters
from scoring.games.flowers.table import load_table
from scoring.hand import Hand
from scoring.options import Option, OptionValue, parse_options
from scoring.play.rules import Rules, deal_in_fours, discards, setup_events
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
from scoring.sheet import ScoreSheet
from scoring.tiles import Kind, Tile, TileSet

SEATS = 4
WALLS: Mapping[int, tuple[int, int, int, int]] = MappingProxyType(
    {126: (15, 16, 16, 16), 128: (16, 16, 16, 16), 136: (17, 17, 17, 17)}
)
"""Stacks of each side by the size of the set, the dealer's first (S0)."""

_ROUNDS = 5
_HAND_NUMBER = Option(1, bounds=(1, 4), about="which of the four hands of a game this is")


class FlowerRules(Rules):
    """Twenty tiles each; pairs and triples of different patterns, and a trump."""

    game: ClassVar[str] = "flowers"
    options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {**SCORING, "hand_number": _HAND_NUMBER}
    )

    def parse_options(self, given: Mapping[str, object]) -> Mapping[str, OptionValue]:
        """Check the options; those not given are the profile's."""
        checked = parse_options(self.options, given)
        scoring = {key: value for key, value in given.items() if key != "hand_number"}
        return {**Options.parse(scoring).as_dict(), "hand_number": checked["hand_number"]}

    def seats(self, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """Heaven, earth, people, and harmony or long three."""
        patterns = load_table().patterns
        group = designated_group(_scoring(options))
        return tuple(patterns[face].name.lower().replace(" ", "_") for face in group)

    def tile_set(self, options: Mapping[str, OptionValue]) -> TileSet:
        """126, 128 or 136 tiles."""
        return TileSet.flowers(int(options["set_size"]))

    def deal(self, random: Random, options: Mapping[str, OptionValue]) -> State:
        """Deal four tiles at a time from the dealer on; the second roll also shakes patterns.

        Walls are counted clockwise from the dealer's own, against the order of the turns (S0).
        """
        tiles = shuffled(self.tile_set(options), random)
        rolls = roll(random), roll(random)
        side, stack = (1 - sum(rolls[0])) % SEATS, sum(rolls[1])
        setup = Setup(side, stack, rolls)
        wall = break_wall(tiles, WALLS[len(tiles)], side, stack)
        hands, live = deal_in_fours(wall, SEATS, _ROUNDS)
        players = tuple(map(Player, hands))
        events = setup_events(setup, players)
        return State(self.game, options, setup, players, live, events=events)

    def is_complete(self, state: State, seat: int, extra: Tile | None = None) -> bool:
        """Ten sets and a trump, or the numbers that ``exact_21`` allows."""
        player = state.players[seat]
        tiles = player.concealed if extra is None else (*player.concealed, extra)
        patterns = {tile.face for tile in tiles}
        patterns.update(meld.tiles[0].face for meld in player.melds)
        if len(patterns) > SETS + 1 or any(tile.is_bonus for tile in tiles):
            return False
        return not complete_division(Hand(tiles, player.melds), _scoring(state.options))[1]

    def replaces_meld(self, state: State, tiles: Sequence[Tile]) -> bool:
        """A triple brings a replacement, unless every hand is to have 21 tiles."""
        return len(tiles) == len(TRIPLE) and state.options["triple_total"] == "ten_sets"

    def turn_moves(self, state: State) -> tuple[Move, ...]:
        """Win, show or complete a triple, upgrade an exposed pair; discard in any case."""
        seat, tile = state.seat, state.drawn
        player = state.players[seat]
        moves: list[Move] = []
        if tile is not None:
            if self.is_complete(state, seat):
                moves.append(Move(MoveKind.WIN, seat, tile))
            if self.can_replace(state) or state.options["triple_total"] == "exact_21":
                moves += _triples(player, seat)
            moves += _upgrades(player, seat, state.options["upgrade"] == "any_with_plain")
        return (*moves, *discards(player, seat))

    def claims(self, state: State, seat: int, offer: Offer) -> tuple[Move, ...]:
        """Win on anybody's discard; pair or triple from the player before only (S0)."""
        player, tile = state.players[seat], offer.tile
        if offer.kind is not OfferKind.DISCARD:
            return ()
        moves: list[Move] = []
        if self.is_complete(state, seat, tile):
            moves.append(Move(MoveKind.WIN, seat, tile))
        follows = seat == (offer.seat + 1) % SEATS
        if follows and state.live and not _is_melded(player, tile.face):
            held = tuple(dict.fromkeys(t for t in player.concealed if t.face == tile.face))
            framed = tuple(t for t in player.concealed if t.face == tile.face and _is_framed(t))
            if kind_letters((*framed, tile)) == TRIPLE:
                moves.append(Move(MoveKind.TRIPLE, seat, tile, framed))
            moves += [Move(MoveKind.PAIR, seat, tile, (other,)) for other in held]
        return tuple(moves)

    def outcome(self, state: State, result: Result) -> Outcome:
        """Score every hand; each two players settle the difference, whoever completed."""
        sheets = {}
        for seat, name in enumerate(self.seats(state.options)):
            sheets[name] = self._sheet(state, seat, _context(state, seat, result), result)
        totals = [sheet.total for sheet in sheets.values()]
        if result.winner is None and state.options["exhausted"] == "no_payment":
            return Outcome(sheets, dict.fromkeys(sheets, 0))
        dealer = 0 if state.options["dealer_doubles"] else None
        gains = differences(totals, dealer)
        return Outcome(self._settled(state, result, totals), dict(zip(sheets, gains, strict=True)))

    def _settled(
        self, state: State, result: Result, totals: Sequence[int]
    ) -> dict[str, ScoreSheet]:
        """Return the sheets once more, now that each knows the others' totals."""
        sheets = {}
        for seat, name in enumerate(self.seats(state.options)):
            others = [totals[(seat + turn) % SEATS] for turn in range(1, SEATS)]
            context = {**_context(state, seat, result), "other_totals": others}
            sheets[name] = self._sheet(state, seat, context, result)
        return sheets

    def _sheet(
        self, state: State, seat: int, context: Mapping[str, object], result: Result
    ) -> ScoreSheet:
        if seat != result.winner:
            kept = _without_surplus(state.players[seat])
            state = replace(state, players=state.with_player(seat, kept))
        return self.score(state, seat, context)


def _scoring(options: Mapping[str, OptionValue]) -> Options:
    return Options(**{key: options[key] for key in SCORING})  # type: ignore[arg-type]


def _context(state: State, seat: int, result: Result) -> dict[str, object]:
    facts: dict[str, object] = {"roll": state.setup.rolls[-1], "seat_number": seat + 1}
    if state.options["designated_by"] == "hand":
        facts["hand_number"] = state.options["hand_number"]
    if result.winner is None:
        return {**facts, "exhausted": True}
    if result.winner != seat:
        return {**facts, "other_completed": True}
    return {**facts, **result.context}


def _without_surplus(player: Player) -> Player:
    """Leave out tiles held of a melded pattern: they can only be discarded, and score nothing.

    The third framed tile of a framed pair on the table stays.
    """
    melded = {meld.tiles[0].face: meld.tiles for meld in player.melds}
    kept = tuple(
        tile
        for tile in player.concealed
        if tile.face not in melded or kind_letters((*melded[tile.face], tile)) == TRIPLE
    )
    return replace(player, concealed=kept)


def _is_framed(tile: Tile) -> bool:
    return tile.kind in (Kind.FLOWER, Kind.STACKED)


def _is_melded(player: Player, face: str) -> bool:
    return any(meld.tiles[0].face == face for meld in player.melds)


def _triples(player: Player, seat: int) -> Iterator[Move]:
    """Yield triples held in the hand, and third framed tiles of framed pairs on the table."""
    for stacked in player.concealed:
        if stacked.kind is Kind.STACKED and not _is_melded(player, stacked.face):
            framed = [t for t in player.concealed if t.face == stacked.face and _is_framed(t)]
            if kind_letters(framed) == TRIPLE:
                yield Move(MoveKind.DECLARE, seat, tiles=tuple(framed))
    for meld in player.melds:
        for tile in player.concealed:
            if tile.face == meld.tiles[0].face and kind_letters((*meld.tiles, tile)) == TRIPLE:
                yield Move(MoveKind.GROW, seat, tile)


def _upgrades(player: Player, seat: int, any_with_plain: bool) -> Iterator[Move]:
    """Yield exchanges of a plain tile on the table for a framed one; two plain ones are frozen."""
    for meld in player.melds:
        plain = [tile for tile in meld.tiles if tile.kind is Kind.PLAIN]
        if not plain or (len(plain) == len(meld.tiles) and not any_with_plain):
            continue
        for tile in dict.fromkeys(player.concealed):
            if tile.face == plain[0].face and _is_framed(tile):
                yield Move(MoveKind.UPGRADE, seat, tile, (plain[0],))
