"""Hong Kong Old Style: house rules, every option, payments, limits, unknown facts."""

import pytest

from scoring import GAMES, score
from scoring.games.hongkong.options import OPTIONS
from scoring.games.hongkong.table import load_houses, load_table
from scoring.options import OptionError

Context = dict[str, object]
OptionsGiven = dict[str, object]
DRAW: Context = {"win": "self_draw", "seat": "south", "round": "west"}
DISCARD: Context = {"win": "discard", "seat": "south", "round": "west", "discarder": "north"}
CHOWS = "123456789m123s99p"
# 6 faan: half flush 3, dragon 1, concealed 1, no flowers 1 (self-drawn 7)
SIX = "123456m99m777z111m"

SHARES = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384]


def test_the_registry_knows_the_game() -> None:
    assert GAMES["hongkong"].ruleset == "hongkong-old-style/1.0"
    assert all(option.about for option in OPTIONS.values())


def test_every_house_gives_every_setting_and_says_where_it_is_from() -> None:
    settings = {key for key in OPTIONS if key != "house" and not key.startswith("faan_")}
    houses = load_houses().houses
    assert len(houses) >= 3
    for name, house in houses.items():
        assert house.about
        assert house.source
        assert set(house.settings) == settings
        for key, value in house.settings.items():
            assert OPTIONS[key].check(key, value) == value
        for key, value in house.faan.items():
            assert OPTIONS[f"faan_{key}"].check(key, value) == value
        assert name in OPTIONS["house"].about


@pytest.mark.parametrize("house", load_houses().houses)
def test_a_sheet_hides_no_option(house: str) -> None:
    options = score("hongkong", CHOWS, DRAW, {"house": house}).options
    assert set(options) == set(OPTIONS)
    assert options["house"] == house
    assert "house" not in [value for key, value in options.items() if key != "house"]


@pytest.mark.parametrize("key", load_table().rows)
def test_the_faan_of_each_item_can_be_changed(key: str) -> None:
    assert score("hongkong", CHOWS, DRAW, {f"faan_{key}": 7}).options[f"faan_{key}"] == 7


def test_an_item_of_no_faan_does_not_exist() -> None:
    keys = [i.key for i in score("hongkong", CHOWS, DRAW, {"faan_all_chows": 0}).items]
    assert keys == ["self_draw", "concealed", "no_flowers"]
    sheet = score("hongkong", CHOWS, DRAW, {"faan_all_chows": "5"})
    assert sheet.total == 8


@pytest.mark.parametrize(("faan", "share"), list(enumerate(SHARES)))
def test_the_shares_of_the_table(faan: int, share: int) -> None:
    off = {f"faan_{key}": 0 for key in load_table().rows}
    options: OptionsGiven = {**off, "faan_all_chows": faan, "minimum": 0}
    sheet = score("hongkong", CHOWS, DRAW, options)
    assert sheet.total == faan
    assert dict(sheet.payments) == {
        "east": -share,
        "south": 3 * share,
        "west": -share,
        "north": -share,
    }
    spicy = score("hongkong", CHOWS, DRAW, {**options, "scale": "spicy"})
    assert spicy.payments["south"] == 3 * 2**faan


# options, context, payments of the hand of 6 faan (7 when self-drawn)
PAYMENTS: list[tuple[OptionsGiven, Context, dict[str, int]]] = [
    ({}, DISCARD, {"east": -32, "south": 128, "west": -32, "north": -64}),
    ({}, DRAW, {"east": -48, "south": 144, "west": -48, "north": -48}),
    ({"self_draw_payment": "double"}, DRAW, dict.fromkeys(("east", "west", "north"), -96)),
    (
        {"discard_payment": "discarder_alone"},
        DISCARD,
        {"east": 0, "south": 64, "west": 0, "north": -64},
    ),
    (
        {"discard_payment": "discarder_for_all"},
        DISCARD,
        {"east": 0, "south": 128, "west": 0, "north": -128},
    ),
    ({}, {"win": "discard"}, {"winner": 128, "discarder": -64, "others": -64}),
    ({}, {"win": "discard", "seat": "south"}, {"south": 128, "discarder": -64, "others": -64}),
    ({}, {"win": "self_draw"}, {"winner": 144, "next": -48, "opposite": -48, "previous": -48}),
    ({}, {}, {}),
    ({"house": "discarder_pays"}, DISCARD, {"south": 64, "north": -64}),
    ({"house": "spicy"}, DISCARD, {"south": 256, "north": -256}),
    ({"house": "spicy", "scale": "half_spicy"}, DISCARD, {"south": 128, "north": -128}),
]


