"""Each rule of play on its own, on positions set up for it."""

from collections import Counter
from dataclasses import replace

import pytest

from scoring import Hand
from scoring.games import UnknownGameError
from scoring.options import OptionError
from scoring.play import (
    IllegalMoveError,
    Move,
    MoveKind,
    Phase,
    Player,
    State,
    UnfinishedGameError,
    apply,
    check_hand,
    find_rules,
    legal_moves,
    new_game,
    outcome,
)
from scoring.play.distance import cards_to_ready, flowers_to_ready, to_ready
from scoring.play.games.mahjong import counts_of
from scoring.play.wall import break_wall
from scoring.tiles import Family, Tile

FAMILIES = {"flowers": Family.FLOWERS, "dolls": Family.DOLLS}
SPREAD = "147m258p369s1234567z"
"""Sixteen tiles without a pair or a neighbour."""
APART = "147m258p369s1234z"


def tiles(game: str, text: str) -> tuple[Tile, ...]:
    if not text:
        return ()
    hand = Hand.parse(text, FAMILIES.get(game, Family.MAHJONG))
    return (*hand.concealed, *hand.bonus)


def tile(game: str, text: str) -> Tile:
    return Tile.parse(text, FAMILIES.get(game, Family.MAHJONG))


def player(game: str, text: str) -> Player:
    hand = Hand.parse(text, FAMILIES.get(game, Family.MAHJONG))
    return Player(hand.concealed, hand.melds, hand.bonus, turns=1)


def position(
    game: str,
    *hands: str,
    live: str = "1m2m3m4m5m6m",
    seat: int = 0,
    drawn: str | None = None,
    **options: object,
) -> State:
    """A position in the middle of a game; the player at the seat has drawn the tile named."""
    last = None if drawn is None else tile(game, drawn)
    players = [player(game, text) for text in hands]
    if last is not None:
        mover = players[seat]
        held = list(mover.concealed)
        if not last.is_bonus:
            held.remove(last)
        players[seat] = replace(mover, concealed=(*held, last), bonus=mover.bonus)
        if last.is_bonus:
            aside = tuple(t for t in mover.bonus if t != last)
            players[seat] = replace(players[seat], bonus=aside)
    return replace(
        new_game(game, 0, options),
        players=tuple(players),
        live=tiles(game, live),
        loose=tiles(game, "9m9m") if game == "classical" else (),
        dead=(),
        phase=Phase.TURN,
        seat=seat,
        drawn=last,
        discarded=len(hands),
        events=(),
    )


def do(state: State, kind: str, text: str | None = None, with_: str = "") -> State:
    """Apply the one legal move of this kind, tile and tiles."""
    wanted = None if text is None else tile(state.game, text)
    used = sorted(tiles(state.game, with_))
    found = [
        move
        for move in legal_moves(state)
        if move.kind == kind
        and (wanted is None or move.tile == wanted)
        and (not used or sorted(move.tiles) == used)
    ]
    assert len(found) == 1, (kind, text, [str(move) for move in legal_moves(state)])
    return apply(state, found[0])


def kinds(state: State) -> set[str]:
    return {str(move.kind) for move in legal_moves(state)}


# ── the wall and the deal ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("widths", "side", "stack", "first"),
    [
        ((18, 18, 18, 18), 0, 0, 0),
        ((18, 18, 18, 18), 0, 7, 14),
        # Clockwise after the dealer's wall comes that of the last seat.
        ((18, 18, 18, 18), 3, 5, 46),
        ((18, 18, 18, 18), 2, 2, 76),
        ((18, 18, 18, 18), 1, 12, 132),
        # With 126 flower tiles the dealer's wall has fifteen stacks only.
        ((15, 16, 16, 16), 3, 4, 38),
        ((15, 16, 16, 16), 1, 4, 102),
    ],
)
def test_the_wall_is_drawn_clockwise_from_the_break(
    widths: tuple[int, ...], side: int, stack: int, first: int
) -> None:
    kinds_of = list(find_rules("taiwanese").tile_set({}).counts)
    wall = [kinds_of[number % 42] for number in range(2 * sum(widths))]
    drawn = break_wall(wall, widths, side, stack)
    assert drawn == (*wall[first:], *wall[:first])


