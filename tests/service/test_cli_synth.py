"""``wahua synth``: a folder of scenes that the label formats read, and one line for bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from datasets.formats.detect import read_dataset
from datasets.formats.own_json import read_own
from scoring.hand import Hand
from scoring.tiles import Family
from service.cli import app


def synth(out: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["synth", str(out), *arguments])


SMALL = ("--count", "3", "--size", "320x240", "--family", "dolls", "--design", "museum")


def test_scenes_are_written_with_their_truth(tmp_path: Path) -> None:
    answer = synth(tmp_path / "out", *SMALL)
    assert (answer.exit_code, answer.stderr) == (0, "")
    photos = read_dataset(tmp_path / "out", "val")  # as `wahua evaluate` does
    assert [photo.path.name for photo in photos] == [f"dolls-000{n}.jpg" for n in (1, 2, 3)]
    tiles = sum(len(photo.tiles) for photo in photos)
    assert answer.stdout == f"3 scenes with {tiles} labelled tiles in {tmp_path / 'out'}\n"
    with Image.open(photos[0].path) as image:
        assert image.size == (320, 240)
    assert json.loads((tmp_path / "out" / "dolls-0001.json").read_text("utf-8"))["set"] == "museum"


def test_the_same_seed_gives_the_same_files(tmp_path: Path) -> None:
    for name, seed in (("a", "4"), ("b", "4"), ("c", "5")):
        assert synth(tmp_path / name, *SMALL, "--seed", seed).exit_code == 0
    first, again, other = (
        [path.read_bytes() for path in sorted((tmp_path / name).iterdir())] for name in "abc"
    )
    assert first == again
    assert first != other


def test_hands_have_their_text(tmp_path: Path) -> None:
    answer = synth(tmp_path / "out", *SMALL, "--hands", "--workers", "2")
    assert answer.exit_code == 0
    for photo in read_own(tmp_path / "out"):
        hand = Hand.parse(photo.hand or "", Family.DOLLS)
        assert len(hand.tiles) == len(photo.tiles) == 19


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--family", "chess"), "--family chess: possible are mahjong, flowers, dolls"),
        (("--count", "0"), "--count 0: 1 to 10000000 are possible"),
        (("--workers", "0"), "--workers 0: 1 to 256 are possible"),
        (("--seed", "-1"), "--seed -1: 0 to 9223372036854775808 are possible"),
        (("--size", "big"), "--size big: width and height are meant, such as 1280x960"),
        (("--size", "10x10"), "10 × 10 pixels; a side has 64 to 8192"),
        (
            ("--design", "nobody"),
            "'nobody' is no design of mahjong; there are: american, ",
        ),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, arguments: tuple[str, ...], line: str) -> None:
    answer = synth(tmp_path / "out", *arguments)
    assert (answer.exit_code, answer.stdout) == (2, "")
    (told,) = answer.stderr.splitlines()
    assert line in told
    assert not (tmp_path / "out").exists()


def test_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    answer = synth(tmp_path, *SMALL)
    assert answer.exit_code == 2
    assert answer.stderr.splitlines() == [
        f"wahua: The dataset cannot be read: {tmp_path} is not empty"
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
