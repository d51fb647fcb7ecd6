"""A whole retraining, tiny: killed half-way, resumed, promoted; a ruined one is refused."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from datasets.formats.detect import FORMATS
from datasets.labels import Mark, MarkedPhoto
from datasets.synth import compose_scene
from datasets.synth.faces import drawn_sets
from models.store.store import HOME_VARIABLE, Store
from models.store.version import SHIPPED, Origin
from scoring.tiles import Tile

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from models.training.loop import STATE, Progress  # noqa: E402
from models.training.reader_net import ReaderNet  # noqa: E402
from models.training.watch import BEST, LOSSES, EarlyStop  # noqa: E402

pytestmark = pytest.mark.train

EPOCH, STEPS = 2, 8
PROJECT = f"""
name = "NAME"
others = 1
held_out = 0.34

[[data]]
path = "photos"

[[design]]
name = "random:7"

[[phase]]
net = "reader"
steps = {STEPS}
epoch = {EPOCH}
batch = 8
workers = 0
rate = RATE
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Scenes of one drawn set as the owner's photos, and others of another as the kept set."""
    place = tmp_path_factory.mktemp("retrain")
    for seed, name in ((5, "photos"), (6, "kept")):
        (faces,) = drawn_sets(1, seed)
        pictures, raw = [], place / f"raw-{name}"
        raw.mkdir()
        for index in range(6):
            scene = compose_scene(np.random.default_rng((seed, index)), faces, (640, 640))
            path = raw / f"{name}{index}.png"
            Image.fromarray(scene.pixels).save(path)
            marks = tuple(_mark(*item) for item in zip(scene.tiles, scene.corners, strict=True))
            pictures.append(MarkedPhoto(path, 640, 640, marks))
        (place / name).mkdir()
        FORMATS["wahua"].write(pictures, place / name)
    return place


def _mark(name: str, corners: Any) -> Mark:
    points = [(float(x), float(y)) for x, y in corners]
    mark = Mark.of_corners(name, points)
    return Mark(mark.name, mark.box, mark.corners, tile=Tile.parse(name))


def wahua(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "service.cli", *arguments]


def environment(folder: Path) -> dict[str, str]:
    root = str(Path(__file__).parents[2])
    return {**os.environ, HOME_VARIABLE: str(folder / "home"), "PYTHONPATH": root,
            "OMP_NUM_THREADS": "1"}  # fmt: skip


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        wahua(*arguments), cwd=folder, env=environment(folder), text=True,
        capture_output=True, timeout=600, check=False,
    )  # fmt: skip


def write_project(folder: Path, name: str, rate: float) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(PROJECT.replace("NAME", name).replace("RATE", str(rate)))
    return path


def steps_done(state: Path) -> int:
    return int(torch.load(state, weights_only=True)["step"]) if state.exists() else 0


def killed_half_way(folder: Path, project: Path, state: Path) -> int:
    """Begin a training and kill it as soon as a checkpoint is there; its step."""
    with (folder / "killed.log").open("w") as log:
        process = subprocess.Popen(
            wahua("train", project.name), cwd=folder, env=environment(folder),
            start_new_session=True, stdout=log, stderr=log,
        )  # fmt: skip
        while process.poll() is None and not state.exists():
            time.sleep(0.02)
        assert process.poll() is None, (folder / "killed.log").read_text("utf-8")
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return steps_done(state)


def test_killed_resumed_promoted_and_rolled_back(folder: Path) -> None:
    store = Store(folder / "home" / "models")
    project = write_project(folder, "own", 2e-4)
    state = folder / "runs" / "own" / "1-reader" / STATE
    done = killed_half_way(folder, project, state)
    assert EPOCH <= done < STEPS
    assert store.names() == []

    answer = run(folder, "train", project.name)
    assert answer.returncode == 0, answer.stderr
    assert steps_done(state) == STEPS
    looks = json.loads((state.parent / LOSSES).read_text("utf-8"))
    # No more than the epoch that was under way is lost, and none is had twice.
    assert [step for step, _ in looks] == [*range(EPOCH, STEPS + 1, EPOCH)]
    version = store.get("own")
    assert (version.origin, version.parent) == (Origin.TRAINED, SHIPPED)
    assert version.data["photos"] == 4
    assert version.figures[0]["photos"] == 2
    assert version.models["reader"]["version"] == "own"
    shipped = version.models["locator"]["version"]
    assert shipped != "own"
    held_out = folder / "runs" / "own" / "held-out"
    assert len(list(held_out.glob("*.json"))) == 2

    again = run(folder, "train", project.name)
    assert again.returncode == 2
    assert "there is a version 'own' already" in again.stderr
    promote_and_roll_back(folder, store, held_out)


