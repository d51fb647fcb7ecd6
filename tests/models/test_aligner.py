"""Training the aligner for a few steps: its loss, and what it learns."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.training.aligner_data import AlignerSample, cut_tiles
from models.training.locator_data import LocatorSample

# The extra `train` is large; the modules below need it.
torch = pytest.importorskip("torch")
pytest.importorskip("ultralytics")
pytest.importorskip("onnx")

from models.training.aligner import aligner_loss, collate  # noqa: E402
from models.training.aligner_net import AlignerNet  # noqa: E402

pytestmark = pytest.mark.train


def samples(*shifts: float) -> list[AlignerSample]:
    """Samples whose every coordinate is off by so much."""
    return [
        AlignerSample(np.zeros((96, 64, 3), np.uint8), np.full((4, 2), shift, np.float32))
        for shift in shifts
    ]


def test_collate() -> None:
    batch = collate(samples(0.1, -0.2))
    assert batch["images"].shape == (2, 3, 96, 64)
    assert_allclose(batch["shifts"].numpy(), [[0.1] * 8, [-0.2] * 8], atol=1e-7)


@pytest.mark.parametrize(("off", "loss"), [(0.0, 0.0), (0.0025, 0.0625), (-0.105, 10.25)])
def test_the_loss_grows_with_the_distance(off: float, loss: float) -> None:
    batch = collate(samples(off))
    assert float(aligner_loss(lambda images: torch.zeros(len(images), 8), batch)) == pytest.approx(
        loss, abs=1e-5
    )


def test_it_learns_where_a_tile_is() -> None:
    """A white tile on black, cut imprecisely: a few steps, and it is missed by much less."""
    torch.manual_seed(1)
    rng = np.random.default_rng(1)
    pixels = np.zeros((200, 200, 3), np.uint8)
    quad = np.array([[70, 50], [130, 50], [130, 140], [70, 140]], np.float32)
    pixels[50:140, 70:130] = 255
    scene = LocatorSample(pixels, quad[None], np.ones(1, np.bool_))
    cuts = [sample for _ in range(60) for sample in cut_tiles(rng, scene)]
    net = AlignerNet()
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3)
    losses = []
    for _ in range(25):
        batch = collate([cuts[i] for i in rng.permutation(len(cuts))[:48]])
        loss = aligner_loss(net, batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert np.mean(losses[-5:]) < 0.5 * losses[0]
