"""A linear classifier that is fitted in seconds: discriminant analysis with shrinkage.

Every class is a cloud of feature vectors around its own mean, and all clouds have one
covariance (Fisher's discriminant, R. A. Fisher 1936). With more features than views the
covariance is estimated badly, so it is drawn towards a multiple of the identity (O. Ledoit
and M. Wolf 2004), here by a fixed share.

An answer may have several classes: each picture of a face, in each quarter turn, has a mean
of its own, and the answer's probability is the sum of theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize_scalar

from vision.read import softmax

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SHRINKAGE = 0.1
"""Share of the identity in the covariance."""
TURNS = 4


@dataclass(frozen=True, slots=True)
class Lessons:
    """What a head learns from.

    Attributes:
        features: n×d.
        classes: n, the class of each row, 0..k-1.
        answers: k, the answer that each class belongs to.
        turns: k, the clockwise quarter turns that each class shows; -1 where they mean nothing.
    """

    features: Floats
    classes: Ints
    answers: Ints
    turns: Ints

    def part(self, rows: NDArray[np.bool_]) -> Lessons:
        """The rows where the mask (n) is set."""
        return replace(self, features=self.features[rows], classes=self.classes[rows])


@dataclass(frozen=True, slots=True)
class Head:
    """Linear scores of k classes over d features.

    Attributes:
        weights: d×k.
        bias: k.
        answers: k, the answer of each class.
        turns: k, its quarter turns or -1.
        temperature: Divides the scores, so that the probabilities are calibrated.
    """

    weights: Floats
    bias: Floats
    answers: Ints
    turns: Ints
    temperature: float = 1.0

    def __call__(self, features: Floats) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Judge n×d features.

        Returns:
            Probabilities of the answers (n×a), and of the four turns of the best answer
            (n×4; alike where its classes have none).
        """
        chances = softmax(self._scores(features) / self.temperature)
        table = np.zeros((len(chances), int(self.answers.max()) + 1))
        np.add.at(table.T, self.answers, chances.T)
        return table, self._turned(chances, table.argmax(axis=1))

    def _scores(self, features: Floats) -> NDArray[np.float64]:
        return np.asarray(features @ self.weights + self.bias, np.float64)

    def _turned(self, chances: NDArray[np.float64], best: Ints) -> NDArray[np.float64]:
        own = chances * (self.answers[None] == best[:, None])
        turned = np.stack([own[:, self.turns == turn].sum(axis=1) for turn in range(TURNS)], 1)
        total = turned.sum(axis=1, keepdims=True)
        return np.where(total > 0, turned / np.maximum(total, 1e-12), 1 / TURNS)


def fit(lessons: Lessons) -> Head:
    """Fit a head with temperature 1; every answer is equally likely beforehand.

    A class without rows is never answered.
    """
    count = len(lessons.answers)
    sizes = np.bincount(lessons.classes, minlength=count)
    sums = np.zeros((count, lessons.features.shape[1]))
    np.add.at(sums, lessons.classes, lessons.features)
    means = sums / np.maximum(sizes, 1)[:, None]
    centre = means[sizes > 0].mean(axis=0)
    inner = lessons.features - means[lessons.classes]
    covariance = (inner.T @ inner) / max(1, len(inner) - int((sizes > 0).sum()))
    spread = float(np.trace(covariance)) / len(covariance)
    covariance *= 1 - SHRINKAGE
    covariance[np.diag_indices_from(covariance)] += SHRINKAGE * spread + 1e-9
    centred = means - centre
    weights = cho_solve(cho_factor(covariance, overwrite_a=True), centred.T)
    bias = -0.5 * (centred.T * weights).sum(axis=0) - centre @ weights
    members = np.bincount(lessons.answers[sizes > 0], minlength=int(lessons.answers.max()) + 1)
    prior = np.where(sizes > 0, -np.log(np.maximum(members[lessons.answers], 1)), -np.inf)
    bias = np.where(sizes > 0, bias + prior, -1e9)
    return Head(
        weights.astype(np.float32), bias.astype(np.float32), lessons.answers, lessons.turns
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trial:
    """What a head that saw only half of the views said of the other half.

    Attributes:
        rows: m, which rows of the lessons were judged.
        chances: m×a, calibrated probabilities.
        temperature: With which they are.
    """

    rows: Ints
    chances: NDArray[np.float64]
    temperature: float


def try_out(lessons: Lessons) -> Trial:
    """Fit on every second view of each class, calibrate and judge on the others."""
    place = np.zeros(len(lessons.classes), np.int64)
    for number in range(len(lessons.answers)):
        mine = np.flatnonzero(lessons.classes == number)
        place[mine] = np.arange(len(mine))
    judged = place % 2 == 1
    head = fit(lessons.part(~judged))
    features, truth = lessons.features[judged], lessons.answers[lessons.classes[judged]]

    def loss(log_temperature: float) -> float:
        chances, _ = replace(head, temperature=float(np.exp(log_temperature)))(features)
        return -float(np.log(chances[np.arange(len(truth)), truth] + 1e-9).mean())

    found = minimize_scalar(loss, bounds=(-1.0, 7.0), method="bounded", options={"maxiter": 16})
    temperature = float(np.exp(found.x))
    chances, _ = replace(head, temperature=temperature)(features)
    return Trial(np.flatnonzero(judged), chances, temperature)
