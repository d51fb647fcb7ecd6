"""Every unit in every rank, the modifiers, the tiles laid aside, and each option's effect."""

import pytest

from scoring import score
from scoring.games.flowers.options import OPTIONS, PROFILES, Options
from scoring.games.flowers.table import Rank, load_table
from scoring.options import OptionError
from scoring.sheet import Item, ScoreSheet
from scoring.tiles import PATTERNS

Facts = dict[str, object]

ROLL: Facts = {"roll": [2, 4], "designated": "6-6"}  # shakes 2-4 3-5 1-6
LARGE, MEDIUM, SMALL = "5-5", "3-3", "3-4"
TILES = {
    "pair w+w": "{0} {0}",
    "pair w+f": "{0} {0}f",
    "pair f+f": "{0}f {0}f",
    "pair w+d": "{0} {0}d",
    "pair f+d": "{0}f {0}d",
    "triple f+f+d": "{0}f {0}f {0}d",
    "trump w": "{0}",
    "trump f": "{0}f",
    "trump d": "{0}d",
}
VALUES = {  # large, medium, small
    "pair w+w": (1, 1, 1),
    "pair w+f": (2, 1, 1),
    "pair f+f": (4, 2, 1),
    "pair w+d": (4, 2, 1),
    "pair f+d": (8, 4, 2),
    "triple f+f+d": (16, 8, 4),
    "trump w": (0, 0, 0),
    "trump f": (8, 4, 2),
    "trump d": (16, 8, 4),
}
CASES = [
    (unit, face, VALUES[unit][column])
    for unit in VALUES
    for column, face in enumerate((LARGE, MEDIUM, SMALL))
]


def hand(unit: str, face: str, aside: str = "") -> str:
    """Fill a hand up with plain pairs, and a framed trump where the unit is none."""
    others = [other for other in PATTERNS if other != face]
    pairs = 10 if unit.startswith("trump") else 9
    parts = [f"{other} {other}" for other in others[:pairs]]
    if pairs == 9:
        parts.append(f"{others[-1]}f")
    return " ".join([TILES[unit].format(face), *parts]) + (f" | {aside}" if aside else "")


def judge(unit: str, face: str, context: Facts = ROLL, **options: object) -> ScoreSheet:
    sheet = score("flowers", hand(unit, face), context, options)
    assert sheet.valid, sheet.reasons
    return sheet


def line(unit: str, face: str, context: Facts = ROLL, **options: object) -> Item:
    found = {item.key: item for item in judge(unit, face, context, **options).items}
    return found[f"{face} {unit}"]


@pytest.mark.parametrize(("unit", "face", "value"), CASES)
def test_unit(unit: str, face: str, value: int) -> None:
    item = line(unit, face)
    assert (item.value, item.count) == (value, 1)
    assert " ".join(map(str, item.tiles)) == TILES[unit].format(face)
    assumed = face == MEDIUM or unit == "trump w"
    assert item.source == ("R" if assumed else "Y")


@pytest.mark.parametrize("unit", VALUES)
def test_a_hand_without_the_unit_has_no_such_line(unit: str) -> None:
    other = "pair w+w" if unit != "pair w+w" else "pair f+f"
    keys = [item.key for item in judge(other, LARGE).items]
    assert f"{LARGE} {unit}" not in keys


def test_every_unit_of_the_table_is_tested() -> None:
    assert set(VALUES) == set(load_table().units)
    assert set(load_table().extras) == {"bonus", "white"}


@pytest.mark.parametrize("face", PATTERNS)
@pytest.mark.parametrize("unit", ["pair w+f", "triple f+f+d", "trump d"])
def test_every_pattern_has_every_unit(unit: str, face: str) -> None:
    item = line(unit, face, {"roll": [1, 1], "designated": "1-1"})
    assert item.name.startswith(load_table().patterns[face].name)


@pytest.mark.parametrize(("unit", "large"), [(unit, row[0]) for unit, row in VALUES.items()])
def test_a_shaken_seven_counts_as_large_and_twice(unit: str, large: int) -> None:
    item = line(unit, SMALL, {"roll": [1, 2], "designated": "6-6"})
    assert item.value == 2 * large
    assert "shaken ×2" in item.name
    assert item.source == ("R" if unit.startswith("trump") else "Y")


