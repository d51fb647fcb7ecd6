"""Every scoring item: hands that have it and hands that just miss it, before stacking."""

import pytest

from scoring import score
from scoring.games.taiwanese.items import RULES
from scoring.games.taiwanese.table import load_table

Context = dict[str, object]
DRAW: Context = {"win": "self_draw"}
DISCARD: Context = {"win": "discard"}

MIXED = "123m456p345s66s999p [111s]"
CHOWS = "123456789m123s99p345p"
OPEN_CHOWS = "99p345p456m [123m] [789m] [123s]"
WINDS = "33m777z88p [111z] [222z] [333s]"
PAIRS = "1133557799m22p888s44p"
ALL_OPEN = "55p [123m] [456m] [789s] [222s] [777p]"
PUNGS = "111m222p333s444s55z66p6p"

# key, hand, context, value (None: the item does not apply)
CASES: list[tuple[str, str, Context, int | None]] = [
    ("flower", CHOWS + " | 1f 5f 8f", DRAW, 3),
    ("flower", CHOWS, DRAW, None),
    ("concealed", CHOWS, DISCARD, 1),
    ("concealed", "111p99p345p456m (1111z) [123m]", DISCARD, None),
    ("concealed", "99p345p456m123s123m (1111z)", DISCARD, 1),  # a concealed kong leaves it so
    ("concealed", OPEN_CHOWS, DISCARD, None),
    ("concealed", PAIRS, DISCARD, 1),
    ("seat_wind", WINDS.replace("33m", "33m8p"), {**DISCARD, "seat": "south"}, 1),
    ("seat_wind", WINDS.replace("33m", "33m8p"), {**DISCARD, "seat": "west"}, None),
    ("round_wind", WINDS.replace("33m", "33m8p"), {**DISCARD, "round": "east"}, 1),
    ("round_wind", WINDS.replace("33m", "33m8p"), {**DISCARD, "round": "north"}, None),
    ("seat_wind", "99p345p456m123s [123m] (4444z)", {**DRAW, "seat": "north"}, 1),
    ("seat_wind", "345p456m123s44z [123m] [789m]", {**DRAW, "seat": "north"}, None),  # a pair only
    ("dragon", "99p345p456m [123m] [555z] (6666z)", DRAW, 2),
    ("dragon", "77z345p456m [123m] [123s] [444z]", DRAW, None),
    ("kong", "99p345p456m [123m] [5555s] (6666z)", DRAW, 2),
    ("kong", "99p345p456m5555s6s7s [123m]", DRAW, None),  # four of a kind, not declared
    ("last_tile", CHOWS, {**DRAW, "last_tile": True}, 1),
    ("last_tile", CHOWS, {**DISCARD, "last_tile": True}, None),  # it must be drawn
    ("last_tile", PAIRS, {**DRAW, "last_tile": True}, 1),
    ("one_chance", CHOWS, {**DRAW, "winning_tile": "4p"}, 1),
    ("one_chance", CHOWS, {**DRAW, "winning_tile": "3p"}, None),
    ("one_chance", ALL_OPEN, DISCARD, 1),
    ("one_chance", PAIRS, {**DRAW, "winning_tile": "8s"}, None),  # eight pairs wait for eight
    ("one_chance", "12m3m66s [6666m] [456p] [789p] [111z]", {**DRAW, "winning_tile": "3m"}, 1),
    # 4p and 7p would complete it, but all four 7p are in the hand
    ("one_chance", "56p4p66s [7777p] [456s] [789m] [111z]", {**DRAW, "winning_tile": "4p"}, 1),
    ("replacement", CHOWS, {"replacement": True}, 1),
    ("replacement", CHOWS, DRAW, None),
    ("rob_kong", CHOWS, {"rob_kong": True}, 1),
    ("rob_kong", CHOWS, DISCARD, None),
    ("self_draw", CHOWS, DRAW, 1),
    ("self_draw", CHOWS, {"rob_kong": True}, None),  # counts as a discard
    ("self_draw", PAIRS, DRAW, 1),
    ("east_repeat", CHOWS, {**DRAW, "seat": "east", "east_repeat": 4}, 4),
    ("east_repeat", CHOWS, {**DRAW, "seat": "east", "east_repeat": 0}, None),
    ("all_chows", OPEN_CHOWS, DISCARD, 3),
    ("all_chows", OPEN_CHOWS.replace("99p", "77z"), DISCARD, None),  # the pair must be of a suit
    ("all_chows", MIXED, DISCARD, None),
    ("no_flower_honor", MIXED, DISCARD, 3),
    ("no_flower_honor", MIXED + " | 4f", DISCARD, None),
    ("no_flower_honor", OPEN_CHOWS.replace("99p", "77z"), DISCARD, None),
    ("no_flower_honor", PAIRS, DISCARD, 3),
    ("all_discards", ALL_OPEN, DISCARD, 3),
    ("all_discards", ALL_OPEN.replace("[222s]", "[2222s]"), DISCARD, 3),
    ("all_discards", ALL_OPEN.replace("[222s]", "(2222s)"), DISCARD, None),
    ("all_discards", ALL_OPEN, DRAW, None),
    ("all_discards", ALL_OPEN, {"rob_kong": True}, 3),
    ("all_self_drawn", CHOWS, DRAW, 3),
    ("all_self_drawn", "99p345p456m123s123m (1111z)", DRAW, 3),
    ("all_self_drawn", CHOWS, DISCARD, None),
    ("all_self_drawn", OPEN_CHOWS, DRAW, None),
    ("all_self_drawn", PAIRS, DRAW, None),
    ("conc3", "111m333p66s678p555s [789m]", DRAW, 3),
    ("conc3", "111m333p66s678p555s [789m]", DISCARD, None),  # the discard made the third
    ("conc3", "111m333p66s555s678p [789m]", DISCARD, 3),
    ("conc3", "111m66s678p [789m] (3333p) (5555s)", DISCARD, 3),
    ("conc3", "111m66s678p [789m] [3333p] (5555s)", DRAW, None),
    ("conc4", "111m333p777s55s999s [678p]", DRAW, 5),
    ("conc4", "111m333p777s55s999s [678p]", DISCARD, None),
    ("conc4", "111m333p777s999s55s [678p]", DISCARD, 5),  # the discard made the pair
    ("conc5", "111m333p777s222z55s999s", DRAW, 8),
    ("conc5", "111m333p777s222z55s999s", DISCARD, None),
    ("conc5", "111m333p777s222z999s55s", DISCARD, 8),
    ("quart2", "55s567p678m [234s] (1111m) (3333p)", DRAW, 3),
    ("quart2", "55s567p678m [234s] (1111m) [3333p]", DRAW, None),
    ("quart3", "55s678m (1111m) (3333p) (7777z) [567p]", DRAW, 5),
    ("quart3", "55s (1111m) (3333p) (7777z) (9999s) (1111z)", DRAW, 5),
    ("quart3", "55s678m (1111m) (3333p) [7777z] [567p]", DRAW, None),
    ("all_pungs", "55s [1111m] [333p] [777z] [999s] (1111z)", DISCARD, 5),
    ("all_pungs", "55s [123m] [333p] [777z] [999s] (1111z)", DISCARD, None),
    ("half_flush", "123456m99m [111m] [222z] [777z]", DISCARD, 5),
    ("half_flush", "1133557799m2z2z444z77z", DISCARD, 5),  # eight pairs keep it
    ("half_flush", "123456m99m [111m] [222m] [777m]", DISCARD, None),
    ("half_flush", "11z [222z] [333z] [555z] [666z] [777z]", DISCARD, None),  # honours only
    ("half_flush", "123456m99p [111m] [222z] [777z]", DISCARD, None),
    ("full_flush", "123456m99m [111m] [222m] [777m]", DISCARD, 8),
    ("full_flush", "123456m99m [111m] [222m] [777m] | 1f", DISCARD, 8),  # flowers do not matter
    ("full_flush", "123406m99m [111m] [222m] [777m]", DISCARD, 8),  # nor does a red five
    ("full_flush", "123456m99m [111m] [222z] [777z]", DISCARD, None),
    ("wind_dragon_mix", "99p345p [111z] [222z] [666z] [789m]", DISCARD, 5),
    ("wind_dragon_mix", "99p345p [111z] [777z] [666z] [789m]", DISCARD, 5),
    ("wind_dragon_mix", "99p345p [111z] [666z] [789m] [123m]", DISCARD, None),
    ("wind_dragon_mix", "99p345p [111z] [222z] [333z] [789m]", DISCARD, None),
    ("wind_dragon_mix", "44z [111z] [222z] [333z] [666z] [789m]", DISCARD, 5),  # little winds too
    ("wind_dragon_mix", "99p [111z] [222z] [333z] [444z] [777z]", DISCARD, 5),  # and big winds
    ("wind_dragon_mix", "99p [111z] [222z] [555z] [666z] [777z]", DISCARD, None),  # big dragons
    ("wind_dragon_mix", "77z [111z] [222z] [555z] [666z] [789p]", DISCARD, None),  # little ones
    ("little_winds", "44z345p [111z] [222z] [333z] [789m]", DISCARD, 6),
    ("little_winds", "99p345p [111z] [222z] [333z] [789m]", DISCARD, None),
    ("little_winds", "99p345p [111z] [222z] [333z] [444z]", DISCARD, None),
    ("little_dragons", "77z345p [555z] [6666z] [123m] [789m]", DISCARD, 6),
    ("little_dragons", "99p345p [555z] [6666z] [123m] [789m]", DISCARD, None),
    ("big_winds", "99p345p [111z] [222z] [3333z] [444z]", DISCARD, 8),
    ("big_winds", "44z345p [111z] [222z] [333z] [789m]", DISCARD, None),
    ("big_dragons", "99p345p [555z] [666z] [777z] [789m]", DISCARD, 8),
    ("big_dragons", "77z345p [555z] [666z] [123m] [789m]", DISCARD, None),
    ("eight_pairs", PAIRS, DISCARD, 8),
    ("eight_pairs", "111133557799m22p888s", DISCARD, 8),  # 4,2,2,2,2,2,3: four are two pairs
    ("eight_pairs", CHOWS, DISCARD, None),
    ("eight_flowers", "1m | 1f2f3f4f5f6f7f8f", {}, 8),
    ("eight_flowers", "1m | 1f2f3f4f5f6f7f", {"rob_flower": True}, 8),
    ("eight_flowers", CHOWS + " | 1f2f3f4f5f6f7f", DRAW, None),
    ("heavenly", CHOWS, {"heavenly": True}, 8),
    ("heavenly", PAIRS, {"heavenly": True}, 8),
    ("heavenly", CHOWS, DRAW, None),
    ("heavenly", OPEN_CHOWS, {"heavenly": True}, None),
]


