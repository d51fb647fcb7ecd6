import pytest

from scoring.mahjong.context import Context, ContextError, Seat, Win
from scoring.tiles import Tile, UnknownTileError


def test_known_facts() -> None:
    context = Context.parse(
        {
            "win": "self_draw",
            "seat": "South",
            "round": "east",
            "winning_tile": "0p",
            "last_tile": True,
        }
    )
    assert context == Context(
        win=Win.SELF_DRAW,
        seat=Seat.SOUTH,
        round=Seat.EAST,
        winning_tile=Tile.parse("0p"),
        last_tile=True,
    )
    assert Context.parse({"win": Win.DISCARD, "winning_tile": Tile.parse("1z")}).win is Win.DISCARD


def test_unknown_is_allowed() -> None:
    assert Context.parse({"win": None, "seat": "unknown", "east_repeat": None}) == Context()


@pytest.mark.parametrize(
    ("facts", "win", "seat"),
    [
        ({"rob_kong": True}, Win.DISCARD, None),
        ({"rob_flower": True}, Win.DISCARD, None),
        ({"last_discard": True}, Win.DISCARD, None),
        ({"earthly": True}, Win.DISCARD, None),
        ({"discarder": "east"}, Win.DISCARD, None),
        ({"replacement": True}, Win.SELF_DRAW, None),
        ({"heavenly": True}, Win.SELF_DRAW, None),
        ({"last_tile": True}, Win.SELF_DRAW, None),
        ({"last_tile": True, "win": "discard"}, Win.DISCARD, None),
        ({"east_repeat": 2}, None, Seat.EAST),
        ({"rob_kong": False, "heavenly": False}, None, None),
    ],
)
def test_facts_that_follow(facts: dict[str, object], win: Win | None, seat: Seat | None) -> None:
    context = Context.parse(facts)
    assert (context.win, context.seat) == (win, seat)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"wind": "east"}, "unknown fact 'wind'"),
        ({"wind": None}, "unknown fact 'wind'"),
        ({"win": "tsumo"}, "win='tsumo'; possible are self_draw, discard"),
        ({"win": True}, "win=True"),
        ({"seat": "up"}, "possible are east, south, west, north"),
        ({"round": 1}, "round=1"),
        ({"last_tile": "yes"}, "either true or false"),
        ({"heavenly": 1}, "either true or false"),
        ({"east_repeat": -1}, "a number of wins"),
        ({"east_repeat": True}, "a number of wins"),
        ({"east_repeat": 10**9}, "a number of wins"),
        ({"east_repeat": "2"}, "a number of wins"),
        ({"winning_tile": 5}, "it is a mahjong tile"),
        ({"winning_tile": Tile.parse("3-4")}, "it is a mahjong tile"),
        ({"rob_kong": True, "win": "self_draw"}, "rob_kong means win=discard"),
        ({"rob_flower": True, "win": "self_draw"}, "rob_flower means win=discard"),
        ({"heavenly": True, "win": "discard"}, "heavenly means win=self_draw"),
        ({"replacement": True, "win": "discard"}, "replacement means win=self_draw"),
        ({"replacement": True, "rob_kong": True}, "replacement means win=self_draw"),
        ({"discarder": "east", "win": "self_draw"}, "discarder means win=discard"),
        ({"discarder": "east", "seat": "east"}, "cannot both be east"),
        ({"discarder": "east", "east_repeat": 1}, "cannot both be east"),
        ({"east_repeat": 1, "seat": "west"}, "east_repeat counts wins of East"),
    ],
)
def test_wrong_facts_are_named(facts: dict[str, object], words: str) -> None:
    with pytest.raises(ContextError) as caught:
        Context.parse(facts)
    assert words in caught.value.detail
    assert caught.value.type == "bad-context"


def test_a_winning_tile_that_does_not_exist() -> None:
    with pytest.raises(UnknownTileError):
        Context.parse({"winning_tile": "3-4"})
