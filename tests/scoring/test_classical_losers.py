"""What losing hands are worth, and who pays whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import HandError, score
from scoring.games.classical import points_of_loser
from scoring.games.classical.settlement import pay_winner, settle_losers
from scoring.mahjong.context import ContextError, Seat

Context = dict[str, object]
WIN = "44s23p4p [123m] [456s] [789m]"  # 40 on a discard
SETTLE: dict[str, object] = {"losers_settle": True}

# hand, seat, round, total, lines with a value, doubles
Case = tuple[str, str, str, int, dict[str, int], dict[str, int]]

LOSERS: list[Case] = [
    ("123m456m789m123p4s", "south", "east", 0, {}, {}),
    ("123m456m789m123p4s | 1f 7f", "south", "east", 8, {"flower": 8}, {}),
    (
        "123m456m789m123p4s | 2f 6f",
        "south",
        "east",
        16,
        {"flower": 8},
        {"own_flower_and_season": 1},
    ),
    (
        "55z66z77z111m [123m]5s",
        "south",
        "east",
        14,
        {"dragon_pair": 6, "pung_major_concealed": 8},
        {},
    ),
    ("11z22z123m456p78s9m", "south", "east", 4, {"seat_wind_pair": 2, "round_wind_pair": 2}, {}),
    ("11z123m456p789s33p", "east", "east", 4, {"seat_wind_pair": 2, "round_wind_pair": 2}, {}),
    ("33z123m456p789s33p", "east", "east", 0, {}, {}),
    (
        "[111z] [2222m]123p67s99m",
        "east",
        "east",
        48,
        {"pung_major_exposed": 4, "kong_simple_exposed": 8},
        {"seat_wind": 1, "round_wind": 1},
    ),
    (
        "222m555p7777s (9999p)",  # three held alike, four held alike, a declared kong
        "east",
        "east",
        88,
        {"pung_simple_concealed": 12, "kong_major_concealed": 32},
        {"three_concealed": 1},
    ),
    (
        "123m456m78m11p [777z] | 1f 2f 3f 4f",
        "west",
        "east",
        80,
        {"pung_major_exposed": 4, "flower": 16},
        {"dragon": 1, "all_flowers": 1},
    ),
    (
        "5z12m9p (6666z) (7777z) [1111z] | 5f 6f 7f 8f 1f",
        "east",
        "east",
        500,
        {"kong_major_concealed": 64, "kong_major_exposed": 16, "flower": 20},
        {
            "dragon": 2,
            "seat_wind": 1,
            "round_wind": 1,
            "own_flower_and_season": 1,
            "all_seasons": 1,
        },
    ),
]


@pytest.mark.parametrize("case", LOSERS)
def test_losing_hands(case: Case) -> None:
    hand, seat, wind, total, values, doubled = case
    sheet = points_of_loser(hand, seat=seat, round_wind=wind)
    assert sheet.valid, sheet.reasons
    assert (sheet.total, sheet.range) == (total, (total, total))
    found = {i.key: i.value for i in sheet.items if i.value and i.key not in ("doubles", "limit")}
    assert found == values
    assert {i.key: i.count for i in sheet.items if not i.value} == doubled
    assert dict(sheet.payments) == {}


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("123m456m789m123p44s", "13 tiles expected (13 + kongs, flowers apart), got 14"),
        ("11111m23456789p", "5 × 1m: the set has only 4"),
        ("123m456m789m123pback", "1 face-down (unknown) tile: name every tile"),
        ("123m456m789m1p [124s]", "the meld [124s] is no chow, pung or kong"),
        ("[123m] [456m] [789m] [123s] [3333p]", "13 + 1 kong"),
    ],
)
def test_losing_hands_that_cannot_be(hand: str, reason: str) -> None:
    sheet = points_of_loser(hand, seat="south", round_wind="east")
    assert not sheet.valid
    assert reason in " ".join(sheet.reasons)


def test_a_losing_hand_with_unknown_winds_has_a_range() -> None:
    sheet = points_of_loser("111z123m456p789s3p")
    assert (sheet.total, sheet.range) == (8, (8, 32))
    assert [note.split(":")[0] for note in sheet.notes] == ["seat is unknown", "round is unknown"]


def test_options_hold_for_losers() -> None:
    hand = "123m456m789m123p4s | 2f"
    each = {"own_flower_rule": "each"}
    assert points_of_loser(hand, seat="south", options=each).total == 8
    assert not points_of_loser(hand, options={"with_bonus": False}).valid


def test_all_pay_the_winner_and_east_twice() -> None:
    assert pay_winner(68, Seat.SOUTH) == {"east": -136, "south": 272, "west": -68, "north": -68}
    assert pay_winner(10, Seat.EAST) == {"east": 60, "south": -20, "west": -20, "north": -20}
    assert pay_winner(10, None) == {}


FACTS: Context = {"win": "discard", "winning_tile": "4p", "seat": "south", "round": "east"}


def test_losers_settle_by_points() -> None:
    context: Context = {**FACTS, "loser_points": {"east": 24, "west": 8, "north": 0}}
    sheet = score("classical", WIN, context, SETTLE)
    # from the winner: E -80, W -40, N -40; then W pays E 2×16, N pays E 2×24, N pays W 8
    assert dict(sheet.payments) == {"east": 0, "south": 160, "west": -64, "north": -96}


def test_losers_settle_by_hands() -> None:
    context: Context = {
        **FACTS,
        "loser_hands": {"east": "[111z]222s567p55s66s", "West": "888s9m [123p] [777p] 456p"},
        "loser_points": {"north": 0},
    }
    sheet = score("classical", WIN, context, SETTLE)
    # East: 4 + 4, two doubles = 32; West: 4 + 2 = 6
    assert dict(sheet.payments) == {
        "east": -80 + 2 * 26 + 2 * 32,
        "south": 160,
        "west": -40 - 52 + 6,
        "north": -40 - 64 - 6,
    }
    assert any(note.startswith("east scores 32 (") for note in sheet.notes)
    assert any(note.startswith("west scores 6 (") for note in sheet.notes)


def test_the_option_is_off_by_default() -> None:
    context: Context = {**FACTS, "loser_points": {"east": 24, "west": 8, "north": 0}}
    sheet = score("classical", WIN, context)
    assert dict(sheet.payments) == {"east": -80, "south": 160, "west": -40, "north": -40}
    assert "the losers' hands change nothing: losers_settle is false" in sheet.notes


@pytest.mark.parametrize(
    ("losers", "note"),
    [
        ({}, "the hands or points of east, west, north are not known"),
        ({"loser_points": {"east": 3}}, "the hands or points of west, north are not known"),
        (
            {"loser_points": {"east": 3, "west": 4}, "loser_hands": {"north": "1m"}},
            "the hand of north does not count: 13 tiles expected",
        ),
        (
            {"loser_points": {"east": 3, "west": 4}, "loser_hands": {"north": "1234p44444s4s"}},
            "all hands together: 9 × 4s: the set has only 4",
        ),
    ],
)
def test_missing_losers_are_named(losers: Context, note: str) -> None:
    sheet = score("classical", WIN, {**FACTS, **losers}, SETTLE)
    assert dict(sheet.payments) == {"east": -80, "south": 160, "west": -40, "north": -40}
    assert any(note in line for line in sheet.notes), sheet.notes


def test_three_losers_leave_one_winner() -> None:
    context: Context = {
        "win": "discard",
        "winning_tile": "4p",
        "loser_points": {"east": 0, "west": 0, "north": 0},
    }
    sheet = score("classical", WIN, context, SETTLE)
    assert dict(sheet.payments) == {"east": -80, "south": 160, "west": -40, "north": -40}


@pytest.mark.parametrize(
    ("context", "words"),
    [
        ({"loser_points": 3}, "it maps seats of losers"),
        ({"loser_points": {"up": 3}}, "'up' is no seat"),
        ({"loser_points": {1: 3}}, "1 is no seat"),
        ({"loser_points": {"east": -1}}, "it is a score"),
        ({"loser_points": {"east": True}}, "it is a score"),
        ({"loser_points": {"east": "3"}}, "it is a score"),
        ({"loser_hands": {"east": 3}}, "it is a hand"),
        ({"seat": "east", "loser_points": {"east": 3}}, "east cannot be both winner and loser"),
        (
            {"loser_points": {"east": 3}, "loser_hands": {"east": "1m"}},
            "east stands in both loser_points and loser_hands",
        ),
        (
            {"loser_points": dict.fromkeys(("east", "south", "west", "north"), 1)},
            "every seat cannot be both winner and loser",
        ),
    ],
)
def test_wrong_losers_are_named(context: Context, words: str) -> None:
    with pytest.raises(ContextError) as caught:
        score("classical", WIN, context, SETTLE)
    assert words in caught.value.detail


def test_a_loser_hand_that_is_no_hand() -> None:
    with pytest.raises(HandError):
        score("classical", WIN, {"loser_hands": {"east": "[1m"}})


@given(
    st.integers(0, 10**6),
    st.sampled_from(Seat),
    st.lists(st.integers(0, 500), min_size=4, max_size=4),
)
def test_payments_sum_to_zero(total: int, seat: Seat, points: list[int]) -> None:
    scores = {other: points[n] for n, other in enumerate(Seat) if other is not seat}
    gains = pay_winner(total, seat)
    after = settle_losers(gains, scores)
    assert sum(gains.values()) == sum(after.values()) == 0
    assert after[seat] == gains[seat]
    assert settle_losers(gains, dict.fromkeys(scores, 7)) == gains