def test_a_wall_has_its_size() -> None:
    with pytest.raises(ValueError, match="do not fill"):
        break_wall([], (1, 1), 0, 0)
    with pytest.raises(ValueError, match="cannot be broken"):
        break_wall([tile("flowers", "1-1")] * 4, (1, 1), 0, 2)


@pytest.mark.parametrize(
    ("game", "options", "held", "live", "dead"),
    [
        ("flowers", {"set_size": 126}, [20, 20, 20, 20], 46, 0),
        ("flowers", {"set_size": 128}, [20, 20, 20, 20], 48, 0),
        ("flowers", {}, [20, 20, 20, 20], 56, 0),
        ("dolls", {}, [18, 17, 17], 20, 0),
        ("dolls", {"players": 4}, [18, 17, 17, 17], 3, 0),
        ("taiwanese", {}, [16, 16, 16, 16], 80, 0),
        ("classical", {}, [14, 13, 13, 13], 77, 14),
        ("classical", {"with_bonus": False}, [14, 13, 13, 13], 69, 14),
    ],
)
def test_the_deal(
    game: str, options: dict[str, object], held: list[int], live: int, dead: int
) -> None:
    for seed in range(20):
        state = new_game(game, seed, options)
        deals = [event for event in state.events if event.kind == "deal"]
        assert [len(event.tiles) for event in deals] == held
        opened = sum(event.kind == "replace" for event in state.events)
        assert opened == 0
        assert len(state.live) == live
        assert len(state.loose) + len(state.dead) == dead
        rolls = state.setup.rolls
        if game == "dolls":
            assert (state.setup.side, rolls) == (None, ())
            continue
        players = sum(rolls[0]) - 1
        # Mahjong counts the players in turn order, Digging Flowers counts walls clockwise.
        assert state.setup.side == (-players if game == "flowers" else players) % 4
        assert state.setup.stack == sum(rolls[1])


def test_east_takes_the_first_and_the_third_stack_at_the_end_of_the_deal() -> None:
    rules = find_rules("classical")
    state = new_game("classical", 5, {"with_bonus": False})
    hands = [event.tiles for event in state.events if event.kind == "deal"]
    fours = [tuple(hand[start : start + 4]) for start in (0, 4, 8) for hand in hands]
    order = [one for four in fours for one in four]
    order += [hands[0][12], hands[1][12], hands[2][12], hands[3][12], hands[0][13]]
    wall = (*order, *state.live, *state.loose, *state.dead)
    assert Counter(wall) == Counter(rules.tile_set(state.options).counts)
    # The same seed deals the same wall, in whole.
    assert len(wall) == 136
    assert len(state.loose) == 2


@pytest.mark.parametrize("game", ["flowers", "taiwanese", "classical"])
def test_bonus_tiles_are_laid_aside_in_turn_order_before_play(game: str) -> None:
    for seed in range(10):
        state = new_game(game, seed)
        seats = []
        while state.phase is Phase.OPENING:
            (move,) = legal_moves(state)
            assert move.kind is MoveKind.BONUS
            seats.append(move.seat)
            before = state
            state = apply(state, move)
            if game == "classical":
                assert state.players[move.seat].concealed[-1] == before.loose[0]
            else:
                assert state.players[move.seat].concealed[-1] == before.live[-1]
        assert seats == sorted(seats)
        assert not any(t.is_bonus for one in state.players for t in one.concealed)
        assert (state.phase, state.seat) == (
            (Phase.TURN, 0) if game == "classical" else (Phase.DRAW, 0)
        )


def test_after_the_last_loose_tile_the_last_two_of_the_wall_become_loose() -> None:
    state = position("classical", "1111m2222m" + "58p369s1z", APART, APART, APART, drawn="2m")
    live = state.live
    state = do(state, "declare", with_="1111m")
    assert len(state.loose) == 1
    state = do(state, "declare", with_="2222m")
    assert (state.loose, state.live) == (live[-2:], live[:-2])
    assert state.replaced == "mm"


# ── claims ─────────────────────────────────────────────────────────────────────────────────


def test_only_the_next_player_chows_and_anybody_pungs() -> None:
    hand = "55m" + "258p369s1234567z" + "1p"
    chow = "46m" + "258p369s1234567z" + "1p"
    state = position("taiwanese", "5m" + SPREAD, chow, chow, hand, drawn="5m")
    state = do(state, "discard", "5m")
    assert (state.seat, kinds(state)) == (1, {"chow", "pass"})
    asked = do(state, "pass")
    assert (asked.seat, kinds(asked)) == (3, {"pung", "pass"})
    # West may not chow: nobody asks him.
    assert do(asked, "pass").seat == 1


