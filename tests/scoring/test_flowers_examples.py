"""The worked examples of Digging Flowers, WH-1 to WH-9, with every option that they name."""

import pytest

from scoring import score
from scoring.games.flowers.payments import differences

Facts = dict[str, object]

H1 = (
    "6-6f 6-6d 1-3 1-3f 4-6 4-6 2-5f 2-5f 2-2 2-2d 1-1f 1-1f 5-5f 5-5f 5-5d "
    "1-6f 1-6d 2-3 2-3 3-6 3-6f 4-5f | 3f"
)
PLAIN_FACES = ("1-1", "1-2", "1-4", "1-5", "2-2", "2-3", "2-4", "2-6", "3-5", "3-6")
TRIPLE_FACES = ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-2")
PLAIN_PAIRS = " ".join(f"{face} {face}" for face in PLAIN_FACES)
TRIPLES = " ".join(f"[{face}f {face}f {face}d]" for face in TRIPLE_FACES)

WH1: Facts = {"roll": [1, 3], "designated": "6-6"}


@pytest.mark.parametrize(
    ("hand", "context", "options", "total"),
    [
        (H1, WH1, {}, 60),  # WH-1
        (H1, {"roll": [1, 3], "hand_number": 1}, {}, 60),
        (H1, {"roll": [3, 1], "hand_number": 1}, {"profile": "dachen"}, 60),
        (H1, {"roll": [1, 3], "designated": "1-1"}, {}, 58),  # WH-2
        (H1, {"roll": [1, 3], "hand_number": 2}, {}, 58),
        (H1, {"roll": [1, 6], "designated": "6-6"}, {}, 84),  # WH-3
        (H1, {"roll": [1, 6], "designated": "6-6"}, {"sum7": "seven_stars"}, 84),
        (H1, {"roll": [1, 6], "designated": "6-6"}, {"sum7": "three_sevens"}, 70),  # WH-4
        (H1, {"roll": [1, 3], "seat_number": 1}, {"profile": "yuhuan"}, 71),  # WH-5
        (H1, {"roll": [1, 3], "designated": "6-6"}, {"profile": "yuhuan"}, 71),
        (f"{PLAIN_PAIRS} 4-5d", {"roll": [5, 5], "designated": "6-6"}, {}, 27),  # WH-6
        (f"{TRIPLES} 1-5d", {"roll": [1, 2], "designated": "6-6"}, {}, 160),  # WH-7
    ],
)
def test_worked_example(hand: str, context: Facts, options: Facts, total: int) -> None:
    sheet = score("flowers", hand, context, options)
    assert sheet.valid, sheet.reasons
    assert (sheet.total, sheet.range) == (total, (total, total))
    assert sum(item.value for item in sheet.items) == total


def test_lines_of_the_first_example() -> None:
    values = {item.key: item.value for item in score("flowers", H1, WH1).items}
    assert values == {
        "1-1 pair f+f": 2,
        "1-3 pair w+f": 4,
        "1-6 pair f+d": 2,
        "2-2 pair w+d": 2,
        "2-3 pair w+w": 1,
        "2-5 pair f+f": 8,
        "3-6 pair w+f": 2,
        "4-6 pair w+w": 2,
        "5-5 triple f+f+d": 16,
        "6-6 pair f+d": 8,
        "4-5 trump f": 8,
        "bonus": 5,
    }


def test_lines_of_the_third_example() -> None:
    sheet = score("flowers", H1, {"roll": [1, 6], "hand_number": 1})
    values = {item.key: item.value for item in sheet.items}
    assert [values[f"{face}"] for face in ("6-6 pair f+d", "1-3 pair w+f", "4-6 pair w+w")] == [
        16,
        1,
        1,
    ]
    assert [values[key] for key in ("2-5 pair f+f", "1-1 pair f+f", "1-6 pair f+d")] == [8, 8, 16]


def test_lines_of_the_yuhuan_example() -> None:
    context: Facts = {"roll": [1, 3], "seat_number": 1}
    values = {i.key: i.value for i in score("flowers", H1, context, {"profile": "yuhuan"}).items}
    assert values == {
        "1-1 pair f+f": 4,
        "1-3 pair w+f": 4,
        "1-6 pair f+d": 8,
        "2-2 pair w+d": 4,
        "2-3 pair w+w": 1,
        "2-5 pair f+f": 8,
        "3-6 pair w+f": 1,
        "4-6 pair w+w": 2,
        "5-5 triple f+f+d": 16,
        "6-6 pair f+d": 16,
        "4-5 trump f": 2,
        "bonus": 5,
    }


def test_payout_of_four_totals() -> None:  # WH-8
    assert differences((60, 41, 25, 10)) == (104, 28, -36, -96)
    sheet = score("flowers", H1, {**WH1, "other_totals": [41, 25, 10]})
    assert sheet.payments == {"player": 104, "next": 28, "opposite": -36, "previous": -96}
    assert "the highest total wins: player with 60" in sheet.notes


def test_the_highest_total_wins_not_the_first_to_complete() -> None:  # WH-9
    hand = f"{PLAIN_PAIRS} 4-5d | 5z".replace("1-2 1-2", "1-2f 1-2")
    context: Facts = {"roll": [5, 5], "designated": "6-6", "other_totals": [52, 18, 18]}
    sheet = score("flowers", hand, context)
    assert sheet.total == 33
    assert differences((30, 52, 18, 18)) == (2, 90, -46, -46)
    assert sheet.payments == {"player": 11, "next": 87, "opposite": -49, "previous": -49}
    assert (
        "the highest total wins: next with 52, although this hand (33) was completed first"
        in sheet.notes
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("6-6f 6-6d", "6-6d 6-6d", "2 × 6-6d: the set has only 1"),
        ("2-3 2-3", "2-5 2-5", "4 tiles of 2-5 (2-5 2-5 2-5f 2-5f): a pattern may form only one"),
        ("4-5f", "6-6f", "10 pairs or triples and one trump expected"),
        ("4-5f", "6-6", "6-6 6-6f 6-6d are no triple"),
        ("5-5f 5-5f 5-5d", "5-5 5-5f 5-5d", "5-5 5-5f 5-5d are no triple: only the three framed"),
        ("2-3 2-3", "2-3 2-4", "got 9 sets and 2-3 2-4 4-5f left over"),
    ],
)
def test_invalid_examples(old: str, new: str, reason: str) -> None:
    sheet = score("flowers", H1.replace(old, new, 1), WH1)
    assert not sheet.valid
    assert reason in sheet.reasons[0]
