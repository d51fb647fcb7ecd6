"""Every line of the classical table: hands that have it and hands that just miss it."""

import pytest

from scoring import ScoreSheet, score
from scoring.games.classical import doubles, limits, points
from scoring.games.classical.table import load_table

Context = dict[str, object]
Options = dict[str, object]
DRAW: Context = {"win": "self_draw"}
DISCARD: Context = {"win": "discard"}
EAST: Context = {"win": "discard", "seat": "east", "round": "east"}
FREE: Options = {"limit": "none"}
RA: Options = {"doubles_list": "RA"}
WD: Options = {"last_tile_points": "WD"}
EACH: Options = {"own_flower_rule": "each"}

OPEN = "44s23p4p [123m] [456s] [789m]"  # waits for 1p and 4p
CLOSED = "44s23p4p123m456s789m"
PUNGS = "99s2m2m2m [333p] [777s] [444z]"

# key, hand, context, value (None: the line does not appear), options
POINTS: list[tuple[str, str, Context, int | None, Options]] = [
    ("mahjong", OPEN, DISCARD, 20, {}),
    ("pung_simple_exposed", "44s23p4p [222m] [888s] [789m]", DISCARD, 4, {}),
    ("pung_simple_exposed", PUNGS, DISCARD, 6, {}),  # the discard completed the third
    ("pung_simple_exposed", OPEN, DISCARD, None, {}),
    ("pung_simple_concealed", PUNGS, DRAW, 4, {}),
    ("pung_simple_concealed", PUNGS, DISCARD, None, {}),
    ("pung_major_exposed", "44s23p4p [111m] [222z] [777z]", DISCARD, 12, {}),
    ("pung_major_exposed", "44s23p4p [222m] [789s] [789m]", DISCARD, None, {}),
    ("pung_major_concealed", "999m777z23p4p44s [123m]", DISCARD, 16, {}),
    ("pung_major_concealed", "222m888m23p4p44s [123m]", DISCARD, None, {}),
    ("kong_simple_exposed", "44s23p4p [2222m] [8888s] [789m]", DISCARD, 16, {}),
    ("kong_simple_exposed", "44s23p4p (2222m) [9999s] [789m]", DISCARD, None, {}),
    ("kong_simple_concealed", "44s23p4p (2222m) [789m] [789m]", DISCARD, 16, {}),
    ("kong_simple_concealed", "2222m3m4m44s [789m] [789p]", DISCARD, None, {}),  # not declared
    ("kong_major_exposed", "44s23p4p [1111m] [5555z] [789m]", DISCARD, 32, {}),
    ("kong_major_exposed", "44s23p4p [2222m] (5555z) [789m]", DISCARD, None, {}),
    ("kong_major_concealed", "44s23p4p (1111m) (5555z) [789m]", DISCARD, 64, {}),
    ("kong_major_concealed", "44s23p4p (2222m) [5555z] [789m]", DISCARD, None, {}),
    ("dragon_pair", "66z23p4p [222m] [123s] [789m]", DISCARD, 2, {}),
    ("dragon_pair", "11z23p4p [222m] [123s] [789m]", EAST, None, {}),
    ("seat_wind_pair", "11z23p4p [222m] [123s] [789m]", EAST, 2, {}),
    ("seat_wind_pair", "22z23p4p [222m] [123s] [789m]", EAST, None, {}),
    ("round_wind_pair", "11z23p4p [222m] [123s] [789m]", EAST, 2, {}),
    ("round_wind_pair", "11z23p4p [222m] [123s] [789m]", {**EAST, "round": "west"}, None, {}),
    ("flower", OPEN + " | 1f 2f 8f", EAST, 12, {}),
    ("flower", OPEN, EAST, None, {}),
    ("concealed_points", CLOSED, DISCARD, 10, {"concealed_points": 10}),
    ("concealed_points", CLOSED, DISCARD, None, {}),
    ("concealed_points", OPEN, DISCARD, None, {"concealed_points": 10}),
    ("last_pair_major", "123p77z [222m] [123s] [789m]", DISCARD, 4, {}),
    ("last_pair_major", "123p99s [222m] [123s] [789m]", DISCARD, 4, {}),
    ("last_pair_major", "123p88s [222m] [123s] [789m]", DISCARD, None, {}),
    ("last_pair_major", "123p77z [222m] [123s] [789m]", DISCARD, None, WD),
    ("last_pair_simple", "123p88s [222m] [123s] [789m]", DISCARD, 2, {}),
    ("last_pair_simple", "123p11s [222m] [123s] [789m]", DISCARD, None, {}),
    ("last_pair_simple", "88s12p3p [222m] [123s] [789m]", DISCARD, None, {}),
    ("last_pair_simple", "123p88s [222m] [123s] [789m]", DISCARD, None, WD),
    ("only_tile", "88s12p3p [222m] [123s] [789m]", DISCARD, 2, {}),  # the edge
    ("only_tile", "88s24p3p [222m] [123s] [789m]", DRAW, 2, {}),  # the gap
    ("only_tile", "123p88s [222m] [123s] [789m]", DISCARD, 2, {}),  # the pair
    ("only_tile", "88s23p4p [222m] [123s] [789m]", DISCARD, None, {}),
    ("only_tile", "88s23p4p [1111p] [123s] [789m]", DISCARD, 2, {}),  # all four 1p are held
    ("only_tile", "88s12p3p [222m] [123s] [789m]", DISCARD, None, WD),
    ("narrow_wait", "88s12p3p [222m] [123s] [789m]", DISCARD, 2, WD),
    ("narrow_wait", "88s89p7p [222m] [123s] [789m]", DISCARD, 2, WD),
    ("narrow_wait", "88s24p3p [222m] [123s] [789m]", DISCARD, 2, WD),
    ("narrow_wait", "123p88s [222m] [123s] [789m]", DISCARD, 2, WD),
    ("narrow_wait", "88s23p4p [222m] [123s] [789m]", DISCARD, None, WD),
    ("narrow_wait", "88s78p9p [222m] [123s] [789m]", DISCARD, None, WD),  # 6p too
    ("narrow_wait", "88s23p1p [222m] [123s] [789m]", DISCARD, None, WD),  # 4p too
    ("narrow_wait", PUNGS, DISCARD, None, WD),
    ("narrow_wait", "88s12p3p [222m] [123s] [789m]", DISCARD, None, {}),
    ("self_draw", OPEN, DRAW, 2, {}),
    ("self_draw", OPEN, DISCARD, None, {}),
    ("self_draw", OPEN, {"rob_kong": True}, None, {}),
]