def test_a_pung_goes_before_a_chow() -> None:
    state = position(
        "taiwanese",
        "5m" + SPREAD,
        "46m258p369s1234567z1p",
        SPREAD,
        "55m258p369s1234567z1p",
        drawn="5m",
    )
    state = do(do(state, "discard", "5m"), "chow")
    assert state.phase is Phase.CLAIM
    assert state.players[0].discards[-1] == tile("taiwanese", "5m")
    state = do(state, "pung")
    assert (state.phase, state.seat, state.drawn) == (Phase.TURN, 3, None)
    assert str(state.players[3].melds[0]) == "[555m]"
    assert state.players[1].melds == ()
    assert state.players[0].discards == ()
    assert kinds(state) == {"discard"}


WAITS_5M = "46m123p456p789p123s99s"


def test_a_win_goes_before_a_pung_and_the_nearer_winner_first() -> None:
    pungs = "55m258p369s1234567z1p"
    state = position("taiwanese", "5m" + SPREAD, pungs, WAITS_5M, WAITS_5M, drawn="5m")
    state = do(state, "discard", "5m")
    state = do(state, "pung")
    assert (state.seat, kinds(state)) == (2, {"win", "pass"})
    both = do(do(state, "win"), "win")
    assert both.result is not None
    assert (both.result.winner, both.result.payer) == (2, 0)
    last = do(do(state, "pass"), "win")
    assert last.result is not None
    assert last.result.winner == 3
    none = do(do(state, "pass"), "pass")
    assert str(none.players[1].melds[0]) == "[555m]"
    ended = outcome(both)
    assert ended.sheets["west"].valid
    assert ended.payments["east"] == -ended.payments["west"]


def test_a_claimed_kong_is_replaced() -> None:
    state = position("taiwanese", "5m" + SPREAD, SPREAD, "555m258p369s1234567z", SPREAD, drawn="5m")
    last = state.live[-1]
    state = do(do(state, "discard", "5m"), "kong")
    assert str(state.players[2].melds[0]) == "[5555m]"
    assert (state.drawn, state.seat, state.replaced) == (last, 2, "m")


# ── a win passed up ────────────────────────────────────────────────────────────────────────


def test_a_win_passed_up_is_barred_until_the_players_next_turn_is_over() -> None:
    state = position(
        "taiwanese",
        "55m" + SPREAD[:-2] + "z",
        SPREAD,
        WAITS_5M,
        SPREAD,
        drawn="5m",
        live="1z5m1z1z5m1z",
    )
    state = do(do(state, "discard", "5m"), "pass")
    assert state.players[2].barred == (tile("taiwanese", "5m"),)
    state = do(do(state, "draw"), "discard", "1z")
    # West draws the very tile and may not win with it.
    state = do(state, "draw")
    assert state.drawn == tile("taiwanese", "5m")
    assert "win" not in kinds(state)
    state = do(state, "discard", "5m")
    assert state.players[2].barred == ()
    state = do(do(state, "draw"), "discard", "1z")
    state = do(do(state, "draw"), "discard", "5m")
    assert (state.seat, kinds(state)) == (2, {"win", "pass"})


def test_the_classical_game_bars_nothing() -> None:
    waits = "46m123p456p789p99s"
    state = position("classical", "5m" + APART, APART, waits, APART, drawn="5m")
    state = do(do(state, "discard", "5m"), "pass")
    assert state.players[2].barred == ()


# ── robbing ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("game", "maker", "waits", "other"),
    [
        ("taiwanese", "5m58p369s12345z66z[555m]", WAITS_5M, SPREAD),
        ("classical", "5m58p369s12345z[555m]", "46m123p456p789p99s", APART),
    ],
)
def test_a_kong_can_be_robbed(game: str, maker: str, waits: str, other: str) -> None:
    state = position(game, maker, other, waits, other, drawn="5m")
    state = do(state, "grow", "5m")
    assert (state.phase, state.seat, kinds(state)) == (Phase.CLAIM, 2, {"win", "pass"})
    assert str(state.players[0].melds[0]) == "[5555m]"
    kept = do(state, "pass")
    assert (kept.phase, kept.seat, kept.replaced) == (Phase.TURN, 0, "m")
    robbed = do(state, "win")
    assert str(robbed.players[0].melds[0]) == "[555m]"
    assert robbed.result is not None
    assert robbed.result.context["rob_kong"] is True
    ended = outcome(robbed)
    assert "rob_kong" in {item.key for item in ended.sheets["west"].items}
    if game == "taiwanese":
        assert ended.payments["east"] == -ended.payments["west"]


