"""What a comparison derives from the rows: faces, confusions, reliability, worst tiles."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.labels import LabelledPhoto
from models.compare import (
    EXTRA,
    MISSED,
    Bin,
    FaceChange,
    Pair,
    by_face,
    confusion,
    counts,
    refuse_trained_on,
    reliability,
    worst,
)
from models.evaluate import Answer, Row, judge
from models.gate import Count
from models.sets import MeasuredSet
from models.store.errors import VersionError
from models.store.version import sha256
from scoring.tiles import Tile

PLACES = np.array([[x, 0.2, x + 0.1, 0.4] for x in (0.0, 0.2, 0.4, 0.6)], np.float32)
NAMES = ("1m", "2m", "3m", "4m")
TRUTH = LabelledPhoto(Path("a.png"), tuple(map(Tile.parse, NAMES)), PLACES)
PART = MeasuredSet("own", [TRUTH], single=False)


def row(tiles: str, *confidences: float) -> Row:
    """Answers to the four places; ``-`` stands for none, a fifth tile for one beside them."""
    places = np.concatenate([PLACES, [[0.8, 0.2, 0.9, 0.4]]]).astype(np.float32)
    given = [(name, box) for name, box in zip(tiles.split(), places, strict=False) if name != "-"]
    boxes = np.array([box for _, box in given], np.float32).reshape(-1, 4)
    sure = confidences or (0.9,) * len(given)
    return judge(TRUTH, Answer(tuple(name for name, _ in given), boxes, sure), "own")


def pair(before: str, after: str, *confidences: float) -> Pair:
    return Pair(PART, 0, row(before), row(after, *confidences))


def test_counts_of_a_set() -> None:
    (item,) = counts([pair("1m 2m 3m 4m", "1m 9m - 4m")] * 2, new=["own"])
    assert item.before == Count(photos=2, tiles=8, read=8, whole=2)
    assert item.after == Count(photos=2, tiles=8, read=4, whole=0)
    assert item.new


def test_faces_that_lost_come_first() -> None:
    assert by_face([pair("1m 9m 3m 4m", "1m 2m - 4m")]) == [
        FaceChange("3m", 1, 1, 0),
        FaceChange("1m", 1, 1, 1),
        FaceChange("4m", 1, 1, 1),
        FaceChange("2m", 1, 0, 1),
    ]


def test_confusion_counts_every_tile_and_what_is_none() -> None:
    assert dict(confusion([row("1m 9m - 4m 7z")])) == {
        ("1m", "1m"): 1, ("2m", "9m"): 1, ("3m", MISSED): 1, ("4m", "4m"): 1, (EXTRA, "7z"): 1,
    }  # fmt: skip


def test_a_red_five_that_is_not_told_apart_is_no_confusion() -> None:
    truth = LabelledPhoto(Path("a.png"), (Tile.parse("5m"),), PLACES[:1])
    given = judge(truth, Answer(("0m",), PLACES[:1], (0.9,)), "own")
    assert dict(confusion([given])) == {("5m", "5m"): 1}


def test_reliability_leaves_out_what_matches_nothing() -> None:
    rows = [row("1m 9m 3m 4m 7z", 0.95, 0.97, 0.55, 1.0, 0.99)]
    first, second = reliability(rows)
    assert first == Bin(0.55, 1.0, 1)
    assert second.count == 3
    assert second.confidence == pytest.approx((0.95 + 0.97 + 1.0) / 3)
    assert second.right == pytest.approx(2 / 3)


def test_lost_tiles_first_then_those_that_neither_reads() -> None:
    found = worst([pair("1m 9m 3m 9m", "9m 2m - 8m", 0.8, 0.9, 0.7)], 10)
    assert [(c.tile, c.before, c.after, c.lost) for c in found] == [
        (0, "1m", "9m", True),
        (2, "3m", None, True),
        (3, "9m", "8m", False),
        (1, "9m", "2m", False),
    ]
    assert len(worst([pair("9m 9m 9m 9m", "9m 9m 9m 9m")], 3)) == 3


def test_photos_that_were_learned_from_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"photo")
    part = MeasuredSet("own", [LabelledPhoto.empty(path)], single=False)
    refuse_trained_on([part], {"0" * 64}, "x")
    refuse_trained_on([part], set(), "x")
    with pytest.raises(VersionError, match=r"'x' learned from 1 of the 1 photos of own \(a.png\)"):
        refuse_trained_on([part], {sha256(b"photo")}, "x")
