"""What a dataset's class names mean: by the alias tables, and never by guessing.

The project's own notation, written exactly, is itself. Everything else is looked up without
regard to capitals, blanks, hyphens, underscores and dots. All names of a dataset are looked
up together: where all of them belong to one family of tiles, that settles ``nan`` (the south
wind of mahjong, or a doll card). What then still means two tiles is an error that names the
conventions to choose from; what means none is listed, all of it at once.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from datasets.findings import Fault, Finding, Tell
from datasets.labels import DatasetError, MarkedPhoto
from scoring.errors import WahuaError
from scoring.tiles import BACK, DOLL_SUBJECTS, MAHJONG_FACES, PATTERNS, Family, Kind, Tile

MAX_LISTED = 40
_KIND_SUFFIX = {Kind.PLAIN: "w", Kind.FLOWER: "f", Kind.STACKED: "d"}
_PREFIX = {Family.FLOWERS: "wh", Family.DOLLS: "ww"}
_BETWEEN = re.compile(r"[\s\-_.]+")

Meanings = Mapping[str, frozenset[Tile]]


class NamesError(DatasetError):
    """Class names that mean no tile, or more than one."""

    type = "class-names"
    title = "The class names cannot be used"


@dataclass(frozen=True, slots=True)
class Aliases:
    """The tables.

    Attributes:
        common: Tiles by folded name, where every convention agrees.
        conventions: Tile by folded name, for each convention.
        about: One line on each convention.
    """

    common: Meanings
    conventions: Mapping[str, Mapping[str, Tile]]
    about: Mapping[str, str]

    def candidates(self, name: str, convention: str | None) -> frozenset[Tile]:
        """All tiles that a name may mean; with a convention, what that says first."""
        key = fold(name)
        if convention is not None and key in self.conventions[convention]:
            return frozenset({self.conventions[convention][key]})
        exact = frozenset(_notation(name))
        if exact:
            # `nan` and `dong` are notation of doll cards and also names of winds.
            return exact | self.common.get(key, frozenset()) | self._of_words(key)
        found = set(self.common.get(key, frozenset()))
        if convention is None:
            found |= {table[key] for table in self.conventions.values() if key in table}
        return frozenset(found)

    def _of_words(self, key: str) -> frozenset[Tile]:
        """What conventions say of a whole word; single letters and ranks are notation's."""
        if not key.isalpha() or len(key) < 3:
            return frozenset()
        return frozenset(table[key] for table in self.conventions.values() if key in table)

    def telling(self, name: str, tiles: Iterable[Tile]) -> list[str]:
        """The conventions that settle a name, as ``NAME (TILE)``."""
        key, wanted = fold(name), set(tiles)
        return [
            f"{convention} ({table[key]})"
            for convention, table in self.conventions.items()
            if table.get(key) in wanted
        ]


def fold(name: str) -> str:
    """A name as the tables have it."""
    return _BETWEEN.sub("", unicodedata.normalize("NFKC", name).casefold())


def class_name(tile: Tile) -> str:
    """The name of a tile among classes, which no other tile shares, whatever else is there.

    Notation tells ``5z`` of mahjong and of flower tiles apart only by the family, and ``nan``
    is also a wind. Where that is so, the reference's prefixes are used: ``wh_5z``, ``ww_nan``.
    """
    if tile.family is Family.DOLLS:
        return _doll_id(tile)
    text = str(tile)
    return text if Tile.parse(text) == tile else f"{_PREFIX[tile.family]}_{text}"


def _doll_id(tile: Tile) -> str:
    return f"{_PREFIX[Family.DOLLS]}_{tile.face}{'_s' if tile.stamped else ''}"


def _notation(name: str) -> Iterator[Tile]:
    """The tiles of all families that are written exactly so."""
    text = name.strip()
    for family in Family:
        try:
            tile = Tile.parse(text, family)
        except WahuaError:
            continue
        if str(tile) == text:
            yield tile


