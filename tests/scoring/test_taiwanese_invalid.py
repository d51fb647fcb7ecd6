"""Hands that cannot be scored give precise reasons and no exception."""

import pytest

from scoring import Hand, Meld, Tile, score
from scoring.tiles import Family

NOT_COMPLETE = "not five sets and a pair, nor eight pairs; nearest: "

CASES = [
    ("11111m23456789p44s5s", "5 × 1m: the set has only 4"),
    ("1111m23456789p44s5s [111m]", "7 × 1m: the set has only 4"),
    ("5550m5m456p789p44s123s", "5 × 5m: the set has only 4"),  # a red five is a five
    ("123456789m123s99p345p | 1f 1f", "2 × 1f: the set has only 1"),
    ("1f1f1f | 2f 3f 4f 5f 6f 7f 8f", "3 × 1f: the set has only 1"),
    ("123456789m123s99p34p", "17 tiles expected (17 + kongs, flowers apart), got 16"),
    ("123456789m123s99p3456p", "17 tiles expected (17 + kongs, flowers apart), got 18"),
    ("1m", "17 tiles expected (17 + kongs, flowers apart), got 1"),
    ("| 1f", "17 tiles expected (17 + kongs, flowers apart), got 0"),
    ("[123m] [456m] [789m] [123s] [345p]", "17 tiles expected (17 + kongs, flowers apart), got 15"),
    (
        "[123m] [456m] [789m] [123s] [345p] [789s] 99p",
        "17 tiles expected (17 + kongs, flowers apart), got 20",
    ),
    (
        "456789m123s99p (1111z) 34p",
        "17 + 1 kong = 18 tiles expected (17 + kongs, flowers apart), got 17",
    ),
    (
        "789m123s99p [1111z] (2222z) 3456p",
        "17 + 2 kongs = 19 tiles expected (17 + kongs, flowers apart), got 20",
    ),
    (
        "456789m123s99p345p1111z",
        "17 tiles expected (17 + kongs, flowers apart), got 18; "
        "a concealed kong is written in parentheses: (1111z)",
    ),
    ("123456789m123s99pbackbackback", "3 face-down (unknown) tiles: name every tile"),
    ("123456789m123s9p345pback", "1 face-down (unknown) tile: name every tile"),
    ("456789m123s99p345p (1zbackback1z)", "2 face-down (unknown) tiles: name every tile"),
    ("456789m123s99p345p [124m]", "the meld [124m] is no chow, pung or kong"),
    ("456789m123s99p345p [12z3z]", "the meld [123z] is no chow, pung or kong"),
    ("456789m123s99p345p (111z)", "the meld (111z) is no concealed kong"),
    ("456789m123s345p111s [99p]", "the meld [99p] is no chow, pung or kong"),
    ("123456789m123s9p345p7z", NOT_COMPLETE + "5 sets and no pair, 9p7z left over"),
    ("123456789m123s99p346p", NOT_COMPLETE + "4 sets and a pair, 346p left over"),
    ("123456m99p345p79m1s [789s]", NOT_COMPLETE + "4 sets and a pair, 79m1s left over"),
    ("1133557799m22p8s44p15s", NOT_COMPLETE + "eight pairs, 158s left over"),
    ("1133557799m224488p1z", NOT_COMPLETE + "eight pairs, 1z left over"),
]


@pytest.mark.parametrize(("hand", "reason"), CASES)
def test_reason(hand: str, reason: str) -> None:
    sheet = score("taiwanese", hand, {"win": "self_draw", "seat": "east"})
    assert not sheet.valid
    assert reason in sheet.reasons
    assert (sheet.total, sheet.range, sheet.items, dict(sheet.payments)) == (0, (0, 0), (), {})
    assert sheet.options["stacking"] == "additive_minus_implied"


def test_every_impossible_count_has_its_reason() -> None:
    sheet = score("taiwanese", "11111m22222p1234567s | 3f 3f")
    assert sheet.reasons == (
        "5 × 1m: the set has only 4",
        "5 × 2p: the set has only 4",
        "2 × 3f: the set has only 1",
    )


def test_the_winning_tile_must_be_concealed() -> None:
    sheet = score("taiwanese", "456m789m123s99p345p [111z]", {"winning_tile": "1z"})
    assert sheet.reasons == ("the winning tile 1z is not among the concealed tiles",)
    red = score("taiwanese", "456m789m123s99p345p [111z]", {"winning_tile": "0p"})
    assert red.valid


def test_a_stray_seventeenth_tile_needs_its_option() -> None:
    hand = "1133557799m224488p1z"
    assert not score("taiwanese", hand).valid
    sheet = score("taiwanese", hand, {"win": "discard"}, {"eight_pairs_extra": "any"})
    assert sheet.valid
    assert [group.kind for group in sheet.groups] == ["pair"] * 8 + ["single"]
    nearest = score("taiwanese", "1133557799m224468p1z", {}, {"eight_pairs_extra": "any"})
    assert "eight pairs, 8p1z left over" in nearest.reasons[0]


def test_robbing_the_eighth_flower_needs_seven() -> None:
    sheet = score("taiwanese", "123456789m123s99p345p | 1f 2f", {"rob_flower": True})
    assert sheet.reasons == ("robbing the eighth flower needs 7 flowers, got 2",)


def test_tiles_of_another_family_are_named() -> None:
    dolls = Hand.parse("fu fu fu", Family.DOLLS)
    assert score("taiwanese", dolls).reasons == ("fu does not belong to this set",)
    backs = Hand((Tile(Family.DOLLS, "back"),), (Meld(()),))
    assert not score("taiwanese", backs).valid
