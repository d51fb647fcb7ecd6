"""Weights as bytes and halves: what comes back, and how much room they take."""

from __future__ import annotations

from pathlib import Path

import pytest
from numpy.testing import assert_allclose

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")

from safetensors.torch import load_file, save_file  # noqa: E402

from models.registry import open_session  # noqa: E402
from models.store.weights_file import network_shapes, tensor_shapes  # noqa: E402
from models.training.storage import LARGE, load_weights, save_small, shrink  # noqa: E402

pytestmark = pytest.mark.train


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """A large tensor whose outputs differ in size by a thousand, a small one, and a count."""
    torch.manual_seed(1)
    large = torch.randn(64, 64, 3, 3) * torch.logspace(-3, 0, 64).reshape(-1, 1, 1, 1)
    state = {"large": large, "small": torch.randn(10), "count": torch.tensor(7)}
    save_file(state, tmp_path / "weights.safetensors")
    return tmp_path / "weights.safetensors"


def test_each_output_keeps_its_precision(weights: Path, tmp_path: Path) -> None:
    save_small(weights, tmp_path / "small.safetensors")
    first, again = load_file(weights), load_weights(tmp_path / "small.safetensors")
    assert again.keys() == first.keys()
    assert all(again[name].dtype == first[name].dtype for name in first)
    most = first["large"].flatten(1).abs().amax(1)
    error = (again["large"] - first["large"]).flatten(1).abs().amax(1)
    assert (error <= most / 254 * 1.001).all()
    assert_allclose(again["small"], first["small"], rtol=1e-3)
    assert int(again["count"]) == 7


def test_stored_weights_stay_as_they_are(weights: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.safetensors", tmp_path / "two.safetensors"
    save_small(weights, one)
    save_small(one, two)
    assert torch.equal(load_file(one)["large"], load_file(two)["large"])


def test_the_room_they_take(weights: Path, tmp_path: Path) -> None:
    save_small(weights, tmp_path / "small.safetensors")
    data = (tmp_path / "small.safetensors").read_bytes()
    assert len(data) < 0.28 * weights.stat().st_size
    assert tensor_shapes(data)["large:scale"] == (64,)
    shapes = network_shapes(tensor_shapes(data))
    assert shapes == {"large": (64, 64, 3, 3), "small": (10,), "count": ()}


def test_halves_and_floats_alone_are_read_as_well(tmp_path: Path) -> None:
    state = {"a": torch.tensor([0.5, 2.0]).half(), "b": torch.tensor([1.5])}
    save_file(state, tmp_path / "earlier.safetensors")
    again = load_weights(tmp_path / "earlier.safetensors")
    assert {name: value.tolist() for name, value in again.items()} == {"a": [0.5, 2.0], "b": [1.5]}
    assert all(value.dtype == torch.float32 for value in again.values())


def test_a_shrunk_network_answers_as_before(tmp_path: Path) -> None:
    torch.manual_seed(2)
    net = torch.nn.Sequential(
        torch.nn.Conv2d(3, 16, 3), torch.nn.ReLU(), torch.nn.Conv2d(16, 256, 3),
        torch.nn.ReLU(), torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(256, 8),
    ).eval()  # fmt: skip
    assert net[2].weight.numel() > LARGE > net[6].weight.numel()
    path, images = tmp_path / "net.onnx", torch.rand(2, 3, 12, 12)
    torch.onnx.export(net, images, str(path), input_names=["images"], dynamo=False)
    size = path.stat().st_size
    shrink(path)
    assert path.stat().st_size < 0.32 * size
    (got,) = open_session(path.read_bytes(), 1).run(None, {"images": images.numpy()})
    with torch.no_grad():
        assert_allclose(got, net(images).numpy(), atol=0.01)
    kinds = {tensor.data_type for tensor in onnx.load(str(path)).graph.initializer}
    assert {onnx.TensorProto.INT8, onnx.TensorProto.FLOAT16} <= kinds
