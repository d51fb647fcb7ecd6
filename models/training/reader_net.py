"""The reader's network: a small residual net with a head for each thing that a tile is."""

from __future__ import annotations

import torch
from torch import nn

from vision.read import FACE_NAMES, READER_SIDE

WIDTHS = (32, 64, 128, 192)
EMBEDDING = 128


class _Block(nn.Module):  # type: ignore[misc]
    """Two 3×3 convolutions with a shortcut (basic residual block)."""

    def __init__(self, inner: int, outer: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inner, outer, 3, stride, 1, bias=False), nn.BatchNorm2d(outer), nn.ReLU(),
            nn.Conv2d(outer, outer, 3, 1, 1, bias=False), nn.BatchNorm2d(outer),
        )  # fmt: skip
        same = stride == 1 and inner == outer
        self.shortcut = nn.Identity() if same else nn.Sequential(
            nn.AvgPool2d(stride) if stride > 1 else nn.Identity(),
            nn.Conv2d(inner, outer, 1, bias=False), nn.BatchNorm2d(outer),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.body(x) + self.shortcut(x))


class ReaderNet(nn.Module):  # type: ignore[misc]
    """Names a rectified tile.

    Input n×3×64×64, RGB in 0…1, any quarter turn. Output: face logits (n×44: the 42
    faces, ``back``, and *no readable face*), red logit (n), turn logits (n×4: clockwise
    quarter turns of the face in the picture), embedding (n×128, unit length).
    """

    def __init__(self) -> None:
        super().__init__()
        first = WIDTHS[0]
        self.stem = nn.Sequential(
            nn.Conv2d(3, first, 5, 2, 2, bias=False), nn.BatchNorm2d(first), nn.ReLU()
        )
        stages, inner = [], first
        for level, outer in enumerate(WIDTHS):
            stages += [_Block(inner, outer, 1 if level == 0 else 2), _Block(outer, outer, 1)]
            inner = outer
        self.stages = nn.Sequential(*stages)
        self.embed = nn.Sequential(
            nn.Conv2d(inner, EMBEDDING, 1, bias=False), nn.BatchNorm2d(EMBEDDING), nn.ReLU()
        )
        cells = (READER_SIDE // 16) ** 2
        # Where a stroke sits tells 6p from 9p, so the map is flattened, not averaged away.
        self.project = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(EMBEDDING * cells, EMBEDDING),
        )  # fmt: skip
        self.face = nn.Linear(EMBEDDING, len(FACE_NAMES))
        self.red = nn.Linear(EMBEDDING, 1)
        self.turn = nn.Linear(EMBEDDING, 4)

    def forward(
        self, images: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return face, red and turn logits and the embedding."""
        code = self.project(self.embed(self.stages(self.stem((images - 0.5) * 4))))
        hidden = torch.relu(code)
        unit = nn.functional.normalize(code, dim=1)
        return self.face(hidden), self.red(hidden).squeeze(1), self.turn(hidden), unit