def test_a_concealed_kong_cannot_be_robbed() -> None:
    state = position(
        "classical", "5555m58p369s12345z", APART, "46m123p456p789p99s", APART, drawn="5m"
    )
    state = do(state, "declare", with_="5555m")
    assert state.phase is Phase.TURN
    assert str(state.players[0].melds[0]) == "(5555m)"


SEVEN = SPREAD + "|1f2f3f4f5f6f7f"


def test_the_eighth_flower_is_robbed_from_whoever_lays_it_down() -> None:
    state = position("taiwanese", SPREAD + "|8f", SPREAD, SEVEN, SPREAD, drawn="8f")
    assert legal_moves(state) == (Move(MoveKind.BONUS, 0, tile("taiwanese", "8f")),)
    state = do(state, "bonus")
    assert (state.phase, state.seat, kinds(state)) == (Phase.CLAIM, 2, {"win", "pass"})
    kept = do(state, "pass")
    assert (kept.phase, kept.seat, kept.replaced) == (Phase.TURN, 0, "b")
    robbed = do(state, "win")
    ended = outcome(robbed)
    assert ended.payments == {"east": -8, "south": 0, "west": 8, "north": 0}
    assert [item.key for item in ended.sheets["west"].items] == ["eight_flowers"]


def test_the_seventh_flower_robs_an_eighth_that_lies_there() -> None:
    state = position("taiwanese", SEVEN, SPREAD, SPREAD, SPREAD + "|8f", drawn="7f")
    state = do(state, "bonus")
    assert (state.phase, state.seat) == (Phase.CLAIM, 0)
    assert outcome(do(state, "win")).payments["north"] == -8
    kept = do(state, "pass")
    assert (kept.phase, kept.seat) == (Phase.TURN, 0)
    assert len(kept.players[0].concealed) == 17


def test_eight_flowers_win_at_once() -> None:
    state = do(position("taiwanese", SEVEN + "8f", SPREAD, SPREAD, SPREAD, drawn="8f"), "bonus")
    assert state.phase is Phase.ENDED
    assert outcome(state).payments == {"east": 24, "south": -8, "west": -8, "north": -8}


# ── replacements, special wins, the end of the wall ────────────────────────────────────────


def test_a_win_on_a_replacement_is_said_to_be_one() -> None:
    hand = "5555m123p456p789p1s99s3s"
    state = position("taiwanese", hand, SPREAD, SPREAD, SPREAD, drawn="5m", live="1m2s")
    state = do(do(state, "declare", with_="5555m"), "win", "2s")
    assert state.result is not None
    assert state.result.context["replacement"] is True
    assert {"replacement", "self_draw", "kong"} <= {
        item.key for item in outcome(state).sheets["east"].items
    } | {"self_draw", "kong"}


def test_no_kong_without_a_replacement() -> None:
    hand = "5555m123p456p789p1s99s3s"
    state = position("taiwanese", hand, SPREAD, SPREAD, SPREAD, drawn="5m", live="")
    assert kinds(state) == {"discard"}


def test_the_last_discard_only_wins_and_then_nobody_pays() -> None:
    pungs = "55m258p369s1234567z1p"
    state = position("taiwanese", "5m" + SPREAD, pungs, WAITS_5M, SPREAD, drawn="5m", live="")
    state = do(state, "discard", "5m")
    assert (state.seat, kinds(state)) == (2, {"win", "pass"})
    state = do(state, "pass")
    assert state.phase is Phase.ENDED
    assert outcome(state).payments == dict.fromkeys(("east", "south", "west", "north"), 0)


def test_the_last_tile_and_the_last_discard_are_facts_of_the_win() -> None:
    state = position("taiwanese", SPREAD, SPREAD, WAITS_5M, SPREAD, live="5m", seat=2)
    state = do(replace(state, phase=Phase.DRAW), "draw")
    won = do(state, "win")
    assert won.result is not None
    assert won.result.context["last_tile"] is True
    hands = ("5m" + APART, APART, "46m123p456p789p99s", APART)
    state = do(position("classical", *hands, drawn="5m", live=""), "discard", "5m")
    won = do(state, "win")
    assert won.result is not None
    assert won.result.context["last_discard"] is True


