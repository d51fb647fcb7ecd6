"""Galleries: enrolled designs as files, one folder for each version, never changed.

``STORE/NAME/1/`` holds ``manifest.json``, ``head.npz`` and ``pictures/`` (the pictures with
their ``labels.csv``, from which the design can be enrolled again when the reader changes). The
manifest names every file with its SHA-256. Arrays are plain numbers; nothing is unpickled.
``STORE`` is by default ``enrolled`` in the user's folder, beside the user's models.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
import shutil
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from models.enrol.conflicts import Conflict, Warned
from models.enrol.errors import GalleryError
from models.enrol.head import Head
from models.enrol.names import OWN_PREFIX, Face, OwnFace
from models.enrol.teach import Enrolled
from models.store.store import home
from scoring.errors import WahuaError
from scoring.tiles import Family, Tile

FORMAT = 1
MANIFEST, HEAD, PICTURES, TABLE = "manifest.json", "head.npz", "pictures", "labels.csv"
MAX_MANIFEST, MAX_HEAD = 1_000_000, 64_000_000
"""Bytes."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,47}")
_ARRAYS = {"weights": (2, "f"), "bias": (1, "f"), "answers": (1, "i"), "turns": (1, "i")}
"""Dimensions and kind of the head's arrays."""


@dataclass(frozen=True, slots=True)
class Gallery:
    """A design that photos can be read with.

    Attributes:
        name: What the user calls it.
        version: From 1; enrolling again under the same name makes the next.
        family: Of its tiles.
        faces: The enrolled faces, in the order of the head's answers.
        head: The classifier.
        strange: Share of the views of its faces that are nothing to the reader itself.
        reader: Version and SHA-256 of the reader whose features the head judges.
        features: ``map`` or ``embedding``; see :mod:`models.enrol.features`.
        warnings: What is doubtful about the design.
    """

    name: str
    version: int
    family: Family
    faces: tuple[Face, ...]
    head: Head
    strange: float
    reader: tuple[str, str]
    features: str
    warnings: tuple[Warned, ...] = ()


def default_store() -> Path:
    """The user's folder of designs; ``WAHUA_HOME`` moves it together with the models."""
    return home() / "enrolled"


def check_name(name: str) -> str:
    """Return a name that a folder can have.

    Raises:
        GalleryError: It cannot.
    """
    if not _NAME.fullmatch(name):
        raise GalleryError(
            f"'{name[:60]}' is no name for a design: 1 to 48 letters, digits, hyphens and "
            "underscores, the first a letter or digit"
        )
    return name


def versions(store: Path, name: str) -> list[int]:
    """The stored versions of a design, lowest first."""
    folder = store / check_name(name)
    if not folder.is_dir():
        return []
    return sorted(
        int(path.name) for path in folder.iterdir() if path.name.isdigit() and path.is_dir()
    )


def save(gallery: Gallery, pictures: Sequence[Enrolled], store: Path) -> Path:
    """Store a gallery as the version that it says; returns its folder.

    It appears whole or not at all.

    Raises:
        GalleryError: The version exists, or the folder cannot be written.
    """
    target = store / check_name(gallery.name) / str(gallery.version)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        building = Path(tempfile.mkdtemp(prefix=".new-", dir=target.parent))
        try:
            _write(gallery, pictures, building)
            building.chmod(0o755)
            os.rename(building, target)  # noqa: PTH104 - must fail where the version exists
        finally:
            shutil.rmtree(building, ignore_errors=True)
    except OSError as error:
        raise GalleryError(f"{target} cannot be written: {error.strerror or error}") from error
    return target


def _write(gallery: Gallery, pictures: Sequence[Enrolled], folder: Path) -> None:
    with (folder / HEAD).open("wb") as file:
        head = gallery.head
        np.savez(file, weights=head.weights, bias=head.bias, answers=head.answers, turns=head.turns)
    (folder / PICTURES).mkdir()
    rows = [("file", "tile")]
    for number, picture in enumerate(pictures, start=1):
        name = f"{number:03d}.png"
        Image.fromarray(picture.pixels).save(folder / PICTURES / name)
        rows.append((name, str(picture.face)))
    with (folder / PICTURES / TABLE).open("w", encoding="utf-8", newline="") as table:
        csv.writer(table).writerows(rows)
    digests = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    text = json.dumps(_manifest(gallery, digests), indent=1, ensure_ascii=False)
    (folder / MANIFEST).write_text(text + "\n", "utf-8")


