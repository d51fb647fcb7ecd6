"""``wahua models``: lists, comparisons, the gate, roll back, hostile imports."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from models import registry
from models.store.store import HOME_VARIABLE, MODEL_VARIABLE, Store
from models.store.version import SHIPPED, TRAINED_ON, Origin, Version, sha256
from service import model_measure, model_report
from service.cli import app
from tests.service.coloured import labelled_set, recogniser
from vision.pipeline import Recogniser

READERS: dict[str, dict[str, str]] = {
    "better": {},
    "worse": {"1m": "2m", "3s": "4s"},
    "forgets": {"2p": "3p"},
}
"""What each version takes for something else; the shipped one takes every 3s for a 4s."""


@pytest.fixture(autouse=True)
def versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.delenv(MODEL_VARIABLE, raising=False)
    store = Store.of_user()
    for name in READERS:
        entry = {"sha256": sha256(b"weights"), "version": name, "settings": {}}
        models = {kind: {"file": f"{kind}.onnx", **entry} for kind in ("locator", "reader")}
        files = {"locator.onnx": b"weights", "reader.onnx": b"weights", TRAINED_ON: b"[]"}
        made = Version(name, "2026-01-01T00:00:00", SHIPPED, Origin.TRAINED, models, {},
                       figures=({"set": "held-out", "read": 98.7, "whole": 90.0},))  # fmt: skip
        store.add(made, files)

    def known(folder: Path | None) -> Recogniser:
        return recogniser({"3s": "4s"} if folder is None else READERS[folder.name])

    monkeypatch.setattr(model_measure, "recogniser_of", known)
    return store


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A set without any 3s: 60 tiles that the shipped version reads."""
    return labelled_set(tmp_path / "old", [["1m", "2p"] * 6] * 5)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The new set: 60 tiles, of which the shipped version misreads a third."""
    return labelled_set(tmp_path / "own", [["1m", "2p", "3s"] * 4] * 5)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["models", *map(str, arguments)])


def listed() -> dict[str, dict[str, Any]]:
    answer = run("list", "--json")
    assert answer.exit_code == 0, answer.stderr
    return {item["version"]: item for item in map(json.loads, answer.stdout.splitlines())}


def one_line(answer: Result) -> str:
    assert (answer.exit_code, answer.stdout) == (2, "")
    (line,) = answer.stderr.splitlines()
    assert line.startswith("wahua: ")
    return str(line)


def test_the_list(versions: Store) -> None:
    found = listed()
    assert next(iter(found)) == SHIPPED
    assert set(found) == {SHIPPED, *READERS}
    assert found[SHIPPED]["in_use"]
    assert found[SHIPPED]["models"]["reader"]["intact"]
    assert (found["better"]["intact"], found["better"]["usable"]) == (True, False)
    path = versions.folder / "worse" / "reader.onnx"
    path.chmod(0o644)
    path.write_bytes(b"!")
    assert "reader.onnx has SHA-256" in listed()["worse"]["problem"]
    words = run("list").stdout
    assert "intact, not promoted" in words
    assert "98.7" in words


def test_shipped_models_are_intact_and_have_cards() -> None:
    for name, entry in listed()[SHIPPED]["models"].items():
        assert entry["intact"] is True, entry["problem"]
        shown = run("show", name)
        assert shown.exit_code == 0
        assert entry["sha256"] in shown.stdout
        assert "has no card" not in shown.stdout


def test_a_damaged_installation_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = registry.shipped_models()["reader"]
    damaged = registry.ModelEntry("reader", real.file, "0" * 64, "9.9", {})
    missing = registry.ModelEntry("locator", "gone.onnx", "0" * 64, "9.9", {})
    entries = {"reader": damaged, "locator": missing}
    monkeypatch.setattr(model_report, "shipped_models", lambda: entries)
    found = listed()[SHIPPED]
    assert (found["intact"], found["usable"]) == (False, False)
    assert f"has SHA-256 {real.sha256[:12]}…, not 000000000000…" in found["problem"]
    assert found["models"]["locator"]["problem"] == "gone.onnx is missing from the installation"


def test_show() -> None:
    facts = json.loads(run("show", "better").stdout)
    assert (facts["parent"], facts["origin"], facts["version"]) == (SHIPPED, "trained", "better")
    assert "# " in run("show", "reader").stdout  # the card
    assert "no version 'oracle', only: shipped, " in one_line(run("show", "oracle"))


def test_compare_tells_sets_faces_and_the_verdict(old: Path, own: Path) -> None:
    answer = run("compare", "better", old, "--new", own, "--json")
    result = json.loads(answer.stdout)
    assert (result["passed"], result["reasons"]) == (True, [])
    assert [(s["set"], s["before"]["read"], s["after"]["read"]) for s in result["sets"]] == [
        ("old/val", 60, 60), ("own/val", 40, 60),
    ]  # fmt: skip
    assert result["faces"][-1] == {"face": "3s", "tiles": 20, "before": 0, "after": 20}
    words = run("compare", "better", old, "--new", own).stdout
    assert "The gate: passed" in words
    assert "Read better: 3s 0 → 20 of 20" in words


def test_promote_then_roll_back(versions: Store, old: Path, own: Path) -> None:
    answer = run("promote", "better", old, "--new", own)
    assert answer.exit_code == 0
    assert "'better' is in use" in answer.stdout
    assert listed()["better"]["in_use"]
    assert registry.active_folder() == versions.folder / "better"
    (change,) = versions.record()
    assert change.verdict is not None
    assert change.verdict["sets"][1]["after"]["read"] == 60
    assert "is what it would be compared with" in one_line(
        run("promote", "better", old, "--new", own)
    )
    assert "'shipped' is in use" in run("rollback").stdout
    assert registry.active_folder() is None
    assert "'better' is in use" in run("use", "better").stdout


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("worse", "old/val: reads 30 of 60 tiles, before 60 (-50.00 points; 0.2 are tolerated)"),
        ("forgets", "own/val: reads 40 of 60 tiles, before 40: not better on the new set"),
    ],
)
def test_the_gate_refuses(name: str, reason: str, versions: Store, old: Path, own: Path) -> None:
    answer = run("promote", name, old, "--new", own)
    assert answer.exit_code == 1
    assert reason in answer.stdout
    assert versions.current() == SHIPPED
    assert "has not passed the gate" in one_line(run("use", name))
    assert run("promote", name, old, "--new", own, "--force").exit_code == 2


def test_photos_that_it_learned_from_judge_nothing(versions: Store, old: Path, own: Path) -> None:
    seen = sha256((own / "images" / "val" / "0.png").read_bytes())
    made = versions.get("better")
    files = dict.fromkeys(("locator.onnx", "reader.onnx"), b"weights")
    copy = Version("again", made.created, "better", Origin.TRAINED, made.models, {})
    versions.add(copy, {**files, TRAINED_ON: json.dumps([seen]).encode()})
    line = one_line(run("promote", "again", old, "--new", own))
    assert "'again' learned from 5 of the 5 photos of own/val" in line


def test_the_report_is_one_file_without_scripts(
    versions: Store, old: Path, own: Path, tmp_path: Path
) -> None:
    html = tmp_path / "report.html"
    assert run("promote", "worse", old, "--new", own, "--html", html).exit_code == 1
    text = html.read_text("utf-8")
    assert "<script" not in text
    assert not re.search(r'(src|href)="(?!data:)', text)
    assert text.count("data:image/jpeg;base64,") == 48  # the most that are shown
    assert "<strong>1m</strong>: 1m →" in text.replace("\n", " ")
    assert "The gate: not passed" in text
    assert "<polyline" in text
    assert versions.current() == SHIPPED
    assert "No such file" in one_line(
        run("compare", "worse", old, "--html", tmp_path / "no" / "report.html")
    )


def test_a_version_can_be_named_for_one_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODEL_VARIABLE, SHIPPED)  # so that it is put back afterwards
    answer = CliRunner().invoke(app, ["--model", "oracle", "evaluate", "."])
    registry.load_recogniser.cache_clear()
    assert answer.exit_code == 2


def test_hostile_imports_are_one_line_each(versions: Store, tmp_path: Path) -> None:
    (tmp_path / "evil.pt").write_bytes(b"\x80\x02cposix\nsystem\n")
    (tmp_path / "text.onnx").write_bytes(b"not a network")
    before = versions.names()
    for source, words in (
        ("evil.pt", "evil.pt is a pickle or an archive of one"),
        ("text.onnx", "it is no ONNX file"),
        ("missing.onnx", "No such file"),
    ):
        line = one_line(run("import", tmp_path / source, "--name", "evil"))
        assert line.startswith("wahua: The model file is refused: ")
        assert words in line
    assert "is no name for a version" in one_line(
        run("import", tmp_path / "text.onnx", "--name", "../evil")
    )
    assert versions.names() == before


def test_exports_say_what_they_need(old: Path) -> None:
    assert "say --to FOLDER" in one_line(run("export", "better", old))
    assert "needs --calibrate" in one_line(run("export", "better", old, "--format", "int8"))
    assert "one of onnx, int8, openvino" in one_line(run("export", "better", old, "--format", "x"))
