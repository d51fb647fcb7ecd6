"""Lay a hand out on the table as players do, for pictures whose truth is a whole hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from datasets.synth.camera import Camera, look_at
from datasets.synth.layouts import Body, Pose
from datasets.synth.scene import Composer, FaceSource, Scene, compose_scene
from datasets.synth.stage import Faces
from datasets.synth.styles import Style
from scoring.hand import Hand, Meld
from scoring.tiles import BACK, Family

__all__ = ["Placed", "Staged", "Style", "compose_hand", "lay_out", "stage_hand", "truth_of"]

GAP = 0.8
"""Tile widths between the hand and a meld."""
STEP = 1.015
"""Tile widths from one tile to the next where they touch."""
USUAL_DEPTH = 0.7
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile of a hand on the table.

    Attributes:
        pose: Where it lies.
        name: Its notation; ``back`` where it shows its back.
        row: From 0, the row farthest from the player.
        group: From 0, counted over all rows from left to right; neighbours without a gap
            share it.
    """

    pose: Pose
    name: str
    row: int
    group: int


@dataclass(frozen=True, slots=True)
class _Run:
    """Tiles side by side without a gap.

    Attributes:
        names: Their notations.
        x: Where the run starts, tile widths.
        y: Middle of its tiles, tile widths; runs of one row have the same.
        step: From tile to tile, tile widths.
        standing: Whether they stand.
    """

    names: Sequence[str]
    x: float
    y: float
    step: float = STEP
    standing: bool = False

    @property
    def end(self) -> float:
        """Where the run ends."""
        return self.x + self.step * (len(self.names) - 1) + STEP


def lay_out(hand: Hand, body: Body, style: Style) -> list[Placed]:
    """Place every tile of a hand.

    Mahjong: flowers above the hand (before one that stands), melds beside or before it; the
    middle tiles of a concealed kong show their backs. Flower tiles and doll cards: sets in
    rows, bonus tiles aside.
    """
    runs = _mahjong_runs(hand, body, style) if hand.family is Family.MAHJONG else (
        _set_runs(hand, body, style)
    )  # fmt: skip
    return _placed(runs)


def _mahjong_runs(hand: Hand, body: Body, style: Style) -> list[_Run]:
    concealed = list(hand.concealed)
    winning = hand.winning_tile if style.winning_apart else None
    if winning is not None:
        concealed.remove(winning)
    runs = [_Run([str(tile) for tile in concealed], 0.0, 0.0, standing=style.standing)]
    if winning is not None:
        runs.append(_Run([str(winning)], runs[0].end + GAP, 0.0, standing=style.standing))
    meld_x, meld_y = (runs[-1].end + GAP, 0.0)
    if style.melds_below:
        meld_x, meld_y = 0.0, -1.5 * body.height
    for meld in hand.melds:
        runs.append(_Run(_shown(meld), meld_x, meld_y))
        meld_x = runs[-1].end + GAP
    bonus_y = 1.6 * body.height
    if style.standing:  # behind the hand nobody would see them
        bonus_y = -1.5 * body.height + (-1.2 * body.height if style.melds_below else 0.0)
    return [*runs, _Run([str(tile) for tile in hand.bonus], 0.0, bonus_y)]


def _shown(meld: Meld) -> list[str]:
    names = [str(tile) for tile in meld.tiles]
    if meld.concealed and len(names) == 4:
        names[1:3] = [BACK, BACK]
    return names


def _set_runs(hand: Hand, body: Body, style: Style) -> list[_Run]:
    """Rows of sets: neighbours of one pattern or subject, and melds, each a set."""
    sets = [[str(tile) for tile in tiles]
            for _, tiles in groupby(hand.concealed, key=lambda tile: tile.face)]  # fmt: skip
    sets += [[str(tile) for tile in meld.tiles] for meld in hand.melds]
    rows = _in_rows(sets, style.rows)
    runs: list[_Run] = []
    for number, row in enumerate(rows):
        x, y = 0.0, -number * style.row_step * body.height
        last = number == len(rows) - 1
        joined = [[name for names in row for name in names]] if style.set_gap == 0 else row
        for place, names in enumerate(joined):
            if place:
                x += style.last_gap if last and place == len(joined) - 1 else style.set_gap
            runs.append(_Run(names, x, y, (1 - style.overlap) * STEP))
            x = runs[-1].end
    bonus = [str(tile) for tile in hand.bonus]
    if style.bonus_beside:
        return [*runs, _Run(bonus, runs[-1].end + 2 * GAP, runs[-1].y)]
    return [*runs, _Run(bonus, 0.0, 1.4 * body.height)]


def _in_rows(sets: Sequence[list[str]], rows: int) -> list[list[list[str]]]:
    """Part sets into rows of about as many tiles each, in their order; none is empty."""
    total = sum(map(len, sets))
    parted: list[list[list[str]]] = [[] for _ in range(rows)]
    before = 0
    for names in sets:
        middle = before + len(names) / 2
        parted[min(rows - 1, int(middle * rows / total))].append(names)
        before += len(names)
    return [row for row in parted if row]


