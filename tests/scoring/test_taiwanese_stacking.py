"""The stacking rules of chapters 3.5 and 3.9, one by one."""

import pytest

from scoring import score
from scoring.games.taiwanese.options import Stacking
from scoring.games.taiwanese.stacking import stack
from scoring.games.taiwanese.table import load_table
from scoring.sheet import Item

Context = dict[str, object]
DRAW: Context = {"win": "self_draw"}
DISCARD: Context = {"win": "discard"}
SOUTH: Context = {"win": "discard", "seat": "south", "round": "east"}

PAIRS = "1133557799m22p888s44p | 1f"
CHOWS = "123456789m123s99p345p | 1f"

# what the rule is, hand, context, items that count by default, items that additive_all adds
RULES: list[tuple[str, str, Context, dict[str, int], dict[str, int]]] = [
    (
        "all_self_drawn drops self_draw and concealed",
        CHOWS,
        DRAW,
        {"all_self_drawn": 3, "all_chows": 3, "flower": 1},
        {"self_draw": 1, "concealed": 1},
    ),
    (
        "all_discards drops one_chance",
        "55p [123m] [456m] [789s] [222s] [777p] | 1f",
        DISCARD,
        {"all_discards": 3, "flower": 1},
        {"one_chance": 1},
    ),
    (
        "heavenly drops self_draw, concealed, all_self_drawn and one_chance",
        CHOWS,
        {"heavenly": True, "winning_tile": "4p"},
        {"heavenly": 8, "all_chows": 3, "flower": 1},
        {"self_draw": 1, "concealed": 1, "all_self_drawn": 3, "one_chance": 1},
    ),
    (
        "quart2 drops the points of the concealed kongs, conc3 stays",
        "555s22p678m [234s] (1111m) (9999p) | 1f",
        DISCARD,
        {"conc3": 3, "quart2": 3, "flower": 1},
        {"kong": 2},
    ),
    (
        "quart2 leaves the points of an exposed kong",
        "22p678m [234s] [5555s] (1111m) (9999p) | 1f",
        DISCARD,
        {"quart2": 3, "flower": 1, "kong": 1},
        {"kong": 3},
    ),
    (
        "quart3 drops its kongs and conc3",
        "22p678m [234s] (1111m) (9999p) (5555s) | 1f",
        DISCARD,
        {"quart3": 5, "flower": 1},
        {"kong": 3, "conc3": 3},
    ),
    (
        "quart3 leaves conc4, and drops the points of every concealed kong",
        "22p678m (1111m) (9999p) (5555s) (7777s) | 1f",
        DISCARD,
        {"quart3": 5, "conc4": 5, "flower": 1, "concealed": 1},
        {"kong": 4},
    ),
    (
        "conc5 drops all_pungs and concealed",
        "111m333p777s222z999s55z | 1f",
        {**SOUTH, "seat": "west"},
        {"conc5": 8, "flower": 1, "one_chance": 1},
        {"all_pungs": 5, "concealed": 1},
    ),
    (
        "big_dragons drops dragon",
        "99p345p [555z] [666z] [777z] [789m] | 1f",
        DISCARD,
        {"big_dragons": 8, "flower": 1},
        {"dragon": 3},
    ),
    (
        "little_dragons drops dragon",
        "77z345p [555z] [666z] [123m] [789m] | 1f",
        DISCARD,
        {"little_dragons": 6, "flower": 1},
        {"dragon": 2},
    ),
    (
        "wind_dragon_mix drops dragon, keeps seat and round wind",
        "99p345p [111z] [222z] [666z] [789m] | 1f",
        SOUTH,
        {"wind_dragon_mix": 5, "seat_wind": 1, "round_wind": 1, "flower": 1},
        {"dragon": 1},
    ),
    (
        "big_winds drops seat and round wind",
        "99p345p [111z] [222z] [333z] [444z] | 1f",
        SOUTH,
        {"big_winds": 8, "half_flush": 5, "flower": 1},
        {"seat_wind": 1, "round_wind": 1},
    ),
    (
        "little_winds keeps seat and round wind",
        "44z345p [111z] [222z] [333z] [789m] | 1f",
        SOUTH,
        {"little_winds": 6, "seat_wind": 1, "round_wind": 1, "flower": 1},
        {},
    ),
    (
        "wind_dragon_mix adds to little_winds",
        "44z [111z] [222z] [333z] [666z] 78m9m | 1f",
        {**SOUTH, "seat": "north", "round": "north"},
        {"little_winds": 6, "wind_dragon_mix": 5, "half_flush": 5, "flower": 1},
        {"dragon": 1},
    ),
    (
        "wind_dragon_mix adds to big_winds",
        "99p [111z] [222z] [333z] [444z] [777z] | 1f",
        DISCARD,
        {"big_winds": 8, "wind_dragon_mix": 5, "all_pungs": 5, "half_flush": 5, "flower": 1}
        | {"all_discards": 3},
        {"dragon": 1, "one_chance": 1, "seat_wind": 1, "round_wind": 1},
    ),
    (
        "big_dragons excludes wind_dragon_mix under every policy",
        "99p [111z] [555z] [666z] [777z] 78m9m | 1f",
        {**SOUTH, "round": "west"},
        {"big_dragons": 8, "flower": 1},
        {"dragon": 3},
    ),
    (
        "little_dragons excludes wind_dragon_mix under every policy",
        "77z [111z] [555z] [666z] [123p] 78m9m | 1f",
        {**SOUTH, "round": "west"},
        {"little_dragons": 6, "flower": 1},
        {"dragon": 2},
    ),
    (
        "eight_pairs drops concealed and has no set items",
        PAIRS,
        DRAW,
        {"eight_pairs": 8, "flower": 1, "self_draw": 1, "one_chance": 1},
        {"concealed": 1},
    ),
    (
        "eight_pairs keeps flush and event items",
        "1144477z99m22z3355m66m | 1f",
        {"seat": "east", "replacement": True, "last_tile": True, "east_repeat": 1},
        {"eight_pairs": 8, "half_flush": 5, "flower": 1, "self_draw": 1, "one_chance": 1}
        | {"replacement": 1, "last_tile": 1, "east_repeat": 1},
        {"concealed": 1},
    ),
    (
        "eight_pairs keeps heavenly, which drops self_draw and one_chance",
        PAIRS,
        {"heavenly": True},
        {"eight_pairs": 8, "heavenly": 8, "flower": 1},
        {"concealed": 1, "self_draw": 1, "one_chance": 1},
    ),
    (
        "eight_pairs keeps rob_kong",
        PAIRS,
        {"rob_kong": True},
        {"eight_pairs": 8, "rob_kong": 1, "flower": 1, "one_chance": 1},
        {"concealed": 1},
    ),
    (
        "replacement and last_tile leave self_draw",
        "99p345p456m [123m] [789m] [111s] | 1f",
        {"replacement": True, "last_tile": True},
        {"replacement": 1, "last_tile": 1, "self_draw": 1, "flower": 1},
        {},
    ),
    (
        "full_flush leaves no half_flush",
        "123456m99m [111m] [222m] [777m] | 1f",
        {**DISCARD, "winning_tile": "4m"},
        {"full_flush": 8, "flower": 1},
        {},
    ),
]


