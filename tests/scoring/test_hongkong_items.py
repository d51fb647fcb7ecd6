"""Hong Kong Old Style: every item in hands that have it and hands that just miss it."""

import pytest

from scoring import score
from scoring.games.hongkong.items import RULES
from scoring.games.hongkong.table import load_table

Context = dict[str, object]
DRAW: Context = {"win": "self_draw", "seat": "south", "round": "west"}
DISCARD: Context = {"win": "discard", "seat": "south", "round": "west"}
ALL: dict[str, object] = {
    "stacking": "additive_all",
    "faan_seven_pairs": 4,
    "faan_seven_flowers": 3,
    "faan_eight_flowers": 8,
}

CHOWS = "123456789m123s99p"
ORPHANS = "19m19p19s12345677z"
GATES = "11123456789995m"
PUNGS = "11p [222m] [333s] [444p] [666z]"
PAIRS = "1133557799m2244p"

# key, hand, context, value (None: the item does not apply); nothing is dropped as implied
CASES: list[tuple[str, str, Context, int | None]] = [
    ("thirteen_orphans", ORPHANS, DISCARD, 13),
    ("thirteen_orphans", "11p777z [111m] [999s] [444z]", DISCARD, None),
    ("nine_gates", GATES, DISCARD, 13),
    ("nine_gates", "11122345678999s", DISCARD, 13),
    ("nine_gates", "11123456789m995m", DRAW, 13),
    ("nine_gates", "11456789999m [123m]", DRAW, None),
    ("nine_gates", "11122233345677m", DRAW, None),
    ("big_winds", "11p [111z] [222z] [333z] [444z]", DISCARD, 13),
    ("big_winds", "44z [111z] [222z] [333z] [444p]", DISCARD, None),
    ("all_terminals", "11p [111m] [999m] [999s] [999p]", DISCARD, 13),
    ("all_terminals", "11z [111m] [999m] [999s] [999p]", DISCARD, None),
    ("four_kongs", "11p [1111m] (2222m) [7777z] (5555s)", DISCARD, 13),
    ("four_kongs", "11p [1111m] (2222m) [7777z] [555s]", DISCARD, None),
    ("heavenly", CHOWS, {**DRAW, "heavenly": True}, 13),
    ("heavenly", CHOWS, DRAW, None),
    ("heavenly", "456789m123s99p [123m]", {**DRAW, "heavenly": True}, None),
    ("earthly", CHOWS, {**DISCARD, "earthly": True}, 13),
    ("earthly", CHOWS, DISCARD, None),
    ("earthly", "456789m99p123s [123m]", {**DISCARD, "earthly": True}, None),
    ("all_honours", "11z [222z] [333z] [555z] [777z]", DISCARD, 10),
    ("all_honours", "11223344556677z", DISCARD, 10),
    ("all_honours", "11p [222z] [333z] [555z] [777z]", DISCARD, None),
    ("big_dragons", "11p [123m] [555z] [666z] (7777z)", DISCARD, 8),
    ("big_dragons", "77z [123m] [555z] [666z] [777p]", DISCARD, None),
    ("four_concealed", "11m222p333s555z777s", DRAW, 8),
    ("four_concealed", "11m333s555z777s (2222p)", DRAW, 8),
    ("four_concealed", "222p333s555z777s11m", DISCARD, 8),  # the discard made the pair
    ("four_concealed", "11m222p333s555z777s", DISCARD, None),  # the discard made a pung
    ("four_concealed", "11m333s555z777s [2222p]", DRAW, None),
    ("double_kong", "11m333s555z777s (2222p)", {**DRAW, "second_kong": True}, 8),
    ("double_kong", "11m333s555z777s (2222p)", {**DRAW, "replacement": True}, None),
    ("eight_flowers", CHOWS + " | 1f2f3f4f5f6f7f8f", DRAW, 8),
    ("eight_flowers", CHOWS + " | 1f2f3f4f5f6f7f", DRAW, None),
    ("seven_flowers", CHOWS + " | 1f2f3f4f5f6f7f", DRAW, 3),
    ("seven_flowers", CHOWS + " | 1f2f3f4f5f6f", DRAW, None),
    ("seven_flowers", CHOWS + " | 1f2f3f4f5f6f7f8f", DRAW, None),  # eight take their place
    ("full_flush", "123406m99m [111m] [777m]", DISCARD, 7),
    ("full_flush", "123406m99m [111m] [777z]", DISCARD, None),
    ("full_flush", "11z [222z] [333z] [555z] [777z]", DISCARD, None),
    ("little_winds", "44z123p [111z] [222z] [333z]", DISCARD, 6),
    ("little_winds", "44p123p [111z] [222z] [333z]", DISCARD, None),
    ("little_dragons", "77z123p456p [555z] [666z]", DISCARD, 5),
    ("little_dragons", "99p123p456p [555z] [666z]", DISCARD, None),
    ("mixed_terminals", "11p [111m] [999m] [111z] [222z]", DISCARD, 4),
    ("mixed_terminals", "11p [111m] [999m] [111z] [222m]", DISCARD, None),
    ("mixed_terminals", "11p [111m] [999m] [999s] [999p]", DISCARD, None),  # all terminals
    ("seven_pairs", PAIRS, DISCARD, 4),
    ("seven_pairs", "1111557799m2244p", DISCARD, 4),  # four of a kind are two pairs
    ("seven_pairs", CHOWS, DISCARD, None),
    ("seven_pairs", ORPHANS, DISCARD, None),
    ("all_pungs", PUNGS, DISCARD, 3),
    ("all_pungs", PUNGS.replace("[333s]", "[3333s]"), DISCARD, 3),
    ("all_pungs", PUNGS.replace("[333s]", "[234s]"), DISCARD, None),
    ("half_flush", "123456m99m [111m] [777z]", DISCARD, 3),
    ("half_flush", "1133557799m2244z", DISCARD, 3),
    ("half_flush", "123456m99m [111m] [777p]", DISCARD, None),
    ("half_flush", "123456m99m [111m] [777m]", DISCARD, None),
    ("flower_group", CHOWS + " | 1f2f3f4f", DRAW, 2),
    ("flower_group", CHOWS + " | 1f2f3f4f5f6f7f8f", DRAW, 4),
    ("flower_group", CHOWS + " | 1f2f3f5f6f7f", DRAW, None),
    ("all_chows", CHOWS, DISCARD, 1),
    ("all_chows", CHOWS.replace("99p", "77z"), DISCARD, 1),
    ("all_chows", "456789m99p123s [111m]", DISCARD, None),
    ("self_draw", CHOWS, DRAW, 1),
    ("self_draw", CHOWS, DISCARD, None),
    ("concealed", CHOWS, DISCARD, 1),
    ("concealed", "456789m123s99p (1111z)", DISCARD, 1),
    ("concealed", "456789m123s99p [1111z]", DISCARD, None),
    ("dragon", "99p123m456m [555z] (7777z)", DISCARD, 2),
    ("dragon", "77z123m456m [111m] [222p]", DISCARD, None),
    ("seat_wind", "99p123m456m [222z] [789s]", DISCARD, 1),
    ("seat_wind", "99p123m456m [333z] [789s]", DISCARD, None),
    ("round_wind", "99p123m456m [333z] [789s]", DISCARD, 1),
    ("round_wind", "99p123m456m [222z] [789s]", DISCARD, None),
    ("own_flower", CHOWS + " | 2f", DRAW, 1),
    ("own_flower", CHOWS + " | 2f 6f", DRAW, 2),
    ("own_flower", CHOWS + " | 1f 3f 4f 5f 7f 8f", DRAW, None),
    ("no_flowers", CHOWS, DRAW, 1),
    ("no_flowers", CHOWS + " | 8f", DRAW, None),
    ("rob_kong", CHOWS, {**DISCARD, "rob_kong": True}, 1),
    ("rob_kong", CHOWS, DISCARD, None),
    ("last_tile", CHOWS, {**DRAW, "last_tile": True}, 1),
    ("last_tile", CHOWS, {**DISCARD, "last_discard": True}, 1),
    ("last_tile", CHOWS, {**DISCARD, "last_tile": True}, None),
    ("after_kong", "456789m123s99p (1111z)", {**DRAW, "replacement": True}, 1),
    ("after_kong", "456789m123s99p (1111z)", DRAW, None),
    ("after_kong", "456789m123s99p (1111z)", {**DRAW, "second_kong": True}, None),
]


