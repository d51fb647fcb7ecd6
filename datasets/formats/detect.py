"""Which format a folder is in, and reading it whatever it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from datasets.findings import Strict, Tell
from datasets.formats import coco, crops, cvat, label_studio, labelme, own_json, roboflow, voc, yolo
from datasets.formats.base import SUFFIXES, Format, split_folders
from datasets.formats.crops import read_crops
from datasets.formats.naming import with_tiles
from datasets.formats.own_json import read_own
from datasets.formats.safe_files import read_json, read_xml
from datasets.formats.yolo import read_yolo
from datasets.labels import DatasetError, LabelledPhoto, MarkedPhoto
from scoring.tiles import Family

_MODULES = (roboflow, yolo, crops, cvat, voc, own_json, labelme, label_studio, coco)
FORMATS: Mapping[str, Format] = MappingProxyType(
    {item.name: item for module in _MODULES for item in module.FORMATS}
)
"""Every format by its name, in the order in which they are tried."""


def detect(folder: Path, name: str | None = None) -> Format:
    """Return the format of a folder, or the one that is named.

    Raises:
        DatasetError: There is no such folder or format, or none (or several) fit.
    """
    if name is not None:
        if name not in FORMATS:
            raise DatasetError(f"there is no format '{name}', only {', '.join(FORMATS)}")
        return FORMATS[name]
    if not folder.is_dir():
        raise DatasetError(f"{folder} is not a folder")
    fitting = [item for item in FORMATS.values() if item.detect(folder)]
    if fitting and fitting[0].name == "roboflow":
        return fitting[0]  # and what is inside it
    if len(fitting) > 1:
        names = ", ".join(item.name for item in fitting)
        raise DatasetError(f"{folder} holds labels in several formats ({names}): choose --format")
    if not fitting:
        _raise_unreadable(folder)
        raise DatasetError(
            f"{folder} is in no known format: there is no data.yaml (YOLO), no annotations.xml "
            "(CVAT), and no XML (Pascal VOC) or JSON (COCO, LabelMe, Label Studio, own) file "
            "with labels in it, in annotations/ or in train/, val/, test/"
        )
    return fitting[0]


def _raise_unreadable(folder: Path) -> None:
    """Where a damaged label file is the reason that no format fits, say so."""
    for _, part in split_folders(folder):
        for pattern, read in (("*.json", read_json), ("*.xml", read_xml)):
            for path in sorted(part.glob(pattern))[:1]:
                read(path)


def read_marked(
    folder: Path,
    tell: Tell,
    *,
    format_name: str | None = None,
    convention: str | None = None,
    family: Family | None = None,
    ignore_unknown: bool = False,
) -> list[MarkedPhoto]:
    """Read all splits of a dataset, every mark with its tile.

    Args:
        folder: The dataset.
        tell: Takes what is wrong with it.
        format_name: One of ``FORMATS``; by default it is found out.
        convention: See :func:`datasets.formats.naming.resolve`.
        family: See there.
        ignore_unknown: Leave out marks whose class is no tile.

    Raises:
        DatasetError: It is no dataset, or its class names cannot be used.
    """
    photos = detect(folder, format_name).read(folder, tell)
    return with_tiles(
        photos, tell, convention=convention, family=family, ignore_unknown=ignore_unknown
    )


def read_dataset(folder: Path, split: str = "val") -> list[LabelledPhoto]:
    """Read one split of a folder of photos in whatever known format it is.

    ``labels.csv`` tells single crops; photos alone count as pictures without any tile. Of a
    format in which splits are optional, photos without one count with any.

    Raises:
        DatasetError: The folder is missing, empty or malformed.
    """
    if not folder.is_dir():
        raise DatasetError(f"{folder} is not a folder")
    if (folder / "labels.csv").is_file():
        photos = read_crops(folder)
    elif yolo.description_file(folder).is_file():
        photos = read_yolo(folder, split)
    elif any(folder.glob("*.json")) and own_json.FORMATS[0].detect(folder):
        photos = read_own(folder)
    elif _only_photos(folder):
        paths = [path for path in sorted(folder.iterdir()) if path.suffix.lower() in SUFFIXES]
        photos = [LabelledPhoto.empty(path) for path in paths]
    else:
        marked = read_marked(folder, Strict())
        photos = [photo.labelled() for photo in marked if photo.split in {None, split}]
    if not photos:
        raise DatasetError(f"{folder} holds no photos that can be evaluated")
    return photos


def _only_photos(folder: Path) -> bool:
    return not any(
        path.is_dir() or path.suffix.lower() in {".json", ".xml", ".yaml"}
        for path in folder.iterdir()
    )
