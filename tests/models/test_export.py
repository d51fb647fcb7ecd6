"""Exports: int8 and OpenVINO read as the source does, are measured first, and can be used."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from models.registry import open_session, recogniser_of, shipped_models
from models.store import export
from models.store.onnx_file import onnx_contents
from models.store.store import HOME_VARIABLE, Store
from models.store.version import SHIPPED
from service.cli import app
from vision.photo import load_photo

PHOTOS = Path(__file__).parents[1] / "photos"
LIMIT = ("--limit", "4")
PHOTO = PHOTOS / "all-chows.jpg"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    return Store.of_user()


def run(*arguments: str | Path) -> str:
    answer = CliRunner().invoke(app, ["models", "export", *map(str, arguments)])
    assert answer.exit_code == 0, answer.stderr
    return answer.stdout


def read(folder: Path | None) -> list[str]:
    layout = recogniser_of(folder).read(load_photo(PHOTO, max_side=1600)).layout
    return [str(tile.tile) for tile in layout.tiles]


def test_int8_names_faces_as_the_source_does(store: Store, tmp_path: Path) -> None:
    """Whether that is enough for a set of photos is for the gate to say, each time anew."""
    pytest.importorskip("onnx")
    networks = export.networks_of(store, SHIPPED)
    inputs = export.calibration_inputs(networks, [PHOTO, PHOTOS / "half-flush.jpg"])
    models, files = export.convert(networks, export.Form.INT8, inputs, "small")
    assert models["reader"]["settings"] == networks["reader"][0].settings
    assert files["locator.onnx"] == networks["locator"][1]  # 8 bits hold no coordinates
    # The source stores its weights as bytes, but computes with four times as many.
    export._folded(networks["reader"][1], tmp_path / "float.onnx")
    assert len(files["reader.onnx"]) < 0.45 * (tmp_path / "float.onnx").stat().st_size
    assert onnx_contents(files["reader.onnx"]).outputs[0] == "face"
    faces = np.concatenate(inputs["reader"])
    before, after = (
        open_session(data, threads=1).run(["face"], {"images": faces})[0].argmax(axis=1)
        for data in (networks["reader"][1], files["reader.onnx"])
    )
    assert (before == after).mean() >= 0.95


def test_openvino_is_a_version_that_can_be_used(store: Store) -> None:
    pytest.importorskip("openvino")
    run(SHIPPED, PHOTOS, *LIMIT, "--format", "openvino", "--name", "vino")
    folder = store.folder / "vino"
    assert {path.suffix for path in folder.iterdir()} == {".xml", ".bin", ".json"}
    assert read(folder) == read(None)
    store.use("vino")


def test_a_copy_to_give_away_can_be_imported(store: Store, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(SHIPPED, PHOTOS, *LIMIT, "--to", out)
    assert store.names() == []
    figures = json.loads((out / "manifest.json").read_text("utf-8"))["figures"]
    assert figures[0]["tiles"] >= 50
    answer = CliRunner().invoke(app, ["models", "import", str(out), "--name", "theirs"])
    assert answer.exit_code == 0, answer.stderr
    assert store.get("theirs").models["reader"]["sha256"] == shipped_models()["reader"].sha256


def test_a_form_that_reads_worse_is_not_kept(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"min_score": 0.99}  # as if another form had lost most tiles
    real = export.convert

    def worse(*arguments: object) -> object:
        models, files = real(*arguments)  # type: ignore[arg-type]
        models["locator"]["settings"] = settings
        return models, files

    monkeypatch.setattr(export, "convert", worse)
    out = tmp_path / "out"
    arguments = [SHIPPED, str(PHOTOS), *LIMIT, "--to", str(out)]
    answer = CliRunner().invoke(app, ["models", "export", *arguments])
    assert answer.exit_code == 2
    assert "the onnx form is worse than 'shipped': photos: reads" in answer.stderr
    assert not out.exists()
    assert store.names() == []
