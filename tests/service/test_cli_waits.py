"""``wahua waits``, the facts of all games as flags, and repairs of hands that do not win."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from scoring import Hand, Tile, score
from scoring.advice import advise, repairs
from service.alternatives import hand_alternatives
from service.cli import app
from vision.pipeline import ReadResult

Use = Callable[[Any], Any]

READY = "123456789m123s9934p"
NEAR = "123456789m123s99346p"
FLOWERS = (
    "6-6f 6-6d 1-3 1-3f 4-6 4-6 2-5f 2-5f 2-2 2-2d 1-1f 1-1f 5-5f 5-5f 5-5d "
    "1-6f 1-6d 2-3 2-3 3-6 3-6f 4-5f | 1f"
)
DOLLS = "fu fu fu fu shou shou shou bi bi bi nan nan nan shan shan shan shan doll doll"
CLASSICAL = "234567p234s55m22s [111z] 2s"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, list(map(str, arguments)))


def test_waits_as_json_are_the_advice_with_its_hand() -> None:
    answer = run("waits", "--hand", READY, "--seat", "east", "--json")
    assert (answer.exit_code, answer.stderr) == (0, "")
    expected = advise("taiwanese", READY, {"seat": "east"}).as_dict()
    assert json.loads(answer.stdout) == {"hand": READY, **json.loads(json.dumps(expected))}


def test_waits_for_people() -> None:
    answer = run("waits", "--hand", READY)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert "Ready: one tile is missing to five sets and a pair" in answer.stdout
    (row,) = [line.split() for line in answer.stdout.splitlines() if "🀝" in line]
    assert row[1:5] == ["5p", "4", "9", "7"]


def test_distance_and_discards_for_people() -> None:
    far = run("waits", "--hand", "147m258p369s1234567z")
    assert "8 exchanges from ready (eight pairs); useful: 1m 4m 7m" in far.stdout
    drawn = run("waits", "--hand", NEAR)
    (row,) = [line.split() for line in drawn.stdout.splitlines() if line.split()[1:2] == ["6p"]]
    assert row == ["🀞", "6p", "8", "2p", "(7)", "5p", "(7)"]
    done = run("waits", "--hand", READY[:-1] + "5p", "--winning-tile", "5p")
    assert "Complete: five sets and a pair" in done.stdout
    assert "Waits before the winning tile" in done.stdout


def test_waits_of_other_families_and_options() -> None:
    facts = ["--roll", "1,3", "--hand-number", "1", "--option", "trump_plain=reject"]
    hand = FLOWERS.replace(" 4-5f", "")
    answer = run("waits", "--hand", hand, "--game", "flowers", *facts, "--json")
    advice = json.loads(answer.stdout)
    assert advice["waits"][0]["self_draw"]["total"] == 68  # a stacked trump of a large pattern
    assert not any(wait["tile"][-1].isdigit() for wait in advice["waits"])  # framed tiles only
    cards = run("waits", "--hand", DOLLS.removesuffix(" doll"), "--game", "dolls")
    assert "380" in cards.stdout


def test_no_advice_is_one_line_and_exit_code_2() -> None:
    answer = run("waits", "--hand", "123m")
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr.startswith("wahua: No advice on this hand: 16 concealed tiles expected")
    as_json = run("waits", "--hand", "123m", "--json")
    assert as_json.exit_code == 2
    assert json.loads(as_json.stdout)["reasons"]
    assert run("waits", "--hand", "12q").exit_code == 2
    assert run("waits", "--hand", "1m", "--game", "bridge").exit_code == 2


# game, hand, flags, the context that they stand for
FLAGS: list[tuple[str, str, list[str], dict[str, object]]] = [
    ("flowers", FLOWERS, ["--roll", "1,3"], {"roll": [1, 3]}),
    ("flowers", FLOWERS, ["--roll", "1, 3"], {"roll": [1, 3]}),
    ("flowers", FLOWERS, ["--designated", "1-1"], {"designated": "1-1"}),
    ("flowers", FLOWERS, ["--hand-number", "2"], {"hand_number": 2}),
    ("flowers", FLOWERS, ["--other-totals", "41,25,10"], {"other_totals": [41, 25, 10]}),
    ("flowers", FLOWERS, ["--other-completed"], {"other_completed": True}),
    ("dolls", DOLLS, ["--exhausted"], {"exhausted": True}),
    ("dolls", DOLLS, ["--other-totals", "100,90"], {"other_totals": [100, 90]}),
    ("dolls", DOLLS, ["--winning-tile", "doll"], {"winning_tile": "doll"}),
    ("classical", CLASSICAL, ["--loser-points", "east=20"], {"loser_points": {"east": 20}}),
]


@pytest.mark.parametrize(("game", "hand", "flags", "context"), FLAGS)
def test_facts_of_other_games(
    game: str, hand: str, flags: list[str], context: dict[str, object]
) -> None:
    expected = score(game, hand, context).as_dict()
    answer = run("score", "--hand", hand, "--game", game, *flags, "--json")
    found = json.loads(answer.stdout)
    assert {key: found[key] for key in expected} == json.loads(json.dumps(expected))


def test_a_seat_number_designates_by_seat() -> None:
    flags = ["--seat-number", "3", "--option", "designated_by=seat", "--roll", "1,3"]
    answer = run("score", "--hand", FLOWERS, "--game", "flowers", *flags, "--json")
    expected = score(
        "flowers", FLOWERS, {"seat_number": 3, "roll": [1, 3]}, {"designated_by": "seat"}
    )
    assert json.loads(answer.stdout)["total"] == expected.total


BAD_FACTS = [
    (["--roll", "1;3"], "--roll 1;3: write whole numbers with commas, such as 1,3"),
    (["--other-totals", "41,,10"], "write whole numbers with commas"),
    (["--loser-points", "east"], "--loser-points east: write it as seat=value"),
    (["--loser-hand", "east=1m", "--loser-hand", "east=2m"], "each seat once"),
    (["--roll", "1,9"], "it is two numbers from 1 to 6"),
    (["--seat", "east"], "unknown fact 'seat'"),
]


@pytest.mark.parametrize(("flags", "words"), BAD_FACTS)
def test_bad_facts_are_one_line(flags: list[str], words: str) -> None:
    answer = run("score", "--hand", FLOWERS, "--game", "flowers", *flags)
    assert (answer.exit_code, answer.stdout) == (2, "")
    (line,) = answer.stderr.splitlines()
    assert words in line


def test_a_hand_that_does_not_win_gets_its_repairs() -> None:
    answer = run("score", "--hand", NEAR, "--discard")
    assert answer.exit_code == 2
    words = "Perhaps: a 6p is read where a 5p would complete the hand, which then scores 7"
    assert words in answer.stdout
    found = json.loads(run("score", "--hand", NEAR, "--discard", "--json").stdout)["repairs"]
    expected = [repair.as_dict() for repair in repairs("taiwanese", NEAR, {"win": "discard"})]
    assert found == json.loads(json.dumps(expected))
    assert "repairs" not in json.loads(run("score", "--hand", READY[:-1] + "5p", "--json").stdout)


def test_a_photo_is_repaired_by_what_the_reader_held_possible(
    photo_file: Path, result: ReadResult, use_recogniser: Use
) -> None:
    # the doubtful 9m is read as 7m, with 9m as its alternative
    seven, nine = Tile.parse("7m"), Tile.parse("9m")
    tiles = list(result.layout.tiles)
    reading = replace(tiles[8].reading, tile=seven, alternatives=((seven, 0.55), (nine, 0.41)))
    tiles[8] = replace(tiles[8], reading=reading, tile=seven)
    text = "123456787m234s55p [789s] | 1f"
    layout = replace(result.layout, tiles=tuple(tiles), hand_text=text)
    use_recogniser(replace(result, layout=layout))
    answer = run("score", photo_file, "--discard", "--json")
    first, *others = json.loads(answer.stdout)["repairs"]
    assert first["text"] == "a 7m is read where a 9m would complete the hand"
    assert first["changes"] == [{"was": "7m", "now": "9m", "index": 8}]
    assert first["odds"] == pytest.approx(0.41 / 0.55)
    assert all(other["odds"] < 0.1 for other in others)
    known = hand_alternatives(Hand.parse(text), layout)
    assert known[8] == ((seven, 0.55), (nine, 0.41))
    assert len(known) == 18
