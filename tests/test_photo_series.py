"""The series of photos that ship with the project: whole hands of each family, read and judged."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from datasets.formats.own_json import read_own
from datasets.labels import LabelledPhoto
from datasets.synth.deals import GAME_OF
from models.evaluate import Row, answer_of, evaluate
from scoring import score
from scoring.hand import Hand
from scoring.tiles import BACK, Family
from vision.pipeline import Recogniser

PHOTOS = Path(__file__).parent / "photos"
MAX_BYTES = 25_000_000
LEAST_PHOTOS = 30


@dataclass(frozen=True)
class Bar:
    """What the shipped models reach at least, in percent of tiles and of photos."""

    found: float
    read: float
    whole: float
    hand: float


BARS: dict[Family, Bar | None] = {
    Family.MAHJONG: Bar(found=99, read=99, whole=90, hand=90),
    Family.FLOWERS: Bar(found=97.5, read=95, whole=59, hand=59),
    Family.DOLLS: Bar(found=93, read=84, whole=31, hand=31),
}
"""A little below what the models of version 0.6.0 reach, in this order: mahjong 100, 100, 100 and
100; flowers 98.7, 96.0, 65.6 and 65.6; dolls 95.2, 86.2, 36.8 and 36.8, as each card hides half of
the one before it in 32 of the 38 photos. None would mean: not measured; the figures are printed
(``pytest -s``)."""


def photos_of(family: Family) -> list[LabelledPhoto]:
    return read_own(PHOTOS / family)


def truths() -> list[Any]:
    paths = sorted(path for family in Family for path in (PHOTOS / family).glob("*.json"))
    return [pytest.param(path, id=path.stem) for path in paths]


def test_there_are_enough_photos_of_each_family_and_not_too_many_bytes() -> None:
    singles = len(list(PHOTOS.glob("*.json")))  # of mahjong, each for one difficulty
    counts = {family: len(photos_of(family)) for family in Family}
    counts[Family.MAHJONG] += singles
    assert min(counts.values()) >= LEAST_PHOTOS
    assert sum(path.stat().st_size for path in PHOTOS.rglob("*") if path.is_file()) <= MAX_BYTES


@pytest.mark.parametrize("path", truths())
def test_the_truth_is_one_hand_that_wins_or_does_not(path: Path) -> None:
    truth = json.loads(path.read_text("utf-8"))
    family = Family(truth["family"])
    hand = Hand.parse(truth["hand"], family, truth["winning_tile"])
    assert score(GAME_OF[family], hand).valid == truth["valid"]
    shown = Counter(tile["tile"] for tile in truth["tiles"])
    hidden = Counter(map(str, hand.tiles)) - shown
    assert shown.pop(BACK, 0) == hidden.total()
    assert shown <= Counter(map(str, hand.tiles))
    assert {tile["row"] for tile in truth["tiles"]} <= {0, 1, 2, 3}


def test_the_series_hold_hands_that_do_not_win_and_many_designs() -> None:
    for family in Family:
        files = [json.loads(path.read_text("utf-8")) for path in (PHOTOS / family).glob("*.json")]
        assert 2 <= sum(not truth["valid"] for truth in files) <= 6
        makers = {truth["set"] for truth in files}
        assert len(makers) == len(files)  # each photo shows another set
        assert sum(maker.startswith("random-") for maker in makers) >= 12


def measured(rows: list[Row]) -> Bar:
    """The rates of ARCHITECTURE's measures, and of photos whose hand is written right."""
    tiles = sum(len(row.truth) for row in rows)
    return Bar(
        found=100 * sum(row.found for row in rows) / tiles,
        read=100 * sum(row.read for row in rows) / tiles,
        whole=100 * sum(row.whole for row in rows) / len(rows),
        hand=100 * sum(bool(row.hand_right) for row in rows) / len(rows),
    )


@pytest.mark.parametrize("family", Family)
def test_the_shipped_models_read_the_series(family: Family, recogniser: Recogniser) -> None:
    rows = list(evaluate(photos_of(family), family, answer_of(recogniser)))
    reached, bar = measured(rows), BARS[family]
    print(f"\n{family}, {len(rows)} photos: {reached}")
    for row in rows:
        if not row.whole or not row.hand_right:
            print(f"  {row.image}: {row.missed=} {row.misread=} {row.extra=} {row.hand_right=}")
    if bar is None:
        pytest.skip(f"no bar for {family} with these models yet; {reached}")
    assert reached.found >= bar.found
    assert reached.read >= bar.read
    assert reached.whole >= bar.whole
    assert reached.hand >= bar.hand