def _placed(runs: Sequence[_Run]) -> list[Placed]:
    """Number rows from the far one and groups in reading order, and pose the tiles."""
    runs = [run for run in runs if run.names]
    rows = sorted({run.y for run in runs}, reverse=True)
    reading = sorted(runs, key=lambda run: (-run.y, run.x))
    layer = 0
    placed = []
    for run in runs:
        row, group = rows.index(run.y), reading.index(run)
        for number, name in enumerate(run.names):
            # Overlapping cards lie over those at their left.
            layer = layer + 1 if run.step < 1 and number else 0
            pose = Pose(run.x + 0.5 + number * run.step, run.y, standing=run.standing,
                        face_down=name == BACK, layer=layer)  # fmt: skip
            placed.append(Placed(pose, name, row, group))
    return placed


@dataclass(frozen=True, slots=True)
class Staged:
    """A hand ready to be photographed.

    Attributes:
        poses: Of its tiles.
        faces: Notation and picture of each.
        places: Row and group of each.
        camera: The viewpoint.
    """

    poses: tuple[Pose, ...]
    faces: Faces
    places: tuple[tuple[int, int], ...]
    camera: Camera


def stage_hand(
    rng: np.random.Generator,
    hand: Hand,
    source: FaceSource,
    draw: Callable[[str], Picture],
    *,
    style: Style,
    size: tuple[int, int],
) -> Staged:
    """Lay a hand out with small displacements and aim the camera at it; see `compose_hand`."""
    placed = lay_out(hand, Body(source.aspect, USUAL_DEPTH), style)
    loose = 2.0 if source.overlap else 1.0
    poses = tuple(
        replace(one.pose, x=one.pose.x + rng.normal(0, 0.006), y=one.pose.y + rng.normal(0, 0.015),
                yaw=one.pose.yaw + loose * rng.normal(0, 0.5))
        for one in placed
    )  # fmt: skip
    faces = [(one.name, source.back(rng) if one.name == BACK else draw(one.name)) for one in placed]
    camera = _frame(poses, source.aspect, style, size)
    return Staged(poses, faces, tuple((one.row, one.group) for one in placed), camera)


def compose_hand(
    rng: np.random.Generator,
    hand: Hand,
    source: FaceSource,
    draw: Callable[[str], Picture],
    *,
    style: Style | None = None,
    size: tuple[int, int] = (1280, 960),
    compose: Composer = compose_scene,
) -> Scene:
    """Compose a picture of a hand.

    Args:
        rng: Decides table, light and small displacements.
        hand: What is shown.
        source: How the tiles are made.
        draw: Picture of a face by notation (H×W×3 RGB).
        style: How it is shown.
        size: Width and height, pixels.
        compose: Makes the picture.
    """
    style = style or Style()
    staged = stage_hand(rng, hand, source, draw, style=style, size=size)
    scene = compose(
        rng, source, size, poses=staged.poses, camera=staged.camera, faces=staged.faces,
        racked=style.racked,
    )  # fmt: skip
    return replace(scene, places=tuple(staged.places[index] for index in scene.indices))


def _frame(poses: Sequence[Pose], aspect: float, style: Style, size: tuple[int, int]) -> Camera:
    """Look at all tiles from the player's seat, with a margin around them."""
    points = np.array([
        [pose.x + dx, pose.y + dy, dz]
        for pose in poses
        for dx in (-0.6, 0.6)
        for dy in (-0.6 * aspect, 0.6 * aspect)
        for dz in (0.0, aspect if pose.standing else 0.8)
    ])  # fmt: skip
    target = (points.min(axis=0) + points.max(axis=0)) / 2
    half = np.array(size) / 2
    distance = 15.0
    for _ in range(6):
        camera = look_at(
            target, distance=distance, elevation=style.elevation, azimuth=style.azimuth,
            roll=style.roll, focal=1.1, size=size,
        )  # fmt: skip
        reach = (np.abs(camera.project(points) - half) / half).max()
        distance *= float(reach) / 0.93
    return camera


def truth_of(
    scene: Scene, image: str, family: Family, hand: Hand | None = None
) -> dict[str, object]:
    """The scene's label in the project's own format (see :mod:`datasets.formats.own_json`).

    Args:
        scene: The picture and its faces.
        image: Name of the picture's file.
        family: What the tiles are.
        hand: The hand that they make; None for tiles that make none.
    """
    tiles: list[dict[str, object]] = [
        {"tile": name, "corners": np.round(quad.astype(float), 1).tolist()}
        for name, quad in zip(scene.tiles, scene.corners, strict=True)
    ]
    for tile, (row, group) in zip(tiles, scene.places, strict=False):
        tile |= {"row": row, "group": group}
    label: dict[str, object] = {"image": image, "family": str(family), "tiles": tiles}
    if hand is not None:
        winning = None if hand.winning_tile is None else str(hand.winning_tile)
        label |= {"hand": str(hand), "winning_tile": winning}
    return label
