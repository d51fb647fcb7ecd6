"""The classifier: exact where clouds are apart, calibrated where they are not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.enrol.head import Head, Lessons, fit, try_out


def lessons(spread: float, count: int = 200, seed: int = 1) -> Lessons:
    """Three answers; the first has two classes far from each other."""
    rng = np.random.default_rng(seed)
    centres = np.array([[0, 0, 0], [9, 9, 0], [5, 0, 3], [0, 5, -3]])
    classes = np.arange(count) % 4
    features = centres[classes] + rng.normal(0, spread, (count, 3))
    return Lessons(
        features.astype(np.float32), classes, np.array([0, 0, 1, 2]), np.array([0, 2, 1, -1])
    )


def test_clouds_apart_are_told_apart() -> None:
    taught = lessons(0.3)
    chances, _ = fit(taught)(taught.features)
    assert (chances.argmax(axis=1) == taught.answers[taught.classes]).all()
    assert_allclose(chances.sum(axis=1), 1)


def test_the_turn_is_that_of_the_best_answers_class() -> None:
    taught = lessons(0.3)
    _, turns = fit(taught)(taught.features)
    expected = taught.turns[taught.classes]
    known = expected >= 0
    assert (turns[known].argmax(axis=1) == expected[known]).all()
    assert_allclose(turns[~known], 0.25)


@pytest.mark.parametrize("spread", [1.5, 3.0])
def test_the_trial_is_calibrated(spread: float) -> None:
    """Mean confidence and share of right answers agree on views that were not fitted on."""
    taught = lessons(spread, 4000)
    trial = try_out(taught)
    truth = taught.answers[taught.classes[trial.rows]]
    right = (trial.chances.argmax(axis=1) == truth).mean()
    assert abs(trial.chances.max(axis=1).mean() - right) < 0.03
    assert len(trial.rows) == 2000


def test_a_class_without_views_is_never_answered() -> None:
    taught = lessons(0.3).part(np.arange(200) % 4 != 3)
    chances, _ = fit(taught)(lessons(3.0).features)
    assert chances[:, 2].max() < 1e-12


def test_more_features_than_views() -> None:
    rng = np.random.default_rng(2)
    features = rng.normal(0, 1, (24, 200)).astype(np.float32)
    features[::2, 0] += 12
    taught = Lessons(features, np.arange(24) % 2, np.array([0, 1]), np.array([-1, -1]))
    head = fit(taught)
    assert isinstance(head, Head)
    assert (head(features)[0].argmax(axis=1) == np.arange(24) % 2).all()