def test_the_first_seventeenth_tile_is_heavenly_for_anybody() -> None:
    state = position("taiwanese", SPREAD, SPREAD, WAITS_5M, SPREAD, live="5m1m", seat=2)
    west = replace(state.players[2], turns=0)
    state = replace(state, players=state.with_player(2, west), phase=Phase.DRAW)
    won = do(do(state, "draw"), "win")
    assert "heavenly" in {item.key for item in outcome(won).sheets["west"].items}


def test_hands_from_heaven_and_earth() -> None:
    state = position("classical", "456m123p456p789p99s", APART, APART, APART, drawn="9s")
    won = do(replace(state, discarded=0), "win")
    assert outcome(won).payments["east"] == 3 * 2 * 500
    hands = ("5m" + APART, APART, "46m123p456p789p99s", APART)
    state = replace(position("classical", *hands, drawn="5m"), discarded=0)
    won = do(do(state, "discard", "5m"), "win")
    assert outcome(won).sheets["west"].total == 500


def test_losers_settle_when_asked() -> None:
    hands = ("5m" + APART, "777z47m258p369s12z", "46m123p456p789p11s", APART)
    plain = do(do(position("classical", *hands, drawn="5m"), "discard", "5m"), "win")
    state = position("classical", *hands, drawn="5m", losers_settle=True)
    settled = do(do(state, "discard", "5m"), "win")
    assert outcome(settled).payments["south"] > outcome(plain).payments["south"]
    assert sum(outcome(settled).payments.values()) == 0


# ── Digging Flowers ────────────────────────────────────────────────────────────────────────

PAIRS = "1-1 1-1f 1-2 1-2f 1-3 1-3f 1-4 1-4f 1-5 1-5f 1-6 1-6f 2-2 2-2f 2-3 2-3f"
"""Eight pairs."""
SINGLES = "1-1 1-2 1-3 1-4 1-5 1-6 2-2 2-3 2-4 2-5 2-6 3-3 3-4 3-5 3-6 4-4 4-5 4-6 5-5 5-6"
LIVE = "6-6 6-6 6-6f 6-6d"


def flowers(*hands: str, live: str = LIVE, **more: object) -> State:
    return position("flowers", *hands, live=live, **more)  # type: ignore[arg-type]


def test_a_pair_comes_from_the_player_before_only() -> None:
    state = flowers(SINGLES + " 1-1f", SINGLES, SINGLES, SINGLES, drawn="1-1f")
    state = do(state, "discard", "1-1f")
    assert (state.seat, kinds(state)) == (1, {"pair", "pass"})
    passed = do(state, "pass")
    assert (passed.phase, passed.seat) == (Phase.DRAW, 1)
    taken = do(state, "pair")
    assert str(taken.players[1].melds[0]) == "[1-1 1-1f]"
    assert kinds(taken) == {"discard"}


def test_a_win_is_taken_out_of_turn_and_the_highest_total_wins() -> None:
    ready = PAIRS + " 2-4 2-4 2-5 3-3"
    rich = "1-1f 1-1f 1-4f 1-4f 5-5f 5-5f 1-2f 1-2f 2-3d 2-3f 2-4d 2-4f 3-5d 3-5f 3-6d 3-6f"
    rich += " 4-5d 4-5f 1-5d 1-5f"
    state = flowers(SINGLES + " 3-3f", SINGLES, ready, rich, drawn="3-3f")
    state = do(state, "discard", "3-3f")
    state = do(state, "pass")  # earth, who could make a pair
    assert (state.seat, kinds(state)) == (2, {"win", "pass"})
    state = do(state, "win")
    state = replace(state) if state.phase is Phase.ENDED else do(state, "pass")
    ended = outcome(state)
    assert set(ended.sheets) == {"heaven", "earth", "people", "harmony"}
    assert all(sheet.valid for sheet in ended.sheets.values())
    totals = {seat: sheet.total for seat, sheet in ended.sheets.items()}
    assert totals["harmony"] == max(totals.values())
    assert ended.payments["harmony"] == sum(totals["harmony"] - one for one in totals.values())


