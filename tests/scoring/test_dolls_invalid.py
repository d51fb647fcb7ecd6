"""Doll cards that cannot be scored give reasons; stocks that ran out; facts of the win."""

import time

import pytest

from scoring import Hand, Meld, Tile, score
from scoring.errors import WahuaError
from scoring.tiles import Family

SETS = "fu fu fu ru ru ru dong dong dong hai hai hai hai"
SAMPLE = "fu fu fu fu shou shou shou bi bi bi nan nan nan shan shan shan shan doll doll"
NO_WIN = "not sets and one pair; nearest: "

CASES: list[tuple[str, dict[str, object], list[str]]] = [
    (
        "[fu ru dong hai] shou shou shou bi bi bi nan nan nan shan shan shan ru ru ru",
        {},
        [
            "the meld [fu ru dong hai] is no set: its cards must have one subject, "
            "the phrase is no meld"
        ],
    ),
    (
        "[bi nan shan] " + SETS + " doll doll doll",
        {},
        [
            "the meld [bi nan shan] is no set: its cards must have one subject, "
            "the phrase is no meld"
        ],
    ),
    (
        "fu ru dong hai shou shou shou bi bi bi nan nan nan shan shan shan shan doll doll",
        {},
        [NO_WIN + "4 sets and a pair, fu ru dong hai left over"],
    ),
    (
        SETS + " shou shou shou shou bi",
        {},
        ["19 cards expected, got 18", NO_WIN + "5 sets and no pair, bi left over"],
    ),
    (
        SETS + " shou shou shou bi bi nan",
        {},
        [NO_WIN + "5 sets and a pair, nan left over"],
    ),
    (
        SETS + " shou shou bi bi bi nan",
        {},
        [NO_WIN + "5 sets and a pair, nan left over"],
    ),
    (
        "fu fu fu ru ru ru dong dong dong hai hai hai shou shou shou bi bi nan nan",
        {},
        [NO_WIN + "5 sets and a pair, bi bi left over"],
    ),
    ("fu " * 9, {}, ["9 × fu: the set has only 7"]),
    ("fu " * 8, {}, ["8 × fu: the set has only 7"]),
    ("fu* fu* fu", {}, ["2 × fu*: the set has only 1"]),
    ("fu fu fu*", {"stamped_per_char": 0}, ["fu* does not belong to this set"]),
    ("fu fu fu*", {"stamped_per_char": 8}, ["fu does not belong to this set"]),
    ("doll* doll", {}, ["doll* does not belong to this set"]),
    ("doll " * 9, {}, ["9 × doll: the set has only 8"]),
    ("fu back back", {}, ["2 face-down (unknown) cards: name every card"]),
    ("fu [ru ru back]", {}, ["1 face-down (unknown) card: name every card"]),
    (SETS + " [bi bi]", {}, ["the meld [bi bi] is no set: it has 2 cards, not three to eight"]),
    (
        SETS + " [doll doll doll]",
        {"doll_meld": False},
        ["the meld [doll doll doll] is no set: doll_meld=false lets dolls form none"],
    ),
    (
        SETS + " doll doll doll doll bi bi",
        {"doll_meld": False},
        [NO_WIN + "4 sets and a pair, bi bi doll doll left over"],
    ),
    (
        SETS + " [bi bi bi]",
        {"doll_profile": "source3", "source3_threes": "fours_only"},
        [
            "the meld [bi bi bi] is no set: it has 3 cards, not four (source3_threes=fours_only)",
        ],
    ),
    (
        "fu fu fu fu ru ru ru ru hai hai hai hai bi bi bi bi bi doll doll",
        {"doll_profile": "source3", "source3_threes": "fours_only"},
        [NO_WIN + "4 sets and a pair, bi left over"],
    ),
    ("doll doll", {"hand_size": "any"}, [NO_WIN + "0 sets and a pair"]),
    ("fu", {"hand_size": "any"}, [NO_WIN + "0 sets and no pair, fu left over"]),
    ("fu fu fu", {"hand_size": "any"}, [NO_WIN + "1 set and no pair"]),
    (
        SAMPLE,
        {"hand_size": 18},
        [
            "18 cards expected, got 19; its sets and pair are complete: "
            "hand_size=19 or any accepts it"
        ],
    ),
    (
        "fu fu fu doll doll",
        {},
        ["19 cards expected, got 5; its sets and pair are complete: hand_size=any accepts it"],
    ),
    (
        "[fu fu fu fu] shou shou shou bi bi bi nan nan nan shan shan shan doll doll fu",
        {},
        [NO_WIN + "5 sets and a pair, fu left over; fu would count in the meld of fu"],
    ),
    (
        " ".join(
            f"{name} " * 5 for name in ("fu", "ru", "dong", "hai", "shou", "bi", "nan", "shan")
        ),
        {"hand_size": "any"},
        ["40 cards: two others hold 17 each, so at most 38 remain"],
    ),
]


