"""Train the reader: ``python -m models.training.reader --photos DIR --out DIR``.

Resumes from the last checkpoint in ``--out``; ``--minutes`` bounds one run.
"""

from __future__ import annotations

import argparse
from typing import Any

import torch
from torch import nn

from datasets.synth.faces import drawn_sets
from models.training.artwork import load_artwork
from models.training.loop import (
    Batch,
    Batches,
    Progress,
    Schedule,
    prepare,
    run,
    stream_seed,
    to_tensor,
    training_parser,
)
from models.training.reader_data import ReaderSample, stream
from models.training.reader_net import ReaderNet
from models.training.sources import art_faces, load_training_photos


def collate(samples: list[ReaderSample]) -> Batch:
    """Stack samples: ``images`` (n×3×64×64), ``face``, ``red`` and ``turn`` (n each)."""
    return {
        "images": torch.stack([to_tensor(sample.pixels) for sample in samples]),
        "face": torch.tensor([sample.face for sample in samples]),
        "red": torch.tensor([sample.red for sample in samples]),
        "turn": torch.tensor([sample.turn for sample in samples]),
    }


def reader_loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """Cross entropies of face, red five (among fives only) and turn (where known)."""
    face, red, turn, _ = net(batch["images"])
    loss = nn.functional.cross_entropy(face, batch["face"], label_smoothing=0.05)
    fives = (batch["face"] < 27) & (batch["face"] % 9 == 4)
    if fives.any():
        loss = loss + 0.1 * nn.functional.binary_cross_entropy_with_logits(
            red[fives], batch["red"][fives]
        )
    known = batch["turn"] >= 0
    if known.any():
        loss = loss + 0.2 * nn.functional.cross_entropy(turn[known], batch["turn"][known])
    return loss


def train(arguments: argparse.Namespace) -> None:
    """Train until ``--steps`` are done or ``--minutes`` have passed, then save."""
    prepare(arguments)
    photos = load_training_photos(arguments.photos, quads=arguments.quads)
    photos = [photo for photo in photos if photo.exact.all()]
    arts = load_artwork(arguments.artwork, arguments.out / "artwork")
    drawn = drawn_sets(arguments.designs, arguments.seed)
    print(f"{len(photos)} photos, {len(arts)} artwork sets, {len(drawn)} drawn sets", flush=True)
    sources: list[tuple[float, Any]] = [
        (0.75, lambda rng: drawn[rng.integers(len(drawn))]),
        (0.25, lambda rng: art_faces(arts[rng.integers(len(arts))], rng)),
    ]
    progress = Progress.of(ReaderNet(), arguments.out, weight_decay=0.05)
    seed = stream_seed(arguments.seed, progress.step)
    batches = Batches(
        lambda: stream(photos, sources, seed=seed, real_share=arguments.real_share,
                       batch=arguments.batch),
        collate,
    )  # fmt: skip
    schedule = Schedule(
        arguments.steps, arguments.minutes, arguments.rate, clip=5.0, report=50, save=200
    )
    run(progress, batches.loader(prefetch=4), reader_loss, schedule,
        folder=arguments.out, name="reader")  # fmt: skip


def main() -> None:
    """Parse the command line and train."""
    parser = training_parser(__doc__, steps=4000, batch=64, rate=2e-3, threads=1)
    parser.add_argument("--designs", type=int, default=250, help="random designs to draw")
    parser.add_argument("--real-share", type=float, default=0.35)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
