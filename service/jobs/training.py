"""Retraining: the corrections of kept photos to a candidate version of the models.

The candidate is not used until a person promotes it: ``wahua models promote``.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service.corrections_export import export_corrections
from service.jobs.context import JobContext

if TYPE_CHECKING:  # they load NumPy, or PyTorch
    from models.project import Project
    from models.store.store import Store
    from models.store.version import Version
    from models.training.retrain import Report

KIND = "training"
PACKAGES = ("torch", "ultralytics", "onnx")
"""What the extra ``train`` brings."""
TELL_S = 2.0

Train = Callable[["Project", Path, "Store", "Report"], "Version"]


def can_train() -> bool:
    """Whether the extra ``train`` is installed."""
    return all(find_spec(name) is not None for name in PACKAGES)


def retrain(project: Project, file: Path, store: Store, report: Report) -> Version:
    """Train as ``wahua train`` does; see :func:`models.training.retrain.retrain`."""
    from models.training.retrain import retrain as train  # noqa: PLC0415 - loads PyTorch

    return train(project, file, store, report)


@dataclass(frozen=True, slots=True)
class TrainingHandler:
    """Trains on the corrections of the job's owner.

    Each job has a folder until it succeeds, from which a job that is done again after a stop
    goes on: the photos as they were when it began, and its last checkpoint.

    Attributes:
        train: Trains a project.
    """

    train: Train = retrain

    def __call__(self, job: JobContext) -> dict[str, Any]:
        """Export the corrections, train, and tell what came out."""
        from models.store.store import Store, home  # noqa: PLC0415 - loads ONNX Runtime

        place, store = home() / "trainings" / job.job_id, Store.of_user()
        name = job.payload["name"]
        if (place / "runs" / name).exists() and name in store.names():
            version = store.get(name)  # kept by a runner that died before it could say so
        else:
            version = self._train(job, place, store)
        shutil.rmtree(place, ignore_errors=True)
        return {
            "version": version.name,
            "parent": version.parent,
            "data": dict(version.data),
            "figures": [dict(one) for one in version.figures],
            "next": f"wahua models promote {version.name}",
        }

    def _train(self, job: JobContext, place: Path, store: Store) -> Version:
        from models.project import DataSource, Phase, Project  # noqa: PLC0415

        job.progress(0, "exporting corrections")
        photos = place / "photos"
        if not photos.exists():
            place.mkdir(parents=True, exist_ok=True)
            export_corrections(job.storage, photos, owner=job.owner)
        project = Project(
            name=job.payload["name"],
            data=[DataSource(path=photos.name, format="wahua")],
            phase=[Phase(net=job.payload["net"], steps=job.payload["steps"])],
        )
        return self.train(project, place / "project.toml", store, _Told(job))


class _Told:
    """Tells a training's progress to its job, which may end it at each step."""

    def __init__(self, job: JobContext) -> None:
        self._job = job
        self._title, self._steps, self._told = "", 0, 0.0

    def note(self, text: str) -> None:
        self._job.progress(0, text)

    def phase(self, title: str, steps: int, done: int) -> None:
        self._title, self._steps = title, steps
        self._job.progress(done, title, steps)

    def step(self, step: int, loss: float) -> None:
        self._job.check()
        if time.monotonic() - self._told > TELL_S:
            self._told = time.monotonic()
            self._job.progress(step, f"{self._title}: loss {loss:.3f}", self._steps)
