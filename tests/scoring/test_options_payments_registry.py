import doctest
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring import GAMES, Family, UnknownGameError, WahuaError, score
from scoring.games.taiwanese.options import OPTIONS, Options, Stacking
from scoring.mahjong.context import Seat, Win
from scoring.mahjong.payments import settle
from scoring.options import Option, OptionError, parse_options

CHOWS = "123456789m123s99p345p"


def test_defaults_of_sixteen_tile_mahjong() -> None:
    assert Options.parse({}).as_dict() == {
        "stacking": "additive_minus_implied",
        "eight_pairs_points": 8,
        "eight_pairs_extra": "triplet",
        "east_repeat_mode": "cumulative",
        "base": 0,
    }
    assert all(option.about for option in OPTIONS.values())


def test_numbers_may_be_texts() -> None:
    given = {"eight_pairs_points": "7", "base": " 20 ", "stacking": "highest_only"}
    options = Options.parse(given)
    assert (options.eight_pairs_points, options.base) == (7, 20)
    assert options.stacking is Stacking.HIGHEST_ONLY


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"stack": "additive_all"}, "unknown option 'stack'; known are stacking"),
        ({"stacking": "all"}, "possible are additive_minus_implied, additive_all, highest_only"),
        ({"stacking": 1}, "stacking=1"),
        ({"stacking": None}, "stacking=None"),
        ({"eight_pairs_points": 9}, "possible are 8, 7"),
        ({"eight_pairs_points": "seven"}, "possible are 8, 7"),
        ({"eight_pairs_points": 7.0}, "possible are 8, 7"),
        ({"eight_pairs_points": True}, "possible are 8, 7"),
        ({"eight_pairs_extra": "none"}, "possible are triplet, any"),
        ({"east_repeat_mode": "flat"}, "possible are cumulative, flat_1"),
        ({"base": -1}, "a whole number from 0 to 1000000"),
        ({"base": True}, "a whole number"),
        ({"base": "9" * 5000}, "a whole number"),
        ({"base": [1]}, "a whole number"),
    ],
)
def test_wrong_options_are_named(given: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError) as caught:
        score("taiwanese", CHOWS, {}, given)
    assert words in caught.value.detail
    assert caught.value.type == "bad-option"


def test_flags() -> None:
    known = {"with_bonus": Option(default=True)}
    assert parse_options(known, {"with_bonus": "False"}) == {"with_bonus": False}
    assert parse_options(known, {}) == {"with_bonus": True}
    with pytest.raises(OptionError, match="either true or false"):
        parse_options(known, {"with_bonus": 1})


@given(
    st.integers(0, 10**6),
    st.sampled_from([None, *Win]),
    st.sampled_from([None, *Seat]),
    st.sampled_from([None, *Seat]),
)
def test_payments_sum_to_zero(
    amount: int, win: Win | None, seat: Seat | None, discarder: Seat | None
) -> None:
    if seat is None or seat is not discarder:
        gains = settle(amount, win, seat, discarder)
        assert sum(gains.values()) == 0
        assert (gains == {}) == (win is None)


@pytest.mark.parametrize(
    ("win", "seat", "discarder", "expected"),
    [
        (None, Seat.EAST, None, {}),
        (Win.SELF_DRAW, Seat.EAST, None, {"east": 15, "south": -5, "west": -5, "north": -5}),
        (Win.SELF_DRAW, None, None, {"winner": 15, "next": -5, "opposite": -5, "previous": -5}),
        (Win.DISCARD, Seat.WEST, Seat.EAST, {"east": -5, "south": 0, "west": 5, "north": 0}),
        (Win.DISCARD, Seat.WEST, None, {"west": 5, "discarder": -5}),
        (Win.DISCARD, None, Seat.EAST, {"winner": 5, "east": -5}),
        (Win.DISCARD, None, None, {"winner": 5, "discarder": -5}),
    ],
)
def test_who_pays(
    win: Win | None, seat: Seat | None, discarder: Seat | None, expected: dict[str, int]
) -> None:
    assert settle(5, win, seat, discarder) == expected


def test_the_example_of_the_docstring() -> None:
    result = doctest.testmod(scoring)
    assert (result.attempted, result.failed) == (3, 0)


def test_registry() -> None:
    game = GAMES["taiwanese"]
    assert (game.family, game.ruleset) == (Family.MAHJONG, "taiwanese-s1/1.0")
    sheet = score("taiwanese", CHOWS)
    assert (sheet.game, sheet.ruleset) == ("taiwanese", game.ruleset)


@pytest.mark.parametrize("name", ["", "Taiwanese", "poker"])
def test_an_unknown_game_lists_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownGameError, match=r"known are .*taiwanese"):
        score(name, CHOWS)


def test_all_errors_have_one_root() -> None:
    calls = [("poker", CHOWS, {}), ("taiwanese", "9z", {}), ("taiwanese", CHOWS, {"x": 1})]
    for game, hand, facts in calls:
        with pytest.raises(WahuaError):
            score(game, hand, facts)


def test_the_sheet_is_json_ready() -> None:
    hand = "112233445566777m55p | 1f"
    sheet = score("taiwanese", hand, {"win": "discard", "seat": "south"}).as_dict()
    assert json.loads(json.dumps(sheet)) == sheet
    assert list(sheet) == [
        "game",
        "ruleset",
        "valid",
        "reasons",
        "groups",
        "items",
        "base",
        "total",
        "range",
        "payments",
        "options",
        "alternatives",
        "notes",
    ]
    assert sheet["items"][0] == {
        "key": "eight_pairs",
        "name": "Eight pairs",
        "count": 1,
        "value": 8,
        "tiles": [],
        "source": "S1",
    }
    assert sheet["groups"][-1] == {
        "kind": "pung",
        "tiles": ["7m", "7m", "7m"],
        "concealed": True,
        "winning": False,
    }
    assert sheet["alternatives"][0]["total"] == 3


@pytest.mark.parametrize(
    ("value", "expected"), [(19, 19), ("18", 18), ("any", "any"), (" Any ", "any"), (None, 19)]
)
def test_choices_of_mixed_types(value: object, expected: object) -> None:
    known = {"hand_size": Option(19, (19, 18, "any"))}
    given = {} if value is None else {"hand_size": value}
    assert parse_options(known, given) == {"hand_size": expected}


@pytest.mark.parametrize("value", [True, 19.0, "17", None, ["any"]])
def test_choices_of_mixed_types_refuse_others(value: object) -> None:
    known = {"hand_size": Option(19, (19, 18, "any"))}
    with pytest.raises(OptionError, match="possible are 19, 18, any"):
        parse_options(known, {"hand_size": value})