@pytest.mark.parametrize(("key", "hand", "context", "value"), CASES)
def test_item(key: str, hand: str, context: Context, value: int | None) -> None:
    sheet = score("taiwanese", hand, context, {"stacking": "additive_all"})
    assert sheet.valid, sheet.reasons
    found = {item.key: item.value for item in sheet.items}
    assert found.get(key) == value


def test_every_item_has_a_hand_that_has_it_and_one_that_misses_it() -> None:
    keys = set(load_table().rows)
    assert keys == {*RULES, "eight_flowers"}
    assert keys == {key for key, *_, value in CASES if value is not None}
    assert keys == {key for key, *_, value in CASES if value is None}


@pytest.mark.parametrize(
    ("points", "keys"),
    [
        (
            1,
            "flower concealed seat_wind round_wind dragon kong last_tile one_chance replacement "
            "rob_kong self_draw east_repeat",
        ),
        (3, "all_chows no_flower_honor all_discards all_self_drawn conc3 quart2"),
        (5, "conc4 quart3 all_pungs half_flush wind_dragon_mix"),
        (6, "little_winds little_dragons"),
        (8, "conc5 big_winds big_dragons eight_pairs eight_flowers full_flush heavenly"),
    ],
)
def test_points_are_those_of_the_printed_chapter(points: int, keys: str) -> None:
    rows = load_table().rows
    assert {key for key, row in rows.items() if row.points == points} == set(keys.split())


