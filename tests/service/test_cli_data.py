"""``wahua data import``, ``export`` and ``check``: output, files, exit codes."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from typer.testing import CliRunner, Result

from models import registry
from scoring.tiles import Family, Tile
from service.cli import app
from vision.locate import Quads
from vision.pipeline import Named
from vision.read import Reading

SIZE = (320, 200)
BOXES = [(40, 40, 80, 100), (120, 40, 160, 100), (200, 40, 240, 100)]


def run(*words: object) -> Result:
    return CliRunner().invoke(app, ["data", *map(str, words)])


def dataset(folder: Path, names: str = "[1m, 2m, 6z]") -> Path:
    """Three marks in each of two unlike photos, YOLO."""
    lines = [
        f"{index} {(x0 + x1) / 2 / SIZE[0]} {(y0 + y1) / 2 / SIZE[1]} "
        f"{(x1 - x0) / SIZE[0]} {(y1 - y0) / SIZE[1]}\n"
        for index, (x0, y0, x1, y1) in enumerate(BOXES)
    ]
    for number, split in enumerate(("train", "val")):
        for kind in ("images", "labels"):
            (folder / kind / split).mkdir(parents=True)
        coarse = np.random.default_rng(number).integers(0, 256, (5, 8, 3), dtype=np.uint8)
        picture = Image.fromarray(coarse).resize(SIZE, Image.Resampling.BICUBIC)
        picture.save(folder / "images" / split / f"p{number}.png")
        (folder / "labels" / split / f"p{number}.txt").write_text("".join(lines), "utf-8")
    (folder / "data.yaml").write_text(f"license: CC0\nnames: {names}\n", "utf-8")
    return folder


def one_line(result: Result) -> str:
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_there_and_back(tmp_path: Path) -> None:
    source = dataset(tmp_path / "yolo")
    result = run("import", source, "--to", tmp_path / "own")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"2 photos with 6 tiles (yolo) → {tmp_path / 'own'}\n"
    label = json.loads((tmp_path / "own" / "val" / "p1.json").read_text("utf-8"))
    assert [(tile["tile"], tile["box"]) for tile in label["tiles"]] == [
        (name, pytest.approx(box)) for name, box in zip(["1m", "2m", "6z"], BOXES, strict=True)
    ]
    assert "license: CC0" in (tmp_path / "own" / "SOURCE.md").read_text("utf-8")
    result = run("export", tmp_path / "own", "--format", "coco", "--to", tmp_path / "coco")
    assert result.exit_code == 0
    table = json.loads((tmp_path / "coco" / "annotations" / "instances_val.json").read_text())
    assert [a["bbox"] for a in table["annotations"]] == [
        pytest.approx([x0, y0, x1 - x0, y1 - y0]) for x0, y0, x1, y1 in BOXES
    ]
    assert run("check", tmp_path / "coco").exit_code == 0


def test_import_as_json_from_a_zip(tmp_path: Path) -> None:
    source = dataset(tmp_path / "yolo")
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for path in source.rglob("*"):
            archive.write(path, Path("yolo") / path.relative_to(source))
    result = run("import", tmp_path / "a.zip", "--to", tmp_path / "own", "--json")
    found = json.loads(result.stdout)
    assert (found["format"], found["photos"], found["tiles"], found["notes"]) == ("yolo", 2, 6, [])


def test_unknown_classes(tmp_path: Path) -> None:
    source = dataset(tmp_path / "yolo", "[1m, dog, cat]")
    error = one_line(run("import", source, "--to", tmp_path / "own"))
    assert error == (
        "wahua: The class names cannot be used: these class names are no tiles: cat, dog\n"
    )
    assert not (tmp_path / "own").exists()
    result = run("import", source, "--to", tmp_path / "own", "--ignore-unknown")
    assert result.stdout.startswith("2 photos with 2 tiles")
    assert result.stderr.count("is no tile\n") == 2


def test_a_convention(tmp_path: Path) -> None:
    source = dataset(tmp_path / "yolo", "[B1, C1, WD]")
    assert "--convention english (1s), pinyin (1p)" in one_line(
        run("import", source, "--to", tmp_path / "own")
    )
    run("import", source, "--to", tmp_path / "own", "--convention", "english")
    label = json.loads((tmp_path / "own" / "val" / "p1.json").read_text("utf-8"))
    assert [tile["tile"] for tile in label["tiles"]] == ["1s", "1m", "5z"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["import", "{}/none", "--to", "{}/out"], "is neither a folder nor a .zip"),
        (["export", "{}/yolo", "--format", "x", "--to", "{}/out"], "no format 'x'"),
        (["check", "{}/empty"], "in no known format"),
        (["check", "{}/yolo", "--contact-sheet", "{}/a.png"], "need --with-model"),
        (["check", "{}/yolo", "--data-sheet", "{}/none/a.md"], "--data-sheet"),
        (["import", "{}/yolo", "--to", "{}/yolo"], "is not empty"),
    ],
)
def test_bad_input(words: list[str], message: str, tmp_path: Path) -> None:
    dataset(tmp_path / "yolo")
    (tmp_path / "empty").mkdir()
    before = sorted(tmp_path.rglob("*"))
    assert message in one_line(run(*(word.format(tmp_path) for word in words)))
    assert sorted(tmp_path.rglob("*")) == before


def test_a_clean_dataset(tmp_path: Path) -> None:
    result = run("check", dataset(tmp_path / "yolo"))
    assert result.exit_code == 0
    assert result.stdout.endswith("YOLO boxes, 2 photos, 6 tiles\nNothing found.\n")


def test_findings(tmp_path: Path) -> None:
    source = dataset(tmp_path / "yolo")
    (source / "labels" / "val" / "p1.txt").unlink()
    sheet = tmp_path / "sheet.md"
    result = run("check", source, "--json", "--data-sheet", sheet)
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["splits"] == {"train": 1, "val": 1}
    assert found["counts"] == {"no-label": 1}
    assert found["findings"] == [
        {
            "fault": "no-label",
            "file": "images/val/p1.png",
            "detail": "it has no label file",
            "others": [],
        }
    ]
    assert "| no-label | 1 |" in sheet.read_text("utf-8")
    result = run("check", source)
    assert result.exit_code == 1
    assert "no-label: 1\n  images/val/p1.png: it has no label file\n" in result.stdout


class FakeRecogniser:
    """Finds the marked boxes; reads the second as ``9m``, and mirrored pictures better."""

    mirror_gain = 0.0

    def __init__(self, sure: float) -> None:
        self.sure = sure

    def find(self, _pixels: NDArray[np.uint8]) -> Quads:
        corners = np.array([[[a, b], [c, b], [c, d], [a, d]] for a, b, c, d in BOXES], np.float32)
        return Quads(corners, np.ones(3, np.float32))

    def name(self, _pixels: NDArray[np.uint8], quads: Quads, family: Family) -> Named:
        readings = [self._reading(text, self.sure) for text in ("1m", "9m", "6z")]
        return Named(quads, readings, family, {}, True)

    def reader(self, _pixels: NDArray[np.uint8], quads: Quads, _family: Family) -> list[Reading]:
        mirrored = quads.corners[0, 0, 0] > SIZE[0] / 2
        probability = 0.5 + (self.mirror_gain if mirrored else 0.0)
        return [self._reading(text, probability) for text in ("1m", "2m", "6z")]

    def _reading(self, text: str, probability: float) -> Reading:
        tile = Tile.parse(text)
        return Reading(tile, probability, ((tile, probability),))


@pytest.mark.parametrize(("sure", "count"), [(0.95, 2), (0.85, 0)])
def test_labels_that_the_models_contradict(
    sure: float, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "load_recogniser", lambda: FakeRecogniser(sure))
    picture = tmp_path / "doubts.png"
    result = run(
        "check", dataset(tmp_path / "yolo"), "--with-model", "--contact-sheet", picture, "--json"
    )
    assert result.exit_code == (1 if count else 0)
    found: list[dict[str, Any]] = json.loads(result.stdout)["findings"]
    assert [(f["fault"], f["detail"]) for f in found] == [
        ("suspicious-label", "mark 2 is labelled 2m, the models read 9m (0.95)")
    ] * count
    assert Image.open(picture).format == "PNG"
    assert run("check", tmp_path / "yolo", "--with-model", "--limit", 1).exit_code == min(count, 1)


def test_faces_that_read_better_in_a_mirror(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "load_recogniser", lambda: FakeRecogniser(0.5))
    monkeypatch.setattr(FakeRecogniser, "mirror_gain", 0.3)
    result = run("check", dataset(tmp_path / "yolo"), "--with-model", "--json")
    found = json.loads(result.stdout)["findings"]
    assert [(f["fault"], f["detail"]) for f in found] == [
        ("mirrored-faces", "its faces read better in a mirror: +0.30 over 3 tiles")
    ] * 2
