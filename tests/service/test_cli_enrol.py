"""``wahua enrol`` and ``--design``: asked before anything is stored, one line for bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from models.enrol.gallery import Gallery, save
from scoring.tiles import Family
from service.cli import app, enrol
from tests.models.enrol import conftest as enrolment
from tests.models.enrol.conftest import face

folder = enrolment.folder
gallery = enrolment.gallery
few_views = enrolment.few_views


def run(*arguments: str | Path, answers: str | None = None) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)], input=answers)


def files(place: Path) -> set[Path]:
    return {path for path in place.rglob("*") if path.is_file()}


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enrol, "is_asked", lambda: True)


@pytest.mark.usefixtures("few_views")
class TestEnrolling:
    def test_stored_and_read_with(self, folder: Path, tmp_path: Path) -> None:
        store = tmp_path / "store"
        answer = run("enrol", "mine", "--from", folder, "--out", store, "--yes", "--json")
        assert answer.exit_code == 0, answer.stderr
        facts = json.loads(answer.stdout)
        assert facts["folder"] == str(store / "mine/1")
        assert facts["faces"] == ["1m", "2p", "3s", "own-joker"]
        assert (facts["version"], facts["family"], facts["pictures"]) == (1, "mahjong", 5)
        assert facts["warnings"][-1]["kind"] == "missing"
        crops = tmp_path / "crops"
        crops.mkdir()
        for name, text in (("1m", "A"), ("2p", "W")):
            Image.fromarray(face(text)).save(crops / f"{name}.png")
        (crops / "labels.csv").write_text("file,tile\n1m.png,1m\n2p.png,2p\n", "utf-8")
        measured = run("evaluate", crops, "--design", store / "mine", "--json")
        assert measured.exit_code == 0, measured.stderr
        assert '"read": 100.0' in measured.stdout

    @pytest.mark.usefixtures("at_a_terminal")
    def test_corrected_and_agreed(self, folder: Path, tmp_path: Path) -> None:
        sheet, store = tmp_path / "sheet.png", tmp_path / "store"
        answer = run(
            "enrol", "mine", "--from", folder, "--out", store, "--contact-sheet", sheet,
            answers="3=9p 4=own-star\nyes\n",
        )  # fmt: skip
        assert answer.exit_code == 0, answer.stderr
        with Image.open(sheet) as picture:
            assert min(picture.size) > 100
        manifest = json.loads((store / "mine/1/manifest.json").read_text("utf-8"))
        assert manifest["faces"] == ["1m", "9p", "own-star", "own-joker"]
        assert "not enrolled, so read as before: 2m" in answer.stderr


class TestAsking:
    def test_nobody_to_ask(self, folder: Path, tmp_path: Path) -> None:
        sheet, store = tmp_path / "sheet.png", tmp_path / "store"
        answer = run("enrol", "mine", "--from", folder, "--out", store, "--contact-sheet", sheet)
        assert answer.exit_code == 2
        assert "1:1m 2:1m 3:2p 4:3s 5:own-joker" in answer.stderr
        assert "nothing was stored; look at the sheet, then add --yes" in answer.stderr
        assert sheet.is_file()
        assert not store.exists()

    @pytest.mark.usefixtures("at_a_terminal")
    @pytest.mark.parametrize(
        ("answers", "reason"),
        [
            ("no\n", "nothing was stored"),
            ("maybe\n", "neither yes nor no"),
            ("9=1m\n", "there is no picture 9"),
            ("1=zebra\n", "no tiles: zebra"),
        ],
    )
    def test_refused(self, folder: Path, tmp_path: Path, answers: str, reason: str) -> None:
        answer = run(
            "enrol", "mine", "--from", folder, "--out", tmp_path / "store",
            "--contact-sheet", tmp_path / "sheet.png", answers=answers,
        )  # fmt: skip
        assert answer.exit_code == 2
        assert reason in answer.stderr
        assert not (tmp_path / "store").exists()


@pytest.mark.parametrize(
    ("name", "arguments", "reason"),
    [
        ("../x", [], "no name for a design"),
        ("mine", ["--family", "dolls"], "no tiles: 1m"),
        ("mine", ["--order", "1m"], "is a folder"),
        ("mine", ["--labels", "no.csv"], "no.csv"),
    ],
)
def test_one_line_and_nothing_stored(
    name: str, arguments: list[str], reason: str, folder: Path, tmp_path: Path
) -> None:
    before = files(tmp_path)
    answer = run("enrol", name, "--from", folder, "--out", tmp_path / "s", "--yes", *arguments)
    assert answer.exit_code == 2
    (line,) = answer.stderr.splitlines()
    assert reason in line
    assert files(tmp_path) == before


def test_a_source_that_is_not_there(tmp_path: Path) -> None:
    answer = run("enrol", "mine", "--from", tmp_path / "no", "--out", tmp_path / "s", "--yes")
    assert answer.exit_code == 2
    assert "there is no such file or folder" in answer.stderr


class TestDesignOption:
    @pytest.mark.parametrize("command", ["read", "score", "evaluate"])
    def test_no_such_design(self, command: str, photo_file: Path, tmp_path: Path) -> None:
        what = photo_file.parent if command == "evaluate" else photo_file
        answer = run(command, what, "--design", tmp_path / "no")
        assert answer.exit_code == 2
        assert "The design cannot be used" in answer.stderr
        assert len(answer.stderr.splitlines()) == 1

    def test_a_design_of_another_reader(
        self, gallery: Gallery, photo_file: Path, tmp_path: Path
    ) -> None:
        place = save(gallery, [], tmp_path / "store")
        answer = run("read", photo_file, "--design", place)
        assert answer.exit_code == 2
        assert "enrol it again" in answer.stderr

    def test_a_hand_in_text_needs_none(self) -> None:
        answer = run("score", "--hand", "11m", "--design", "mine")
        assert answer.exit_code == 2
        assert "--design needs a photo" in answer.stderr

    def test_photos_are_read_without_unless_it_is_asked_for(
        self, photo_file: Path, result: Any, use_recogniser: Callable[[Any], Any]
    ) -> None:
        fake = use_recogniser(result)
        assert run("read", photo_file).exit_code == 0
        assert len(fake.photos) == 1
        assert np.shape(fake.photos[0].pixels) == (300, 800, 3)
        assert result.family is Family.MAHJONG
