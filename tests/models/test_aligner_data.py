"""Training samples of the aligner: the shifts lead from the quad to the tile."""

from __future__ import annotations

from itertools import islice

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from models.training.aligner_data import LOOKS, POOL, AlignerSample, cut_tiles, missed, stream
from models.training.locator_data import LocatorSample
from vision.align import ALIGN_MARGIN, UNIT
from vision.read import READER_SIZE

TILE = np.array([[60, 40], [100, 44], [98, 104], [56, 100]], np.float32)
LYING = np.array([[130, 140], [200, 140], [200, 184], [130, 184]], np.float32)
CARD = np.array([[150, 20], [180, 20], [180, 100], [150, 100]], np.float32)
TINY = np.array([[10, 10], [16, 10], [16, 20], [10, 20]], np.float32)


def picture(*quads: NDArray[np.float32], exact: bool = True) -> LocatorSample:
    """White tiles on black."""
    pixels = np.zeros((240, 240, 3), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(pixels, np.round(quad).astype(np.int32), (255, 255, 255))
    return LocatorSample(
        pixels, np.array(quads, np.float32).reshape(-1, 4, 2), np.full(len(quads), exact)
    )


def overlap(sample: AlignerSample) -> float:
    """IoU of what is white with the tile that the shifts tell of."""
    size = np.array(READER_SIZE)
    corners = size * (ALIGN_MARGIN + (1 - 2 * ALIGN_MARGIN) * (UNIT + sample.shifts))
    told = np.zeros(READER_SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(told, np.round(corners * 16).astype(np.int32), 1, shift=4)
    white = sample.pixels[..., 0] > 127
    return float((white & (told > 0)).sum() / (white | (told > 0)).sum())


@pytest.mark.parametrize("quad", [TILE, LYING], ids=["upright", "lying"])
@pytest.mark.parametrize("seed", range(8))
def test_the_shifts_lead_to_the_tile(quad: NDArray[np.float32], seed: int) -> None:
    samples = list(cut_tiles(np.random.default_rng(seed), picture(quad)))
    assert 1 <= len(samples) <= LOOKS
    for sample in samples:
        assert sample.pixels.shape == (96, 64, 3)
        assert overlap(sample) > 0.93


def test_tiny_and_inexact_tiles_and_cards_are_left_out() -> None:
    rng = np.random.default_rng(1)
    assert not list(cut_tiles(rng, picture(TINY)))
    assert not list(cut_tiles(rng, picture(CARD)))
    assert not list(cut_tiles(rng, picture(TILE, exact=False)))
    assert not list(cut_tiles(rng, picture()))


def test_quads_miss_by_some_hundredths_of_a_side() -> None:
    rng = np.random.default_rng(2)
    away = np.array([np.linalg.norm(missed(rng, TILE) - TILE, axis=1) for _ in range(400)]) / 40
    assert 0.05 < away.mean() < 0.15
    assert away.max() < 0.75
    strayed = (away.max(axis=1) > 0.3).mean()  # one side that was taken for another
    assert 0.05 < strayed < 0.3


def test_batches_follow_the_seed_and_mix_pictures() -> None:
    def first(seed: int) -> list[AlignerSample]:
        group = [picture(TILE, LYING)] * (POOL // 4)
        return next(stream([group] * 2, seed=seed, batch=6))

    one, again, other = first(1), first(1), first(2)
    assert len(one) == 6
    assert all((a.pixels == b.pixels).all() for a, b in zip(one, again, strict=True))
    assert any((a.pixels != b.pixels).any() for a, b in zip(one, other, strict=True))


def test_no_batch_before_the_pool_is_full() -> None:
    assert not list(islice(stream([[picture(TILE)]] * 3, seed=1, batch=4), 1))
