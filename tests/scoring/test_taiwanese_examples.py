"""The worked examples 16-1 to 16-12 of the rules reference, with their variants."""

from dataclasses import dataclass, field

import pytest

from scoring import ScoreSheet, score


@dataclass(frozen=True)
class Example:
    name: str
    hand: str
    context: dict[str, object]
    items: dict[str, int]
    options: dict[str, object] = field(default_factory=dict)
    payments: dict[str, int] | None = None

    def sheet(self) -> ScoreSheet:
        return score("taiwanese", self.hand, self.context, self.options)


CHOWS = "123456789m123s99p345p"
LITTLE_DRAGONS = "123m77z678s [555z] [666z] [456p]"
LITTLE_DRAGONS_1F = LITTLE_DRAGONS + " | 1f"
FIVE_CONCEALED = "11122333555777999m"
EIGHT_PAIRS = "1133557799m22p888s44p | 3f"
ROBBED = "456789m123p99s345p [123m]"
EAST = {"win": "discard", "rob_kong": True, "seat": "east", "east_repeat": 2, "discarder": "west"}

EXAMPLES = [
    Example(
        "16-1",
        CHOWS + " | 1f 6f",
        {"win": "discard", "seat": "south", "discarder": "north"},
        {"all_chows": 3, "flower": 2, "concealed": 1},
        payments={"east": 0, "south": 6, "west": 0, "north": -6},
    ),
    Example(
        "16-2",
        CHOWS,
        {"win": "self_draw", "seat": "west"},
        {"all_chows": 3, "no_flower_honor": 3, "all_self_drawn": 3},
        payments={"east": -9, "south": -9, "west": 27, "north": -9},
    ),
    Example(
        "16-3",
        "111m33m888m [5555m] [222z] [777z]",
        {"win": "discard", "seat": "south", "round": "east"},
        {"all_pungs": 5, "half_flush": 5, "seat_wind": 1, "dragon": 1, "kong": 1},
        payments={"south": 13, "discarder": -13},
    ),
    Example(
        "16-4",
        FIVE_CONCEALED,
        {"win": "self_draw"},
        {"full_flush": 8, "conc5": 8, "no_flower_honor": 3, "all_self_drawn": 3},
        payments={"winner": 66, "next": -22, "opposite": -22, "previous": -22},
    ),
    Example(
        "16-4 additive_all",
        FIVE_CONCEALED,
        {"win": "self_draw"},
        {
            "full_flush": 8,
            "conc5": 8,
            "all_pungs": 5,
            "no_flower_honor": 3,
            "all_self_drawn": 3,
            "concealed": 1,
            "self_draw": 1,
        },
        {"stacking": "additive_all"},
    ),
    Example(
        "16-4 highest_only",
        FIVE_CONCEALED,
        {"win": "self_draw"},
        {"full_flush": 8},
        {"stacking": "highest_only"},
    ),
    Example("16-5", LITTLE_DRAGONS_1F, {"win": "discard"}, {"little_dragons": 6, "flower": 1}),
    Example(
        "16-5 components kept",
        LITTLE_DRAGONS_1F,
        {"win": "discard"},
        {"little_dragons": 6, "flower": 1, "dragon": 2},
        {"stacking": "additive_all"},
    ),
    Example(
        "16-7",
        EIGHT_PAIRS,
        {"win": "self_draw", "seat": "north"},
        {"eight_pairs": 8, "flower": 1, "one_chance": 1, "self_draw": 1},
        payments={"east": -11, "south": -11, "west": -11, "north": 33},
    ),
    Example(
        "16-7 with seven points",
        EIGHT_PAIRS,
        {"win": "self_draw"},
        {"eight_pairs": 7, "flower": 1, "one_chance": 1, "self_draw": 1},
        {"eight_pairs_points": 7},
    ),
    Example(
        "16-7 additive_all",  # speaks of sets: all_self_drawn stays out
        EIGHT_PAIRS,
        {"win": "self_draw"},
        {"eight_pairs": 8, "flower": 1, "concealed": 1, "one_chance": 1, "self_draw": 1},
        {"stacking": "additive_all"},
    ),
    Example(
        "16-8",
        "| 1f 2f 3f 4f 5f 6f 7f 8f",
        {},
        {"eight_flowers": 8},
        payments={"winner": 24, "next": -8, "opposite": -8, "previous": -8},
    ),
    Example(
        "16-8 with any hand and events",  # flat: nothing else counts
        FIVE_CONCEALED + " | 1f 2f 3f 4f 5f 6f 7f 8f",
        {"win": "self_draw", "seat": "east", "east_repeat": 3, "replacement": True},
        {"eight_flowers": 8},
        {"stacking": "additive_all"},
        payments={"east": 24, "south": -8, "west": -8, "north": -8},
    ),
    Example(
        "16-8 robbed",
        "1234m [777z] | 1f 2f 3f 4f 5f 6f 7f",
        {"rob_flower": True, "seat": "south", "discarder": "east"},
        {"eight_flowers": 8},
        payments={"east": -8, "south": 8, "west": 0, "north": 0},
    ),
    Example(
        "16-8 robbed, eighth already laid down",
        "| 1f 2f 3f 4f 5f 6f 7f 8f",
        {"rob_flower": True},
        {"eight_flowers": 8},
        payments={"winner": 8, "discarder": -8},
    ),
    Example(
        "16-9",
        ROBBED + " | 2f",
        EAST,
        {"all_chows": 3, "flower": 1, "rob_kong": 1, "east_repeat": 2},
        payments={"east": 7, "south": 0, "west": -7, "north": 0},
    ),
    Example(
        "16-9 without the flower",
        ROBBED,
        EAST,
        {"all_chows": 3, "no_flower_honor": 3, "rob_kong": 1, "east_repeat": 2},
    ),
    Example(
        "16-9 flat_1",
        ROBBED + " | 2f",
        EAST,
        {"all_chows": 3, "flower": 1, "rob_kong": 1, "east_repeat": 1},
        {"east_repeat_mode": "flat_1"},
    ),
    Example(
        "16-11",
        "555s22p678m [234s] (1111m) (9999p) | 8f",
        {"win": "discard"},
        {"conc3": 3, "quart2": 3, "flower": 1},
    ),
    Example(
        "16-12",
        "99p888s [111m] [222z] [333z] [555z]",
        {"win": "discard", "seat": "south", "round": "east"},
        {"all_pungs": 5, "wind_dragon_mix": 5, "seat_wind": 1},
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_worked_example(example: Example) -> None:
    sheet = example.sheet()
    assert sheet.valid, sheet.reasons
    assert {item.key: item.value for item in sheet.items} == example.items
    assert sheet.total == sum(example.items.values())
    assert sheet.range == (sheet.total, sheet.total)
    if example.payments is not None:
        assert dict(sheet.payments) == example.payments
    assert all(item.source == "S1" and item.name for item in sheet.items)


@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("16-1", 6),
        ("16-2", 9),
        ("16-3", 13),
        ("16-4", 22),
        ("16-4 additive_all", 29),
        ("16-5", 7),
        ("16-5 components kept", 9),
        ("16-7", 11),
        ("16-8", 8),
        ("16-9", 7),
        ("16-9 without the flower", 9),
        ("16-11", 7),
        ("16-12", 11),
    ],
)
def test_totals_of_the_reference(name: str, total: int) -> None:
    (example,) = [one for one in EXAMPLES if one.name == name]
    assert example.sheet().total == total


def test_base_is_paid_on_top() -> None:
    sheet = score("taiwanese", CHOWS, {"win": "self_draw"}, {"base": 5})
    assert (sheet.base, sheet.total, sheet.payments["winner"]) == (5, 14, 42)
    flowers = score("taiwanese", "| 1f2f3f4f5f6f7f8f", {}, {"base": 5})
    assert (flowers.base, flowers.total, flowers.payments["next"]) == (5, 13, -13)
