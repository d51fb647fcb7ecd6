"""Photo to score sheet with the shipped models: our own pictures, real faces, bad input."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from datasets.formats.yolo import read_yolo
from datasets.synth import backgrounds
from datasets.synth.hands import Style
from models.evaluate import answer_of, evaluate
from models.figures import summarise
from scoring.hand import Hand
from service.cli import app
from tests.builder import CutFaces, cut_faces, in_order, photograph, save_photo
from vision.photo import PHOTO_MAX_SIDE, load_photo
from vision.pipeline import Recogniser

PHOTOS = Path(__file__).parent / "photos"
TRUTHS = sorted(path.stem for path in PHOTOS.glob("*.json"))


def score(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["score", *map(str, arguments)])


def sheet_of(*arguments: str | Path) -> dict[str, Any]:
    """The JSON of a hand that wins, without what only a photo has."""
    answer = score(*arguments, "--json")
    assert (answer.exit_code, answer.stderr) == (0, "")
    return as_sheet(answer)


def as_sheet(answer: Result) -> dict[str, Any]:
    sheet: dict[str, Any] = json.loads(answer.stdout)
    sheet.pop("photo", None)
    return {**sheet, "hand": in_order(sheet["hand"])}


def truth_of(name: str) -> dict[str, Any]:
    truth: dict[str, Any] = json.loads((PHOTOS / f"{name}.json").read_text("utf-8"))
    return truth


# ---- the photos that ship with the project


def test_the_photos_are_here() -> None:
    assert len(TRUTHS) >= 10


@pytest.mark.parametrize("name", TRUTHS)
def test_every_tile_of_a_shipped_photo_is_read(name: str, recogniser: Recogniser) -> None:
    truth = truth_of(name)
    photo = load_photo(PHOTOS / truth["image"], max_side=PHOTO_MAX_SIDE)
    layout = recogniser.read(photo).layout
    assert in_order(layout.hand_text) == in_order(truth["hand"])
    corners = np.array([placed.corners for placed in layout.tiles])
    wanted = np.array([tile["corners"] for tile in truth["tiles"]])
    distances = np.linalg.norm(corners.mean(axis=1)[:, None] - wanted.mean(axis=1)[None], axis=2)
    assert sorted(distances.argmin(axis=1)) == list(range(len(wanted)))
    side = np.linalg.norm(wanted[:, 0] - wanted[:, 1], axis=1).min()
    assert distances.min(axis=1).max() < 0.2 * side
    for placed, index in zip(layout.tiles, distances.argmin(axis=1), strict=True):
        assert str(placed.tile) == truth["tiles"][index]["tile"]


@pytest.mark.parametrize("name", [n for n in TRUTHS if truth_of(n)["valid"]])
def test_a_shipped_photo_scores_as_its_hand_in_text(name: str) -> None:
    truth = truth_of(name)
    facts = ("--winning-tile", truth["winning_tile"], "--self-draw", "--seat", "east")
    expected = sheet_of("--hand", truth["hand"], *facts)
    assert expected["total"] > 0
    assert sheet_of(PHOTOS / truth["image"], *facts) == expected


@pytest.mark.parametrize("name", [n for n in TRUTHS if not truth_of(n)["valid"]])
def test_a_shipped_photo_that_does_not_win_says_why(name: str) -> None:
    truth = truth_of(name)
    text = score("--hand", truth["hand"])
    photo = PHOTOS / truth["image"]
    answer = score(photo)
    assert (text.exit_code, answer.exit_code) == (2, 2)
    (line,) = answer.stderr.splitlines()
    assert line == text.stderr.strip().replace("wahua:", f"wahua: {photo}:", 1)


def test_a_winning_tile_that_lies_apart_needs_no_flag() -> None:
    truth = truth_of("all-chows")
    sheet = sheet_of(PHOTOS / truth["image"])
    assert sheet["winning_tile"] == truth["winning_tile"]


# ---- hands composed of real faces: 34 of a set that is in no training picture, flowers


PHOTOS_OF_A_HAND, RIGHT_AT_LEAST = 3, 2
"""One misread tile spoils a whole hand; this is the bar for a set that nobody trained on."""


@pytest.fixture(scope="module")
def faces(shared_photos: Path) -> CutFaces:
    return cut_faces(shared_photos)


@dataclass(frozen=True)
class Case:
    """A hand as it lies on the table, and how it is photographed and saved."""

    hand: str
    winning: str
    style: Style | None = None
    quality: int = 90
    orientation: int = 1
    size: tuple[int, int] = (1600, 1200)


CASES = [
    Case("345p678s22266z111p [123p] | 1f 5f", "6z"),
    Case("123456m11p555s [777z] [234p] | 3f", "5s", quality=70, orientation=6),
    Case("11122233344p [999m] [555z] | 2f 6f 7f", "4p", orientation=3),
    Case("456m456p456s88s [666z] [111z] | 8f", "8s", Style(melds_below=True), orientation=8),
    Case("123m789m123s99p789p [222z] | 4f", "9p", Style(roll=180), quality=80),
    Case("234p567p345s678s22m [456m] | 1f 6f", "2m", Style(winning_apart=True), quality=60),
    Case("22333444m555666s [777s] | 5f 8f", "6s", Style(elevation=55), orientation=5),
    Case("111555p99s [444z] [123s] [789m] | 2f 3f", "9s", Style(roll=12), orientation=7),
    Case("789m345s11z666p [2222s] (8888p) | 1f", "1z", Style(melds_below=True), quality=75),
]


MISREAD_CASES = {
    "11122233344p [999m] [555z] | 2f 6f 7f": "a blank white dragon is lost at a slant",
}
"""Hands below the bar with the shipped models: each right on one of its three photos."""


def marked_cases() -> list[Any]:
    """The hands as parameters; those below the bar may fail."""
    return [
        pytest.param(case, marks=pytest.mark.xfail(reason=MISREAD_CASES[case.hand], strict=False))
        if case.hand in MISREAD_CASES
        else case
        for case in CASES
    ]


def photos_of(case: Case, faces: CutFaces, folder: Path) -> Iterator[Path]:
    """Photos of one hand: other crops, table and light each time."""
    hand = Hand.parse(case.hand, winning_tile=case.winning)
    for seed in range(PHOTOS_OF_A_HAND):
        scene = photograph(hand, faces, seed, style=case.style, size=case.size)
        path = folder / f"{seed}.jpg"
        yield save_photo(scene.pixels, path, quality=case.quality, orientation=case.orientation)


def hand_on(path: Path) -> str:
    """What the photo is read as, for the message of a test that fails."""
    answer = CliRunner().invoke(app, ["read", str(path), "--json"])
    return in_order(json.loads(answer.stdout)["layout"]) if answer.exit_code == 0 else answer.stderr


@pytest.mark.parametrize("case", marked_cases(), ids=lambda case: case.hand.replace(" ", ""))
def test_a_hand_of_real_faces_goes_to_the_right_sheet(
    case: Case, faces: CutFaces, tmp_path: Path
) -> None:
    facts = ("--winning-tile", case.winning, "--discard", "--seat", "south")
    expected = sheet_of("--hand", case.hand, *facts)
    wrong = []
    for path in photos_of(case, faces, tmp_path):
        answer = score(path, *facts, "--json")
        if answer.exit_code or as_sheet(answer) != expected:
            wrong.append(hand_on(path))
    assert len(wrong) <= PHOTOS_OF_A_HAND - RIGHT_AT_LEAST, [in_order(case.hand), *wrong]


# ---- bad input that needs the models; other bad input: tests/service


def assert_no_tile(path: Path) -> None:
    answer = score(path)
    assert (answer.exit_code, answer.stdout) == (2, "")
    (line,) = answer.stderr.splitlines()
    assert line.startswith(f"wahua: {path}: No tile in the picture: ")


@pytest.mark.parametrize("seed", range(6))
def test_a_table_without_tiles_has_no_tile(seed: int, tmp_path: Path) -> None:
    table = backgrounds.table_top(np.random.default_rng((7, seed)), (1280, 960))
    path = tmp_path / "table.jpg"
    Image.fromarray(np.clip(table, 0, 255).astype(np.uint8)).save(path)
    assert_no_tile(path)


def test_most_photos_of_playing_cards_have_no_tile(shared_photos: Path) -> None:
    """Cards look most like tiles; 104 of all 120 photos were refused when this was written."""
    paths = sorted((shared_photos / "negatives").glob("*.jpg"))[::6]
    refused = sum("No tile in the picture" in score(path).stderr for path in paths)
    assert refused >= 0.75 * len(paths) > 0


# ---- the set that is in no training picture


def test_an_unseen_set_is_found_and_read(shared_photos: Path, recogniser: Recogniser) -> None:
    photos = read_yolo(shared_photos, "val")[::10]
    (summary,) = summarise(list(evaluate(photos, "val", answer_of(recogniser))))
    assert summary.tiles > 500
    assert summary.found >= 99
    assert summary.read >= 93
