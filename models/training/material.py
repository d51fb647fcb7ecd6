"""What a retraining begins with: a version's weights; and what it sees: photos and designs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from datasets.labels import MarkedPhoto
from models.project import Project, ProjectError
from models.registry import model_bytes, shipped_models, shipped_weights
from models.store.intake import entry_of
from models.store.store import Store
from models.training.corners import Finder, find_corners
from models.training.designs import design_maker, other_makers, photo_maker
from models.training.phases import Material
from models.training.sources import (
    FACE_SHARES,
    SCENE_SHARES,
    Maker,
    TrainingPhoto,
    looks_upright,
    with_corners,
)
from models.training_set import TrainingSet
from scoring.tiles import Family
from vision.geometry import boxes_of
from vision.photo import load_photo

TRAINED = ("locator", "reader")
"""Networks that learn a set; others serve any set as they are."""
SIDE = 1280
"""Longer side of training photos, pixels, at least: a phone's twelve megapixels fill memory."""
LEAST_REST = 0.1
"""Share of random designs in what is drawn, however much the project's own take."""
OWN_SHARE = 0.3
"""Share of the photos' own tiles in composed scenes, for one of all designs together."""


@dataclass(frozen=True, slots=True)
class Start:
    """What a retraining begins with.

    Attributes:
        name: The version.
        entries: The manifest's entry of each network.
        networks: ONNX bytes of each network.
        weights: Bytes of the weights (safetensors) of each network that can learn.
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
    networks = {kind: model_bytes(entry, folder) for kind, entry in entries.items()}
    weights = {}
    for kind in TRAINED:
        path = None if folder is None else folder / f"{kind}.safetensors"
        if path is not None and not path.is_file():
            raise ProjectError(f"'{chosen}' holds no {kind}.safetensors to go on from")
        weights[kind] = shipped_weights(kind) if path is None else path.read_bytes()
    facts = {
        kind: entry_of(kind, networks[kind], entry.version, entry.settings)
        for kind, entry in entries.items()
    }
    return Start(chosen, facts, networks, weights)


def material_of(project: Project, folder: Path, data: TrainingSet, find: Finder) -> Material:
    """Read the photos and draw the designs of a project.

    Args:
        project: The project.
        folder: What its paths are relative to.
        data: Its photos.
        find: The start's eye, which finds corners where labels have none.

    Raises:
        DesignError: A design cannot be used.
        GalleryError: An enrolled design is damaged.
    """
    train, held_out = (
        [_training_photo(photo, find) for photo in photos] for photos in (data.train, data.held_out)
    )
    designs = [(item.share, design_maker(item.name, folder)) for item in project.design]
    rest = max(LEAST_REST, 1 - sum(share for share, _ in designs))
    makers = other_makers(project.others)
    others = _shared_out(rest, makers, SCENE_SHARES)
    faces = [*designs, *_shared_out(rest, makers, FACE_SHARES)]
    scenes = [*designs, *others]
    own = photo_maker(train)
    if own is not None:
        scenes.append((OWN_SHARE, own))
    return Material(train, held_out, faces, scenes, others)


def _shared_out(
    share: float, makers: Mapping[Family, Maker], shares: Mapping[Family, float]
) -> list[tuple[float, Maker]]:
    """Random designs of each family in the proportions that a training from the start draws."""
    total = sum(shares.values())
    return [(share * shares[family] / total, maker) for family, maker in makers.items()]


def with_found_corners(material: Material, find: Finder) -> Material:
    """The same with the corners that a better locator finds where only loose boxes are known."""

    def again(photo: TrainingPhoto) -> TrainingPhoto:
        if photo.exact.all():
            return photo
        return with_corners(photo, find_corners(find, photo))

    train, held_out = (
        [again(item) for item in part] for part in (material.train, material.held_out)
    )
    return replace(material, train=train, held_out=held_out)


def _training_photo(photo: MarkedPhoto, find: Finder) -> TrainingPhoto:
    """A photo in memory; where only loose boxes are known, the locator finds the corners."""
    labels = photo.labelled()
    pixels = load_photo(photo.path, max_side=SIDE).pixels
    size = np.array([pixels.shape[1], pixels.shape[0]], np.float32)
    boxes = labels.boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)
    quads = ((boxes if labels.corners is None else labels.corners) * size).astype(np.float32)
    exact = np.full(len(quads), labels.corners is not None or looks_upright(boxes_of(quads)))
    none = np.zeros((0, 4, 2), np.float32)
    tiles = tuple(str(tile) for tile in labels.tiles)
    result = TrainingPhoto(
        pixels, tiles, quads, exact, photo.path.stem, photo.source,
        others=None if photo.partial else none, unsure=none,
    )  # fmt: skip
    if labels.corners is not None and not photo.partial:
        return result
    return with_corners(result, find_corners(find, result))
