"""Choose the weights to go on with: the best of a training, or some between the first and them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from pathlib import Path

import torch
from safetensors.torch import load_file

from models.training.loop import save_weights
from models.training.watch import BEST

BLENDS = (0.4, 0.7)
"""Parts of the way from the first weights to the best that are tried besides: they often read what
is new as well, and what was known better (Wortsman et al. 2022, "Robust fine-tuning")."""
SETTLED = "settled.safetensors"


def settle(
    net: torch.nn.Module,
    first: Mapping[str, torch.Tensor],
    folder: Path,
    judge: Callable[[torch.nn.Module], float],
    loss: float,
) -> float:
    """Write the weights to go on with: the best ones, or those between the first and them.

    Args:
        net: For trying them; a copy is taken.
        first: The weights before the training.
        folder: Where the best ones are.
        judge: Loss of a net on held-out samples.
        loss: That of the best ones.

    Returns:
        How far from the first (0) to the best (1) they are.
    """
    trial, best = copy.deepcopy(net), load_file(folder / BEST)
    losses = {1.0: loss}
    for share in BLENDS:
        trial.load_state_dict(_blended(first, best, share))
        losses[share] = judge(trial)
    least = min(losses, key=losses.__getitem__)
    trial.load_state_dict(_blended(first, best, least))
    save_weights(trial, folder / SETTLED)
    return least


def _blended(
    first: Mapping[str, torch.Tensor], last: Mapping[str, torch.Tensor], share: float
) -> dict[str, torch.Tensor]:
    """Weights between two; counts are those of the last."""
    return {
        name: first[name].lerp(value, share) if value.is_floating_point() else value
        for name, value in last.items()
    }