# key, hand, context, number of doubles, options
DOUBLES: list[tuple[str, str, Context, int | None, Options]] = [
    ("dragon", "44s23p4p [123m] [555z] (6666z)", DISCARD, 2, {}),
    ("dragon", "66z23p4p [222m] [123s] [789m]", DISCARD, None, {}),
    ("seat_wind", "44s23p4p [123m] [111z] [789m]", EAST, 1, {}),
    ("seat_wind", "44s23p4p [123m] [222z] [789m]", EAST, None, {}),
    ("seat_wind", "11z23p4p [123m] [222m] [789m]", EAST, None, {}),
    ("round_wind", "44s23p4p [123m] [1111z] [789m]", EAST, 1, {}),
    ("round_wind", "44s23p4p [123m] [111z] [789m]", {**EAST, "round": "north"}, None, {}),
    ("own_flower_and_season", OPEN + " | 1f 5f", EAST, 1, {}),
    ("own_flower_and_season", OPEN + " | 3f 7f", {**EAST, "seat": "west"}, 1, {}),
    ("own_flower_and_season", OPEN + " | 1f 6f", EAST, None, {}),
    ("own_flower_and_season", OPEN + " | 5f", EAST, None, {}),
    ("own_flower_and_season", OPEN + " | 1f 5f", EAST, None, EACH),
    ("own_flower", OPEN + " | 1f 5f", EAST, 2, EACH),
    ("own_flower", OPEN + " | 1f 6f", EAST, 1, EACH),
    ("own_flower", OPEN + " | 2f 6f", EAST, None, EACH),
    ("own_flower", OPEN + " | 1f 6f", EAST, None, {}),
    ("all_flowers", OPEN + " | 1f 2f 3f 4f", EAST, 1, {}),
    ("all_flowers", OPEN + " | 1f 2f 3f 5f", EAST, None, {}),
    ("all_seasons", OPEN + " | 5f 6f 7f 8f", EAST, 1, {}),
    ("all_seasons", OPEN + " | 4f 5f 6f 7f", EAST, None, {}),
    ("three_concealed", "222m555p777s9m9m [123m]", DISCARD, 1, {}),
    ("three_concealed", "99m555p77s7s (2222p) [123m]", DISCARD, None, {}),  # by the discard
    ("three_concealed", "99m555p77s7s (2222p) [123m]", DRAW, 1, {}),
    ("three_concealed", "222m555p777s333m9m9m", DISCARD, 1, {}),  # four are three and more
    ("no_chow", PUNGS, DISCARD, 1, {}),
    ("no_chow", "99s2m2m2m [333p] [777s] [123s]", DISCARD, None, {}),
    ("zero_points", OPEN, DISCARD, 1, {}),
    ("zero_points", OPEN + " | 1f", DRAW, 1, {}),  # flowers and winning do not matter
    ("zero_points", "33z23p4p [123m] [456s] [789m]", EAST, 1, {}),
    ("zero_points", "11z23p4p [123m] [456s] [789m]", EAST, None, {}),
    ("zero_points", "55z23p4p [123m] [456s] [789m]", EAST, None, {}),
    ("zero_points", "44s23p4p [222m] [456s] [789m]", EAST, None, {}),
    ("half_flush", "77z23m4m [123m] [456m] [222z]", DISCARD, 1, {}),
    ("half_flush", "77m23m4m [123m] [456m] [999m]", DISCARD, None, {}),
    ("half_flush", "77z23p4p [123m] [456m] [222z]", DISCARD, None, {}),
    ("full_flush", "77m23m4m [123m] [456m] [999m]", DISCARD, 3, {}),
    ("full_flush", "77m23m4m [123m] [456m] [999m]", DISCARD, 4, RA),
    ("full_flush", "77z23m4m [123m] [456m] [999m]", DISCARD, None, {}),
    ("terminals_honours", "99m9p9p9p [111m] [111s] [222z]", DISCARD, 1, {}),
    ("terminals_honours", "88m9p9p9p [111m] [111s] [222z]", DISCARD, None, {}),
    ("concealed", CLOSED, DISCARD, 1, {}),
    ("concealed", "44s23p4p123m456s (8888m)", DISCARD, 1, {}),  # a concealed kong leaves it so
    ("concealed", "44s23p4p123m456s [888m]", DRAW, None, {}),
    ("replacement", OPEN, {"replacement": True}, 1, {}),
    ("replacement", OPEN, DRAW, None, {}),
    ("last_tile", OPEN, {"last_tile": True}, 1, {}),
    ("last_tile", OPEN, {**DISCARD, "last_tile": True}, None, {}),
    ("last_discard", OPEN, {"last_discard": True}, 1, {}),
    ("last_discard", OPEN, DISCARD, None, {}),
    ("rob_kong", OPEN, {"rob_kong": True}, 1, {}),
    ("rob_kong", OPEN, DISCARD, None, {}),
    ("original_call", CLOSED, {**DISCARD, "original_call": True}, 1, {}),
    ("original_call", OPEN, {**DISCARD, "original_call": True}, None, {}),
    ("original_call", CLOSED, DISCARD, None, {}),
    ("little_dragons", "77z2p3p4p [555z] [6666z] [123m]", DISCARD, 3, RA),
    ("little_dragons", "77z2p3p4p [555z] [6666z] [123m]", DISCARD, None, {}),
    ("little_dragons", "77z2p3p4p [555z] [222z] [123m]", DISCARD, None, RA),
    ("little_dragons", "99m2p3p4p [555z] [666z] [123m]", DISCARD, None, RA),
    ("pure_straight", "77z45m6m [123m] [789m] [222p]", DISCARD, 1, RA),
    ("pure_straight", "77z45m6m [123m] [789m] [222p]", DISCARD, None, {}),
    ("pure_straight", "77z45m6m [123m] [789p] [222p]", DISCARD, None, RA),
    ("all_simples", "55p45m6m [234m] [678p] [222p]", DISCARD, 1, RA),
    ("all_simples", "55p45m6m [234m] [678p] [222p]", DISCARD, None, {}),
    ("all_simples", "55p45m6m [234m] [789p] [222p]", DISCARD, None, RA),
    ("outside_hand", "77z12m3m [789p] [111p] [999s]", DISCARD, 1, RA),
    ("outside_hand", "77z12m3m [789p] [111p] [999s]", DISCARD, None, {}),
    ("outside_hand", "77z12m3m [678p] [111p] [999s]", DISCARD, None, RA),
    ("outside_hand", "88p12m3m [789p] [111p] [999s]", DISCARD, None, RA),
    ("outside_hand", "77z11m1m [999p] [111p] [999s]", DISCARD, None, RA),
]

