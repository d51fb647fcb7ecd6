"""Labelled folders to measure on, by name, and how each is read by a recogniser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from datasets.formats.detect import read_dataset
from datasets.formats.yolo import description_file
from datasets.labels import DatasetError, LabelledPhoto
from models.evaluate import Answer, Row, answer_of, evaluate, reader_answer_of
from vision.photo import Photo
from vision.pipeline import Recogniser


@dataclass(frozen=True, slots=True)
class MeasuredSet:
    """Photos of one folder.

    Attributes:
        name: What a report calls it.
        photos: The photos with their truth.
        single: One tile fills each picture, so that there is nothing to locate.
    """

    name: str
    photos: Sequence[LabelledPhoto]
    single: bool

    def answerer(self, recogniser: Recogniser) -> Callable[[Photo], Answer]:
        """How a recogniser reads a photo of this set."""
        return reader_answer_of(recogniser) if self.single else answer_of(recogniser)

    def rows(self, recogniser: Recogniser) -> Iterator[Row]:
        """Measure a recogniser."""
        return evaluate(self.photos, self.name, self.answerer(recogniser))


def read_sets(
    folders: Sequence[Path], split: str = "val", limit: int | None = None
) -> list[MeasuredSet]:
    """Read folders; two of one name (or of the name that a sum has) get their paths.

    Args:
        folders: See :func:`datasets.formats.detect.read_dataset`.
        split: Which part of a dataset with splits.
        limit: At most so many photos of each, spread over it.

    Raises:
        DatasetError: A folder is named twice, or cannot be read.
    """
    sets = [_read_set(folder, split, limit) for folder in folders]
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise DatasetError("a folder is named twice")
    times = Counter(part.name for part in sets)
    return [
        replace(part, name=str(folder)) if times[part.name] > 1 or part.name == "all" else part
        for folder, part in zip(folders, sets, strict=True)
    ]


def _read_set(folder: Path, split: str, limit: int | None) -> MeasuredSet:
    photos = read_dataset(folder, split)
    if limit is not None and limit < len(photos):
        photos = [photos[index * len(photos) // limit] for index in range(limit)]
    name = folder.resolve().name
    if description_file(folder).is_file():
        name = f"{name}/{split}"
    single = all(_fills(photo) for photo in photos)
    return MeasuredSet(f"{name} (reader alone)" if single else name, photos, single)


def _fills(photo: LabelledPhoto) -> bool:
    return len(photo.tiles) == 1 and photo.boxes[0].tolist() == [0, 0, 1, 1]
