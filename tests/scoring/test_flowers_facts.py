"""Known and unknown facts, the settlement, and hands that were not completed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Tile, UnknownTileError, score
from scoring.games.flowers.context import Context
from scoring.games.flowers.payments import differences
from scoring.mahjong.context import ContextError, Win
from scoring.tiles import Family

Facts = dict[str, object]

HAND = (
    "6-6f 6-6d 1-3 1-3f 4-6 4-6 2-5f 2-5f 2-2 2-2d 1-1f 1-1f 5-5f 5-5f 5-5d "
    "1-6f 1-6d 2-3 2-3 3-6 3-6f 4-5f | 3f"
)
PLAIN = "1-4 1-4 1-5 1-5 2-3 2-3 2-4 2-4 2-6 2-6 3-5 3-5 3-6 3-6 4-5 4-5 5-5 5-5 1-2 1-2"


def test_known_facts() -> None:
    given: Facts = {
        "roll": [1, 3],
        "designated": "3-1",
        "hand_number": 4,
        "seat_number": "2",
        "other_totals": (41, 25, 10),
        "winning_tile": "4-5f",
        "win": "Self_draw",
    }
    assert Context.parse(given) == Context(
        roll=(1, 3),
        designated="1-3",
        hand_number=4,
        seat_number=2,
        other_totals=(41, 25, 10),
        winning_tile=Tile.parse("4-5f", Family.FLOWERS),
        win=Win.SELF_DRAW,
    )
    assert Context.parse({"roll": "1, 3", "other_totals": "1,2,3"}) == Context.parse(
        {"roll": (1, 3), "other_totals": [1, 2, 3]}
    )
    assert Context.parse({"roll": None, "designated": "unknown"}) == Context()


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"dice": [1, 3]}, "unknown fact 'dice'; known are roll, designated"),
        ({"roll": [1]}, "two numbers from 1 to 6"),
        ({"roll": [0, 3]}, "two numbers from 1 to 6"),
        ({"roll": [1, 7]}, "two numbers from 1 to 6"),
        ({"roll": [True, 3]}, "two numbers from 1 to 6"),
        ({"roll": [1.0, 3]}, "two numbers from 1 to 6"),
        ({"roll": "1,x"}, "two numbers from 1 to 6"),
        ({"roll": "one"}, "two numbers from 1 to 6"),
        ({"roll": 13}, "two numbers from 1 to 6"),
        ({"designated": "7-1"}, "a pattern such as 6-6"),
        ({"designated": 66}, "a pattern such as 6-6"),
        ({"designated": "5-5"}, "with fourth=harmony it is one of 6-6, 1-1, 4-4, 1-3"),
        ({"designated": "3-3"}, "with fourth=harmony it is one of"),
        ({"hand_number": 5}, "a number from 1 to 4"),
        ({"hand_number": 0}, "a number from 1 to 4"),
        ({"hand_number": True}, "a number from 1 to 4"),
        ({"seat_number": "east"}, "a number from 1 to 4"),
        ({"hand_number": 2, "designated": "6-6"}, "hand_number=2 designates 1-1, not 6-6"),
        ({"other_totals": [1, 2]}, "three totals"),
        ({"other_totals": [1, 2, -3]}, "three totals"),
        ({"other_totals": [1, 2, "3"]}, "three totals"),
        ({"winning_tile": Tile.parse("1m")}, "a flower tile such as 4-5f"),
        ({"winning_tile": 3}, "a flower tile such as 4-5f"),
        ({"win": "tsumo"}, "possible are self_draw, discard"),
        ({"exhausted": 1}, "either true or false"),
        ({"exhausted": True, "other_completed": True}, "exhausted means that nobody completed"),
    ],
)
def test_wrong_facts(facts: Facts, words: str) -> None:
    with pytest.raises(ContextError) as caught:
        score("flowers", HAND, facts)
    assert words in caught.value.detail


def test_designation_by_seat() -> None:
    options: Facts = {"designated_by": "seat"}
    with pytest.raises(ContextError, match="seat_number=2 designates 1-1, not 6-6"):
        score("flowers", HAND, {"seat_number": 2, "designated": "6-6"}, options)
    facts: Facts = {"roll": [1, 3], "seat_number": 2, "hand_number": 1}
    assert score("flowers", HAND, facts, options).total == 58
    assert score("flowers", HAND, facts).total == 60
    assert score("flowers", HAND, {"designated": "3-3"}, {"fourth": "long_three"}).valid
    with pytest.raises(UnknownTileError):
        score("flowers", HAND, {"winning_tile": "6-7"})


def test_unknown_roll() -> None:
    sheet = score("flowers", HAND, {"designated": "6-6"})
    by_roll = {
        (a, b): score("flowers", HAND, {"roll": [a, b], "designated": "6-6"}).total
        for a in range(1, 7)
        for b in range(1, 7)
    }
    assert sheet.range == (min(by_roll.values()), max(by_roll.values())) == (49, 92)
    assert sheet.total == 49
    assert "roll is unknown: from 49 (such as 1 and 2) to 92 (such as 2 and 5)" in sheet.notes
    assert by_roll[1, 2] == 49
    assert by_roll[2, 5] == 92
    assert not any("designated" in note for note in sheet.notes)


def test_unknown_designation() -> None:
    sheet = score("flowers", HAND, {"roll": [1, 3]})
    totals = [
        score("flowers", HAND, {"roll": [1, 3], "hand_number": n}).total for n in (1, 2, 3, 4)
    ]
    assert totals == [60, 58, 56, 56]
    assert sheet.range == (56, 60)
    assert (
        "hand_number (or designated) is unknown: 6-6 scores 60, 1-1 scores 58, 4-4 scores 56, "
        "1-3 scores 56" in sheet.notes
    )
    assert not any("roll is" in note for note in sheet.notes)


def test_everything_unknown() -> None:
    sheet = score("flowers", HAND)
    totals = [
        score("flowers", HAND, {"roll": [a, b], "hand_number": n}).total
        for a in range(1, 7)
        for b in range(a, 7)
        for n in range(1, 5)
    ]
    assert sheet.range == (min(totals), max(totals))
    assert sheet.total == sum(item.value for item in sheet.items) == min(totals)
    yuhuan = score("flowers", HAND, {"roll": [1, 3]}, {"profile": "yuhuan"})
    assert yuhuan.range == (63, 71)
    assert any(note.startswith("seat_number (or designated) is unknown") for note in yuhuan.notes)
    by_hand = score(
        "flowers", HAND, {"roll": [1, 3]}, {"profile": "yuhuan", "designated_by": "hand"}
    )
    assert by_hand.range == (63, 63)


def test_facts_that_do_not_matter_give_no_range() -> None:
    sheet = score("flowers", f"{PLAIN} 2-2", {"roll": [1, 1]})
    assert sheet.range == (10, 10)
    assert not any("unknown: " in note and "scores" in note for note in sheet.notes)


@pytest.mark.parametrize(
    ("facts", "options", "payments"),
    [
        ({}, {}, {}),
        (
            {"seat_number": 1, "other_totals": [41, 25, 10]},
            {},
            {"heaven": 104, "earth": 28, "people": -36, "harmony": -96},
        ),
        (
            {"seat_number": 3, "other_totals": [41, 25, 10]},
            {},
            {"people": 104, "harmony": 28, "heaven": -36, "earth": -96},
        ),
        (
            {"seat_number": 4, "other_totals": [60, 60, 60]},
            {"fourth": "long_three"},
            {"long_three": 4, "heaven": 4, "earth": 4, "people": 4},
        ),
        (
            {"seat_number": 1, "other_totals": [41, 25, 10]},
            {"dealer_doubles": True},
            {"heaven": 208, "earth": 9, "people": -71, "harmony": -146},
        ),
        (
            {"seat_number": 2, "other_totals": [41, 25, 10]},
            {"dealer_doubles": True},
            {"earth": 154, "people": 59, "harmony": -21, "heaven": -192},
        ),
        ({"other_totals": [41, 25, 10]}, {"dealer_doubles": True}, {}),
        (
            {"seat_number": 1, "exhausted": True, "other_totals": [41, 25, 10]},
            {},
            {"heaven": 0, "earth": 0, "people": 0, "harmony": 0},
        ),
        ({"exhausted": True}, {"exhausted": "compare"}, {}),
        (
            {"exhausted": True, "other_totals": [41, 25, 10]},  # 52 without the trump
            {"exhausted": "compare"},
            {"player": 80, "next": 36, "opposite": -28, "previous": -88},
        ),
    ],
)
def test_settlement(facts: Facts, options: Facts, payments: dict[str, int]) -> None:
    known: Facts = {"roll": [1, 3], "hand_number": 1, **facts}
    sheet = score("flowers", HAND, known, options)
    if options.get("fourth") == "long_three":
        payments = dict(zip(payments, differences((sheet.total, 60, 60, 60)), strict=True))
    assert dict(sheet.payments) == payments
    assert sum(sheet.payments.values()) == 0


@given(st.lists(st.integers(0, 500), min_size=4, max_size=4), st.sampled_from([None, 0, 1, 2, 3]))
def test_gains_sum_to_zero_and_follow_the_totals(totals: list[int], dealer: int | None) -> None:
    gains = differences(totals, dealer)
    assert sum(gains) == 0
    if dealer is None:
        assert gains == tuple(4 * total - sum(totals) for total in totals)
        assert all(
            (gains[a] > gains[b]) == (totals[a] > totals[b]) for a in range(4) for b in range(4)
        )


def test_notes_on_the_winner() -> None:
    known: Facts = {"roll": [1, 3], "hand_number": 1}
    tied = score("flowers", HAND, {**known, "other_totals": [60, 1, 2]})
    assert "the highest total wins: player and next with 60" in tied.notes
    alone = score("flowers", HAND, known)
    assert "other_totals is unknown: every two players settle their difference" in alone.notes
    unseated = score(
        "flowers", HAND, {**known, "other_totals": [1, 1, 1]}, {"dealer_doubles": True}
    )
    assert "seat_number is unknown: the dealer pays and receives double" in unseated.notes


UNFINISHED = (
    "6-6f 6-6d 6-6 5-5f 5-5f 5-5d 2-3 2-3 2-3 3-4 4-6 4-6d 4-6f [1-2 1-2] 4-5f 2-4f | 5z 1f"
)


def test_a_hand_that_another_player_beat_scores_without_a_trump() -> None:
    known: Facts = {"roll": [1, 1], "hand_number": 1, "other_completed": True}
    sheet = score("flowers", UNFINISHED, {**known, "other_totals": [50, 0, 0]})
    assert sheet.valid, sheet.reasons
    assert {item.key: item.value for item in sheet.items} == {
        "1-2 pair w+w": 1,
        "2-3 pair w+w": 1,
        "4-6 pair f+d": 4,
        "5-5 triple f+f+d": 16,
        "6-6 pair f+d": 16,
        "bonus": 5,
        "white": 5,
    }
    assert sheet.total == 48
    assert dict(sheet.payments) == {"player": 94, "next": 102, "opposite": -98, "previous": -98}
    assert "not completed, so no trump counts; single tiles: 2-4f 3-4 4-5f" in sheet.notes
    assert "the highest total wins: next with 50" in sheet.notes
    assert not score("flowers", UNFINISHED, {"roll": [1, 1]}).valid


def test_nobody_completed() -> None:
    known: Facts = {"roll": [1, 1], "hand_number": 1, "exhausted": True}
    sheet = score("flowers", UNFINISHED, known)
    assert (sheet.total, set(sheet.payments.values())) == (48, {0})
    assert any("nobody pays (R; exhausted=no_payment)" in note for note in sheet.notes)
    compared = score(
        "flowers", UNFINISHED, {**known, "other_totals": [48, 48, 40]}, {"exhausted": "compare"}
    )
    assert dict(compared.payments) == {"player": 8, "next": 8, "opposite": 8, "previous": -24}


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (f"{PLAIN} 2-2 3-3", "22 tiles: a player has at most 21 and one more for each triple"),
        ("[5-5 5-5f 5-5d] 1-1", "5-5 5-5f 5-5d are no triple"),
        ("[1-1 1-1] [1-1f 1-1f]", "1-1 is melded already as [1-1 1-1]"),
        ("6-6d 6-6d", "2 × 6-6d: the set has only 1"),
        ("6-6d back", "1 face-down (unknown) tile"),
    ],
)
def test_what_no_player_can_hold(hand: str, reason: str) -> None:
    sheet = score("flowers", hand, {"other_completed": True})
    assert not sheet.valid
    assert reason in sheet.reasons[0]


def test_the_sheet_is_json_ready() -> None:
    facts: Facts = {"seat_number": 2, "other_totals": [1, 2, 3], "winning_tile": "4-5f"}
    sheet = score("flowers", HAND, facts).as_dict()
    assert json.loads(json.dumps(sheet)) == sheet
    assert (sheet["game"], sheet["ruleset"]) == ("flowers", "flowers-s0/1.0")
    assert sheet["groups"][-1] == {
        "kind": "trump",
        "tiles": ["4-5f"],
        "concealed": True,
        "winning": True,
    }
