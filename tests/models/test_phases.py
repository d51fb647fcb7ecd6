"""Parts of a retraining that need PyTorch: steady batch norms, corners of loosely marked photos."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from datasets.labels import Mark, MarkedPhoto
from models.training.sources import SCENE_SHARES, TrainingPhoto
from scoring.tiles import Family, Tile
from vision.locate import Locator, Quads

torch = pytest.importorskip("torch")
load_file = pytest.importorskip("safetensors.torch").load_file
pytest.importorskip("onnx")

from models.project import Phase, ProjectError  # noqa: E402
from models.training import material, phases, settle  # noqa: E402
from models.training.keep import KeepingLoss, distance  # noqa: E402
from models.training.loop import save_weights, steady  # noqa: E402
from models.training.reader import reader_loss  # noqa: E402
from models.training.reader_net import ReaderNet  # noqa: E402
from models.training.watch import BEST  # noqa: E402

pytestmark = pytest.mark.train

UPRIGHT = [(10.0 + 40 * place, 10.0, 40.0 + 40 * place, 52.0) for place in range(4)]
LOOSE = [(10.0 + 25 * place, 10.0 + 9 * place, 40.0 + 25 * place, 52.0 + 9 * place)
         for place in range(4)]  # fmt: skip


class FixedLocator(Locator):
    """Finds the same tiles in every photo."""

    def __init__(self, boxes: list[tuple[float, float, float, float]]) -> None:
        self.found = np.array([corners(box) for box in boxes], np.float32).reshape(-1, 4, 2)

    def __call__(self, pixels: NDArray[np.uint8], *_: object) -> Quads:
        del pixels
        return Quads(self.found, np.ones(len(self.found), np.float32))


def corners(box: tuple[float, float, float, float]) -> list[list[float]]:
    x0, y0, x1, y1 = box
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def training_photo(
    folder: Path, boxes: list[tuple[float, float, float, float]], locator: Locator
) -> TrainingPhoto:
    path = folder / "a.png"
    Image.new("RGB", (240, 160)).save(path)
    marks = tuple(Mark("1m", box, tile=Tile.parse("1m")) for box in boxes)
    return material._training_photo(MarkedPhoto(path, 240, 160, marks), locator)


class TestCorners:
    def test_boxes_of_tiles_along_the_picture_are_their_corners(self, tmp_path: Path) -> None:
        made = training_photo(tmp_path, UPRIGHT, FixedLocator([]))
        assert made.exact.tolist() == [True] * 4
        assert made.quads[1].tolist() == corners(UPRIGHT[1])

    def test_a_better_locator_finds_what_an_earlier_one_did_not(self, tmp_path: Path) -> None:
        loose = training_photo(tmp_path, LOOSE, FixedLocator(LOOSE[:1]))
        assert loose.exact.tolist() == [True, False, False, False]
        before = phases.Material([loose], [loose], [], [])
        better = FixedLocator([LOOSE[0], (38.0, 20.0, 64.0, 60.0), *LOOSE[2:]])
        after = material.with_found_corners(before, better)
        for photo in (after.train[0], after.held_out[0]):
            assert photo.exact.tolist() == [True] * 4
            assert photo.quads[1].tolist() == corners((38.0, 20.0, 64.0, 60.0))

    def test_exact_ones_are_not_looked_for_again(self, tmp_path: Path) -> None:
        exact = training_photo(tmp_path, UPRIGHT, FixedLocator([]))
        same = material.with_found_corners(
            phases.Material([exact], [], [], []), FixedLocator([(0.0, 0.0, 9.0, 9.0)])
        )
        assert same.train[0] is exact

    def test_a_reader_cannot_learn_without_any(self, tmp_path: Path) -> None:
        loose = training_photo(tmp_path, LOOSE, FixedLocator([]))
        start = tmp_path / "start.safetensors"
        save_weights(ReaderNet(), start)
        with pytest.raises(ProjectError, match="mark corners, or train the locator first"):
            phases.train_phase(
                Phase(workers=0, threads=1), phases.Material([loose], [loose], [], []), start,
                tmp_path / "run", seed=1, device="cpu", tell=lambda _step, _loss: None,
            )  # fmt: skip


@pytest.mark.parametrize(("name", "trunk"), [("1m", 0), ("5z", 0), ("3-4d", 1), ("fu*", 1)])
def test_one_trunk_learns_and_the_other_stays(name: str, trunk: int, tmp_path: Path) -> None:
    photo = replace(training_photo(tmp_path, UPRIGHT, FixedLocator([])), tiles=(name,) * 4)
    start = tmp_path / "start.safetensors"
    save_weights(ReaderNet(), start)
    made = phases.Material([photo], [photo], [], [])
    net = phases._reader(Phase(), made, start, 1)[0]
    learns = [all(item.requires_grad for item in part.parameters()) for part in net.trunks]
    stays = [not any(item.requires_grad for item in part.parameters()) for part in net.trunks]
    assert (learns, stays) == ([trunk == 0, trunk == 1], [trunk == 1, trunk == 0])
    assert net.face.weight.requires_grad


def test_batch_norms_keep_their_statistics_and_learn_their_weights() -> None:
    net = torch.nn.Sequential(torch.nn.BatchNorm1d(2), torch.nn.Dropout(0.5)).train()
    batch = {"x": torch.tensor([[3.0, 1.0], [5.0, 1.0]])}
    seen: list[Any] = []

    def loss_of(model: Any, given: dict[str, Any]) -> Any:
        seen.append(model[0](given["x"]))
        return seen[-1].sum()

    steady(loss_of)(net, batch).backward()
    assert net[0].running_mean.tolist() == [0.0, 0.0]
    assert seen[0][:, 0].tolist() == pytest.approx([3.0, 5.0], rel=1e-4)
    assert net[0].weight.grad[0].item() == pytest.approx(8.0, rel=1e-4)
    assert net[1].training


class TestSettling:
    """Nets of one weight, which is 0 at first and 10 at its best; the loss wants another one.

    What was known costs 1, and more from the weight ``bearable`` on.
    """

    @pytest.mark.parametrize(
        ("wanted", "bearable", "blend"),
        [
            (10.0, 10, 1.0),
            (6.8, 10, 0.7),
            (2.2, 10, 0.2),
            (10.0, 9.9, 0.7),  # the best weights forget
            (10.0, 3.6, 0.35),
            (10.0, 0.1, 0.2),  # all forget: those that forget least
        ],
    )
    def test_the_best_of_those_that_forget_nothing(
        self, wanted: float, bearable: float, blend: float, tmp_path: Path
    ) -> None:
        net = torch.nn.Linear(1, 1, bias=False)
        net.weight.data.fill_(10.0)
        save_weights(net, tmp_path / BEST)
        first = {"weight": torch.zeros(1, 1)}

        def judge(trial: Any) -> float:
            loss: float = abs(trial.weight.item() - wanted)
            return loss

        def known(trial: Any) -> list[float]:
            return [1.0, 1.0 + max(0.0, trial.weight.item() - bearable)]

        assert settle.settle(net, first, tmp_path, judge, known) == blend
        settled = load_file(tmp_path / settle.SETTLED)
        assert settled["weight"].item() == pytest.approx(10 * blend)

    def test_counts_are_not_blended(self) -> None:
        first, last = torch.nn.BatchNorm1d(1), torch.nn.BatchNorm1d(1)
        last.num_batches_tracked.fill_(7)
        last.running_mean.fill_(2.0)
        mixed = settle._blended(first.state_dict(), last.state_dict(), 0.5)
        assert mixed["num_batches_tracked"].item() == 7
        assert mixed["running_mean"].item() == 1.0


def test_random_designs_keep_the_proportions_of_the_shipped_training() -> None:
    makers: dict[Family, Any] = dict.fromkeys(Family)
    shared = material._shared_out(0.7, makers, SCENE_SHARES)
    assert [share for share, _ in shared] == pytest.approx([0.2, 0.2, 0.3])


class TestKeeping:
    @pytest.fixture
    def net(self) -> Any:
        torch.manual_seed(1)
        return ReaderNet().eval()

    def batch(self, net: Any, right: bool) -> dict[str, Any]:
        """Two pictures with what the net says of them as labels, or with something else."""
        images = torch.rand(2, 3, 96, 64, generator=torch.Generator().manual_seed(2))
        with torch.no_grad():
            face = net(images)[0].argmax(1)
        unknown = torch.tensor([-1, -1])
        others = dict.fromkeys(("red", "kind", "stamp", "turn", "parity"), unknown)
        return {"images": images, "face": face if right else (face + 1) % 40, **others}

    def test_nothing_is_added_before_the_net_moves(self, net: Any) -> None:
        batch = self.batch(net, right=True)
        kept = KeepingLoss(net)(net, batch)
        assert kept.item() == pytest.approx(reader_loss(net, batch).item(), abs=1e-4)

    @pytest.mark.parametrize("right", [True, False])
    def test_answers_that_were_right_hold_the_net_back(self, net: Any, right: bool) -> None:
        batch = self.batch(net, right)
        loss_of = KeepingLoss(net)
        with torch.no_grad():
            net.face.bias.add_(torch.linspace(-1, 1, len(net.face.bias)))
        added = loss_of(net, batch).item() - reader_loss(net, batch).item()
        assert (added > 0.1) is right

    def test_the_start_does_not_learn(self, net: Any) -> None:
        loss_of = KeepingLoss(net)
        loss_of(net, self.batch(net, right=True)).backward()
        assert net.face.weight.grad is not None
        assert all(item.grad is None for item in loss_of._start.parameters())

    def test_distance(self) -> None:
        old = torch.tensor([[0.0, 0.0]])
        new = torch.tensor([[2 * np.log(3.0), 0.0]])
        # Softened: halves against three quarters and one quarter.
        expected = 4 * 0.5 * (np.log(0.5 / 0.75) + np.log(0.5 / 0.25))
        assert distance(old, new).item() == pytest.approx(expected, rel=1e-5)
        assert distance(new, new).item() == pytest.approx(0.0, abs=1e-6)
