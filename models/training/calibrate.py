"""Fit the reader's temperature: ``python -m models.training.calibrate --reader W.safetensors``.

The temperature (Guo et al. 2017, "On Calibration of Modern Neural Networks") minimises the
negative log-likelihood on faces of drawn sets that training has not seen; no real photo of
a test set takes part.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from datasets.synth.faces import drawn_sets
from models.training.export import load_reader
from models.training.loop import to_tensor
from models.training.reader_data import sample_printed
from vision.read import softmax

HELD_OUT = 987_654
"""Seed of the sets; training uses small seeds."""


def held_out_logits(
    weights: Path, sets: int, samples: int
) -> tuple[NDArray[np.float32], NDArray[np.int_]]:
    """Face logits (n×44) and classes (n) of photographed faces of unseen sets."""
    net = load_reader(weights)
    drawn = drawn_sets(sets, HELD_OUT)
    rng = np.random.default_rng(HELD_OUT)
    faces = [sample_printed(rng, drawn[int(rng.integers(len(drawn)))]) for _ in range(samples)]
    logits = []
    with torch.no_grad():
        for start in range(0, samples, 64):
            part = torch.stack([to_tensor(face.pixels) for face in faces[start : start + 64]])
            logits.append(net(part)[0].numpy())
    return np.concatenate(logits), np.array([face.face for face in faces])


def fit_temperature(logits: NDArray[np.float32], classes: NDArray[np.int_]) -> float:
    """Temperature that makes the true classes most likely."""

    def loss(log_temperature: float) -> float:
        p = softmax(logits / np.exp(log_temperature))[np.arange(len(classes)), classes]
        return float(-np.log(np.maximum(p, 1e-12)).mean())

    return float(np.exp(minimize_scalar(loss, bounds=(-2, 2), method="bounded").x))


def main() -> None:
    """Print the temperature, to be given to the export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reader", type=Path, required=True)
    parser.add_argument("--sets", type=int, default=40)
    parser.add_argument("--samples", type=int, default=3000)
    arguments = parser.parse_args()
    logits, classes = held_out_logits(arguments.reader, arguments.sets, arguments.samples)
    right = float((logits.argmax(axis=1) == classes).mean())
    print(f"right {right:.4f}, temperature {fit_temperature(logits, classes):.3f}")


if __name__ == "__main__":
    main()
