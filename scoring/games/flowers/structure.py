"""The sets of a hand: pairs and triples of one pattern each, and the trump.

A pattern forms one set only, so the tiles of a pattern belong together and the division of a
complete hand is unique.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.hand import Hand, format_tiles
from scoring.tiles import Kind, Tile

SETS = 10
TILES = 2 * SETS + 1
LETTERS = {Kind.PLAIN: "w", Kind.FLOWER: "f", Kind.STACKED: "d"}
TRIPLE = "ffd"

_FRAMED_FIRST = {Kind.STACKED: 0, Kind.FLOWER: 1, Kind.PLAIN: 2}


@dataclass(frozen=True, slots=True)
class Part:
    """The tiles of one pattern: a pair, a triple or the trump.

    Attributes:
        tiles: Plain ones first, the stacked one last.
        exposed: Whether they lie open as a meld.
    """

    tiles: tuple[Tile, ...]
    exposed: bool = False

    @property
    def face(self) -> str:
        """The pattern."""
        return self.tiles[0].face

    @property
    def letters(self) -> str:
        """The kinds of the tiles, such as ``"wf"``."""
        return kind_letters(self.tiles)

    @property
    def kind(self) -> str:
        """``"trump"``, ``"pair"`` or ``"triple"``."""
        return ("trump", "pair", "triple")[len(self.tiles) - 1]

    @property
    def unit(self) -> str:
        """Key of its row in the table, such as ``"pair w+f"``."""
        return f"{self.kind} {'+'.join(self.letters)}"


@dataclass(frozen=True, slots=True)
class Division:
    """A hand by patterns.

    Attributes:
        sets: Pairs and triples, in the order of the patterns.
        singles: Patterns of which the hand has one tile; a complete hand has one, the trump.
        reasons: What cannot be a set, one sentence each.
    """

    sets: tuple[Part, ...]
    singles: tuple[Part, ...]
    reasons: tuple[str, ...]

    @property
    def triples(self) -> int:
        """Number of triples."""
        return sum(part.kind == "triple" for part in self.sets)

    @property
    def tiles(self) -> int:
        """Number of tiles in sets and singles."""
        return sum(len(part.tiles) for part in (*self.sets, *self.singles))


def kind_letters(tiles: Iterable[Tile]) -> str:
    """Return the kinds of some tiles as letters in the order ``w f d``."""
    kinds = [tile.kind for tile in tiles]
    return "".join(letter * kinds.count(kind) for kind, letter in LETTERS.items())


def divide(hand: Hand) -> Division:
    """Divide a hand that is meant to be complete: every tile must have its place."""
    parts, reasons = _by_pattern(hand)
    good = []
    for part in parts:
        reason = _misfit(part)
        if reason:
            reasons.append(reason)
        else:
            good.append(part)
    sets = tuple(part for part in good if len(part.tiles) > 1)
    return Division(sets, tuple(part for part in good if len(part.tiles) == 1), tuple(reasons))


def divide_unfinished(hand: Hand) -> Division:
    """Divide a hand that was not completed: the best set of each pattern, the rest left over.

    Exposed sets stay as they are; among more than two tiles the framed ones are kept.
    """
    parts, reasons = _by_pattern(hand)
    reasons += [reason for part in parts if part.exposed and (reason := _misfit(part))]
    kept = [part if part.exposed else Part(_best(part.tiles)) for part in parts]
    sets = tuple(part for part in kept if len(part.tiles) in (2, 3))
    return Division(sets, tuple(part for part in kept if len(part.tiles) == 1), tuple(reasons))


def _by_pattern(hand: Hand) -> tuple[list[Part], list[str]]:
    """Bring the tiles of each pattern together; reasons where melds stand in the way."""
    concealed, melded = defaultdict(list), defaultdict(list)
    reasons = []
    for tile in hand.concealed:
        concealed[tile.face].append(tile)
    for meld in hand.melds:
        if meld.concealed:
            reasons.append(f"{meld}: no set lies face down in this game; write it in brackets")
        elif len({tile.face for tile in meld.tiles}) > 1:
            reasons.append(f"the meld {meld} mixes patterns; a set is of one pattern")
        elif meld.tiles:
            melded[meld.tiles[0].face].append(meld.tiles)
    parts = []
    for face in sorted({*concealed, *melded}):
        if not melded[face]:
            parts.append(Part(tuple(sorted(concealed[face]))))
            continue
        tiles = tuple(sorted([tile for meld in melded[face] for tile in meld] + concealed[face]))
        # A framed pair that lies open takes its third framed tile, from the hand, at any time.
        joined = len(melded[face]) + bool(concealed[face])
        if joined == 1 or (len(melded[face]) == len(concealed[face]) == 1 and _is_triple(tiles)):
            parts.append(Part(tiles, exposed=True))
        else:
            shown = f"[{format_tiles(melded[face][0])}]"
            rest = list(tiles)
            for tile in melded[face][0]:
                rest.remove(tile)
            reasons.append(
                f"{face} is melded already as {shown}: {format_tiles(rest)} cannot be another "
                "set or the trump"
            )
    return parts, reasons


def _is_triple(tiles: Sequence[Tile]) -> bool:
    return kind_letters(tiles) == TRIPLE


def _misfit(part: Part) -> str | None:
    """Say why the tiles of one pattern are no set and no trump."""
    shown = format_tiles(part.tiles)
    if len(part.tiles) > 3:
        return f"{len(part.tiles)} tiles of {part.face} ({shown}): a pattern may form only one set"
    if len(part.tiles) == 3 and not _is_triple(part.tiles):
        f, d = f"{part.face}f", f"{part.face}d"
        return f"{shown} are no triple: only the three framed tiles {f} {f} {d} are"
    return None


def _best(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    framed = sorted(tiles, key=lambda tile: _FRAMED_FIRST.get(tile.kind or Kind.PLAIN, 2))
    best = framed[:3] if _is_triple(framed[:3]) else framed[:2]
    return tuple(sorted(best))