def _manifest(gallery: Gallery, digests: Mapping[str, str]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "name": gallery.name,
        "version": gallery.version,
        "family": str(gallery.family),
        "faces": [str(face) for face in gallery.faces],
        "temperature": gallery.head.temperature,
        "strange": gallery.strange,
        "reader": {"version": gallery.reader[0], "sha256": gallery.reader[1]},
        "features": gallery.features,
        "warnings": [
            {"kind": str(item.kind), "faces": list(item.faces), "text": item.text}
            for item in gallery.warnings
        ],
        "files": dict(digests),
    }


def folder_of(design: str, store: Path | None = None) -> Path:
    """The folder that a user means.

    Args:
        design: A name (the newest version), ``NAME@VERSION``, or a folder: that of a version,
            or that of a name with versions in it.
        store: Where names are looked up, by default the user's folder.

    Raises:
        GalleryError: There is no such design.
    """
    path = Path(design)
    if (path / MANIFEST).is_file():
        return path
    if path.name != design:
        return _newest(path.parent, path.name)
    name, _, version = design.partition("@")
    if not version:
        return _newest(store or default_store(), name)
    folder = (store or default_store()) / check_name(name) / version
    if not version.isdigit() or not (folder / MANIFEST).is_file():
        raise GalleryError(f"{name} has no version {version[:20]}")
    return folder


def _newest(store: Path, name: str) -> Path:
    there = versions(store, name)
    if not there:
        raise GalleryError(f"no design '{name}' is enrolled in {store}; enrol one: wahua enrol")
    return store / name / str(there[-1])


def load(folder: Path) -> Gallery:
    """Read a stored gallery after checking its files against their digests.

    Raises:
        GalleryError: Something is missing, damaged or of another form.
    """
    data = _read(folder / MANIFEST, MAX_MANIFEST)
    try:
        table = json.loads(data)
        if table["format"] != FORMAT:
            raise GalleryError(f"{folder} has the format {table['format']!r}, not {FORMAT}")
        arrays = _arrays(folder / HEAD, str(table["files"][HEAD]))
        gallery = _of(table, Head(**arrays, temperature=float(table["temperature"])))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise GalleryError(f"{folder / MANIFEST} is malformed: {error!r}") from error
    _check_shapes(gallery, folder)
    return gallery


def _of(table: Mapping[str, Any], head: Head) -> Gallery:
    family = Family(table["family"])
    try:
        faces = tuple(
            OwnFace(name) if str(name).startswith(OWN_PREFIX) else Tile.parse(name, family)
            for name in table["faces"]
        )
    except WahuaError as error:
        raise ValueError(error.detail) from error
    return Gallery(
        check_name(str(table["name"])),
        int(table["version"]),
        family,
        faces,
        head,
        float(table["strange"]),
        (str(table["reader"]["version"]), str(table["reader"]["sha256"])),
        str(table["features"]),
        tuple(
            Warned(Conflict(item["kind"]), tuple(map(str, item["faces"])), str(item["text"]))
            for item in table["warnings"]
        ),
    )


def _read(path: Path, limit: int) -> bytes:
    try:
        if path.is_symlink() or not path.is_file():
            raise GalleryError(f"{path} is missing or no regular file")
        if path.stat().st_size > limit:
            raise GalleryError(f"{path} is larger than {limit} bytes")
        return path.read_bytes()
    except OSError as error:
        raise GalleryError(f"{path} cannot be read: {error.strerror or error}") from error


def _arrays(path: Path, digest: str) -> dict[str, Any]:
    """The head's arrays; checked before and after they are unpacked."""
    data = _read(path, MAX_HEAD)
    found = hashlib.sha256(data).hexdigest()
    if found != digest:
        raise GalleryError(f"{path} has SHA-256 {found[:12]}…, not {digest[:12]}…")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(item.file_size for item in packed.infolist()) > MAX_HEAD:
                raise GalleryError(f"{path} unpacks to more than {MAX_HEAD} bytes")
        with np.load(io.BytesIO(data), allow_pickle=False) as table:
            arrays = {name: table[name] for name in _ARRAYS}
    except (ValueError, KeyError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise GalleryError(f"{path} holds no arrays of plain numbers: {error}") from error
    for name, (dimensions, kind) in _ARRAYS.items():
        if arrays[name].ndim != dimensions or arrays[name].dtype.kind != kind:
            raise GalleryError(f"{path}: '{name}' has an unexpected form")
    return arrays


def _check_shapes(gallery: Gallery, folder: Path) -> None:
    head = gallery.head
    classes = head.weights.shape[1]
    fits = (
        len(head.bias) == len(head.answers) == len(head.turns) == classes > 0
        and int(head.answers.min()) >= 0
        and int(head.answers.max()) == len(gallery.faces) + 1
        and head.temperature > 0
        and np.isfinite(head.weights).all()
        and np.isfinite(head.bias).all()
    )
    if not fits:
        raise GalleryError(f"{folder / HEAD} does not fit its manifest")
