"""Roles: which groups are the hand, which are melds, and which tile won.

The photo shows groups; these rules say what they are. They are applied in this order:

1. Bonus tiles are bonus tiles wherever they lie; concealed kongs are known already; other
   backs have no part in the hand.
2. Mahjong: a group of three or four that forms a pung, chow or kong and has a tile lying
   sideways (the called one) is an exposed meld, also at the end of a run that touches the
   hand, unless the sideways tile is the last of the row: that is the winning tile.
3. The *hand row* is the row with the most tiles in groups that form no set. Groups that
   form sets in other rows are exposed melds (laid in front of the hand); groups that
   form none belong to the hand.
4. Within the hand row, a gap at least twice as wide as the narrowest one parts *blocks*.
   In blocks beside the one with the hand, groups that form sets are exposed melds.
5. In the hand's own block groups that form sets are exposed melds, except when the player
   only sorted the hand: **every** group of the block is a set, a pair or a single tile
   (3-3-3-3-3-2), or the groups are whole suits with at least two that form no set. Then
   all of it is one concealed hand, and four equal tiles in it are a concealed kong.
6. Flower tiles and doll cards: when every group of the photo is a set, a pair or a single
   tile, in however many rows, all of it is the hand.
7. The winning tile is one that lies sideways at an end of the hand, or else a single tile
   in a row of its own or at the end of a row after a gap (melds do not count), or else the
   only tile that sticks out of the hand's line. Single tiles of a sorted hand are no
   winning tiles when the hand is sorted by suit, or of flower tiles or doll cards (the trump).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.hand import Meld, MeldKind
from scoring.tiles import Family, Tile
from vision.arrange.groups import Group
from vision.arrange.kongs import Kong

WIDE_GAP_RATIO, WIDE_GAP_RISE = 2.0, 0.5
"""A gap parts blocks when it is this many times, and this many tile widths, wider."""

STUCK_OUT, IN_LINE = 0.3, 0.15
"""Offset from the row in tile heights of a tile stuck out, and the most that others have."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the rules look at, by index of the tile.

    Attributes:
        tiles: The tiles after the set constraint.
        sideways: Tiles turned by 90°.
        offsets: How far each tile lies off the line of its neighbours, in tile heights.
        kongs: Concealed kongs with backs.
    """

    tiles: Sequence[Tile]
    sideways: Sequence[bool]
    offsets: Sequence[float]
    kongs: Sequence[Kong]


@dataclass(frozen=True, slots=True)
class Parts:
    """The hand's parts as indices of tiles; every list in reading order."""

    hand: tuple[Group, ...]
    melds: tuple[Group, ...]
    kongs: tuple[Group, ...]
    winning: int | None


def find_parts(groups: Sequence[Group], scene: Scene) -> Parts:
    """Apply the rules of this module to the groups of a photo.

    Args:
        groups: All groups in reading order.
        scene: Their tiles.
    """
    pieces = [piece for group in groups for piece in _clean(group, scene)]
    mahjong = all(scene.tiles[i].family is Family.MAHJONG for p in pieces for i in p.members)
    melds: list[Group] = []
    if mahjong:
        pieces, melds = _peel_called(pieces, scene)
    hand, more, by_suit = _split(pieces, scene, mahjong=mahjong)
    melds += more
    kongs: list[Group] = []
    if mahjong and len(hand) > 1:
        kongs = [p for p in hand if _kind(p, scene) is MeldKind.KONG]
        hand = [p for p in hand if p not in kongs]
    winning = _turned(hand, scene)
    if winning is None and not by_suit and (mahjong or not _orderly(hand, scene)):
        winning = _apart(hand, groups)
    if winning is None and mahjong:
        winning = _stuck_out(hand, scene)
    return Parts(tuple(hand), tuple(sorted(melds, key=pieces_order(groups))), tuple(kongs), winning)


def pieces_order(groups: Sequence[Group]) -> Callable[[Group], int]:
    """A sort key that puts pieces of groups in reading order."""
    place = {tile: k for k, tile in enumerate(i for g in groups for i in g.members)}
    return lambda piece: place[piece.members[0]]


def forms_set(piece: Group, scene: Scene) -> bool:
    """Whether the tiles form a meld of their game (for doll cards of three and more)."""
    return _kind(piece, scene) is not None


def _kind(piece: Group, scene: Scene) -> MeldKind | None:
    tiles = tuple(scene.tiles[i] for i in piece.members)
    kind = Meld(tiles).kind
    return None if kind is MeldKind.PAIR and tiles[0].family is Family.DOLLS else kind


def _clean(group: Group, scene: Scene) -> Iterable[Group]:
    """The pieces of a group that are left between kongs, without backs and bonus tiles."""
    taken = {i: number for number, kong in enumerate(scene.kongs) for i in kong.members}
    run: list[int] = []
    gap = group.gap
    for i in group.members:
        if i in taken:
            if run:
                yield Group(group.row, tuple(run), gap)
            run, gap = [], 0.0
        elif not (scene.tiles[i].is_back or scene.tiles[i].is_bonus):
            run.append(i)
    if run:
        yield Group(group.row, tuple(run), gap)


