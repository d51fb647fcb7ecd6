"""The table of shipped photos: every shot is a possible one, and a shot is drawn as it says."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from datasets.formats.own_json import read_own
from datasets.synth.render import MAX_BYTES, SIZE, render, shots
from scoring.tiles import Family

SHOTS = list(shots(Path("out")))


def test_each_photo_has_a_path_and_a_seed_of_its_own() -> None:
    assert len({shot.path for shot in SHOTS}) == len(SHOTS)
    twins = {"half-flush", "season-by-number"}  # the same table, on purpose
    keys = [shot.key for shot in SHOTS if shot.path.stem not in twins]
    assert len(set(keys)) == len(keys)


def test_each_family_has_a_series_of_its_own() -> None:
    counts = Counter(shot.path.parent.name for shot in SHOTS)
    assert counts == {"out": 13, "mahjong": 20, "flowers": 32, "dolls": 38}
    for family in Family:
        series = [shot for shot in SHOTS if shot.path.parent.name == family]
        assert all(shot.family is family for shot in series)
        assert {shot.valid for shot in series} == {True, False}


@pytest.mark.parametrize("family", [Family.FLOWERS, Family.DOLLS])
def test_sets_are_shown_sorted_and_loose(family: Family) -> None:
    gaps = [shot.style.set_gap > 0 for shot in SHOTS if shot.family is family]
    rows = {shot.style.rows for shot in SHOTS if shot.family is family}
    assert 0.3 < sum(gaps) / len(gaps) < 0.9
    assert rows >= {1, 2}


def test_a_shot_is_written_with_its_truth(tmp_path: Path) -> None:
    (path,) = render(tmp_path, ["dolls-04"])
    assert path == tmp_path / "dolls" / "dolls-04.jpg"
    assert path.stat().st_size <= MAX_BYTES
    with Image.open(path) as image:
        assert image.size == SIZE
    (photo,) = read_own(tmp_path / "dolls")
    (shot,) = (shot for shot in SHOTS if shot.path.name == path.name)
    assert photo.hand == str(shot.hand)
    truth = json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert (truth["set"], truth["valid"]) == (shot.maker, shot.valid)
    again = tmp_path / "again"
    (other,) = render(again, ["dolls-04"])
    with Image.open(path) as first, Image.open(other) as second:
        assert np.array_equal(np.asarray(first), np.asarray(second))
