"""Retrain from a project file: check, train phase by phase, export, measure, keep a candidate.

The run's folder holds what is needed to go on after an interruption: ``plan.json`` (what was
begun), a folder for each phase, and the held-out photos as a dataset of their own.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Protocol

from datasets.formats.detect import FORMATS
from datasets.formats.new_folder import new_folder
from datasets.labels import MarkedPhoto
from models.project import Phase, Project, ProjectError
from models.registry import open_session, recogniser_of
from models.store.export import load_files
from models.store.intake import entry_of
from models.store.store import Store, now
from models.store.version import TRAINED_ON, Origin, Version
from models.training import calibrate
from models.training.export import export_locator, export_reader
from models.training.material import Start, material_of, start_of, with_found_corners
from models.training.need import Before, figures, measured_before, phases_of
from models.training.phases import Material, Trained, held_out_samples, pick_device, train_phase
from models.training.storage import save_small
from models.training_set import TrainingSet, gather
from vision.locate import Locator, LocatorSettings
from vision.pipeline import Recogniser

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
        """A step is done; so many of the phase's, or that share of its time."""


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
        recogniser = recogniser_of(store.intact_folder(start.name))
        before = measured_before(run, data, recogniser)
        report.note(
            f"as it is, {before.found:.1f} % of their tiles are found, {before.read:.1f} % read"
        )
        phases = phases_of(project, before)
        material = material_of(project, file.resolve().parent, data, recogniser.find)
        done = _phases(
            project, phases, run, material, start=start, before=recogniser, report=report
        )
        report.note("exporting and measuring")
        version, files = _candidate(project, run, start, data, material, done=done, before=before)
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
    project: Project,
    phases: Sequence[Phase],
    run: Path,
    material: Material,
    *,
    start: Start,
    before: Recogniser,
    report: Report,
) -> list[tuple[Phase, Trained]]:
    """Train one phase after the other; a later one of the same network goes on from its result."""
    device = pick_device(project.device)
    weights = {}
    for kind, data in start.weights.items():
        weights[kind] = run / f"start-{kind}.safetensors"
        weights[kind].write_bytes(data)
    done: list[tuple[Phase, Trained]] = []
    for number, phase in enumerate(phases, start=1):
        if phase.net == "reader" and any(earlier.net == "locator" for earlier, _ in done):
            better = replace(before, locator=_trained_locator(weights, start, run))
            material = with_found_corners(material, better.find)
        bound = "" if phase.minutes is None else f", at most {phase.minutes:g} minutes"
        report.phase(f"{number}. {phase.net} on {device}{bound}", phase.steps, 0)
        trained = train_phase(
            phase, material, weights[phase.net], run / f"{number}-{phase.net}",
            seed=project.seed + number, device=device, tell=report.step,
        )  # fmt: skip
        weights[phase.net] = trained.weights
        done.append((phase, trained))
    return done


def _trained_locator(weights: Mapping[str, Path], start: Start, run: Path) -> Locator:
    """The locator that this run has trained, with the settings of the one that it began with."""
    export_locator(weights["locator"], run / "locator.onnx")
    session = open_session((run / "locator.onnx").read_bytes())
    return Locator(session, LocatorSettings(**start.entries["locator"]["settings"]))


def _candidate(
    project: Project,
    run: Path,
    start: Start,
    data: TrainingSet,
    material: Material,
    *,
    done: Sequence[tuple[Phase, Trained]],
    before: Before,
) -> tuple[Version, dict[str, bytes]]:
    """Export what was trained, take the rest from the start, and measure."""
    work = run / WORK
    trained = {phase.net: result.weights for phase, result in done}
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    files: dict[str, bytes] = {TRAINED_ON: data.trained_on()}
    models: dict[str, Any] = {}
    for kind in start.networks:
        network, weights = start.networks[kind], start.weights.get(kind)
        entry = start.entries[kind]
        if kind in trained:
            export = export_reader if kind == "reader" else export_locator
            export(trained[kind], work / f"{kind}.onnx")
            save_small(trained[kind], work / f"{kind}.safetensors")
            network = (work / f"{kind}.onnx").read_bytes()
            weights = (work / f"{kind}.safetensors").read_bytes()
            settings = dict(entry["settings"])
            if kind == "reader":
                settings |= _temperatures(project, trained[kind], material)
            entry = entry_of(kind, network, project.name, settings)
        files[f"{kind}.onnx"], models[kind] = network, entry
        if weights is not None:
            files[f"{kind}.safetensors"] = weights
    facts = {"digest": data.digest, "photos": len(data.train), "tiles": data.tiles}
    training = {
        "project": project.model_dump(),
        "phases": [_phase_facts(phase, result) for phase, result in done],
        "before": asdict(before),
    }
    networks = {name: content for name, content in files.items() if name.endswith(".onnx")}
    trial = work / "trial"
    trial.mkdir()
    after = figures(data.held_out, load_files(models, networks, trial), HELD_OUT)
    version = Version(project.name, now(), start.name, Origin.TRAINED, models, {}, facts, training,
                      (asdict(after),))  # fmt: skip
    return version, files


def _phase_facts(phase: Phase, trained: Trained) -> dict[str, Any]:
    return {
        "net": phase.net, "steps": trained.steps, "minutes": round(trained.seconds / 60, 1),
        "best_step": trained.best[0], "held_out_loss": round(trained.best[1], 5),
        "blend": trained.blend,
    }  # fmt: skip


def _temperatures(project: Project, weights: Path, material: Material) -> dict[str, float]:
    """Fit confidences on faces of unseen drawn sets and on the held-out photos' own."""
    sets = min(10, project.others)
    samples = calibrate.held_out_samples(sets, CALIBRATION_FACES * sets)
    samples += held_out_samples(material.held_out, project.seed + 1)
    return calibrate.fit(calibrate.answers(weights, samples), samples)
