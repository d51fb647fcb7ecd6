"""Choose unlabelled photos and write them, pre-labelled, for a labelling tool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from datasets.findings import shown
from datasets.formats.base import photo_files
from datasets.formats.detect import detect
from datasets.formats.new_folder import new_folder
from datasets.labels import DatasetError
from models import registry
from models.choose import choose, look_at


def choose_and_write(
    folder: Path, count: int, target: Path, to_format: str
) -> list[dict[str, Any]]:
    """Read a folder's photos, choose the most telling and write them with the answers.

    Args:
        folder: Photos, also in folders below.
        count: How many are wanted.
        target: A folder that does not exist yet or is empty.
        to_format: One of :data:`datasets.formats.detect.FORMATS`.

    Returns:
        ``{"file", "doubt", "distance", "tiles"}`` of each chosen photo, the most telling first.

    Raises:
        DatasetError: There are no photos, no such format, or the target cannot be written.
    """
    writer = detect(target, to_format)
    if not folder.is_dir():
        raise DatasetError(f"{folder} is not a folder")
    paths = photo_files(folder)
    candidates = list(look_at(paths, registry.load_recogniser()))
    if not candidates:
        raise DatasetError(f"{folder} holds no photos")
    chosen = choose(candidates, count)
    with new_folder(target) as filling:
        writer.write([item.candidate.photo for item in chosen], filling)
    return [
        {
            "file": shown(item.candidate.photo.path, folder),
            "doubt": round(item.candidate.doubt, 4),
            "distance": round(item.distance, 4),
            "tiles": len(item.candidate.photo.marks),
        }
        for item in chosen
    ]