def promote_and_roll_back(folder: Path, store: Store, held_out: Path) -> None:
    """Which way the gate decides depends on eight steps; that it decides and holds does not."""
    answer = run(folder, "models", "promote", "own", "kept", "--new", str(held_out), "--json")
    verdict = json.loads(answer.stdout)
    assert answer.returncode == (0 if verdict["passed"] else 1), answer.stderr
    assert store.current() == ("own" if verdict["passed"] else SHIPPED)
    assert verdict["sets"][1]["new"]
    refused = run(folder, "models", "compare", "own", "photos", "--json")
    assert "learned from 4 of the 6 photos" in refused.stderr
    if verdict["passed"]:
        assert "'shipped' is in use" in run(folder, "models", "rollback").stdout
    assert store.current() == SHIPPED


def test_a_ruined_candidate_is_refused(folder: Path) -> None:
    """A rate that destroys the weights: the candidate reads next to nothing."""
    store = Store(folder / "home" / "models")
    project = write_project(folder, "ruined", 0.1)
    answer = run(folder, "train", project.name)
    assert answer.returncode == 0, answer.stderr
    held_out = folder / "runs" / "ruined" / "held-out"
    answer = run(folder, "models", "promote", "ruined", "kept", "--new", str(held_out))
    assert answer.returncode == 1, answer.stderr
    assert "points; 0.2 are tolerated" in answer.stdout
    assert store.current() == SHIPPED


def test_a_run_goes_on_only_with_what_it_was_begun_with(folder: Path) -> None:
    plan = {"project": {}, "data": "other", "start": "shipped"}
    (folder / "runs" / "mixed").mkdir(parents=True)
    (folder / "runs" / "mixed" / "plan.json").write_text(json.dumps(plan))
    answer = run(folder, "train", write_project(folder, "mixed", 1e-4).name)
    assert answer.returncode == 2
    assert "was begun with other photos, settings or start" in answer.stderr
    shutil.rmtree(folder / "runs" / "mixed")


class TestEarlyStop:
    def watch(self, folder: Path, losses: list[float], step: int = 0) -> EarlyStop:
        values = iter(losses)
        return EarlyStop.of(folder, step, lambda _net: next(values), 2, lambda _step, _loss: None)

    def progress(self, folder: Path) -> Progress:
        return Progress.of(ReaderNet(), folder, weight_decay=0.05)

    def looks(self, watch: EarlyStop, progress: Progress, count: int) -> list[bool]:
        ends = []
        for _ in range(count):
            progress.step += 10
            ends.append(watch.saving(progress))
        return ends

    def test_it_ends_after_looks_without_gain_and_keeps_the_best(self, tmp_path: Path) -> None:
        watch = self.watch(tmp_path, [3.0, 2.0, 2.5, 2.0, 1.9])
        progress = self.progress(tmp_path)
        assert self.looks(watch, progress, 2) == [False, False]
        best = (tmp_path / BEST).read_bytes()
        with torch.no_grad():
            next(progress.average.parameters()).add_(1)
        assert self.looks(watch, progress, 2) == [False, True]
        assert watch.best == (20, 2.0)
        assert (tmp_path / BEST).read_bytes() == best

    def test_looks_after_the_checkpoint_are_had_again(self, tmp_path: Path) -> None:
        self.looks(self.watch(tmp_path, [3.0, 2.0, 1.0]), self.progress(tmp_path), 3)
        again = self.watch(tmp_path, [], step=20)
        assert again.looks == [(10, 3.0), (20, 2.0)]
        assert not again.ended
