"""What training the locator and training the reader share: batches, steps, checkpoints.

A checkpoint is ``state.pt`` in the output folder: ``net``, ``average``, ``optimizer``, the
number of ``step``s done and the ``seconds`` that they took. A later run continues from it.
"""

from __future__ import annotations

import argparse
import copy
import math
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file

STATE = "state.pt"
Batch = dict[str, torch.Tensor]
Loss = Callable[[torch.nn.Module, Batch], torch.Tensor]


def steady(loss_of: Loss) -> Loss:
    """The same loss with the statistics of batch norms as they are, which it leaves alone."""

    def loss(net: torch.nn.Module, batch: Batch) -> torch.Tensor:
        for module in net.modules():
            if isinstance(module, torch.nn.modules.batchnorm._BatchNorm):
                module.eval()
        return loss_of(net, batch)

    return loss


def to_tensor(pixels: NDArray[np.uint8]) -> torch.Tensor:
    """Turn H×W×3 RGB bytes into 3×H×W floats in 0…1."""
    return torch.from_numpy(np.ascontiguousarray(pixels.transpose(2, 0, 1))).float() / 255


class Batches(torch.utils.data.IterableDataset):  # type: ignore[misc]
    """An endless stream of samples, collated in the loader's own process."""

    def __init__(
        self, make: Callable[[], Iterator[Sequence[Any]]], collate: Callable[[Any], Batch]
    ) -> None:
        self.make = make
        self.collate = collate

    def __iter__(self) -> Iterator[Batch]:
        for samples in self.make():
            yield self.collate(samples)

    def loader(self, prefetch: int) -> Iterable[Batch]:
        """Draw batches in one other process, ``prefetch`` of them ahead; in this one for 0.

        Samples are made by functions that only a forked process knows; where processes cannot
        fork, batches are drawn in this one.
        """
        if not prefetch or "fork" not in multiprocessing.get_all_start_methods():
            return self
        batches: Iterable[Batch] = torch.utils.data.DataLoader(
            self, batch_size=None, num_workers=1, prefetch_factor=prefetch,
            multiprocessing_context="fork",
        )  # fmt: skip
        return batches


@contextmanager
def one_opencv_thread() -> Iterator[None]:
    """Let OpenCV use no threads of its own meanwhile.

    A forked process would wait for ever for threads that it does not have, and the cores are the
    training's.
    """
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)


def computing(device: torch.device) -> torch.autocast:
    """The context that a net answers in: bfloat16 where the processor computes with it.

    Convolutions run about twice as fast so; losses and weights stay in float32.
    """
    if device.type == "cuda":
        able = torch.cuda.is_bf16_supported()
    else:
        has = torch.cpu.get_capabilities()
        able = bool(has.get("avx512_bf16") or has.get("amx_bf16"))
    return torch.autocast(device.type, torch.bfloat16, enabled=able)


def stream_seed(seed: int, step: int) -> int:
    """Seed of the samples of a run that begins at ``step``, so that none sees them twice."""
    return seed * 100_003 + step


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


def save_weights(net: torch.nn.Module, path: Path) -> None:
    """Write a net's weights as safetensors, all at once, whatever their order in memory."""
    part = path.with_name(f"{path.name}.part")
    save_file({key: value.contiguous() for key, value in net.state_dict().items()}, part)
    part.replace(path)


@dataclass
class Progress:
    """A net in training.

    Attributes:
        net: The net that is trained.
        average: Moving average of its weights; this is what ships.
        optimizer: AdamW; its rate is set anew at each step.
        step: Steps done.
        seconds: What they took, earlier runs included.
    """

    net: torch.nn.Module
    average: torch.nn.Module
    optimizer: torch.optim.Optimizer
    step: int = 0
    seconds: float = 0.0

    @classmethod
    def of(
        cls, net: torch.nn.Module, folder: Path, weight_decay: float, device: str = "cpu"
    ) -> Progress:
        """Begin with a net, or go on from the checkpoint in a folder if there is one."""
        net.to(device, memory_format=torch.channels_last)
        optimizer = torch.optim.AdamW(net.parameters(), lr=1.0, weight_decay=weight_decay)
        progress = cls(net, copy.deepcopy(net), optimizer)
        state = folder / STATE
        if state.exists():
            saved = torch.load(state, weights_only=True, map_location=device)
            net.load_state_dict(saved["net"])
            progress.average.load_state_dict(saved["average"])
            optimizer.load_state_dict(saved["optimizer"])
            progress.step = saved["step"]
            progress.seconds = saved.get("seconds", 0.0)  # older checkpoints do not say
        return progress

    def save(self, folder: Path, name: str) -> None:
        """Write the checkpoint and the averaged weights (``NAME.safetensors``).

        Each file is replaced at once, so that an interruption leaves a whole one.
        """
        state = {
            "net": self.net.state_dict(), "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(), "step": self.step,
            "seconds": self.seconds,
        }  # fmt: skip
        part = folder / f"{STATE}.part"
        torch.save(state, part)
        part.replace(folder / STATE)
        save_weights(self.average, folder / f"{name}.safetensors")


class Watcher(Protocol):
    """Is told how a training goes on, and may end it."""

    def stepped(self, step: int, loss: float, rate: float) -> None:
        """A step is done."""

    def saving(self, progress: Progress) -> bool:
        """A checkpoint is about to be written; True ends the training after it."""


