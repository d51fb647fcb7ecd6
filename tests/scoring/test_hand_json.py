"""Hands as JSON objects: read back exactly, forgiving of form, precise about errors."""

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Hand, HandError, Meld, Tile, UnknownTileError, WahuaError, score
from scoring.tiles import DOLL_SUBJECTS, MAHJONG_FACES, PATTERNS, Family

EXAMPLE = "345p678s22266z [123p] (1111z) | 1f 5f"
OBJECT = {
    "family": "mahjong",
    "concealed": ["3p", "4p", "5p", "6s", "7s", "8s", "2z", "2z", "2z", "6z", "6z"],
    "melds": [
        {"tiles": ["1p", "2p", "3p"], "concealed": False},
        {"tiles": ["1z", "1z", "1z", "1z"], "concealed": True},
    ],
    "bonus": ["1f", "5f"],
    "winning_tile": "6z",
}


def test_the_example_of_the_reference() -> None:
    hand = Hand.parse(EXAMPLE, winning_tile="6z")
    assert hand.as_dict() == OBJECT
    assert Hand.from_dict(OBJECT) == hand
    assert Hand.from_dict(json.loads(json.dumps(OBJECT))) == hand


@pytest.mark.parametrize(
    "changes",
    [
        {"concealed": "345p678s22266z"},
        {"concealed": " 345P 678s, 222z 66z "},
        {"concealed": "345p678s22266z 1f", "bonus": ["5f"]},
        {"bonus": "1f 5f"},
        {"bonus": "15f"},
        {"concealed": [*OBJECT["concealed"], "1f", "5f"], "bonus": None},
        {"family": None},
        {"family": " Mahjong "},
        {"winning_tile": " 6Z "},
        {"melds": [{"tiles": "123p"}, {"tiles": "1111z", "concealed": True}]},
        {"melds": ({"tiles": ("1p", "2p", "3p")}, {"tiles": ["1z"] * 4, "concealed": True})},
        {
            "melds": [
                {"tiles": ["1p", "2p", "1f", "3p"]},
                {"tiles": ["5f"]},
                {"tiles": "1111z", "concealed": True},
            ],
            "bonus": [],
        },
    ],
)
def test_other_forms_of_the_same_hand(changes: dict[str, Any]) -> None:
    assert Hand.from_dict(OBJECT | changes) == Hand.parse(EXAMPLE, winning_tile="6z")


def test_only_tiles_are_needed() -> None:
    assert Hand.from_dict({"concealed": ["1m"]}) == Hand.parse("1m")
    assert Hand.from_dict({"bonus": ["1f"]}) == Hand.parse("1f")
    assert Hand.from_dict({"melds": [{"tiles": ["1m"]}]}) == Hand.parse("[1m]")
    assert Hand.from_dict({"concealed": ["fu", "fu*"]}, Family.DOLLS).family is Family.DOLLS
    assert Hand.from_dict({"concealed": ["6-6d"], "bonus": ["5z"], "family": "flowers"}) == (
        Hand.parse("6-6d 5z", Family.FLOWERS)
    )