def test_a_shaken_medium_pattern_counts_as_large_and_twice() -> None:
    context: Facts = {"roll": [3, 3], "designated": "6-6"}
    assert line("pair f+d", MEDIUM, context).value == 16
    assert line("trump f", MEDIUM, context).value == 16
    assert line("trump f", MEDIUM, context).source == "R"
    assert line("trump f", "4-4", {"roll": [3, 3], "designated": "4-4"}).source == "Y"


@pytest.mark.parametrize(
    ("unit", "face", "roll", "promoted", "own_column"),
    [
        ("trump f", "3-4", [1, 2], 16, 4),
        ("trump d", "3-4", [1, 2], 32, 8),
        ("trump d", "3-3", [3, 3], 32, 16),
        ("trump d", "1-5", [1, 5], 32, 32),
        ("pair f+d", "3-4", [1, 2], 16, 16),
    ],
)
def test_shaken_trump(
    unit: str, face: str, roll: list[int], promoted: int, own_column: int
) -> None:
    context: Facts = {"roll": roll, "designated": "6-6"}
    assert line(unit, face, context, shaken_trump="promote").value == promoted
    assert line(unit, face, context, shaken_trump="as_yuhuan").value == own_column


@pytest.mark.parametrize("unit", VALUES)
def test_medium_as_large(unit: str) -> None:
    item = line(unit, MEDIUM, medium_table="as_large")
    assert (item.value, item.source) == (VALUES[unit][0], "R")
    assert line(unit, SMALL, medium_table="as_large").value == VALUES[unit][2]


def test_rank_options_reach_the_sheet() -> None:
    assert line("pair f+d", "5-6", civil="large").value == 8
    assert line("pair f+d", "1-5", civil="medium").value == 4
    assert line("pair f+d", "1-3").value == 4
    assert line("pair f+d", "1-3", fourth="long_three").value == 8
    assert (
        line("pair f+d", "3-3", {"roll": [2, 4], "hand_number": 4}, fourth="long_three").value == 8
    )
    assert line("pair f+d", "1-3", {"roll": [2, 4], "hand_number": 4}).value == 8
    seat: Facts = {"roll": [2, 4], "hand_number": 1, "seat_number": 3}
    assert line("pair f+d", "4-4", seat).value == 4
    assert line("pair f+d", "4-4", seat, designated_by="seat").value == 8  # a rank, no doubling


@pytest.mark.parametrize(
    ("unit", "face", "context", "value"),
    [
        ("pair f+d", "1-5", {"roll": [2, 4]}, 16),  # 1-5 and 2-6: large and twice
        ("pair w+w", "2-6", {"roll": [2, 4]}, 2),
        ("pair f+d", "1-5", {"roll": [1, 5]}, 32),  # shaken as well
        ("trump f", "1-5", {"roll": [1, 5]}, 32),
        ("trump f", "2-6", {"roll": [2, 4]}, 16),
        ("trump f", "6-6", {"roll": [6, 6]}, 32),  # own seat and shaken
        ("pair f+d", "6-6", {"roll": [6, 6]}, 32),
        ("triple f+f+d", "6-6", {"roll": [2, 4]}, 32),
        ("triple f+f+d", "1-1", {"roll": [2, 4]}, 16),
        ("pair f+d", "2-5", {"roll": [2, 4]}, 8),  # a seven is big
        ("pair f+d", "2-4", {"roll": [2, 4]}, 16),  # small, but shaken
        ("trump f", "2-4", {"roll": [2, 4]}, 4),  # a trump keeps its column
        ("trump f", "3-5", {"roll": [5, 5]}, 2),
        ("pair w+w", "3-6", {"roll": [2, 4]}, 1),
    ],
)
def test_yuhuan(unit: str, face: str, context: Facts, value: int) -> None:
    facts = {**context, "seat_number": 1}
    assert line(unit, face, facts, profile="yuhuan").value == value


def test_yuhuan_without_its_rules() -> None:
    facts: Facts = {"roll": [2, 4], "seat_number": 1}
    assert line("pair f+d", "1-5", facts, profile="yuhuan", fifteen_big=False).value == 2
    assert line("pair f+d", "6-6", facts, profile="yuhuan", designated_by="hand").value == 8
    assert line("trump f", "2-4", facts, profile="yuhuan", shaken_trump="promote").value == 16
    assert line("trump w", "2-4", facts, profile="yuhuan", trump_plain="allow").value == 0
    assert line("pair f+d", "1-5", ROLL, fifteen_big=True).value == 16
    assert line("pair f+d", "1-5", ROLL).value == 8