def all_tiles() -> Iterator[Tile]:
    """Every tile of every family, red fives, stamped cards and backs included."""
    yield from MAHJONG_FACES
    for five in ("0m", "0p", "0s"):
        yield Tile.parse(five, Family.MAHJONG)
    for face in PATTERNS:
        yield from (Tile(Family.FLOWERS, face, kind) for kind in Kind)
    for text in (*(f"{n}f" for n in range(1, 9)), "5z"):
        yield Tile(Family.FLOWERS, text)
    for face in DOLL_SUBJECTS:
        yield from (Tile(Family.DOLLS, face, stamped=stamped) for stamped in (False, True))
    yield from (Tile(family, BACK) for family in Family)


@cache
def aliases() -> Aliases:
    """Load the tables that ship with the project."""
    text = files(__package__).joinpath("aliases.toml").read_text("utf-8")
    return read_aliases(tomllib.loads(text))


def read_aliases(table: Mapping[str, Any]) -> Aliases:
    """Build the look-up of a table in the form of ``aliases.toml``.

    Raises:
        NamesError: One convention gives a name two meanings.
    """
    numbers: list[list[str]] = table["numbers"]
    common: dict[str, set[Tile]] = {}
    for name, tile in _generated(table, numbers):
        common.setdefault(fold(name), set()).add(tile)
    conventions, about = {}, {}
    for convention, lines in table["conventions"].items():
        about[convention] = lines["about"]
        entries: dict[str, Tile] = {}
        aliases_only = {key: value for key, value in lines.items() if key != "about"}
        for name, tile in _expanded(aliases_only, Family.MAHJONG, numbers):
            if entries.setdefault(fold(name), tile) != tile:
                raise NamesError(f"the convention {convention} gives '{name}' two meanings")
        conventions[convention] = MappingProxyType(entries)
    return Aliases(
        MappingProxyType({name: frozenset(tiles) for name, tiles in common.items()}),
        MappingProxyType(conventions),
        MappingProxyType(about),
    )


def _generated(
    table: Mapping[str, Any], numbers: Sequence[Sequence[str]]
) -> Iterator[tuple[str, Tile]]:
    for suit, words in table["suits"].items():
        for word in words:
            for form in ("{n}%s", "%s{n}", "{n} of %s"):
                line = {f"{{n}}{suit}": [form % word]}
                yield from _expanded(line, Family.MAHJONG, numbers)
    yield from _expanded(table["tiles"], Family.MAHJONG, numbers)
    yield from _expanded(table["flowers"], Family.FLOWERS, numbers)
    yield from _expanded(table["dolls"], Family.DOLLS, numbers)
    for tile in all_tiles():
        yield str(tile), tile
        if tile.family is Family.MAHJONG and not tile.is_back:
            yield tile.unicode, tile.plain_face
        if tile.family in _PREFIX:
            yield f"{_PREFIX[tile.family]}_{tile}", tile
        if tile.kind is not None:
            yield f"wh_{tile.face.replace('-', '')}_{_KIND_SUFFIX[tile.kind]}", tile
        if tile.family is Family.DOLLS:
            yield _doll_id(tile), tile


def _expanded(
    lines: Mapping[str, Sequence[str]], family: Family, numbers: Sequence[Sequence[str]]
) -> Iterator[tuple[str, Tile]]:
    for text, names in lines.items():
        if "{n}" not in text:
            yield from ((name, Tile.parse(text, family)) for name in names)
            continue
        for rank, words in enumerate(numbers, start=1):
            tile = Tile.parse(text.replace("{n}", str(rank)), family)
            for name in names:
                yield from ((name.replace("{n}", word), tile) for word in words)


def resolve(
    names: Iterable[str],
    *,
    convention: str | None = None,
    family: Family | None = None,
    ignore_unknown: bool = False,
    tables: Aliases | None = None,
) -> dict[str, Tile]:
    """Say which tile each class name of a dataset means.

    Args:
        names: All class names that count.
        convention: Settles names that have several meanings; see ``aliases.toml``.
        family: The family that all tiles belong to, if it is known.
        ignore_unknown: Leave names without a meaning out of the result.
        tables: Other tables than the shipped ones.

    Raises:
        NamesError: Names without a meaning, or with several; all are listed. Or the
            convention does not exist.
    """
    tables = tables or aliases()
    if convention is not None and convention not in tables.conventions:
        known = "; ".join(f"{name} ({about})" for name, about in tables.about.items())
        raise NamesError(f"there is no convention '{convention}', only {known}")
    meanings = {name: tables.candidates(name, convention) for name in dict.fromkeys(names)}
    if family is not None:
        meanings = {
            name: frozenset(tile for tile in tiles if tile.family is family)
            for name, tiles in meanings.items()
        }
    unknown = [name for name, tiles in meanings.items() if not tiles]
    if unknown and not ignore_unknown:
        raise NamesError(f"these class names are no tiles: {_listed(unknown)}")
    known_names = {name: tiles for name, tiles in meanings.items() if tiles}
    settled = _one_family(known_names)
    unclear = [
        name
        for name, tiles in settled.items()
        # One letter is never enough, even if the tables know one meaning only.
        if len(tiles) > 1 or (convention is None and len(name) == 1 and name.isascii())
    ]
    if unclear:
        raise NamesError(_unclear_detail(unclear, settled, tables))
    return {name: next(iter(tiles)) for name, tiles in settled.items()}


