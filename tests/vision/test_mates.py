"""What the other tiles of a photo say about one that the reader wavers about."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import PATTERNS, Family, Tile
from vision.mates import ALONE, weigh_mates
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


def test_a_wavering_tile_takes_the_face_that_lies_elsewhere() -> None:
    tiles = [reading(x3_5=1.0), reading(x2_6=0.55, x3_5=0.45), reading(x1_1=1.0)]
    result = weigh_mates(tiles, Family.FLOWERS)
    assert names(result) == ["3-5", "3-5", "1-1"]


def test_the_weights_are_those_of_the_model() -> None:
    """Two other faces lie there, so that a mate has one of them with (1 - a) / 2 each."""
    tiles = [reading(x3_5=1.0), reading(x2_6=0.55, x3_5=0.45), reading(x1_1=1.0)]
    alone = ALONE[Family.FLOWERS]
    lone = 0.55 * alone / 21
    mate = 0.45 * (alone / 21 + (1 - alone) / 2)
    second = weigh_mates(tiles, Family.FLOWERS)[1]
    assert second.confidence == pytest.approx(mate / (lone + mate), abs=0.02)


def test_a_clear_tile_stays_though_nothing_else_is_like_it() -> None:
    tiles = [reading(x3_5=1.0), reading(x2_6=0.98, x3_5=0.02), reading(x3_5=1.0)]
    assert names(weigh_mates(tiles, Family.FLOWERS)) == ["3-5", "2-6", "3-5"]


def test_kinds_of_a_pattern_keep_their_shares() -> None:
    wavering = reading_of({"2-6f": 0.5, "3-5f": 0.3, "3-5": 0.15})
    result = weigh_mates([reading(x3_5=1.0), wavering], Family.FLOWERS)[1]
    chances = {str(tile): chance for tile, chance in result.alternatives}
    assert chances["3-5f"] == pytest.approx(2 * chances["3-5"])
    assert sum(chances.values()) == pytest.approx(0.95)


def test_bonus_tiles_are_not_weighed() -> None:
    tiles = [reading_of({"1f": 0.6, "2-6": 0.3, "3-5": 0.1}), reading(x3_5=1.0)]
    result = weigh_mates(tiles, Family.FLOWERS)[0]
    assert result.alternatives[0] == (Tile.parse("1f", Family.FLOWERS), 0.6)
    assert sum(chance for _, chance in result.alternatives) == pytest.approx(1.0)


def test_a_stamped_card_is_a_mate_of_a_plain_one() -> None:
    tiles = [reading(Family.DOLLS, fu=0.5, ru=0.45), reading_of({"ru*": 1.0}, Family.DOLLS)]
    assert names(weigh_mates(tiles, Family.DOLLS)) == ["ru", "ru*"]


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


@given(st.lists(chance_tables, min_size=1, max_size=8))
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
