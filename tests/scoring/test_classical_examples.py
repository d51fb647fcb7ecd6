"""The worked examples CC-1 to CC-8 of the rules reference, with the options that they touch."""

from dataclasses import dataclass, field

import pytest

from scoring import ScoreSheet, score


@dataclass(frozen=True)
class Example:
    name: str
    hand: str
    context: dict[str, object]
    total: int
    points: dict[str, int]
    doubles: dict[str, int]
    options: dict[str, object] = field(default_factory=dict)
    payments: dict[str, int] | None = None

    def sheet(self) -> ScoreSheet:
        return score("classical", self.hand, self.context, self.options)


CC1 = "44s23p4p234m567p [555p]"
CC2 = "777z22p45s6s [345m] [678s] | 1f"
CC3 = "77p7p77z [111z] [111m] [3333s]"
CC3_FACTS: dict[str, object] = {
    "win": "self_draw",
    "seat": "east",
    "round": "east",
    "winning_tile": "7p",
}
CC3_POINTS = {
    "mahjong": 20,
    "kong_simple_exposed": 8,
    "pung_major_exposed": 8,
    "pung_simple_concealed": 4,
    "dragon_pair": 2,
    "self_draw": 2,
}
CC3_DOUBLES = {"seat_wind": 1, "round_wind": 1, "no_chow": 1}
CC4 = "55p23m4m [345s] [456s] [789m]"
CC5 = "55p23m4m [345s] [456s] (6666z)"
CC6 = "234m345p456s678s99m"
CC8 = "111m999p55s (7777z) (1111z)"
CC8_FACTS: dict[str, object] = {
    "win": "discard",
    "seat": "east",
    "round": "east",
    "winning_tile": "5s",
    "discarder": "north",
}
CC8_POINTS = {
    "mahjong": 20,
    "kong_major_concealed": 64,
    "pung_major_concealed": 16,
    "last_pair_simple": 2,
    "only_tile": 2,
}
CC8_DOUBLES = {
    "dragon": 1,
    "seat_wind": 1,
    "round_wind": 1,
    "no_chow": 1,
    "three_concealed": 1,
    "concealed": 1,
}

EXAMPLES = [
    Example(
        "CC-1",
        CC1,
        {"win": "discard", "winning_tile": "4p", "seat": "south"},
        22,
        {"mahjong": 20, "pung_simple_exposed": 2},
        {},
        payments={"east": -44, "south": 88, "west": -22, "north": -22},
    ),
    Example(
        "CC-2",
        CC2,
        {"win": "self_draw", "winning_tile": "6s", "seat": "south", "round": "east"},
        68,
        {"mahjong": 20, "pung_major_concealed": 8, "flower": 4, "self_draw": 2},
        {"dragon": 1},
        payments={"east": -136, "south": 272, "west": -68, "north": -68},
    ),
    Example(
        "CC-3",
        CC3,
        CC3_FACTS,
        352,
        CC3_POINTS,
        CC3_DOUBLES,
        payments={"east": 2112, "south": -704, "west": -704, "north": -704},
    ),
    Example(
        "CC-4",
        CC4,
        {"win": "discard", "winning_tile": "4m"},
        40,
        {"mahjong": 20},
        {"zero_points": 1},
    ),
    Example(
        "CC-5",
        CC5,
        {"win": "discard", "winning_tile": "4m"},
        104,
        {"mahjong": 20, "kong_major_concealed": 32},
        {"dragon": 1},
    ),
    Example(
        "CC-6",
        CC6,
        {"heavenly": True},
        500,
        {"heavenly": 500},
        {},
        payments={"east": 3000, "south": -1000, "west": -1000, "north": -1000},
    ),
    Example(
        "CC-6 limit 1000", CC6, {"heavenly": True}, 1000, {"heavenly": 1000}, {}, {"limit": 1000}
    ),
    Example(
        "CC-6 no limit", CC6, {"heavenly": True}, 500, {"heavenly": 500}, {}, {"limit": "none"}
    ),
    Example(
        "CC-8",
        CC8,
        CC8_FACTS,
        500,
        CC8_POINTS,
        CC8_DOUBLES,
        payments={"east": 3000, "south": -1000, "west": -1000, "north": -1000},
    ),
    Example("CC-8 limit 1000", CC8, CC8_FACTS, 1000, CC8_POINTS, CC8_DOUBLES, {"limit": "1000"}),
    Example("CC-8 no limit", CC8, CC8_FACTS, 104 << 6, CC8_POINTS, CC8_DOUBLES, {"limit": "none"}),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_worked_example(example: Example) -> None:
    sheet = example.sheet()
    assert sheet.valid, sheet.reasons
    assert sheet.total == example.total
    assert sheet.range == (example.total, example.total)
    values = {i.key: i.value for i in sheet.items if i.value and i.key not in ("doubles", "limit")}
    assert values == example.points
    assert {i.key: i.count for i in sheet.items if not i.value} == example.doubles
    assert sum(item.value for item in sheet.items) == example.total
    if example.payments is not None:
        assert dict(sheet.payments) == example.payments
    assert all(item.source and item.name for item in sheet.items)


def test_the_line_of_doubles() -> None:
    sheet = score("classical", CC3, CC3_FACTS)
    line = sheet.items[-1]
    assert (line.key, line.count, line.value) == ("doubles", 3, 352 - 44)
    assert line.name == "3 doubles: 44 × 8"


def test_the_capped_line() -> None:
    line = score("classical", CC8, CC8_FACTS).items[-1]
    assert (line.key, line.value) == ("limit", 500 - 6656)


def test_the_waits_of_cc3() -> None:
    sheet = score("classical", CC3, CC3_FACTS)
    assert "only_tile" not in {item.key for item in sheet.items}  # 7p and red complete it


def test_the_table_is_labelled_as_a_recommendation() -> None:
    assert any(
        "S3 has no point table" in note and "(R)" in note
        for note in score("classical", CC1, {"win": "discard"}).notes
    )