LIMITS: list[tuple[str, str, Context, bool]] = [
    ("heavenly", CLOSED, {"heavenly": True}, True),
    ("heavenly", CLOSED, {"heavenly": True, "seat": "west"}, False),
    ("heavenly", OPEN, {"heavenly": True}, False),
    ("earthly", CLOSED, {"earthly": True}, True),
    ("earthly", CLOSED, {"earthly": True, "seat": "north"}, True),
    ("earthly", CLOSED, {"earthly": True, "seat": "east"}, False),
    ("earthly", OPEN, {"earthly": True}, False),
    ("earthly", CLOSED, DISCARD, False),
    ("thirteen_orphans", "19m19p19s12345677z", DISCARD, True),
    ("thirteen_orphans", "199m19p19s1234567z", DRAW, True),
    ("thirteen_orphans", "11m9m1m9p9p9p9s9s9s1z1z1z9m", DRAW, False),
    ("nine_gates", "11123456789995s", DISCARD, True),
    ("nine_gates", "11112345678999p", DRAW, True),
    ("nine_gates", "11123456789999m", DRAW, True),
    ("nine_gates", "11122345677889p", DRAW, False),
    ("nine_gates", "12345678p999p [111p]", DRAW, False),
    ("all_honours", "66z1z1z1z [222z] [333z] [555z]", DISCARD, True),
    ("all_honours", "66z1z1z1z [222z] [333z] [999p]", DISCARD, False),
    ("all_terminals", "99m9p9p9p [111m] [111s] [999s]", DISCARD, True),
    ("all_terminals", "99m9p9p9p [111m] [111s] [444z]", DISCARD, False),
    ("four_concealed", "222m555p777s88s (1111z)", DRAW, True),
    ("four_concealed", "222m555p777s88s (1111z)", DISCARD, False),  # it needs a self-draw
    ("four_concealed", "222m555p777s88s [1111z]", DRAW, False),
    ("four_kongs", "55p [2222m] (3333p) [7777s] (1111z)", DISCARD, True),
    ("four_kongs", "55p [2222m] (3333p) [777s] (1111z)", DISCARD, False),
    ("big_dragons", "99m12p3p [555z] (6666z) [777z]", DISCARD, True),
    ("big_dragons", "77z12p3p [555z] (6666z) [123m]", DISCARD, False),
    ("big_winds", "99m11z1z [222z] (3333z) [444z]", DISCARD, True),
    ("big_winds", "44z11z1z [222z] (3333z) [999m]", DISCARD, False),
    ("all_green", "88s23s4s [234s] [666s] [666z]", DISCARD, True),
    ("all_green", "66z23s4s [234s] [666s] [888s]", DISCARD, True),
    ("all_green", "88s23s4s [234s] [666s] [777s]", DISCARD, False),
    ("all_green", "88s23s4s [234s] [666s] [555z]", DISCARD, False),
    ("concealed_flush", "12334567822999m", DISCARD, True),
    ("concealed_flush", "23m4m123m456m99m (7777m)", DISCARD, True),
    ("concealed_flush", "23m4m123m456m99m [777m]", DISCARD, False),
    ("concealed_flush", "23m4m123m456m99m (7777z)", DISCARD, False),
    ("twofold_fortune", "44s23p4p [789m] (2222m) [8888s]", {"second_kong": True}, True),
    ("twofold_fortune", "44s23p4p [789m] (2222m) [8888s]", {"replacement": True}, False),
    ("twofold_fortune", "44s23p4p [789m] (2222m) [888s]", {"second_kong": True}, False),
    ("plum_blossom", "44s46p5p [789m] (2222m) [888s]", {"replacement": True}, True),
    ("plum_blossom", "44s46p0p [789m] (2222m) [888s]", {"replacement": True}, True),  # a red five
    ("plum_blossom", "44s46m5m [789m] (2222m) [888s]", {"replacement": True}, False),
    ("plum_blossom", "44s46p5p [789m] (2222m) [888s]", DRAW, False),
    ("moon_from_the_sea", "44s23p1p [789m] [222m] [888s]", {"last_tile": True}, True),
    ("moon_from_the_sea", "44s23p4p [789m] [222m] [888s]", {"last_tile": True}, False),
    ("moon_from_the_sea", "44s23p1p [789m] [222m] [888s]", {"last_discard": True}, False),
    ("carrying_pole", "44s13s2s [789m] [222m] [888s]", {"rob_kong": True}, True),
    ("carrying_pole", "44s13s2s [789m] [222m] [888s]", DISCARD, False),
    ("carrying_pole", "44s13m2m [789m] [222p] [888s]", {"rob_kong": True}, False),
    ("east_ninth", OPEN, {**DISCARD, "east_repeat": 8}, True),
    ("east_ninth", OPEN, {**DISCARD, "east_repeat": 7}, False),
]


