"""The network's inner map as an output, and what is done where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from models.enrol import features
from models.enrol.features import SeeingSession, look, with_output
from models.registry import model_bytes, open_session, shipped_models


@pytest.fixture(scope="module")
def model() -> bytes:
    return model_bytes(shipped_models()["reader"])


@pytest.fixture
def faces() -> NDArray[np.uint8]:
    return np.random.default_rng(1).integers(0, 256, (3, 96, 64, 3), dtype=np.uint8)


def test_the_field_is_written_as_protocol_buffers_say() -> None:
    """Graph is field 7 of a model, output field 12 of a graph, name field 1 of a value."""
    assert with_output(b"model", "ab") == b"model" + bytes([0x3A, 6, 0x62, 4, 0x0A, 2]) + b"ab"
    long = with_output(b"", "x" * 200)
    assert long[:3] == bytes([0x3A, 0xCE, 0x01])
    assert len(long) == 3 + 0xCE - 0x80 + 0x80


def test_the_map_joins_the_outputs_and_changes_none(model: bytes, faces: NDArray[np.uint8]) -> None:
    images = faces.transpose(0, 3, 1, 2).astype(np.float32) / 255
    plain = open_session(model).run(None, {"images": images})
    seeing = SeeingSession(model)
    outputs = seeing.run(None, {"images": images})
    assert seeing.kind == "map"
    assert len(outputs) == len(plain) == 6
    for mine, other in zip(outputs[:5], plain[:5], strict=True):
        assert_allclose(mine, other, atol=1e-4)
    assert outputs[5].shape == (3, 3072)


def test_without_the_map_it_is_the_embedding(
    model: bytes, faces: NDArray[np.uint8], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(features, "MAPS", ("/no/such/tensor",))
    seeing = SeeingSession(model)
    assert seeing.kind == "embedding"
    seen = look(seeing, faces)
    assert_allclose(np.linalg.norm(seen.features, axis=1), 1, atol=1e-3)
    assert seen.features.shape == (3, 128)
    assert ((seen.nothing >= 0) & (seen.nothing <= 1)).all()
