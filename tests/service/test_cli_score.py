"""``wahua score``: hands in text and from photos, facts and options, reasons and errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from scoring import score
from scoring.tiles import Family
from service.cli import app
from vision.pipeline import ReadResult

Use = Callable[[Any], Any]

HAND = "345p678s22266z [123p] (1111z) | 1f 5f"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["score", *map(str, arguments)])


def sheet_of(*arguments: str | Path) -> dict[str, Any]:
    answer = run(*arguments, "--json")
    assert (answer.exit_code, answer.stderr) == (0, "")
    sheet: dict[str, Any] = json.loads(answer.stdout)
    return sheet


def test_json_is_the_sheet_with_its_hand() -> None:
    context = {"win": "self_draw", "seat": "east", "round": "south"}
    expected = score("taiwanese", HAND, context).as_dict()
    answer = sheet_of("--hand", HAND, "--self-draw", "--seat", "east", "--round", "south")
    assert answer.pop("hand") == HAND
    assert answer.pop("winning_tile") == "6z"
    assert answer == json.loads(json.dumps(expected))


# command line flags, and the context that they stand for
FLAGS: list[tuple[list[str], dict[str, object]]] = [
    ([], {}),
    (["--self-draw"], {"win": "self_draw"}),
    (["--discard"], {"win": "discard"}),
    (
        ["--discard", "--discarder", "west", "--seat", "North"],
        {"discarder": "west", "seat": "north"},
    ),
    (["--round", "south"], {"round": "south"}),
    (["--last-tile"], {"last_tile": True}),
    (["--last-discard"], {"last_discard": True}),
    (["--replacement"], {"replacement": True}),
    (["--rob-kong"], {"rob_kong": True}),
    (["--heavenly"], {"heavenly": True}),
    (["--earthly"], {"earthly": True}),
    (["--original-call"], {"original_call": True}),
    (["--east-repeat", "3"], {"east_repeat": 3}),
]


@pytest.mark.parametrize(("flags", "context"), FLAGS)
def test_each_flag_is_its_fact(flags: list[str], context: dict[str, object]) -> None:
    expected = score("taiwanese", HAND, context).as_dict()
    answer = sheet_of("--hand", HAND, *flags)
    assert {key: answer[key] for key in expected} == json.loads(json.dumps(expected))


def test_winning_tile_and_options() -> None:
    flags = ["--winning-tile", "3p", "--option", "stacking=highest_only", "--option", "base=2"]
    answer = sheet_of("--hand", HAND, "--discard", *flags)
    options = {"stacking": "highest_only", "base": "2"}
    expected = score("taiwanese", HAND, {"win": "discard", "winning_tile": "3p"}, options)
    assert answer["winning_tile"] == "3p"
    assert answer["total"] == expected.total
    assert answer["options"]["base"] == 2


def test_robbing_the_eighth_flower() -> None:
    hand = "1m | 1f 2f 3f 4f 5f 6f 7f 8f"
    assert sheet_of("--hand", hand, "--rob-flower")["total"] == 8


def test_people_see_hand_groups_items_payments_and_notes() -> None:
    answer = run("--hand", HAND, "--self-draw", "--seat", "east", "--winning-tile", "6z")
    assert (answer.exit_code, answer.stderr) == (0, "")
    lines = [" ".join(line.split()) for line in answer.stdout.splitlines() if line.strip()]
    assert lines[0] == "Hand 🀛 🀜 🀝 🀕 🀖 🀗 🀁 🀁 🀁 🀅 🀅 345p678s22266z"
    assert "Chow 🀙 🀚 🀛 [123p]" in lines
    assert "Concealed kong 🀀 🀀 🀀 🀀 (1111z)" in lines
    assert "Bonus 🀢 🀦 1f 5f" in lines
    assert "Winning tile 🀅 6z" in lines
    assert "pair 🀅 🀅 66z concealed completed by the winning tile" in lines
    assert "chow 🀙 🀚 🀛 123p exposed" in lines
    assert "Flower tile × 2 flower 2 🀢 🀦 1f 5f S1" in lines
    assert "Self-drawn self_draw 1 🀅 6z S1" in lines
    assert "Total: 6 (from 6 to 7, depending on facts that are not known)" in lines
    assert "Payments: east +18, south -6, west -6, north -6" in lines
    assert any(line.startswith("Note: round is unknown:") for line in lines)
    assert any(line.startswith("Rules: taiwanese-s1/") and "base=0" in line for line in lines)


def test_without_facts_the_payments_are_not_known() -> None:
    answer = run("--hand", HAND)
    assert "Payments: not known (say --self-draw or --discard)" in answer.stdout


def test_five_of_a_tile_is_explained_and_one_line() -> None:
    answer = run("--hand", "33333p")
    assert answer.exit_code == 2
    assert "Reason: 5 × 3p: the set has only 4" in answer.stdout
    assert answer.stderr == "wahua: Not a winning hand: 5 × 3p: the set has only 4\n"


def test_an_invalid_hand_still_gives_its_sheet_as_json() -> None:
    answer = run("--hand", "123m", "--json")
    assert answer.exit_code == 2
    sheet = json.loads(answer.stdout)
    assert sheet["valid"] is False
    assert sheet["reasons"]
    assert answer.stderr == f"wahua: Not a winning hand: {'; '.join(sheet['reasons'])}\n"


BAD_ARGUMENTS = [
    (["--hand", "19q"], "unknown-tile", "Unknown tile"),
    (["--hand", "123p]"], "bad-hand", "']' at character 5 closes no meld that is open"),
    (["--hand", ""], "bad-hand", "the hand has no tiles"),
    (["--hand", HAND, "--game", "bridge"], "unknown-game", "'bridge'; known are taiwanese"),
    (["--hand", HAND, "--seat", "up"], "bad-context", "possible are east, south, west, north"),
    (["--hand", HAND, "--self-draw", "--rob-kong"], "bad-context", "rob_kong means win=discard"),
    (["--hand", HAND, "--winning-tile", "x"], "unknown-tile", "Unknown tile"),
    (["--hand", HAND, "--option", "base"], "bad-argument", "write it as key=value"),
    (["--hand", HAND, "--option", "base=1", "--option", "base=2"], "bad-argument", "given twice"),
    (["--hand", HAND, "--option", "house=3"], "bad-option", "unknown option 'house'"),
    (["--hand", HAND, "--option", "base=many"], "bad-option", "base='many'"),
    (["--hand", HAND, "--draw", "out.png"], "bad-argument", "--draw needs a photo"),
    ([], "bad-argument", "give either a photo or --hand TEXT"),
    (["a.jpg", "--hand", HAND], "bad-argument", "give either a photo or --hand TEXT"),
]


@pytest.mark.parametrize(("arguments", "kind", "words"), BAD_ARGUMENTS)
def test_bad_arguments_are_one_line(arguments: list[str], kind: str, words: str) -> None:
    answer = run(*arguments)
    assert (answer.exit_code, answer.stdout) == (2, "")
    (line,) = answer.stderr.splitlines()
    assert line.startswith("wahua: ")
    assert words in line
    as_json = json.loads(run(*arguments, "--json").stdout)
    assert as_json["error"]["type"] == kind


def test_photo_to_score_sheet(photo_file: Path, result: ReadResult, use_recogniser: Use) -> None:
    use_recogniser(result)
    sheet = sheet_of(photo_file, "--discard")
    expected = score(
        "taiwanese", "123456789m234s55p [789s] | 1f", {"win": "discard", "winning_tile": "5p"}
    )
    assert sheet["hand"] == "123456789m234s55p [789s] | 1f"
    assert sheet["winning_tile"] == "5p"
    assert sheet["total"] == expected.total == 5
    assert sheet["notes"] == list(expected.notes)
    assert sheet["photo"]["image"] == str(photo_file)
    assert len(sheet["photo"]["tiles"]) == 18


def test_the_named_winning_tile_counts_more_than_the_one_set_apart(
    photo_file: Path, result: ReadResult, use_recogniser: Use
) -> None:
    use_recogniser(result)
    assert sheet_of(photo_file, "--winning-tile", "3m")["winning_tile"] == "3m"


def test_people_see_doubts_and_warnings_of_the_photo(
    photo_file: Path, result: ReadResult, use_recogniser: Use
) -> None:
    use_recogniser(result)
    target = photo_file.parent / "drawn.png"
    answer = run(photo_file, "--discard", "--draw", target)
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert "🀎 🀏? 🀑" in answer.stdout.splitlines()[0]
    assert "Doubtful: tile 9 in row 1 is taken as 9m (9m 55%, 7m 41%)" in answer.stdout
    assert "Warning: five 9m were read, one is taken as 7m" in answer.stdout
    assert "Total: 5" in answer.stdout
    assert target.exists()


def test_a_photo_without_a_readable_face_is_one_line(
    photo_file: Path, result: ReadResult, use_recogniser: Use
) -> None:
    use_recogniser(replace(result, layout=replace(result.layout, hand_text="")))
    answer = run(photo_file)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr == f"wahua: {photo_file}: The hand cannot be read: the hand has no tiles\n"


@pytest.mark.parametrize("name", ["empty", "text", "truncated"])
def test_a_bad_photo_is_one_line(
    name: str, bad_files: dict[str, Path], result: ReadResult, use_recogniser: Use
) -> None:
    use_recogniser(result)
    answer = run(bad_files[name])
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert len(answer.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "family"),
    [
        ((), None),
        (("--game", "taiwanese"), Family.MAHJONG),
        (("--game", "flowers"), Family.FLOWERS),
        (("--game", "dolls"), Family.DOLLS),
    ],
)
def test_the_game_says_what_the_tiles_are(
    photo_file: Path, result: ReadResult, use_recogniser: Use, *, arguments: tuple[str, ...],
    family: Family | None,
) -> None:  # fmt: skip
    fake = use_recogniser(result)
    run(photo_file, *arguments)
    assert fake.families == [family]


@pytest.mark.parametrize(
    ("family", "hand", "ruleset"),
    [
        (Family.FLOWERS, "1-1 1-1f 2-2 2-2f", "flowers"),
        (Family.DOLLS, "fu fu fu* ru ru", "dolls"),
        (Family.MAHJONG, "123m", "taiwanese"),
    ],
)
def test_the_tiles_say_which_game_is_meant(
    photo_file: Path, result: ReadResult, use_recogniser: Use, *, family: Family, hand: str,
    ruleset: str,
) -> None:  # fmt: skip
    layout = replace(result.layout, hand_text=hand, winning_tile=None)
    use_recogniser(replace(result, family=family, layout=layout))
    sheet = json.loads(run(photo_file, "--json").stdout.splitlines()[0])
    assert sheet["hand"] == hand
    assert sheet["ruleset"].startswith(ruleset)