def test_yuhuan_has_no_medium_values() -> None:
    sheet = judge("pair f+d", MEDIUM, {"roll": [2, 4], "seat_number": 1}, profile="yuhuan")
    assert {item.source for item in sheet.items} == {"Y"}
    assert not any("(R)" in note for note in sheet.notes)


@pytest.mark.parametrize(
    ("aside", "options", "expected"),
    [
        ("", {}, {}),
        ("1f", {}, {"bonus": (1, 5)}),
        ("1f 2f 3f 4f 5f 6f 7f 8f", {}, {"bonus": (8, 40)}),
        ("5z", {}, {"white": (1, 5)}),
        ("5z 5z 8f", {}, {"bonus": (1, 5), "white": (2, 10)}),
        ("5z 5z", {"white_value": 10}, {"white": (2, 20)}),
        ("5z 5z", {"set_size": 128}, {"white": (2, 10)}),
    ],
)
def test_tiles_laid_aside(aside: str, options: Facts, expected: dict[str, tuple[int, int]]) -> None:
    sheet = score("flowers", hand("pair w+w", LARGE, aside), ROLL, options)
    extras = [item for item in sheet.items if item.key in ("bonus", "white")]
    assert {item.key: (item.count, item.value) for item in extras} == expected
    assert {item.source for item in extras} <= {"Y"}
    assert sum(len(item.tiles) for item in extras) == len(aside.split())


def test_labels_of_the_values() -> None:
    notes = judge("pair f+d", MEDIUM).notes
    assert any(note.startswith("values are those of the one outside table") for note in notes)
    assert "values of the medium rank are an assumption (R): half of large" in notes
    notes = judge("trump w", MEDIUM, medium_table="as_large").notes
    assert any("those of the large rank" in note for note in notes)
    notes = judge("trump w", LARGE).notes
    assert any("5-5 trump w: a recommendation (R)" in note for note in notes)


def test_groups_and_winning_tile() -> None:
    text = hand("triple f+f+d", LARGE).replace("5-5f 5-5f 5-5d", "[5-5d 5-5f 5-5f]")
    sheet = score("flowers", text, {**ROLL, "winning_tile": "6-6f"})
    kinds = [group.kind for group in sheet.groups]
    assert kinds == ["pair"] * 9 + ["triple", "trump"]
    assert [group.concealed for group in sheet.groups].count(False) == 1
    assert [group.kind for group in sheet.groups if group.winning] == ["trump"]


def test_options_of_the_reference() -> None:
    given: dict[str, list[object]] = {
        "profile": ["dachen", "yuhuan"],
        "sum7": ["seven_stars", "three_sevens"],
        "fourth": ["harmony", "long_three"],
        "designated_by": ["hand", "seat"],
        "civil": ["off", "large", "medium"],
        "triple_total": ["ten_sets", "exact_21"],
        "upgrade": ["plain_pair_frozen", "any_with_plain"],
        "trump_plain": ["allow", "reject"],
        "medium_table": ["half_of_large", "as_large"],
        "shaken_trump": ["promote", "as_yuhuan"],
        "fifteen_big": [False, True],
        "white_value": [5, 10],
        "set_size": [136, 128, 126],
        "exhausted": ["no_payment", "compare"],
        "dealer_doubles": [False, True],
    }
    assert Options.parse({}).as_dict() == {key: values[0] for key, values in given.items()}
    assert set(OPTIONS) == set(given)
    assert all(option.about for option in OPTIONS.values())
    for key, values in given.items():
        for value in values:
            assert Options.parse({key: value}).as_dict()[key] == value


def test_a_profile_sets_defaults_and_an_option_wins_over_it() -> None:
    yuhuan = Options.parse({"profile": "yuhuan"}).as_dict()
    assert {key: yuhuan[key] for key in PROFILES["yuhuan"]} == PROFILES["yuhuan"]
    assert yuhuan["white_value"] == 5
    mixed = Options.parse({"profile": "yuhuan", "sum7": "seven_stars"})
    assert (mixed.sum7, mixed.designated_by) == ("seven_stars", "seat")


@pytest.mark.parametrize(
    "given",
    [
        {"profil": "dachen"},
        {"profile": "macau"},
        {"sum7": "five"},
        {"white_value": 7},
        {"set_size": 144},
        {"fifteen_big": "maybe"},
    ],
)
def test_wrong_options(given: Facts) -> None:
    with pytest.raises(OptionError):
        score("flowers", hand("pair w+w", LARGE), ROLL, given)


def test_ranks_are_the_three_columns() -> None:
    assert [str(rank) for rank in Rank] == ["large", "medium", "small"]
