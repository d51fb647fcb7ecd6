"""Options, presets, unknown facts and notes of the classical game."""

import pytest

from scoring import score
from scoring.games.classical.options import OPTIONS, Options
from scoring.mahjong.context import ContextError
from scoring.options import OptionError

Context = dict[str, object]
OPEN = "44s23p4p [123m] [456s] [789m]"
DISCARD: Context = {"win": "discard"}


def test_defaults() -> None:
    assert Options.parse({}).as_dict() == {
        "ruleset_14": "classical",
        "preset": "classical",
        "limit": 500,
        "with_bonus": True,
        "losers_settle": False,
        "heaven": "limit",
        "own_flower_rule": "flower_and_season",
        "concealed_kong_view": "outer_up",
        "one_chow": False,
        "kong_box": 14,
        "last_tile_points": "K",
        "concealed_points": 0,
        "doubles_list": "K",
    }
    assert all(option.about for option in OPTIONS.values())


def test_bmja() -> None:
    bmja = Options.parse({"preset": "bmja"})
    assert (bmja.limit, bmja.one_chow, bmja.as_dict()["kong_box"]) == (1000, True, 14)
    mixed = Options.parse({"preset": "bmja", "limit": 500, "one_chow": "false"})
    assert (mixed.limit, mixed.one_chow) == (500, False)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"limits": 500}, "unknown option 'limits'; known are ruleset_14"),
        ({"limit": 750}, "possible are 500, 1000, none"),
        ({"limit": None}, "possible are 500, 1000, none"),
        ({"ruleset_14": "hkos"}, "score it as 'hongkong'"),
        ({"ruleset_14": "mcr"}, "score it as 'mcr'"),
        ({"ruleset_14": "riichi"}, "score it as 'riichi'"),
        ({"ruleset_14": "poker"}, "possible are classical"),
        ({"preset": "american"}, "possible are classical, bmja"),
        ({"heaven": 500}, "possible are limit"),
        ({"own_flower_rule": "any"}, "possible are flower_and_season, each"),
        ({"concealed_kong_view": "all"}, "possible are outer_up, outer_down"),
        ({"with_bonus": "maybe"}, "either true or false"),
        ({"losers_settle": 1}, "either true or false"),
        ({"one_chow": 2}, "either true or false"),
        ({"kong_box": 16}, "possible are 14"),
        ({"last_tile_points": "X"}, "possible are K, WD"),
        ({"concealed_points": 5}, "possible are 0, 10"),
        ({"doubles_list": "WD"}, "possible are K, RA"),
    ],
)
def test_wrong_options_are_named(given: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError) as caught:
        score("classical", OPEN, {}, given)
    assert words in caught.value.detail


def test_one_chow_reads_pungs_where_chows_would_do() -> None:
    hand = "99m111222333p [555z]"
    context: Context = {"win": "discard", "winning_tile": "9m"}
    sheet = score("classical", hand, context, {"one_chow": True})
    assert sheet.valid
    assert [group.kind for group in sheet.groups].count("pung") == 4
    assert sheet.alternatives == ()
    assert score("classical", hand, context).alternatives != ()


def test_nine_gates_needs_no_single_chow() -> None:
    sheet = score("classical", "11123456789995s", DISCARD, {"preset": "bmja"})
    assert (sheet.valid, sheet.total) == (True, 1000)
    open_hand = score("classical", "23456789s99s [111s]", DISCARD, {"preset": "bmja"})
    assert not open_hand.valid


def test_the_chows_of_the_melds_are_counted() -> None:
    options: dict[str, object] = {"one_chow": True}
    waiting = "99m23p1p [444m] [777s] [555z]"
    assert score("classical", waiting, DISCARD, options).valid
    assert not score("classical", waiting.replace("[777s]", "[678s]"), DISCARD, options).valid
    # with one_chow 4p would make the only chow too
    assert "only_tile" not in {i.key for i in score("classical", waiting, DISCARD, options).items}


def test_one_chow_narrows_the_waits() -> None:
    # 3m waits: 1m (123 and the pair), 4m (34 and …): without the option more kinds complete it
    hand = "3334m4m [777s] [555z] [111p]".replace("3334m4m", "333m4m4m")
    keys = {i.key for i in score("classical", hand, DISCARD, {"one_chow": True}).items}
    assert "last_pair_simple" in keys


def test_unknown_facts_give_a_range() -> None:
    sheet = score("classical", "44s23p4p [111z] [456s] [789m]", {"winning_tile": "4p"})
    assert (sheet.total, sheet.range) == (24, (24, 104))
    assert dict(sheet.payments) == {}
    assert sheet.notes[:3] == (
        "win is unknown: self_draw scores 26 to 104, discard scores 24 to 96",
        "seat is unknown: east scores 48 to 104, south scores 24 to 52, "
        "west scores 24 to 52, north scores 24 to 52",
        "round is unknown: east scores 48 to 104, south scores 24 to 52, "
        "west scores 24 to 52, north scores 24 to 52",
    )


def test_without_the_seat_nobody_knows_who_pays() -> None:
    sheet = score("classical", OPEN, {**DISCARD, "winning_tile": "4p"})
    assert (sheet.total, dict(sheet.payments)) == (40, {})
    assert "seat is unknown: either way 40, but not who pays" in sheet.notes
    known = score("classical", OPEN, {"winning_tile": "4p", "seat": "west"})
    assert dict(known.payments) == {"east": -80, "south": -40, "west": 160, "north": -40}


@pytest.mark.parametrize(
    ("context", "note"),
    [
        ({"rob_flower": True}, "rob_flower scores nothing in this game"),
        ({"win": "discard", "last_tile": True}, "last_tile counts only when the tile was drawn"),
        (
            {"heavenly": True, "seat": "west"},
            "heavenly does not count: only East can be complete at the deal",
        ),
        ({"heavenly": True}, "heavenly does not count: the hand has melds from discards"),
        (
            {"earthly": True, "seat": "east"},
            "earthly does not count: East cannot win on the own discard",
        ),
        ({"earthly": True}, "earthly does not count: the hand has melds"),
        (
            {"win": "discard", "original_call": True},
            "original_call does not count: the hand has melds from discards",
        ),
        (
            {"second_kong": True},
            "second_kong does not count for the limit: kongs of the hand: 0",
        ),
        (
            {"win": "discard", "east_repeat": 3},
            "east_repeat scores nothing before the ninth win in a row (8 before this one)",
        ),
    ],
)
def test_facts_that_change_nothing_are_noted(context: Context, note: str) -> None:
    assert note in score("classical", OPEN, context).notes


def test_an_unknown_fact_lists_those_of_this_game_too() -> None:
    with pytest.raises(ContextError, match=r"known are .*second_kong.*loser_points, loser_hands"):
        score("classical", OPEN, {"losers": {}})