@pytest.mark.parametrize(("options", "context", "payments"), PAYMENTS)
def test_payments(options: OptionsGiven, context: Context, payments: dict[str, int]) -> None:
    sheet = score("hongkong", SIX, context, options)
    assert sheet.total == (7 if context.get("win") == "self_draw" else 6)
    assert sum(sheet.payments.values()) == 0
    assert {key: sheet.payments[key] for key in payments} == payments
    assert bool(sheet.payments) == bool(payments)


NO_HAND = "147m258p369s1234z"
EIGHT = "1f2f3f4f5f6f7f8f"
SEVEN = EIGHT[:-2]


# hand, options of the house that values flowers, items and faan; None where nothing wins
FLOWERS_WIN: list[tuple[str, OptionsGiven, tuple[str, int] | None]] = [
    (f"{NO_HAND} | {SEVEN}", {}, ("seven_flowers", 3)),
    (f"{NO_HAND} | {EIGHT}", {}, ("eight_flowers", 8)),
    (f"{NO_HAND} | {EIGHT}", {"faan_eight_flowers": 0}, ("seven_flowers", 3)),
    (f"{NO_HAND} | {EIGHT}", {"limit": 6}, ("eight_flowers", 6)),
    (f"back back | {SEVEN}", {}, ("seven_flowers", 3)),
    (f"{NO_HAND} | {SEVEN[:-2]}", {}, None),
    (f"{NO_HAND} | {EIGHT}", {"flowers_win": False}, None),
    (f"{NO_HAND} | {EIGHT}", {"house": "old_style"}, None),
    (f"{NO_HAND} | {SEVEN}7f", {}, None),
    (f"11111m | {EIGHT}", {}, None),
]


@pytest.mark.parametrize(("hand", "options", "expected"), FLOWERS_WIN)
def test_seven_and_eight_flowers_win_at_once(
    hand: str, options: OptionsGiven, expected: tuple[str, int] | None
) -> None:
    sheet = score("hongkong", hand, {"seat": "south"}, {"house": "discarder_pays", **options})
    assert sheet.valid == (expected is not None)
    if expected is not None:
        key, faan = expected
        assert ([item.key for item in sheet.items], sheet.total) == ([key], faan)
        assert sheet.range == (faan, faan)
        assert sum(sheet.payments.values()) == 0
        assert sheet.payments["south"] > 0
        assert "the flowers win at once, whatever the hand is" in sheet.notes


def test_flowers_beside_a_complete_hand_and_below_the_minimum() -> None:
    house: OptionsGiven = {"house": "discarder_pays"}
    complete = score("hongkong", f"{CHOWS} | {SEVEN}", DRAW, house)
    assert {"seven_flowers", "all_chows"} <= {item.key for item in complete.items}
    few = score("hongkong", f"{NO_HAND} | {SEVEN}", DRAW, {**house, "minimum": 4})
    assert (few.valid, few.total, dict(few.payments)) == (True, 3, {})
    robbed = score("hongkong", f"{NO_HAND} | {SEVEN}", {**DISCARD, "rob_flower": True}, house)
    assert robbed.payments == {"east": 0, "south": 16, "west": 0, "north": -16}


def test_below_the_minimum_the_hand_counts_but_may_not_win() -> None:
    hand = "456789m123s99p [111z] | 1f"
    sheet = score("hongkong", hand, {"win": "discard", "seat": "south", "round": "west"})
    assert (sheet.valid, sheet.total, dict(sheet.payments)) == (True, 0, {})
    assert "this hand may not win: it needs 3 faan, got 0" in sheet.notes
    sheet = score("hongkong", hand, DISCARD, {"minimum": 0})
    assert sheet.payments["south"] == 4
    assert score("hongkong", hand, DISCARD, {"house": "friendly"}).payments["south"] == 4


def test_flowers_may_be_left_out_of_the_minimum() -> None:
    hand = "123456789m123s99p | 2f"  # all chows, concealed, own flower
    assert score("hongkong", hand, DISCARD).payments["south"] == 32
    sheet = score("hongkong", hand, DISCARD, {"flowers_in_minimum": False})
    assert (sheet.total, dict(sheet.payments)) == (3, {})
    assert "this hand may not win: it needs 3 faan, flowers apart, got 2" in sheet.notes


