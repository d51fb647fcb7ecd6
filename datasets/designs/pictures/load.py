"""A description with pictures into a design: names first, then files, then pixels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.designs.design import RGB
from datasets.designs.face_names import REQUIRED
from datasets.designs.pictures.cutting import cells_of, cut
from datasets.designs.pictures.design import FACE_HEIGHT, PictureDesign, PictureSettings, Sheet
from datasets.designs.pictures.faces import resized
from datasets.designs.pictures.vector import MAX_SVG_BYTES, rasterise
from datasets.designs.tables import MAX_ITEMS, MAX_TEXT, DesignError, build_style
from datasets.formats.safe_files import inside, read_bytes
from datasets.labels import DatasetError
from scoring.tiles import Family, Tile, UnknownTileError
from vision.photo import Photo, load_photo, read_size
from vision.photo_errors import PhotoError

MAX_PIXELS = 50_000_000
"""Of one picture or sheet."""
MAX_SHEETS = 12
_DEVIATION = 1.25
_Picture = NDArray[np.uint8]
_IVORY: RGB = (240, 236, 224)


@dataclass(frozen=True, slots=True)
class _Usual:
    """What a set of a family is like if its description does not say."""

    aspect: float
    depth: tuple[float, float]
    overlap: bool
    corner_radius: float


_USUAL: Mapping[Family, _Usual] = {
    Family.MAHJONG: _Usual(1.36, (0.45, 0.95), overlap=False, corner_radius=0.09),
    Family.FLOWERS: _Usual(1.42, (0.45, 0.95), overlap=False, corner_radius=0.09),
    Family.DOLLS: _Usual(2.8, (0.004, 0.03), overlap=True, corner_radius=0.04),
}


def load_pictures(
    name: str, family: Family, table: Mapping[str, Any], folder: Path
) -> PictureDesign:
    """Return the design of a description with ``pictures`` or ``sheet``.

    Args:
        name: What to call it.
        family: Of its faces.
        table: The description without its name, family and ``about``.
        folder: Where the pictures are; no file outside it is opened.

    Raises:
        DesignError: Faces are missing, unknown or there twice; a file is missing, outside
            the folder, too large or no picture; a value does not fit.
    """
    rest = {key: value for key, value in table.items() if key not in ("pictures", "sheet")}
    settings = build_style(PictureSettings, rest)
    files = _files(table.get("pictures", {}))
    sheets = _sheets(table.get("sheet", []))
    _check_names(family, settings, files, sheets)
    found = dict(_pictures(family, files, sheets, folder))
    usual = _USUAL[family]
    aspect = settings.aspect or _aspect(settings, found, usual)
    if not 1.0 <= aspect <= 4.5:
        raise DesignError(f"aspect is {aspect:.2f}, expected height over width from 1 to 4.5")
    body = settings.body or (_body(found) if settings.fit == "face" else _IVORY)
    faces = {face: _fitted(face, picture, settings, aspect, body)
             for face, (picture, _) in found.items()}  # fmt: skip
    blank = np.full((FACE_HEIGHT, round(FACE_HEIGHT / aspect), 3), body, np.uint8)
    faces |= {str(Tile.parse(text, family)): blank for text in settings.blank}
    return PictureDesign(
        name=name,
        family=family,
        aspect=aspect,
        body=body,
        back=settings.back,
        depth=_ordered(settings.depth or usual.depth),
        overlap=usual.overlap if settings.overlap is None else settings.overlap,
        corner_radius=_radius(settings, usual),
        faces=faces,
    )


def _files(value: Any) -> dict[str, str]:
    """Return the table ``pictures``: file names by face."""
    if not isinstance(value, Mapping) or len(value) > 2 * MAX_ITEMS:
        raise DesignError("pictures is no table of faces and files")
    for face, file in value.items():
        if not isinstance(file, str) or not 0 < len(file) <= MAX_TEXT:
            raise DesignError(f"pictures.{face[:20]} is no file name")
    return dict(value)


def _sheets(value: Any) -> list[Sheet]:
    """Return the table ``sheet``, or several such tables."""
    tables = [value] if isinstance(value, Mapping) else value
    if not isinstance(tables, list) or len(tables) > MAX_SHEETS:
        raise DesignError(f"sheet is no table, nor a list of at most {MAX_SHEETS} of them")
    for table in tables:
        if not isinstance(table, Mapping):
            raise DesignError("sheet is no table")
    return [build_style(Sheet, table, "sheet") for table in tables]


def _check_names(
    family: Family, settings: PictureSettings, files: Mapping[str, str], sheets: Sequence[Sheet]
) -> None:
    """Refuse faces that are unknown, there twice or missing, all of them in one message."""
    on_sheets = [name for sheet in sheets for row in cells_of(sheet) for name in row if name != "-"]
    shown, unknown = _tiles([*files, *on_sheets, *settings.blank], family)
    lacking, unknown_too = _tiles(settings.without, family)
    if unknown or unknown_too:
        listed = _listed([*unknown, *unknown_too])
        raise DesignError(f"no faces of {_NOUNS[family]}: {listed}")
    twice = [name for name, count in Counter([*shown, *set(lacking)]).items() if count > 1]
    if twice:
        raise DesignError(f"faces that are there twice: {_listed(twice)}")
    missing = REQUIRED[family] - set(shown) - set(lacking)
    if missing:
        order = sorted(missing, key=lambda name: Tile.parse(name, family))
        raise DesignError(
            f"faces without a picture: {_listed(order)} "
            "(name those that the set lacks in `without`, bare ones in `blank`)"
        )


_NOUNS = {
    Family.MAHJONG: "mahjong tiles",
    Family.FLOWERS: "flower tiles",
    Family.DOLLS: "doll cards",
}


def _tiles(texts: Sequence[str], family: Family) -> tuple[list[str], list[str]]:
    """Return the notation of the faces that are known, and the texts that are none."""
    known, unknown = [], []
    for text in texts:
        try:
            known.append(str(Tile.parse(text, family)))
        except UnknownTileError:
            unknown.append(text)
    return known, unknown


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"'{name[:20]}'" for name in names[:12])
    return f"{shown} and {len(names) - 12} more" if len(names) > 12 else shown


def _pictures(
    family: Family, files: Mapping[str, str], sheets: Sequence[Sheet], folder: Path
) -> Iterator[tuple[str, tuple[_Picture, float]]]:
    """Yield picture and aspect by notation of every face."""
    for text, file in files.items():
        pixels = _open(folder, file).pixels
        high = min(FACE_HEIGHT, pixels.shape[0])
        aspect = pixels.shape[0] / pixels.shape[1]
        small = resized(pixels, max(1, round(high / aspect)), high)
        yield str(Tile.parse(text, family)), (small, aspect)
    for sheet in sheets:
        for text, picture, aspect in cut(sheet, _open(folder, sheet.file)):
            yield str(Tile.parse(text, family)), (picture, aspect)


def _open(folder: Path, file: str) -> Photo:
    """Open a picture within the folder: its size is checked before it is decoded."""
    try:
        path = inside(folder, file)
    except DatasetError as error:
        raise DesignError(f"the file '{file[:60]}' is outside the design's folder") from error
    try:
        if path.suffix.lower() == ".svg":
            svg = read_bytes(path, MAX_SVG_BYTES)
            return load_photo(rasterise(svg, (2 * FACE_HEIGHT, FACE_HEIGHT)))
        _, width, height = read_size(path)
        if width * height > MAX_PIXELS:
            limit = MAX_PIXELS // 1_000_000
            raise DesignError(f"{width:,} × {height:,} pixels, at most {limit} million")
        return load_photo(path)
    except PhotoError as error:
        raise DesignError(f"{file}: {error.title}: {error.detail}") from error
    except DatasetError as error:
        raise DesignError(error.detail) from error
    except DesignError as error:
        raise DesignError(f"{file}: {error.detail}") from error


def _aspect(
    settings: PictureSettings, found: Mapping[str, tuple[_Picture, float]], usual: _Usual
) -> float:
    """Return the middle one of the pictures' aspects, if they show whole faces."""
    if settings.fit == "print" or not found:
        return usual.aspect
    return float(np.median([aspect for _, aspect in found.values()]))


