"""``wahua designs``: the list, pictures of designs, and one line for bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from datasets.designs.catalogue import entries, named_design
from scoring.tiles import Family
from service.cli import app


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["designs", *map(str, arguments)])


def test_list_for_people() -> None:
    answer = run("list", "--family", "dolls")
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert "museum" in answer.stdout
    assert "hongkong" not in answer.stdout


def test_list_as_json() -> None:
    answer = run("list", "--json")
    rows = [json.loads(line) for line in answer.stdout.splitlines()]
    assert rows == [{"name": e.name, "family": e.family, "about": e.about} for e in entries()]
    only = run("list", "--json", "--family", "flowers").stdout.splitlines()
    assert len(only) == len(entries(Family.FLOWERS))


def test_show_draws_the_whole_set() -> None:
    answer = run("show", "museum", "--height", "40")
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert answer.stdout == "museum (dolls, 18 faces) → museum.png\n"
    width = round(40 / named_design("museum").aspect)
    with Image.open("museum.png") as picture:
        assert picture.size == (10 * (width + 2) + 2, 2 * 42 + 2)


def test_show_writes_where_it_is_told(tmp_path: Path) -> None:
    for _ in range(2):  # a named file is replaced
        answer = run("show", "random:3", "--family", "dolls", "--out", "a.jpg", "--height", "32")
        assert answer.exit_code == 0, answer.stderr
    with Image.open(tmp_path / "a.jpg") as picture:
        assert picture.format == "JPEG"


def test_show_of_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "design.toml").write_text('family = "dolls"\nname = "a/b: ..c"\n', "utf-8")
    answer = run("show", folder, "--height", "30")
    assert (answer.exit_code, answer.stderr) == (0, "")
    assert (tmp_path / "a-b-..c.png").is_file()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "musem"], "no such design: 'musem' is no design that ships; close: museum"),
        (["show", "random:a"], "a seed is a whole number"),
        (["show", "museum", "--family", "flowers"], "is a design of dolls, not of flowers"),
        (["show", "museum", "--out", "a.gif"], "--out a.gif ends in none of .png"),
        (["show", "museum", "--height", "20", "--out", "no/such/a.png"], "--out no/such/a.png: "),
        (["show", "folder"], "design.toml is missing"),
        (["show", "taken"], "taken.png is there already; name the picture with --out"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], words: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "design.toml").write_text('family = "dolls"', "utf-8")
    (tmp_path / "taken.png").touch()
    answer = run(*arguments)
    assert answer.exit_code == 2
    assert answer.stdout == ""
    assert answer.stderr.count("\n") == 1
    assert answer.stderr.startswith("wahua: ")
    assert words in answer.stderr


@pytest.mark.parametrize(
    "arguments", [["list", "--family", "chess"], ["show", "a", "--height", "5"]]
)
def test_bad_options_exit_with_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2
