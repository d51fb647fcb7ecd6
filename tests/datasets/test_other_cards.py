"""Cards of no game that is read here."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.synth import compose_scene
from datasets.synth.other_cards import COLUMNS, RANKS, SHAPES, other_cards


@pytest.mark.parametrize("seed", range(4))
def test_a_set_has_all_ranks_of_each_symbol(seed: int) -> None:
    cards = other_cards(np.random.default_rng(seed))
    suits = {name.split("-")[0] for name in cards.names}
    assert 2 <= len(suits) <= 4
    assert len(cards.names) == len(set(cards.names)) == RANKS * len(suits)
    assert cards.overlap
    for name in cards.names:
        face = cards.draw(name)
        assert face.shape[0] == 240
        assert face.shape[0] / face.shape[1] == pytest.approx(cards.aspect, rel=0.02)
        assert np.ptp(face.astype(int)) > 60


def test_faces_of_a_set_differ_and_stay_the_same() -> None:
    cards = other_cards(np.random.default_rng(7))
    faces = {name: cards.draw(name) for name in cards.names}
    assert len({face.tobytes() for face in faces.values()}) == len(cards.names)
    again = other_cards(np.random.default_rng(7))
    assert all((again.draw(name) == face).all() for name, face in faces.items())


@pytest.mark.parametrize("rank", COLUMNS)
def test_a_card_shows_as_many_symbols_as_its_rank(rank: int) -> None:
    assert sum(len(column) for column in COLUMNS[rank]) == rank


@pytest.mark.parametrize("shape", SHAPES)
def test_symbols_have_about_one_size(shape: object) -> None:
    assert callable(shape)
    for seed in range(5):
        points = shape(np.random.default_rng(seed))
        assert 0.8 < np.linalg.norm(points, axis=1).max() < 1.4


def test_scenes_are_made_of_them() -> None:
    rng = np.random.default_rng(3)
    scene = compose_scene(rng, other_cards(rng), (320, 320))
    assert len(scene.corners) == len(scene.tiles) > 0