@pytest.mark.parametrize(("hand", "options", "reasons"), CASES)
def test_reasons(hand: str, options: dict[str, object], reasons: list[str]) -> None:
    sheet = score("dolls", hand, {}, options)
    assert list(sheet.reasons) == reasons
    assert (sheet.valid, sheet.total, sheet.items, dict(sheet.payments)) == (False, 0, (), {})


def test_dolls_may_form_sets() -> None:
    hand = SETS + " doll doll doll doll bi bi"
    assert score("dolls", hand).total == 190
    assert not score("dolls", hand, {}, {"doll_meld": False}).valid


def test_a_named_winning_card_must_be_held() -> None:
    wrong = score("dolls", SAMPLE, {"winning_tile": "fu*"})
    assert wrong.reasons == ("the winning card fu* is not among the concealed cards",)
    assert score("dolls", SAMPLE, {"winning_tile": "fu"}).valid
    apart = Hand.parse(SAMPLE, Family.DOLLS, "hai")
    assert not score("dolls", apart).valid


def test_cards_of_other_families_and_empty_melds_are_named() -> None:
    assert score("dolls", Hand.parse("111m")).reasons == ("1m does not belong to this set",)
    assert score("dolls", Hand((), (Meld(()),))).reasons == ("a meld has no cards",)
    assert not score("dolls", Hand(())).valid


def test_big_input_is_refused_quickly() -> None:
    hand = Hand((Tile(Family.DOLLS, "fu"),) * 10_000)
    start = time.process_time()
    sheet = score("dolls", hand)
    assert time.process_time() - start < 0.01
    assert sheet.reasons == ("10000 cards: the deck has only 72",)


@pytest.mark.parametrize(
    ("hand", "facts", "options", "total"),
    [
        ("fu fu fu fu* ru ru ru shou shou bi [nan nan nan]", {"exhausted": True}, {}, 110),
        ("fu fu ru ru shou", {"exhausted": True}, {}, 0),
        ("fu fu fu fu fu fu ru ru", {"exhausted": True}, {"doll_profile": "source3"}, 20),
        ("fu fu fu* fu fu fu", {"exhausted": True}, {"doll_profile": "source3"}, 30),
        (
            "fu fu fu fu* fu fu ru ru ru",
            {"exhausted": True},
            {"doll_profile": "source3", "source3_threes": "fours_only"},
            20,
        ),
        ("doll doll doll", {"exhausted": True}, {}, 30),
        ("doll doll doll", {"exhausted": True}, {"doll_meld": False}, 0),
        (SAMPLE, {"other_totals": [100]}, {}, 170),
        (SAMPLE, {}, {}, 380),
    ],
)
def test_an_exhausted_stock(
    hand: str, facts: dict[str, object], options: dict[str, object], total: int
) -> None:
    sheet = score("dolls", hand, facts, options)
    assert (sheet.valid, sheet.total, sheet.range) == (True, total, (total, total))
    assert sum(item.value for item in sheet.items) == total
    assert dict(sheet.payments) == {}


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ([20], "30 against 20: this hand has the highest score and wins (S2)"),
        ([20, 10, 0], "30 against 20, 10, 0: this hand has the highest score and wins (S2)"),
        ([30, 10], "30 against 30, 10: a tie for the highest score, which S2 does not settle"),
        ((40, 10), "30 against 40, 10: another hand has the highest score and wins (S2)"),
        ("unknown", "other_totals is unknown: whether 30 is the highest score is open"),
    ],
)
def test_points_are_compared(others: object, words: str) -> None:
    sheet = score("dolls", "fu fu fu ru", {"exhausted": True, "other_totals": others})
    assert words in sheet.notes
    assert "outside sets, worth nothing: ru" in sheet.notes


