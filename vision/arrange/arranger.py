"""From quads and readings to a layout: the steps of the arrangement in order."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.hand import Hand, Meld
from scoring.tiles import Tile, TileSet
from vision.arrange.constraint import Choice, apply_set, number
from vision.arrange.kongs import Kong, find_kongs
from vision.arrange.layout import Layout, PlacedTile, Role
from vision.arrange.plan import Plan, plan_tiles
from vision.arrange.roles import Parts, Scene, find_parts
from vision.locate import Quads
from vision.read import Reading

DOUBT_BELOW = 0.9
"""Tiles read with less confidence are marked for a second look."""


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
    blank = sum(reading.tile is None and reading.own is None for reading in readings)
    own = sum(reading.own is not None for reading in readings)
    warnings = _count_sentence(blank, "place shows", "places show", "no face")
    plan = plan_tiles(quads.corners, readings)
    far = len(readings) - blank - own - len(plan.indices)
    warnings += _count_sentence(
        far, "small tile was", "small tiles were", "left out, far from the hand"
    )
    if not plan.indices:
        return Layout((), "", None, (*warnings, "no tile was read"))
    read = [readings[i] for i in plan.indices]
    kongs = find_kongs(plan.groups, read)
    choices, changes = _choose(read, kongs, tile_set)
    scene = Scene(
        [choice.tile for choice in choices],
        plan.sideways,
        plan.offsets,
        kongs,
    )
    parts = find_parts(plan.groups, scene)
    roles = _roles(scene, parts)
    loose_backs = sum(role is Role.BACK for role in roles)
    warnings += changes
    warnings += _count_sentence(
        loose_backs, "face-down tile was", "face-down tiles were", "left out of the hand"
    )
    winning = None if parts.winning is None else scene.tiles[parts.winning]
    return Layout(
        _place(plan, quads, read, choices, roles, doubt_below=doubt_below),
        str(_hand(scene, parts, winning)),
        winning,
        warnings,
    )


def _count_sentence(count: int, one: str, many: str, what: str) -> tuple[str, ...]:
    if not count:
        return ()
    return (f"{number(count)} {one if count == 1 else many} {what}",)


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
            taken = f"is taken as {tile} ({100 * by_index[i].probability:.0f} %)"
            sentence = f"one {read[i].tile} of a concealed kong {taken}"
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
    quads: Quads,
    read: Sequence[Reading],
    choices: Sequence[Choice],
    roles: Sequence[Role],
    *,
    doubt_below: float,
) -> tuple[PlacedTile, ...]:
    return tuple(
        PlacedTile(
            reading=read[i],
            corners=quads.corners[plan.indices[i]],
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