@pytest.mark.parametrize(("key", "hand", "context", "value"), CASES)
def test_item(key: str, hand: str, context: Context, value: int | None) -> None:
    sheet = score("hongkong", hand, context, ALL)
    assert sheet.valid, sheet.reasons
    assert {item.key: item.value for item in sheet.items}.get(key) == value


def test_every_item_has_both_kinds_of_hands() -> None:
    keys = set(load_table().rows)
    assert set(RULES) == keys
    assert {key for key, _, _, value in CASES if value is not None} == keys
    assert {key for key, _, _, value in CASES if value is None} == keys


# hand, context, {item: value} and total by the table of the rules reference
SHEETS: list[tuple[str, Context, dict[str, int], int]] = [
    (CHOWS, DRAW, {"all_chows": 1, "self_draw": 1, "concealed": 1, "no_flowers": 1}, 4),
    (PUNGS + " | 1f", DISCARD, {"all_pungs": 3, "dragon": 1}, 4),
    (
        "77z123p456p [555z] [666z] | 2f",
        DISCARD,
        {"little_dragons": 5, "half_flush": 3, "dragon": 2, "own_flower": 1},
        11,
    ),
    ("11p [123m] [555z] [666z] [777z] | 1f", DISCARD, {"big_dragons": 8}, 8),
    (
        "22p [222z] [111z] [333z] [444z] | 1f",
        DISCARD,
        {"big_winds": 13, "all_pungs": 3, "half_flush": 3},
        13,
    ),
    ("11z [222z] [333z] [555z] [777z] | 1f", DISCARD, {"all_honours": 10, "dragon": 2}, 12),
    (ORPHANS, DISCARD, {"thirteen_orphans": 13, "concealed": 1, "no_flowers": 1}, 13),
    (GATES, DISCARD, {"nine_gates": 13, "no_flowers": 1}, 13),
    ("222p333s555z777s11m | 1f", DISCARD, {"four_concealed": 8, "concealed": 1, "dragon": 1}, 10),
    (
        "11p [111m] [999m] [555z] [999p] | 1f",
        DISCARD,
        {"mixed_terminals": 4, "all_pungs": 3, "dragon": 1},
        8,
    ),
    ("123456m99m [111m] [777m] | 1f", DISCARD, {"full_flush": 7}, 7),
    (CHOWS, {**DRAW, "heavenly": True}, {"heavenly": 13, "all_chows": 1, "no_flowers": 1}, 13),
]


@pytest.mark.parametrize(("hand", "context", "items", "total"), SHEETS)
def test_whole_sheets(hand: str, context: Context, items: dict[str, int], total: int) -> None:
    sheet = score("hongkong", hand, context)
    assert {item.key: item.value for item in sheet.items} == items
    assert sheet.total == total
