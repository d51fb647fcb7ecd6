"""A hand of tiles with its melds and bonus tiles, and its text.

``345p678s22266z [123p] (1111z) | 1f 5f``: concealed tiles, exposed melds in brackets,
concealed kongs in parentheses, bonus tiles after ``|``. Flower tiles and doll cards are
separated by blanks: ``6-6f 6-6d 1-3 | 1f``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import Any, ClassVar, Self

from scoring.errors import WahuaError
from scoring.mahjong.packed import MOST, OTHERS, pack
from scoring.tiles import BACK, COPIES_OF_A_CARD, Family, Tile, UnknownTileError

MAX_HAND_TEXT = 2000
"""Characters; a whole set of 144 tiles written one by one needs fewer than half."""
MAX_HAND_TILES = 200

_PIECE = re.compile(r"[\[\]()|]|[^\s,\[\]()|]+")
_MAHJONG_RUN = re.compile(r"([0-9]+)([mpszf])|(back)")
_RUNS = frozenset((f"{n}{s}", f"{n + 1}{s}", f"{n + 2}{s}") for s in "mps" for n in range(1, 8))
_CLOSING = {"[": "]", "(": ")"}


class HandError(WahuaError):
    """A text that is no hand: unbalanced brackets, an empty meld, or far too long."""

    type: ClassVar[str] = "bad-hand"
    title: ClassVar[str] = "The hand cannot be read"


class MeldKind(StrEnum):
    """What the tiles of a meld form."""

    __hash__ = str.__hash__  # in C, unlike that of enums

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    CONCEALED_KONG = "concealed_kong"
    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    SET = "set"


@dataclass(frozen=True, slots=True)
class Meld:
    """Tiles laid out as one group.

    Attributes:
        tiles: Its tiles, in the order written.
        concealed: Whether it is written in parentheses.
        code: The packed count of its tiles, the sum of their codes (see ``Tile.code``); 0 for more
            tiles than can be counted so.
    """

    tiles: tuple[Tile, ...]
    concealed: bool = False
    code: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", _count(self.tiles))

    def __hash__(self) -> int:
        ends = (self.tiles[0].face, self.tiles[-1].face) if self.tiles else ()
        return hash((ends, len(self.tiles), self.concealed))

    def __str__(self) -> str:
        opening, closing = "()" if self.concealed else "[]"
        return opening + format_tiles(self.tiles) + closing

    @property
    def kind(self) -> MeldKind | None:
        """What the tiles form in the game of their family; None for no legal meld."""
        family = self.tiles[0].family if self.tiles else None
        for tile in self.tiles:
            if tile.family is not family or tile.is_back:
                return None
        if family is Family.MAHJONG:
            return _mahjong_kind(self.tiles, self.concealed)
        if len({tile.face for tile in self.tiles}) > 1:
            return None
        by_size = {2: MeldKind.PAIR, 3: MeldKind.TRIPLE}
        if family is Family.DOLLS:
            by_size |= dict.fromkeys(range(3, COPIES_OF_A_CARD + 1), MeldKind.SET)
        return by_size.get(len(self.tiles))


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as it lies on the table; nothing says yet that it is legal.

    Attributes:
        concealed: Tiles held, the winning tile included; bonus tiles among them move to ``bonus``.
        melds: Exposed melds and concealed kongs, in the order written.
        bonus: Flowers and seasons (with flower tiles also whites), in the order written.
        winning_tile: The tile that completed the hand, where it is named apart.
        code: The packed count of the concealed tiles; 0 for more than can be counted so.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    bonus: tuple[Tile, ...] = ()
    winning_tile: Tile | None = None
    code: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        code = _count(self.concealed)
        # No tile of the 34 kinds of mahjong is laid aside, and most hands hold no other.
        if code & OTHERS or len(self.concealed) > MOST:
            aside = tuple(tile for tile in self.concealed if tile.is_bonus)
            if aside:
                held = tuple(tile for tile in self.concealed if not tile.is_bonus)
                object.__setattr__(self, "concealed", held)
                object.__setattr__(self, "bonus", aside + self.bonus)
                code = _count(held)
        object.__setattr__(self, "code", code)

    @classmethod
    def parse(
        cls,
        text: str,
        family: Family = Family.MAHJONG,
        winning_tile: Tile | str | None = None,
    ) -> Self:
        """Read a hand; order of the parts and extra blanks do not matter.

        Bonus tiles go to ``bonus`` wherever they stand.

        Args:
            text: The hand, at most ``MAX_HAND_TEXT`` characters.
            family: The set that its tiles come from.
            winning_tile: The tile that completed the hand, if it is known.

        Raises:
            UnknownTileError: For a piece that names no tile.
            HandError: For wrong brackets, an empty hand or too many tiles.
        """
        if len(text) > MAX_HAND_TEXT:
            raise HandError(
                f"the text has {len(text)} characters; at most {MAX_HAND_TEXT} are looked at"
            )
        if isinstance(winning_tile, str):
            winning_tile = Tile.parse(winning_tile, family)
        concealed, melds, bonus = _Reader(text, family).read()
        return cls(concealed, melds, bonus, winning_tile)

    def __str__(self) -> str:
        parts = [format_tiles(self.concealed), *map(str, self.melds)]
        if self.bonus:
            parts.append("| " + " ".join(map(str, self.bonus)))
        return " ".join(part for part in parts if part)

    @classmethod
    def from_dict(cls, data: Mapping[str, object], family: Family = Family.MAHJONG) -> Self:
        """Read a hand from an object as JSON has it; only tiles are needed, of whatever part.

        ``{"family": "mahjong", "concealed": ["3p", "4p", …], "melds": [{"tiles": ["1z", …],
        "concealed": true}], "bonus": ["1f"], "winning_tile": "4p"}``. Tiles may also be one
        text (``"345p678s"``); bonus tiles go to ``bonus`` wherever they stand.

        Args:
            data: The object.
            family: The set that the tiles come from where the object does not say it.

        Raises:
            UnknownTileError: For a text that names no tile.
            HandError: For unknown names, wrong types, an empty hand or too many tiles.
        """
        return cls(*_read_object(data, family))

    def as_dict(self) -> dict[str, Any]:
        """Return the object that ``from_dict`` reads back, JSON-ready."""
        return {
            "family": str(self.family),
            "concealed": [str(tile) for tile in self.concealed],
            "melds": [
                {"tiles": [str(tile) for tile in meld.tiles], "concealed": meld.concealed}
                for meld in self.melds
            ],
            "bonus": [str(tile) for tile in self.bonus],
            "winning_tile": None if self.winning_tile is None else str(self.winning_tile),
        }

    @property
    def family(self) -> Family:
        """The family of its first tile; a hand without tiles counts as mahjong."""
        return next((tile.family for tile in self.tiles), Family.MAHJONG)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile: concealed, melds, bonus."""
        melded = (tile for meld in self.melds for tile in meld.tiles)
        return (*self.concealed, *melded, *self.bonus)

    @property
    def last_tile(self) -> Tile | None:
        """The winning tile, by default the last concealed one."""
        if self.winning_tile is not None:
            return self.winning_tile
        return self.concealed[-1] if self.concealed else None