def _one_family(meanings: Meanings) -> Meanings:
    """Keep the meanings of the one family that knows all names, if there is just one.

    As in the notation, names that mahjong and flower tiles write alike (``1f``, ``back``)
    are mahjong's where nothing says otherwise.
    """
    fitting = [
        family
        for family in Family
        if all(any(tile.family is family for tile in tiles) for tiles in meanings.values())
    ]
    if len(fitting) == 1:
        return _of_family(meanings, fitting[0])
    if fitting and all(tiles == frozenset(_notation(name)) for name, tiles in meanings.items()):
        return _of_family(meanings, fitting[0])
    return meanings if fitting else _by_notation(meanings)


def _by_notation(meanings: Meanings) -> Meanings:
    """Names of several families together: what notation alone says of each, where it does."""
    result = {}
    for name, tiles in meanings.items():
        exact = next(_notation(name), None)
        pure = exact is not None and tiles == frozenset(_notation(name))
        result[name] = frozenset({exact}) if pure and exact is not None else tiles
    return result


def _of_family(meanings: Meanings, family: Family) -> Meanings:
    return {
        name: frozenset(tile for tile in tiles if tile.family is family)
        for name, tiles in meanings.items()
    }


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(name[:40] for name in names[:MAX_LISTED])
    rest = len(names) - MAX_LISTED
    return f"{shown} and {rest} more" if rest > 0 else shown


def _unclear_detail(names: Sequence[str], meanings: Meanings, tables: Aliases) -> str:
    parts = []
    for name in names[:MAX_LISTED]:
        tiles = sorted(meanings[name])
        choices = ", ".join(tables.telling(name, tiles))
        families = sorted({str(tile.family) for tile in tiles})
        ways = [f"--convention {choices}"] if choices else []
        ways += [f"--family {' or '.join(families)}"] if len(families) > 1 else []
        meant = " or ".join(class_name(tile) for tile in tiles)
        parts.append(f"'{name}' is {meant} ({', or '.join(ways)})")
    return "these class names may mean several tiles: " + "; ".join(parts)


def with_tiles(
    photos: Sequence[MarkedPhoto],
    tell: Tell,
    *,
    convention: str | None = None,
    family: Family | None = None,
    ignore_unknown: bool = False,
) -> list[MarkedPhoto]:
    """Give every mark its tile, and its class the project's own name.

    Args:
        photos: As they were read.
        tell: Takes one finding for each class that is left out.
        convention: See :func:`resolve`.
        family: See :func:`resolve`.
        ignore_unknown: Leave out marks whose class is no tile.

    Raises:
        NamesError: See :func:`resolve`.
    """
    first = {mark.name: photo.path for photo in photos for mark in photo.marks if not mark.tile}
    tiles = resolve(
        sorted(first), convention=convention, family=family, ignore_unknown=ignore_unknown
    )
    for name in first.keys() - tiles.keys():
        tell(Finding(Fault.UNKNOWN_CLASS, first[name], f"the class '{name[:40]}' is no tile"))
    return [replace(photo, marks=tuple(_named(photo, tiles))) for photo in photos]


def _named(photo: MarkedPhoto, tiles: Mapping[str, Tile]) -> Iterator[Any]:
    for mark in photo.marks:
        tile = mark.tile or tiles.get(mark.name)
        if tile is not None:
            yield replace(mark, tile=tile, name=class_name(tile))
