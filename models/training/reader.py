"""Train the reader: ``python -m models.training.reader --photos DIR --out DIR``.

Resumes from the last checkpoint in ``--out``; ``--minutes`` bounds one run.
"""

from __future__ import annotations

import argparse
import copy
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save_file
from torch import nn

from datasets.synth.faces import drawn_sets
from models.training.artwork import load_artwork
from models.training.locator import learning_rate, update_average
from models.training.locator_net import to_tensor
from models.training.reader_data import ReaderSample, stream
from models.training.reader_net import ReaderNet
from models.training.sources import art_faces, load_training_photos


class _Batches(torch.utils.data.IterableDataset[Any]):
    def __init__(self, make: Callable[[], Iterator[list[ReaderSample]]]) -> None:
        self.make = make

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        for samples in self.make():
            yield {
                "images": torch.stack([to_tensor(sample.pixels) for sample in samples]),
                "face": torch.tensor([sample.face for sample in samples]),
                "red": torch.tensor([sample.red for sample in samples]),
                "turn": torch.tensor([sample.turn for sample in samples]),
            }


def reader_loss(net: nn.Module, batch: dict[str, torch.Tensor]) -> torch.Tensor:
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
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    arguments.out.mkdir(parents=True, exist_ok=True)
    photos = load_training_photos(arguments.photos, quads=arguments.quads)
    photos = [photo for photo in photos if photo.exact.any()]
    arts = load_artwork(arguments.artwork, arguments.out / "artwork")
    drawn = drawn_sets(arguments.designs, arguments.seed)
    print(f"{len(photos)} photos, {len(arts)} artwork sets, {len(drawn)} drawn sets", flush=True)
    sources: list[tuple[float, Any]] = [
        (0.75, lambda rng: drawn[rng.integers(len(drawn))]),
        (0.25, lambda rng: art_faces(arts[rng.integers(len(arts))], rng)),
    ]
    net, state, start = ReaderNet(), arguments.out / "state.pt", 0
    average = copy.deepcopy(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1.0, weight_decay=0.05)
    if state.exists():
        saved = torch.load(state)
        net.load_state_dict(saved["net"])
        average.load_state_dict(saved["average"])
        optimizer.load_state_dict(saved["optimizer"])
        start = saved["step"]
    loader = torch.utils.data.DataLoader(
        _Batches(
            lambda: stream(photos, sources, seed=arguments.seed * 100_003 + start,
                           real_share=arguments.real_share, batch=arguments.batch)
        ),
        batch_size=None, num_workers=1, prefetch_factor=4,
    )  # fmt: skip
    deadline = time.monotonic() + 60 * arguments.minutes
    net.train()
    losses: list[float] = []
    for step, batch in enumerate(loader, start=start):
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, arguments.steps, arguments.rate)
        loss = reader_loss(net, batch)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        update_average(average, net, step)
        losses.append(loss.item())
        done = step + 1 >= arguments.steps or time.monotonic() > deadline
        if (step + 1) % 50 == 0:
            print(f"step {step + 1} loss {np.mean(losses[-50:]):.3f}", flush=True)
        if (step + 1) % 200 == 0 or done:
            torch.save({"net": net.state_dict(), "average": average.state_dict(),
                        "optimizer": optimizer.state_dict(), "step": step + 1}, state)  # fmt: skip
            save_file(average.state_dict(), arguments.out / "reader.safetensors")
        if done:
            break


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="YOLO dataset")
    parser.add_argument("--quads", type=Path, default=None, help="corners found by the locator")
    parser.add_argument("--artwork", type=Path, default=None, help="folder of SVG collections")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--designs", type=int, default=250, help="random designs to draw")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--real-share", type=float, default=0.35)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