def format_tiles(tiles: Sequence[Tile]) -> str:
    """Write tiles in their order: ``345p6z`` for mahjong, with blanks for other families."""
    if any(tile.family is not Family.MAHJONG for tile in tiles):
        return " ".join(map(str, tiles))
    parts = []
    for suit, run in groupby(tiles, key=lambda tile: tile.suit):
        texts = [str(tile) for tile in run]
        parts.append("".join(text[0] for text in texts) + suit if suit else "".join(texts))
    return "".join(parts)


def _count(tiles: Sequence[Tile]) -> int:
    return pack(tiles) if len(tiles) <= MOST else 0


def _mahjong_kind(tiles: Sequence[Tile], concealed: bool) -> MeldKind | None:
    faces = sorted([tile.face for tile in tiles])
    if faces[0] == faces[-1] and not tiles[0].is_bonus:
        if len(faces) == 4:
            return MeldKind.CONCEALED_KONG if concealed else MeldKind.KONG
        return MeldKind.PUNG if len(faces) == 3 and not concealed else None
    return MeldKind.CHOW if not concealed and tuple(faces) in _RUNS else None


class _Reader:
    """Reads one hand text from left to right."""

    def __init__(self, text: str, family: Family) -> None:
        self.text = text
        self.family = family
        self.concealed: list[Tile] = []
        self.melds: list[Meld] = []
        self.bonus: list[Tile] = []
        self.opened: tuple[str, int] | None = None
        self.meld: list[Tile] = []
        self.meld_size = 0
        self.after_bar = False

    def read(self) -> tuple[tuple[Tile, ...], tuple[Meld, ...], tuple[Tile, ...]]:
        for match in _PIECE.finditer(self.text.lower()):
            piece, place = match[0], match.start() + 1
            if piece in "[(":
                self._open(piece, place)
            elif piece in "])":
                self._close(piece, place)
            elif piece == "|":
                self._bar(place)
            else:
                for tile in self._tiles(piece, place):
                    self._put(tile, place)
        if self.opened:
            raise HandError(f"{self.opened[0]!r} at character {self.opened[1]} is never closed")
        count = len(self.concealed) + sum(len(m.tiles) for m in self.melds) + len(self.bonus)
        if not count:
            raise HandError("the hand has no tiles")
        if count > MAX_HAND_TILES:
            raise HandError(f"the hand has {count} tiles; at most {MAX_HAND_TILES} are allowed")
        return tuple(self.concealed), tuple(self.melds), tuple(self.bonus)

    def _open(self, piece: str, place: int) -> None:
        if self.opened:
            raise HandError(f"{piece!r} at character {place} stands inside another meld")
        self.opened, self.meld, self.meld_size = (piece, place), [], 0
        self.after_bar = False

    def _close(self, piece: str, place: int) -> None:
        if self.opened is None or _CLOSING[self.opened[0]] != piece:
            raise HandError(f"{piece!r} at character {place} closes no meld that is open")
        if not self.meld_size:
            raise HandError(f"the meld at character {self.opened[1]} is empty")
        if self.meld:
            self.melds.append(Meld(tuple(self.meld), concealed=self.opened[0] == "("))
        self.opened = None

    def _bar(self, place: int) -> None:
        if self.opened:
            raise HandError(f"'|' at character {place} stands inside a meld")
        self.after_bar = True

    def _put(self, tile: Tile, place: int) -> None:
        if self.opened:
            self.meld_size += 1
        if tile.is_bonus:
            self.bonus.append(tile)
        elif self.opened:
            self.meld.append(tile)
        elif self.after_bar:
            raise HandError(f"{tile} at character {place} stands after '|' but is no bonus tile")
        else:
            self.concealed.append(tile)

    def _tiles(self, piece: str, place: int) -> Iterable[Tile]:
        if self.family is Family.MAHJONG:
            return self._mahjong_tiles(piece, place)
        return (self._tile(piece, place),)

    def _mahjong_tiles(self, piece: str, place: int) -> Iterator[Tile]:
        start = 0
        while start < len(piece):
            match = _MAHJONG_RUN.match(piece, start)
            if match is None:
                raise UnknownTileError(self._unreadable(piece[start:], place + start))
            if match[3]:
                yield self._tile(BACK, place + start)
            else:
                for shift, digit in enumerate(match[1]):
                    yield self._tile(digit + match[2], place + start + shift)
            start = match.end()

    def _unreadable(self, piece: str, place: int) -> str:
        shown = piece if len(piece) <= 12 else piece[:12] + "…"
        if piece.isdigit():
            return f"{shown!r} at character {place} lacks its suit letter (m, p, s, z or f)"
        return f"{shown!r} at character {place} is no mahjong tile"

    def _tile(self, word: str, place: int) -> Tile:
        try:
            return Tile.parse(word, self.family)
        except UnknownTileError as error:
            raise UnknownTileError(f"at character {place}: {error.detail}") from None


