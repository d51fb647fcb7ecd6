"""Retraining over HTTP: what is trained on, progress, a stop, and servers that cannot."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from datasets.formats import own_json
from models.project import Project
from models.store.store import Store
from models.store.version import Origin, Version
from models.training_set import gather
from service.http.routes import trainings
from service.jobs import JobContext, JobStopped, training
from service.storage import Storage, open_storage
from service.storage import jobs as queue
from tests.service.http.conftest import Client, MakeClient, wait_for_job

BODY = {"name": "evening", "steps": 4}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Versions and trainings in a folder of the test."""
    monkeypatch.setenv("WAHUA_HOME", str(tmp_path / "home"))


def _trained(name: str) -> Version:
    figures = ({"read": 99.5, "tiles": 17, "whole": 100.0, "photos": 1},)
    return Version(name, "2026-11-30T00:00:00+00:00", "shipped", Origin.TRAINED, {}, {},
                   {"photos": 2}, {}, figures)  # fmt: skip


def _train(project: Project, file: Path, store: Store, report: Any) -> Version:
    """Look at the photos as a training does, and tell of its steps."""
    (photos,) = [file.parent / source.path for source in project.data]
    (labels,) = own_json.FORMATS
    assert labels.detect(photos)
    report.note("checking the photos")
    report.phase("1. reader on cpu", project.phase[0].steps, 0)
    for step in range(project.phase[0].steps):
        report.step(step + 1, 0.5)
    assert store.folder.parent == file.parents[2]
    return _trained(project.name)


def _correct(client: Client, photo: bytes) -> None:
    read = client.post("/v1/read", files={"photo": photo}, data={"keep_photo": "true"}).json()
    names = ("tile", "corners", "row", "group")
    tiles = [{name: tile[name] for name in names} for tile in read["tiles"]]
    answer = client.post("/v1/corrections", json={"read_id": read["id"], "tiles": tiles})
    assert answer.status_code == 201


def test_a_server_without_the_extra_says_so(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trainings, "can_train", lambda: False)
    answer = client.post("/v1/trainings", json=BODY)
    assert (answer.status_code, answer.json()["code"]) == (409, "missing-extra")
    assert "wahua[train]" in answer.json()["detail"]


def test_a_training_learns_from_corrections_and_names_a_candidate(
    make_client: MakeClient, monkeypatch: pytest.MonkeyPatch, photo: bytes, tmp_path: Path
) -> None:
    for module in (trainings, training):
        monkeypatch.setattr(module, "can_train", lambda: True)
    monkeypatch.setattr(training.TrainingHandler, "__call__", _handled)
    client = make_client()
    _correct(client, photo)
    headers = {"Idempotency-Key": "one"}
    answer = client.post("/v1/trainings", json=BODY, headers=headers)
    assert (answer.status_code, answer.json()["kind"]) == (202, "training")
    job = wait_for_job(client, answer.headers["Location"], 60)
    assert job["state"] == "succeeded", job["error"]
    assert (job["result"]["version"], job["result"]["figures"][0]["read"]) == ("evening", 99.5)
    assert (job["progress"]["done"], job["progress"]["total"]) == (1, 4)  # told at most so often
    assert not list((tmp_path / "home" / "trainings").iterdir())
    again = client.post("/v1/trainings", json=BODY, headers=headers)
    assert again.json()["id"] == answer.json()["id"]


_call = training.TrainingHandler.__call__


def _handled(_self: training.TrainingHandler, job: JobContext) -> dict[str, Any]:
    return _call(training.TrainingHandler(_train), job)


def _context(storage: Storage) -> JobContext:
    payload = {"name": "evening", "net": "reader", "steps": 4}
    with storage.writing() as session:
        queue.new_job(session, training.KIND, payload, job_id="a" * 32)
    return JobContext(storage, "a" * 32, "", payload, "me", threading.Event())


def test_a_stopped_training_keeps_what_it_had(tmp_path: Path) -> None:
    storage = open_storage(f"sqlite:///{tmp_path / 'wahua.sqlite3'}")
    job = _context(storage)
    folder = tmp_path / "home" / "trainings" / job.job_id

    def stopped(_project: Project, _file: Path, _store: Store, report: Any) -> Version:
        (folder / "runs").mkdir()
        job.stopping.set()
        report.step(1, 0.5)
        raise AssertionError("the step did not end it")

    with pytest.raises(JobStopped):
        training.TrainingHandler(stopped)(job)
    assert (folder / "photos").is_dir()
    assert (folder / "runs").is_dir()
    storage.close()


def test_without_corrections_the_training_says_what_is_missing(tmp_path: Path) -> None:
    storage = open_storage(f"sqlite:///{tmp_path / 'wahua.sqlite3'}")

    def check(project: Project, file: Path, _store: Store, _report: Any) -> Version:
        from contextlib import ExitStack  # noqa: PLC0415

        with ExitStack() as stack:
            gather(project, file.parent, stack)
        raise AssertionError("there was nothing to learn from")

    with pytest.raises(Exception, match=r"photo|label") as error:
        training.TrainingHandler(check)(_context(storage))
    assert hasattr(error.value, "detail")
    storage.close()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "Evening"},
        {"name": "../x"},
        {"steps": 0},
        {"net": "both"},
        {"more": 1},
        {"name": 1},
    ],
)
def test_wrong_trainings(client: Client, wrong: dict[str, Any]) -> None:
    answer = client.post("/v1/trainings", json={**BODY, **wrong})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-request")
