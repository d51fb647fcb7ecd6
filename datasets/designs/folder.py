"""A design from a folder anywhere on disk: ``design.toml`` and perhaps pictures beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.designs.face_names import FACE_ROWS
from datasets.designs.families import STYLES, Design, DrawnDesign, draw
from datasets.designs.pictures import load_pictures
from datasets.designs.tables import DesignError, build_style, parameters
from datasets.formats.safe_files import read_text
from datasets.labels import DatasetError
from scoring.tiles import Family, Tile

FILE = "design.toml"
MAX_TOML_BYTES = 200_000
MAX_NAME = 60
_TRIAL_HEIGHT = 32


def load_design(folder: Path) -> Design:
    """Return the design that a folder describes.

    Nothing outside the folder is read. A drawn design is drawn once, small, so that values
    which fit their fields but not each other are found here and not in the middle of a scene.

    Raises:
        DesignError: The description is missing, too large, no TOML, or does not fit.
        FontsMissingError: A character is needed and no font has it.
    """
    table = read_description(folder)
    family = _family(table)
    name = _name(table, folder)
    rest = parameters(table)
    if "pictures" in rest or "sheet" in rest:
        return load_pictures(name, family, rest, folder)
    design = build_style(STYLES[family], {"name": name, **rest})
    _try(design, family)
    return design


def read_description(folder: Path) -> Mapping[str, Any]:
    """Return the table of a folder's ``design.toml``.

    Raises:
        DesignError: It is missing, too large or no TOML.
    """
    try:
        return tomllib.loads(read_text(folder / FILE, MAX_TOML_BYTES))
    except DatasetError as error:
        raise DesignError(error.detail) from error
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise DesignError(f"{folder / FILE} is no TOML: {error}") from error


def _family(table: Mapping[str, Any]) -> Family:
    value = table.get("family")
    if value not in list(Family):
        words = ", ".join(f'"{family}"' for family in Family)
        raise DesignError(f"family is {str(value)[:40]!r}, expected one of {words}")
    return Family(value)


def _name(table: Mapping[str, Any], folder: Path) -> str:
    """Return the name given, or that of the folder."""
    name = table.get("name", folder.resolve().name)
    if not isinstance(name, str) or not 0 < len(name.strip()) <= MAX_NAME or not name.isprintable():
        raise DesignError(f"name is no text of 1 to {MAX_NAME} printable characters")
    return name.strip()


def _try(design: DrawnDesign, family: Family) -> None:
    """Draw every face once."""
    for row in FACE_ROWS[family]:
        for face in row:
            try:
                with np.errstate(all="ignore"):  # what is no number is refused below
                    draw(design, Tile.parse(face, family), _TRIAL_HEIGHT)
            except (ArithmeticError, LookupError, ValueError, cv2.error) as error:
                reason = " ".join(str(error).split())[:120]
                raise DesignError(f"{face} cannot be drawn with these values: {reason}") from error