@dataclass
class Lines:
    """Prints a line now and then.

    Attributes:
        every: Steps between two lines.
        losses: Those since the last line.
    """

    every: int
    losses: list[float] = field(default_factory=list)

    def stepped(self, step: int, loss: float, rate: float) -> None:
        """Print the mean loss since the last line."""
        self.losses.append(loss)
        if step % self.every == 0:
            recent = np.mean(self.losses[-self.every :])
            print(f"step {step} loss {recent:.3f} rate {rate:.2e}", flush=True)
            self.losses.clear()

    def saving(self, progress: Progress) -> bool:
        """Go on, whatever comes."""
        del progress
        return False


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast to train.

    Attributes:
        steps: Steps in all, earlier runs included.
        minutes: Bound of this run.
        rate: Peak learning rate.
        clip: Largest norm of the gradients.
        report: Steps between two lines of progress.
        save: Steps between two checkpoints.
        budget: Minutes of all runs together, after which it ends whatever steps are done; the
            rate falls with the time then.
    """

    steps: int
    minutes: float
    rate: float
    clip: float
    report: int
    save: int
    budget: float = math.inf

    def place(self, progress: Progress) -> int:
        """The step that the rate is for: that of the progress, or further on if time is short."""
        return max(progress.step, int(self.steps * self._spent(progress)))

    def ended(self, progress: Progress) -> bool:
        """Whether all steps are done or all time is spent."""
        return progress.step >= self.steps or self._spent(progress) >= 1

    def _spent(self, progress: Progress) -> float:
        return progress.seconds / (60 * self.budget)


def run(
    progress: Progress,
    batches: Iterable[Batch],
    loss_of: Callable[[torch.nn.Module, Batch], torch.Tensor],
    schedule: Schedule,
    *,
    folder: Path,
    name: str,
    watcher: Watcher | None = None,
) -> list[float]:
    """Train until the schedule or the watcher ends it; then save.

    Batches are brought to the device that the net is on. Without a watcher lines are printed.

    Returns:
        The loss of each step of this run.
    """
    began, before = time.monotonic(), progress.seconds
    watcher = watcher or Lines(schedule.report)
    device = next(progress.net.parameters()).device
    progress.net.train()
    losses: list[float] = []
    for batch in batches:
        rate = learning_rate(schedule.place(progress), schedule.steps, schedule.rate)
        placed = {key: tensor.to(device) for key, tensor in batch.items()}
        losses.append(_step(progress, loss_of, placed, rate, schedule.clip))
        progress.seconds = before + time.monotonic() - began
        this_run = progress.seconds - before
        done = schedule.ended(progress) or this_run > 60 * schedule.minutes
        watcher.stepped(progress.step, losses[-1], rate)
        if progress.step % schedule.save == 0 or done:
            done = watcher.saving(progress) or done
            progress.save(folder, name)
        if done:
            break
    return losses


def _step(
    progress: Progress,
    loss_of: Callable[[torch.nn.Module, Batch], torch.Tensor],
    batch: Batch,
    rate: float,
    clip: float,
) -> float:
    for group in progress.optimizer.param_groups:
        group["lr"] = rate
    loss = loss_of(progress.net, batch)
    progress.optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(progress.net.parameters(), clip)
    progress.optimizer.step()
    update_average(progress.average, progress.net, progress.step)
    progress.step += 1
    return float(loss.detach())


@dataclass(frozen=True, slots=True)
class Recipe:
    """What one network's training from the command line has of its own.

    Attributes:
        name: Of the network, and of the file of its weights.
        collate: Brings samples into a batch.
        loss: Of a batch.
        decay: Weight decay.
        clip: Largest norm of the gradients.
        report: Steps between two lines of progress.
        save: Steps between two checkpoints.
        prefetch: Batches drawn ahead.
    """

    name: str
    collate: Callable[[Any], Batch]
    loss: Loss
    decay: float
    clip: float
    report: int = 50
    save: int = 200
    prefetch: int = 4


def train_as_told(
    arguments: argparse.Namespace,
    net: torch.nn.Module,
    samples: Callable[[int], Iterator[Sequence[Any]]],
    recipe: Recipe,
) -> None:
    """Train until ``--steps`` are done or ``--minutes`` have passed, then save.

    Args:
        arguments: Those of :func:`training_parser`.
        net: With the weights to begin with.
        samples: Makes the stream of samples from a seed.
        recipe: The network's own.
    """
    progress = Progress.of(net, arguments.out, weight_decay=recipe.decay)
    seed = stream_seed(arguments.seed, progress.step)
    batches = Batches(lambda: samples(seed), recipe.collate)
    schedule = Schedule(
        arguments.steps, arguments.minutes, arguments.rate, recipe.clip, recipe.report, recipe.save
    )
    run(progress, batches.loader(recipe.prefetch), recipe.loss, schedule,
        folder=arguments.out, name=recipe.name)  # fmt: skip


def prepare(arguments: argparse.Namespace) -> None:
    """Seed torch, bound its threads and make the output folder."""
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    arguments.out.mkdir(parents=True, exist_ok=True)


def training_parser(
    description: str | None, *, steps: int, batch: int, rate: float, threads: int
) -> argparse.ArgumentParser:
    """The flags that every training has, with the defaults of one of them."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--photos", type=Path, required=True, help="YOLO dataset")
    parser.add_argument("--quads", type=Path, default=None, help="corners found by a locator")
    parser.add_argument("--artwork", type=Path, default=None, help="folder of SVG collections")
    parser.add_argument("--backgrounds", type=Path, default=None, help="photos without tiles")
    parser.add_argument("--traced", type=Path, default=None, help="path-traced scenes")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint and weights")
    parser.add_argument("--steps", type=int, default=steps)
    parser.add_argument("--minutes", type=float, default=600, help="bound of this run")
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=rate, help="peak learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=threads)
    return parser
