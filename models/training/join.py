"""Join readers that were trained apart: ``python -m models.training.join FIRST SECOND --out W``.

Each brings its trunk; the heads begin with the mean of what the two said.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from models.training.loop import save_weights
from models.training.reader_net import EARLIER, ReaderNet, take_over
from models.training.storage import load_weights


def join(parts: list[ReaderNet]) -> ReaderNet:
    """A reader with the trunks of all, whose logits are the mean of theirs.

    Args:
        parts: Readers of one trunk each; the embedding is that of the first.
    """
    joined = ReaderNet(len(parts))
    for trunk, part in zip(joined.trunks, parts, strict=True):
        trunk.load_state_dict(part.trunks[0].state_dict())
    with torch.no_grad():
        for head in EARLIER:
            layers = [getattr(part, head) for part in parts]
            whole = getattr(joined, head)
            whole.weight.copy_(torch.cat([layer.weight for layer in layers], 1) / len(parts))
            whole.bias.copy_(torch.stack([layer.bias for layer in layers]).mean(dim=0))
    return joined


def main() -> None:
    """Join the files that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, nargs="+", help="readers of one trunk (safetensors)")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    parts = []
    for path in arguments.weights:
        parts.append(ReaderNet(1))
        take_over(parts[-1], load_weights(path))
    save_weights(join(parts), arguments.out)


if __name__ == "__main__":
    main()
