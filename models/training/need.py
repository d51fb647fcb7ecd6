"""What photos need: how the start reads them, and which of its networks has to learn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from datasets.labels import MarkedPhoto
from models.evaluate import answer_of, evaluate
from models.figures import Summary, summarise
from models.project import Net, Phase, Project, ProjectError
from models.training_set import TrainingSet
from vision.pipeline import Recogniser

BEFORE = "before.json"
FAULTS = 0.5
"""Percent of the photos' tiles that a locator may miss or see too many and be left as it is."""


@dataclass(frozen=True, slots=True)
class Before:
    """How the start reads the photos; shares are percent of their tiles.

    Attributes:
        found: Found in all photos.
        read: Read in all photos.
        extra: Answers that are no tile, in all photos.
        held_out: Read in the held-out photos.
        tiles: Number of tiles in all photos.
    """

    found: float
    read: float
    extra: int
    held_out: float
    tiles: int


def measured_before(run: Path, data: TrainingSet, recogniser: Recogniser) -> Before:
    """Measure the start on all photos, or remember what was measured when the run began.

    Args:
        run: The run's folder.
        data: The photos.
        recogniser: The start.
    """
    path = run / BEFORE
    if path.exists():
        return Before(**json.loads(path.read_text("utf-8")))
    whole = figures([*data.train, *data.held_out], recogniser)
    part = figures(data.held_out, recogniser)
    before = Before(
        round(whole.found, 2), round(whole.read, 2), whole.extra, round(part.read, 2), whole.tiles
    )
    partial = path.with_suffix(".part")
    partial.write_text(json.dumps(asdict(before)), "utf-8")
    partial.replace(path)
    return before


def figures(photos: Sequence[MarkedPhoto], recogniser: Recogniser, name: str = "photos") -> Summary:
    """What a recogniser makes of photos, by the project's one measure."""
    truth = [photo.labelled() for photo in photos]
    (summary,) = summarise(list(evaluate(truth, name, answer_of(recogniser))))
    return summary


def phases_of(project: Project, before: Before) -> list[Phase]:
    """The phases that a project lists, or else those that its photos need.

    A locator that finds the tiles is left alone: it could only learn to find others worse.

    Raises:
        ProjectError: None is listed, and the start reads every tile.
    """
    if project.phase:
        return project.phase
    nets: list[Net] = []
    if 100 - before.found + 100 * before.extra / max(1, before.tiles) > FAULTS:
        nets.append("locator")
    if before.read < 100:
        nets.append("reader")
    if before.extra and not nets:
        nets.append("locator")
    if not nets:
        raise ProjectError(
            "nothing can be gained: all tiles of these photos are read as it is; list a "
            "[[phase]] to train all the same"
        )
    return [Phase(net=net, minutes=project.minutes / len(nets)) for net in nets]
