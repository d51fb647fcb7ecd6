"""Self-played games: whatever the players do, the rules of the table hold after every move."""

import os
from collections import Counter
from random import Random

import pytest

from scoring.hand import MeldKind
from scoring.play import (
    RULES,
    IllegalMoveError,
    Move,
    MoveKind,
    Phase,
    State,
    apply,
    find_rules,
    legal_moves,
    new_game,
    outcome,
    play_game,
    simple_player,
)
from scoring.play.text import lines
from scoring.tiles import Tile

GAMES_PLAYED = 2000 if os.environ.get("WAHUA_FULL") else 50
RANDOM_GAMES = 200 if os.environ.get("WAHUA_FULL") else 15
LEAST_WON = {"flowers": 0.9, "dolls": 0.6, "taiwanese": 0.9, "classical": 0.9}
KINDS = {
    "flowers": {MeldKind.PAIR, MeldKind.TRIPLE},
    "dolls": {MeldKind.SET},
    "taiwanese": {MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG, MeldKind.CONCEALED_KONG},
    "classical": {MeldKind.CHOW, MeldKind.PUNG, MeldKind.KONG, MeldKind.CONCEALED_KONG},
}
HELD = {"flowers": 20, "dolls": 17, "taiwanese": 16, "classical": 13}
"""Tiles of a waiting hand; what melds take beyond their plain size comes on top."""


def surplus(state: State, seat: int) -> int:
    """Tiles that a player has beyond a waiting hand."""
    player = state.players[seat]
    # With exact_21 a triple is not replaced, so that it counts in full.
    plain = 2 if state.options.get("triple_total") == "ten_sets" else 3
    melded = sum(min(len(meld.tiles), plain) for meld in player.melds)
    return len(player.concealed) + melded - HELD[state.game]


def check(state: State, tiles: Counter[Tile]) -> None:
    """No tile lost or doubled, every meld legal, nobody with too many or too few tiles."""
    assert Counter(state.tiles) == tiles
    for seat, player in enumerate(state.players):
        assert all(meld.kind in KINDS[state.game] for meld in player.melds)
        if state.game == "flowers":
            faces = [meld.tiles[0].face for meld in player.melds]
            assert len(faces) == len(set(faces))
        extra = surplus(state, seat)
        assert extra in (0, 1) or (extra == -1 and state.game == "taiwanese")
        if extra == 1:
            winner = state.result and state.result.winner
            opening = state.phase is Phase.OPENING and seat == 0
            assert opening or seat == (state.seat if state.result is None else winner)


def play_out(state: State, choose: object) -> State:
    tiles = Counter(find_rules(state.game).tile_set(state.options).counts)
    check(state, tiles)
    while state.phase is not Phase.ENDED:
        moves = legal_moves(state)
        assert moves
        assert all(move.seat == state.seat for move in moves)
        assert len(set(moves)) == len(moves)
        state = apply(state, choose(state, moves))  # type: ignore[operator]
        check(state, tiles)
    return state


def check_end(state: State) -> None:
    assert legal_moves(state) == ()
    ended = outcome(state)
    seats = find_rules(state.game).seats(state.options)
    assert tuple(ended.payments) == seats
    assert sum(ended.payments.values()) == 0
    assert state.result is not None
    if state.result.winner is None:
        return
    winner = seats[state.result.winner]
    for sheet in ended.sheets.values():
        assert sheet.valid, sheet.reasons
        assert sheet.range == (sheet.total, sheet.total)
        # The dolls' sources say nothing of payments, so their sheets have none.
        assert dict(sheet.payments) in ({}, dict(ended.payments))
    if state.game != "flowers":
        assert set(ended.sheets) == {winner}
        # A sixteen-tile hand without any item is worth nothing, and may win all the same.
        assert ended.payments[winner] == 0 or ended.payments[winner] >= ended.sheets[winner].total


