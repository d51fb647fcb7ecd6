"""Training both networks for a few steps: losses, checkpoints, weights taken over, export."""

from __future__ import annotations

import argparse
import copy
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from datasets.synth import compose_scene
from datasets.synth.faces import PrintedFaces, drawn_sets
from models.registry import load_recogniser, open_session
from models.training.locator_data import LocatorSample
from models.training.reader_data import ReaderSample, labelled, stream
from models.training.sources import TrainingPhoto
from vision.faces import FACE_NAMES
from vision.locate import LocatorSettings, decode

# The extra `train` is large; the modules below need it.
torch = pytest.importorskip("torch")
pytest.importorskip("ultralytics")
pytest.importorskip("onnx")

from models.training import export, locator, loop, reader  # noqa: E402
from models.training.aligner_net import AlignerNet  # noqa: E402
from models.training.join import join  # noqa: E402
from models.training.locator_net import CornerLoss, LocatorNet, transplant  # noqa: E402
from models.training.reader_net import ReaderNet, take_over  # noqa: E402

pytestmark = pytest.mark.train

Batch = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """Small pictures gain nothing from threads, and one gives the same sums every time."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def drawn() -> PrintedFaces:
    (faces,) = drawn_sets(1, seed=5)
    return faces


@pytest.fixture(scope="module")
def batches(drawn: PrintedFaces) -> list[Batch]:
    scene = compose_scene(np.random.default_rng(1), drawn, (256, 256))
    exact = np.ones(len(scene.tiles), np.bool_)
    photo = TrainingPhoto(scene.pixels, scene.tiles, scene.corners, exact, "a", "a")
    samples = stream([photo], [(1.0, lambda _rng: drawn)], seed=1, real_share=0.1, batch=8)
    return [reader.collate(next(samples)) for _ in range(6)]


def same(one: Any, other: Any) -> bool:
    pairs = zip(one.state_dict().values(), other.state_dict().values(), strict=True)
    return all(torch.equal(a, b) for a, b in pairs)


def reader_net(seed: int) -> Any:
    """A reader without dropout, whose random draws a checkpoint does not hold."""
    torch.manual_seed(seed)
    net = ReaderNet()
    for module in net.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = 0.0
    return net


def schedule(steps: int, **changes: Any) -> loop.Schedule:
    fields = {"minutes": 10.0, "rate": 2e-3, "clip": 5.0, "report": 100, "save": 100}
    return loop.Schedule(steps, **{**fields, **changes})


def train(
    progress: loop.Progress, given: list[Batch], folder: Path, plan: loop.Schedule
) -> list[float]:
    return loop.run(progress, given, reader.reader_loss, plan, folder=folder, name="reader")


class TestLoop:
    @pytest.mark.parametrize(
        ("step", "rate"),
        [(0, 1 / 60), (29, 0.5), (59, 1.0), (60, 1.0), (360, 0.515), (660, 0.03), (9999, 0.03)],
    )
    def test_the_rate_rises_and_falls(self, step: int, rate: float) -> None:
        assert loop.learning_rate(step, 660, 1.0) == pytest.approx(rate)

    def test_a_run_shorter_than_the_warm_up(self) -> None:
        assert loop.learning_rate(60, 20, 1.0) == pytest.approx(1.0)

    @pytest.mark.parametrize(("step", "kept"), [(0, 1 / 20), (19, 20 / 39), (10**6, 0.998)])
    def test_the_average_follows_the_weights(self, step: int, kept: float) -> None:
        net, average = (torch.nn.BatchNorm1d(1) for _ in range(2))
        net.weight.data.fill_(3.0)
        net.num_batches_tracked.fill_(7)
        loop.update_average(average, net, step)
        assert average.weight.item() == pytest.approx(3 - 2 * kept, rel=1e-5)
        assert average.num_batches_tracked.item() == 7  # a count is no average

    def test_later_runs_see_other_samples(self) -> None:
        assert loop.stream_seed(1, 0) != loop.stream_seed(1, 500)

    def test_training_lowers_the_loss(self, batches: list[Batch], tmp_path: Path) -> None:
        progress = loop.Progress.of(reader_net(1), tmp_path, weight_decay=0.05)
        losses = train(progress, batches[:1] * 12, tmp_path, schedule(12, rate=0.01))
        assert losses[0] > 3.5  # ln 44 = 3.8: it knows nothing
        assert losses[-1] < losses[0] - 0.5

    def test_an_interrupted_run_ends_with_the_same_weights(
        self, batches: list[Batch], tmp_path: Path
    ) -> None:
        whole, part = tmp_path / "whole", tmp_path / "part"
        whole.mkdir()
        part.mkdir()
        straight = loop.Progress.of(reader_net(1), whole, weight_decay=0.05)
        train(straight, batches, whole, schedule(6))
        first = loop.Progress.of(reader_net(1), part, weight_decay=0.05)
        train(first, batches[:3], part, schedule(6, save=3))
        resumed = loop.Progress.of(reader_net(2), part, weight_decay=0.05)
        assert resumed.step == 3
        assert same(resumed.net, first.net)
        train(resumed, batches[3:], part, schedule(6))
        assert resumed.step == straight.step == 6
        assert same(resumed.net, straight.net)
        assert same(resumed.average, straight.average)
        assert not same(resumed.average, resumed.net)

    def test_time_ends_a_run_and_saves_it(self, batches: list[Batch], tmp_path: Path) -> None:
        progress = loop.Progress.of(reader_net(1), tmp_path, weight_decay=0.05)
        assert len(train(progress, batches, tmp_path, schedule(6, minutes=0.0))) == 1
        assert sorted(path.name for path in tmp_path.iterdir()) == [
            "reader.safetensors",
            "state.pt",
        ]
        saved = torch.load(tmp_path / "state.pt", weights_only=True)
        assert sorted(saved) == ["average", "net", "optimizer", "seconds", "step"]
        assert same(export.load_reader(tmp_path / "reader.safetensors"), progress.average)

    def test_a_budget_counts_earlier_runs_and_hurries_the_rate(self, tmp_path: Path) -> None:
        progress = loop.Progress.of(reader_net(1), tmp_path, weight_decay=0.05)
        plan = schedule(1000, budget=2.0)
        progress.step = 30
        assert (plan.place(progress), plan.ended(progress)) == (30, False)
        progress.seconds = 60.0
        assert (plan.place(progress), plan.ended(progress)) == (500, False)
        progress.seconds = 120.0
        assert (plan.place(progress), plan.ended(progress)) == (1000, True)
        progress.save(tmp_path, "reader")
        assert loop.Progress.of(reader_net(1), tmp_path, weight_decay=0.05).seconds == 120.0

    def test_batches_come_from_another_process_in_order(self) -> None:
        def make() -> Iterator[list[int]]:
            yield from ([number] for number in range(4))

        given = loop.Batches(make, lambda samples: {"n": torch.tensor(samples)})
        assert [int(batch["n"]) for batch in given.loader(prefetch=2)] == [0, 1, 2, 3]

    def test_a_forked_process_may_use_opencv(self) -> None:
        """It hung where this process had used OpenCV's threads before."""
        before = cv2.getNumThreads()
        cv2.setNumThreads(2)
        picture = np.zeros((600, 600, 3), np.uint8)
        cv2.GaussianBlur(cv2.resize(picture, (900, 900)), (0, 0), 9)

        def make() -> Iterator[list[int]]:
            while True:
                yield [int(cv2.GaussianBlur(cv2.resize(picture, (900, 900)), (0, 0), 9).max())]

        given = loop.Batches(make, lambda samples: {"n": torch.tensor(samples)})
        with loop.one_opencv_thread():
            assert int(next(iter(given.loader(prefetch=1)))["n"]) == 0
        assert cv2.getNumThreads() == 2
        cv2.setNumThreads(before)