def _peel_called(pieces: Sequence[Group], scene: Scene) -> tuple[list[Group], list[Group]]:
    """Take the melds with a sideways tile off the pieces (rule 2)."""
    last_of_row = {piece.row: piece.members[-1] for piece in pieces}
    left: list[Group] = []
    melds: list[Group] = []
    for piece in pieces:
        rest = piece
        peeled: list[Group] = []
        while (tail := _called_tail(rest, last_of_row[piece.row], scene)) is not None:
            rest = replace(rest, members=rest.members[: -len(tail.members)])
            peeled.insert(0, tail)
        if rest.members:
            left.append(rest)
        melds += peeled
    return (left, melds) if left else (list(pieces), [])


def _called_tail(piece: Group, last: int, scene: Scene) -> Group | None:
    for size in (4, 3):
        tail = piece.members[-size:]
        if len(tail) < size or not any(scene.sideways[i] for i in tail):
            continue
        turned = [i for i in tail if scene.sideways[i]]
        touches = len(piece.members) > size
        ends_row = turned == [last] and touches
        split = replace(piece, members=tail, gap=0.0 if touches else piece.gap)
        if forms_set(split, scene) and not ends_row:
            return split
    return None


def _split(
    pieces: Sequence[Group], scene: Scene, *, mahjong: bool
) -> tuple[list[Group], list[Group], bool]:
    """Hand, exposed melds, and whether the hand is sorted by suit (rules 3 to 6)."""
    if len(pieces) < 2 or (not mahjong and _orderly(pieces, scene)):
        return list(pieces), [], False
    in_row = _hand_row(pieces, scene)
    block = _hand_block(in_row, scene)
    by_suit = mahjong and _by_suit(block, scene)
    whole = len(block) == 1 or by_suit or _orderly(block, scene)
    melds = [p for p in pieces if forms_set(p, scene) and not (whole and p in block)]
    return [p for p in pieces if p not in melds], melds, by_suit


def _loose(pieces: Iterable[Group], scene: Scene) -> int:
    """Tiles in groups of two and more that form no set."""
    return sum(len(p.members) for p in pieces if len(p.members) > 1 and not forms_set(p, scene))


def _hand_row(pieces: Sequence[Group], scene: Scene) -> list[Group]:
    rows: dict[int, list[Group]] = {}
    for piece in pieces:
        rows.setdefault(piece.row, []).append(piece)
    return max(
        rows.values(),
        key=lambda row: (_loose(row, scene), sum(len(p.members) for p in row), row[0].row),
    )


def _hand_block(row: Sequence[Group], scene: Scene) -> list[Group]:
    gaps = [piece.gap for piece in row[1:]]
    if not gaps:
        return list(row)
    narrow = max(min(gaps), 0.2)
    limit = max(WIDE_GAP_RATIO * narrow, narrow + WIDE_GAP_RISE)
    blocks = [[row[0]]]
    for piece in row[1:]:
        if piece.gap >= limit:
            blocks.append([])
        blocks[-1].append(piece)
    return max(blocks, key=lambda block: (_loose(block, scene), sum(len(p.members) for p in block)))


def _orderly(pieces: Sequence[Group], scene: Scene) -> bool:
    """Whether every group is a set, a pair or a single tile."""
    return all(len(p.members) == 1 or forms_set(p, scene) or _is_pair(p, scene) for p in pieces)


def _is_pair(piece: Group, scene: Scene) -> bool:
    return len(piece.members) == 2 and len({scene.tiles[i].face for i in piece.members}) == 1


def _by_suit(block: Sequence[Group], scene: Scene) -> bool:
    """Whether the groups are whole suits, with at least two groups that form no set."""
    suits = [{scene.tiles[i].suit for i in piece.members} for piece in block]
    pure = all(len(suit) == 1 for suit in suits)
    distinct = pure and len(set.union(*suits)) == len(suits)
    return distinct and sum(not forms_set(p, scene) for p in block) > 1 and len(block) > 2


def _turned(hand: Sequence[Group], scene: Scene) -> int | None:
    """The one sideways tile at an end of a piece of the hand."""
    for piece in reversed(hand):
        turned = [i for i in piece.members if scene.sideways[i]]
        ends = (piece.members[0], piece.members[-1])
        if len(turned) == 1 and len(piece.members) > 1 and turned[0] in ends:
            return turned[0]
    return None


def _apart(hand: Sequence[Group], groups: Sequence[Group]) -> int | None:
    """The single tile in a row of its own, or else at the end of a row, or at its start.

    Melds and bonus tiles do not count: the winning tile may lie between the hand and them.
    """
    singles = [p for p in hand if len(p.members) == 1]
    if not 1 <= len(singles) <= 2 or len(hand) == len(singles) == len(groups):
        return None
    rows: dict[int, list[int]] = {}
    for piece in hand:
        rows.setdefault(piece.row, []).extend(piece.members)
    apart: list[int] = []
    for place in (slice(None), slice(-1, None), slice(1)):  # the whole row, its end, its start
        apart = apart or [i for p in singles for i in p.members if rows[p.row][place] == [i]]
    return apart[-1] if apart else None


def _stuck_out(hand: Sequence[Group], scene: Scene) -> int | None:
    members = [i for piece in hand for i in piece.members if len(piece.members) > 2]
    out = [i for i in members if abs(scene.offsets[i]) >= STUCK_OUT]
    rest = [i for i in members if i not in out]
    in_line = all(abs(scene.offsets[i]) <= IN_LINE for i in rest)
    return out[0] if len(out) == 1 and rest and in_line else None
