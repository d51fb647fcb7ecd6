"""What completes a mahjong hand is the likelier, where the reader wavers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import Tile
from vision.read import Reading
from vision.winning import COMPLETE, MOST_WAVERING, weigh_winning

THREE_SETS = "123m 456p 777s"
"""With a fourth set and a pair a hand of fourteen."""


def sure(text: str) -> list[Reading]:
    return [
        reading_of(f"{rank}{group[-1]}") for group in text.split() for rank in group[:-1]
    ]  # fmt: skip


def reading_of(*names: str, chances: tuple[float, ...] = (1.0,)) -> Reading:
    alternatives = tuple(
        (Tile.parse(name), chance) for name, chance in zip(names, chances, strict=True)
    )
    return Reading(*alternatives[0], alternatives)


def read(readings: list[Reading]) -> list[str]:
    return [str(reading.tile) for reading in weigh_winning(readings, range(len(readings)))]


@pytest.mark.parametrize(
    ("others", "wavering", "wanted"),
    [
        pytest.param(f"{THREE_SETS} 23s 55z", ("6m", "4s"), "4s", id="chow"),
        pytest.param(f"{THREE_SETS} 66z 55z", ("5s", "6z"), "6z", id="pung"),
        pytest.param(f"{THREE_SETS} 234s 5z", ("4z", "5z"), "5z", id="pair"),
        pytest.param("23s 55z", ("1m", "1s"), "1s", id="one set, the others lie elsewhere"),
        pytest.param(f"{THREE_SETS} 888p 23s 55z", ("7m", "4s"), "4s", id="seventeen tiles"),
        pytest.param("123m 456p 7777s 23s 55z", ("8p", "1s"), "1s", id="with a kong"),
        pytest.param("123m 456p 7777s 1111z 5z", ("6z", "5z"), "5z", id="with two kongs"),
        pytest.param(f"{THREE_SETS} 24s 55z", ("6m", "4m"), "6m", id="nothing completes it"),
        pytest.param(f"{THREE_SETS} 147s 55z", ("2s", "1s"), "2s", id="far from complete"),
    ],
)
def test_what_completes_the_hand(others: str, wavering: tuple[str, str], wanted: str) -> None:
    tiles = [*sure(others), reading_of(*wavering, chances=(0.6, 0.3))]
    assert read(tiles)[-1] == wanted


def test_a_clear_tile_does_not_become_a_winning_one() -> None:
    waiting = sure(f"{THREE_SETS} 23s 55z")
    assert read([*waiting, reading_of("6m", "4s", chances=(0.98, 0.02))])[-1] == "6m"
    assert read([*waiting, reading_of("6m", "4s", chances=(0.95, 0.006))])[-1] == "6m"


def test_two_doubtful_tiles_are_weighed_together() -> None:
    tiles = [
        *sure("123m 456p 777s 2s 55z"),
        reading_of("3m", "3s", chances=(0.5, 0.4)),
        reading_of("6m", "4s", chances=(0.5, 0.4)),
    ]
    assert read(tiles)[-2:] == ["3s", "4s"]


def test_probabilities_are_those_of_bayes() -> None:
    tiles = [*sure(f"{THREE_SETS} 23s 55z"), reading_of("6m", "4s", chances=(0.6, 0.3))]
    last = weigh_winning(tiles, range(len(tiles)))[-1]
    assert last.confidence == pytest.approx(0.9 * 0.3 * COMPLETE / (0.3 * COMPLETE + 0.6))
    assert sum(chance for _, chance in last.alternatives) == pytest.approx(0.9)


def test_too_many_doubts_say_nothing() -> None:
    doubts = [reading_of("6m", "4s", chances=(0.6, 0.3))] * (MOST_WAVERING + 1)
    tiles = [*sure("123m 456p 777s"), *doubts]
    assert weigh_winning(tiles, range(len(tiles))) == tiles


def test_tiles_beside_the_hand_are_not_counted() -> None:
    """Bonus tiles, backs and a tile that lies apart."""
    tiles = [
        *sure(f"{THREE_SETS} 23s 55z"),
        reading_of("6m", "4s", chances=(0.6, 0.3)),
        reading_of("5f"), reading_of("back"), reading_of("9m"), Reading(None, 0.9),
    ]  # fmt: skip
    result = weigh_winning(tiles, range(len(tiles) - 2))
    assert str(result[13].tile) == "4s"
    assert result[14:] == tiles[14:]


def test_a_bonus_tile_among_the_alternatives_keeps_its_chance() -> None:
    wavering = reading_of("6m", "4s", "5f", chances=(0.5, 0.3, 0.2))
    tiles = [*sure(f"{THREE_SETS} 23s 55z"), wavering]
    chances = dict(weigh_winning(tiles, range(len(tiles)))[-1].alternatives)
    assert chances[Tile.parse("5f")] == pytest.approx(0.2)


def test_five_of_a_kind_are_no_hand() -> None:
    tiles = [*sure("2222m 456p 777s 13m"), reading_of("9s", "2m", chances=(0.6, 0.3))]
    assert read(tiles)[-1] == "9s"


def test_a_fifth_tile_of_a_kind_is_out_of_the_question() -> None:
    """Two tiles may be the fourth 1m, but not both; one that is not is the 2m."""
    half = reading_of("1m", "2m", chances=(0.5, 0.5))
    tiles = [*sure("111m"), half, half]
    for after in weigh_winning(tiles, range(5))[3:]:
        chances = dict(after.alternatives)
        assert sum(chances.values()) == pytest.approx(1.0)
        # Of 1m 2m, 2m 1m and 2m 2m only the last is complete.
        assert chances[Tile.parse("2m")] == pytest.approx((1 + COMPLETE) / (2 + COMPLETE))


FACES = ("1m", "2m", "3m", "4m", "5s", "6s", "1z")
chance_tables = st.lists(
    st.dictionaries(st.sampled_from(FACES), st.floats(0.01, 1), min_size=1),
    min_size=2, max_size=11,
)  # fmt: skip


@given(chance_tables)
def test_the_share_of_faces_is_kept(tables: list[dict[str, float]]) -> None:
    tiles = []
    for table in tables:
        ranked = sorted(table.items(), key=lambda pair: -pair[1])
        total = sum(table.values())
        tiles.append(
            reading_of(*(name for name, _ in ranked), chances=tuple(c / total for _, c in ranked))
        )
    for before, after in zip(tiles, weigh_winning(tiles, range(len(tiles))), strict=True):
        assert sum(c for _, c in after.alternatives) == pytest.approx(
            sum(c for _, c in before.alternatives), abs=0.04
        )