def _body(found: Mapping[str, tuple[_Picture, float]]) -> RGB:
    """Return a colour that a fifth of all faces' pixels surpass: that of the bare face."""
    if not found:
        return _IVORY
    sample = np.concatenate([picture.reshape(-1, 3)[::31] for picture, _ in found.values()])
    red, green, blue = (int(part) for part in np.percentile(sample, 80, axis=0))
    return red, green, blue


def _fitted(
    face: str, picture: _Picture, settings: PictureSettings, aspect: float, body: RGB
) -> _Picture:
    """Return the whole face of a picture, of the set's aspect."""
    height, width = picture.shape[:2]
    if settings.fit == "print" and face != "back":
        return _printed(picture, settings.print_margin, aspect, body)
    if not 1 / _DEVIATION <= height / width / aspect <= _DEVIATION:
        raise DesignError(
            f"the picture of {face} is {height / width:.2f} times as high as wide, the set's "
            f"faces are {aspect:.2f} times"
        )
    return resized(picture, round(height / aspect), height)


def _printed(picture: _Picture, margin: float, aspect: float, body: RGB) -> _Picture:
    """Lay a print on a bare face: white shows the face, colours darken it as inks do."""
    if not 0 <= margin <= 0.4:
        raise DesignError(f"print_margin is {margin}, expected 0 to 0.4")
    face = np.full((FACE_HEIGHT, round(FACE_HEIGHT / aspect), 3), body, np.uint8)
    unit = face.shape[1]
    room = np.array([unit * (1 - 2 * margin), FACE_HEIGHT - 2 * margin * unit])
    scale = float((room / picture.shape[1::-1]).min())
    width, height = (max(1, round(side * scale)) for side in picture.shape[1::-1])
    ink = resized(picture, width, height)
    top, left = (FACE_HEIGHT - height) // 2, (unit - width) // 2
    part = face[top : top + height, left : left + width]
    part[:] = cv2.multiply(part, ink[: part.shape[0], : part.shape[1]], scale=1 / 255)
    return face


def _ordered(depth: tuple[float, float]) -> tuple[float, float]:
    low, high = depth
    if not 0 < low <= high <= 2:
        raise DesignError(f"depth is {low} to {high}, expected the thinner first, above 0 up to 2")
    return depth


def _radius(settings: PictureSettings, usual: _Usual) -> float:
    radius = settings.corner_radius if settings.corner_radius is not None else usual.corner_radius
    if not 0 <= radius <= 0.4:
        raise DesignError(f"corner_radius is {radius}, expected 0 to 0.4")
    return radius
