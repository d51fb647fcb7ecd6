"""Where to look for tiles: the whole photo first, then closer where tiles are small.

A network that sees the whole photo at 640 pixels shows a tile of a long row at 20. Such a
row is cut into windows, each of which is located again at the scale that its tiles need;
windows overlap by more than a tile, so that every tile lies whole in at least one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.geometry import boxes_of, sharing, side_lengths
from vision.locate import Locator, LocatorSettings, Quads, suppress

SMALL_TILE = 28.0
"""Tiles of which less is seen than this (their shorter side, or the strip of it that the card
above leaves; pixels of the locator's input) are looked at again, enlarged."""
WANTED_TILE, WANTED_STRIP = 44.0, 24.0
"""The shorter side that windows give such tiles, and what they give the strip of a covered card, as
far as `MOST_WINDOWS` allows. Cards shown larger were found worse."""
MOST_WINDOWS = 6
"""More would cost more than the reading of small tiles is worth."""
LEAST_GAIN = 1.25
"""Enlarging tiles by less than this shows nothing new."""
NEW_SCORE = 0.7
"""Least score of a tile that only the closer look shows."""
OVERLAP = 1.4
"""Overlap of two windows in the longer sides of tiles."""
MARGIN = 1.5
"""Room around the tiles of a region, in the same unit."""
FAINT_SCORE = 0.05
"""Least score of a place where there may be a tile that the locator hardly sees."""
COVERED = 0.8
"""Tiles whose middles are nearer than this share of their shorter side lie over each other."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the photo, pixels: ``x0 y0 x1 y1``."""

    x0: int
    y0: int
    x1: int
    y1: int

    @property
    def side(self) -> int:
        """The longer side."""
        return max(self.x1 - self.x0, self.y1 - self.y0)


@dataclass(frozen=True, slots=True)
class Found:
    """What the locator sees in a picture.

    Attributes:
        tiles: The tiles, n.
        faint: Places that show a tile with less than the score that one needs, m.
    """

    tiles: Quads
    faint: Quads


def find_tiles(locator: Locator, pixels: NDArray[np.uint8]) -> Found:
    """Locate the tiles of a picture (H×W×3 RGB), looking closer where they are small.

    A picture in which nothing is found is tried once at twice the scale. Where the closer
    look loses a tile, what the first one said of it stands. Of cards that lie over each other the
    looks may say quite different things; then the one that is surer in all counts alone.
    """
    least = locator.settings.min_score
    eager = locator.content_with(min(FAINT_SCORE, least))
    first = _parted(eager(pixels), least)
    if len(first.tiles) == 0 and max(pixels.shape[:2]) > locator.settings.input_side:
        first = _parted(eager.at_scale(pixels, 2), least)
    quads = first.tiles
    if len(quads) == 0:
        return first
    windows = closer_windows(quads, pixels.shape[1], pixels.shape[0], locator.settings.input_side)
    if not windows:
        return first
    looks = _join(list(_look_through(eager, pixels, windows)), locator.settings)
    second = _parted(looks, least)
    closer = _added(second.tiles, quads, locator.settings.max_cover)
    if _mostly_covered(_seen_shares(quads.corners)) and closer.scores.sum() <= quads.scores.sum():
        return first
    return Found(closer, second.faint)


def _parted(quads: Quads, least: float) -> Found:
    """Tiles, and what has too small a score for one."""
    sure = quads.scores >= least
    return Found(*(Quads(quads.corners[part], quads.scores[part]) for part in (sure, ~sure)))


def closer_windows(quads: Quads, width: int, height: int, input_side: int) -> list[Window]:
    """The windows in which small tiles are located again; none where one look is enough.

    Args:
        quads: What the first look found, n ≥ 1.
        width: Of the photo, pixels.
        height: Of the photo, pixels.
        input_side: Longer side of the locator's input, pixels.
    """
    sides, shares = side_lengths(quads.corners), _seen_shares(quads.corners)
    small = float(np.median(sides.min(axis=1) * shares))
    if small * min(1.0, input_side / max(width, height)) >= SMALL_TILE:
        return []
    long = float(np.median(sides.max(axis=1)))
    boxes = boxes_of(quads.corners)
    low = np.maximum(boxes[:, :2].min(axis=0) - MARGIN * long, 0)
    high = np.ceil(np.minimum(boxes[:, 2:].max(axis=0) + MARGIN * long, [width, height]))
    x0, y0, x1, y1 = (int(value) for value in (*low, *high))
    step = OVERLAP * long
    # A window is no smaller than a few tiles, nor so small that the photo has no more detail.
    wanted = WANTED_STRIP if _mostly_covered(shares) else WANTED_TILE
    reach = max(small * input_side / wanted, 4 * long, input_side / 2)
    columns, rows = (_parts(length, reach, step) for length in (x1 - x0, y1 - y0))
    while columns * rows > MOST_WINDOWS:
        columns, rows = (columns - 1, rows) if columns >= rows else (columns, rows - 1)
    windows = [
        Window(left, top, right, bottom)
        for top, bottom in _spans(y0, y1, rows, step)
        for left, right in _spans(x0, x1, columns, step)
    ]
    gain = max(width, height) / max(window.side for window in windows)
    return windows if gain >= LEAST_GAIN else []


def _seen_shares(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Which share of the shorter side of each quad (n×4×2) is seen: of a fanned card a strip."""
    middle = corners.mean(axis=1)
    distance = np.linalg.norm(middle[:, None] - middle[None], axis=2)
    np.fill_diagonal(distance, np.inf)
    shares = distance.min(axis=1, initial=np.inf) / np.maximum(
        side_lengths(corners).min(axis=1), 1e-6
    )
    return np.asarray(np.where(shares < COVERED, shares, 1.0), np.float32)


def _mostly_covered(shares: NDArray[np.float32]) -> bool:
    """Whether of more than half of the tiles only strips are seen."""
    return bool(np.mean(shares < 1) > 0.5)


def _parts(length: float, reach: float, step: float) -> int:
    """How many windows of ``reach`` cover a length when neighbours overlap by ``step``."""
    return max(1, int(np.ceil((length - step) / max(reach - step, 1.0))))


def _spans(start: int, end: int, parts: int, step: float) -> list[tuple[int, int]]:
    """Cut a length into equal parts that overlap by ``step``."""
    cuts = np.linspace(start, end, parts + 1)
    return [
        (max(start, int(a - step / 2)), min(end, int(np.ceil(b + step / 2))))
        for a, b in pairwise(cuts)
    ]


def _look_through(
    locator: Locator, pixels: NDArray[np.uint8], windows: list[Window]
) -> Iterator[Quads]:
    """Locate in every window; tiles that a seam cuts are left to the next window."""
    for window in windows:
        found = locator(pixels[window.y0 : window.y1, window.x0 : window.x1])
        whole = _whole_in(found, window, windows)
        shift = np.array([window.x0, window.y0], np.float32)
        yield Quads(found.corners[whole] + shift, found.scores[whole])


def _join(looks: Sequence[Quads], settings: LocatorSettings) -> Quads:
    """Put the answers of overlapping windows together, without doubles."""
    corners = np.concatenate([look.corners for look in looks])
    scores = np.concatenate([look.scores for look in looks])
    order = np.argsort(-scores, kind="stable")
    kept = order[suppress(corners[order], settings.max_cover, settings.max_twin_cover)]
    return Quads(corners[kept], scores[kept])


def _added(closer: Quads, first: Quads, max_cover: float) -> Quads:
    """The closer look, and what the first one saw where the closer one shows nothing.

    Tiles that only the closer look shows have to be surer than others: it enlarges what lies
    on the table beside the tiles as well.
    """
    shared = sharing(closer.corners, first.corners, max_cover)
    kept = shared.any(axis=1) | (closer.scores >= NEW_SCORE)
    missed = ~shared[kept].any(axis=0)
    return Quads(
        np.concatenate([closer.corners[kept], first.corners[missed]]),
        np.concatenate([closer.scores[kept], first.scores[missed]]),
    )


def _whole_in(found: Quads, window: Window, windows: list[Window]) -> NDArray[np.bool_]:
    """Which quads are not cut by a border of their window beyond which another one goes on."""
    width, height = window.x1 - window.x0, window.y1 - window.y0
    inner = np.array([
        any(other.x0 < window.x0 for other in windows),
        any(other.y0 < window.y0 for other in windows),
        any(other.x1 > window.x1 for other in windows),
        any(other.y1 > window.y1 for other in windows),
    ])  # fmt: skip
    boxes = boxes_of(found.corners)
    slack = 2.0
    cut = np.stack(
        [boxes[:, 0] < slack, boxes[:, 1] < slack,
         boxes[:, 2] > width - slack, boxes[:, 3] > height - slack], axis=1,
    )  # fmt: skip
    return np.asarray(~(cut & inner).any(axis=1))