@pytest.mark.parametrize("game", RULES)
def test_simple_players_finish_lawful_games(game: str) -> None:
    won = 0
    for seed in range(GAMES_PLAYED):
        state = play_out(new_game(game, seed), simple_player)
        check_end(state)
        won += state.result is not None and state.result.winner is not None
    assert won >= LEAST_WON[game] * GAMES_PLAYED


VARIANTS: list[tuple[str, dict[str, object]]] = [
    *((game, {}) for game in RULES),
    ("flowers", {"set_size": 126}),
    ("flowers", {"set_size": 128, "triple_total": "exact_21", "upgrade": "any_with_plain"}),
    ("flowers", {"profile": "yuhuan", "exhausted": "compare", "dealer_doubles": True}),
    ("flowers", {"hand_number": 4, "trump_plain": "reject"}),
    ("dolls", {"players": 4}),
    ("dolls", {"doll_profile": "source3", "doll_meld": False}),
    ("classical", {"with_bonus": False, "round": "south", "east_repeat": 2}),
    ("classical", {"losers_settle": True, "preset": "bmja"}),
    ("taiwanese", {"eight_pairs_extra": "any", "east_repeat": 1, "base": 3}),
]


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_random_players_stay_within_the_rules(game: str, options: dict[str, object]) -> None:
    for seed in range(RANDOM_GAMES):
        random = Random(seed)

        def choose(state: State, moves: tuple[Move, ...], random: Random = random) -> Move:
            """Mostly wild, so that every kind of move is met."""
            calm = random.random() < 0.5
            return simple_player(state, moves) if calm else random.choice(moves)

        check_end(play_out(new_game(game, seed, options), choose))


def test_nobody_claims_cards_and_is_left_without_a_discard() -> None:
    """Five melds and two cards: in this game a wild player could once claim a sixth."""
    random = Random(66)

    def choose(state: State, moves: tuple[Move, ...]) -> Move:
        return simple_player(state, moves) if random.random() < 0.5 else random.choice(moves)

    check_end(play_out(new_game("dolls", 66), choose))


@pytest.mark.parametrize("game", RULES)
def test_every_legal_move_applies_and_others_do_not(game: str) -> None:
    state = new_game(game, 3)
    faces = sorted(find_rules(game).tile_set(state.options).counts)
    while state.phase is not Phase.ENDED:
        moves = legal_moves(state)
        for move in moves:
            assert sorted(apply(state, move).tiles) == sorted(state.tiles)
        wrong = [Move(MoveKind.DISCARD, state.seat, tile) for tile in faces]
        wrong += [Move(kind, (state.seat + 1) % 3, faces[0]) for kind in MoveKind]
        for move in set(wrong) - set(moves):
            with pytest.raises(IllegalMoveError):
                apply(state, move)
        state = apply(state, simple_player(state, moves))
    with pytest.raises(IllegalMoveError, match="has ended"):
        apply(state, moves[0])


@pytest.mark.parametrize("game", RULES)
def test_a_record_replays_and_reads(game: str) -> None:
    record = play_game(game, 11)
    state = new_game(game, 11)
    events = list(state.events)
    for move in record.moves:
        state = apply(state, move)
        events += state.events
    assert state == record.state
    assert tuple(events) == record.events
    assert record == play_game(game, 11)
    assert record.moves != play_game(game, 12).moves
    text = "\n".join(lines(record))
    assert "Payments" in text or "Nobody pays" in text
    assert text.count("discards") == sum(event.kind == "discard" for event in events)
    shown = record.as_dict()
    assert shown["payments"] == dict(record.outcome.payments)
    assert len(shown["events"]) == len(events)


def test_a_player_who_cheats_is_stopped() -> None:
    def cheat(state: State, moves: tuple[Move, ...]) -> Move:
        del moves
        return Move(MoveKind.WIN, state.seat, state.drawn)

    with pytest.raises(IllegalMoveError):
        play_game("taiwanese", 1, players=[cheat] * 4)
