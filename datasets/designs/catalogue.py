"""All designs by name: those that ship, a user's own in folders, and random ones."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import ClassVar

import numpy as np

from datasets.designs.families import RANDOM, STYLES, Design, DrawnDesign, family_of
from datasets.designs.folder import load_design
from datasets.designs.tables import DesignError, build_style, parameters, shipped_tables
from scoring.tiles import Family

_RANDOM = re.compile(r"random:(\d{1,9})")


class UnknownDesignError(DesignError):
    """There is no design of this name."""

    type: ClassVar[str] = "unknown-design"
    title: ClassVar[str] = "There is no such design"
    status: ClassVar[int] = 404


@dataclass(frozen=True, slots=True)
class Entry:
    """A design that ships.

    Attributes:
        name: Unique over all families.
        family: Of its faces.
        about: A sentence that says what it is like.
    """

    name: str
    family: Family
    about: str


@cache
def entries(family: Family | None = None) -> tuple[Entry, ...]:
    """Return the designs that ship, of one family or of all, without building them."""
    families = list(Family) if family is None else [family]
    return tuple(
        Entry(name, one, table["about"])
        for one in families
        for name, table in shipped_tables(one).items()
    )


@cache
def named_design(name: str) -> DrawnDesign:
    """Return a design that ships.

    Raises:
        UnknownDesignError: None has this name.
    """
    known = {entry.name: entry.family for entry in entries()}
    if name not in known:
        near = get_close_matches(name, known, 3)
        hint = f"close: {', '.join(near)}" if near else f"there are: {', '.join(known)}"
        raise UnknownDesignError(f"'{name[:60]}' is no design that ships; {hint}")
    family = known[name]
    table = parameters(shipped_tables(family)[name])
    return build_style(STYLES[family], {"name": name, **table})


def random_design(family: Family, seed: int) -> DrawnDesign:
    """Return a random design; equal seeds give equal designs where the fonts are equal.

    Raises:
        FontsMissingError: No Chinese font is installed.
    """
    return RANDOM[family](np.random.default_rng(seed))


def find_design(text: str, family: Family | None = None) -> Design:
    """Return the design that a user means.

    Args:
        text: The name of a design that ships, ``random:SEED``, or a folder with a
            ``design.toml`` (``./name`` where a shipped design has its name).
        family: What it must belong to; of a random one mahjong by default.

    Raises:
        UnknownDesignError: It is none of them.
        DesignError: The folder's description cannot be used, or it is of another family.
        FontsMissingError: A character is needed and no font has it.
    """
    random = _RANDOM.fullmatch(text)
    if random:
        return random_design(family or Family.MAHJONG, int(random[1]))
    if text.startswith("random:"):
        raise UnknownDesignError(f"'{text[:60]}': a seed is a whole number of at most 9 digits")
    shipped = {entry.name for entry in entries()}
    design = load_design(Path(text)) if text not in shipped and _is_folder(text) else None
    design = design or named_design(text)
    if family is not None and family_of(design) is not family:
        raise DesignError(f"'{text[:60]}' is a design of {family_of(design)}, not of {family}")
    return design


def _is_folder(text: str) -> bool:
    try:
        return bool(text) and Path(text).is_dir()
    except (OSError, ValueError):
        return False
