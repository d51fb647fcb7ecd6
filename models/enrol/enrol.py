"""The steps of an enrolment: pictures, head, conflicts, gallery."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.checks.contact_sheet import Item, captioned_sheet
from models.enrol.conflicts import conflicts
from models.enrol.errors import EnrolError, GalleryError
from models.enrol.features import SeeingSession, look
from models.enrol.gallery import Gallery, check_name, folder_of, load, save, versions
from models.enrol.names import faces_of
from models.enrol.pictures import read_folder
from models.enrol.reader import with_design
from models.enrol.sheet import read_sheet
from models.enrol.teach import Enrolled, teach
from models.registry import ModelEntry, active_folder, model_bytes, recogniser_of, shipped_models
from scoring.tiles import Family
from vision.pipeline import Recogniser

MAX_DIFFERENT = 400
"""More faces than any set has; each takes a share of the time."""


@dataclass(frozen=True, slots=True)
class Models:
    """The models that a design is enrolled with and read by.

    Attributes:
        recogniser: Without a design.
        entry: The reader's line of the manifest.
        session: The reader's network with its inner map.
    """

    recogniser: Recogniser
    entry: ModelEntry
    session: SeeingSession


def models_of(folder: Path | None) -> Models:
    """Load the models of a folder, by default (None) the shipped ones.

    Raises:
        ModelError: They are missing or damaged.
        GalleryError: The reader has not the form that designs need.
    """
    entry = shipped_models(folder)["reader"]
    if not entry.file.endswith(".onnx"):
        raise GalleryError(f"designs need a reader in ONNX form, not {entry.file}")
    session = SeeingSession(model_bytes(entry, folder))
    return Models(recogniser_of(folder), entry, session)


def read_pictures(
    source: Path,
    recogniser: Recogniser,
    *,
    family: Family | None = None,
    order: str | None = None,
    grid: str | None = None,
    table: Path | None = None,
    photos: bool = False,
) -> tuple[list[Enrolled], Family]:
    """Read the pictures of a folder or the faces of a sheet; see the modules for each.

    The pictures of a folder are crops, or, with ``photos``, tiles with surroundings.

    Raises:
        EnrolError: They cannot be used.
    """
    if source.is_dir():
        if order is not None or grid is not None:
            raise EnrolError(f"{source} is a folder; an order and a grid are for one picture")
        pictures, family = read_folder(
            source, recogniser if photos else None, family=family, table=table
        )
    else:
        pictures, family = read_sheet(
            source, recogniser, order=order, family=family, grid=grid, table=table
        )
    if len({picture.face for picture in pictures}) > MAX_DIFFERENT:
        raise EnrolError(f"more than {MAX_DIFFERENT} different faces are no design")
    return pictures, family


def renamed(pictures: Sequence[Enrolled], names: dict[int, str], family: Family) -> list[Enrolled]:
    """The pictures with other names for some, by their numbers on the contact sheet (from 1).

    Raises:
        EnrolError: There is no such number, or a name means no face.
    """
    wrong = [number for number in names if not 1 <= number <= len(pictures)]
    if wrong:
        raise EnrolError(f"there is no picture {wrong[0]}, only 1 to {len(pictures)}")
    faces, _ = faces_of(list(names.values()), family)
    new = dict(zip(names, faces, strict=True))
    return [
        replace(picture, face=new.get(number, picture.face))
        for number, picture in enumerate(pictures, start=1)
    ]


def contact_sheet(pictures: Sequence[Enrolled]) -> NDArray[np.uint8]:
    """Every picture with its number and name (H×W×3 RGB)."""
    return captioned_sheet([
        Item(picture.pixels, f"{number}: {picture.face}\n{picture.source}")
        for number, picture in enumerate(pictures, start=1)
    ])  # fmt: skip


def learn(name: str, pictures: Sequence[Enrolled], family: Family, models: Models) -> Gallery:
    """Learn a design; version 0 until it is stored."""
    taught = teach(pictures, family, lambda faces: look(models.session, faces))
    return Gallery(
        check_name(name), 0, family, taught.faces, taught.head, taught.strange,
        (models.entry.version, models.entry.sha256), models.session.kind,
        conflicts(taught, family),
    )  # fmt: skip


def store(gallery: Gallery, pictures: Sequence[Enrolled], folder: Path) -> tuple[Gallery, Path]:
    """Store a design as its name's next version; returns it with its folder.

    Raises:
        GalleryError: It cannot be written.
    """
    there = versions(folder, gallery.name)
    numbered = replace(gallery, version=there[-1] + 1 if there else 1)
    return numbered, save(numbered, pictures, folder)


def choose(design: str) -> Recogniser:
    """The models in use with a design that a user names; see :func:`gallery.folder_of`.

    Raises:
        GalleryError: There is no such design, it is damaged, or was enrolled with another reader.
        ModelError: The models are missing or damaged.
    """
    folder = folder_of(design)
    return design_recogniser(folder, models_of(active_folder()))


def design_recogniser(folder: Path, models: Models) -> Recogniser:
    """The recogniser that reads photos of a stored design.

    Raises:
        GalleryError: The design is damaged, or was enrolled with another reader.
    """
    gallery = load(folder)
    made = (gallery.reader[1], gallery.features)
    if made != (models.entry.sha256, models.session.kind):
        raise GalleryError(
            f"'{gallery.name}' was enrolled with the reader {gallery.reader[0]}, this is "
            f"{models.entry.version}; enrol it again: wahua enrol {gallery.name} "
            f"--from {folder / 'pictures'}"
        )
    return with_design(models.recogniser, models.session, gallery)
