"""What all label formats share: one interface, finding photos, laying out folders."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Protocol

from datasets.findings import Fault, Finding, Tell
from datasets.formats.safe_files import inside
from datasets.labels import DatasetError, Mark, MarkedPhoto
from vision.photo import PhotoError, load_photo

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"})
SPLIT_NAMES = {
    "train": "train", "training": "train",
    "val": "val", "valid": "val", "validation": "val",
    "test": "test", "testing": "test",
}  # fmt: skip
"""What folders and keys call a split, and what we call it."""
MAX_FILES = 500_000


class Read(Protocol):
    """Reads all splits of a dataset's folder, telling the faults that it meets."""

    def __call__(self, folder: Path, tell: Tell) -> list[MarkedPhoto]:
        """Return the photos whose labels could be read."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """A label format.

    Attributes:
        name: As the command line names it.
        title: For messages.
        detect: Whether a folder is in this format.
        read: See :class:`Read`.
        write: Writes photos and labels into an empty folder. Quads are written as polygons,
            so that their first corner survives; tiles are named by their marks' names.
    """

    name: str
    title: str
    detect: Callable[[Path], bool]
    read: Read
    write: Callable[[Sequence[MarkedPhoto], Path], None]


def photo_files(folder: Path) -> list[Path]:
    """All photos in a folder and below it, sorted.

    Raises:
        DatasetError: There are more than ``MAX_FILES`` files.
    """
    found = []
    for count, path in enumerate(folder.rglob("*")):
        if count >= MAX_FILES:
            raise DatasetError(f"{folder} holds more than {MAX_FILES} files")
        if path.suffix.lower() in SUFFIXES and path.is_file():
            found.append(path)
    return sorted(found)


def split_folders(folder: Path) -> Iterator[tuple[str | None, Path]]:
    """The folder itself (no split), then those below it that are named like a split."""
    yield None, folder
    for child in sorted(folder.iterdir()):
        split = split_named(child.name)
        if split and child.is_dir():
            yield split, child


def split_named(word: str) -> str | None:
    """The split that a word means: ``valid``, and ``train2017`` like ``val`` and ``train``."""
    return SPLIT_NAMES.get(word.lower().removesuffix("2017").removesuffix("2014"))


def split_in(path: Path, folder: Path) -> str | None:
    """The split that a folder between a dataset and one of its files names, if any."""
    for part in path.relative_to(folder).parts[:-1]:
        if split := split_named(part):
            return split
    return None


@dataclass
class PhotoFinder:
    """Finds the photos that label files name, wherever the export put them."""

    folder: Path
    used: set[Path] = field(default_factory=set)

    @cached_property
    def _by_name(self) -> dict[str, list[Path]]:
        index: dict[str, list[Path]] = {}
        for path in photo_files(self.folder):
            index.setdefault(path.name, []).append(path)
        return index

    def find(self, name: str, *near: Path) -> Path:
        """Return the photo of this name (or relative path).

        Args:
            name: As the label file has it.
            near: Folders that are tried first.

        Raises:
            DatasetError: It is missing, or several are called so.
        """
        text = name.replace("\\", "/")
        last = PurePosixPath(text).name
        for base in near:
            for candidate in (text, last):
                path = self._existing(base, candidate)
                if path is not None:
                    self.used.add(path)
                    return path
        found = self._by_name.get(last, [])
        if len(found) > 1:
            raise DatasetError(f"several photos are called '{last[:60]}'")
        if not found:
            raise DatasetError(f"its photo '{text[-60:]}' is missing")
        self.used.add(found[0])
        return found[0]

    def _existing(self, base: Path, name: str) -> Path | None:
        try:
            path = inside(base, name)
        except DatasetError:  # an absolute path of the author's machine: its last part may do
            return None
        return path if path.suffix.lower() in SUFFIXES and path.is_file() else None

    def tell_unlabelled(self, tell: Tell) -> None:
        """Tell of the photos that no label file named."""
        for path in photo_files(self.folder):
            if path not in self.used:
                tell(Finding(Fault.NO_LABEL, path, "no label file names this photo"))


def upright_size(path: Path) -> tuple[int, int]:
    """Width and height of the upright photo, which a header alone may state swapped.

    Raises:
        DatasetError: It cannot be decoded.
    """
    try:
        photo = load_photo(path, max_side=1)
    except PhotoError as error:
        raise DatasetError(f"the photo {path} cannot be used: {error.detail}") from error
    return photo.width, photo.height


def sized(path: Path, stated: tuple[float, float] | None, tell: Tell) -> tuple[int, int] | None:
    """The upright size of a photo, or None after telling that it cannot be used.

    Args:
        path: The photo.
        stated: Width and height by its labels, which then has to be the same: labels that
            were made on the picture as stored, or on a smaller copy, do not fit.
        tell: Takes the fault.
    """
    try:
        size = upright_size(path)
    except DatasetError as error:
        tell(Finding(Fault.BAD_PHOTO, path, error.detail))
        return None
    if stated is None or (round(stated[0]), round(stated[1])) == size:
        return size
    detail = (
        f"its labels are for {stated[0]:g} × {stated[1]:g} pixels, it has {size[0]} × {size[1]}"
    )
    if (round(stated[1]), round(stated[0])) == size:
        detail += ": they were made before its EXIF turn"
    tell(Finding(Fault.WRONG_SIZE, path, detail))
    return None


def free_names(photos: Sequence[MarkedPhoto]) -> list[str]:
    """A file name for each photo that no other of its split has, also without the suffix."""
    seen: Counter[tuple[str | None, str]] = Counter()
    names = []
    for photo in photos:
        stem, number = photo.path.stem, 1
        while seen[photo.split, stem.casefold()]:
            number += 1
            stem = f"{photo.path.stem}-{number}"
        seen[photo.split, stem.casefold()] += 1
        names.append(stem + photo.path.suffix)
    return names


def copy_photo(photo: MarkedPhoto, target: Path) -> None:
    """Copy the file as it is, EXIF and all.

    Raises:
        DatasetError: It cannot be read or written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        shutil.copyfile(photo.path, target)
    except OSError as error:
        raise DatasetError(f"{photo.path} cannot be copied: {error.strerror or error}") from error


def by_split(
    photos: Sequence[MarkedPhoto],
) -> list[tuple[str | None, list[tuple[MarkedPhoto, str]]]]:
    """Photos with their new file names, split by split."""
    groups: dict[str | None, list[tuple[MarkedPhoto, str]]] = {}
    for photo, name in zip(photos, free_names(photos), strict=True):
        groups.setdefault(photo.split, []).append((photo, name))
    return sorted(groups.items(), key=lambda item: item[0] or "")


def class_names(photos: Sequence[MarkedPhoto]) -> list[str]:
    """The names of all marks: tiles in the order of the reference, then other names."""

    def order(item: tuple[str, Mark]) -> tuple[bool, object, str]:
        name, mark = item
        return mark.tile is None, mark.tile.sort_key if mark.tile else (), name

    marks = {mark.name: mark for photo in photos for mark in photo.marks}
    return [name for name, _ in sorted(marks.items(), key=order)]
