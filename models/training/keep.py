"""Learn something new without forgetting: where the start was right, its answers are kept.

The loss of Li and Hoiem ("Learning without Forgetting", 2016) on the samples at hand: the distance
between what the net says and what it said when it began, softened by a temperature (Hinton et al.
2015). Samples that the start got wrong are free to be learned.
"""

from __future__ import annotations

import copy
from typing import Any

import torch
from torch import nn

from models.training.loop import Batch, computing
from models.training.reader import reader_loss
from models.training.reader_net import OUTPUTS

SOFTNESS = 2.0
"""Temperature: what the start held for less likely counts, too."""
WEIGHT = 1.0
"""Of keeping, beside learning."""
KEPT = ("face", "kind", "stamp")


class KeepingLoss:
    """The reader's loss, and how far its answers moved where the start was right.

    Args:
        start: The net as it begins; a copy is kept.
    """

    def __init__(self, start: nn.Module) -> None:
        self._start = copy.deepcopy(start).eval().requires_grad_(requires_grad=False)

    def __call__(self, net: nn.Module, batch: Batch) -> torch.Tensor:
        """Loss of a collated batch."""
        said: list[tuple[torch.Tensor, ...]] = []

        def answering(images: torch.Tensor) -> tuple[torch.Tensor, ...]:
            said.append(net(images))
            return said[0]

        only_called: Any = answering  # all that the loss does with a net
        learned = reader_loss(only_called, batch)
        device = batch["images"].device
        self._start.to(device)
        with torch.no_grad(), computing(device):
            before = self._start(batch["images"])
        return learned + WEIGHT * _moved(before, said[0], batch)


def _moved(before: Any, after: Any, batch: Batch) -> torch.Tensor:
    """Sum over the kept heads of the mean distance of the samples that the start got right."""
    total = after[0].sum() * 0
    for head in KEPT:
        place = OUTPUTS.index(head)
        old, new = _classes(before[place].float()), _classes(after[place].float())
        right = old.argmax(1) == batch[head]  # an unknown label, -1, is no answer
        if right.any():
            total = total + distance(old[right], new[right])
    return total


def _classes(logits: torch.Tensor) -> torch.Tensor:
    """Logits n×k; the one of a yes-or-no head (n) is the same as two of which one is zero."""
    if logits.ndim > 1:
        return logits
    return torch.stack([torch.zeros_like(logits), logits], 1)


def distance(old: torch.Tensor, new: torch.Tensor) -> torch.Tensor:
    """Mean Kullback-Leibler divergence of softened answers (logits n×k), in the loss's scale."""
    target = (old / SOFTNESS).log_softmax(1)
    divergence = nn.functional.kl_div(
        (new / SOFTNESS).log_softmax(1), target, reduction="batchmean", log_target=True
    )
    return divergence * SOFTNESS**2