def test_a_complete_hand_at_the_end_of_the_stock() -> None:
    notes = score("dolls", SAMPLE, {"exhausted": True}).notes
    assert "the hand is complete: without exhausted it scores as a win" in notes
    assert "the hand is complete" not in " ".join(score("dolls", "fu", {"exhausted": True}).notes)


def test_impossible_cards_stay_impossible_when_the_stock_ran_out() -> None:
    assert not score("dolls", "fu fu fu back", {"exhausted": True}).valid
    assert not score("dolls", "[bi nan shan]", {"exhausted": True}).valid


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"seat": "east"}, "unknown fact 'seat'; known are win, winning_tile, exhausted"),
        ({"win": "ron"}, "win='ron'; possible are self_draw, discard"),
        ({"win": 1}, "win=1"),
        ({"winning_tile": 5}, "it is a doll card such as fu*"),
        ({"winning_tile": Tile.parse("1m")}, "it is a doll card such as fu*"),
        ({"winning_tile": "1m"}, "1m"),
        ({"exhausted": 1}, "exhausted=1; it is either true or false"),
        ({"exhausted": False, "other_totals": [1]}, "only when the stock ran out"),
        ({"exhausted": True, "win": "discard"}, "exhausted means that nobody won"),
        ({"other_totals": [1], "winning_tile": "fu"}, "exhausted means that nobody won"),
        ({"other_totals": []}, "the points of the 1 to 3 other players"),
        ({"other_totals": [1, 2, 3, 4]}, "the points of the 1 to 3 other players"),
        ({"other_totals": [-1]}, "the points of the 1 to 3 other players"),
        ({"other_totals": [True]}, "the points of the 1 to 3 other players"),
        ({"other_totals": "12"}, "the points of the 1 to 3 other players"),
        ({"other_totals": 12}, "the points of the 1 to 3 other players"),
    ],
)
def test_wrong_facts_are_named(facts: dict[str, object], words: str) -> None:
    with pytest.raises(WahuaError) as caught:
        score("dolls", SAMPLE, facts)
    assert words in caught.value.detail


def test_unknown_facts() -> None:
    facts = {"win": "unknown", "winning_tile": None, "exhausted": "unknown", "other_totals": None}
    assert score("dolls", SAMPLE, facts) == score("dolls", SAMPLE)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"doll_profile": "source2"}, "possible are source1, source3"),
        ({"hand_size": 17}, "possible are 19, 18, any"),
        ({"stamped_per_char": 9}, "a whole number from 0 to 8"),
        ({"stamped_dolls": -1}, "a whole number from 0 to 8"),
        ({"combo_mult": 0}, "a whole number from 1 to 1000"),
        ({"combo_stack": "add"}, "possible are best_only, multiply"),
        ({"source3_threes": "none"}, "possible are allow, fours_only"),
        ({"count_pair": "maybe"}, "it is either true or false"),
        ({"dolls": True}, "unknown option 'dolls'; known are doll_profile, hand_size"),
    ],
)
def test_wrong_options_are_named(options: dict[str, object], words: str) -> None:
    with pytest.raises(WahuaError) as caught:
        score("dolls", SAMPLE, {}, options)
    assert words in caught.value.detail
