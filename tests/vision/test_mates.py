"""What the other tiles of a photo say about one that the reader wavers about."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tiles import PATTERNS, Family, Tile
from vision.mates import weigh_mates
from vision.read import Reading


def reading(family: Family = Family.FLOWERS, /, **chances: float) -> Reading:
    """A reading by its alternatives: ``reading(x2_6=0.9)`` is a 2-6 of probability 0.9."""
    named = {name.lstrip("x").replace("_", "-"): chance for name, chance in chances.items()}
    return reading_of(named, family)


def reading_of(chances: Mapping[str, float], family: Family = Family.FLOWERS) -> Reading:
    ranked = sorted(chances.items(), key=lambda pair: -pair[1])
    alternatives = tuple((Tile.parse(name, family), chance) for name, chance in ranked)
    return Reading(alternatives[0][0], alternatives[0][1], alternatives)


def names(readings: list[Reading]) -> list[str]:
    return [str(one.tile) for one in readings]


PAIRS = ("1-2", "1-4", "1-5", "2-2", "2-4", "3-3", "4-4", "5-6", "6-6")


def sure(*names: str, family: Family = Family.FLOWERS) -> list[Reading]:
    return [reading_of({name: 1.0}, family) for name in names]


def complete_hand() -> list[Reading]:
    """Nine pairs and a trump: of a tenth pair one tile is missing."""
    return sure(*(f"{name}{kind}" for name in PAIRS for kind in ("", "f")), "1-3", "3-5")


@pytest.mark.parametrize(("first", "second"), [("2-6", "3-5"), ("3-6", "1-3")])
def test_a_wavering_tile_of_a_complete_hand_makes_a_pair(first: str, second: str) -> None:
    wavering = reading_of({first: 0.6, second: 0.4})
    result = weigh_mates([*complete_hand(), wavering], Family.FLOWERS)
    assert str(result[-1].tile) == second
    assert result[-1].confidence > 0.85


def test_a_third_tile_of_a_pattern_is_unlikely_unless_it_makes_a_triple() -> None:
    plain = weigh_mates([*complete_hand(), reading_of({"2-2": 0.6, "3-5": 0.4})], Family.FLOWERS)
    assert str(plain[-1].tile) == "3-5"


def test_nobody_pairs_tiles_of_a_hand_that_is_being_played() -> None:
    """Tiles that came as they were drawn: a mate is hardly likelier than another pattern."""
    hand = sure(*(name for name in PATTERNS[:14] if name != "2-6"), "1-1", "1-2")
    result = weigh_mates([*hand, reading_of({"2-6": 0.6, "3-5": 0.4})], Family.FLOWERS)
    assert str(result[-1].tile) == "2-6"


WAVERING = ({"2-6": 1.0}, {"3-5": 0.85, "2-6": 0.15})
SIX_GROUPS = [(2 * pair, 2 * pair + 1) for pair in range(6)]


@pytest.mark.parametrize(
    ("others", "last"),
    [
        pytest.param("1-2 1-2f 4-4 4-4d 5-6 5-6 1-1 1-1f 2-3 2-3d", "2-6", id="sets"),
        pytest.param("1-2 3-4 4-4 1-6 5-6 2-2 1-1 4-5 2-3 1-4", "3-5", id="no sets"),
    ],
)
def test_groups_tell_as_much_as_they_are_sets(others: str, last: str) -> None:
    tiles = [*sure(*others.split()), *(reading_of(chances) for chances in WAVERING)]
    result = weigh_mates(tiles, Family.FLOWERS, SIX_GROUPS)
    assert names(result) == [*others.split(), "2-6", last]


def test_a_group_that_is_clearly_no_set_stays_as_it_is() -> None:
    pairs = sure("1-2", "1-2f", "4-4", "4-4d", "5-6", "5-6", "2-6")
    odd = reading_of({"3-5": 0.995, "2-6": 0.005})
    result = weigh_mates([*pairs, odd], Family.FLOWERS, [(0, 1), (2, 3), (4, 5), (6, 7)])
    assert str(result[7].tile) == "3-5"


def test_three_of_a_pattern_in_a_group_are_its_framed_ones() -> None:
    pairs = sure("1-2", "1-2f", "4-4", "4-4d", "5-6", "5-6", "6-6f", "6-6d")
    third = reading_of({"6-6": 0.7, "6-6f": 0.3})
    result = weigh_mates([*pairs, third], Family.FLOWERS, [(0, 1), (2, 3), (4, 5), (6, 7, 8)])
    assert str(result[8].tile) == "6-6f"


def test_the_one_stacked_tile_of_a_pattern_is_not_there_twice() -> None:
    tiles = [*complete_hand()[:-1], *sure("3-5d"), reading_of({"3-5d": 0.6, "3-5f": 0.4})]
    assert str(weigh_mates(tiles, Family.FLOWERS)[-1].tile) == "3-5f"


def test_a_clear_tile_stays_though_nothing_else_is_like_it() -> None:
    tiles = [reading(x3_5=1.0), reading(x2_6=0.98, x3_5=0.02), reading(x3_5=1.0)]
    assert names(weigh_mates(tiles, Family.FLOWERS)) == ["3-5", "2-6", "3-5"]


def test_kinds_of_a_pattern_keep_their_shares() -> None:
    """Where no other tile is of it, kinds are as likely as the reader said."""
    wavering = reading_of({"2-6f": 0.5, "3-5f": 0.3, "3-5": 0.15})
    result = weigh_mates([*sure("1-1", "4-5"), wavering], Family.FLOWERS)[2]
    chances = {str(tile): chance for tile, chance in result.alternatives}
    assert chances["3-5f"] == pytest.approx(2 * chances["3-5"])
    assert sum(chances.values()) == pytest.approx(0.95)


def test_bonus_tiles_are_not_weighed() -> None:
    tiles = [reading_of({"1f": 0.6, "2-6": 0.3, "3-5": 0.1}), reading(x3_5=1.0)]
    result = weigh_mates(tiles, Family.FLOWERS)[0]
    assert result.alternatives[0] == (Tile.parse("1f", Family.FLOWERS), 0.6)
    assert sum(chance for _, chance in result.alternatives) == pytest.approx(1.0)


def test_a_stamped_card_is_a_mate_of_a_plain_one() -> None:
    pairs = sure("nan", "nan", "bi", "bi", "ru*", family=Family.DOLLS)
    tiles = [*pairs, reading(Family.DOLLS, fu=0.5, ru=0.45)]
    groups = [(0, 1), (2, 3), (4, 5)]
    assert names(weigh_mates(tiles, Family.DOLLS, groups))[-1] == "ru"


def test_mahjong_tiles_are_left_as_they_are() -> None:
    tiles = [reading_of({"1m": 0.5, "2m": 0.4}, Family.MAHJONG) for _ in range(3)]
    assert weigh_mates(tiles, Family.MAHJONG) == tiles


@pytest.mark.parametrize(
    "other",
    [Reading(None, 0.9, (), 0), Reading(None, 0.9, (), 0, own="joker")],
    ids=["no face", "a face of the design's own"],
)
def test_what_has_no_face_stays(other: Reading) -> None:
    tiles = [other, reading(x3_5=0.7, x2_6=0.2), reading(x3_5=1.0)]
    assert weigh_mates(tiles, Family.FLOWERS)[0] == other


@pytest.mark.parametrize("count", [0, 1])
def test_a_single_tile_has_no_mates(count: int) -> None:
    tiles = [reading(x3_5=0.7, x2_6=0.2)][:count]
    assert weigh_mates(tiles, Family.FLOWERS) == tiles


chance_tables = st.dictionaries(st.sampled_from(PATTERNS), st.floats(0.001, 1.0), min_size=1)


@settings(deadline=None, max_examples=30)
@given(st.lists(chance_tables, min_size=1, max_size=5))
def test_the_share_of_patterns_is_kept_and_the_order_of_tiles_does_not_matter(
    tables: list[dict[str, float]],
) -> None:
    tiles = [
        reading_of({name: chance / sum(table.values()) for name, chance in table.items()})
        for table in tables
    ]
    result = weigh_mates(tiles, Family.FLOWERS)
    for one in result:
        assert sum(chance for _, chance in one.alternatives) == pytest.approx(1.0)
    backwards = weigh_mates(tiles[::-1], Family.FLOWERS)[::-1]
    for one, other in zip(result, backwards, strict=True):
        assert one.confidence == pytest.approx(other.confidence)
