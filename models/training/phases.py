"""One phase of a retraining: the reader or the locator, from given weights, on given photos.

The losses, samples and steps are those that the shipped weights were made with. They mirror
nothing, since a mirrored tile is none, and turn faces by right angles and any angle, since
tiles lie in every direction. Ultralytics lends the locator its network and loss; its trainer,
and with it any dataset file that it would run, is not used.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file

from models.project import Phase
from models.training import reader, reader_data
from models.training.loop import Batch, Batches, Progress, Schedule, run, stream_seed
from models.training.reader_net import ReaderNet, take_over
from models.training.sources import Maker, TrainingPhoto
from models.training.watch import BEST, EarlyStop, Look

MAX_HELD_OUT = 600
"""Samples that the reader is judged by after each epoch."""
LOCATOR_LOOK = 4
"""Batches that the locator is judged by."""
CLIP = {"reader": 5.0, "locator": 10.0}
DECAY = {"reader": 0.05, "locator": 0.01}
Tell = Callable[[int, float], None]


@dataclass(frozen=True, slots=True)
class Material:
    """What a phase learns from and is judged by.

    Attributes:
        train: Photos to learn from.
        held_out: Photos to judge by.
        sources: Makers of sets, with how often each is drawn.
    """

    train: list[TrainingPhoto]
    held_out: list[TrainingPhoto]
    sources: Sequence[tuple[float, Maker]]


@dataclass(frozen=True, slots=True)
class Trained:
    """What came of a phase.

    Attributes:
        weights: File of the best weights.
        steps: Steps done.
        best: Step and held-out loss of those weights.
        looks: Every look.
    """

    weights: Path
    steps: int
    best: Look
    looks: tuple[Look, ...]


def pick_device(wanted: str) -> str:
    """``auto`` is a graphics card where PyTorch finds one it supports, or else the processor."""
    if wanted != "auto":
        return wanted
    return "cuda" if torch.cuda.is_available() else "cpu"


def train_phase(
    phase: Phase,
    material: Material,
    start: Path,
    folder: Path,
    *,
    seed: int,
    device: str,
    tell: Tell,
) -> Trained:
    """Train, or go on with what a folder holds.

    Args:
        phase: The settings.
        material: The photos and designs.
        start: Weights to begin with (safetensors).
        folder: For the checkpoint, one each epoch.
        seed: Of the samples.
        device: ``cpu``, ``cuda`` or ``mps``.
        tell: Called after each step.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(phase.threads)
    folder.mkdir(parents=True, exist_ok=True)
    make = _reader if phase.net == "reader" else _locator
    net, loss_of, batches_from, judge = make(phase, material, start, seed)
    progress = Progress.of(net, folder, DECAY[phase.net], device)
    watch = EarlyStop.of(folder, progress.step, judge, phase.patience, tell)
    if progress.step < phase.steps and not watch.ended:
        schedule = Schedule(phase.steps, 1e9, phase.rate, CLIP[phase.net], phase.epoch, phase.epoch)
        batches = batches_from(stream_seed(seed, progress.step))
        loader = batches.loader(prefetch=4 if phase.workers else 0)
        run(progress, loader, loss_of, schedule, folder=folder, name=phase.net, watcher=watch)
    best = watch.best
    assert best is not None  # noqa: S101 - a finished phase has looked at least once
    return Trained(folder / BEST, progress.step, best, tuple(watch.looks))


Made = tuple[
    torch.nn.Module,
    Callable[[torch.nn.Module, Batch], torch.Tensor],
    Callable[[int], Batches],
    Callable[[torch.nn.Module], float],
]
"""A net, its loss, its batches from a seed, and its loss on held-out samples."""


def _reader(phase: Phase, material: Material, start: Path, seed: int) -> Made:
    net = ReaderNet()
    take_over(net, load_file(start))
    samples = held_out_samples(material.held_out, seed)

    def batches(first: int) -> Batches:
        return Batches(
            lambda: reader_data.stream(
                material.train, material.sources, seed=first,
                real_share=phase.real_share, batch=phase.batch,
            ),
            reader.collate,
        )  # fmt: skip

    def judge(average: torch.nn.Module) -> float:
        judged = copy.deepcopy(average).eval()
        parts = [samples[at : at + 64] for at in range(0, len(samples), 64)]
        with torch.no_grad():
            losses = [
                float(reader.reader_loss(judged, _placed(reader.collate(part), judged))) * len(part)
                for part in parts
            ]
        return sum(losses) / max(1, len(samples))

    return net, reader.reader_loss, batches, judge


def held_out_samples(photos: Sequence[TrainingPhoto], seed: int) -> list[reader_data.ReaderSample]:
    """Every tile of held-out photos, seen by an imprecise locator at some turn; always the same."""
    rng = np.random.default_rng((seed, 2))
    places = [(photo, index) for photo in photos for index in np.flatnonzero(photo.exact)]
    if len(places) > MAX_HELD_OUT:
        places = [places[at] for at in sorted(rng.permutation(len(places))[:MAX_HELD_OUT])]
    return [reader_data.sample_real(rng, photo, int(index)) for photo, index in places]


def _locator(phase: Phase, material: Material, start: Path, seed: int) -> Made:
    from models.training import locator, locator_data  # noqa: PLC0415 - loads Ultralytics
    from models.training.locator_net import LocatorNet  # noqa: PLC0415

    net = LocatorNet()
    locator.load_matching(net, load_file(start))
    makers = [maker for _, maker in material.sources]

    def batches(first: int, photos: list[TrainingPhoto] = material.train) -> Batches:
        sizes = locator.SIZES
        return Batches(
            lambda: locator_data.stream(
                photos, makers, seed=first, real_share=phase.real_share,
                batch=phase.batch, size=lambda step: sizes[step % len(sizes)],
            ),
            locator.collate,
        )  # fmt: skip

    looks = list(islice(batches(stream_seed(seed, 1), material.held_out), LOCATOR_LOOK))

    def judge(average: torch.nn.Module) -> float:
        # The loss needs the form that the net answers in while it trains; a copy is disturbed.
        judged = copy.deepcopy(average).train()
        with torch.no_grad():
            losses = [float(locator.locator_loss(judged, _placed(b, judged))) for b in looks]
        return sum(losses) / len(losses)

    return net, locator.locator_loss, batches, judge


def _placed(batch: Batch, net: torch.nn.Module) -> Batch:
    device = next(net.parameters()).device
    return {key: tensor.to(device) for key, tensor in batch.items()}
