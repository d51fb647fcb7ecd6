"""YOLO: one text file per picture, a line per tile, class names in ``data.yaml``.

Three kinds of line, all in shares of width and height: boxes ``class x y w h`` (centre),
oriented boxes and polygons ``class x1 y1 x2 y2 x3 y3 x4 y4``, and poses
``class x y w h`` followed by four keypoints, where ``data.yaml`` has ``kpt_shape: [4, 2]``
or ``[4, 3]``. Folders are ``images/SPLIT`` and ``labels/SPLIT``, or ``SPLIT/images`` and
``SPLIT/labels``, or what ``data.yaml`` says within its own folder.

The YAML is parsed by the safe loader and never handed to a training library, some of
which execute a ``download:`` entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from datasets.findings import Fault, Finding, Tell, noting
from datasets.formats.base import (
    SPLIT_NAMES,
    SUFFIXES,
    Format,
    by_split,
    class_names,
    copy_photo,
    photo_files,
    sized,
)
from datasets.formats.naming import resolve
from datasets.formats.safe_files import (
    MAX_YAML_BYTES,
    inside,
    mapping,
    name_of,
    number,
    read_text,
    read_yaml,
)
from datasets.labels import DatasetError, LabelledPhoto, Mark, MarkedPhoto, Point
from scoring.tiles import Family

__all__ = ["FORMATS", "MAX_YAML_BYTES", "SUFFIXES", "read_yolo"]

MAX_CLASSES = 10_000
EXECUTED_KEYS = ("download",)
"""Keys that training libraries run as code or fetch from; nothing here ever does."""
SLACK = 0.1
"""Share of the picture by which a label may stick out; farther out are pixels, not shares."""


@dataclass(frozen=True, slots=True)
class _Description:
    """What ``data.yaml`` says.

    Attributes:
        names: Class name by number.
        keypoints: Numbers per keypoint (2 or 3) of poses with four of them; 0 for no poses.
        sets: Physical set by the beginning of a photo's name.
        table: Everything.
    """

    names: dict[int, str]
    keypoints: int
    sets: dict[str, str]
    table: dict[str, Any]


def description_file(folder: Path) -> Path:
    """``data.yaml`` of a folder, whether it is there or not."""
    short = folder / "data.yml"
    return short if short.is_file() else folder / "data.yaml"


def read_yolo(
    folder: Path, split: str, *, convention: str | None = None, family: Family | None = None
) -> list[LabelledPhoto]:
    """Read one split of a YOLO dataset, sorted by file name; photos are not opened.

    Args:
        folder: Holds ``data.yaml``, ``images/SPLIT`` and ``labels/SPLIT``.
        split: ``train``, ``val`` …
        convention: See :func:`datasets.formats.naming.resolve`.
        family: See there.

    Raises:
        DatasetError: A file is missing or malformed, or a class name is no tile.
    """
    path = description_file(folder)
    about = _describe(path)
    try:
        tiles = resolve(about.names.values(), convention=convention, family=family)
    except DatasetError as error:
        raise DatasetError(f"{path}: {error.detail}") from error
    images = _default_images(folder, split)
    labels = _labels_beside(images)
    for needed in (images, labels):
        if not needed.is_dir():
            raise DatasetError(f"{needed} is not a folder")
    result = []
    for photo in sorted(images.iterdir()):
        if photo.suffix.lower() not in SUFFIXES:
            continue
        label = labels / f"{photo.stem}.txt"
        marks = _read_label(label, about) if label.is_file() else []
        named = tuple(replace(mark, tile=tiles[mark.name]) for mark in marks)
        result.append(MarkedPhoto(photo, 1, 1, named).labelled())
    return result


def _default_images(folder: Path, split: str) -> Path:
    other = folder / split / "images"
    return other if other.is_dir() else folder / "images" / split


def _labels_beside(images: Path) -> Path:
    """The folder that mirrors one of images: its last part named ``images`` exchanged."""
    parts = list(images.parts)
    for index in reversed(range(len(parts))):
        if parts[index] == "images":
            parts[index] = "labels"
            return Path(*parts)
    return images


def _describe(path: Path) -> _Description:
    """Read ``data.yaml``.

    Raises:
        DatasetError: It is missing or malformed.
    """
    read_text(path, MAX_YAML_BYTES)  # its own errors for what is missing, large or no text
    try:
        table = mapping(read_yaml(path), str(path))
        names = table["names"]
        items = names.items() if isinstance(names, dict) else enumerate(names)
        listed = dict(items)
        for index, name in listed.items():
            if isinstance(index, bool) or not isinstance(index, int) or index > MAX_CLASSES:
                raise DatasetError("a class number")
            name_of(name)
    except (DatasetError, KeyError, TypeError) as error:
        raise DatasetError(f"{path} has no readable list of class names") from error
    return _Description(
        {index: name_of(name) for index, name in listed.items()},
        _keypoints(path, table.get("kpt_shape")),
        _sets(path, table.get("sets")),
        table,
    )


def _keypoints(path: Path, shape: Any) -> int:
    if shape is None:
        return 0
    if shape not in ([4, 2], [4, 3]):
        raise DatasetError(f"{path}: kpt_shape must be [4, 2] or [4, 3]: the corners of a tile")
    return int(shape[1])


def _sets(path: Path, value: Any) -> dict[str, str]:
    """``sets: {name: [beginning of file names, …]}``, turned round."""
    sets: dict[str, str] = {}
    for name, beginnings in mapping(value or {}, f"{path}: sets").items():
        for beginning in beginnings if isinstance(beginnings, list) else [beginnings]:
            sets[name_of(beginning, f"{path}: a name in sets")] = name_of(name)
    return sets


def _read_label(label: Path, about: _Description) -> list[Mark]:
    """The marks of one label file, in shares."""
    marks = []
    for line_number, line in enumerate(read_text(label).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            marks.append(_parse_line(line, about))
        except (DatasetError, ValueError, KeyError) as error:
            raise DatasetError(f"{label}, line {line_number}: '{line[:60]}' is no label") from error
    return marks


def _parse_line(line: str, about: _Description) -> Mark:
    index, *words = line.split()
    name = about.names[int(index)]
    numbers = [number(word) for word in words]
    if len(numbers) == 4:
        mark = Mark(name, _corner_box(numbers))
    elif about.keypoints and len(numbers) == 4 + 4 * about.keypoints:
        mark = _pose(name, numbers, about.keypoints)
    elif len(numbers) == 8:
        mark = Mark.of_corners(name, _pairs(numbers, 2))
    else:
        raise DatasetError(f"{len(numbers)} numbers")
    if not all(-SLACK <= edge <= 1 + SLACK for edge in mark.box):
        raise DatasetError("a label lies outside the picture")
    return mark


def _corner_box(numbers: Sequence[float]) -> tuple[float, float, float, float]:
    x, y, width, height = numbers
    if width < 0 or height < 0:
        raise DatasetError("a side is negative")
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _pose(name: str, numbers: list[float], per_point: int) -> Mark:
    """A pose; corners that are not all labelled (visibility 0) leave the box alone."""
    box, points = _corner_box(numbers[:4]), numbers[4:]
    if per_point == 3 and 0 in points[2::3]:
        return Mark(name, box)
    return replace(Mark.of_corners(name, _pairs(points, per_point)), box=box)


def _pairs(numbers: list[float], step: int) -> list[Point]:
    return list(zip(numbers[::step], numbers[1::step], strict=True))


def _read(folder: Path, tell: Tell) -> list[MarkedPhoto]:
    path = description_file(folder)
    about = _describe(path)
    _tell_of_description(path, about, tell)
    photos: list[MarkedPhoto] = []
    for split, images in _split_images(folder, about, tell):
        photos += _read_split(images, split, about, tell)
    if not photos:
        tell(Finding(Fault.MISSING_PHOTO, path, "it leads to no photos"))
    return photos


def _tell_of_description(path: Path, about: _Description, tell: Tell) -> None:
    for key in EXECUTED_KEYS:
        if key in about.table:
            tell(
                Finding(Fault.IGNORED_KEY, path, f"'{key}:' is ignored: nothing is fetched or run")
            )
    count = about.table.get("nc")
    if count is not None and count != len(about.names):
        tell(
            Finding(Fault.CLASS_ORDER, path, f"nc is {count}, but {len(about.names)} names follow")
        )
    order = [about.names[index] for index in sorted(about.names)]
    for other in (path.parent / "classes.txt", path.parent / "labels" / "classes.txt"):
        if other.is_file():
            listed = [line.strip() for line in read_text(other).splitlines() if line.strip()]
            if listed != order:
                tell(Finding(Fault.CLASS_ORDER, other, f"its order is not that of {path.name}"))


def _split_images(
    folder: Path, about: _Description, tell: Tell
) -> Iterator[tuple[str | None, Path]]:
    """Folders of images by split: those that the YAML names, or else the usual ones."""
    path = description_file(folder)
    base = folder
    if isinstance(about.table.get("path"), str):
        try:
            base = inside(folder, about.table["path"])
        except DatasetError as error:
            tell(Finding(Fault.IGNORED_KEY, path, f"'path:' is ignored: {error.detail}"))
    seen = set()
    for key, split in SPLIT_NAMES.items():
        entries = about.table.get(key)
        for entry in entries if isinstance(entries, list) else [entries] if entries else []:
            with noting(tell, path):
                images = _entry(base if base.is_dir() else folder, name_of(entry, f"'{key}:'"))
                if images is not None and images not in seen:
                    seen.add(images)
                    yield split, images
    if not seen:
        for key, split in SPLIT_NAMES.items():
            if (images := _default_images(folder, key)).is_dir():
                yield split, images


def _entry(base: Path, text: str) -> Path | None:
    """A folder that the YAML names; None for one that the export left out.

    Roboflow writes ``../train/images`` and means ``train/images``.
    """
    images = inside(base, text.removeprefix("../"))
    if images.suffix == ".txt":
        raise DatasetError(f"lists of photos ('{text[:60]}') are not supported, only folders")
    if not images.is_dir():
        return None
    return images / "images" if (images / "images").is_dir() else images


def _read_split(
    images: Path, split: str | None, about: _Description, tell: Tell
) -> Iterator[MarkedPhoto]:
    labels = _labels_beside(images)
    used = set()
    for path in photo_files(images):
        label = labels / path.relative_to(images).with_suffix(".txt")
        used.add(label)
        marks: list[Mark] = []
        if label.is_file():
            with noting(tell, label):
                marks = _read_label(label, about)
        else:
            tell(Finding(Fault.NO_LABEL, path, "it has no label file"))
        size = sized(path, None, tell)
        if size is not None:
            yield MarkedPhoto(
                path, *size, tuple(_scaled(mark, *size) for mark in marks), split,
                _set_of(path, images, about),
            )  # fmt: skip
    for label in sorted(labels.rglob("*.txt")):
        if label not in used and label.name != "classes.txt":
            tell(Finding(Fault.MISSING_PHOTO, label, "it has no photo"))


def _set_of(path: Path, images: Path, about: _Description) -> str | None:
    """The physical set: by ``sets:``, or the folder below the split's own."""
    for beginning, name in about.sets.items():
        if path.name.startswith(beginning):
            return name
    below = path.relative_to(images).parts
    return below[0] if len(below) > 1 else None


