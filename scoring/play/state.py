"""The state of a game in play: frozen values only, every step makes a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar

from scoring.errors import WahuaError
from scoring.hand import Hand, Meld
from scoring.options import OptionValue
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile


class IllegalMoveError(WahuaError):
    """A move that the rules do not allow in this state."""

    type: ClassVar[str] = "illegal-move"
    title: ClassVar[str] = "The move is not allowed"


class Phase(StrEnum):
    """What the game waits for."""

    OPENING = "opening"
    DRAW = "draw"
    TURN = "turn"
    CLAIM = "claim"
    ENDED = "ended"


class MoveKind(StrEnum):
    """What a player does; declarations use tiles of the hand, claims another player's tile."""

    DRAW = "draw"
    DISCARD = "discard"
    BONUS = "bonus"
    DECLARE = "declare"
    GROW = "grow"
    UPGRADE = "upgrade"
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"
    TRIPLE = "triple"
    SET = "set"
    WIN = "win"
    PASS = "pass"  # noqa: S105 - no password


@dataclass(frozen=True, slots=True)
class Move:
    """One move of one player.

    Attributes:
        kind: What is done.
        seat: Who does it, 0 for the dealer, in turn order.
        tile: The tile discarded, laid aside, added to a meld or claimed; None for draw and pass.
        tiles: Tiles of the hand that make the meld; for an upgrade the tile taken back.
    """

    kind: MoveKind
    seat: int
    tile: Tile | None = None
    tiles: tuple[Tile, ...] = ()

    def __str__(self) -> str:
        words = [str(self.kind), *([str(self.tile)] if self.tile else [])]
        if self.tiles:
            words += ["with", *map(str, self.tiles)]
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Player:
    """What lies at one seat.

    Attributes:
        concealed: Tiles held, in the order they came.
        melds: Sets on the table.
        bonus: Tiles laid aside.
        discards: Own discards that nobody claimed, in order.
        barred: Winning tiles passed up; they do not win until the player's next turn is over.
        turns: Discards made so far, claimed ones included.
    """

    concealed: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[Tile, ...] = ()
    discards: tuple[Tile, ...] = ()
    barred: tuple[Tile, ...] = ()
    turns: int = 0

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile at this seat, discards included."""
        melded = (tile for meld in self.melds for tile in meld.tiles)
        return (*self.concealed, *melded, *self.bonus, *self.discards)

    @property
    def hand(self) -> Hand:
        """The hand without its discards."""
        return Hand(self.concealed, self.melds, self.bonus)


class OfferKind(StrEnum):
    """How a tile came to be open to others."""

    DISCARD = "discard"
    KONG = "kong"
    FLOWER = "flower"


@dataclass(frozen=True, slots=True)
class Offer:
    """A tile that other players may claim; they answer one by one, then the best claim wins.

    Attributes:
        kind: A discard, a tile added to a meld, or an exposed flower.
        tile: The tile.
        seat: Whose it is.
        asked: The claims open to each player who has not answered, in turn order.
        claims: Claims made so far.
        laid_by: Player who laid a flower aside and so waits for a replacement; the flower itself
            may lie at another seat.
        opening: Whether that happened before the first turn.
    """

    kind: OfferKind
    tile: Tile
    seat: int
    asked: tuple[tuple[Move, ...], ...]
    claims: tuple[Move, ...] = ()
    laid_by: int = 0
    opening: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended.

    Attributes:
        winner: Seat of the player who completed the hand; None when the wall ended.
        tile: The winning tile.
        context: Facts of the win for ``scoring.score``.
        payer: Seat whose tile was claimed; None for a tile drawn.
    """

    winner: int | None = None
    tile: Tile | None = None
    context: Mapping[str, object] = field(default_factory=dict)
    payer: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an ended game is worth.

    Attributes:
        sheets: Score sheets by seat: the winner's, and the others' where their hands count too.
        payments: What each seat gains; the gains sum to zero.
    """

    sheets: Mapping[str, ScoreSheet]
    payments: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, as data.

    Attributes:
        kind: The kind of the move, or ``roll``, ``deal``, ``replace``, ``exhausted``, ``end``.
        seat: The player concerned.
        tile: The tile concerned.
        tiles: The meld, or all tiles concerned.
        source: Seat that a claimed tile came from.
        detail: Anything else in words.
    """

    kind: str
    seat: int | None = None
    tile: Tile | None = None
    tiles: tuple[Tile, ...] = ()
    source: int | None = None
    detail: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the event JSON-ready, without what it does not have."""
        full = {
            "kind": self.kind,
            "seat": self.seat,
            "tile": str(self.tile) if self.tile else None,
            "tiles": [str(tile) for tile in self.tiles] or None,
            "from": self.source,
            "detail": self.detail or None,
        }
        return {key: value for key, value in full.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Setup:
    """What was settled before the deal.

    Attributes:
        side: Seat whose wall was broken; None where there is no wall.
        stack: Stacks counted off from the right end of that wall.
        rolls: The rolls of two dice, in order.
    """

    side: int | None = None
    stack: int = 0
    rolls: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A game in play.

    Attributes:
        game: Name in ``RULES``.
        options: Every option of play with the value in force.
        setup: Dice and the break of the wall.
        players: The seats in turn order, the dealer first.
        live: The wall in the order of drawing.
        loose: Replacement tiles on the dead wall, in the order of drawing; empty where
            replacements come from the far end of the wall.
        dead: The dead wall below them, never drawn.
        phase: What the game waits for.
        seat: Whose move it is.
        drawn: Tile that came last, when the player drew it; None after a claim.
        replaced: Replacements drawn in a row in this turn, and whether for a meld:
            ``"b"`` for a bonus tile, ``"m"`` for a meld, such as ``"mm"`` after two kongs.
        discarded: Discards made so far, claimed ones included.
        offer: The tile open to others; only while claims are asked for.
        result: How it ended; only when it did.
        events: What the last move did.
    """

    game: str
    options: Mapping[str, OptionValue]
    setup: Setup
    players: tuple[Player, ...]
    live: tuple[Tile, ...]
    loose: tuple[Tile, ...] = ()
    dead: tuple[Tile, ...] = ()
    phase: Phase = Phase.OPENING
    seat: int = 0
    drawn: Tile | None = None
    replaced: str = ""
    discarded: int = 0
    offer: Offer | None = None
    result: Result | None = None
    events: tuple[Event, ...] = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the game; the same multiset in every state."""
        held = (tile for player in self.players for tile in player.tiles)
        return (*held, *self.live, *self.loose, *self.dead)

    def with_player(self, seat: int, player: Player) -> tuple[Player, ...]:
        """Return the players with one of them changed."""
        return (*self.players[:seat], player, *self.players[seat + 1 :])