def test_the_limit() -> None:
    sheet = score("hongkong", SIX, DRAW, {"limit": 5})
    assert (sheet.total, sheet.payments["south"]) == (5, 72)
    assert "the limit of 5 faan takes the place of 7" in sheet.notes
    assert sum(item.value for item in sheet.items) == 7


def test_stacking() -> None:
    hand = "77z123p456p [555z] [666z] | 1f"
    for stacking, total in (
        ("additive_minus_implied", 10),
        ("tighter_only", 8),
        ("additive_all", 10),
    ):
        assert score("hongkong", hand, DISCARD, {"stacking": stacking}).total == total
    big = "11p [123m] [555z] [666z] [777z] | 1f"
    for stacking, total in (
        ("additive_minus_implied", 8),
        ("tighter_only", 8),
        ("additive_all", 11),
    ):
        assert score("hongkong", big, DISCARD, {"stacking": stacking}).total == total
    assert score("hongkong", hand, DISCARD, {"house": "tight"}).total == 8


def test_flowers_may_open_the_hand() -> None:
    hand = CHOWS + " | 1f"
    assert "concealed" in [item.key for item in score("hongkong", hand, DRAW).items]
    sheet = score("hongkong", hand, DRAW, {"flowers_open_hand": True})
    assert [item.key for item in sheet.items] == ["all_chows", "self_draw"]
    assert score("hongkong", CHOWS, DRAW, {"flowers_open_hand": True}).total == 4


def test_the_pair_of_all_chows() -> None:
    hand = CHOWS.replace("99p", "77z")
    assert score("hongkong", hand, DRAW).total == 4
    assert score("hongkong", hand, DRAW, {"all_chows_pair": "suit"}).total == 3
    assert score("hongkong", CHOWS, DRAW, {"all_chows_pair": "suit"}).total == 4


def test_without_flowers_in_the_wall() -> None:
    sheet = score("hongkong", CHOWS + " | 1f", DRAW, {"house": "no_flowers"})
    assert sheet.reasons == ("1f does not belong to this set",)
    assert score("hongkong", CHOWS, DRAW, {"house": "no_flowers"}).total == 3
    assert score("hongkong", CHOWS + " | 1f", DRAW, {"with_bonus": False}).valid is False


def test_seven_pairs_are_a_house_rule() -> None:
    hand = "1133557799m2244p"
    assert not score("hongkong", hand, DRAW).valid
    assert score("hongkong", hand, DRAW, {"house": "friendly"}).total == 7
    assert score("hongkong", hand, DRAW, {"faan_seven_pairs": 3}).total == 6


def test_unknown_facts_give_a_range() -> None:
    hand = "99p123p456p [222z] [789s] | 2f"
    sheet = score("hongkong", hand, {"winning_tile": "9p"}, {"minimum": 0})
    assert (sheet.total, sheet.range) == (0, (0, 4))
    assert [note.split(":")[0] for note in sheet.notes[:3]] == [
        "win is unknown",
        "seat is unknown",
        "round is unknown",
    ]
    known = score("hongkong", hand, {**DRAW, "round": "south"}, {"minimum": 0})
    assert (known.total, known.range) == (4, (4, 4))
    assert any(note.startswith("house rules old_style (source: RA") for note in sheet.notes)


@pytest.mark.parametrize(
    ("context", "note"),
    [
        ({"original_call": True}, "original_call scores nothing in this game"),
        ({"rob_flower": True}, "rob_flower scores nothing in this game"),
        ({"east_repeat": 2}, "east_repeat scores nothing in this game"),
        ({"heavenly": True}, "heavenly does not count: the hand has melds from discards"),
        ({"earthly": True}, "earthly does not count: the hand has melds"),
    ],
)
def test_facts_that_change_nothing_are_noted(context: Context, note: str) -> None:
    assert note in score("hongkong", "99p123p456p [222z] [789s]", context).notes


@pytest.mark.parametrize(
    "given",
    [
        {"stack": 1},
        {"house": "none"},
        {"minimum": 14},
        {"limit": 0},
        {"faan_dragon": -1},
        {"faan_unicorn": 1},
        {"scale": "mild"},
        {"with_bonus": "perhaps"},
    ],
)
def test_wrong_options_are_errors(given: OptionsGiven) -> None:
    with pytest.raises(OptionError):
        score("hongkong", CHOWS, DRAW, given)