def test_two_plain_tiles_on_the_table_are_frozen() -> None:
    hand = "1-1f [1-1 1-1] [1-2 1-2f] 1-2d 1-3 1-4 1-5 1-6 2-2 2-3 2-4 2-5 2-6 3-3 3-4 3-5 3-6 4-4"
    state = flowers(hand, SINGLES, SINGLES, SINGLES, drawn="4-4")
    upgrades = [move for move in legal_moves(state) if move.kind is MoveKind.UPGRADE]
    assert [str(move) for move in upgrades] == ["upgrade 1-2d with 1-2"]
    after = do(state, "upgrade")
    assert str(after.players[0].melds[1]) == "[1-2f 1-2d]"
    assert tile("flowers", "1-2") in after.players[0].concealed
    free = flowers(hand, SINGLES, SINGLES, SINGLES, drawn="4-4", upgrade="any_with_plain")
    assert sum(move.kind is MoveKind.UPGRADE for move in legal_moves(free)) == 2


def test_a_pattern_is_melded_once() -> None:
    taken = "[1-1 1-1f] 1-1 1-3 1-4 1-5 1-6 2-2 2-3 2-4 2-5 2-6 3-3 3-4 3-5 3-6 4-4 4-5 4-6 5-5"
    state = flowers(SINGLES + " 1-1f", taken, SINGLES, SINGLES, drawn="1-1f")
    state = do(state, "discard", "1-1f")
    assert (state.phase, state.seat) == (Phase.DRAW, 1)


TRIPLE = "1-1f 1-1d 1-3 1-4 1-5 1-6 2-2 2-3 2-4 2-5 2-6 3-3 3-4 3-5 3-6 4-4 4-5 4-6 5-5 5-6"


@pytest.mark.parametrize(("total", "held"), [("ten_sets", 19), ("exact_21", 18)])
def test_a_triple_of_framed_tiles_brings_a_replacement(total: str, held: int) -> None:
    state = flowers(SINGLES + " 1-1f", TRIPLE, SINGLES, SINGLES, drawn="1-1f", triple_total=total)
    state = do(do(state, "discard", "1-1f"), "triple")
    assert str(state.players[1].melds[0]) == "[1-1f 1-1d 1-1f]"
    assert len(state.players[1].concealed) == held
    assert (state.drawn is None) is (total == "exact_21")


def test_a_triple_is_shown_from_the_hand_or_grows_from_a_framed_pair() -> None:
    state = flowers(TRIPLE + " 1-1f", SINGLES, SINGLES, SINGLES, drawn="1-1f")
    state = do(state, "declare")
    assert str(state.players[0].melds[0]) == "[1-1d 1-1f 1-1f]"
    assert state.replaced == "m"
    open_pair = "1-1f [1-1f 1-1d]" + TRIPLE.removeprefix("1-1f 1-1d")
    state = do(flowers(open_pair, SINGLES, SINGLES, SINGLES, drawn="1-1f"), "grow", "1-1f")
    assert str(state.players[0].melds[0]) == "[1-1f 1-1d 1-1f]"
    assert state.replaced == "m"


def test_the_second_roll_shakes() -> None:
    for seed in range(6):
        state = new_game("flowers", seed)
        ended = replace(
            flowers(PAIRS + " 2-4 2-4f 5-5 5-5f 5-6f", SINGLES, SINGLES, SINGLES, drawn="5-6f"),
            setup=state.setup,
        )
        a, b = state.setup.rolls[1]
        names = {
            item.tiles[0].face: item.name
            for item in outcome(do(ended, "win")).sheets["heaven"].items
            if item.tiles
        }
        base = f"{min(7 - a, 7 - b)}-{max(7 - a, 7 - b)}"
        for face in (f"{min(a, b)}-{max(a, b)}", base):
            if face in names and a + b != 7:
                assert "shaken" in names[face]


def test_whites_and_flowers_are_laid_aside_and_replaced() -> None:
    state = flowers(SINGLES + " | 5z", SINGLES, SINGLES, SINGLES, drawn="5z")
    last = state.live[-1]
    state = do(state, "bonus", "5z")
    assert state.players[0].bonus == (tile("flowers", "5z"),)
    assert (state.drawn, state.replaced) == (last, "b")


