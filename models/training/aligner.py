"""Train the aligner: ``python -m models.training.aligner --photos DIR --out DIR``.

It learns from the pictures that the locator learns from. Resumes from the last checkpoint in
``--out``; ``--minutes`` bounds one run.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.training import locator_data
from models.training.aligner_data import AlignerSample, stream
from models.training.aligner_net import AlignerNet
from models.training.artwork import load_artwork
from models.training.locator import face_sources
from models.training.loop import (
    Batch,
    Recipe,
    computing,
    prepare,
    to_tensor,
    train_as_told,
    training_parser,
)
from models.training.sources import load_traced, load_training_photos
from models.training.storage import load_weights
from scoring.tiles import Family

SIZES = (512, 704, 896)
"""Sides of the pictures, in turn; pixels. Tiles of 15 to 150 pixels are seen so."""
WEIGHTS = {Family.MAHJONG: 2, Family.FLOWERS: 3}
"""Shares of the drawn designs for one of the photos' own tiles and one of packaged artwork."""
PICTURES = 4
"""Pictures made at a time."""


def collate(samples: list[AlignerSample]) -> Batch:
    """Stack samples: ``images`` (n×3×96×64) and ``shifts`` (n×8)."""
    return {
        "images": torch.stack([to_tensor(sample.pixels) for sample in samples]),
        "shifts": torch.from_numpy(np.stack([sample.shifts.reshape(8) for sample in samples])),
    }


def aligner_loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """Mean distance, in hundredths of the quad's sides: an outlier counts no more than it is."""
    with computing(batch["images"].device):
        shifts = net(batch["images"])
    return 100 * nn.functional.smooth_l1_loss(shifts.float(), batch["shifts"], beta=0.005)


def main() -> None:
    """Parse the command line and train."""
    parser = training_parser(__doc__, steps=6000, batch=128, rate=2e-3, threads=1)
    parser.add_argument("--designs", type=int, default=60, help="random designs to keep")
    parser.add_argument("--real-share", type=float, default=0.3)
    parser.add_argument("--start", type=Path, default=None, help="weights to continue from")
    arguments = parser.parse_args()
    prepare(arguments)
    photos = load_training_photos(arguments.photos, quads=arguments.quads)
    arts = load_artwork(arguments.artwork, arguments.out / "artwork")
    traced = load_traced(arguments.traced)
    sources = face_sources(photos, arts, arguments.designs, WEIGHTS, others=False)
    net = AlignerNet()
    if arguments.start:
        net.load_state_dict(load_weights(arguments.start))

    def samples(seed: int) -> Iterator[list[AlignerSample]]:
        pictures = locator_data.stream(
            photos, sources, seed=seed, real_share=arguments.real_share, batch=PICTURES,
            size=lambda step: SIZES[step % len(SIZES)], traced=traced,
        )  # fmt: skip
        return stream(pictures, seed=seed, batch=arguments.batch)

    recipe = Recipe("aligner", collate, aligner_loss, decay=0.02, clip=5.0)
    train_as_told(arguments, net, samples, recipe)


if __name__ == "__main__":
    main()
