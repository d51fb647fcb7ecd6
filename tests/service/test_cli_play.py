"""``wahua play``: readable games, the same for the same seed, JSON, hands held against one."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.cli import app

PHOTOS = Path(__file__).parents[1] / "photos"
GAMES = ["flowers", "dolls", "taiwanese", "classical"]
EAST_HAS_DRAWN = ("taiwanese", "--seed", "3", "--until", "4")
"""East holds seventeen tiles, and nothing is laid aside."""


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["play", *arguments])
    return result.exit_code, result.output


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_printed_and_its_payments_balance(game: str) -> None:
    code, text = run(game, "--seed", "4")
    assert (code, run(game, "--seed", "4")) == (0, (0, text))
    last = text.splitlines()[-1]
    gains = [int(word) for word in last.replace(",", " ").split() if word[0] in "+-"]
    assert sum(gains) == 0
    code, shown = run(game, "--seed", "4", "--json")
    record = json.loads(shown)
    assert (code, record["game"], record["seed"]) == (0, game, 4)
    drawn = sum(event["kind"] == "draw" for event in record["events"])
    assert text.count(" draws ") == drawn + sum(e["kind"] == "replace" for e in record["events"])
    assert sum(record["payments"].values()) == 0


def test_options_reach_the_rules() -> None:
    code, shown = run("flowers", "--option", "set_size=126", "--json")
    assert code == 0
    assert json.loads(shown)["options"]["set_size"] == 126


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chess",), "cannot be played"),
        (("dolls", "--option", "colour=red"), "unknown option"),
        (("dolls", "--option", "players"), "write it as key=value"),
        (("dolls", "--seat", "east"), "--seat says whose hand --check is about"),
        (("dolls", "--check", "fu fu fu"), "the game has ended: say with --seat whose hand it is"),
        (("taiwanese", "--check", "1m", "--seat", "up"), "the seats are east, south, west, north"),
        (("taiwanese", "--until", "0", "--check", "no-such.jpg"), "is no mahjong tile"),
        (("taiwanese", "--until", "0", "--check", "m" * 3000), "at most 2000 are looked at"),
    ],
)
def test_bad_arguments_are_one_line_and_code_2(arguments: tuple[str, ...], said: str) -> None:
    code, text = run(*arguments)
    assert code == 2
    assert said in text
    assert len(text.strip().splitlines()) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("moves", [0, 1, 30, 5000])
def test_a_game_is_shown_until_a_move(game: str, moves: int) -> None:
    code, shown = run(game, "--seed", "4", "--until", str(moves), "--json")
    so_far, whole = json.loads(shown), json.loads(run(game, "--seed", "4", "--json")[1])
    assert code == 0
    assert so_far["events"] == whole["events"][: len(so_far["events"])]
    assert so_far["moves"] == moves or so_far["to_move"] is None
    if so_far["to_move"] is None:
        assert (so_far["phase"], so_far["hands"]) == ("ended", whole["hands"])
    code, text = run(game, "--seed", "4", "--until", str(moves))
    assert code == 0
    last = text.splitlines()[-len(so_far["seats"]) :]
    assert [line.split(" holds ")[1] for line in last] == list(so_far["hands"].values())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("moves", ["0", "9", "40"])
def test_every_player_can_hold_the_own_hand(game: str, moves: str) -> None:
    state = (game, "--seed", "5", "--until", moves)
    so_far = json.loads(run(*state, "--json")[1])
    for seat, hand in so_far["hands"].items():
        code, text = run(*state, "--check", hand, "--seat", seat)
        assert code == 0
        assert " can hold " in text
    if so_far["to_move"]:  # the player to move is meant when none is named
        assert run(*state, "--check", so_far["hands"][so_far["to_move"]])[0] == 0


def test_a_hand_that_contradicts_the_game_says_why() -> None:
    code, text = run(*EAST_HAS_DRAWN, "--check", "11115555m222p333s [444s] | 1f")
    assert code == 2
    (line,) = text.strip().splitlines()
    assert line.startswith("wahua: East: 11115555m222p333s [444s] | 1f: Not a hand of this game: ")
    for reason in (
        "14 concealed tiles, but the player has 17 now",
        "[444s] is no meld of this player",
        "1f was not laid aside by this player",
    ):
        assert reason in line


def test_a_photo_is_held_against_a_game() -> None:
    code, text = run(*EAST_HAS_DRAWN, "--check", str(PHOTOS / "eight-pairs.jpg"))
    assert code == 0
    assert text.startswith("East can hold ")
    code, shown = run(*EAST_HAS_DRAWN, "--check", str(PHOTOS / "half-flush.jpg"), "--json")
    answer = json.loads(shown.splitlines()[0])
    assert code == 2
    assert (answer["seat"], answer["moves"], answer["possible"]) == ("east", 4, False)
    assert "[999p] is no meld of this player" in answer["reasons"]
