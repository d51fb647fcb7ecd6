"""A side of the tile beside its face, and another card over it, in single views."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.synth import views
from datasets.synth.faces import PrintedFaces

BODY = np.array([240, 230, 200], np.float32)
PAD, WIDTH, HEIGHT = 30, 100, 136
QUAD = (views.whole_quad(WIDTH, HEIGHT) + np.float32(PAD)).astype(np.float32)


def source(*, cards: bool = False) -> PrintedFaces:
    art = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    return PrintedFaces(lambda _name: art, ("1z",), 1.36, BODY, BODY, overlap=cards)


def empty() -> NDArray[np.uint8]:
    return np.zeros((HEIGHT + 2 * PAD, WIDTH + 2 * PAD, 3), np.uint8)


@pytest.mark.parametrize("seed", range(30))
def test_a_side_lies_beside_the_face_and_the_quad_takes_in_some_of_it(seed: int) -> None:
    scene = empty()
    quad = views._show_side(np.random.default_rng(seed), source(), scene, QUAD, taken_in=True)
    ys, xs = np.nonzero(scene.any(axis=2))
    face = (xs >= PAD) & (xs < PAD + WIDTH) & (ys >= PAD) & (ys < PAD + HEIGHT)
    assert len(xs)
    assert not face.any()
    depth = min(np.ptp(xs), np.ptp(ys)) + 1
    assert 0.05 * WIDTH < depth <= 0.31 * WIDTH
    moved = np.abs(quad - QUAD).max(axis=1)
    assert (moved > 0).sum() in (0, 2)
    assert moved.max() <= min(depth, views.MOST_TAKEN_IN * HEIGHT)
    # It grows over the side, nowhere else.
    taken = np.zeros(scene.shape[:2], np.bool_)
    (x0, y0), (x1, y1) = quad.min(axis=0).round().astype(int), quad.max(axis=0).round().astype(int)
    taken[y0:y1, x0:x1] = True
    taken[PAD : PAD + HEIGHT, PAD : PAD + WIDTH] = False
    assert scene[taken].any(axis=1).all()


def test_an_exact_quad_takes_in_nothing() -> None:
    for seed in range(10):
        rng = np.random.default_rng(seed)
        quad = views._show_side(rng, source(), empty(), QUAD, taken_in=False)
        assert np.array_equal(quad, QUAD)


def test_cards_are_mostly_covered_beyond_the_second_fifth() -> None:
    hidden = []
    for seed in range(200):
        scene = empty()
        views._cover(np.random.default_rng(seed), source(cards=True), scene, PAD)
        row = scene[PAD + HEIGHT // 2, PAD : PAD + WIDTH].max(axis=1)
        hidden.append((row > 60).mean())
    assert 0.55 < np.mean(np.array(hidden) > views.MUCH_HIDDEN) < 0.9
    assert max(hidden) < views.MOST_HIDDEN + 0.15


def test_edges_of_cards_are_guessed_from_side_to_side_more_than_up_and_down() -> None:
    """Standard deviations in widths: 0.08 and 0.03, with corners of 0.01 to 0.04 each besides."""
    turned = np.array([[0, -1], [1, 0]], np.float32)  # the same for a card that lies across
    for quad in (QUAD, (QUAD @ turned.T).astype(np.float32)):
        across = (quad[1] - quad[0]) / WIDTH
        rng = np.random.default_rng(3)
        moves = np.array([views._guessed(rng, quad) - quad for _ in range(400)]) / WIDTH
        sideways = moves @ across
        along = moves @ (quad[3] - quad[0]) / HEIGHT
        assert 0.07 < sideways.std() < 0.1
        assert 0.03 < along.std() < 0.055
        # Both corners of an edge move together.
        assert np.corrcoef(sideways[:, 0], sideways[:, 3])[0, 1] > 0.8
