"""Where tiles lie: random but plausible arrangements on the table, in tile widths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True, slots=True)
class Pose:
    """One tile on the table.

    Attributes:
        x: Centre of the tile's foot, to the right.
        y: Centre of the tile's foot, away from the player.
        yaw: Degrees by which the tile is turned counter-clockwise seen from above.
        standing: Stands on its lower edge and faces the player, instead of lying.
        upside_down: The face is turned by 180° in its own plane.
        face_down: Shows its back.
        level: Tiles below it (walls are two high).
        layer: Order among overlapping cards; a higher one lies over a lower one.
    """

    x: float
    y: float
    yaw: float = 0.0
    standing: bool = False
    upside_down: bool = False
    face_down: bool = False
    level: int = 0
    layer: int = 0


@dataclass(frozen=True, slots=True)
class Body:
    """Proportions of one set's tiles, in tile widths."""

    height: float
    depth: float


Rng = np.random.Generator

KONG_BACKS: tuple[tuple[int, ...], ...] = ((), (), (1, 2), (1, 2), (0, 3), (0, 1, 2, 3))
"""Which of a kong's four tiles lie face down, as houses do it; none in an exposed one."""


def _row(rng: Rng, count: int, *, standing: bool, flips: float, gap_rate: float) -> list[Pose]:
    gap = rng.uniform(0.0, 0.05) if rng.random() < 0.8 else rng.uniform(0.05, 0.5)
    jitter = rng.uniform(0, 0.04) if rng.random() < 0.7 else rng.uniform(0.04, 0.15)
    poses, x = [], 0.0
    for _ in range(count):
        poses.append(
            Pose(
                x=x,
                y=rng.normal(0, jitter),
                yaw=rng.normal(0, 25 * jitter),
                standing=standing,
                upside_down=bool(rng.random() < flips),
            )
        )
        x += 1 + gap
        if rng.random() < gap_rate:
            x += rng.uniform(0.3, 1.5)
    middle = x / 2
    return [_moved(pose, dx=-middle) for pose in poses]


def _moved(pose: Pose, dx: float = 0.0, dy: float = 0.0) -> Pose:
    return replace(pose, x=pose.x + dx, y=pose.y + dy)


def hand_row(rng: Rng, body: Body) -> list[Pose]:
    """One row, as a hand is shown, sometimes with melds or flowers in a second row."""
    standing = bool(rng.random() < 0.4)
    flips = 0.0 if rng.random() < 0.5 else 0.4
    poses = _row(
        rng, int(rng.integers(5, 22)), standing=standing, flips=flips,
        gap_rate=rng.choice([0.0, 0.0, 0.12, 0.25]),
    )  # fmt: skip
    if rng.random() < 0.35:
        count = int(rng.integers(1, 14))
        second = (
            melds(rng, body) if rng.random() < 0.5
            else _row(rng, count, standing=False, flips=flips, gap_rate=0.15)
        )  # fmt: skip
        away = rng.uniform(1.0, 2.2) * body.height * rng.choice([-1, 1])
        shift = rng.uniform(-4, 4)
        poses += [_moved(pose, shift, away) for pose in second]
    if rng.random() < 0.4:
        poses[-1] = _turned(poses[-1], body)
    return poses


def _turned(pose: Pose, body: Body) -> Pose:
    """Lay a tile sideways, as a called tile or the winning tile is shown."""
    if pose.standing:
        return pose
    return _moved(replace(pose, yaw=90.0), dx=(body.height - 1) / 2)