def test_the_sheet_is_the_same_as_from_text() -> None:
    data = {"concealed": "123456789m123s99p345p", "bonus": ["1f", "6f"]}
    facts = {"win": "discard"}
    by_text = score("taiwanese", "123456789m123s99p345p | 1f 6f", facts)
    assert score("taiwanese", Hand.from_dict(data), facts) == by_text


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        ({}, HandError, "the hand has no tiles"),
        ({"concealed": [], "melds": [], "bonus": []}, HandError, "the hand has no tiles"),
        ([], HandError, "list is no object with the names family, concealed"),
        ("1m", HandError, "'1m' is no object"),
        (None, HandError, "None is no object"),
        ({"tiles": ["1m"]}, HandError, "a hand has no 'tiles'; known are family, concealed"),
        ({1: ["1m"]}, HandError, "a hand has no 1"),
        ({"concealed": ["9z"]}, UnknownTileError, "concealed: '9z' is no tile"),
        ({"concealed": [5]}, HandError, "concealed: 5 is no text that names a tile"),
        ({"concealed": [["1m"]]}, HandError, "concealed: list is no text"),
        ({"concealed": 5}, HandError, "concealed=5; it is a list of tiles"),
        ({"concealed": {"1m": 1}}, HandError, "concealed=dict; it is a list of tiles"),
        ({"concealed": "12x"}, UnknownTileError, "'12x' at character 1"),
        ({"concealed": "1m [123p]"}, HandError, "concealed: '1m [123p]' has melds"),
        ({"concealed": ["1m"] * 201}, HandError, "concealed has 201 tiles"),
        ({"concealed": ["1m"] * 150, "bonus": ["1f"] * 51}, HandError, "the hand has 201 tiles"),
        ({"bonus": ["1m"]}, HandError, "bonus: 1m is no bonus tile"),
        ({"family": "cards", "concealed": ["1m"]}, HandError, "family='cards'; possible are"),
        ({"family": "dolls", "concealed": ["1m"]}, UnknownTileError, "doll cards are fu ru"),
        ({"concealed": ["1m"], "winning_tile": "0z"}, UnknownTileError, "winning_tile: '0z'"),
        ({"concealed": ["1m"], "winning_tile": 1}, HandError, "winning_tile: 1 is no text"),
        ({"melds": "[123p]"}, HandError, "melds='[123p]'; it is a list of melds"),
        ({"melds": ["[123p]"]}, HandError, "meld 1: '[123p]' is no object"),
        ({"melds": [{"tiles": ["1m"]}, {}]}, HandError, "meld 2 is empty"),
        ({"melds": [{"tiles": []}]}, HandError, "meld 1 is empty"),
        ({"melds": [{"tiles": ["1m"], "concealed": 1}]}, HandError, "meld 1: concealed=1"),
        ({"melds": [{"kind": "chow"}]}, HandError, "meld 1 has no 'kind'; known are tiles"),
        ({"melds": [{"tiles": ["x" * 99]}]}, UnknownTileError, "meld 1: xxxxxxxx"),
        ({"melds": [{"tiles": ["1m"]}] * 201}, HandError, "201 melds"),
    ],
)
def test_errors_name_the_place(data: Any, error: type[WahuaError], words: str) -> None:
    with pytest.raises(error) as caught:
        Hand.from_dict(data)
    assert words in caught.value.detail
    assert len(caught.value.detail) < 300


@pytest.mark.parametrize(
    "data",
    [
        {"concealed": ["1m"] * 10_000},
        {"concealed": "1m" * 10_000},
        {"melds": [{"tiles": ["1m"] * 10_000}]},
        {"melds": [{"tiles": ["1m"]}] * 10_000},
    ],
)
def test_oversized_input_is_refused_quickly(data: dict[str, Any]) -> None:
    start = time.process_time()
    with pytest.raises(HandError):
        Hand.from_dict(data)
    assert time.process_time() - start < 0.01


def all_tiles(family: Family) -> list[Tile]:
    texts = {
        Family.MAHJONG: [*map(str, MAHJONG_FACES), "0m", "0p", "0s", "back"],
        Family.FLOWERS: [*(p + k for p in PATTERNS for k in ("", "f", "d")), "1f", "8f", "5z"],
        Family.DOLLS: [subject + mark for subject in DOLL_SUBJECTS for mark in ("", "*")],
    }
    return [Tile.parse(text, family) for text in texts[family]]


def melds_of(family: Family) -> st.SearchStrategy[list[Meld]]:
    plain = st.sampled_from([tile for tile in all_tiles(family) if not tile.is_bonus])
    tiles = st.lists(plain, min_size=1, max_size=5).map(tuple)
    return st.lists(st.builds(Meld, tiles, st.booleans()), max_size=4)


def hands_of(family: Family) -> st.SearchStrategy[Hand]:
    tiles = st.sampled_from(all_tiles(family))
    held = st.lists(tiles, min_size=1, max_size=20).map(tuple)
    return st.builds(Hand, held, melds_of(family).map(tuple), st.just(()), st.none() | tiles)


@settings(deadline=None)
@given(st.one_of(*map(hands_of, Family)))
def test_every_hand_is_read_back_from_its_object(hand: Hand) -> None:
    data = json.loads(json.dumps(hand.as_dict()))
    assert Hand.from_dict(data) == hand
    del data["family"]
    assert Hand.from_dict(data, hand.family) == hand


@settings(deadline=None)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.sampled_from(["1m", "123p", "[1m]", "x", ""]),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    ["family", "concealed", "melds", "bonus", "winning_tile", "tiles", "other"]
                ),
                inner,
                max_size=5,
            )
        ),
        max_leaves=12,
    )
)
def test_any_json_gives_a_hand_or_a_clear_error(data: Any) -> None:
    try:
        hand = Hand.from_dict(data)
    except WahuaError:
        return
    assert Hand.from_dict(hand.as_dict()) == hand
