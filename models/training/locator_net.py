"""The locator's network: YOLO11n with four corner points, begun from published mahjong weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn
from ultralytics.cfg import get_cfg
from ultralytics.nn.modules import Conv
from ultralytics.nn.tasks import PoseModel
from ultralytics.utils.loss import v8PoseLoss

from models.training.loop import to_tensor
from vision.geometry import letterbox

CORNERS = 4
GAINS = {"box": 7.5, "cls": 0.7, "dfl": 1.5, "pose": 12.0, "kobj": 0.0}
"""Loss weights; corner visibility is not learnt, it only masks tiles of unknown turn."""
OKS_SIGMA = 0.15
CORNER_CHANNELS = 48
TOP_LEFT_SLACK = 0.25
"""How much nearer the top left (x + y, in sides of the tile) another corner may be."""


class CornerLoss(v8PoseLoss):  # type: ignore[misc]
    """Pose loss that takes the corners in any cyclic order and begins at the top left.

    A plain tile looks the same after a half turn and nearly so after a quarter, so no
    corner is *the first* to a network that sees shapes. The first is therefore the one at
    the top left of the picture; where two corners are about equally so (a tile turned by
    45°), the cyclic order that fits the prediction better counts. A fixed order would pull
    the corners of such tiles to their centre, and a free one (any that fits) settles on a
    branch between the axes, which twists upright tiles by a tenth of their side. The
    reader finds the face's own turn afterwards.
    """

    def calculate_keypoints_loss(  # noqa: PLR0917 - Ultralytics calls it by position
        self,
        masks: torch.Tensor,
        target_gt_idx: torch.Tensor,
        keypoints: torch.Tensor,
        stride_tensor: torch.Tensor,
        target_bboxes: torch.Tensor,
        pred_kpts: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the corner loss and a zero visibility loss (see ``v8PoseLoss``)."""
        zero = pred_kpts.sum() * 0
        if not masks.any():
            return zero, zero
        boxes = target_bboxes / stride_tensor
        truth = keypoints[masks.nonzero(as_tuple=True)[0], target_gt_idx[masks]].clone()
        stride = stride_tensor.view(1, -1).expand(masks.shape[0], -1)[masks]
        truth[..., :2] /= stride[:, None, None]
        sides = boxes[masks][:, 2:] - boxes[masks][:, :2]
        area = sides.prod(1).clamp(min=1e-3)
        predicted = pred_kpts[masks][..., :2]
        orders = torch.stack([truth[..., :2].roll(shift, 1) for shift in range(CORNERS)], 1)
        square = (predicted[:, None] - orders).square().sum(-1)
        distance = square.sum(-1) + 1e6 * self._implausible(orders, area)
        best = distance.argmin(1)
        square = square[torch.arange(len(best)), best] / area[:, None]
        known = (truth[..., 2] > 0).float()
        oks = 1 - torch.exp(-square / (2 * (2 * OKS_SIGMA) ** 2))
        error = oks + (square + 1e-6).sqrt()
        return (error * known).sum() / known.sum().clamp(min=1), zero

    @staticmethod
    def _implausible(orders: torch.Tensor, area: torch.Tensor) -> torch.Tensor:
        """Which cyclic orders (n×4×4×2 of n objects) do not begin at about the top left (n×4)."""
        start = orders[:, :, 0].sum(-1)
        excess = start - start.min(1, keepdim=True).values
        return (excess > TOP_LEFT_SLACK * area.sqrt()[:, None]).float()


def _corner_branch(channels: int) -> nn.Sequential:
    return nn.Sequential(
        Conv(channels, CORNER_CHANNELS, 3),
        Conv(CORNER_CHANNELS, CORNER_CHANNELS, 3),
        nn.Conv2d(CORNER_CHANNELS, CORNERS * 3, 1),
    )


class LocatorNet(PoseModel):  # type: ignore[misc]
    """YOLO11n-pose with one class and four corners."""

    def __init__(self) -> None:
        super().__init__("yolo11n-pose.yaml", nc=1, data_kpt_shape=(CORNERS, 3), verbose=False)
        self.args = get_cfg(overrides=GAINS)
        head: Any = self.model[-1]
        # Ultralytics sizes this branch by its outputs: 16 channels for 12 numbers, too few
        # to tell the turn of a tile; corners were off by a tenth of its side.
        head.cv4 = nn.ModuleList(_corner_branch(branch[0].conv.in_channels) for branch in head.cv4)

    def init_criterion(self) -> CornerLoss:
        """Use the corner loss."""
        return CornerLoss(self)


def transplant(net: LocatorNet, onnx_path: Path, photos: list[NDArray[np.uint8]]) -> int:
    """Take over the fused convolutions of a YOLO11n ONNX file of another class list.

    A fused convolution has swallowed its batch norm. Each batch norm is therefore set
    to the mean and variance that real photos produce there and its scale and shift to
    their inverse, so that the net computes the same and can still be fine-tuned.

    Returns:
        The number of convolutions that were taken over.
    """
    graph = onnx.load(str(onnx_path)).graph
    weights = {item.name: numpy_helper.to_array(item) for item in graph.initializer}
    count, hooks = 0, []
    for name, module in net.named_modules():
        conv = getattr(module, "conv", None)
        weight, bias = weights.get(f"{name}.conv.weight"), weights.get(f"{name}.conv.bias")
        if weight is None or bias is None or not isinstance(conv, nn.Conv2d):
            continue
        if conv.weight.shape != weight.shape:
            continue
        conv.weight.data = torch.from_numpy(weight.copy())
        hooks.append(module.bn.register_forward_pre_hook(_fit_norm(torch.from_numpy(bias.copy()))))
        count += 1
    for name, module in net.named_modules():
        weight, bias = weights.get(f"{name}.weight"), weights.get(f"{name}.bias")
        if weight is None or bias is None or not isinstance(module, nn.Conv2d):
            continue
        if module.bias is not None and module.weight.shape == weight.shape:
            module.weight.data = torch.from_numpy(weight.copy())
            module.bias.data = torch.from_numpy(bias.copy())
            count += 1
    net.eval()
    with torch.no_grad():
        net(torch.stack([to_tensor(_square(photo)) for photo in photos]))
    for hook in hooks:
        hook.remove()
    return count


def _square(photo: NDArray[np.uint8], size: int = 640) -> NDArray[np.uint8]:
    boxed, _ = letterbox(photo, size)
    canvas = np.full((size, size, 3), 114, np.uint8)
    canvas[: boxed.shape[0], : boxed.shape[1]] = boxed
    return canvas


def _fit_norm(bias: torch.Tensor) -> Any:
    def hook(norm: nn.BatchNorm2d, inputs: tuple[torch.Tensor]) -> None:
        mean = inputs[0].mean((0, 2, 3))
        variance = inputs[0].var((0, 2, 3), unbiased=False)
        norm.running_mean = mean
        norm.running_var = variance
        norm.weight.data = (variance + norm.eps).sqrt()
        norm.bias.data = mean + bias

    return hook