def test_items_carry_the_tiles_they_speak_of() -> None:
    hand = "99p345p [111z] [222z] (6666z) [789m] | 1f 6f"
    context: Context = {"win": "discard", "seat": "south", "round": "east", "winning_tile": "4p"}
    sheet = score("taiwanese", hand, context, {"stacking": "additive_all"})
    found = {item.key: " ".join(map(str, item.tiles)) for item in sheet.items}
    assert found == {
        "flower": "1f 6f",
        "seat_wind": "2z 2z 2z",
        "round_wind": "1z 1z 1z",
        "dragon": "6z 6z 6z 6z",
        "kong": "6z 6z 6z 6z",
        "wind_dragon_mix": "1z 1z 1z 2z 2z 2z 6z 6z 6z 6z",
        "one_chance": "4p",
    }


def test_kongs_that_an_item_takes_in_stay_out_of_the_line_of_kongs() -> None:
    sheet = score("taiwanese", "22p678m [234s] [5555s] (1111m) (9999p) | 1f", {"win": "discard"})
    found = {item.key: " ".join(map(str, item.tiles)) for item in sheet.items}
    assert found == {
        "flower": "1f",
        "quart2": "1m 1m 1m 1m 9p 9p 9p 9p",
        "kong": "5s 5s 5s 5s",
    }


def test_the_same_wind_for_seat_and_round_counts_twice() -> None:
    context: Context = {**DISCARD, "seat": "east", "round": "east"}
    sheet = score("taiwanese", "99p345p456m [111z] [123m] [789m]", context)
    assert {i.key: i.value for i in sheet.items} == {"seat_wind": 1, "round_wind": 1}
