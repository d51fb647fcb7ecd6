"""Roboflow exports: YOLO, COCO or Pascal VOC within ``train``, ``valid`` and ``test``.

What is inside is found out as for any folder; what Roboflow adds are its README files, and
the names ``PHOTO.rf.HASH.jpg`` of augmented copies, whose splits have to be checked.
Written are YOLO boxes in Roboflow's folders.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from datasets.findings import Tell
from datasets.formats import coco, voc, yolo
from datasets.formats.base import Format, photo_files
from datasets.labels import DatasetError, MarkedPhoto

README = "README.roboflow.txt"
_INNER = (*yolo.FORMATS, *coco.FORMATS, *voc.FORMATS)


def _inner(folder: Path) -> Format | None:
    return next((inner for inner in _INNER if inner.detect(folder)), None)


def _read(folder: Path, tell: Tell) -> list[MarkedPhoto]:
    inner = _inner(folder)
    if inner is None:
        raise DatasetError(
            f"{folder}: this Roboflow export holds no YOLO, COCO or Pascal VOC labels; "
            "export it as YOLOv8, COCO or Pascal VOC"
        )
    return inner.read(folder, tell)


def _write(photos: Sequence[MarkedPhoto], folder: Path) -> None:
    yolo.write_yolo(photos, folder, places=_place)
    (folder / README).write_text("In the form of a Roboflow export (YOLOv8).\n", "utf-8")


def _place(kind: str, split: str) -> str:
    return f"{'valid' if split == 'val' else split}/{kind}"


def _detect(folder: Path) -> bool:
    """By its README, or by copies in a folder that only Roboflow calls ``valid``."""
    if (folder / README).is_file() or (folder / "README.dataset.txt").is_file():
        return _inner(folder) is not None
    return (folder / "valid").is_dir() and any(
        ".rf." in path.name for path in photo_files(folder / "valid")
    )


FORMATS = (Format("roboflow", "Roboflow export", _detect, _read, _write),)
