"""The state machine: what may be done in a state, and the state after it.

A game runs through opening (bonus tiles and declarations laid down in turn order), and then
turns: draw, turn (win, declare or discard), claims on the discarded tile. Players with a possible
claim answer one by one in turn order; the best claim wins once all have answered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType

from scoring.hand import Meld, MeldKind
from scoring.play.games import find_rules
from scoring.play.rules import PRECEDENCE, Rules, bonus_moves, without
from scoring.play.state import (
    Event,
    IllegalMoveError,
    Move,
    MoveKind,
    Offer,
    OfferKind,
    Phase,
    Player,
    Result,
    State,
)
from scoring.tiles import Tile


def new_game(game: str, seed: int, options: Mapping[str, object] | None = None) -> State:
    """Deal a game; the same seed and options give the same tiles.

    Raises:
        UnknownGameError: When the game cannot be played.
        OptionError: For options of play that do not exist or have wrong values.
    """
    rules = find_rules(game)
    chosen = MappingProxyType(dict(rules.parse_options(options or {})))
    return _open(rules, rules.deal(Random(seed), chosen))


def legal_moves(state: State) -> tuple[Move, ...]:
    """Return every move of the player whose move it is; none once the game has ended."""
    rules = find_rules(state.game)
    if state.phase is Phase.ENDED:
        return ()
    if state.phase is Phase.OPENING:
        return rules.opening_moves(state, state.seat)
    if state.phase is Phase.DRAW:
        return (Move(MoveKind.DRAW, state.seat),)
    if state.phase is Phase.CLAIM and state.offer is not None:
        return (*state.offer.asked[0], Move(MoveKind.PASS, state.seat))
    held = bonus_moves(state.players[state.seat], state.seat)
    return held or rules.turn_moves(state)


def apply(state: State, move: Move) -> State:
    """Return the state after a move.

    Raises:
        IllegalMoveError: When the move is not among ``legal_moves(state)``.
    """
    legal = legal_moves(state)
    if move not in legal:
        raise IllegalMoveError(_refusal(state, move, legal))
    return step(state, move)


def step(state: State, move: Move) -> State:
    """Return the state after a move taken from ``legal_moves(state)``; it is not checked again."""
    rules = find_rules(state.game)
    state = replace(state, events=())
    if state.phase is Phase.CLAIM:
        return _answer(rules, state, move)
    return _STEPS[move.kind](rules, state, move)


def _refusal(state: State, move: Move, legal: tuple[Move, ...]) -> str:
    if state.phase is Phase.ENDED:
        return f"{move}: the game has ended"
    if move.seat != state.seat:
        return f"{move} by seat {move.seat}: it is the move of seat {state.seat}"
    shown = ", ".join(map(str, legal[:20])) + (", …" if len(legal) > 20 else "")
    return f"{move}: in the phase {state.phase} seat {state.seat} may {shown}"


def _open(rules: Rules, state: State) -> State:
    """Go to the next seat that has something to lay down, or start the first turn."""
    seat = state.seat
    while seat < len(state.players) and not rules.opening_moves(state, seat):
        seat += 1
    if seat < len(state.players):
        return replace(state, seat=seat)
    first = Phase.TURN if state.drawn is not None else Phase.DRAW
    return replace(state, seat=0, phase=first, replaced="")


def _log(state: State, *events: Event) -> State:
    return replace(state, events=(*state.events, *events))


def _draw(rules: Rules, state: State, move: Move) -> State:
    del rules
    seat, tile = move.seat, state.live[0]
    player = state.players[seat]
    player = replace(player, concealed=(*player.concealed, tile))
    return replace(
        state,
        players=state.with_player(seat, player),
        live=state.live[1:],
        phase=Phase.TURN,
        drawn=tile,
        replaced="",
        events=(Event("draw", seat, tile),),
    )


def _replacement(rules: Rules, state: State, seat: int, cause: str) -> State:
    """Draw a replacement, or end the game when there is none left."""
    if not rules.can_replace(state):
        return _exhausted(state)
    tile, state = rules.take_replacement(state)
    player = state.players[seat]
    player = replace(player, concealed=(*player.concealed, tile))
    opening = state.phase is Phase.OPENING
    # In the opening only a dealer who was dealt the tile of the first turn has drawn one.
    is_drawn = not opening or (seat == 0 and state.drawn is not None)
    state = replace(
        state,
        players=state.with_player(seat, player),
        seat=seat,
        phase=Phase.OPENING if opening else Phase.TURN,
        drawn=tile if is_drawn else state.drawn,
        replaced="" if opening else state.replaced + cause,
        offer=None,
        events=(*state.events, Event("replace", seat, tile)),
    )
    return _open(rules, state) if opening else state


def _bonus(rules: Rules, state: State, move: Move) -> State:
    seat, tile = move.seat, _tile(move)
    player = state.players[seat]
    player = replace(
        player, concealed=without(player.concealed, (tile,)), bonus=(*player.bonus, tile)
    )
    state = replace(state, players=state.with_player(seat, player))
    state = _log(state, Event("bonus", seat, tile))
    result = rules.wins_on_bonus(state, seat)
    if result is not None:
        return _end(state, result)
    offer = rules.flower_claims(state, seat)
    if offer is not None:
        opening = state.phase is Phase.OPENING
        offer = replace(offer, laid_by=seat, opening=opening)
        return replace(state, offer=offer, phase=Phase.CLAIM, seat=offer.asked[0][0].seat)
    return _replacement(rules, state, seat, "b")


def _declare(rules: Rules, state: State, move: Move) -> State:
    seat = move.seat
    player = state.players[seat]
    # Only the kongs of mahjong lie partly face down.
    meld = Meld(move.tiles, concealed=Meld(move.tiles, True).kind is MeldKind.CONCEALED_KONG)
    player = replace(
        player,
        concealed=without(player.concealed, move.tiles),
        melds=(*player.melds, meld),
    )
    state = replace(state, players=state.with_player(seat, player))
    state = _log(state, Event("declare", seat, tiles=move.tiles))
    if rules.replaces_meld(state, move.tiles):
        return _replacement(rules, state, seat, "m")
    return state


def _grow(rules: Rules, state: State, move: Move) -> State:
    seat, tile = move.seat, _tile(move)
    player = state.players[seat]
    place = _meld_of(player, tile)
    meld = Meld((*player.melds[place].tiles, tile))
    player = replace(
        player,
        concealed=without(player.concealed, (tile,)),
        melds=(*player.melds[:place], meld, *player.melds[place + 1 :]),
    )
    state = replace(state, players=state.with_player(seat, player))
    state = _log(state, Event("grow", seat, tile, meld.tiles))
    asked = _ask(rules, state, Offer(OfferKind.KONG, tile, seat, ()))
    if asked is not None:
        return asked
    if rules.replaces_meld(state, meld.tiles):
        return _replacement(rules, state, seat, "m")
    return state


def _upgrade(rules: Rules, state: State, move: Move) -> State:
    del rules
    seat, tile = move.seat, _tile(move)
    player = state.players[seat]
    place = _meld_of(player, tile)
    meld = Meld((*without(player.melds[place].tiles, move.tiles), tile))
    player = replace(
        player,
        concealed=(*without(player.concealed, (tile,)), *move.tiles),
        melds=(*player.melds[:place], meld, *player.melds[place + 1 :]),
    )
    state = replace(state, players=state.with_player(seat, player))
    return _log(state, Event("upgrade", seat, tile, meld.tiles))


def _discard(rules: Rules, state: State, move: Move) -> State:
    seat, tile = move.seat, _tile(move)
    player = state.players[seat]
    player = replace(
        player,
        concealed=without(player.concealed, (tile,)),
        discards=(*player.discards, tile),
        barred=(),
        turns=player.turns + 1,
    )
    state = replace(
        state,
        players=state.with_player(seat, player),
        drawn=None,
        replaced="",
        discarded=state.discarded + 1,
        events=(Event("discard", seat, tile),),
    )
    asked = _ask(rules, state, Offer(OfferKind.DISCARD, tile, seat, ()))
    return asked if asked is not None else _next_turn(state, seat)


def _win(rules: Rules, state: State, move: Move) -> State:
    tile = _tile(move)
    facts = rules.facts(state, move.seat, tile, None)
    return _end(state, Result(move.seat, tile, facts))


def _next_turn(state: State, seat: int) -> State:
    if not state.live:
        return _exhausted(state)
    seat = (seat + 1) % len(state.players)
    return replace(state, phase=Phase.DRAW, seat=seat, drawn=None, replaced="", offer=None)


def _exhausted(state: State) -> State:
    state = replace(state, phase=Phase.ENDED, offer=None, result=Result())
    return _log(state, Event("exhausted"))


def _end(state: State, result: Result) -> State:
    state = replace(state, phase=Phase.ENDED, offer=None, result=result)
    return _log(state, Event("win", result.winner, result.tile, source=result.payer))


def _ask(rules: Rules, state: State, offer: Offer) -> State | None:
    """Ask the players who can claim the tile; None when nobody can."""
    players = len(state.players)
    order = ((offer.seat + turn) % players for turn in range(1, players))
    asked = tuple(filter(None, (rules.claims(state, seat, offer) for seat in order)))
    if not asked:
        return None
    return replace(
        state, phase=Phase.CLAIM, seat=asked[0][0].seat, offer=replace(offer, asked=asked)
    )


def _answer(rules: Rules, state: State, move: Move) -> State:
    """Note one player's answer; decide when it was the last."""
    offer = state.offer
    if offer is None:
        raise IllegalMoveError(f"{move}: no tile is offered")
    could_win = any(claim.kind is MoveKind.WIN for claim in offer.asked[0])
    if could_win and move.kind is not MoveKind.WIN and rules.barred_after_pass(offer):
        player = state.players[move.seat]
        player = replace(player, barred=(*player.barred, offer.tile))
        state = replace(state, players=state.with_player(move.seat, player))
    if move.kind is not MoveKind.PASS:
        offer = replace(offer, claims=(*offer.claims, move))
    offer = replace(offer, asked=offer.asked[1:])
    if offer.asked:
        return replace(state, seat=offer.asked[0][0].seat, offer=offer)
    if not offer.claims:
        return _unclaimed(rules, state, offer)
    # max() keeps the first of equals, and claims stand in turn order.
    best = max(offer.claims, key=lambda claim: PRECEDENCE[claim.kind])
    return _claimed(rules, state, offer, best)


