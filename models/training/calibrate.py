"""Fit the reader's temperatures: ``python -m models.training.calibrate --reader W.safetensors``.

A temperature (Guo et al. 2017, "On Calibration of Modern Neural Networks") minimises the
negative log-likelihood on faces of drawn sets that training has not seen; no real photo of
a test set takes part. The face, the kind of flower tiles and the stamp of doll cards have one
each. What is printed is what ``models.training.export --settings`` takes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from datasets.synth.faces import drawn_sets
from datasets.synth.views import Effects
from models.training.export import load_reader
from models.training.loop import to_tensor
from models.training.reader_data import ReaderSample, sample_printed
from models.training.reader_net import OUTPUTS
from scoring.tiles import Family
from vision.read import softmax

HELD_OUT = 987_654
"""Seed of the sets; training uses small seeds."""
VIEWS = Effects(rounded=False)
"""Rounded edges are drawn as plain strips, which pass for borders more often than real ones do:
kinds would seem less certain than they are."""
Logits = NDArray[np.float32]


def held_out_samples(sets: int, samples: int) -> list[ReaderSample]:
    """Photographed faces of unseen sets, so many of each family."""
    rng = np.random.default_rng(HELD_OUT)
    result = []
    for family in Family:
        drawn = drawn_sets(sets, HELD_OUT, family)
        result += [
            sample_printed(rng, drawn[int(rng.integers(len(drawn)))], VIEWS) for _ in range(samples)
        ]
    return result


def answers(weights: Path, samples: list[ReaderSample]) -> dict[str, Logits]:
    """The network's outputs for the samples, by name."""
    net = load_reader(weights)
    parts = []
    with torch.no_grad():
        for start in range(0, len(samples), 64):
            images = torch.stack([to_tensor(s.pixels) for s in samples[start : start + 64]])
            parts.append([output.numpy() for output in net(images)])
    return {
        name: np.concatenate([part[index] for part in parts]) for index, name in enumerate(OUTPUTS)
    }


def fit_temperature(logits: Logits, classes: NDArray[np.int_]) -> float:
    """Temperature that makes the true classes (n) of logits (n×k) most likely."""

    def loss(log_temperature: float) -> float:
        p = softmax(logits / np.exp(log_temperature))[np.arange(len(classes)), classes]
        return float(-np.log(np.maximum(p, 1e-12)).mean())

    return float(np.exp(minimize_scalar(loss, bounds=(-2, 2), method="bounded").x))


def fit(outputs: dict[str, Logits], samples: list[ReaderSample]) -> dict[str, float]:
    """The temperatures of the three heads, by the names of the reader's settings."""
    labels = {
        head: np.array([getattr(sample, head) for sample in samples])
        for head in ("face", "kind", "stamp")
    }
    # One logit is the same as two of which the other is zero.
    logits = {**outputs, "stamp": np.stack([np.zeros_like(outputs["stamp"]), outputs["stamp"]], 1)}
    names = {"face": "temperature", "kind": "kind_temperature", "stamp": "stamp_temperature"}
    return {
        name: round(fit_temperature(logits[head][labels[head] >= 0],
                                    labels[head][labels[head] >= 0]), 3)
        for head, name in names.items()
    }  # fmt: skip


def main() -> None:
    """Print how many faces are right, and the temperatures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reader", type=Path, required=True)
    parser.add_argument("--sets", type=int, default=30)
    parser.add_argument("--samples", type=int, default=1500, help="faces of each family")
    arguments = parser.parse_args()
    samples = held_out_samples(arguments.sets, arguments.samples)
    outputs = answers(arguments.reader, samples)
    classes = np.array([sample.face for sample in samples])
    right = (outputs["face"].argmax(axis=1) == classes).reshape(len(Family), -1).mean(axis=1)
    shares = ", ".join(f"{family} {share:.4f}" for family, share in zip(Family, right, strict=True))
    print(f"right: {shares}")
    print(json.dumps(fit(outputs, samples)))


if __name__ == "__main__":
    main()
