"""Hands that cannot be scored give reasons and no exception, quickly."""

import time

import pytest

from scoring import Hand, HandError, Meld, Tile, score
from scoring.tiles import Family

NOT_COMPLETE = "not four sets and a pair, nor thirteen orphans; nearest: "

CASES: list[tuple[str, dict[str, object], str]] = [
    ("11111m23456789p4s", {}, "5 × 1m: the set has only 4"),
    ("111m23456789p44s [111m]", {}, "6 × 1m: the set has only 4"),
    ("5550m5m123p789p44s", {}, "5 × 5m: the set has only 4"),
    ("234m345p456s678s99m | 3f 3f", {}, "2 × 3f: the set has only 1"),
    ("234m345p456s678s99m | 3f", {"with_bonus": False}, "3f does not belong to this set"),
    ("234m345p456s678s9m", {}, "14 tiles expected (14 + kongs, flowers apart), got 13"),
    ("234m345p456s678s999m", {}, "14 tiles expected (14 + kongs, flowers apart), got 15"),
    ("| 1f", {}, "14 tiles expected (14 + kongs, flowers apart), got 0"),
    (
        "345p456s678s1111m99m",
        {},
        "14 tiles expected (14 + kongs, flowers apart), got 15; "
        "a concealed kong is written in parentheses: (1111m)",
    ),
    (
        "345p456s99m (1111m) [2222z] 7s",
        {},
        "14 + 2 kongs = 16 tiles expected (14 + kongs, flowers apart), got 17",
    ),
    ("234m345p456s678s9mback", {}, "1 face-down (unknown) tile: name every tile"),
    ("234m345p456s99m [679s]", {}, "the meld [679s] is no chow, pung or kong"),
    ("234m345p456s99m (678s)", {}, "the meld (678s) is no concealed kong"),
    ("234m345p456s678s9m9p", {}, NOT_COMPLETE + "4 sets and no pair, 9m9p left over"),
    ("234m345p456s679s99m", {}, NOT_COMPLETE + "3 sets and a pair, 679s left over"),
    ("19m19p19s1234567z5m", {}, NOT_COMPLETE + "thirteen orphans, 5m left over"),
    ("19m119p19s123456z5m", {}, NOT_COMPLETE + "thirteen orphans, 5m left over"),
    (
        "99m345p456s [234m] [678s]",
        {"one_chow": True},
        "one_chow: the hand may have one chow at most, and every division has more",
    ),
    (
        "99m345p456s [777m] [888s]",
        {"preset": "bmja"},
        "one_chow: the hand may have one chow at most, and every division has more",
    ),
    (
        "99m345p456s (back11zback) [678s]",
        {},
        "the concealed kong (back11zback) lies as with concealed_kong_view=outer_down, "
        "but outer_up is in force",
    ),
    (
        "99m345p456s (1zbackback1z) [678s]",
        {"concealed_kong_view": "outer_down"},
        "the concealed kong (1zbackback1z) lies as with concealed_kong_view=outer_up, "
        "but outer_down is in force",
    ),
    ("99m345p456s (1zbackback2z) [678s]", {}, "2 face-down (unknown) tiles: name every tile"),
]


@pytest.mark.parametrize(("hand", "options", "reason"), CASES)
def test_reason(hand: str, options: dict[str, object], reason: str) -> None:
    sheet = score("classical", hand, {"win": "self_draw", "seat": "east"}, options)
    assert not sheet.valid
    assert reason in sheet.reasons
    assert (sheet.total, sheet.range, sheet.items, dict(sheet.payments)) == (0, (0, 0), (), {})
    assert sheet.options["limit"] in (500, 1000)


def cpu_time(hand: str | Hand) -> float:
    started = time.process_time()
    score("classical", hand)
    return time.process_time() - started


@pytest.mark.parametrize(
    "hand", ["11111m23456789p4s", "234m345p456s679s99m", "19m19p19s1234567z5m"]
)
def test_invalid_hands_are_answered_in_ten_milliseconds(hand: str) -> None:
    score("classical", hand)
    assert min(cpu_time(hand) for _ in range(5)) < 0.01


def test_ten_thousand_tiles_are_refused() -> None:
    with pytest.raises(HandError):
        score("classical", "1m" * 5000)
    tiles = (Tile.parse("1m"),) * 10_000
    sheet = score("classical", Hand(tiles))
    assert sheet.reasons == ("the hand has 10000 tiles; at most 200 are looked at",)
    assert min(cpu_time(Hand(tiles)) for _ in range(5)) < 0.01


def test_the_winning_tile_must_be_concealed() -> None:
    sheet = score("classical", "99m345p456s [111z] [678s]", {"winning_tile": "1z"})
    assert sheet.reasons == ("the winning tile 1z is not among the concealed tiles",)


def test_tiles_of_another_family_are_named() -> None:
    dolls = Hand.parse("fu fu fu", Family.DOLLS)
    assert score("classical", dolls).reasons == ("fu does not belong to this set",)
    backs = Hand((Tile(Family.DOLLS, "back"),), (Meld(()),))
    assert not score("classical", backs).valid


@pytest.mark.parametrize(
    ("kong", "view"), [("(1zbackback1z)", "outer_up"), ("(back1z1zback)", "outer_down")]
)
def test_a_concealed_kong_is_known_by_its_two_open_tiles(kong: str, view: str) -> None:
    options: dict[str, object] = {"concealed_kong_view": view}
    context: dict[str, object] = {"win": "discard", "winning_tile": "9m"}
    shown = score("classical", f"345p456s99m {kong} [678s]", context, options)
    full = score("classical", "345p456s99m (1111z) [678s]", context, options)
    assert shown.valid
    assert (shown.total, shown.groups, shown.items) == (full.total, full.groups, full.items)