def melds(rng: Rng, body: Body) -> list[Pose]:
    """One to four melds in a row: sets with or without a called tile turned, concealed kongs."""
    poses: list[Pose] = []
    x, gap = 0.0, rng.uniform(0.3, 1.5)
    for _ in range(int(rng.integers(1, 5))):
        kong = rng.random() < 0.35
        count = 4 if kong else 3
        down = KONG_BACKS[int(rng.integers(len(KONG_BACKS)))] if kong else ()
        called = int(rng.integers(count)) if not down and rng.random() < 0.6 else None
        for number in range(count):
            wide = body.height if number == called else 1.0
            pose = Pose(x + wide / 2, rng.normal(0, 0.02), rng.normal(0, 0.8))
            if number == called:
                # Its long side lies along the row, on the line of the others' feet.
                turned = rng.choice([-90.0, 90.0])
                pose = replace(pose, y=pose.y - (body.height - 1) / 2, yaw=pose.yaw + turned)
            poses.append(replace(pose, face_down=number in down))
            x += wide + 0.01
        x += gap
    return [_moved(pose, dx=-x / 2) for pose in poses]


def hand_block(rng: Rng, body: Body) -> list[Pose]:
    """A hand in two or three rows close together, in pairs and triples or without gaps."""
    grouped = rng.random() < 0.6
    flips = 0.0 if rng.random() < 0.5 else 0.5
    between = rng.uniform(0.0, 0.3) if rng.random() < 0.7 else rng.uniform(0.3, 1.0)
    poses: list[Pose] = []
    for row in range(int(rng.integers(2, 4))):
        count = int(rng.integers(2, 13))
        line = _row(rng, count, standing=False, flips=flips, gap_rate=0.4 if grouped else 0.0)
        shift = rng.normal(0, 0.4) if rng.random() < 0.6 else rng.uniform(-3, 3)
        poses += [_moved(pose, shift, -row * (body.height + between)) for pose in line]
    return poses


def tray(rng: Rng, body: Body) -> list[Pose]:
    """A full block of rows and columns, as tiles lie in their box."""
    rows, columns = int(rng.integers(2, 6)), int(rng.integers(3, 11))
    gap = rng.uniform(0, 0.08)
    flips = 0.0 if rng.random() < 0.6 else 0.5
    hole = int(rng.integers(1, columns)) if rng.random() < 0.25 else columns
    return [
        Pose(
            x=(column - columns / 2) * (1 + gap) + (rng.uniform(1, 1.2) * (column >= hole)),
            y=(row - rows / 2) * (body.height + gap) + rng.normal(0, 0.01),
            yaw=rng.normal(0, 0.6),
            upside_down=bool(rng.random() < flips),
        )
        for row in range(rows)
        for column in range(columns)
    ]


def scattered(rng: Rng, body: Body) -> list[Pose]:
    """Loose tiles at any angle, none on top of another."""
    spread = rng.uniform(3, 8)
    poses: list[Pose] = []
    for _ in range(int(rng.integers(4, 45))):
        x, y = rng.uniform(-spread, spread), rng.uniform(-spread, spread) * 0.8
        reach = np.hypot(1, body.height) * rng.uniform(0.8, 1.0)
        if all(np.hypot(x - p.x, y - p.y) > reach for p in poses):
            poses.append(Pose(x, y, rng.uniform(0, 360), face_down=bool(rng.random() < 0.15)))
    return poses


def table(rng: Rng, body: Body) -> list[Pose]:
    """A hand before walls and discards, as seen from a seat."""
    poses = hand_row(rng, body)
    length = int(rng.integers(4, 18))
    away = rng.uniform(3, 6) * body.height
    poses.extend(
        Pose((column - length / 2) * 1.01, away, face_down=True, level=level)
        for column in range(length)
        for level in range(2 if rng.random() < 0.9 else 1)
    )
    poses.extend(
        _moved(pose, dy=3.0 - 0.4 * pose.y)
        for pose in scattered(rng, body)
        if 1.6 * body.height < pose.y * 0.6 + 3.0 < away - body.height
    )
    return poses