class TestReader:
    def test_collate(self) -> None:
        pixels = np.zeros((96, 64, 3), np.uint8)
        pixels[0, 0] = (255, 0, 51)
        batch = reader.collate(
            [ReaderSample(pixels, 4, red=1, turn=3), ReaderSample(pixels, 43, parity=1)]
        )
        assert batch["images"].shape == (2, 3, 96, 64)
        assert_allclose(batch["images"][1, :, 0, 0].numpy(), [1, 0, 0.2])
        assert batch["face"].tolist() == [4, 43]
        assert batch["red"].tolist() == [1, -1]
        assert batch["turn"].tolist() == [3, -1]
        assert batch["parity"].tolist() == [-1, 1]

    def test_heads(self) -> None:
        face, red, kind, stamp, turn, embedding = ReaderNet().eval()(torch.rand(3, 3, 96, 64))
        assert face.shape == (3, len(FACE_NAMES))
        assert red.shape == stamp.shape == (3,)
        assert kind.shape == (3, 3)
        assert turn.shape == (3, 4)
        assert embedding.shape == (3, 128)
        assert_allclose(embedding.norm(dim=1).detach().numpy(), 1, rtol=1e-5)

    @pytest.mark.parametrize(
        ("name", "turn", "matters"),
        [
            ("0m", 1, {"red", "turn"}),
            ("4m", 1, {"turn"}),
            ("4m", None, set()),
            ("5z", 1, set()),
            ("2p", 1, {"turn"}),
            ("3-4d", 1, {"kind", "turn"}),
            ("3-4d", None, {"kind"}),
            ("fu*", 1, {"stamp", "turn"}),
            ("back", 1, set()),
        ],
    )
    def test_only_known_answers_count(self, name: str, turn: int | None, matters: set[str]) -> None:
        sample = labelled(np.zeros((96, 64, 3), np.uint8), name, turn)
        batch = reader.collate([sample])

        def loss(head: str, logit: float) -> float:
            answers = {
                "red": torch.zeros(1), "kind": torch.zeros(1, 3), "stamp": torch.zeros(1),
                "turn": torch.zeros(1, 4),
            }  # fmt: skip
            answers[head].view(-1)[{"kind": 2, "turn": 1}.get(head, 0)] = logit
            face = torch.zeros(1, len(FACE_NAMES))
            return float(reader.reader_loss(lambda _images: (face, *answers.values(), None), batch))

        for head in ("red", "kind", "stamp", "turn"):
            better = loss(head, 5) < loss(head, -5)
            assert better is (head in matters)

    def test_earlier_mahjong_weights_keep_their_faces(self) -> None:
        """A reader of 44 classes becomes one of all families; *nothing* stays last."""
        old = {**ReaderNet(1).state_dict()}
        old["face.bias"] = torch.arange(44.0)
        old["face.weight"] = torch.ones(44, 192)
        old["gone.weight"] = torch.ones(3)
        net = ReaderNet(1)
        before = net.face.bias.clone()
        assert take_over(net, old) == len(old) - 1
        assert net.face.bias[:43].tolist() == list(range(43))
        assert float(net.face.bias[-1]) == 43
        assert torch.equal(net.face.bias[43:-1], before[43:-1])

    def test_earlier_heads_answer_as_before(self) -> None:
        """Face and turn saw the embedding only (128 numbers), kind and stamp the details (64)."""
        torch.manual_seed(1)
        net, old = ReaderNet(1).eval(), {**ReaderNet(1).state_dict()}
        seen = {"face": slice(0, 128), "turn": slice(0, 128)}
        seen |= {"kind": slice(128, 192), "stamp": slice(128, 192)}
        for head, columns in seen.items():
            old[f"{head}.weight"] = old[f"{head}.weight"][:, columns]
        assert take_over(net, old) == len(old)
        for head, columns in seen.items():
            weight = getattr(net, head).weight
            assert torch.equal(weight[:, columns], old[f"{head}.weight"])
            assert float(weight.abs().sum()) == pytest.approx(
                float(old[f"{head}.weight"].abs().sum())
            )

    def test_an_earlier_trunk_stands_for_both(self) -> None:
        """Readers of one trunk named its parts as their own."""
        torch.manual_seed(2)
        old, net = ReaderNet(1).eval(), ReaderNet(2).eval()
        weights = {
            name.removeprefix("trunks.0."): value for name, value in old.state_dict().items()
        }
        assert take_over(net, weights) == len(net.state_dict())
        faces = torch.rand(3, 3, 96, 64)
        with torch.no_grad():
            for before, after in zip(old(faces), net(faces), strict=True):
                assert_allclose(after.numpy(), before.numpy(), atol=1e-5)

    def test_joined_readers_say_what_both_say_on_average(self) -> None:
        torch.manual_seed(3)
        first, second = ReaderNet(1).eval(), ReaderNet(1).eval()
        joined = join([first, second]).eval()
        faces = torch.rand(3, 3, 96, 64)
        with torch.no_grad():
            one, other, both = first(faces), second(faces), joined(faces)
        for a, b, mean in zip(one[:5], other[:5], both[:5], strict=True):
            assert_allclose(mean.numpy(), ((a + b) / 2).numpy(), atol=1e-5)
        assert_allclose(both[5].numpy(), one[5].numpy(), atol=1e-6)