@pytest.mark.parametrize(("exhausted", "zero"), [("no_payment", True), ("compare", False)])
def test_an_exhausted_wall(exhausted: str, zero: bool) -> None:
    state = flowers(
        SINGLES + " 1-1f",
        PAIRS + " 2-4 2-5 2-6 3-3",
        SINGLES,
        SINGLES,
        drawn="1-1f",
        live="",
        exhausted=exhausted,
    )
    state = do(state, "discard", "1-2")
    assert state.phase is Phase.ENDED
    payments = outcome(state).payments
    assert (set(payments.values()) == {0}) is zero
    assert sum(payments.values()) == 0


# ── doll cards ─────────────────────────────────────────────────────────────────────────────

MIXED = "fu fu ru ru dong dong hai hai shou shou bi bi nan nan shan shan doll"
STOCK = "shan shan shan"


def dolls(*hands: str, live: str = STOCK, **more: object) -> State:
    return position("dolls", *hands, live=live, **more)  # type: ignore[arg-type]


def test_fours_are_declared_and_grow_before_play() -> None:
    start = dolls(
        "fu fu fu fu fu ru ru dong dong hai hai shou shou bi bi nan nan doll", MIXED, MIXED
    )
    start = replace(start, phase=Phase.OPENING, drawn=start.players[0].concealed[-1])
    state = do(start, "declare")
    assert str(state.players[0].melds[0]) == "[fu fu fu fu]"
    state = do(state, "grow", "fu")
    assert str(state.players[0].melds[0]) == "[fu fu fu fu fu]"
    assert len(state.live) == len(start.live) - 2
    assert (state.phase, state.seat) == (Phase.TURN, 0)
    assert state.players[0].concealed[-2:] == tiles("dolls", "shan shan")


def test_a_four_in_play_must_be_declared() -> None:
    state = dolls(
        "fu fu fu fu ru ru dong dong hai hai shou shou bi bi nan nan shan doll",
        MIXED,
        MIXED,
        drawn="fu",
    )
    assert kinds(state) == {"declare"}
    assert kinds(replace(state, live=())) == {"discard"}


def test_only_the_next_player_takes_a_discard_and_only_for_a_set() -> None:
    state = dolls(MIXED + " fu", MIXED, MIXED, drawn="doll")
    state = do(state, "discard", "fu")
    assert (state.seat, kinds(state)) == (1, {"set", "pass"})
    assert str(do(state, "set").players[1].melds[0]) == "[fu fu fu]"
    state = do(do(state, "pass"), "draw")
    assert state.seat == 1


def test_a_set_of_four_from_a_discard_is_replaced() -> None:
    trio = "fu fu fu* ru ru dong dong hai hai shou shou bi bi nan nan shan doll"
    state = do(dolls(MIXED + " fu", trio, MIXED, drawn="doll"), "discard", "fu")
    state = do(state, "set")
    assert str(state.players[1].melds[0]) == "[fu fu fu* fu]"
    assert len(state.players[1].concealed) == 15


def test_a_hand_of_sets_and_a_pair_wins_with_one_more_card() -> None:
    ready = "fu fu fu ru ru ru dong dong dong hai hai hai shou shou shou doll doll"
    state = dolls(MIXED + " fu", ready, MIXED, drawn="doll")
    won = do(do(state, "discard", "fu"), "win")
    ended = outcome(won)
    # Eighteen cards of ten, doubled for the phrase with the dolls.
    assert ended.payments == {"banker": -360, "second": 720, "third": -360}
    assert ended.sheets["second"].valid
    # Nobody but the next player is asked.
    state = do(dolls(MIXED + " fu", MIXED, ready, drawn="doll"), "discard", "fu")
    assert state.seat == 1
    sized = dolls(MIXED + " fu", ready, MIXED, drawn="doll", hand_size=19)
    assert kinds(do(sized, "discard", "fu")) == {"set", "pass"}


def test_when_the_stock_ends_the_highest_points_win() -> None:
    rich = "fu fu fu ru ru ru dong dong dong hai hai hai shou shou nan bi doll"
    state = do(dolls(MIXED + " doll", MIXED, rich, drawn="doll", live=""), "discard", "bi")
    assert state.phase is Phase.ENDED
    assert outcome(state).payments == {"banker": -120, "second": -120, "third": 240}
    tied = do(dolls(MIXED + " doll", rich, rich, drawn="doll", live=""), "discard", "bi")
    assert set(outcome(tied).payments.values()) == {0}


# ── errors, distances, checking a photographed hand ───────────────────────────────────────