@pytest.mark.parametrize(("rule", "hand", "context", "by_default", "added"), RULES)
def test_rule(
    rule: str, hand: str, context: Context, by_default: dict[str, int], added: dict[str, int]
) -> None:
    context = {"seat": "south", "round": "east", **context} if "big_winds" in rule else context
    default = score("taiwanese", hand, context)
    everything = score("taiwanese", hand, context, {"stacking": "additive_all"})
    assert {item.key: item.value for item in default.items} == by_default
    assert {item.key: item.value for item in everything.items} == by_default | added


@pytest.mark.parametrize(
    ("hand", "context", "key", "value"),
    [
        (CHOWS, DRAW, "all_chows", 3),  # the first of several with three points
        ("99p345p456m [123m] [789m] [222s] | 1f 2f 3f", DISCARD, "flower", 3),  # a whole sum
        ("99p345p456m [123m] [789m] [111s] | 1f", {"rob_kong": True}, "flower", 1),
        (PAIRS, {"heavenly": True}, "heavenly", 8),
    ],
)
def test_highest_only_keeps_one_line(hand: str, context: Context, key: str, value: int) -> None:
    sheet = score("taiwanese", hand, context, {"stacking": "highest_only"})
    assert [(item.key, item.value) for item in sheet.items] == [(key, value)]
    assert sheet.total == value


def test_highest_only_of_a_hand_without_items_is_zero() -> None:
    hand = "99p345p456m [123m] [789m] [111z]"
    context: Context = {"win": "discard", "seat": "south", "round": "south"}
    sheet = score("taiwanese", hand, context, {"stacking": "highest_only"})
    assert (sheet.valid, sheet.items, sheet.total) == (True, (), 0)


def test_rows_name_only_items_that_exist() -> None:
    rows = load_table().rows
    for row in rows.values():
        assert {*row.drops, *row.excludes} <= set(rows)
        assert row.key not in (*row.drops, *row.excludes)


def test_tiers_hold_under_every_policy() -> None:
    rows = load_table().rows
    items = [Item(key, row.name, 1, row.points) for key, row in rows.items()]
    for policy in (Stacking.ADDITIVE_ALL, Stacking.ADDITIVE_MINUS_IMPLIED):
        kept = {item.key for item in stack(items, policy)}
        assert not kept & {"conc3", "conc4", "quart2", "half_flush", "little_winds"}
        assert not kept & {"little_dragons", "wind_dragon_mix"}