SQUARE = torch.tensor([[40.0, 40.0], [80.0, 40.0], [80.0, 96.0], [40.0, 96.0]])


def corner_loss(
    predicted: Any, truth: Any, *, seen: tuple[float, ...] = (1.0, 1.0), stride: float = 8.0
) -> float:
    """Loss of two anchors in one picture, for two truth tiles; coordinates in pixels."""
    criterion = CornerLoss.__new__(CornerLoss)
    visible = torch.tensor(seen)[:, None, None].expand(2, 4, 1)
    keypoints = torch.cat([truth, visible], dim=2)[None]
    boxes = torch.cat([truth.amin(1), truth.amax(1)], dim=1)[None]
    guess = torch.cat([predicted / stride, torch.zeros(2, 4, 1)], dim=2)[None]
    loss, visibility = criterion.calculate_keypoints_loss(
        torch.tensor([[True, True]]), torch.tensor([[0, 1]]), keypoints,
        torch.full((2, 1), stride), boxes, guess,
    )  # fmt: skip
    assert float(visibility) == 0
    return float(loss)


class TestCornerLoss:
    truth = torch.stack([SQUARE, SQUARE + 100])

    def predicted(self) -> Any:
        torch.manual_seed(3)
        return self.truth + 3 * torch.randn(2, 4, 2)

    @pytest.mark.parametrize("shift", range(4))
    def test_which_corner_is_first_does_not_matter(self, shift: int) -> None:
        rolled = self.truth.clone()
        rolled[0] = rolled[0].roll(shift, 0)
        expected = corner_loss(self.predicted(), self.truth)
        assert corner_loss(self.predicted(), rolled) == pytest.approx(expected, rel=1e-6)

    @pytest.mark.parametrize("shift", [1, 2, 3])
    def test_the_networks_first_corner_is_the_top_left(self, shift: int) -> None:
        upright = corner_loss(self.predicted(), self.truth)
        assert corner_loss(self.predicted().roll(shift, 1), self.truth) > 10 * upright

    @pytest.mark.parametrize(("shift", "free"), [(0, True), (3, True), (1, False), (2, False)])
    def test_two_corners_of_a_diamond_may_be_first(self, shift: int, free: bool) -> None:
        """Turned by 45° clockwise, the face's own top left and bottom left are as near."""
        diamond = torch.tensor([[60.0, 40.0], [90.0, 70.0], [60.0, 100.0], [30.0, 70.0]])
        truth = torch.stack([diamond, diamond + 100])
        assert (corner_loss(truth.roll(-shift, 1), truth) < 0.01) is free

    def test_right_corners_cost_almost_nothing(self) -> None:
        assert corner_loss(self.truth, self.truth) == pytest.approx(1e-3, abs=1e-4)
        assert corner_loss(self.predicted(), self.truth) > 0.05

    def test_the_direction_does_matter(self) -> None:
        assert corner_loss(self.truth.flip(1), self.truth) > 0.5

    def test_tiles_of_unknown_turn_do_not_count(self) -> None:
        wrong = self.truth.clone()
        wrong[1] += 30
        assert corner_loss(wrong, self.truth, seen=(1.0, 0.0)) == pytest.approx(1e-3, abs=1e-4)
        assert corner_loss(wrong, self.truth, seen=(0.0, 0.0)) == 0

    def test_the_stride_does_not_matter(self) -> None:
        coarse = corner_loss(self.predicted(), self.truth, stride=32.0)
        fine = corner_loss(self.predicted(), self.truth, stride=8.0)
        assert coarse == pytest.approx(fine, rel=1e-2)

    def test_no_tile_no_loss(self) -> None:
        criterion = CornerLoss.__new__(CornerLoss)
        guess = torch.ones(1, 2, 4, 3, requires_grad=True)
        nothing = torch.zeros(1, 2, dtype=torch.bool)
        loss, _ = criterion.calculate_keypoints_loss(
            nothing, nothing.long(), torch.zeros(1, 0, 4, 3), torch.ones(2, 1),
            torch.zeros(1, 2, 4), guess,
        )  # fmt: skip
        loss.backward()
        assert loss.item() == 0