def _unclaimed(rules: Rules, state: State, offer: Offer) -> State:
    if offer.kind is OfferKind.DISCARD:
        return _next_turn(state, offer.seat)
    if offer.kind is OfferKind.KONG:
        return _replacement(rules, state, offer.seat, "m")
    phase = Phase.OPENING if offer.opening else Phase.TURN
    state = replace(state, phase=phase, seat=offer.laid_by)
    return _replacement(rules, state, offer.laid_by, "b")


def _claimed(rules: Rules, state: State, offer: Offer, move: Move) -> State:
    if move.kind is MoveKind.WIN:
        facts = rules.facts(state, move.seat, offer.tile, offer)
        state = _hand_over(state, offer, move.seat)
        return _end(state, Result(move.seat, offer.tile, facts, offer.seat))
    taken = Meld((*move.tiles, offer.tile))
    state = _hand_over(state, offer, move.seat)
    player = state.players[move.seat]
    player = replace(
        player,
        concealed=without(player.concealed, taken.tiles),
        melds=(*player.melds, taken),
    )
    state = replace(
        state,
        players=state.with_player(move.seat, player),
        phase=Phase.TURN,
        seat=move.seat,
        offer=None,
        drawn=None,
        replaced="",
    )
    state = _log(state, Event(str(move.kind), move.seat, offer.tile, taken.tiles, offer.seat))
    if rules.replaces_meld(state, taken.tiles):
        return _replacement(rules, state, move.seat, "m")
    return state


