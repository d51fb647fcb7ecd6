"""The measures: which answers are found, read and extra, and the figures made of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray
from PIL import Image

from datasets.labels import LabelledPhoto
from models.evaluate import (
    Answer,
    Row,
    agrees,
    answer_of,
    evaluate,
    judge,
    match,
)
from models.figures import Calibration, Summary, calibration, summarise
from scoring.tiles import Family, Tile
from vision.arrange import Layout, PlacedTile, Role
from vision.errors import NoTilesError
from vision.photo import Photo
from vision.pipeline import ReadResult, Recogniser
from vision.read import Reading

Float = NDArray[np.float32]


def boxes(*lefts: float, width: float = 0.1) -> Float:
    """Boxes of one height at these left edges."""
    rows = [(left, 0.2, left + width, 0.4) for left in lefts]
    return np.array(rows, np.float32).reshape(-1, 4)


def truth(
    names: str, *lefts: float, partial: bool = False, hand: str | None = None
) -> LabelledPhoto:
    tiles = tuple(Tile.parse(name) for name in names.split())
    return LabelledPhoto(Path("a.jpg"), tiles, boxes(*lefts), partial=partial, hand=hand)


def answer(names: str, *lefts: float, hand: str | None = None) -> Answer:
    tiles = tuple(names.split())
    return Answer(tiles, boxes(*lefts), (0.9,) * len(tiles), {"read": 5.0}, hand)


class TestMatch:
    @pytest.mark.parametrize(
        ("want", "got", "pairs"),
        [
            pytest.param((), (), [], id="nothing"),
            pytest.param((0.1,), (), [], id="no answer"),
            pytest.param((), (0.1,), [], id="no truth"),
            pytest.param((0.1, 0.5), (0.5, 0.1), [(0, 1), (1, 0)], id="any order"),
            pytest.param((0.1,), (0.1, 0.1), [(0, 0)], id="each truth once"),
            pytest.param((0.1, 0.1), (0.1,), [(0, 0)], id="each answer once"),
            # IoU of boxes shifted by s of their width is (1 - s) / (1 + s): 0.4 at 3/7.
            pytest.param((0.1,), (0.142,), [(0, 0)], id="just enough"),
            pytest.param((0.1,), (0.144,), [], id="just too little"),
        ],
    )
    def test_pairs(
        self, want: tuple[float, ...], got: tuple[float, ...], pairs: list[tuple[int, int]]
    ) -> None:
        assert sorted(match(boxes(*want), boxes(*got))) == pairs

    def test_the_best_overlap_is_taken_first(self) -> None:
        """The answer at 0.13 overlaps both truths; the nearer one gets it, the other none."""
        assert match(boxes(0.1, 0.14), boxes(0.13)) == [(1, 0)]

    def test_greedy_is_not_optimal(self) -> None:
        """The best pair leaves the two others without a partner, by definition."""
        assert match(boxes(0.10, 0.14), boxes(0.13, 0.17)) == [(1, 0)]
        assert match(boxes(0.10, 0.14), boxes(0.135, 0.175)) == [(1, 0)]

    def test_the_least_overlap_can_be_chosen(self) -> None:
        assert match(boxes(0.1), boxes(0.15), least=0.3) == [(0, 0)]


@pytest.mark.parametrize(
    ("want", "got", "marks_red", "expected"),
    [
        ("5m", "5m", False, True),
        ("5m", "0m", False, True),  # the truth does not tell red fives apart
        ("5m", "0m", True, False),
        ("0m", "0m", True, True),
        ("0m", "5m", True, False),
        ("5m", "0p", False, False),
        ("4m", "5m", False, False),
        ("5z", "5z", False, True),
        ("5f", "5f", False, True),
        ("5m", "back", False, False),
        ("3-4f", "3-4f", False, True),
        ("3-4f", "3-4d", False, False),  # the kind counts
        ("fu*", "fu", False, False),  # the stamp counts
    ],
)
def test_agrees(want: str, got: str, marks_red: bool, expected: bool) -> None:
    assert agrees(Tile.parse(want), got, marks_red=marks_red) is expected


@pytest.mark.parametrize(
    ("want", "got", "faces", "kinds", "stamps", "failed"),
    [
        ("1-3 4-4f 2-6d", "1-3 4-4f 2-6d", 3, (3, 3), (0, 0), None),
        ("1-3 4-4f 2-6d", "1-3f 4-4f 6-6d", 2, (2, 3), (0, 0), "read"),
        ("fu ru* doll", "fu* ru* 1m", 2, (0, 0), (1, 3), "read"),
        ("5z 1f", "1f 1f", 1, (0, 0), (0, 0), "read"),
    ],
)
def test_faces_kinds_and_stamps_are_counted_apart(
    want: str, got: str, *, faces: int, kinds: tuple[int, int], stamps: tuple[int, int],
    failed: str | None,
) -> None:  # fmt: skip
    places = (0.1, 0.3, 0.5)[: len(want.split())]
    row = judge(truth(want, *places), answer(got, *places), "set")
    assert (row.faces, row.kinds, row.stamps, row.failed) == (faces, kinds, stamps, failed)


@pytest.mark.parametrize(
    ("confidences", "rights", "expected"),
    [
        ([], [], None),
        ([1.0, 1.0], [True, True], (0, 0, 100)),
        ([0.95, 0.95, 0.55, 0.55], [True, False, True, True], (45, 50, 50)),
        ([0.85], [True], (15, 100, 100)),
    ],
)
def test_calibration(
    confidences: list[float], rights: list[bool], expected: tuple[float, float, float] | None
) -> None:
    given = calibration(confidences, rights)
    if expected is None:
        assert given is None
    else:
        assert given is not None
        assert (given.error, given.doubtful, given.sure_right) == pytest.approx(expected)


class TestJudge:
    def test_a_whole_photo(self) -> None:
        row = judge(truth("1m 5p", 0.1, 0.5), answer("0p 1m", 0.5, 0.1), "val")
        assert row == Row(
            image="a.jpg", set="val", truth=["1m", "5p"], answer=["0p", "1m"],
            confidences=[0.9, 0.9], found=2, read=2, extra=[], missed=[], misread=[], whole=True,
            hand_right=None, timings_ms={"read": 5.0}, rights=[True, True], faces=2,
        )  # fmt: skip
        assert row.failed is None

    def test_every_kind_of_error(self) -> None:
        row = judge(truth("1m 2m 3m", 0.1, 0.3, 0.5), answer("1m 9m 7z", 0.1, 0.3, 0.8), "val")
        assert (row.found, row.read, row.whole) == (2, 1, False)
        assert row.misread == [("2m", "9m")]
        assert row.missed == ["3m"]
        assert row.extra == ["7z"]

    @pytest.mark.parametrize(("partial", "extra"), [(False, ["7z"]), (True, [])])
    def test_extra_tiles_count_where_the_truth_is_complete(
        self, partial: bool, extra: list[str]
    ) -> None:
        row = judge(truth("1m", 0.1, partial=partial), answer("1m 7z", 0.1, 0.8), "val")
        assert row.extra == extra
        assert row.whole is partial

    def test_a_double_answer_is_extra(self) -> None:
        row = judge(truth("1m", 0.1), answer("1m 1m", 0.1, 0.11), "val")
        assert (row.read, row.extra) == (1, ["1m"])

    def test_red_fives_count_where_any_truth_tile_is_red(self) -> None:
        row = judge(truth("0m 5p", 0.1, 0.5), answer("0m 0p", 0.1, 0.5), "val")
        assert row.misread == [("5p", "0p")]

    @pytest.mark.parametrize(
        ("wanted", "given", "right"), [(None, "1m", None), ("1m", "1m", True), ("1m", "2m", False)]
    )
    def test_the_hand(self, wanted: str | None, given: str, right: bool | None) -> None:
        row = judge(truth("1m", 0.1, hand=wanted), answer("1m", 0.1, hand=given), "val")
        assert row.hand_right is right

    @pytest.mark.parametrize(("given", "whole"), [("", True), ("7z", False)])
    def test_a_photo_without_tiles(self, given: str, whole: bool) -> None:
        assert judge(truth(""), answer(given, *[0.1] * len(given.split())), "val").whole is whole

    def test_a_photo_that_cannot_be_decoded_is_never_whole(self) -> None:
        row = judge(truth(""), answer(""), "val", "it has 0 bytes")
        assert (row.whole, row.error) == (False, "it has 0 bytes")

    def test_rows_are_json_ready(self) -> None:
        row = judge(truth("2m", 0.1), answer("9m", 0.1), "val")
        assert json.loads(json.dumps(row.as_dict()))["misread"] == [["2m", "9m"]]


class TestEvaluate:
    def photo(self, path: Path, names: str, *lefts: float) -> LabelledPhoto:
        Image.new("RGB", (64, 48)).save(path)
        tiles = tuple(Tile.parse(name) for name in names.split())
        return LabelledPhoto(path, tiles, boxes(*lefts))

    def test_one_row_a_photo_with_the_time_of_decoding(self, tmp_path: Path) -> None:
        photos = [self.photo(tmp_path / f"{i}.png", "1m", 0.1) for i in range(2)]
        rows = list(evaluate(photos, "own", lambda _photo: answer("1m", 0.1)))
        assert [row.image for row in rows] == ["0.png", "1.png"]
        assert all(row.whole and row.set == "own" for row in rows)
        assert sorted(rows[0].timings_ms) == ["decode", "read"]

    def test_a_broken_photo_is_a_row_too(self, tmp_path: Path) -> None:
        broken = LabelledPhoto(tmp_path / "b.jpg", (Tile.parse("1m"),), boxes(0.1))
        broken.path.write_bytes(b"")
        good = self.photo(tmp_path / "a.png", "1m", 0.1)

        def given(_photo: Photo) -> Answer:
            return answer("1m", 0.1)

        first, second = evaluate([broken, good], "own", given)
        assert (first.error, first.missed, first.whole) == ("it has 0 bytes", ["1m"], False)
        assert second.whole


class FixedRecogniser:
    """Gives one layout, or finds no tile."""

    def __init__(self, *corners: Float) -> None:
        reading = Reading(Tile.parse("1m"), 0.8, (), 0)
        self.tiles = tuple(
            PlacedTile(reading, quad, Tile.parse("2m"), False, 0, 0, Role.HAND) for quad in corners
        )

    def read(self, photo: Photo) -> ReadResult:
        if not self.tiles:
            raise NoTilesError("no tile was found")
        layout = Layout(self.tiles, "2m", None, ())
        timings = {"locate": 3.0}
        return ReadResult(photo.width, photo.height, Family.MAHJONG, layout, timings, {})


class TestAnswerOf:
    photo = Photo(np.zeros((50, 100, 3), np.uint8), 200, 100, "JPEG")

    def test_tiles_are_those_after_the_set_constraint_and_boxes_are_shares(self) -> None:
        quad = np.array([[60, 20], [20, 20], [20, 80], [60, 80]], np.float32)
        given = answer_of(cast("Recogniser", FixedRecogniser(quad)))(self.photo)
        assert (given.tiles, given.confidences, given.hand) == (("2m",), (0.8,), "2m")
        assert_allclose(given.boxes, [[0.1, 0.2, 0.3, 0.8]])
        assert given.timings_ms == {"locate": 3.0}

    def test_no_tile_is_an_answer(self) -> None:
        given = answer_of(cast("Recogniser", FixedRecogniser()))(self.photo)
        assert given.tiles == ()
        assert given.boxes.shape == (0, 4)


class TestSummarise:
    def rows(self) -> list[Row]:
        misread = judge(truth("1m 2m 3m 4m", 0.1, 0.3, 0.5, 0.7),
                        answer("1m 9m 3m", 0.1, 0.3, 0.5), "a")  # fmt: skip
        again = judge(truth("2m", 0.1), answer("9m 7z", 0.1, 0.8), "a")
        again.timings_ms["read"] = 8.0
        again.timings_ms["decode"] = 1.0
        whole = judge(truth("5z", 0.1), answer("5z", 0.1), "b")
        return [misread, again, whole]

    def test_figures_by_set_and_in_all(self) -> None:
        first, second, total = summarise(self.rows())
        assert first == Summary(
            set="a", photos=2, tiles=5, found=80.0, read=40.0, extra=1, whole=0.0,
            confusions=[("2m", "9m", 2)], median_ms={"decode": 1.0, "read": 6.5},
            face=40.0, failed={"located": 2}, calibration=Calibration(40.0, 0.0, 50.0),
        )  # fmt: skip
        assert (second.set, second.read, second.whole) == ("b", 100.0, 100.0)
        assert (total.set, total.photos, total.tiles, total.extra) == ("all", 3, 6, 1)
        assert total.read == 50.0
        assert total.whole == pytest.approx(100 / 3)

    def test_one_set_needs_no_total(self) -> None:
        assert [summary.set for summary in summarise(self.rows()[:2])] == ["a"]

    def test_sets_without_tiles_or_rows(self) -> None:
        (summary,) = summarise([judge(truth(""), answer(""), "empty")])
        assert (summary.tiles, summary.found, summary.read, summary.whole) == (0, 0.0, 0.0, 100.0)
        assert summarise([]) == []

    def test_confusions_are_counted_most_common_first(self) -> None:
        rows: list[Any] = [judge(truth("1m", 0.1), answer("2m", 0.1), "a")]
        rows += [judge(truth("3m", 0.1), answer("4m", 0.1), "a")] * 3
        (summary,) = summarise(rows)
        assert summary.confusions == [("3m", "4m", 3), ("1m", "2m", 1)]
