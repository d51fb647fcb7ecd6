"""From quads and readings to a layout: the steps of the arrangement in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.hand import Hand, Meld
from scoring.tiles import Tile, TileSet
from vision.arrange.constraint import Choice, apply_set, number
from vision.arrange.frame import Array, Frame, row_frame
from vision.arrange.groups import Group, find_groups
from vision.arrange.kongs import Kong, find_kongs
from vision.arrange.layout import Layout, PlacedTile, Role
from vision.arrange.roles import Parts, Scene, find_parts
from vision.arrange.rows import Row, find_rows, level
from vision.geometry import quad_areas
from vision.locate import Quads
from vision.read import Reading

DOUBT_BELOW = 0.9
"""Tiles read with less confidence are marked for a second look."""

FAR, SMALL = 2.5, 0.5
"""Rows this many tile heights away and of this size, against the hand, are not the hand's."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where tiles lie: rows, groups and offsets from their row's line.

    Attributes:
        frame: The n tiles in the row frame.
        groups: Groups in reading order.
        offsets: n, distance from the line of the neighbours in tile heights.
    """

    frame: Frame
    groups: tuple[Group, ...]
    offsets: Array


def arrange(
    quads: Quads,
    readings: Sequence[Reading],
    tile_set: TileSet,
    *,
    doubt_below: float = DOUBT_BELOW,
) -> Layout:
    """Sort the tiles of a photo into rows, groups and roles, and write the hand.

    The order of the input does not matter. The rules for rows, groups and roles stand in
    `vision.arrange.rows`, `groups` and `roles`.

    Args:
        quads: The n tiles; corner 0 is each face's own top left.
        readings: What the reader said of them, in the same order.
        tile_set: The set that they come from, which limits the copies of each tile.
        doubt_below: Confidence under which a tile is marked as doubtful.

    Returns:
        The layout; empty, with a warning, when no tile was read.

    Raises:
        ValueError: When the two sequences differ in length.
    """
    if len(quads.corners) != len(readings):
        raise ValueError(f"{len(quads.corners)} quads, but {len(readings)} readings")
    kept = [i for i, reading in enumerate(readings) if reading.tile is not None]
    warnings = _count_sentence(len(readings) - len(kept), "place shows", "places show", "no face")
    kept = _canonical(quads, kept)
    plan, kept, far = _plan(quads, readings, kept)
    warnings += _count_sentence(far, "tile", "tiles", "far from the hand and much smaller left out")
    if plan is None:
        return Layout((), "", None, (*warnings, "no tile was read"))
    read = [readings[i] for i in kept]
    kongs = find_kongs(plan.groups, read)
    choices, changes = _choose(read, kongs, tile_set)
    scene = Scene(
        [choice.tile for choice in choices],
        [bool(turned) for turned in plan.frame.sideways],
        [float(offset) for offset in plan.offsets],
        kongs,
    )
    parts = find_parts(plan.groups, scene)
    roles = _roles(scene, parts)
    loose_backs = sum(role is Role.BACK for role in roles)
    warnings += changes
    warnings += _count_sentence(loose_backs, "face-down tile", "face-down tiles", "left out")
    winning = None if parts.winning is None else scene.tiles[parts.winning]
    return Layout(
        _place(
            plan,
            [quads.corners[i] for i in kept],
            read,
            choices,
            roles,
            doubt_below=doubt_below,
        ),
        str(_hand(scene, parts, winning)),
        winning,
        warnings,
    )


def _canonical(quads: Quads, kept: Sequence[int]) -> list[int]:
    """Indices in an order that depends on the places only, not on the input order."""
    return sorted(kept, key=lambda i: tuple(map(float, quads.corners[i].ravel())))


def _count_sentence(count: int, one: str, many: str, what: str) -> tuple[str, ...]:
    if not count:
        return ()
    return (f"{number(count)} {one if count == 1 else many} {what}",)


def _plan(
    quads: Quads, readings: Sequence[Reading], kept: Sequence[int]
) -> tuple[Plan | None, list[int], int]:
    """Rows and groups of the tiles near the hand; also their indices and how many are left out."""
    left_out = 0
    while kept:
        corners = quads.corners[list(kept)].astype(np.float64)
        frame = level(row_frame(corners, [readings[i] for i in kept]))
        rows = find_rows(frame)
        far = _far_and_small(corners, frame, rows)
        if not far:
            groups = find_groups(frame, rows)
            return Plan(frame, groups, line_offsets(frame, rows)), list(kept), left_out
        left_out += len(far)
        kept = [i for k, i in enumerate(kept) if k not in far]
    return None, [], left_out


def _far_and_small(corners: Array, frame: Frame, rows: Sequence[Row]) -> set[int]:
    """Tiles of rows that lie far from the hand and look much smaller: discards, walls."""
    size = np.sqrt(np.abs(quad_areas(corners.astype(np.float32))))
    main = max(rows, key=lambda row: float(size[row].sum()))
    usual = float(np.median(size[main]))
    big = [i for row in rows if np.median(size[row]) >= SMALL * usual for i in row]
    far: set[int] = set()
    for row in rows:
        if row[0] in big:
            continue
        apart = np.abs(frame.centres[row][:, None] - frame.centres[big][None, :]).max(axis=2)
        if apart.min() > FAR:
            far.update(row)
    return far


def line_offsets(frame: Frame, rows: Sequence[Row], reach: int = 6) -> Array:
    """How far each tile lies off the line of its nearest neighbours in the row.

    The line is the median slope and height through the ``reach`` nearest tiles, so that one
    tile that sticks out does not bend it.

    Returns:
        n offsets in tile heights, negative upwards; 0 in rows of fewer than four.
    """
    offsets = np.zeros(len(frame.centres))
    for row in rows:
        points = frame.centres[row]
        for k, tile in enumerate(row):
            others = np.delete(points, k, axis=0)
            near = others[np.argsort(np.abs(others[:, 0] - points[k, 0]), kind="stable")[:reach]]
            if len(near) >= 3:
                first, second = np.triu_indices(len(near), 1)
                step = near[second] - near[first]
                level_steps = np.abs(step[:, 0]) > 1e-6
                slope = np.median(step[level_steps, 1] / step[level_steps, 0])
                height = np.median(near[:, 1] - slope * near[:, 0])
                offsets[tile] = points[k, 1] - height - slope * points[k, 0]
    return offsets


def _choose(
    read: Sequence[Reading], kongs: Sequence[Kong], tile_set: TileSet
) -> tuple[tuple[Choice, ...], tuple[str, ...]]:
    """Apply the set to all tiles but the concealed kongs, which take their four copies first."""
    in_kong = {i: kong.tile for kong in kongs for i in kong.members}
    reserved: dict[Tile, int] = {}
    for kong in kongs:
        reserved[kong.tile] = reserved.get(kong.tile, 0) + 4
    free = [i for i in range(len(read)) if i not in in_kong]
    chosen, changes = apply_set([read[i] for i in free], tile_set, reserved)
    by_index = dict(zip(free, chosen, strict=True))
    for i, tile in in_kong.items():
        by_index[i] = _kong_choice(read[i], tile)
        if by_index[i].changed:
            own, new = read[i].tile, by_index[i]
            sentence = f"one {own} of a concealed kong is taken as {tile} ({new.probability:.0%})"
            changes = (*changes, sentence)
    return tuple(by_index[i] for i in range(len(read))), changes


def _kong_choice(reading: Reading, tile: Tile) -> Choice:
    own = reading.tile
    if own is not None and (own.is_back or own.plain_face == tile):
        return Choice(own, reading.confidence, changed=False)
    return Choice(tile, dict(reading.alternatives).get(tile, 0.0), changed=True)


def _roles(scene: Scene, parts: Parts) -> list[Role]:
    roles = [Role.HAND] * len(scene.tiles)
    for i, tile in enumerate(scene.tiles):
        if tile.is_bonus:
            roles[i] = Role.BONUS
        elif tile.is_back:
            roles[i] = Role.BACK
    for role, groups in ((Role.MELD, parts.melds), (Role.CONCEALED_KONG, parts.kongs)):
        for i in (i for group in groups for i in group.members):
            roles[i] = role
    for i in (i for kong in scene.kongs for i in kong.members):
        roles[i] = Role.CONCEALED_KONG
    if parts.winning is not None:
        roles[parts.winning] = Role.WINNING
    return roles


def _place(
    plan: Plan,
    corners: Sequence[NDArray[np.float32]],
    read: Sequence[Reading],
    choices: Sequence[Choice],
    roles: Sequence[Role],
    *,
    doubt_below: float,
) -> tuple[PlacedTile, ...]:
    return tuple(
        PlacedTile(
            reading=read[i],
            corners=corners[i],
            tile=choices[i].tile,
            doubtful=choices[i].changed or choices[i].probability < doubt_below,
            row=group.row,
            group=number_,
            role=roles[i],
        )
        for number_, group in enumerate(plan.groups)
        for i in group.members
    )


def _hand(scene: Scene, parts: Parts, winning: Tile | None) -> Hand:
    """The hand as text says it: sorted, the winning tile last, melds in reading order."""
    held = sorted(scene.tiles[i] for g in parts.hand for i in g.members if i != parts.winning)
    melds = [Meld(tuple(sorted(scene.tiles[i] for i in g.members))) for g in parts.melds]
    hidden = [
        *(Meld(tuple(sorted(scene.tiles[i] for i in g.members)), True) for g in parts.kongs),
        *(Meld(_kong_tiles(kong, scene), True) for kong in scene.kongs),
    ]
    return Hand(
        concealed=(*held, *([] if winning is None else [winning])),
        melds=(*melds, *hidden),
        bonus=tuple(sorted(tile for tile in scene.tiles if tile.is_bonus)),
        winning_tile=winning,
    )


def _kong_tiles(kong: Kong, scene: Scene) -> tuple[Tile, ...]:
    """The four tiles of a kong: the faces seen, plain ones for the backs.

    In a kong of fives that shows no red one, the hidden tiles are taken as plain.
    """
    faces = [scene.tiles[i] for i in kong.members if not scene.tiles[i].is_back]
    return tuple(sorted([*faces, *[kong.tile] * (4 - len(faces))]))
