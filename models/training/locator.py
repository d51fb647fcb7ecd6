"""Train the locator: ``python -m models.training.locator --photos DIR --out DIR``.

Resumes from the last checkpoint in ``--out``; ``--minutes`` bounds one run.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from datasets.synth.other_cards import other_cards
from models.training.artwork import ArtSet, load_artwork
from models.training.locator_data import LocatorSample, stream
from models.training.locator_net import LocatorNet, transplant
from models.training.loop import (
    STATE,
    Batch,
    Recipe,
    computing,
    prepare,
    to_tensor,
    train_as_told,
    training_parser,
)
from models.training.sources import (
    SCENE_SHARES,
    DesignPool,
    Maker,
    PhotoFaces,
    TrainingPhoto,
    art_source,
    load_backgrounds,
    load_traced,
    load_training_photos,
    sometimes_dark,
)
from models.training.storage import load_weights
from scoring.tiles import Family

SIZES = (416, 416, 512, 640)
"""Sides of the training pictures, in turn; pixels."""
DARK_SHARE = 0.16
"""How often a drawn or packaged set is made of a dark material."""


def collate(samples: list[LocatorSample]) -> Batch:
    """Bring samples into the form of Ultralytics' pose loss (coordinates as shares)."""
    size = samples[0].pixels.shape[0]
    boxes, points, index = [], [], []
    for number, sample in enumerate(samples):
        quads = sample.quads / size
        low, high = quads.min(axis=1).clip(0, 1), quads.max(axis=1).clip(0, 1)
        boxes.append(np.concatenate([(low + high) / 2, high - low], axis=1))
        seen = np.repeat(sample.exact[:, None, None].astype(np.float32), 4, axis=1)
        points.append(np.concatenate([quads, seen], axis=2))
        index.append(np.full(len(quads), number, np.float32))
    flat = torch.from_numpy(np.concatenate(boxes).astype(np.float32))
    return {
        "img": torch.stack([to_tensor(sample.pixels) for sample in samples]),
        "bboxes": flat,
        "cls": torch.zeros(len(flat), 1),
        "keypoints": torch.from_numpy(np.concatenate(points).astype(np.float32)),
        "batch_idx": torch.from_numpy(np.concatenate(index)),
    }


def face_sources(
    photos: list[TrainingPhoto],
    arts: list[ArtSet],
    designs: int,
    weights: Mapping[Family, int] = SCENE_SHARES,
    *,
    others: bool = True,
) -> list[Maker]:
    """Makers of sets for composed scenes: cut from photos, packaged artwork, drawn designs.

    With the designs come, for ``others``, cards of no game that is read, as somebody may enrol any
    deck.
    """
    upright = [photo for photo in photos if photo.exact.mean() > 0.5]
    makers: list[Maker] = [
        lambda rng: PhotoFaces.of(upright[rng.integers(len(upright))], rng),
        sometimes_dark(art_source(arts), DARK_SHARE),
    ]
    if designs:
        for family, weight in weights.items():
            pool = DesignPool(family, designs)
            makers += [sometimes_dark(pool, DARK_SHARE)] * weight
        if others:
            makers.append(sometimes_dark(other_cards, DARK_SHARE))
    return makers


def locator_loss(net: torch.nn.Module, batch: Batch) -> torch.Tensor:
    """Loss of a collated batch, per picture."""
    with computing(batch["img"].device):
        answers = net(batch["img"])
    loss, _ = net.loss(batch, _in_float32(answers))
    return torch.as_tensor(loss.sum() / len(batch["img"]))


def _in_float32(answers: Any) -> Any:
    """The net's answers, tensors in any nest of mappings and sequences, in float32."""
    if isinstance(answers, Mapping):
        return {key: _in_float32(value) for key, value in answers.items()}
    if isinstance(answers, list | tuple):
        return [_in_float32(value) for value in answers]
    return answers.float() if torch.is_tensor(answers) else answers


def load_matching(net: LocatorNet, weights: dict[str, torch.Tensor]) -> int:
    """Load the weights whose shapes fit, so that a changed branch begins anew; how many did."""
    own = net.state_dict()
    fitting = {
        name: value.to(own[name].dtype)
        for name, value in weights.items()
        if name in own and own[name].shape == value.shape
    }
    net.load_state_dict({**own, **fitting})
    return len(fitting)


def first_net(arguments: argparse.Namespace, photos: list[TrainingPhoto]) -> LocatorNet:
    """Build the net with the weights to begin with, unless a checkpoint will replace them."""
    net = LocatorNet()
    if arguments.start:
        print(f"took over {load_matching(net, load_weights(arguments.start))} tensors", flush=True)
    elif not (arguments.out / STATE).exists():
        count = transplant(net, arguments.onnx, [photo.pixels for photo in photos[::60]])
        print(f"took over {count} convolutions", flush=True)
    return net


def train(arguments: argparse.Namespace) -> None:
    """Train until ``--steps`` are done or ``--minutes`` have passed, then save."""
    prepare(arguments)
    photos = load_training_photos(arguments.photos, quads=arguments.quads)
    net = first_net(arguments, photos)
    arts = load_artwork(arguments.artwork, arguments.out / "artwork")
    backgrounds = load_backgrounds(arguments.backgrounds)
    traced = load_traced(arguments.traced)
    sources = face_sources(photos, arts, arguments.designs)
    train_as_told(
        arguments, net,
        lambda seed: stream(photos, sources, seed=seed, real_share=arguments.real_share,
                            batch=arguments.batch, size=lambda step: SIZES[step % len(SIZES)],
                            backgrounds=backgrounds, traced=traced),
        Recipe("locator", collate, locator_loss, decay=0.01, clip=10.0, report=20, save=100,
               prefetch=3),
    )  # fmt: skip


def main() -> None:
    """Parse the command line and train."""
    parser = training_parser(__doc__, steps=1200, batch=8, rate=1e-3, threads=2)
    parser.add_argument("--designs", type=int, default=0, help="random designs to draw")
    parser.add_argument("--real-share", type=float, default=0.5)
    parser.add_argument("--onnx", type=Path, default=None, help="model.onnx of mahjong-detector")
    parser.add_argument("--start", type=Path, default=None, help="weights to continue from")
    arguments = parser.parse_args()
    if not (arguments.onnx or arguments.start or (arguments.out / STATE).exists()):
        parser.error("--onnx or --start must name the weights to begin with")
    train(arguments)


if __name__ == "__main__":
    main()