_Parts = tuple[tuple[Tile, ...], tuple[Meld, ...], tuple[Tile, ...], Tile | None]


def _read_object(data: Mapping[str, object], family: Family) -> _Parts:
    """Return concealed tiles, melds, bonus tiles and the winning tile of a JSON object."""
    _check_names(data, ("family", "concealed", "melds", "bonus", "winning_tile"), "a hand")
    family = _read_family(data.get("family"), family)
    concealed = _read_tiles(data.get("concealed"), "concealed", family)
    bonus = _read_tiles(data.get("bonus"), "bonus", family)
    found = _read_melds(data.get("melds"), family)
    wrong = [tile for tile in bonus if not tile.is_bonus]
    if wrong:
        raise HandError(f"bonus: {wrong[0]} is no bonus tile")
    count = len(concealed) + len(bonus) + sum(len(meld.tiles) for meld in found)
    if not count:
        raise HandError("the hand has no tiles")
    if count > MAX_HAND_TILES:
        raise HandError(f"the hand has {count} tiles; at most {MAX_HAND_TILES} are allowed")
    aside = tuple(tile for meld in found for tile in meld.tiles if tile.is_bonus)
    kept = (
        Meld(tuple(tile for tile in meld.tiles if not tile.is_bonus), meld.concealed)
        for meld in found
    )
    return (
        concealed,
        tuple(meld for meld in kept if meld.tiles),
        bonus + aside,
        _read_winning_tile(data.get("winning_tile"), family),
    )


