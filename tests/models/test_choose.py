"""Choosing what to label: the least certain and the most different first, and back again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from datasets.findings import Strict
from datasets.formats.detect import read_marked
from datasets.labels import MarkedPhoto
from models import registry
from models.choose import Candidate, choose, look_at
from service.cli import app
from tests.service.coloured import recogniser, table


def candidate(name: str, doubt: float, *code: float) -> Candidate:
    return Candidate(MarkedPhoto(Path(name), 10, 10), doubt, np.array(code, np.float64))


def names(candidates: list[Candidate], count: int) -> list[str]:
    return [str(item.candidate.photo.path) for item in choose(candidates, count)]


def test_the_least_certain_comes_first_and_its_double_last() -> None:
    photos = [
        candidate("sure", 0.1, 0, 1),
        candidate("unsure", 0.6, 1, 0),
        candidate("double", 0.59, 1, 0),
        candidate("other", 0.5, 0, 1),
    ]
    # After "unsure" its double is at distance 0, "other" at √2; after that "sure" is at 0 too.
    assert names(photos, 2) == ["unsure", "other"]
    chosen = choose(photos, 9)
    assert len(chosen) == 4
    assert [item.distance for item in chosen] == pytest.approx([2.0, 2**0.5, 0.0, 0.0])


def test_a_sure_photo_that_looks_like_nothing_else_beats_a_near_copy() -> None:
    photos = [candidate("a", 0.9, 1, 0), candidate("b", 0.9, 1, 1e-3), candidate("c", 0.0, 0, 1)]
    assert names(photos, 2) == ["a", "c"]


def test_nothing_to_choose_from() -> None:
    assert choose([], 3) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12), st.integers(1, 15), st.integers(0, 99))
def test_every_photo_at_most_once(doubts: list[float], count: int, seed: int) -> None:
    codes = np.random.default_rng(seed).normal(size=(len(doubts), 4))
    photos = [candidate(str(i), d, *codes[i]) for i, d in enumerate(doubts)]
    chosen = names(photos, count)
    assert len(chosen) == len(set(chosen)) == min(count, len(doubts))
    assert chosen[0] == str(int(np.argmax([max(0.02, d) for d in doubts])))


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    table(folder / "a.png", ["1m", "1m", "1m", "1m"])
    table(folder / "b.png", ["1m", "1m", "1m"])
    table(folder / "c.png", ["2p", "2p", "3s"])
    table(folder / "none.png", [])
    (folder / "broken.png").write_bytes(b"no photo")
    return folder


def test_what_is_seen_of_a_photo(photos: Path) -> None:
    seen = {item.photo.path.name: item for item in look_at(sorted(photos.iterdir()), recogniser())}
    assert set(seen) == {"a.png", "b.png", "c.png", "none.png"}
    assert seen["a.png"].doubt < 0.5
    assert [str(mark.tile) for mark in seen["a.png"].photo.marks] == ["1m"] * 4
    assert seen["a.png"].photo.marks[0].box == pytest.approx((10, 10, 50, 50), abs=1)
    assert np.allclose(seen["a.png"].code, seen["b.png"].code)
    assert seen["none.png"].doubt == 1.0
    assert not seen["none.png"].code.any()


@pytest.mark.parametrize("form", ["label-studio", "cvat", "labelme"])
def test_to_a_labelling_tool_and_back(
    form: str, photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "load_recogniser", recogniser)
    out, back = tmp_path / "out", tmp_path / "back"
    arguments = ["data", "choose", str(photos), "--count", "3", "--to", str(out), "--format", form]
    answer = CliRunner().invoke(app, [*arguments, "--json"])
    assert answer.exit_code == 0, answer.stderr
    chosen = json.loads(answer.stdout)["photos"]
    assert chosen[0]["file"] == "none.png"  # nothing at all was found
    assert {item["file"] for item in chosen} >= {"none.png", "c.png"}
    answer = CliRunner().invoke(app, ["data", "import", str(out), "--to", str(back)])
    assert answer.exit_code == 0, answer.stderr
    read = {photo.path.name: photo for photo in read_marked(back, Strict())}
    assert [str(mark.tile) for mark in read["c.png"].marks] == ["2p", "2p", "3s"]
    assert read["c.png"].marks[0].corners is not None


def test_bad_input_is_one_line(photos: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for folder, form, words in (
        (tmp_path / "nowhere", "cvat", "is not a folder"),
        (photos, "paper", "there is no format 'paper'"),
    ):
        arguments = [str(folder), "--count", "1", "--to", str(tmp_path / "x"), "--format", form]
        answer = CliRunner().invoke(app, ["data", "choose", *arguments])
        assert (answer.exit_code, answer.stdout) == (2, "")
        assert words in answer.stderr
    assert not (tmp_path / "x").exists()