def picture(seed: int, size: int = 128) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, (size, size, 3)).astype(np.uint8)


def locator_samples() -> list[LocatorSample]:
    quad = np.array([[16, 32], [64, 32], [64, 96], [16, 96]], np.float32)
    two = np.stack([quad, quad + np.array([80, 0], np.float32)])
    return [
        LocatorSample(picture(0), two, np.array([True, False])),
        LocatorSample(picture(1), np.zeros((0, 4, 2), np.float32), np.zeros(0, np.bool_)),
        LocatorSample(picture(2), two[:1], np.array([True])),
    ]


class TestLocator:
    def test_collate(self) -> None:
        batch = locator.collate(locator_samples())
        assert batch["img"].shape == (3, 3, 128, 128)
        assert batch["batch_idx"].tolist() == [0, 0, 2]
        assert batch["cls"].shape == (3, 1)
        assert_allclose(batch["bboxes"][0], [0.3125, 0.5, 0.375, 0.5])
        # The second tile leaves the picture at 144 of 128 pixels; its box is cut there.
        assert_allclose(batch["bboxes"][1], [0.875, 0.5, 0.25, 0.5])
        assert batch["keypoints"].shape == (3, 4, 3)
        assert batch["keypoints"][..., 2].tolist() == [[1] * 4, [0] * 4, [1] * 4]
        assert_allclose(batch["keypoints"][0, 0], [0.125, 0.25, 1])

    def test_the_loss_reaches_the_weights(self) -> None:
        torch.manual_seed(1)
        net = LocatorNet().train()
        loss = locator.locator_loss(net, locator.collate(locator_samples()))
        loss.backward()
        assert torch.isfinite(loss)
        first = next(net.parameters()).grad
        assert first is not None
        assert float(first.abs().sum()) > 0

    def test_weights_are_needed_to_begin(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        arguments = ["locator", "--photos", str(tmp_path), "--out", str(tmp_path / "out")]
        monkeypatch.setattr(sys, "argv", arguments)
        with pytest.raises(SystemExit):
            locator.main()
        assert "--onnx or --start" in capsys.readouterr().err


def warmed_locator() -> Any:
    """A locator with statistics of its own in every batch norm."""
    torch.manual_seed(4)
    net = LocatorNet().train()
    with torch.no_grad():
        for seed in range(3):
            net(torch.from_numpy(picture(seed)).permute(2, 0, 1)[None].float() / 255)
        for module in net.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.weight.normal_(1, 0.1)
                module.bias.normal_(0, 0.1)
            elif isinstance(module, torch.nn.Conv2d) and module.bias is not None:
                module.bias.normal_(0, 0.1)  # the exporter merges equal ones
    return net.eval()


def test_weights_are_taken_over_from_a_fused_network(tmp_path: Path) -> None:
    source = warmed_locator()
    fused = copy.deepcopy(source).fuse(verbose=False)
    path = tmp_path / "fused.onnx"
    torch.onnx.export(
        fused, torch.zeros(1, 3, 64, 64), str(path), opset_version=export.OPSET, dynamo=False
    )
    torch.manual_seed(5)
    net = LocatorNet()
    count = transplant(net, path, [picture(seed) for seed in range(2)])
    # All but the fixed weights that turn box distributions into numbers.
    convolutions = sum(isinstance(module, torch.nn.Conv2d) for module in net.modules())
    assert count == convolutions - 1
    images = torch.from_numpy(picture(9)).permute(2, 0, 1)[None].float() / 255
    with torch.no_grad():
        expected, got = source(images)[0], net(images)[0]
    assert_allclose(got.numpy(), expected.numpy(), atol=1e-2, rtol=1e-3)
    net.train()  # and it can still be trained
    assert torch.isfinite(locator.locator_loss(net, locator.collate(locator_samples())))


def test_first_weights(tmp_path: Path) -> None:
    net = warmed_locator()
    weights = tmp_path / "start.safetensors"
    loop.Progress.of(net, tmp_path, weight_decay=0.01).save(tmp_path, "start")
    arguments = argparse.Namespace(start=weights, onnx=None, out=tmp_path)
    assert same(locator.first_net(arguments, []), net)


def test_exported_networks_are_the_trained_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From weights to a manifest that the registry accepts, rounding apart."""
    finder, namer = warmed_locator(), reader_net(6).eval()
    loop.Progress.of(finder, tmp_path, weight_decay=0.01).save(tmp_path, "finder")
    loop.Progress.of(namer, tmp_path / "none", weight_decay=0.01).save(tmp_path, "namer")
    mover = AlignerNet().eval()
    loop.Progress.of(mover, tmp_path / "none", weight_decay=0.01).save(tmp_path, "mover")
    out = tmp_path / "out"
    out.mkdir()
    monkeypatch.setattr(sys, "argv", [
        "export", "--locator", str(tmp_path / "finder.safetensors"),
        "--reader", str(tmp_path / "namer.safetensors"),
        "--aligner", str(tmp_path / "mover.safetensors"),
        "--version", "9.1", "--settings", '{"temperature": 1.3}', "--out", str(out),
    ])  # fmt: skip
    export.main()
    manifest = json.loads((out / "manifest.json").read_text("utf-8"))
    assert manifest["models"]["reader"]["settings"] == {"temperature": 1.3}
    recogniser = load_recogniser(out)
    assert recogniser.models == {"locator": "9.1", "reader": "9.1", "aligner": "9.1"}
    assert recogniser.aligner is not None
    assert recogniser.reader.settings.temperature == 1.3

    for count in (1, 3):
        faces = torch.rand(count, 3, 96, 64)
        session = open_session((out / "reader.onnx").read_bytes(), threads=1)
        with torch.no_grad():
            expected = namer(faces)
        for want, got in zip(expected, session.run(None, {"images": faces.numpy()}), strict=True):
            assert_allclose(got, want.numpy(), atol=0.02)
        moving = open_session((out / "aligner.onnx").read_bytes(), threads=1)
        (shifts,) = moving.run(None, {"images": faces.numpy()})
        with torch.no_grad():
            assert_allclose(shifts, mover(faces).numpy(), atol=0.005)

    session = open_session((out / "locator.onnx").read_bytes(), threads=1)
    for height, width in ((64, 96), (128, 64)):
        images = torch.rand(1, 3, height, width)
        (answer,) = session.run(None, {"images": images.numpy()})
        with torch.no_grad():
            expected = finder(images)[0].numpy()
        assert answer.shape == expected.shape == (1, 17, height * width // 1024 * 21)
        assert_allclose(answer[0, :5], expected[0, :5], atol=0.5)
        decode(answer[0], LocatorSettings())

    half = export.load_reader(out / "reader.safetensors")
    for small, full in zip(half.parameters(), namer.parameters(), strict=True):
        # A byte is off by at most half of its step, a half by a thousandth.
        step = full.detach().flatten(1).abs().amax(1).max() / 254 if full.ndim > 1 else 0.0
        assert_allclose(small.detach(), full.detach(), rtol=1e-3, atol=float(step) + 1e-6)
