"""Retrain from a project file: check, train phase by phase, export, measure, keep a candidate.

The run's folder holds what is needed to go on after an interruption: ``plan.json`` (what was
begun), a folder for each phase, and the held-out photos as a dataset of their own.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from datasets.formats.detect import FORMATS
from datasets.formats.new_folder import new_folder
from datasets.labels import MarkedPhoto
from models.evaluate import answer_of, evaluate
from models.figures import summarise
from models.project import Phase, Project, ProjectError
from models.store.export import load_files
from models.store.intake import entry_of
from models.store.store import Store, now
from models.store.version import TRAINED_ON, Origin, Version
from models.training import calibrate
from models.training.export import export_locator, export_reader, save_half
from models.training.material import NETWORKS, Start, material_of, start_of
from models.training.phases import Material, Trained, held_out_samples, pick_device, train_phase
from models.training_set import TrainingSet, gather

PLAN, HELD_OUT, WORK = "plan.json", "held-out", "candidate"
CALIBRATION_FACES = 40
"""Drawn faces of each set that temperatures are fitted on, besides the held-out photos' own."""


class Report(Protocol):
    """Shows how a retraining goes on."""

    def note(self, text: str) -> None:
        """Say what is done now."""

    def phase(self, title: str, steps: int, done: int) -> None:
        """A phase of so many steps begins, or goes on after some."""

    def step(self, step: int, loss: float) -> None:
        """A step of the phase is done."""


def retrain(project: Project, file: Path, store: Store, report: Report) -> Version:
    """Train a candidate and keep it; what was interrupted goes on.

    Raises:
        ProjectError: The data may not be learned from, or the run was begun with other data
            or settings.
        VersionError: The start is damaged, or the name is taken.
        DatasetError: A dataset cannot be read.
        DesignError: A design cannot be used.
    """
    if project.name in store.names():
        raise ProjectError(f"there is a version '{project.name}' already; choose another name")
    run = file.resolve().parent / "runs" / project.name
    with ExitStack() as stack:
        report.note("checking the photos")
        data = gather(project, file.resolve().parent, stack)
        start = start_of(store, project.start)
        _begin(run, project, data, start)
        _keep_held_out(run, data)
        report.note(f"{len(data.train)} photos to learn from, {len(data.held_out)} to judge by")
        material = material_of(project, file.resolve().parent, data, store, start)
        done = _phases(project, run, material, start, report)
        report.note("exporting and measuring")
        version, files = _candidate(project, run, start, data, material, done=done)
        kept = store.add(version, files)
        shutil.rmtree(run / WORK)
        return kept


def _begin(run: Path, project: Project, data: TrainingSet, start: Start) -> None:
    """Note what is begun, or make sure that it is the same that was."""
    plan = {"project": project.model_dump(), "data": data.digest, "start": start.name}
    path = run / PLAN
    if path.exists():
        if json.loads(path.read_text("utf-8")) != json.loads(json.dumps(plan)):
            raise ProjectError(
                f"{run} was begun with other photos, settings or start: give the project "
                "another name, or remove that folder"
            )
        return
    run.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(plan, indent=1), "utf-8")
    part.replace(path)


def _keep_held_out(run: Path, data: TrainingSet) -> None:
    """Write the photos to judge by as a dataset, for `wahua models promote --new`."""
    target = run / HELD_OUT
    if not target.exists():
        plain = [_without_split(photo) for photo in data.held_out]
        with new_folder(target) as filling:
            FORMATS["wahua"].write(plain, filling)


def _without_split(photo: MarkedPhoto) -> MarkedPhoto:
    return MarkedPhoto(photo.path, photo.width, photo.height, photo.marks, None, photo.set,
                       photo.partial, photo.hand)  # fmt: skip


def _phases(
    project: Project, run: Path, material: Material, start: Start, report: Report
) -> dict[str, Trained]:
    """Train one phase after the other; a later one of the same network goes on from its result."""
    device = pick_device(project.device)
    weights = {}
    for kind, data in start.weights.items():
        weights[kind] = run / f"start-{kind}.safetensors"
        weights[kind].write_bytes(data)
    done: dict[str, Trained] = {}
    for number, phase in enumerate(project.phase, start=1):
        folder = run / f"{number}-{phase.net}"
        report.phase(f"{number}. {phase.net} on {device}", phase.steps, 0)
        done[phase.net] = train_phase(
            phase, material, weights[phase.net], folder,
            seed=project.seed + number, device=device, tell=report.step,
        )  # fmt: skip
        weights[phase.net] = done[phase.net].weights
    return done


def _candidate(
    project: Project,
    run: Path,
    start: Start,
    data: TrainingSet,
    material: Material,
    *,
    done: Mapping[str, Trained],
) -> tuple[Version, dict[str, bytes]]:
    """Export what was trained, take the rest from the start, and measure."""
    work = run / WORK
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    files: dict[str, bytes] = {TRAINED_ON: data.trained_on()}
    models: dict[str, Any] = {}
    for kind in NETWORKS:
        network, weights, entry = start.networks[kind], start.weights[kind], start.entries[kind]
        if kind in done:
            export = export_reader if kind == "reader" else export_locator
            export(done[kind].weights, work / f"{kind}.onnx")
            save_half(done[kind].weights, work / f"{kind}.safetensors")
            network = (work / f"{kind}.onnx").read_bytes()
            weights = (work / f"{kind}.safetensors").read_bytes()
            settings = dict(entry["settings"])
            if kind == "reader":
                settings |= _temperatures(project, done[kind].weights, material)
            entry = entry_of(kind, network, project.name, settings)
        files[f"{kind}.onnx"], files[f"{kind}.safetensors"] = network, weights
        models[kind] = entry
    facts = {"digest": data.digest, "photos": len(data.train), "tiles": data.tiles}
    training = {
        "project": project.model_dump(),
        "phases": [_phase_facts(phase, done) for phase in project.phase],
    }
    networks = {name: content for name, content in files.items() if name.endswith(".onnx")}
    figures = _figures(models, networks, data.held_out, work / "trial")
    version = Version(project.name, now(), start.name, Origin.TRAINED, models, {}, facts, training,
                      figures)  # fmt: skip
    return version, files


def _phase_facts(phase: Phase, done: Mapping[str, Trained]) -> dict[str, Any]:
    trained = done[phase.net]
    return {
        "net": phase.net, "steps": trained.steps,
        "best_step": trained.best[0], "held_out_loss": round(trained.best[1], 5),
    }  # fmt: skip


def _temperatures(project: Project, weights: Path, material: Material) -> dict[str, float]:
    """Fit confidences on faces of unseen drawn sets and on the held-out photos' own."""
    sets = min(10, project.others)
    samples = calibrate.held_out_samples(sets, CALIBRATION_FACES * sets)
    samples += held_out_samples(material.held_out, project.seed + 1)
    return calibrate.fit(calibrate.answers(weights, samples), samples)


def _figures(
    models: Mapping[str, Any],
    networks: Mapping[str, bytes],
    photos: Sequence[MarkedPhoto],
    place: Path,
) -> tuple[Mapping[str, Any], ...]:
    """What the candidate makes of the held-out photos, by the project's one measure."""
    place.mkdir()
    recogniser = load_files(models, networks, place)
    truth = [photo.labelled() for photo in photos]
    rows = list(evaluate(truth, HELD_OUT, answer_of(recogniser)))
    return tuple(asdict(summary) for summary in summarise(rows))
