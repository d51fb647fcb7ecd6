"""Choose the weights to go on with: the best of a training, or some between the first and them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import torch
from safetensors.torch import load_file

from models.training.loop import save_weights
from models.training.watch import BEST

BLENDS = (1.0, 0.7, 0.5, 0.35, 0.2)
"""Parts of the way from the first weights to the best ones that are tried: those between often
read what is new as well, and what was known better (Wortsman et al. 2022, "Robust fine-tuning")."""
SLACK = 0.003
"""Share by which a loss on what was known may grow. Where a tuned locator's had grown by 1.4 % on
doll cards, 0.9 points of the shipped ones were lost; by 8 %, 4.5 points."""
SETTLED = "settled.safetensors"


def settle(
    net: torch.nn.Module,
    first: Mapping[str, torch.Tensor],
    folder: Path,
    judge: Callable[[torch.nn.Module], float],
    known: Callable[[torch.nn.Module], Sequence[float]],
) -> float:
    """Write the weights to go on with: the best of those that forget nothing.

    Where all of them forget something, those nearest to the first are taken.

    Args:
        net: For trying them; a copy is taken.
        first: The weights before the training.
        folder: Where the best ones are.
        judge: Loss of a net on held-out samples.
        known: Losses of a net on what was known before, one for each family.

    Returns:
        How far from the first (0) to the best (1) they are.
    """
    trial, best = copy.deepcopy(net), load_file(folder / BEST)
    trial.load_state_dict(dict(first))
    most = [loss * (1 + SLACK) for loss in known(trial)]
    losses = {}
    for share in BLENDS:
        trial.load_state_dict(_blended(first, best, share))
        if all(loss <= bound for loss, bound in zip(known(trial), most, strict=True)):
            losses[share] = judge(trial)
    chosen = min(losses, key=losses.__getitem__) if losses else min(BLENDS)
    trial.load_state_dict(_blended(first, best, chosen))
    save_weights(trial, folder / SETTLED)
    return chosen


def _blended(
    first: Mapping[str, torch.Tensor], last: Mapping[str, torch.Tensor], share: float
) -> dict[str, torch.Tensor]:
    """Weights between two; counts are those of the last."""
    return {
        name: first[name].lerp(value, share) if value.is_floating_point() else value
        for name, value in last.items()
    }