def _hand_over(state: State, offer: Offer, seat: int) -> State:
    """Take the tile from where it lies; a robbed flower goes to the flowers, others to the hand."""
    owner, taker = state.players[offer.seat], state.players[seat]
    if offer.kind is OfferKind.DISCARD:
        owner = replace(owner, discards=owner.discards[:-1])
    elif offer.kind is OfferKind.FLOWER:
        owner = replace(owner, bonus=without(owner.bonus, (offer.tile,)))
    else:
        place = _meld_of(owner, offer.tile)
        left = Meld(without(owner.melds[place].tiles, (offer.tile,)))
        owner = replace(owner, melds=(*owner.melds[:place], left, *owner.melds[place + 1 :]))
    if offer.kind is OfferKind.FLOWER:
        taker = replace(taker, bonus=(*taker.bonus, offer.tile))
    else:
        taker = replace(taker, concealed=(*taker.concealed, offer.tile))
    state = replace(state, players=state.with_player(offer.seat, owner))
    return replace(state, players=state.with_player(seat, taker))


def _meld_of(player: Player, tile: Tile) -> int:
    """Place of the meld that the tile belongs to."""
    return next(
        place
        for place, meld in enumerate(player.melds)
        if all(other.face == tile.face for other in meld.tiles)
    )


def _tile(move: Move) -> Tile:
    if move.tile is None:
        raise IllegalMoveError(f"{move.kind} names no tile")
    return move.tile


_STEPS: Mapping[MoveKind, Callable[[Rules, State, Move], State]] = {
    MoveKind.DRAW: _draw,
    MoveKind.DISCARD: _discard,
    MoveKind.BONUS: _bonus,
    MoveKind.DECLARE: _declare,
    MoveKind.GROW: _grow,
    MoveKind.UPGRADE: _upgrade,
    MoveKind.WIN: _win,
}
