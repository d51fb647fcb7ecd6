"""The reader's network: a small residual net with a head for each thing that a tile is."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import nn

from vision.faces import FACE_NAMES, KINDS
from vision.read import READER_SIZE

WIDTHS = (32, 64, 128, 176)
BLOCKS = (2, 2, 3, 3)
"""Channels of each stage, which halves the picture's sides, and its residual blocks."""
EMBEDDING = 128
DETAILS = 64
KNOWN = EMBEDDING + DETAILS
"""What the heads are told of each trunk."""
TRUNKS = 2
OUTPUTS = ("face", "red", "kind", "stamp", "turn", "embedding")
"""Names of the network's outputs, in order."""


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


class Trunk(nn.Module):  # type: ignore[misc]
    """What is seen in a face: an embedding (n×128) and small details (n×64)."""

    def __init__(self) -> None:
        super().__init__()
        first = WIDTHS[0]
        self.stem = nn.Sequential(
            nn.Conv2d(3, first, 5, 2, 2, bias=False), nn.BatchNorm2d(first), nn.ReLU()
        )
        stages, inner = [], first
        for level, outer in enumerate(WIDTHS):
            stages.append(_Block(inner, outer, 1 if level == 0 else 2))
            stages += [_Block(outer, outer, 1) for _ in range(BLOCKS[level] - 1)]
            inner = outer
        self.stages = nn.Sequential(*stages)
        self.embed = nn.Sequential(
            nn.Conv2d(inner, EMBEDDING, 1, bias=False), nn.BatchNorm2d(EMBEDDING), nn.ReLU()
        )
        cells = (READER_SIZE[0] // 16) * (READER_SIZE[1] // 16)
        # Where a stroke sits tells 6p from 9p, so the map is flattened, not averaged away.
        self.project = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(EMBEDDING * cells, EMBEDDING),
        )  # fmt: skip
        # Borders and stamps are small things anywhere on the face, seen in the map itself.
        self.details = nn.Sequential(
            nn.Flatten(), nn.Linear(EMBEDDING * cells, DETAILS), nn.ReLU(),
        )  # fmt: skip

    def forward(self, images: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return embedding and details of pictures (n×3×96×64)."""
        features = self.embed(self.stages(self.stem((images - 0.5) * 4)))
        return self.project(features), self.details(features)


class ReaderNet(nn.Module):  # type: ignore[misc]
    """Names a rectified tile.

    Input n×3×96×64, RGB in 0…1, any quarter turn. The outputs are those of ``OUTPUTS``:
    face logits (n×74: the faces of ``FACE_NAMES``), red five logit (n), kind logits (n×3:
    plain, flower, stacked), stamp logit (n), turn logits (n×4: clockwise quarter turns of
    the face in the picture), embedding (n×128, unit length, of the first trunk).

    Args:
        trunks: How many look at the face. They are trained apart, on different faces, and joined
            by :mod:`models.training.join`: two that err differently read more than one.
    """

    def __init__(self, trunks: int = TRUNKS) -> None:
        super().__init__()
        self.trunks = nn.ModuleList(Trunk() for _ in range(trunks))
        # Which pattern a stacked tile shows twice depends on its being stacked, and the reverse.
        known = trunks * KNOWN
        self.face = nn.Linear(known, len(FACE_NAMES))
        self.red = nn.Linear(known, 1)
        self.kind = nn.Linear(known, len(KINDS))
        self.stamp = nn.Linear(known, 1)
        self.turn = nn.Linear(known, 4)

    def forward(self, images: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Return the outputs in the order of ``OUTPUTS``."""
        seen = [trunk(images) for trunk in self.trunks]
        known = torch.cat([part for code, details in seen for part in (code.relu(), details)], 1)
        return (
            self.face(known),
            self.red(known).squeeze(1),
            self.kind(known),
            self.stamp(known).squeeze(1),
            self.turn(known),
            nn.functional.normalize(seen[0][0], dim=1),
        )


EARLIER = {"face": 0, "red": 0, "turn": 0, "kind": EMBEDDING, "stamp": EMBEDDING}
"""Where among the columns of a head's weights those are that it had in earlier readers."""
PARTS = ("stem", "stages", "embed", "project", "details")
"""The parts of a trunk, which earlier readers named as their own."""


def take_over(net: ReaderNet, weights: Mapping[str, torch.Tensor]) -> int:
    """Load earlier weights that fit; what was smaller keeps what it had.

    Earlier readers knew mahjong faces only: the same first 43 classes, then *nothing*; each of
    their heads saw either the embedding or the details; and they had one trunk, which then stands
    for each of several.

    Returns:
        How many tensors of the net were taken over.
    """
    weights = {_trunk_name(name): value for name, value in weights.items()}
    had = _trunks_of(weights)
    for index in range(had, len(net.trunks)):
        weights |= {
            name.replace(f"trunks.{had - 1}.", f"trunks.{index}.", 1): value
            for name, value in weights.items()
            if name.startswith(f"trunks.{had - 1}.")
        }
    own = net.state_dict()
    fitting: dict[str, torch.Tensor] = {}
    for name, value in weights.items():
        head, fit = name.split(".")[0], value
        if head in EARLIER:
            fit = _grown(own[name], _shared(value, head, len(net.trunks) // had))
        if name in own and own[name].shape == fit.shape:
            fitting[name] = fit.to(own[name].dtype)
    net.load_state_dict({**own, **fitting})
    return len(fitting)


def _trunks_of(weights: Mapping[str, torch.Tensor]) -> int:
    """How many trunks a reader's weights have."""
    numbers = [int(name.split(".")[1]) for name in weights if name.startswith("trunks.")]
    return max(numbers, default=0) + 1


def _trunk_name(name: str) -> str:
    return f"trunks.0.{name}" if name.split(".", 1)[0] in PARTS else name


def _shared(value: torch.Tensor, head: str, times: int) -> torch.Tensor:
    """A head's weights as those of one that sees so many times as much; its answers stay."""
    if value.ndim < 2:
        return value
    if value.shape[1] < KNOWN:
        wide = torch.zeros(len(value), KNOWN)
        wide[:, EARLIER[head] : EARLIER[head] + value.shape[1]] = value
        value = wide
    return torch.cat([value / times] * times, 1)


def _grown(own: torch.Tensor, earlier: torch.Tensor) -> torch.Tensor:
    """A head's weights or biases with those of an earlier head, which knew fewer faces."""
    if earlier.shape[0] == own.shape[0] or earlier.shape[1:] != own.shape[1:]:
        return earlier
    grown = own.clone()
    grown[: len(earlier) - 1] = earlier[:-1]
    grown[-1] = earlier[-1]
    return grown
