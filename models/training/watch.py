"""Look at held-out samples after each epoch: keep the best weights, end when nothing is gained."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from models.training.loop import Progress, save_weights

LOSSES, BEST = "held-out.json", "best.safetensors"
Look = tuple[int, float]
"""Step, and the loss on held-out samples there."""


@dataclass
class EarlyStop:
    """Watches a training; what it has seen lies beside the checkpoint.

    Attributes:
        folder: Of the checkpoint.
        loss_of: Loss of a net on held-out samples; the less the better.
        patience: Looks without gain after which the training ends.
        tell: Called after each step with the step and its loss.
        looks: The looks so far.
    """

    folder: Path
    loss_of: Callable[[torch.nn.Module], float]
    patience: int
    tell: Callable[[int, float], None]
    looks: list[Look]

    @classmethod
    def of(
        cls,
        folder: Path,
        step: int,
        loss_of: Callable[[torch.nn.Module], float],
        patience: int,
        tell: Callable[[int, float], None],
    ) -> EarlyStop:
        """Begin, or go on; looks after the checkpoint at ``step`` will be had again."""
        path = folder / LOSSES
        before = json.loads(path.read_text("utf-8")) if path.exists() else []
        looks = [(int(at), float(loss)) for at, loss in before if at <= step]
        return cls(folder, loss_of, patience, tell, looks)

    @property
    def best(self) -> Look | None:
        """The look with the least loss, the first of equals."""
        return min(self.looks, key=lambda look: look[1]) if self.looks else None

    @property
    def ended(self) -> bool:
        """Whether the last ``patience`` looks brought nothing."""
        places = [at for at, _ in self.looks]
        return self.best is not None and len(places) - places.index(self.best[0]) > self.patience

    def stepped(self, step: int, loss: float, rate: float) -> None:
        """Tell of a step."""
        del rate
        self.tell(step, loss)

    def saving(self, progress: Progress) -> bool:
        """Look at the averaged weights; keep them if they are the best so far."""
        loss = self.loss_of(progress.average)
        before = self.best
        self.looks.append((progress.step, loss))
        if before is None or loss < before[1]:
            save_weights(progress.average, self.folder / BEST)
        part = self.folder / f"{LOSSES}.part"
        part.write_text(json.dumps(self.looks), "utf-8")
        part.replace(self.folder / LOSSES)
        return self.ended