def test_errors_say_what_is_wrong() -> None:
    state = position("taiwanese", "5m" + SPREAD, SPREAD, SPREAD, SPREAD, drawn="5m")
    with pytest.raises(IllegalMoveError, match="it is the move of seat 0"):
        apply(state, Move(MoveKind.DISCARD, 1, tile("taiwanese", "1m")))
    with pytest.raises(IllegalMoveError, match="may discard"):
        apply(state, Move(MoveKind.DISCARD, 0, tile("taiwanese", "9m")))
    with pytest.raises(UnknownGameError, match="cannot be played"):
        new_game("riichi", 0)
    with pytest.raises(OptionError, match="unknown option"):
        new_game("dolls", 0, {"round": "east"})
    with pytest.raises(UnfinishedGameError):
        outcome(state)


@pytest.mark.parametrize(
    ("text", "sets", "distance"),
    [
        ("123456789m123p99s", 4, -1),
        ("123456789m123p9s", 4, 0),
        ("12345678m123p99s", 4, 0),
        ("147m258p369s1234z", 4, 8),
        ("11m22m33m44m55m66m7m", 4, 0),
        ("46m123p456p789p123s99s", 5, 0),
        ("147m258p369s1234567z", 5, 10),
    ],
)
def test_distances_of_mahjong_hands(text: str, sets: int, distance: int) -> None:
    assert to_ready(counts_of(Hand.parse(text).concealed), sets) == distance


@pytest.mark.parametrize(
    ("pairs", "singles", "distance"), [(10, 1, -1), (10, 0, 0), (9, 2, 0), (8, 3, 1), (0, 20, 9)]
)
def test_distances_of_flower_hands(pairs: int, singles: int, distance: int) -> None:
    assert flowers_to_ready(pairs, singles) == distance


def test_missing_cards_of_doll_hands() -> None:
    assert cards_to_ready((3, 3, 3, 3, 3, 2, 0, 0, 0), 18) == 1
    assert cards_to_ready((4, 3, 3, 3, 3, 2, 0, 0, 0), 18) == 0
    # Five pairs become threes, one of them a four; another pair stays.
    assert cards_to_ready((2, 2, 2, 2, 2, 2, 2, 2, 1), 18) == 6


def test_a_photographed_hand_is_checked_against_the_game() -> None:
    state = position(
        "taiwanese",
        "5m" + SPREAD,
        "55m258p369s12345z124s",
        SPREAD + "|1f",
        SPREAD,
        drawn="5m",
    )
    state = do(do(state, "discard", "5m"), "pung")
    assert check_hand(state, 1, state.players[1].hand) == []
    # One tile is read wrong: nobody can hold six 5m, and a tile is missing beside.
    shown = Hand.parse("555m258p369s1234z124s [555m]")
    assert check_hand(state, 1, shown) == [
        "6 × 5m: the set has 4",
        "16 concealed tiles, but the player has 14 now",
    ]
    assert check_hand(state, 1, Hand.parse("1111m258p369s1234z [555m] | 1f")) == [
        "4 × 1m: the set has 4; elsewhere are 1 held by east, 1 held by west, 1 held by north",
        "1 × 1f: the set has 1; elsewhere are 1 laid aside by west",
        "1f was not laid aside by this player",
    ]
    assert check_hand(state, 1, Hand.parse("258p369s12345z124s")) == [
        "the meld [555m] of this player is missing"
    ]
    assert check_hand(state, 1, Hand.parse("258p369s12345z124s [555m] [123m]")) == [
        "[123m] is no meld of this player"
    ]
    assert check_hand(state, 2, Hand.parse(SPREAD)) == ["1f, laid aside by this player, is missing"]
    foreign = Hand((tile("dolls", "fu"),))
    assert check_hand(state, 1, foreign)[0] == "fu does not belong to the set of this game"
    with pytest.raises(IllegalMoveError, match="seats 0 to 3"):
        check_hand(state, 4, shown)


def test_a_discard_counts_against_a_hand() -> None:
    state = position("taiwanese", "5m" + SPREAD, SPREAD, SPREAD, SPREAD, drawn="5m")
    state = do(state, "discard", "5m")
    reasons = check_hand(state, 2, Hand.parse("5555m258p369s1234z12s"))
    assert reasons == ["4 × 5m: the set has 4; elsewhere are 1 discarded by east"]
