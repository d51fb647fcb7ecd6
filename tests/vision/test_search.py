"""Where the locator looks closer, and that no tile is lost or doubled at the seams."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from vision.locate import Locator, LocatorSettings, Quads
from vision.search import MOST_WINDOWS, closer_windows, find_tiles

Pixels = NDArray[np.uint8]


class NoSession:
    """Stands where a network would be; the scripted locator never asks it."""

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        raise AssertionError((output_names, input_feed))


class ScriptedLocator(Locator):
    """Finds what a function says, and remembers the size and scale of each look."""

    def __init__(self, find: Callable[[Pixels, int], Quads]) -> None:
        super().__init__(NoSession(), LocatorSettings())
        self.find = find
        self.looks: list[tuple[int, int, int]] = []

    def content_with(self, min_score: float) -> Locator:
        assert min_score < self.settings.min_score
        return self

    def at_scale(self, pixels: Pixels, factor: int) -> Quads:
        self.looks.append((pixels.shape[1], pixels.shape[0], factor))
        return self.find(pixels, factor)


def row(count: int, x: float, y: float, width: float) -> Quads:
    """Tiles side by side, their top left at ``x, y``."""
    tile = np.array([[0, 0], [1, 0], [1, 1.3], [0, 1.3]]) * width
    corners = [tile + np.array([x + i * width, y]) for i in range(count)]
    return Quads(np.array(corners, np.float32).reshape(-1, 4, 2), np.full(count, 0.9, np.float32))


def picture(width: int, height: int) -> Pixels:
    return np.zeros((height, width, 3), np.uint8)


def drawn(width: int, height: int, tiles: NDArray[np.float32]) -> Pixels:
    """A picture with the boxes n×4 (pixels) in white, two pixels smaller on each side."""
    result = picture(width, height)
    for x0, y0, x1, y1 in tiles.astype(int):
        result[y0 + 2 : y1 - 2, x0 + 2 : x1 - 2] = 255
    return result


def blobs(pixels: Pixels, _factor: int) -> Quads:
    """The white boxes of a picture, also those that its border cuts."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(pixels[..., 0])
    corners = [
        [[x, y], [x + w, y], [x + w, y + h], [x, y + h]] for x, y, w, h, _ in stats[1:].tolist()
    ]
    quads = np.array(corners, np.float32).reshape(-1, 4, 2)
    return Quads(quads, np.full(count - 1, 0.9, np.float32))


def test_large_tiles_need_one_look() -> None:
    locator = ScriptedLocator(lambda _pixels, _factor: row(5, 100, 100, 90))
    assert len(find_tiles(locator, picture(1600, 1200)).tiles) == 5
    assert locator.looks == [(1600, 1200, 1)]


def test_small_tiles_are_looked_at_again_in_their_region() -> None:
    first, closer = row(10, 800, 600, 30), row(10, 50, 50, 30)
    locator = ScriptedLocator(lambda pixels, _factor: first if pixels.shape[1] == 1600 else closer)
    quads = find_tiles(locator, picture(1600, 1200)).tiles
    # 1.5 tile heights (39 px) around the tiles: from 741.5, 541.5 to 1158.5, 697.5.
    assert locator.looks == [(1600, 1200, 1), (418, 157, 1)]
    assert_allclose(quads.corners, closer.corners + np.array([741, 541]))


def test_what_the_closer_look_loses_stands_as_first_seen() -> None:
    first = row(10, 800, 600, 30)
    locator = ScriptedLocator(
        lambda pixels, _factor: first if pixels.shape[1] == 1600 else row(9, 58, 59, 30)
    )
    quads = find_tiles(locator, picture(1600, 1200)).tiles
    assert len(quads) == 10
    assert_allclose(quads.corners[:9, 0], row(9, 799, 600, 30).corners[:, 0], atol=1.1)
    assert_allclose(quads.corners[9], first.corners[9])


