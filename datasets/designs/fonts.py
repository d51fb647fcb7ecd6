"""Chinese fonts of this machine: discovery, and glyphs as masks.

No font file ships with the project. The table ``fonts.toml`` names files; those found in
the font folders or in the user's cache are used, others are skipped. A glyph that a font
lacks comes from the next font of the same kind.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from datasets.designs.tables import load_table
from scoring.errors import WahuaError

GLYPH_SIZE = 160
"""Pixels of an em in glyph masks."""
_MISSING = "\U000ffffe"
"""A code point without a glyph: it draws a font's "missing" box."""


class FontsMissingError(WahuaError):
    """No font with Chinese characters is installed."""

    type: ClassVar[str] = "fonts-missing"
    title: ClassVar[str] = "No Chinese font is installed"


@dataclass(frozen=True, slots=True)
class FontFace:
    """One face of a font file."""

    name: str
    path: str
    index: int
    kind: str


def font_folders() -> tuple[Path, ...]:
    """Return the folders that are searched: the user's cache, then the system's."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share")
    return (
        cache / "wahua/fonts",
        data / "fonts",
        Path.home() / ".fonts",
        Path("/usr/local/share/fonts"),
        Path("/usr/share/fonts"),
        Path("/Library/Fonts"),
    )


@lru_cache(maxsize=4)
def _faces_in(folders: tuple[Path, ...]) -> tuple[FontFace, ...]:
    """Return the known faces whose files lie below ``folders``, in the table's order."""
    table = load_table("fonts.toml")["font"]
    wanted = {row["file"] for row in table}
    files: dict[str, Path] = {}
    for folder in folders:
        for path in folder.rglob("*") if folder.is_dir() else ():
            if path.name in wanted:
                files.setdefault(path.name, path)
    return tuple(
        FontFace(row["name"], str(files[row["file"]]), row.get("index", 0), row["kind"])
        for row in table
        if row["file"] in files
    )


def available_fonts() -> tuple[FontFace, ...]:
    """Return the usable faces.

    Raises:
        FontsMissingError: There is none.
    """
    faces = _faces_in(font_folders())
    if not faces:
        raise FontsMissingError(
            "drawing tiles needs a font with Chinese characters; on Debian or Ubuntu: "
            "apt install fonts-arphic-ukai fonts-arphic-uming fonts-noto-cjk"
        )
    return faces


@lru_cache(maxsize=64)
def _open(path: str, index: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, GLYPH_SIZE, index=index)


def _render(face: FontFace, text: str) -> NDArray[np.uint8]:
    """Return ``text`` centred by its em box, 1.25 ems square, 0 to 255."""
    side = GLYPH_SIZE * 5 // 4
    image = Image.new("L", (side, side))
    ImageDraw.Draw(image).text(
        (side / 2, side / 2), text, fill=255, font=_open(face.path, face.index), anchor="mm"
    )
    return np.asarray(image)


@lru_cache(maxsize=64)
def _box_of_missing(path: str, index: int) -> bytes:
    return _render(FontFace("", path, index, ""), _MISSING).tobytes()


@lru_cache(maxsize=4096)
def has_glyph(face: FontFace, text: str) -> bool:
    """Tell whether the face has ink of its own for every character of ``text``."""
    for letter in text:
        mask = _render(face, letter)
        if not mask.any() or mask.tobytes() == _box_of_missing(face.path, face.index):
            return False
    return True


def _substitutes(name: str) -> Iterable[FontFace]:
    """Yield the named face, then those of its kind, then all others."""
    faces = available_fonts()
    kinds = {row["name"]: row["kind"] for row in load_table("fonts.toml")["font"]}
    kind = {"running": "brush"}.get(kinds.get(name, ""), kinds.get(name, ""))
    yield from (face for face in faces if face.name == name)
    yield from (face for face in faces if face.kind == kind)
    yield from faces


@lru_cache(maxsize=256)
def glyph(name: str, text: str, weight: float = 0.0) -> NDArray[np.uint8]:
    """Return a read-only mask of ``text``, centred by its em box, 1.25 ems square.

    Args:
        name: The font; a missing font or glyph is replaced by its nearest kin.
        text: One or more characters.
        weight: Growth of the strokes in ems, −0.05 to 0.1.

    Raises:
        FontsMissingError: No installed font has the character.
    """
    for face in _substitutes(name):
        if has_glyph(face, text):
            mask = _grow(_render(face, text), weight)
            mask.setflags(write=False)
            return mask
    raise FontsMissingError(f"no installed font has the character {text!r}")


def _grow(mask: NDArray[np.uint8], weight: float) -> NDArray[np.uint8]:
    """Dilate (or, for negative weights, erode) a mask by ``weight`` ems in all."""
    size = round(abs(weight) * GLYPH_SIZE)
    if size < 1:
        return mask.copy()
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size + 1, size + 1))
    grown = cv2.dilate(mask, kernel) if weight > 0 else cv2.erode(mask, kernel)
    if weight < 0 and int(grown.sum()) < 0.45 * int(mask.sum()):
        return mask.copy()  # the hairlines of printed fonts would break
    return np.asarray(grown, dtype=np.uint8)


def tight(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the mask cut to its ink."""
    x, y, w, h = cv2.boundingRect(mask)
    return mask[y : y + h, x : x + w] if w and h else mask
