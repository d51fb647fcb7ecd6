"""The gate: exact counts, one reason for each set and measure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.gate import MIN_TILES, Compared, Count, judge_equal, judge_promotion


def kept(before: tuple[int, int], after: tuple[int, int], tiles: int = 1000) -> Compared:
    """A kept set of 100 photos; each pair is (tiles read, photos whole)."""
    return Compared("val", Count(100, tiles, *before), Count(100, tiles, *after))


def fresh(before: tuple[int, int], after: tuple[int, int], tiles: int = 200) -> Compared:
    return Compared("own", Count(20, tiles, *before), Count(20, tiles, *after), new=True)


GAIN = fresh((150, 8), (190, 16))


@pytest.mark.parametrize(
    ("sets", "reasons"),
    [
        pytest.param([kept((990, 90), (990, 90)), GAIN], [], id="better"),
        # 0.2 points of 1000 tiles are 2 tiles, 1 point of 100 photos is 1 photo.
        pytest.param([kept((990, 90), (988, 89)), GAIN], [], id="just tolerated"),
        pytest.param(
            [kept((990, 90), (987, 90)), GAIN],
            ["val: reads 987 of 1000 tiles, before 990 (-0.30 points; 0.2 are tolerated)"],
            id="one tile too many",
        ),
        pytest.param(
            [kept((990, 90), (990, 88)), GAIN],
            ["val: 88 of 100 photos whole, before 90 (-2.00 points; 1 are tolerated)"],
            id="one photo too many",
        ),
        pytest.param(
            [kept((990, 90), (995, 95)), fresh((150, 8), (150, 9))],
            ["own: reads 150 of 200 tiles, before 150: not better on the new set"],
            id="nothing gained",
        ),
        pytest.param(
            [kept((990, 90), (990, 90)), fresh((150, 8), (160, 7))],
            [
                "own: 7 of 20 photos whole, before 8 (-5.00 points; 1 are tolerated)",
                "own: 7 of 20 photos whole, before 8: not better on the new set",
            ],
            id="more tiles in fewer photos",
        ),
        pytest.param(
            [kept((990, 90), (990, 90)), fresh((200, 20), (200, 20))],
            ["own: what is in use reads all 200 tiles; nothing can be gained"],
            id="perfect before",
        ),
        pytest.param(
            [kept((990, 90), (990, 90))],
            ["no new set is given on which the candidate has to be better"],
            id="no new set",
        ),
        pytest.param(
            [GAIN],
            ["no other set is given on which the candidate must not be worse"],
            id="no kept set",
        ),
        pytest.param(
            [kept((40, 3), (40, 3), tiles=MIN_TILES - 1), GAIN],
            ["val: 49 tiles are too few to judge by, 50 are needed"],
            id="too few",
        ),
    ],
)  # fmt: skip
def test_promotion(sets: list[Compared], reasons: list[str]) -> None:
    verdict = judge_promotion(sets)
    assert list(verdict.reasons) == reasons
    assert verdict.passed == (not reasons)


def test_other_photos_before_and_after_are_no_comparison() -> None:
    other = Compared("val", Count(100, 1000, 990, 90), Count(99, 1000, 990, 90))
    assert judge_equal([other]).reasons == (
        "val: before and after were not measured on the same photos",
    )


def test_another_form_need_not_be_better_but_measured() -> None:
    assert judge_equal([kept((990, 90), (990, 90))]).passed
    assert judge_equal([]).reasons == ("no set is given to measure it on",)


@given(
    tiles=st.integers(MIN_TILES, 5000),
    read=st.tuples(st.integers(0, 5000), st.integers(0, 5000)),
    whole=st.tuples(st.integers(0, 100), st.integers(0, 100)),
)
def test_what_passes_lost_no_more_than_is_tolerated(
    tiles: int, read: tuple[int, int], whole: tuple[int, int]
) -> None:
    before, after = (min(count, tiles) for count in read)
    item = Compared("val", Count(100, tiles, before, whole[0]), Count(100, tiles, after, whole[1]))
    verdict = judge_equal([item])
    lost = item.before.read_percent - item.after.read_percent
    assert verdict.passed == (lost <= 0.2 + 1e-6 and whole[0] - whole[1] <= 1)
    assert judge_equal([Compared("val", item.before, item.before)]).passed
