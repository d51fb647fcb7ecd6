"""Train the locator: ``python -m models.training.locator --photos DIR --out DIR``.

Resumes from the last checkpoint in ``--out``; ``--minutes`` bounds one run.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import load_file, save_file

from datasets.synth.faces import drawn_sets
from models.training.artwork import load_artwork
from models.training.locator_data import LocatorSample, stream
from models.training.locator_net import LocatorNet, to_tensor, transplant
from models.training.sources import (
    PhotoFaces,
    TrainingPhoto,
    art_faces,
    load_training_photos,
)

SIZES = (416, 416, 512, 640)


class _Batches(torch.utils.data.IterableDataset[Any]):
    def __init__(self, make: Callable[[], Iterator[list[LocatorSample]]]) -> None:
        self.make = make

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        for samples in self.make():
            yield collate(samples)


def collate(samples: list[LocatorSample]) -> dict[str, torch.Tensor]:
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


def face_sources(photos: list[TrainingPhoto], artwork: Path | None, cache: Path) -> list[Any]:
    """Makers of sets for composed scenes: cut from upright photos, packaged art, drawn designs."""
    upright = [photo for photo in photos if photo.exact.mean() > 0.5]
    arts = load_artwork(artwork, cache)
    makers: list[Any] = [
        lambda rng: PhotoFaces.of(upright[rng.integers(len(upright))], rng),
        lambda rng: art_faces(arts[rng.integers(len(arts))], rng),
    ]
    return makers


def train(arguments: argparse.Namespace) -> None:
    """Train until ``--steps`` are done or ``--minutes`` have passed, then save."""
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    arguments.out.mkdir(parents=True, exist_ok=True)
    photos = load_training_photos(arguments.photos, quads=arguments.quads)
    net = LocatorNet()
    state = arguments.out / "state.pt"
    start = 0
    if arguments.start:
        net.load_state_dict(load_file(arguments.start))
    elif not state.exists():
        count = transplant(net, arguments.onnx, [photo.pixels for photo in photos[::60]])
        print(f"took over {count} convolutions", flush=True)
    average = copy.deepcopy(net)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1.0, weight_decay=0.01)
    if state.exists():
        saved = torch.load(state)
        net.load_state_dict(saved["net"])
        average.load_state_dict(saved["average"])
        optimizer.load_state_dict(saved["optimizer"])
        start = saved["step"]
    sources = face_sources(photos, arguments.artwork, arguments.out / "artwork")
    drawn = drawn_sets(arguments.designs, arguments.seed)
    if drawn:
        sources += [lambda rng: drawn[rng.integers(len(drawn))]] * 2
    loader = torch.utils.data.DataLoader(
        _Batches(
            lambda: stream(photos, sources, seed=arguments.seed * 100_003 + start,
                           real_share=arguments.real_share, batch=arguments.batch,
                           size=lambda step: SIZES[step % len(SIZES)])
        ),
        batch_size=None, num_workers=1, prefetch_factor=3,
    )  # fmt: skip
    deadline = time.monotonic() + 60 * arguments.minutes
    net.train()
    losses: list[float] = []
    for step, batch in enumerate(loader, start=start):
        rate = learning_rate(step, arguments.steps, arguments.rate)
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss, _ = net(batch)
        optimizer.zero_grad()
        (loss.sum() / len(batch["img"])).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimizer.step()
        update_average(average, net, step)
        losses.append(float(loss.sum()) / len(batch["img"]))
        done = step + 1 >= arguments.steps or time.monotonic() > deadline
        if (step + 1) % 20 == 0:
            print(f"step {step + 1} loss {np.mean(losses[-20:]):.3f} rate {rate:.2e}", flush=True)
        if (step + 1) % 100 == 0 or done:
            torch.save({"net": net.state_dict(), "average": average.state_dict(),
                        "optimizer": optimizer.state_dict(), "step": step + 1}, state)  # fmt: skip
            save_file(average.state_dict(), arguments.out / "locator.safetensors")
        if done:
            break


def learning_rate(step: int, steps: int, peak: float, warm_up: int = 60) -> float:
    """Linear warm-up, then a cosine down to 3 % of the peak."""
    if step < warm_up:
        return peak * (step + 1) / warm_up
    progress = min(1.0, (step - warm_up) / max(1, steps - warm_up))
    return peak * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * progress)))


def update_average(average: torch.nn.Module, net: torch.nn.Module, step: int) -> None:
    """Exponential moving average of the weights; short at first."""
    decay = min(0.998, (step + 1) / (step + 20))
    with torch.no_grad():
        for mean, value in zip(
            average.state_dict().values(), net.state_dict().values(), strict=True
        ):
            if mean.dtype.is_floating_point:
                mean.lerp_(value, 1 - decay)
            else:
                mean.copy_(value)


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="YOLO dataset")
    parser.add_argument("--quads", type=Path, default=None, help="corners found by a locator")
    parser.add_argument("--designs", type=int, default=0, help="random designs to draw")
    parser.add_argument("--artwork", type=Path, default=None, help="folder of SVG collections")
    parser.add_argument("--onnx", type=Path, default=None, help="model.onnx of mahjong-detector")
    parser.add_argument("--start", type=Path, default=None, help="weights to continue from")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--minutes", type=float, default=600)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--real-share", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