def _read_family(value: object, default: Family) -> Family:
    if value is None:
        return default
    text = value.strip().lower() if isinstance(value, str) else value
    for family in Family:
        if family == text:
            return family
    raise HandError(f"family={_short(value)}; possible are {', '.join(Family)}")


def _read_tiles(value: object, name: str, family: Family) -> tuple[Tile, ...]:
    if value is None or value in ("", []):
        return ()
    if isinstance(value, str):
        hand = Hand.parse(value, family)
        if hand.melds:
            raise HandError(f"{name}: {_short(value)} has melds; they belong to 'melds'")
        return hand.concealed + hand.bonus
    if not isinstance(value, list | tuple):
        raise HandError(f"{name}={_short(value)}; it is a list of tiles")
    if len(value) > MAX_HAND_TILES:
        raise HandError(f"{name} has {len(value)} tiles; at most {MAX_HAND_TILES} are allowed")
    return tuple(_read_tile(one, name, family) for one in value)


def _read_tile(value: object, name: str, family: Family) -> Tile:
    if not isinstance(value, str):
        raise HandError(f"{name}: {_short(value)} is no text that names a tile")
    try:
        return Tile.parse(value, family)
    except UnknownTileError as error:
        raise UnknownTileError(f"{name}: {error.detail}") from None


def _read_melds(value: object, family: Family) -> list[Meld]:
    if not isinstance(value, list | tuple | None):
        raise HandError(f"melds={_short(value)}; it is a list of melds")
    if value and len(value) > MAX_HAND_TILES:
        raise HandError(f"{len(value)} melds; a hand has at most {MAX_HAND_TILES} tiles")
    melds = []
    for place, one in enumerate(value or (), start=1):
        name = f"meld {place}"
        if not isinstance(one, Mapping):
            raise HandError(f'{name}: {_short(one)} is no object such as {{"tiles": ["1z", …]}}')
        _check_names(one, ("tiles", "concealed"), name)
        concealed = one.get("concealed", False)
        if not isinstance(concealed, bool):
            raise HandError(f"{name}: concealed={_short(concealed)}; it is either true or false")
        tiles = _read_tiles(one.get("tiles"), name, family)
        if not tiles:
            raise HandError(f"{name} is empty")
        melds.append(Meld(tiles, concealed))
    return melds


def _read_winning_tile(value: object, family: Family) -> Tile | None:
    return None if value is None else _read_tile(value, "winning_tile", family)


def _check_names(data: object, known: Sequence[str], what: str) -> None:
    if not isinstance(data, Mapping):
        raise HandError(f"{_short(data)} is no object with the names {', '.join(known)}")
    for name in data:
        if name not in known:
            raise HandError(f"{what} has no {_short(name)}; known are {', '.join(known)}")


def _short(value: object) -> str:
    text = repr(value) if isinstance(value, str | int | float | None) else type(value).__name__
    return text if len(text) <= 24 else text[:24] + "…"
