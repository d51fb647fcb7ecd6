"""What a retraining begins with: a version's weights; and what it sees: photos and designs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from datasets.designs.catalogue import find_design
from datasets.labels import MarkedPhoto
from datasets.synth.faces import design_faces, drawn_sets
from models.project import Project, ProjectError
from models.registry import model_bytes, recogniser_of, shipped_models, shipped_weights
from models.store.intake import entry_of
from models.store.store import Store
from models.training.corners import find_corners
from models.training.phases import Material
from models.training.sources import Maker, TrainingPhoto, set_source, with_corners
from models.training_set import TrainingSet
from scoring.tiles import Family
from vision.locate import Locator
from vision.photo import load_photo

NETWORKS = ("locator", "reader")
SIDE = 1280
"""Longer side of training photos, pixels, at least: a phone's twelve megapixels fill memory."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a retraining begins with.

    Attributes:
        name: The version.
        entries: The manifest's entry of each network.
        networks: ONNX bytes of each network.
        weights: Bytes of each network's weights (safetensors).
    """

    name: str
    entries: Mapping[str, Mapping[str, Any]]
    networks: Mapping[str, bytes]
    weights: Mapping[str, bytes]


def start_of(store: Store, name: str) -> Start:
    """Read the version to begin with.

    Raises:
        ProjectError: It has no weights that training can take.
        VersionError: It does not exist or is damaged.
    """
    chosen = store.current() if name == "current" else name
    folder = store.intact_folder(chosen)
    entries = shipped_models(folder)
    networks = {kind: model_bytes(entries[kind], folder) for kind in NETWORKS}
    weights = {}
    for kind in NETWORKS:
        path = None if folder is None else folder / f"{kind}.safetensors"
        if path is not None and not path.is_file():
            raise ProjectError(f"'{chosen}' holds no {kind}.safetensors to go on from")
        weights[kind] = shipped_weights(kind) if path is None else path.read_bytes()
    facts = {
        kind: entry_of(kind, networks[kind], entries[kind].version, entries[kind].settings)
        for kind in NETWORKS
    }
    return Start(chosen, facts, networks, weights)


def material_of(
    project: Project, folder: Path, data: TrainingSet, store: Store, start: Start
) -> Material:
    """Read the photos and draw the designs of a project.

    Args:
        project: The project.
        folder: What its paths are relative to.
        data: Its photos.
        store: Where the start is.
        start: The start, whose locator finds corners where labels have none.

    Raises:
        DesignError: A design cannot be used.
    """
    locator = recogniser_of(store.intact_folder(start.name)).locator
    sources: list[tuple[float, Maker]] = []
    for design in project.design:
        inside = folder / design.name
        name = str(inside) if inside.is_dir() else design.name
        sources.append((design.share, set_source([design_faces(find_design(name))])))
    rest = max(0.1, 1 - sum(share for share, _ in sources))
    for family in Family:
        drawn = drawn_sets(project.others, project.seed, family)
        sources.append((rest / len(Family), set_source(drawn)))
    train, held_out = (
        [_training_photo(photo, locator) for photo in photos]
        for photos in (data.train, data.held_out)
    )
    return Material(train, held_out, sources)


def _training_photo(photo: MarkedPhoto, locator: Locator) -> TrainingPhoto:
    """A photo in memory; where only boxes are known, the locator finds the corners."""
    labels = photo.labelled()
    pixels = load_photo(photo.path, max_side=SIDE).pixels
    size = np.array([pixels.shape[1], pixels.shape[0]], np.float32)
    boxes = labels.boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    quads = ((boxes if labels.corners is None else labels.corners) * size).astype(np.float32)
    exact = np.full(len(quads), labels.corners is not None)
    none = np.zeros((0, 4, 2), np.float32)
    tiles = tuple(str(tile) for tile in labels.tiles)
    result = TrainingPhoto(
        pixels, tiles, quads, exact, photo.path.stem, photo.source,
        others=None if photo.partial else none, unsure=none,
    )  # fmt: skip
    if labels.corners is not None and not photo.partial:
        return result
    return with_corners(result, find_corners(locator, result))
