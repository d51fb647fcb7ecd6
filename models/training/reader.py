"""Train the reader: ``python -m models.training.reader --photos DIR --out DIR``.

Resumes from the last checkpoint in ``--out``; ``--minutes`` bounds one run.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import nn

from models.training.artwork import load_artwork
from models.training.loop import (
    Batch,
    Recipe,
    computing,
    prepare,
    steady,
    to_tensor,
    train_as_told,
    training_parser,
)
from models.training.reader_data import LABELS, ReaderSample, Tileless, stream, traced_faces
from models.training.reader_net import TRUNKS, ReaderNet, take_over
from models.training.sources import (
    FACE_SHARES,
    DesignPool,
    Maker,
    art_source,
    load_backgrounds,
    load_traced,
    load_training_photos,
    sometimes_dark,
)
from models.training.storage import load_weights
from scoring.tiles import Family

DARK_SHARE = 0.06
"""How often a set is made of a dark material."""
VARIETY = {Family.MAHJONG: 1.0, Family.FLOWERS: 2.4, Family.DOLLS: 2.0}
"""Sets kept of each family for one of mahjong, which has photos and artwork besides."""


def collate(samples: list[ReaderSample]) -> Batch:
    """Stack samples: ``images`` (n×3×96×64) and a label (n) for each head, -1 where unknown."""
    labels = {head: torch.tensor([getattr(sample, head) for sample in samples]) for head in LABELS}
    return {"images": torch.stack([to_tensor(sample.pixels) for sample in samples]), **labels}


def reader_loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """Cross entropies of the heads, each over the samples whose label it has."""
    with computing(batch["images"].device):
        answers = net(batch["images"])
    face, red, kind, stamp, turn = (answer.float() for answer in answers[:5])
    loss = nn.functional.cross_entropy(face, batch["face"], label_smoothing=0.05)
    loss = loss + 0.1 * _binary(red, batch["red"])
    loss = loss + 0.3 * _binary(stamp, batch["stamp"])
    for logits, head, weight in ((kind, "kind", 0.5), (turn, "turn", 0.2)):
        known = batch[head] >= 0
        if known.any():
            loss = loss + weight * nn.functional.cross_entropy(logits[known], batch[head][known])
    return loss + 0.1 * _parity(turn, batch["parity"])


def _binary(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross entropy of a yes-or-no head, 0 where no sample has its label."""
    known = labels >= 0
    if not known.any():
        return logits.sum() * 0
    return nn.functional.binary_cross_entropy_with_logits(logits[known], labels[known].float())


def _parity(turn: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Cross entropy of even against odd quarter turns, for faces that hide half turns."""
    known = labels >= 0
    if not known.any():
        return turn.sum() * 0
    pairs = torch.stack([turn[known][:, 0::2], turn[known][:, 1::2]], 1).logsumexp(-1)
    return nn.functional.cross_entropy(pairs, labels[known])


def train(arguments: argparse.Namespace) -> None:
    """Train until ``--steps`` are done or ``--minutes`` have passed, then save."""
    prepare(arguments)
    photos = load_training_photos(arguments.photos, quads=arguments.quads)
    photos = [photo for photo in photos if photo.exact.all()]
    arts = load_artwork(arguments.artwork, arguments.out / "artwork")
    tileless = Tileless(
        load_backgrounds(arguments.backgrounds), load_backgrounds(arguments.things, 240)
    )
    traced = traced_faces(load_traced(arguments.traced))
    sources: list[tuple[float, Maker]] = [(0.06, sometimes_dark(art_source(arts), DARK_SHARE))]
    for family, share in FACE_SHARES.items():
        pool = DesignPool(family, round(arguments.designs * VARIETY[family]))
        sources.append((share, sometimes_dark(pool, DARK_SHARE)))
    print(f"{len(photos)} photos, {len(arts)} artwork sets, designs of {len(FACE_SHARES)} families",
          flush=True)  # fmt: skip
    net = ReaderNet(arguments.trunks)
    if arguments.start:
        print(f"took over {take_over(net, load_weights(arguments.start))} tensors", flush=True)
    if arguments.heads:
        net.trunks.requires_grad_(requires_grad=False)
    train_as_told(
        arguments, net,
        lambda seed: stream(photos, sources, seed=seed, real_share=arguments.real_share,
                            batch=arguments.batch, tileless=tileless, traced=traced),
        Recipe("reader", collate, steady(reader_loss) if arguments.heads else reader_loss,
               decay=0.05, clip=5.0),
    )  # fmt: skip


def main() -> None:
    """Parse the command line and train."""
    parser = training_parser(__doc__, steps=4000, batch=64, rate=2e-3, threads=1)
    parser.add_argument("--designs", type=int, default=250, help="random designs to keep")
    parser.add_argument("--real-share", type=float, default=0.36)
    parser.add_argument("--things", type=Path, default=None, help="pictures of playing cards etc.")
    parser.add_argument("--start", type=Path, default=None, help="weights to continue from")
    parser.add_argument("--heads", action="store_true", help="train the heads alone")
    parser.add_argument("--trunks", type=int, default=TRUNKS, help="trunks of the network")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
