"""A hand of tiles with its melds and bonus tiles, and its text.

``345p678s22266z [123p] (1111z) | 1f 5f``: concealed tiles, exposed melds in brackets,
concealed kongs in parentheses, bonus tiles after ``|``. Flower tiles and doll cards are
separated by blanks: ``6-6f 6-6d 1-3 | 1f``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import ClassVar, Self

from scoring.errors import WahuaError
from scoring.tiles import BACK, COPIES_OF_A_CARD, Family, Tile, UnknownTileError

MAX_HAND_TEXT = 2000
"""Characters; a whole set of 144 tiles written one by one needs fewer than half."""
MAX_HAND_TILES = 200

_PIECE = re.compile(r"[\[\]()|]|[^\s,\[\]()|]+")
_MAHJONG_RUN = re.compile(r"([0-9]+)([mpszf])|(back)")
_CLOSING = {"[": "]", "(": ")"}


class HandError(WahuaError):
    """A text that is no hand: unbalanced brackets, an empty meld, or far too long."""

    type: ClassVar[str] = "bad-hand"
    title: ClassVar[str] = "The hand cannot be read"


class MeldKind(StrEnum):
    """What the tiles of a meld form."""

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
    """Tiles laid out as one group; ``concealed`` for those written in parentheses."""

    tiles: tuple[Tile, ...]
    concealed: bool = False

    def __str__(self) -> str:
        opening, closing = "()" if self.concealed else "[]"
        return opening + format_tiles(self.tiles) + closing

    @property
    def kind(self) -> MeldKind | None:
        """What the tiles form in the game of their family; None for no legal meld."""
        families = {tile.family for tile in self.tiles}
        if len(families) != 1 or any(tile.is_back for tile in self.tiles):
            return None
        if Family.MAHJONG in families:
            return _mahjong_kind(self.tiles, self.concealed)
        if len({tile.face for tile in self.tiles}) > 1:
            return None
        by_size = {2: MeldKind.PAIR, 3: MeldKind.TRIPLE}
        if Family.DOLLS in families:
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
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    bonus: tuple[Tile, ...] = ()
    winning_tile: Tile | None = None

    def __post_init__(self) -> None:
        aside = tuple(tile for tile in self.concealed if tile.is_bonus)
        if aside:
            held = tuple(tile for tile in self.concealed if not tile.is_bonus)
            object.__setattr__(self, "concealed", held)
            object.__setattr__(self, "bonus", aside + self.bonus)

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


def _mahjong_kind(tiles: Sequence[Tile], concealed: bool) -> MeldKind | None:
    faces = sorted(tile.plain_face for tile in tiles)
    if len(set(faces)) == 1 and not faces[0].is_bonus:
        if len(faces) == 4:
            return MeldKind.CONCEALED_KONG if concealed else MeldKind.KONG
        return MeldKind.PUNG if len(faces) == 3 and not concealed else None
    if concealed or len(faces) != 3 or faces[0].suit not in ("m", "p", "s"):
        return None
    ranks = [tile.rank or 0 for tile in faces]
    one_suit = len({tile.suit for tile in faces}) == 1
    is_run = ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
    return MeldKind.CHOW if one_suit and is_run else None


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
