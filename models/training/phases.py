"""One phase of a retraining: the reader or the locator, from given weights, on given photos.

The losses, samples and steps are those that the shipped weights were made with. They mirror
nothing, since a mirrored tile is none, and turn faces by right angles and any angle, since
tiles lie in every direction. Batch norms keep the statistics that they came with: those of a
few photos of one set would bend them away from all others. Ultralytics lends the locator its
network and loss; its trainer, and with it any dataset file that it would run, is not used.
"""

from __future__ import annotations

import copy
import logging
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import torch

from models.project import Phase, ProjectError
from models.training import calibrate, reader, reader_data
from models.training.designs import any_of
from models.training.keep import KeepingLoss
from models.training.loop import (
    Batch,
    Batches,
    Loss,
    Progress,
    Schedule,
    one_opencv_thread,
    run,
    steady,
    stream_seed,
)
from models.training.reader_net import ReaderNet, take_over
from models.training.settle import SETTLED, settle
from models.training.sources import Maker, TrainingPhoto
from models.training.storage import load_weights
from models.training.watch import EarlyStop, Look
from scoring.tiles import Family, Tile

MAX_HELD_OUT = 600
"""Tiles of held-out photos that the reader is judged by after each epoch."""
KEPT_SETS, KEPT_FACES = 2, 120
"""Unseen drawn sets of each family, and their faces, that it is judged by besides: what it could
read before counts as much as what is new."""
LOCATOR_LOOK = 4
"""Batches of held-out photos that the locator is judged by, and as many of others' scenes; at the
end as many again of each other design's family."""
LEARNING: Mapping[Family, int] = {Family.MAHJONG: 0, Family.FLOWERS: 1, Family.DOLLS: 1}
"""The reader's trunk that learns a design of each family: that which was taught the family most.
The other stays as it is, which saves a quarter of the time and leaves the other families alone."""
CLIP = {"reader": 5.0, "locator": 10.0}
DECAY = {"reader": 0.05, "locator": 0.01}
Tell = Callable[[int, float], None]


@dataclass(frozen=True, slots=True)
class Material:
    """What a phase learns from and is judged by.

    Attributes:
        train: Photos to learn from.
        held_out: Photos to judge by.
        faces: Makers of sets that single faces are drawn from, with how often each is.
        scenes: Those that scenes are composed of.
        others: Those of designs that are not to be forgotten.
    """

    train: list[TrainingPhoto]
    held_out: list[TrainingPhoto]
    faces: Sequence[tuple[float, Maker]]
    scenes: Sequence[tuple[float, Maker]]
    others: Sequence[tuple[float, Maker]] = ()


@dataclass(frozen=True, slots=True)
class Trained:
    """What came of a phase.

    Attributes:
        weights: File of the weights to go on with.
        steps: Steps done.
        seconds: What they took.
        best: Step and held-out loss of the best weights of the training.
        looks: Every look.
        blend: How far from the first to the best weights those to go on with are.
    """

    weights: Path
    steps: int
    seconds: float
    best: Look
    looks: tuple[Look, ...]
    blend: float


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
        tell: Called after each step with its loss, and how far the phase is, in steps of all.

    Raises:
        ProjectError: No photo has a tile that the reader could learn from.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(phase.cores)
    folder.mkdir(parents=True, exist_ok=True)
    make = _reader if phase.net == "reader" else _locator
    net, loss_of, batches_from, judge, known = make(phase, material, start, seed)
    first = copy.deepcopy(net.state_dict())
    progress = Progress.of(net, folder, DECAY[phase.net], device)
    schedule = Schedule(
        phase.steps, math.inf, phase.rate, CLIP[phase.net], phase.epoch, phase.epoch,
        phase.minutes or math.inf,
    )  # fmt: skip

    def stepped(step: int, loss: float) -> None:
        del step  # where time is short, fewer are done than the phase has
        tell(schedule.place(progress), loss)

    watch = EarlyStop.of(folder, progress.step, judge, phase.patience, stepped)
    if not schedule.ended(progress) and not watch.ended:
        batches = batches_from(stream_seed(seed, progress.step))
        loader = batches.loader(prefetch=4 if phase.workers else 0)
        with one_opencv_thread():
            run(progress, loader, loss_of, schedule, folder=folder, name=phase.net, watcher=watch)
    best = watch.best
    assert best is not None  # noqa: S101 - a finished phase has looked at least once
    blend = settle(progress.net, first, folder, judge, known)
    return Trained(
        folder / SETTLED, progress.step, progress.seconds, best, tuple(watch.looks), blend
    )


Made = tuple[
    torch.nn.Module,
    Loss,
    Callable[[int], Batches],
    Callable[[torch.nn.Module], float],
    Callable[[torch.nn.Module], list[float]],
]
"""A net, its loss, its batches from a seed, its loss on held-out samples, and those on samples of
each family that it knew before."""


