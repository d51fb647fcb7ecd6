"""Shaken patterns for all 36 rolls, and the rank of every pattern."""

from collections import Counter
from itertools import product

import pytest

from scoring.games.flowers.options import Options
from scoring.games.flowers.ranks import designated_group, rank_of, shaken_patterns
from scoring.games.flowers.table import Rank, Unit, load_table
from scoring.tiles import PATTERNS

SHAKEN = {
    (1, 1): "1-1 6-6 1-6",
    (1, 2): "1-2 5-6 3-4",
    (1, 3): "1-3 4-6 2-5",
    (1, 4): "1-4 3-6 2-5",
    (1, 5): "1-5 2-6 3-4",
    (1, 6): "1-1 6-6 1-6 2-5 3-4",
    (2, 2): "2-2 5-5 2-5",
    (2, 3): "2-3 4-5 1-6",
    (2, 4): "2-4 3-5 1-6",
    (2, 5): "2-2 5-5 2-5 1-6 3-4",
    (2, 6): "2-6 1-5 3-4",
    (3, 3): "3-3 4-4 3-4",
    (3, 4): "3-3 4-4 3-4 1-6 2-5",
    (3, 5): "3-5 2-4 1-6",
    (3, 6): "3-6 1-4 2-5",
    (4, 4): "4-4 3-3 3-4",
    (4, 5): "4-5 2-3 1-6",
    (4, 6): "4-6 1-3 2-5",
    (5, 5): "5-5 2-2 2-5",
    (5, 6): "5-6 1-2 3-4",
    (6, 6): "6-6 1-1 1-6",
}
ROLLS = list(product(range(1, 7), range(1, 7)))


@pytest.mark.parametrize("roll", ROLLS)
def test_all_36_rolls(roll: tuple[int, int]) -> None:
    found = shaken_patterns(roll)
    assert len(found) == len(set(found))
    assert set(found) == set(SHAKEN[min(roll), max(roll)].split())
    assert set(found) & {"1-6", "2-5", "3-4"}
    assert set(found) == set(shaken_patterns((7 - roll[0], 7 - roll[1])))


@pytest.mark.parametrize("roll", ROLLS)
def test_three_sevens_change_only_the_rolls_of_seven(roll: tuple[int, int]) -> None:
    found = shaken_patterns(roll, "three_sevens")
    if sum(roll) == 7:
        assert found == ("1-6", "2-5", "3-4")
    else:
        assert found == shaken_patterns(roll)


def test_how_many_rolls_shake_how_many() -> None:
    assert Counter(len(shaken_patterns(roll)) for roll in ROLLS) == {3: 30, 5: 6}


def ranks(designated: str, **given: object) -> dict[str, Rank]:
    options = Options.parse(given)
    return {face: rank_of(face, designated, options) for face in PATTERNS}


def sizes(found: dict[str, Rank]) -> tuple[int, ...]:
    return tuple(list(found.values()).count(rank) for rank in Rank)


@pytest.mark.parametrize("designated", ["6-6", "1-1", "4-4", "1-3"])
def test_ranks_with_harmony(designated: str) -> None:
    found = ranks(designated)
    assert sizes(found) == (11, 7, 3)
    group = {"6-6", "1-1", "4-4", "1-3"}
    medium = {face for face, rank in found.items() if rank is Rank.MEDIUM}
    assert medium == {"2-2", "5-6", "3-3", "4-6"} | group - {designated}
    assert {face for face, rank in found.items() if rank is Rank.SMALL} == {"1-6", "2-5", "3-4"}


@pytest.mark.parametrize("designated", ["6-6", "1-1", "4-4", "3-3"])
def test_ranks_with_long_three(designated: str) -> None:
    found = ranks(designated, fourth="long_three")
    assert sizes(found) == (12, 6, 3)
    assert found["1-3"] is Rank.LARGE
    assert found[designated] is Rank.LARGE


@pytest.mark.parametrize(
    ("civil", "expected"), [("off", (11, 7, 3)), ("large", (15, 3, 3)), ("medium", (9, 9, 3))]
)
def test_the_civil_suit(civil: str, expected: tuple[int, ...]) -> None:
    found = ranks("1-1", civil=civil)
    assert sizes(found) == expected
    assert found["1-1"] is Rank.LARGE
    assert found["6-6"] is Rank.MEDIUM
    assert found["1-6"] is Rank.SMALL  # a seven, though civil
    if civil != "off":
        assert {str(found[face]) for face in ("5-5", "3-3", "2-2", "5-6", "4-6", "1-5")} == {civil}


def test_the_civil_suit_is_that_of_the_description() -> None:
    civil = {face for face, pattern in load_table().patterns.items() if pattern.civil}
    assert civil == {"6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5"}


def test_two_classes_of_yuhuan() -> None:
    small = {"1-4", "2-3", "2-4", "3-5", "3-6", "4-5"}
    found = ranks("6-6", profile="yuhuan")
    assert {face for face, rank in found.items() if rank is Rank.SMALL} == small
    assert sizes(found)[1] == 0
    without = ranks("6-6", profile="yuhuan", fifteen_big=False)
    assert {face for face, rank in without.items() if rank is Rank.SMALL} == small | {"1-5", "2-6"}
    assert found == ranks("4-4", profile="yuhuan")


def test_designated_groups() -> None:
    assert designated_group(Options.parse({})) == ("6-6", "1-1", "4-4", "1-3")
    assert designated_group(Options.parse({"profile": "yuhuan"})) == ("6-6", "1-1", "4-4", "3-3")
    options = Options.parse({"profile": "yuhuan", "fourth": "harmony"})
    assert designated_group(options)[3] == "1-3"


def test_the_table_names_all_21_patterns_with_their_source() -> None:
    patterns = load_table().patterns
    assert tuple(patterns) == PATTERNS
    assert {pattern.source for pattern in patterns.values()} == {"S0"}
    assert len({pattern.name for pattern in patterns.values()}) == 21


@pytest.mark.parametrize("unit", load_table().units.values())
def test_columns_follow_from_the_large_one(unit: Unit) -> None:
    values = unit.values
    if values[Rank.LARGE]:
        assert values[Rank.MEDIUM] == max(1, values[Rank.LARGE] // 2)
        assert values[Rank.SMALL] == max(1, values[Rank.LARGE] // 4)