def scored(hand: str, context: Context, options: Options) -> ScoreSheet:
    sheet = score("classical", hand, context, options)
    assert sheet.valid, sheet.reasons
    assert sheet.total == sum(item.value for item in sheet.items)
    return sheet


@pytest.mark.parametrize(("key", "hand", "context", "value", "options"), POINTS)
def test_points(key: str, hand: str, context: Context, value: int | None, options: Options) -> None:
    sheet = scored(hand, context, {**FREE, **options})
    assert {item.key: item.value for item in sheet.items}.get(key) == value


@pytest.mark.parametrize(("key", "hand", "context", "number", "options"), DOUBLES)
def test_doubles(
    key: str, hand: str, context: Context, number: int | None, options: Options
) -> None:
    sheet = scored(hand, context, {**FREE, **options})
    assert {item.key: item.count for item in sheet.items}.get(key) == number
    before = sum(i.value for i in sheet.items if i.key in load_table().points)
    doubled = sum(i.count for i in sheet.items if i.key in load_table().doubles)
    assert sheet.total == before << doubled


@pytest.mark.parametrize(("key", "hand", "context", "applies"), LIMITS)
def test_limit_hands(key: str, hand: str, context: Context, applies: bool) -> None:
    sheet = scored(hand, context, {})
    assert (key in {item.key for item in sheet.items}) is applies
    if applies:
        assert sheet.total == 500
        assert scored(hand, context, {"limit": 1000}).total == 1000


