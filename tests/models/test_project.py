"""Project files and their photos: what is refused before any training, and how photos are split."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from datasets.labels import DatasetError
from models.project import Project, ProjectError, read_project
from models.store.version import sha256
from models.training_set import TrainingSet, gather


def project(**changes: object) -> Project:
    table = {"name": "own", "data": [{"path": "photos"}], **changes}
    return Project.model_validate(table)


def photo(folder: Path, name: str, faces: str, seed: int) -> Path:
    """A labelled photo of noise, so that no two are alike."""
    folder.mkdir(parents=True, exist_ok=True)
    noise = np.random.default_rng(seed).integers(0, 255, (8, 12, 3)).astype(np.uint8)
    Image.fromarray(noise).resize((240, 160), Image.Resampling.BICUBIC).save(folder / f"{name}.png")
    tiles = [
        {"tile": face, "corners": [[x, 20], [x + 20, 20], [x + 20, 50], [x, 50]]}
        for x, face in zip(range(10, 240, 30), faces.split(), strict=False)
    ]
    label = {"image": f"{name}.png", "family": "mahjong", "tiles": tiles}
    (folder / f"{name}.json").write_text(json.dumps(label))
    return folder


def gathered(folder: Path, plan: Project | None = None) -> TrainingSet:
    with ExitStack() as stack:
        return gather(plan or project(), folder, stack)


class TestFile:
    def test_a_short_one_has_sane_defaults(self, tmp_path: Path) -> None:
        path = tmp_path / "p.toml"
        path.write_text('name = "own"\n[[data]]\npath = "photos"\n')
        plan = read_project(path)
        assert (plan.start, plan.device, plan.held_out) == ("current", "auto", 0.2)
        assert (plan.phase, plan.minutes) == ([], 24.0)

    def test_a_locator_has_defaults_of_its_own(self, tmp_path: Path) -> None:
        path = tmp_path / "p.toml"
        path.write_text(
            'name = "own"\n[[data]]\npath = "photos"\n[[phase]]\nnet = "locator"\nsteps = 7\n'
            "[[phase]]\nsteps = 8\nthreads = 3\n"
        )
        locator, reader = read_project(path).phase
        assert (locator.net, locator.steps, locator.batch, locator.rate) == ("locator", 7, 8, 2e-4)
        assert (reader.net, reader.steps, reader.batch, reader.rate) == ("reader", 8, 48, 4e-4)
        assert (locator.cores >= 1, reader.cores) == (True, 3)

    @pytest.mark.parametrize(
        ("table", "minutes"),
        [
            ({}, 12.0),
            ({"net": "locator"}, 12.0),
            ({"steps": 9}, None),
            ({"net": "locator", "steps": 9}, None),
            ({"steps": 9, "minutes": 3.0}, 3.0),
        ],
    )
    def test_steps_alone_are_not_bounded_in_time(
        self, table: dict[str, object], minutes: float | None
    ) -> None:
        (phase,) = project(phase=[table]).phase
        assert phase.minutes == minutes

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("name = ", "is no TOML"),
            ('name = "own"', "data: Field required"),
            ('name = "own"\ndata = []', "data: List should have at least 1 item"),
            ('name = "../x"\n[[data]]\npath = "a"', "is no name for a version"),
            ('name = "shipped"\n[[data]]\npath = "a"', "is no name for a version"),
            ('name = "own"\nrun = "rm"\n[[data]]\npath = "a"', "run: Extra inputs"),
            ('name = "own"\n[[data]]\npath = "a"\ndownload = "x"', "data.0.download: Extra"),
            ('name = "own"\n[[data]]\npath = 3', "data.0.path: Input should be a valid string"),
            ('name = "own"\n[[data]]\npath = "a"\nfamily = "chess"', "is none of mahjong"),
            ('name = "own"\nfaces = ["99z"]\n[[data]]\npath = "a"', "99z"),
            ('name = "own"\n[[data]]\npath = "a"\n[[phase]]\nnet = "all"', "phase.0.net"),
            ('name = "own"\n[[data]]\npath = "a"\n[[phase]]\nsteps = 0', "phase.0.steps"),
            ('name = "own"\n[[data]]\npath = "a"\n[[phase]]\nrate = 5.0', "phase.0.rate"),
            ('name = "own"\n[[data]]\npath = "a"\n[[phase]]\nminutes = 0', "phase.0.minutes"),
            ('name = "own"\nminutes = -1.0\n[[data]]\npath = "a"', "minutes: Input should be"),
            ('name = "own"\n[[data]]\npath = "a"\n[[phase]]\nnet = 3', "phase.0.net"),
        ],
    )
    def test_what_does_not_fit(self, text: str, message: str, tmp_path: Path) -> None:
        path = tmp_path / "p.toml"
        path.write_text(text)
        with pytest.raises(ProjectError) as caught:
            read_project(path)
        assert message in caught.value.detail

    def test_a_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(ProjectError, match="is missing"):
            read_project(tmp_path / "p.toml")


class TestSplit:
    def test_a_fifth_is_held_out_always_the_same(self, tmp_path: Path) -> None:
        for index in range(10):
            photo(tmp_path / "photos", f"p{index}", "1m 2m", index)
        data = gathered(tmp_path)
        assert (len(data.train), len(data.held_out), data.tiles) == (8, 2, 16)
        assert gathered(tmp_path) == data
        other = gathered(tmp_path, project(seed=2))
        assert other.digest != data.digest
        digests = json.loads(data.trained_on())
        assert sha256(data.train[0].path.read_bytes()) in digests
        assert sha256(data.held_out[0].path.read_bytes()) not in digests

    def test_copies_of_one_source_stay_together(self, tmp_path: Path) -> None:
        for index in range(12):
            photo(tmp_path / "photos", f"p{index // 3}.rf.{index}", "1m", index)
        data = gathered(tmp_path)
        held_out = {item.source for item in data.held_out}
        assert len(held_out) == 1
        assert len(data.held_out) == 3
        assert not held_out & {item.source for item in data.train}

    def test_the_same_picture_stays_together(self, tmp_path: Path) -> None:
        for index in range(8):
            photo(tmp_path / "photos", f"p{index}", "1m", index // 2)
        data = gathered(tmp_path, project(held_out=0.5))
        seen = [{sha256(p.path.read_bytes()) for p in side} for side in (data.train, data.held_out)]
        assert len(data.held_out) == 4
        assert not seen[0] & seen[1]

    def test_a_face_that_is_judged_by_is_left_to_learn_from(self, tmp_path: Path) -> None:
        for index in range(6):
            photo(tmp_path / "photos", f"p{index}", f"{index + 1}m 1z", index)
        photo(tmp_path / "photos", "again", "3m 1z", 9)
        data = gathered(tmp_path, project(held_out=0.5))
        learned = {str(mark.tile) for item in data.train for mark in item.marks}
        assert all(str(mark.tile) in learned for item in data.held_out for mark in item.marks)
        assert len(data.held_out) == 1  # all others show a face that no second one shows

    def test_splits_of_the_dataset_are_kept(self, tmp_path: Path) -> None:
        for index, split in enumerate(["train", "train", "val", "test"]):
            photo(tmp_path / "photos" / split, f"p{index}", "1m", index)
        data = gathered(tmp_path)
        assert sorted(item.path.stem for item in data.train) == ["p0", "p1"]
        assert sorted(item.path.stem for item in data.held_out) == ["p2", "p3"]


def leak(folder: Path) -> Path:
    photo(folder / "train", "a.rf.1", "1m", 1)
    return photo(folder / "val", "a.rf.2", "1m", 2)


def same_file(folder: Path) -> Path:
    photo(folder / "train", "a", "1m", 1)
    return photo(folder / "val", "b", "1m", 1)


def unseen_face(folder: Path) -> Path:
    photo(folder / "train", "a", "1m", 1)
    return photo(folder / "val", "b", "1m 7z", 2)


def one_photo(folder: Path) -> Path:
    return photo(folder, "a", "1m", 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (leak, "copies of the photo 'a' are in train and val"),
        (same_file, "the same file; it is in train and val"),
        (unseen_face, "no training photo shows 7z, but photos to judge by do"),
        (one_photo, "no photo with tiles is left to judge by"),
    ],
)
def test_refused_with_reasons(make: Callable[[Path], Path], message: str, tmp_path: Path) -> None:
    make(tmp_path / "photos")
    with pytest.raises(ProjectError) as caught:
        gathered(tmp_path)
    assert message in caught.value.detail


def test_faces_that_the_project_asks_for(tmp_path: Path) -> None:
    for index in range(4):
        photo(tmp_path / "photos", f"p{index}", "1m", index)
    with pytest.raises(ProjectError, match="no training photo shows 9s, but the project asks"):
        gathered(tmp_path, project(faces=["1m", "9s"]))


def test_labels_of_another_dataset_and_a_yaml_that_downloads(tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    (folder / "images" / "train").mkdir(parents=True)
    (folder / "labels" / "train").mkdir(parents=True)
    Image.new("RGB", (64, 64)).save(folder / "images" / "train" / "a.png")
    (folder / "labels" / "train" / "a.txt").write_text("0 0.5 0.5 0.2 0.2\n")
    sprung = tmp_path / "sprung"
    text = f"names: [cat, dog]\ndownload: |\n  import os; os.mkdir({str(sprung)!r})\n"
    (folder / "data.yaml").write_text(text)
    with pytest.raises(DatasetError, match="these class names are no tiles: cat"):
        gathered(tmp_path)
    assert not sprung.exists()