def _scaled(mark: Mark, width: int, height: int) -> Mark:
    x0, y0, x1, y1 = mark.box
    corners = mark.corners
    if corners is not None:
        a, b, c, d = ((x * width, y * height) for x, y in corners)
        corners = (a, b, c, d)
    return replace(mark, box=(x0 * width, y0 * height, x1 * width, y1 * height), corners=corners)


def _box_words(mark: Mark, photo: MarkedPhoto) -> list[float]:
    x0, y0, x1, y1 = mark.box
    return [
        (x0 + x1) / 2 / photo.width,
        (y0 + y1) / 2 / photo.height,
        (x1 - x0) / photo.width,
        (y1 - y0) / photo.height,
    ]


def _corner_words(mark: Mark, photo: MarkedPhoto) -> list[float]:
    x0, y0, x1, y1 = mark.box
    quad = mark.corners or ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return [share for x, y in quad for share in (x / photo.width, y / photo.height)]


def _pose_words(mark: Mark, photo: MarkedPhoto) -> list[float]:
    """Box and keypoints ``x y visibility``; without corners all zero, as the format has it."""
    points = [0.0] * 12
    if mark.corners is not None:
        shares = _corner_words(mark, photo)
        points = [word for at in range(0, 8, 2) for word in (*shares[at : at + 2], 2.0)]
    return _box_words(mark, photo) + points


