"""``wahua play``: readable games, the same again for the same seed, and JSON."""

import json

import pytest
from typer.testing import CliRunner

from service.cli import app


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["play", *arguments])
    return result.exit_code, result.output


@pytest.mark.parametrize("game", ["flowers", "dolls", "taiwanese", "classical"])
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
    ],
)
def test_bad_arguments_are_one_line_and_code_2(arguments: tuple[str, ...], said: str) -> None:
    code, text = run(*arguments)
    assert code == 2
    assert said in text
    assert len(text.strip().splitlines()) == 1
