"""Weights in little room: large tensors as bytes with a scale for each output, the rest as halves.

A byte has an error of at most 1/254 of an output's largest weight; what that costs in photos read
right is measured with each version. The same form serves the safetensors file that training goes
on from and the ONNX file, whose runtime computes the weights from it when it loads them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from safetensors.torch import load_file, save_file

from models.store.weights_file import SCALE

LARGE, HALVED = 30_000, 256
"""Tensors of so many numbers are stored as bytes; smaller ones as halves, in ONNX from the second
on, as each costs an operator."""
LEVELS = 127


def load_weights(path: Path) -> dict[str, torch.Tensor]:
    """Read stored weights, of this form or of halves or floats alone, as float32."""
    state = load_file(path)
    scales = {name: state.pop(name + SCALE) for name in list(state) if name + SCALE in state}
    result = {}
    for name, value in state.items():
        if name in scales:
            scale = scales[name].float().reshape(-1, *[1] * (value.ndim - 1))
            result[name] = value.float() * scale
        else:
            result[name] = value.float() if value.dtype == torch.float16 else value
    return result


def save_small(weights: Path, out: Path) -> None:
    """Store training weights in little room, for retraining."""
    small: dict[str, torch.Tensor] = {}
    for name, value in load_weights(weights).items():
        if value.dtype != torch.float32:
            small[name] = value
        elif _is_large(value.shape):
            bytes_, scale = _in_bytes(value.numpy())
            small[name], small[name + SCALE] = torch.from_numpy(bytes_), torch.from_numpy(scale)
        else:
            small[name] = value.half()
    save_file(small, out)


def shrink(path: Path) -> None:
    """Store the weights of an ONNX file in little room.

    ONNX Runtime folds what is computed from constants when it loads a file, so that it computes in
    float32 as before, with rounded weights.
    """
    model = onnx.load(str(path))
    graph = model.graph
    nodes = []
    for tensor in list(graph.initializer):
        array = numpy_helper.to_array(tensor)
        if array.dtype != np.float32 or array.size < HALVED:
            continue
        graph.initializer.remove(tensor)
        if _is_large(array.shape):
            bytes_, scale = _in_bytes(array)
            scale = scale.reshape(-1, *[1] * (array.ndim - 1))
            for name, part in ((f"{tensor.name}_bytes", bytes_), (f"{tensor.name}_scale", scale)):
                graph.initializer.append(numpy_helper.from_array(part, name))
            whole = f"{tensor.name}_whole"
            nodes += [
                _cast(f"{tensor.name}_bytes", whole),
                helper.make_node("Mul", [whole, f"{tensor.name}_scale"], [tensor.name]),
            ]
        else:
            half = numpy_helper.from_array(array.astype(np.float16), f"{tensor.name}_half")
            graph.initializer.append(half)
            nodes.append(_cast(half.name, tensor.name))
    for node in reversed(nodes):
        graph.node.insert(0, node)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def _cast(source: str, target: str) -> onnx.NodeProto:
    return helper.make_node("Cast", [source], [target], to=onnx.TensorProto.FLOAT)


def _is_large(shape: torch.Size | tuple[int, ...]) -> bool:
    """Whether a tensor is stored as bytes: it is large, and has outputs that differ in scale."""
    return len(shape) > 1 and int(np.prod(shape)) >= LARGE


def _in_bytes(array: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """A tensor as bytes from -127 to 127, and what each output's are to be multiplied by."""
    flat = array.reshape(len(array), -1)
    scale = np.maximum(np.abs(flat).max(axis=1), 1e-12).astype(np.float32) / LEVELS
    whole = np.rint(flat / scale[:, None]).astype(np.int8)
    return whole.reshape(array.shape), scale.astype(np.float32)