def test_every_line_of_the_table_has_a_positive_and_a_negative_hand() -> None:
    table = load_table()
    one_sided = {"mahjong"}  # every winner has it
    for rows, cases in ((table.points, POINTS), (table.doubles, DOUBLES)):
        assert {key for key, *_, value, _ in cases if value is not None} == set(rows)
        assert {key for key, *_, value, _ in cases if value is None} == set(rows) - one_sided
    assert {key for key, *_, applies in LIMITS if applies} == set(table.limits)
    assert {key for key, *_, applies in LIMITS if not applies} == set(table.limits)


def test_every_line_has_a_rule_and_a_source() -> None:
    table = load_table()
    sets = {key for key in table.points if key.startswith(("pung_", "kong_"))}
    assert {*points.RULES, *sets} == set(table.points)
    assert set(doubles.RULES) == set(table.doubles)
    assert set(limits.RULES) == set(table.limits)
    rows = [*table.points.values(), *table.doubles.values(), *table.limits.values()]
    assert all(set(row.source.split("/")) <= {"S3", "K", "WD", "4W", "RA"} for row in rows)
    assert len({row.key for row in rows} | {"doubles", "limit"}) == len(rows) + 2 - len(
        set(table.doubles) & set(table.limits)
    )


def test_two_limit_hands_are_paid_once() -> None:
    sheet = scored("19m19p19s12345677z", {"heavenly": True}, {})
    assert {i.key: i.value for i in sheet.items} == {
        "heavenly": 500,
        "thirteen_orphans": 500,
        "limit": -500,
    }
    assert sheet.total == 500


def test_without_a_limit_the_points_may_be_worth_more_than_a_limit_hand() -> None:
    hand = "99m9p9p9p [1111z] (2222z) (3333z)"
    sheet = scored(hand, EAST, FREE)
    assert sheet.total > 500
    winds = "99m11z1z [222z] (3333z) [444z]"
    sheet = scored(winds, EAST, FREE)
    assert sheet.total > 500
    assert "big_winds" not in {item.key for item in sheet.items}
    low = scored("44s46p5p [789m] (2222m) [888s]", {"replacement": True}, FREE)
    assert (low.total, [i.key for i in low.items]) == (500, ["plum_blossom"])
    assert "without a limit, a limit hand is worth 500 (R)" in low.notes


def test_items_carry_the_tiles_they_speak_of() -> None:
    hand = "11z23p4p [222z] (6666z) [789m] | 2f 6f"
    context: Context = {"win": "discard", "seat": "south", "round": "east", "winning_tile": "4p"}
    sheet = scored(hand.replace("11z23p4p", "11z23p4p"), context, {})
    found = {item.key: " ".join(map(str, item.tiles)) for item in sheet.items if item.tiles}
    assert found == {
        "kong_major_concealed": "6z 6z 6z 6z",
        "pung_major_exposed": "2z 2z 2z",
        "round_wind_pair": "1z 1z",
        "flower": "2f 6f",
        "dragon": "6z 6z 6z 6z",
        "seat_wind": "2z 2z 2z",
        "own_flower_and_season": "2f 6f",
    }
