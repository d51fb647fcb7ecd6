"""``wahua evaluate`` and ``wahua models``: rows, tables, turned photos, baselines, errors."""

from __future__ import annotations

import importlib.metadata
import json
import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from typer.testing import CliRunner, Result

from datasets.labels import LabelledPhoto
from models import registry
from models.baselines import MAHJONG_DETECTOR, MAHJONG_DETECTOR_VERSION
from models.evaluate import Row
from models.turned import turn
from scoring.tiles import Tile
from service.cli import app
from service.report import report_object
from tests.evidence import evidence_of
from vision.evidence import Evidence
from vision.locate import Quads
from vision.photo import Photo
from vision.pipeline import Recogniser
from vision.read import Reader

RED, GREEN, BLUE = (220, 20, 20), (20, 180, 20), (20, 20, 220)
FACES = {RED: "1m", GREEN: "2p", BLUE: "3s"}
SIZE = (400, 200)
BOXES = [(40, 50, 100, 130), (110, 50, 170, 130), (180, 50, 240, 130)]


class ColourLocator:
    """Finds the coloured rectangles of the test pictures."""

    settings = types.SimpleNamespace(input_side=640, min_score=0.35, max_cover=0.5)

    def content_with(self, min_score: float) -> ColourLocator:
        assert min_score <= self.settings.min_score
        return self

    def __call__(self, pixels: NDArray[np.uint8]) -> Quads:
        corners = []
        for colour in FACES:
            ys, xs = np.nonzero((np.abs(pixels.astype(int) - colour) < 60).all(axis=2))
            if len(xs):
                x0, y0, x1, y1 = xs.min(), ys.min(), xs.max() + 1, ys.max() + 1
                corners.append([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        quads = np.array(corners, np.float32).reshape(-1, 4, 2)
        return Quads(quads, np.ones(len(quads), np.float32))

    def at_scale(self, pixels: NDArray[np.uint8], factor: int) -> Quads:
        assert factor == 2
        return self(pixels)


class NoSession:
    """Stands where a network would be."""

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        raise AssertionError((output_names, input_feed))


class ColourReader(Reader):
    """Names a rectangle by its colour, and takes every 3s for a 4s."""

    def look(self, pixels: NDArray[np.uint8], quads: Quads, *, upright: bool = False) -> Evidence:
        del upright
        names = []
        for corners in quads.corners:
            x, y = corners.mean(axis=0).astype(int)
            near = min(FACES, key=lambda c: int(np.abs(pixels[y, x].astype(int) - c).sum()))
            names.append(FACES[near].replace("3s", "4s"))
        return evidence_of(names)


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the shipped networks by two that know the test pictures."""
    locator: Any = ColourLocator()
    reader = ColourReader(NoSession())
    recogniser = Recogniser(locator, reader, {"locator": "1", "reader": "1"})
    monkeypatch.setattr(registry, "load_recogniser", lambda: recogniser)


def picture(path: Path, colours: list[tuple[int, int, int]]) -> Path:
    image = Image.new("RGB", SIZE, (120, 120, 120))
    for colour, (x0, y0, x1, y1) in zip(colours, BOXES, strict=False):
        image.paste(colour, (x0, y0, x1, y1))
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path)
    return path


@pytest.fixture
def yolo(tmp_path: Path) -> Path:
    """Two photos: one right but for the 3s, one whose single label lies beside its tile."""
    folder = tmp_path / "garden"
    picture(folder / "images" / "val" / "a.png", [RED, GREEN, BLUE])
    picture(folder / "images" / "val" / "b.png", [RED])
    labels = folder / "labels" / "val"
    labels.mkdir(parents=True)
    lines = [
        f"{index} {(x0 + x1) / 2 / 400} {(y0 + y1) / 2 / 200} {(x1 - x0) / 400} {(y1 - y0) / 200}"
        for index, (x0, y0, x1, y1) in enumerate(BOXES)
    ]
    (labels / "a.txt").write_text("\n".join(lines))
    (labels / "b.txt").write_text("0 0.9 0.9 0.1 0.1\n")
    (folder / "data.yaml").write_text("names: [1m, 2p, 3s]\n")
    return folder


@pytest.fixture
def crops(tmp_path: Path) -> Path:
    folder = tmp_path / "singles"
    folder.mkdir()
    for name, colour in (("x.png", RED), ("y.png", BLUE)):
        Image.new("RGB", (60, 80), colour).save(folder / name)
    (folder / "labels.csv").write_text("file,tile\nx.png,1m\ny.png,3s\n")
    return folder


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["evaluate", *map(str, arguments)])


def figures(*arguments: str | Path) -> list[dict[str, Any]]:
    answer = run(*arguments, "--json")
    assert (answer.exit_code, answer.stderr) == (0, "")
    results: list[dict[str, Any]] = json.loads(answer.stdout)["results"]
    return results


def test_figures_of_a_set(yolo: Path) -> None:
    (result,) = figures(yolo)
    assert list(result.pop("median_ms")) == ["decode", "locate", "read", "arrange"]
    assert result == {
        "recogniser": "wahua",
        "set": "garden/val",
        "photos": 2,
        "tiles": 4,
        "found": 75.0,
        "read": 50.0,
        "face": 50.0,
        "kind": None,
        "stamp": None,
        "extra": 1,
        "whole": 0.0,
        "failed": {"read": 1, "located": 1},
        "calibration": {"error": 23.33, "doubtful": 0.0, "sure_right": 66.67},
        "confusions": [["3s", "4s", 1]],
        "undecoded": 0,
        "hands": 0,
        "hands_right": 0,
    }


def test_the_rows_hold_what_the_figures_say(yolo: Path, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    results = figures(yolo, "--rows", path)
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [(row["image"], row["found"], row["read"], row["missed"]) for row in rows] == [
        ("a.png", 3, 2, []),
        ("b.png", 0, 0, ["1m"]),
    ]
    again = [Row(**{k: v for k, v in row.items() if k != "recogniser"}) for row in rows]
    for row in again:
        row.misread[:] = [(truth, given) for truth, given in row.misread]  # JSON has no tuples
    assert json.loads(json.dumps(report_object({"wahua": again})["results"])) == results


def test_people_see_a_table_and_the_confusions(yolo: Path) -> None:
    answer = run(yolo)
    assert (answer.exit_code, answer.stderr) == (0, "")
    words = answer.stdout.split()
    at = words.index("garden/val")
    assert words[at + 1 : at + 7] == ["2", "4", "75.0", "50.0", "1", "0.0"]
    assert "Taken for another tile (garden/val): 3s as 4s 1×" in answer.stdout


def test_single_tiles_judge_the_reader_alone(yolo: Path, crops: Path) -> None:
    results = figures(yolo, crops)
    assert [result["set"] for result in results] == [
        "garden/val",
        "singles (reader alone)",
        "all",
    ]
    assert (results[1]["found"], results[1]["read"], results[1]["whole"]) == (100.0, 50.0, 50.0)
    assert list(results[1]["median_ms"]) == ["decode", "read"]
    assert results[2]["tiles"] == 6
    assert "Reader alone: one tile fills each picture" in run(crops).stdout


@pytest.mark.parametrize("degrees", [90, 180, 270, -90, 360])
def test_quarter_turns_change_no_figure(yolo: Path, degrees: int) -> None:
    (turned,), (straight,) = figures(yolo, "--turn", str(degrees)), figures(yolo)
    for result in (turned, straight):
        del result["median_ms"]
    assert turned == straight


@pytest.mark.parametrize("degrees", [0, 17, 45, 90, 133, 180, 270, 301.5])
def test_truth_turns_with_its_photo(degrees: float) -> None:
    pixels = np.full((200, 400, 3), 100, np.uint8)
    (x0, y0, x1, y1) = BOXES[0]
    pixels[y0:y1, x0:x1] = 250
    shares = np.array([[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]], np.float32)
    boxes = np.array([[x0, y0, x1, y1]], np.float32) / [*SIZE, *SIZE]
    shares = (shares / SIZE).astype(np.float32)
    truth = LabelledPhoto(Path("a.png"), (Tile.parse("1m"),), boxes.astype(np.float32), shares)
    after, photo = turn(truth, Photo(pixels, 800, 400, "PNG"), degrees)
    height, width = photo.pixels.shape[:2]
    assert photo.scale == pytest.approx(0.5, abs=0.002)
    ys, xs = np.nonzero(photo.pixels[..., 0] > 180)
    lit = [xs.min(), ys.min(), xs.max() + 1, ys.max() + 1]
    box = after.boxes[0] * [width, height, width, height]
    assert box.tolist() == pytest.approx(lit, abs=1.5)
    # Corner 0 stays the face's own top left, clockwise as seen.
    assert after.corners is not None
    first, second = after.corners[0, :2] * [width, height]
    angle = np.degrees(np.arctan2(*(second - first)[::-1]))
    assert (angle - degrees + 180) % 360 - 180 == pytest.approx(0, abs=0.5)


def test_limit_spreads_over_the_folder(tmp_path: Path) -> None:
    for number in range(10):
        picture(tmp_path / "plain" / f"{number}.png", [])
    rows = tmp_path / "rows.jsonl"
    (result,) = figures(tmp_path / "plain", "--limit", "3", "--rows", rows)
    assert (result["photos"], result["tiles"], result["whole"]) == (3, 0, 100.0)
    names = [json.loads(line)["image"] for line in rows.read_text("utf-8").splitlines()]
    assert names == ["0.png", "3.png", "6.png"]


def test_a_file_that_gives_no_photo_is_a_row_with_an_error(yolo: Path) -> None:
    (yolo / "images" / "val" / "b.png").write_bytes(b"no photo")
    (result,) = figures(yolo)
    assert (result["undecoded"], result["photos"], result["whole"]) == (1, 2, 0.0)
    assert "wahua, garden/val: 1 file gave no photo" in run(yolo).stdout


def test_sets_of_one_name_are_told_apart(tmp_path: Path) -> None:
    folders = [tmp_path / place / "table" for place in ("east", "west")]
    for folder in folders:
        picture(folder / "a.png", [])
    names = [result["set"] for result in figures(*folders)]
    assert names == [*map(str, folders), "all"]


# ---- baselines


@dataclass
class Detection:
    x1: int
    y1: int
    x2: int
    y2: int
    class_id: int
    confidence: float


@pytest.fixture
def fake_detector(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of the baseline's shape that sees one red dragon over the first tile."""
    modules = {
        "mahjong_detector.preprocess": types.SimpleNamespace(
            preprocess_image=lambda image: (image, "padding")
        ),
        "mahjong_detector.predict": types.SimpleNamespace(
            CLASS_NAMES=["1m", "chun"],
            predict=lambda _image, padding: (
                [Detection(*BOXES[0], 1, 0.75)] * (padding == "padding")
            ),
        ),
    }
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(importlib.metadata, "version", lambda _: MAHJONG_DETECTOR_VERSION)


@pytest.mark.usefixtures("fake_detector")
def test_a_baseline_stands_in_the_same_table(yolo: Path) -> None:
    ours, theirs = figures(yolo, "--baseline", MAHJONG_DETECTOR)
    assert (ours["recogniser"], ours["found"]) == ("wahua", 75.0)
    assert (theirs["recogniser"], theirs["found"], theirs["read"]) == (MAHJONG_DETECTOR, 25.0, 0.0)
    assert theirs["confusions"] == [["1m", "7z", 1]]
    assert (theirs["extra"], list(theirs["median_ms"])) == (1, ["decode", "detect"])
    assert "Taken for another tile (mahjong-detector, garden/val): 1m as 7z 1×" in (
        run(yolo, "--baseline", MAHJONG_DETECTOR).stdout
    )


def test_a_missing_baseline_says_how_to_get_it(yolo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    answer = run(yolo, "--baseline", MAHJONG_DETECTOR)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr == (
        "wahua: The baseline cannot be used: mahjong-detector is not installed; "
        "run: pip install mahjong-detector==0.0.6\n"
    )


@pytest.mark.usefixtures("fake_detector")
def test_another_version_of_a_baseline_is_refused(
    yolo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.metadata, "version", lambda _: "0.0.7")
    answer = run(yolo, "--baseline", MAHJONG_DETECTOR)
    assert answer.exit_code == 2
    assert "mahjong-detector 0.0.7 is installed; run: pip install" in answer.stderr


def test_the_baseline_itself_finds_the_tiles_of_its_own_kind_of_set(shared_photos: Path) -> None:
    try:
        importlib.metadata.version(MAHJONG_DETECTOR)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("mahjong-detector is not installed")
    (_, theirs) = figures(shared_photos, "--limit", "2", "--baseline", MAHJONG_DETECTOR)
    assert theirs["found"] > 50


# ---- bad input


def test_bad_input_is_one_line_and_code_2(yolo: Path, crops: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    cases: list[tuple[list[str | Path], str]] = [
        ([tmp_path / "nowhere"], "is not a folder"),
        ([tmp_path / "empty"], "holds no photos"),
        ([yolo, "--split", "moon"], "is not a folder"),
        ([yolo, "--baseline", "magic"], "'magic' is none of: mahjong-detector"),
        ([crops, "--turn", "45"], "--turn 45: pictures of single tiles"),
        ([yolo, yolo], "a folder is named twice"),
        ([yolo, "--rows", tmp_path / "no" / "rows"], "No such file or directory"),
    ]
    for arguments, words in cases:
        answer = run(*arguments)
        assert (answer.exit_code, answer.stdout) == (2, ""), arguments
        (line,) = answer.stderr.splitlines()
        assert line.startswith("wahua: ")
        assert words in line
