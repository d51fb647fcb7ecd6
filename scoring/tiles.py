"""Tiles of the three families, their notation, and the sets they come from.

The notation is the project's own (rules reference, chapter 0):

* mahjong: ``1m``-``9m`` characters, ``p`` circles, ``s`` bamboos, ``1z``-``4z`` winds
  E S W N, ``5z`` white, ``6z`` green, ``7z`` red, ``0m 0p 0s`` red fives, ``1f``-``4f`` plum
  orchid chrysanthemum bamboo, ``5f``-``8f`` spring summer autumn winter, ``back``;
* flower tiles: ``a-b`` with a ≤ b, plus ``f`` (flower) or ``d`` (stacked) or nothing (plain);
  bonus tiles ``1f``-``8f`` and the white dragon ``5z`` as in mahjong;
* doll cards: ``fu ru dong hai shou bi nan shan doll``, with ``*`` when stamped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import total_ordering
from types import MappingProxyType
from typing import ClassVar, Self

from scoring.errors import WahuaError

MAX_TILE_TEXT = 16
"""Longest text that is looked at as one tile; the longest real one is ``shou*``."""

BACK = "back"
SUITS = "mpszf"
RED_FACES = ("5m", "5p", "5s")
"""Faces that are red on some tiles of mahjong."""
PATTERNS: tuple[str, ...] = tuple(f"{a}-{b}" for a in range(1, 7) for b in range(a, 7))
DOLL_SUBJECTS = ("fu", "ru", "dong", "hai", "shou", "bi", "nan", "shan", "doll")
COPIES_OF_A_CARD = 8

_MAHJONG_SIZES = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
_MAHJONG_FACES = tuple(f"{n}{s}" for s in SUITS for n in range(1, _MAHJONG_SIZES[s] + 1))
_FLOWER_EXTRAS = (*(f"{n}f" for n in range(1, 9)), "5z")
_PATTERN = re.compile(r"([1-6])-([1-6])([fd]?)")

_UNICODE_START = {"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}
_UNICODE_REST = {
    **{f"{n}z": 0x1F000 + n - 1 for n in range(1, 5)},
    "5z": 0x1F006,
    "6z": 0x1F005,
    "7z": 0x1F004,
    "1f": 0x1F022,
    "2f": 0x1F023,
    "3f": 0x1F025,
    "4f": 0x1F024,
    **{f"{n}f": 0x1F026 + n - 5 for n in range(5, 9)},
    BACK: 0x1F02B,
}


class Family(StrEnum):
    """Which kind of set a tile belongs to."""

    __hash__ = str.__hash__  # in C, unlike that of enums

    MAHJONG = "mahjong"
    FLOWERS = "flowers"
    DOLLS = "dolls"


class Kind(StrEnum):
    """The three prints of one pattern of the flower tiles."""

    __hash__ = str.__hash__  # in C, unlike that of enums

    PLAIN = "plain"
    FLOWER = "flower"
    STACKED = "stacked"


_FACES: Mapping[Family, tuple[str, ...]] = {
    Family.MAHJONG: (*_MAHJONG_FACES, BACK),
    Family.FLOWERS: (*PATTERNS, *_FLOWER_EXTRAS, BACK),
    Family.DOLLS: (*DOLL_SUBJECTS, BACK),
}
_SUIT_OF = {face: face[1] for face in _MAHJONG_FACES}
_RANK_OF = {face: int(face[0]) for face in _MAHJONG_FACES}
_FACE_ORDER = {
    family: {face: place for place, face in enumerate(faces)} for family, faces in _FACES.items()
}
DIGIT = 5
"""Binary digits for the copies of one kind in a packed count; see ``Tile.code``."""
_OTHER_TILE = 1 << 34 * DIGIT
RED_FIVE = _OTHER_TILE << DIGIT
_CODES = {
    face: 1 << place * DIGIT if face[1] != "f" else _OTHER_TILE
    for place, face in enumerate(_MAHJONG_FACES)
}
_FAMILY_ORDER = {family: place for place, family in enumerate(Family)}
_KIND_ORDER: Mapping[Kind | None, int] = {
    None: 0,
    **{kind: place for place, kind in enumerate(Kind)},
}
_KIND_LETTER = {Kind.PLAIN: "", Kind.FLOWER: "f", Kind.STACKED: "d"}
_LETTER_KIND = {letter: kind for kind, letter in _KIND_LETTER.items()}

_HELP = {
    Family.MAHJONG: "mahjong tiles are 1m-9m, 1p-9p, 1s-9s, 1z-7z, 0m 0p 0s, 1f-8f and back",
    Family.FLOWERS: "flower tiles are 1-1 to 6-6 (lower number first), with f for flower and d "
    "for stacked, 1f-8f, 5z and back",
    Family.DOLLS: "doll cards are fu ru dong hai shou bi nan shan doll, with * when stamped, "
    "and back",
}


class UnknownTileError(WahuaError):
    """A text that names no tile of its family."""

    type: ClassVar[str] = "unknown-tile"
    title: ClassVar[str] = "Unknown tile"


@total_ordering
@dataclass(frozen=True, slots=True)
class Tile:
    """One tile as it is seen from its face; tiles sort in the order of the reference.

    Attributes:
        family: The set it belongs to.
        face: Mahjong ``"5m"``, ``"1f"``, ``"back"``; flower tiles ``"3-4"``; dolls ``"fu"``.
        kind: Plain, flower or stacked; only (and always) for patterns of flower tiles.
        stamped: Doll cards with a stamp.
        red: Red five of mahjong; the face stays ``"5m"``.
        code: One copy of the tile in a packed count. The codes of up to 31 tiles add up to a number
            with one digit (of ``DIGIT`` binary ones) for each of the 34 kinds of mahjong in their
            order, one for all other tiles, and one for the red fives, which are fives as well.
    """

    family: Family
    face: str
    kind: Kind | None = None
    stamped: bool = False
    red: bool = False
    code: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.face not in _FACE_ORDER[self.family]:
            raise UnknownTileError(f"{self.face[:MAX_TILE_TEXT]!r}: {_HELP[self.family]}")
        if (self.kind is not None) != (self.family is Family.FLOWERS and "-" in self.face):
            raise UnknownTileError(f"{self.face!r} cannot have the kind {self.kind}")
        if self.stamped and (self.family is not Family.DOLLS or self.face == BACK):
            raise UnknownTileError(f"{self.face!r} cannot be stamped: only doll cards are")
        if self.red and self.face not in RED_FACES:
            raise UnknownTileError(f"{self.face!r} cannot be red: only fives of mahjong are")
        known = self.family is Family.MAHJONG
        code = _CODES.get(self.face, _OTHER_TILE) if known else _OTHER_TILE
        object.__setattr__(self, "code", code + RED_FIVE if self.red else code)

    @classmethod
    def parse(cls, text: str, family: Family | None = None) -> Self:
        """Read one tile from its notation; letters of either case.

        Args:
            text: For example ``"5m"``, ``"0p"``, ``"3-4d"``, ``"fu*"``, ``"back"``.
            family: The set it must come from; by default the first family that knows it,
                which makes ``1f``-``8f``, ``5z`` and ``back`` mahjong tiles.

        Raises:
            UnknownTileError: When no tile is written like this.
        """
        word = text.strip().lower()
        if not word or len(word) > MAX_TILE_TEXT:
            shown = "an empty text" if not word else f"{word[:MAX_TILE_TEXT]}…"
            raise UnknownTileError(f"{shown} is no tile: {_help(family)}")
        for candidate in Family if family is None else (family,):
            fields = _READERS[candidate](word)
            if fields is not None:
                face, kind, stamped, red = fields
                return cls(candidate, face, kind, stamped, red)
        raise UnknownTileError(f"{text.strip()!r} is no tile: {_help(family)}")

    def __hash__(self) -> int:
        # The face alone tells almost all tiles apart, and hashes at once.
        return hash(self.face)

    def __str__(self) -> str:
        if self.red:
            return "0" + self.face[1]
        if self.kind is not None:
            return self.face + _KIND_LETTER[self.kind]
        return self.face + ("*" if self.stamped else "")

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Tile):
            return NotImplemented
        return self.sort_key < other.sort_key

    @property
    def sort_key(self) -> tuple[int, int, int, bool, bool]:
        """Place in the order of the reference: family, face, kind, stamp, red."""
        return (
            _FAMILY_ORDER[self.family],
            _FACE_ORDER[self.family][self.face],
            _KIND_ORDER[self.kind],
            self.stamped,
            self.red,
        )

    @property
    def unicode(self) -> str:
        """The tile as a Unicode character; tiles without one give their notation."""
        if self.family is not Family.MAHJONG:
            return str(self)
        code = _UNICODE_REST.get(self.face)
        if code is None:
            code = _UNICODE_START[self.face[1]] + int(self.face[0]) - 1
        return chr(code)

    @property
    def suit(self) -> str | None:
        """One of ``m p s z f``; None for backs, patterns and doll cards."""
        return _SUIT_OF.get(self.face)

    @property
    def rank(self) -> int | None:
        """The number before the suit letter; None where there is no suit."""
        return _RANK_OF.get(self.face)

    @property
    def is_bonus(self) -> bool:
        """Laid aside and replaced: flowers and seasons; white dragons among flower tiles."""
        suit = self.suit
        return suit == "f" or (suit == "z" and self.family is Family.FLOWERS)

    @property
    def is_honour(self) -> bool:
        """A wind or a dragon of mahjong."""
        return self.suit == "z" and self.family is Family.MAHJONG

    @property
    def is_back(self) -> bool:
        """Face down, so unknown."""
        return self.face == BACK

    @property
    def plain_face(self) -> Tile:
        """The same tile with a red five as an ordinary five."""
        return Tile(self.family, self.face, self.kind, self.stamped) if self.red else self


_Fields = tuple[str, Kind | None, bool, bool]


def _help(family: Family | None) -> str:
    return "; ".join(_HELP.values()) if family is None else _HELP[family]


def _read_mahjong(word: str) -> _Fields | None:
    if word in ("0m", "0p", "0s"):
        return "5" + word[1], None, False, True
    return (word, None, False, False) if word in _FACE_ORDER[Family.MAHJONG] else None


def _read_flower_tile(word: str) -> _Fields | None:
    match = _PATTERN.fullmatch(word)
    if match:
        face = f"{match[1]}-{match[2]}"
        return (face, _LETTER_KIND[match[3]], False, False) if match[1] <= match[2] else None
    return (word, None, False, False) if word in (*_FLOWER_EXTRAS, BACK) else None


def _read_doll_card(word: str) -> _Fields | None:
    face, stamped = word.removesuffix("*"), word.endswith("*")
    known = face in DOLL_SUBJECTS or (face == BACK and not stamped)
    return (face, None, stamped, False) if known else None


_READERS = {
    Family.MAHJONG: _read_mahjong,
    Family.FLOWERS: _read_flower_tile,
    Family.DOLLS: _read_doll_card,
}

MAHJONG_FACES: tuple[Tile, ...] = tuple(Tile(Family.MAHJONG, face) for face in _MAHJONG_FACES)
"""The 42 faces of a mahjong set: 1m..9m 1p..9p 1s..9s 1z..7z 1f..8f."""


@dataclass(frozen=True, slots=True)
class TileSet:
    """How many copies of each tile one physical set holds.

    Attributes:
        family: The family of all its tiles.
        counts: Copies of each tile; red fives count with the ordinary fives.
    """

    family: Family
    counts: Mapping[Tile, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", MappingProxyType(dict(self.counts)))

    @classmethod
    def mahjong(cls, bonus: bool = True) -> Self:
        """34 kinds four times, and the eight bonus tiles: 144 or 136 tiles."""
        faces = MAHJONG_FACES if bonus else MAHJONG_FACES[:34]
        return cls(Family.MAHJONG, {tile: 1 if tile.is_bonus else 4 for tile in faces})

    @classmethod
    def flowers(cls, size: int = 136) -> Self:
        """21 patterns (3 plain, 2 flower, 1 stacked); 128 adds 2 whites, 136 also 8 bonus tiles.

        Raises:
            ValueError: For any other size.
        """
        if size not in (126, 128, 136):
            raise ValueError(f"a set of flower tiles has 126, 128 or 136 tiles, not {size}")
        copies = {Kind.PLAIN: 3, Kind.FLOWER: 2, Kind.STACKED: 1}
        family = Family.FLOWERS
        counts = {Tile(family, face, kind): copies[kind] for face in PATTERNS for kind in Kind}
        if size >= 128:
            counts[Tile(family, "5z")] = 2
        if size == 136:
            counts.update({Tile(family, f"{n}f"): 1 for n in range(1, 9)})
        return cls(family, counts)

    @classmethod
    def dolls(cls, stamped_per_char: int = 1, stamped_dolls: int = 0) -> Self:
        """72 cards: eight of each subject, of which so many are stamped.

        Raises:
            ValueError: When a number of stamped cards is not within 0..8.
        """
        for number in (stamped_per_char, stamped_dolls):
            if not 0 <= number <= COPIES_OF_A_CARD:
                raise ValueError(f"0 to {COPIES_OF_A_CARD} copies can be stamped, not {number}")
        counts: dict[Tile, int] = {}
        for face in DOLL_SUBJECTS:
            stamped = stamped_dolls if face == "doll" else stamped_per_char
            counts[Tile(Family.DOLLS, face)] = COPIES_OF_A_CARD - stamped
            counts[Tile(Family.DOLLS, face, stamped=True)] = stamped
        return cls(Family.DOLLS, {tile: count for tile, count in counts.items() if count})

    @classmethod
    def usual(cls, family: Family) -> Self:
        """The whole set of a family, with bonus tiles and, of cards, the usual stamps."""
        if family is Family.MAHJONG:
            return cls.mahjong()
        return cls.flowers() if family is Family.FLOWERS else cls.dolls()

    @property
    def size(self) -> int:
        """Number of tiles of the set."""
        return sum(self.counts.values())

    def limit(self, tile: Tile) -> int:
        """Copies of this tile in the set; 0 when it has none."""
        return self.counts.get(tile.plain_face, 0)

    def check(self, tiles: Iterable[Tile]) -> list[str]:
        """Say which counts no single set can give, one sentence each; backs are skipped."""
        seen = Counter(tile.plain_face for tile in tiles if not tile.is_back)
        reasons = []
        for tile in sorted(seen):
            limit, count = self.limit(tile), seen[tile]
            if limit == 0:
                reasons.append(f"{tile} does not belong to this set")
            elif count > limit:
                reasons.append(f"{count} × {tile}: the set has only {limit}")
        return reasons