def card_rows(rng: Rng, body: Body) -> list[Pose]:
    """One to three rows of cards, in groups, each over a part of the one before (or after) it."""
    flips = 0.0 if rng.random() < 0.4 else 0.4
    step = rng.uniform(0.36, 0.95) if rng.random() < 0.7 else rng.uniform(1.0, 1.25)
    fan = rng.normal(0, 2.0) if rng.random() < 0.3 else 0.0
    untidy = 1.0 if rng.random() < 0.55 else 0.12
    upwards = 1 if rng.random() < 0.75 else -1
    poses: list[Pose] = []
    for row in range(int(rng.choice([1, 1, 1, 2, 2, 3]))):
        count = int(rng.integers(2, 20))
        gap_rate = rng.choice([0.0, 0.3])
        x, line = 0.0, []
        for number in range(count):
            line.append(Pose(
                x, untidy * rng.normal(0, 0.04 * body.height),
                untidy * rng.normal(0, 3) + fan * (count / 2 - number),
                upside_down=bool(rng.random() < flips), layer=upwards * number,
            ))  # fmt: skip
            x += step * (1 + untidy * rng.uniform(-0.08, 0.08))
            x += rng.uniform(0.6, 1.5) if rng.random() < gap_rate else 0.0
        shift = rng.normal(0, 1) - x / 2
        away = row * body.height * rng.uniform(1.02, 1.25)
        poses += [_moved(pose, shift, -away) for pose in line]
    return poses


def card_fan(rng: Rng, body: Body) -> list[Pose]:
    """Cards spread around a point below them, as a hand holds them or lays them down."""
    count = int(rng.integers(4, 20))
    radius = body.height * rng.uniform(0.6, 2.0)
    step = rng.uniform(0.4, 0.9) / (radius + body.height / 4)
    angles = (np.arange(count) - (count - 1) / 2) * step
    upwards = 1 if rng.random() < 0.75 else -1
    return [
        Pose(
            float(radius * np.sin(angle)), float(radius * np.cos(angle)),
            float(-np.degrees(angle) + rng.normal(0, 1)), upside_down=bool(rng.random() < 0.15),
            layer=upwards * number,
        )
        for number, angle in enumerate(angles)
        if abs(angle) < 1.5
    ]  # fmt: skip


def card_table(rng: Rng, body: Body) -> list[Pose]:
    """A hand of cards before the stock, a pile of backs, and the discards thrown beside it."""
    poses = card_rows(rng, body)
    away = max(pose.y for pose in poses) + body.height * rng.uniform(1.2, 1.8)
    side = rng.choice([-1, 1])
    untidy = rng.uniform(0.01, 0.12)
    yaw = rng.normal(0, 25)
    poses += [
        Pose(
            side * 3 + rng.normal(0, untidy), away + rng.normal(0, untidy),
            yaw + rng.normal(0, 40 * untidy), face_down=True, level=level, layer=level,
        )
        for level in range(int(rng.integers(3, 15)))
    ]  # fmt: skip
    spread = rng.uniform(0.5, 2.5)
    poses += [
        Pose(
            -side * 2 + rng.normal(0, spread), away + rng.normal(0, 0.5 * spread),
            rng.uniform(0, 360), face_down=bool(rng.random() < 0.1), layer=number,
        )
        for number in range(int(rng.integers(1, 16)))
    ]  # fmt: skip
    return poses


Layouts = tuple[tuple[float, Callable[[Rng, Body], list[Pose]]], ...]
LAYOUTS: Layouts = (
    (0.35, hand_row),
    (0.15, hand_block),
    (0.15, tray),
    (0.2, scattered),
    (0.15, table),
)
CARD_LAYOUTS: Layouts = (
    (0.5, card_rows),
    (0.2, card_fan),
    (0.1, card_table),
    (0.1, scattered),
    (0.1, hand_block),
)


def random_layout(rng: Rng, body: Body, *, cards: bool = False) -> list[Pose]:
    """Draw one arrangement of tiles or of cards; between 1 and about 80 poses."""
    layouts = CARD_LAYOUTS if cards else LAYOUTS
    weights = np.array([weight for weight, _ in layouts])
    choice = int(rng.choice(len(layouts), p=weights / weights.sum()))
    return layouts[choice][1](rng, body)