def _reader(phase: Phase, material: Material, start: Path, seed: int) -> Made:
    if not any(photo.exact.any() for photo in material.train):
        raise ProjectError(
            "the reader cannot learn from these photos: their labels are boxes around turned "
            "tiles, and the locator does not find the tiles' corners; mark corners, or train "
            "the locator first and correct the photos with it"
        )
    net = ReaderNet()
    take_over(net, load_weights(start))
    learning = net.trunks[LEARNING[_family_of(material.train)]]
    net.trunks.requires_grad_(requires_grad=False)
    learning.requires_grad_(requires_grad=True)
    held_out = held_out_samples(material.held_out, seed)
    before = calibrate.held_out_samples(KEPT_SETS, KEPT_FACES)
    families = [before[at : at + KEPT_FACES] for at in range(0, len(before), KEPT_FACES)]

    def batches(first: int) -> Batches:
        return Batches(
            lambda: reader_data.stream(
                material.train, material.faces, seed=first,
                real_share=phase.real_share, batch=phase.batch,
            ),
            reader.collate,
        )  # fmt: skip

    def judge(average: torch.nn.Module) -> float:
        judged = copy.deepcopy(average).eval()
        return _mean_loss(judged, held_out) + _mean_loss(judged, before)

    def known(trial: torch.nn.Module) -> list[float]:
        judged = copy.deepcopy(trial).eval()
        return [_mean_loss(judged, samples) for samples in families]

    return net, steady(KeepingLoss(net)), batches, judge, known


def _family_of(photos: Sequence[TrainingPhoto]) -> Family:
    """What most tiles of photos are."""
    tiles = Counter(Tile.parse(name).family for photo in photos for name in photo.tiles)
    return max(Family, key=lambda family: tiles[family])


def _mean_loss(net: torch.nn.Module, samples: Sequence[reader_data.ReaderSample]) -> float:
    parts = [list(samples[at : at + 64]) for at in range(0, len(samples), 64)]
    with torch.no_grad():
        losses = [
            float(reader.reader_loss(net, _placed(reader.collate(part), net))) * len(part)
            for part in parts
        ]
    return sum(losses) / max(1, len(samples))


def held_out_samples(photos: Sequence[TrainingPhoto], seed: int) -> list[reader_data.ReaderSample]:
    """Every tile of held-out photos, seen by an imprecise locator at some turn; always the same."""
    rng = np.random.default_rng((seed, 2))
    places = [(photo, index) for photo in photos for index in np.flatnonzero(photo.exact)]
    if len(places) > MAX_HELD_OUT:
        places = [places[at] for at in sorted(rng.permutation(len(places))[:MAX_HELD_OUT])]
    return [reader_data.sample_real(rng, photo, int(index)) for photo, index in places]


def _locator(phase: Phase, material: Material, start: Path, seed: int) -> Made:
    from ultralytics.utils import LOGGER  # noqa: PLC0415 - slow to import, as are those below

    from models.training import locator, locator_data  # noqa: PLC0415
    from models.training.locator_net import LocatorNet  # noqa: PLC0415

    LOGGER.setLevel(logging.WARNING)  # it says how it builds a net, each time
    net = LocatorNet()
    locator.load_matching(net, load_weights(start))
    loss_of = steady(locator.locator_loss)
    sizes = locator.SIZES

    def stream(
        first: int, photos: list[TrainingPhoto], sets: Sequence[tuple[float, Maker]], share: float
    ) -> Batches:
        return Batches(
            lambda: locator_data.stream(
                photos, [any_of(sets)], seed=first, real_share=share,
                batch=phase.batch, size=lambda step: sizes[step % len(sizes)],
            ),
            locator.collate,
        )  # fmt: skip

    def batches(first: int) -> Batches:
        return stream(first, material.train, material.scenes, phase.real_share)

    def looks(first: int, sets: Sequence[tuple[float, Maker]], share: float) -> list[Batch]:
        made = stream(stream_seed(seed, first), material.held_out, sets, share)
        return list(islice(made, LOCATOR_LOOK))

    judged_by = [*looks(1, material.scenes, 1.0), *looks(2, material.others, 0.0)]
    families: list[list[Batch]] = []

    def known(trial: torch.nn.Module) -> list[float]:
        if not families:  # they take as much memory as the rest, and are asked for at the end
            families.extend(looks(3, [other], 0.0) for other in material.others)
        return [_locator_loss(trial, loss_of, batches) for batches in families]

    return net, loss_of, batches, lambda net: _locator_loss(net, loss_of, judged_by), known


def _locator_loss(net: torch.nn.Module, loss_of: Loss, batches: Sequence[Batch]) -> float:
    # The loss needs the form that the net answers in while it trains; a copy is disturbed.
    judged = copy.deepcopy(net).train()
    with torch.no_grad():
        losses = [float(loss_of(judged, _placed(batch, judged))) for batch in batches]
    return sum(losses) / len(losses)


def _placed(batch: Batch, net: torch.nn.Module) -> Batch:
    device = next(net.parameters()).device
    return {key: tensor.to(device) for key, tensor in batch.items()}
