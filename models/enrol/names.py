"""What enrolled faces are called: tiles, or faces of the user's own that no rules know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from datasets.formats.naming import resolve
from models.enrol.errors import EnrolError
from scoring.errors import WahuaError
from scoring.tiles import DOLL_SUBJECTS, MAHJONG_FACES, PATTERNS, Family, Kind, Tile

OWN_PREFIX = "own-"
_OWN = re.compile(r"own-[a-z0-9](?:[a-z0-9-]{0,22}[a-z0-9])?")
_COPY = re.compile(r"^(.+?)(?:\s*\(\d+\)|[_.]\d+)$")


@dataclass(frozen=True, slots=True, order=True)
class OwnFace:
    """A face that only this design has: a joker, a house tile, a card of another game.

    It is read where the design is chosen, and reported; no game scores it.

    Attributes:
        notation: ``own-`` and a word, such as ``own-joker``.
    """

    notation: str

    def __post_init__(self) -> None:
        if not _OWN.fullmatch(self.notation):
            raise EnrolError(
                f"'{self.notation[:40]}': faces of your own are written own-NAME with small "
                "letters, digits and hyphens, such as own-joker"
            )

    def __str__(self) -> str:
        return self.notation


Face = Tile | OwnFace


def faces_of(names: Sequence[str], family: Family | None) -> tuple[list[Face], Family]:
    """Say which face each name means; all tiles belong to one family.

    Args:
        names: Notation, names of the alias tables, or ``own-NAME``. What follows as ``_2``,
            ``.2`` or ``(2)`` numbers several pictures of one face.
        family: The tiles' family; by default the one that knows all the names.

    Returns:
        The face of each name, and the family.

    Raises:
        EnrolError: A name means nothing, or several tiles; the tiles belong to several
            families; there is no tile and no family is given.
    """
    known = [name for name in dict.fromkeys(names) if not name.startswith(OWN_PREFIX)]
    plain = {name: _without_number(name, family) for name in known}
    try:
        tiles = resolve(plain.values(), family=family)
    except WahuaError as error:
        raise EnrolError(error.detail) from error
    families = {tile.family for tile in tiles.values()} | ({family} if family else set())
    if len(families) != 1:
        found = ", ".join(sorted(families)) or "no tile"
        raise EnrolError(f"a design has one family of tiles, found: {found}; choose with --family")
    return [
        tiles[plain[name]] if name in plain else OwnFace(_own_without_number(name))
        for name in names
    ], families.pop()


def _without_number(name: str, family: Family | None) -> str:
    """The name, or what stands before the number of a further picture."""
    match = _COPY.match(name)
    if match is None or _means(name, family):
        return name
    return match[1]


def _own_without_number(name: str) -> str:
    match = _COPY.match(name)
    return name if match is None else match[1]


def _means(name: str, family: Family | None) -> bool:
    try:
        return bool(resolve([name], family=family))
    except WahuaError:
        return False


def whole_set(family: Family, *, bonus: bool = True) -> tuple[Tile, ...]:
    """The tiles that a design of a family consists of, in the order of the reference.

    Stamped doll cards count; red fives do not, as most sets have none.
    """
    if family is Family.MAHJONG:
        return MAHJONG_FACES if bonus else MAHJONG_FACES[:34]
    if family is Family.FLOWERS:
        extras = [f"{n}f" for n in range(1, 9)] if bonus else []
        patterns = tuple(Tile(family, face, kind) for face in PATTERNS for kind in Kind)
        return (*patterns, *(Tile(family, face) for face in (*extras, "5z")))
    return tuple(
        Tile(family, subject, stamped=stamped)
        for subject in DOLL_SUBJECTS
        for stamped in ((False,) if subject == "doll" else (False, True))
    )


def missing_faces(faces: Iterable[Face], family: Family) -> list[Tile]:
    """Tiles of the whole set that are not among these faces."""
    there = set(faces)
    return [tile for tile in whole_set(family) if tile not in there]
