"""The aligner's network: a small convolutional net that says where a tile's corners are."""

from __future__ import annotations

import torch
from torch import nn

from vision.read import READER_SIZE

WIDTHS = (16, 32, 48)
"""Channels after each halving of the picture's sides."""
SQUEEZED = 8
HIDDEN = 40


def _step(inner: int, outer: int, side: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inner, outer, side, stride, side // 2, bias=False),
        nn.BatchNorm2d(outer), nn.ReLU(),
    )  # fmt: skip


class AlignerNet(nn.Module):  # type: ignore[misc]
    """How far a tile's corners are from those of the quad that it was cut by.

    Input n×3×96×64, RGB in 0…1, the quad's longer sides upright; output n×8: x and y of each
    corner, clockwise from the top left, in shares of the quad's width and height.
    """

    def __init__(self) -> None:
        super().__init__()
        first, second, third = WIDTHS
        self.body = nn.Sequential(
            _step(3, first, 5, 2),
            _step(first, second, 3, 2), _step(second, second, 3, 1), _step(second, second, 3, 1),
            _step(second, third, 3, 2), _step(third, third, 3, 1),
            nn.Conv2d(third, SQUEEZED, 1),
        )  # fmt: skip
        cells = (READER_SIZE[0] // 8) * (READER_SIZE[1] // 8)
        # Where an edge is, not whether there is one: the map is flattened, not averaged away.
        self.shifts = nn.Sequential(
            nn.Flatten(), nn.Linear(SQUEEZED * cells, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 8)
        )

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        """Return the shifts."""
        shifts: torch.Tensor = self.shifts(self.body((images - 0.5) * 4))
        return shifts * 0.1