@pytest.mark.parametrize(
    ("columns", "rows", "width", "height"),
    [(45, 1, 35, 46), (24, 2, 60, 80), (30, 6, 40, 52), (1, 22, 40, 50), (21, 1, 25, 70)],
)
def test_no_tile_is_lost_or_doubled_at_a_seam(
    columns: int, rows: int, width: int, height: int
) -> None:
    tiles = np.array([
        [20 + x * width, 20 + y * height, 20 + (x + 1) * width, 20 + (y + 1) * height]
        for y in range(rows) for x in range(columns)
    ], np.float32)  # fmt: skip
    locator = ScriptedLocator(blobs)
    quads = find_tiles(locator, drawn(1700, 1200, tiles)).tiles
    inner = tiles + np.array([2, 2, -2, -2], np.float32)
    found = sorted(map(tuple, quads.corners[:, [0, 2]].reshape(-1, 4).tolist()))
    assert found == sorted(map(tuple, inner.tolist()))
    assert 2 <= len(locator.looks) <= 1 + MOST_WINDOWS


def test_a_long_row_is_shown_at_twice_the_scale() -> None:
    """24 tiles of 56 px across 1,600 px: 22 px in the first look, at least 40 in windows."""
    windows = closer_windows(row(24, 100, 500, 56), 1600, 1200, 640)
    assert len(windows) > 1
    assert min(56 * 640 / window.side for window in windows) >= 40
    assert (windows[0].x0, windows[-1].x1) == (0, 1554)


def fanned(count: int, x: float, y: float, width: float, share: float) -> Quads:
    """Cards of which the next one leaves a share of the width to be seen."""
    card = np.array([[0, 0], [1, 0], [1, 2.0], [0, 2.0]]) * width
    corners = [card + np.array([x + i * share * width, y]) for i in range(count)]
    return Quads(np.array(corners, np.float32), np.full(count, 0.9, np.float32))


def test_cards_are_looked_at_again_where_only_strips_of_them_are_seen() -> None:
    """At 640 pixels cards of 80 are 32 wide; half covered, 16 of each are seen."""
    assert closer_windows(fanned(10, 300, 500, 80, 1.0), 1600, 1200, 640) == []
    windows = closer_windows(fanned(10, 300, 500, 80, 0.5), 1600, 1200, 640)
    assert 1 <= len(windows) <= MOST_WINDOWS
    assert max(window.side for window in windows) <= 1600 / 1.25
    # A strip of 40 pixels is shown at no more than 24.
    assert min(window.side for window in windows) >= 40 * 640 / 24 / 2
    wide = closer_windows(fanned(6, 100, 300, 300, 0.5), 1600, 1200, 640)
    assert wide == []  # 60 of 120 pixels are seen


@pytest.mark.parametrize(("score", "better"), [(0.95, True), (0.6, False)])
def test_of_covered_cards_the_surer_look_counts_alone(score: float, better: bool) -> None:
    first, again = fanned(10, 300, 500, 80, 0.5), fanned(10, 40, 60, 80, 0.5)
    again = Quads(again.corners, np.full(10, score, np.float32))
    locator = ScriptedLocator(lambda pixels, _factor: first if pixels.shape[1] == 1600 else again)
    quads = find_tiles(locator, picture(1600, 1200)).tiles
    assert len(locator.looks) > 1
    assert (set(quads.scores.tolist()) == set(first.scores.tolist())) is not better


def test_a_small_picture_is_not_enlarged_only_to_count_as_small() -> None:
    """Tiles of 35 px in a picture below the input's side are large enough."""
    locator = ScriptedLocator(lambda _pixels, _factor: row(5, 10, 10, 35))
    find_tiles(locator, picture(400, 300))
    assert len(locator.looks) == 1


def test_twice_the_scale_where_nothing_is_found() -> None:
    locator = ScriptedLocator(lambda _pixels, factor: row(5 if factor == 2 else 0, 100, 100, 90))
    assert len(find_tiles(locator, picture(1600, 1200)).tiles) == 5
    assert locator.looks == [(1600, 1200, 1), (1600, 1200, 2)]


def test_a_picture_without_more_detail_is_not_enlarged() -> None:
    locator = ScriptedLocator(lambda _pixels, _factor: row(0, 0, 0, 1))
    assert len(find_tiles(locator, picture(640, 480)).tiles) == 0
    assert locator.looks == [(640, 480, 1)]