def write_yolo(
    photos: Sequence[MarkedPhoto],
    folder: Path,
    words: Callable[[Mark, MarkedPhoto], list[float]] = _box_words,
    *,
    places: Callable[[str, str], str] = "{}/{}".format,
    description: dict[str, Any] | None = None,
) -> None:
    """Write a YOLO dataset into an empty folder.

    Args:
        photos: Those without a split become ``train``.
        folder: Where to.
        words: The numbers after the class of a line.
        places: Folder of (``images`` or ``labels``, split).
        description: Further keys of ``data.yaml``.
    """
    names = class_names(photos)
    numbers = {name: index for index, name in enumerate(names)}
    splits = {}
    for split, group in by_split([replace(p, split=p.split or "train") for p in photos]):
        images = splits[str(split)] = places("images", str(split))
        for photo, name in group:
            copy_photo(photo, folder / images / name)
            lines = [
                " ".join([str(numbers[mark.name]), *(f"{w:.9g}" for w in words(mark, photo))])
                for mark in photo.marks
            ]
            label = folder / places("labels", str(split)) / Path(name).with_suffix(".txt")
            label.parent.mkdir(parents=True, exist_ok=True)
            label.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    table = {"path": ".", **splits, **(description or {}), "nc": len(names)}
    table["names"] = dict(enumerate(names))
    text = yaml.safe_dump(table, sort_keys=False, allow_unicode=True)
    (folder / "data.yaml").write_text(text, "utf-8")


def _detect(folder: Path) -> bool:
    return description_file(folder).is_file()


def _never(folder: Path) -> bool:  # noqa: ARG001 - the three kinds are told apart line by line
    return False


FORMATS = (
    Format("yolo", "YOLO boxes", _detect, _read, write_yolo),
    Format(
        "yolo-obb", "YOLO oriented boxes", _never, _read,
        partial(write_yolo, words=_corner_words),
    ),
    Format(
        "yolo-pose", "YOLO poses with corners as keypoints", _never, _read,
        partial(write_yolo, words=_pose_words, description={"kpt_shape": [4, 3]}),
    ),
)  # fmt: skip
