"""What is doubtful about an enrolled design: named, so that a person can decide."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from models.enrol.names import missing_faces
from models.enrol.teach import Taught
from scoring.tiles import Family

ALIKE, ALIKE_CARDS = 0.15, 0.3
"""Share of the views of one face that are taken for the other, from which two are too alike; most
views of cards are of covered ones, which show half of what would tell them apart."""
CONFUSED, CONFUSED_CARDS = 0.8, 0.65
"""A face of which a smaller share of views is read right is confused."""
MAX_LISTED = 12


class Conflict(StrEnum):
    """Kinds of doubt."""

    ALIKE = "alike"
    MISSING = "missing"
    CONFUSED = "confused"


@dataclass(frozen=True, slots=True)
class Warned:
    """One doubt.

    Attributes:
        kind: What is doubtful.
        faces: Notation of the faces that it is about.
        text: A sentence.
    """

    kind: Conflict
    faces: tuple[str, ...]
    text: str


def conflicts(taught: Taught, family: Family) -> tuple[Warned, ...]:
    """Name what the cross-validation and the family's whole set say against a design."""
    names = [*map(str, taught.faces), "a face that is not enrolled", "no face at all"]
    table = np.zeros((len(names), len(names)))
    np.add.at(table, (taught.truth, taught.trial.chances.argmax(axis=1)), 1)
    table /= np.maximum(table.sum(axis=1, keepdims=True), 1)
    count = len(taught.faces)
    cards = family is Family.DOLLS
    alike, confused = (ALIKE_CARDS, CONFUSED_CARDS) if cards else (ALIKE, CONFUSED)
    found = [
        _alike(names[first], names[second], float(max(table[first, second], table[second, first])))
        for first in range(count)
        for second in range(first)
        if max(table[first, second], table[second, first]) >= alike
    ]
    paired = {name for warned in found for name in warned.faces}
    found += [
        _confused(names, number, table[number])
        for number in range(count)
        if table[number, number] < confused and names[number] not in paired
    ]
    missing = [str(tile) for tile in missing_faces(taught.faces, family)]
    if missing:
        found.append(Warned(Conflict.MISSING, tuple(missing), _missing(missing)))
    return tuple(found)


def _alike(first: str, second: str, share: float) -> Warned:
    text = (
        f"{second} and {first} look too alike: {100 * share:.0f} % of the views of one are taken "
        "for the other"
    )
    return Warned(Conflict.ALIKE, (second, first), text)


def _confused(names: list[str], number: int, row: NDArray[np.float64]) -> Warned:
    rival = int(np.argsort(-np.where(np.arange(len(row)) == number, -1.0, row))[0])
    text = (
        f"{names[number]} is often misread ({100 * row[number]:.0f} % of its views are right), "
        f"mostly as {names[rival]}; a sharper picture of it may help"
    )
    return Warned(Conflict.CONFUSED, (names[number],), text)


def _missing(faces: list[str]) -> str:
    shown = ", ".join(faces[:MAX_LISTED])
    rest = len(faces) - MAX_LISTED
    more = f" and {rest} more" if rest > 0 else ""
    return f"not enrolled, so read as before: {shown}{more}"
