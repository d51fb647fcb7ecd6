"""Things on a table that are no tiles, above all playing cards, which look most like them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Ink = tuple[int, int, int]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_COLUMNS = {1: [1], 2: [2], 3: [3], 4: [2, 2], 5: [2, 1, 2], 6: [3, 3], 7: [3, 1, 3],
            8: [4, 4], 9: [4, 1, 4], 10: [4, 2, 4]}  # fmt: skip
"""Pips in each column of a card, by rank."""


def playing_card(rng: Rng) -> Picture:
    """Draw a western playing card, upright (252×180×3 RGB)."""
    paper = np.array([rng.uniform(225, 255)] * 3) * [1, 1, rng.uniform(0.9, 1)]
    art = np.full((252, 180, 3), paper, np.uint8)
    suit = int(rng.integers(4))
    ink: Ink = (200, 30, 40) if suit < 2 else (25, 25, 30)
    rank = int(rng.integers(13))
    if rng.random() < 0.12:
        return _card_back(rng, art)
    if rank < 10:
        _pips(rng, art, suit, rank + 1, ink)
    else:
        _court(rng, art)
    _index(art, RANKS[rank], suit, ink)
    art[126:] = art[125::-1, ::-1]
    return art


def _suit(art: Picture, suit: int, centre: tuple[int, int], size: int, ink: Ink) -> None:
    """Heart, diamond, spade or club around a centre."""
    x, y = centre
    if suit == 1:
        shape = [(x, y - size), (x + 3 * size // 4, y), (x, y + size), (x - 3 * size // 4, y)]
        cv2.fillPoly(art, [np.array(shape, np.int32)], ink, cv2.LINE_AA)
        return
    half = size // 2 + 1
    up = -1 if suit == 0 else 1
    if suit == 3:
        for dx, dy in ((-half, size // 4), (half, size // 4), (0, -half)):
            cv2.circle(art, (x + dx, y + dy), half, ink, -1, cv2.LINE_AA)
    else:
        for dx in (-half, half):
            cv2.circle(art, (x + dx, y + up * size // 4), half, ink, -1, cv2.LINE_AA)
        tip = [(x - size, y + up * size // 3), (x + size, y + up * size // 3), (x, y - up * size)]
        cv2.fillPoly(art, [np.array(tip, np.int32)], ink, cv2.LINE_AA)
    if suit >= 2:
        stem = [(x, y), (x - size // 3, y + size), (x + size // 3, y + size)]
        cv2.fillPoly(art, [np.array(stem, np.int32)], ink, cv2.LINE_AA)


def _pips(rng: Rng, art: Picture, suit: int, count: int, ink: Ink) -> None:
    columns = _COLUMNS[count]
    size = int(rng.integers(11, 15)) if count > 1 else int(rng.integers(16, 36))
    width = 60 if len(columns) > 1 else 0
    for place, pips in enumerate(columns):
        x = 90 - width // 2 + (width * place // max(1, len(columns) - 1) if width else 0)
        for number in range(pips):
            y = 126 if pips == 1 else 44 + 164 * number // (pips - 1)
            _suit(art, suit, (x, y), size, ink)


def _court(rng: Rng, art: Picture) -> None:
    """A framed figure, as a patchwork of the usual colours."""
    colours: list[Ink] = [
        (200, 40, 40),
        (230, 180, 50),
        (40, 60, 140),
        (20, 20, 20),
        (240, 220, 190),
    ]
    cv2.rectangle(art, (36, 30), (144, 222), (60, 60, 120), 2)
    for _ in range(int(rng.integers(18, 40))):
        points = rng.uniform((38, 32), (142, 126), (int(rng.integers(3, 6)), 2)).astype(np.int32)
        cv2.fillConvexPoly(art, cv2.convexHull(points), colours[rng.integers(5)], cv2.LINE_AA)
        points = points // 2 + np.array([45, 30])
        cv2.fillConvexPoly(art, cv2.convexHull(points), colours[rng.integers(5)], cv2.LINE_AA)


def _index(art: Picture, rank: str, suit: int, ink: Ink) -> None:
    scale = 0.9 if len(rank) == 1 else 0.65
    cv2.putText(art, rank, (6, 30), cv2.FONT_HERSHEY_DUPLEX, scale, ink, 2, cv2.LINE_AA)
    _suit(art, suit, (17, 48), 9, ink)


def _card_back(rng: Rng, art: Picture) -> Picture:
    ink = tuple(int(v) for v in rng.uniform(20, 180, 3))
    cv2.rectangle(art, (10, 10), (170, 242), ink, -1)
    step = int(rng.integers(8, 24))
    for offset in range(-252, 180, step):
        cv2.line(art, (offset, 10), (offset + 232, 242), (235, 235, 235), 1, cv2.LINE_AA)
        cv2.line(art, (offset + 232, 10), (offset, 242), (235, 235, 235), 1, cv2.LINE_AA)
    cv2.rectangle(art, (4, 4), (176, 248), (240, 240, 240), 7)
    return art


def printed_page(rng: Rng) -> Picture:
    """Draw a page of print: dark lines on paper, sometimes with a picture (200×150×3 RGB)."""
    art = np.full((200, 150, 3), rng.integers(190, 255), np.uint8)
    ink = tuple(int(v) for v in rng.uniform(20, 110, 3))
    for y in range(14, 190, int(rng.integers(7, 18))):
        cv2.line(art, (10, y), (int(rng.uniform(40, 142)), y), ink, int(rng.integers(1, 5)))
    if rng.random() < 0.4:
        x, y = int(rng.integers(10, 70)), int(rng.integers(10, 110))
        colour = tuple(int(v) for v in rng.uniform(0, 255, 3))
        cv2.rectangle(art, (x, y), (x + 60, y + 70), colour, -1)
    return art


def dark_slab(rng: Rng) -> Picture:
    """Draw a phone or remote control (160×80×3 RGB)."""
    art = np.full((160, 80, 3), rng.integers(5, 60), np.uint8)
    for _ in range(int(rng.integers(0, 10))):
        centre = (int(rng.uniform(10, 70)), int(rng.uniform(10, 150)))
        cv2.circle(
            art, centre, int(rng.integers(2, 8)), tuple(int(v) for v in rng.uniform(40, 230, 3)), -1
        )
    return art


def die(rng: Rng) -> Picture:
    """Draw the upper face of a die (90×90×3 RGB): flower tiles carry the same pips."""
    level = int(rng.integers(190, 256))
    art = np.full((90, 90, 3), (level, level, int(level * rng.uniform(0.85, 1))), np.uint8)
    number = int(rng.integers(1, 7))
    places = [(45, 45)] if number % 2 else []
    places += [(22, 22), (68, 68)] if number > 1 else []
    places += [(22, 68), (68, 22)] if number > 3 else []
    places += [(22, 45), (68, 45)] if number == 6 else []
    red = number in (1, 4) and rng.random() < 0.7
    ink = (200, 40, 40) if red else tuple(int(v) for v in rng.uniform(10, 70, 3))
    for place_ in places:
        radius = int(rng.integers(14, 20)) if number == 1 and red else 9
        cv2.circle(art, place_, radius, ink, -1, cv2.LINE_AA)
    cv2.rectangle(art, (0, 0), (89, 89), (level - 40, level - 40, level - 50), 3)
    return art


def lay_fingers(rng: Rng, picture: Picture, owner: NDArray[np.int32]) -> None:
    """Reach into a picture (in place) with one to four fingers; ``owner`` (H×W) becomes -1."""
    height, width = picture.shape[:2]
    tone = rng.uniform(70, 235)
    skin = np.array([tone, tone * rng.uniform(0.68, 0.82), tone * rng.uniform(0.5, 0.7)])
    thick = int(rng.uniform(0.02, 0.06) * max(width, height)) + 2
    root = rng.uniform(0, [width, height])
    edge = int(rng.integers(4))
    root[edge % 2] = (-thick, -thick, width + thick, height + thick)[edge]
    tip = rng.uniform(0.15, 0.85, 2) * [width, height]
    across = np.array([root[1] - tip[1], tip[0] - root[0]])
    across = across / max(float(np.linalg.norm(across)), 1e-6) * thick
    for number in range(int(rng.integers(1, 5))):
        end = tip + across * number * 1.05 + rng.normal(0, 0.4 * thick, 2)
        start = root + across * number * 0.9
        first, last = ((int(point[0]), int(point[1])) for point in (start, end))
        for grow, shade in ((1.0, 0.72), (0.75, 0.9), (0.4, 1.0)):
            ink = [float(v) for v in np.clip(skin * shade, 0, 255)]
            cv2.line(picture, first, last, ink, max(1, round(thick * grow)), cv2.LINE_AA)
        cv2.line(owner, first, last, -1.0, thick)


THINGS: tuple[Callable[[Rng], Picture], ...] = (
    playing_card,
    playing_card,
    playing_card,
    printed_page,
    dark_slab,
    die,
)


def place(rng: Rng, picture: Picture, art: Picture) -> None:
    """Lay a thing anywhere on a picture (in place), at any turn and size, sometimes a fan of it."""
    height, width = picture.shape[:2]
    scale = rng.uniform(0.08, 0.5) * max(width, height) / art.shape[0]
    middle = rng.uniform(0, [width, height])
    angle = float(rng.uniform(0, 360))
    copies = int(rng.integers(2, 7)) if rng.random() < 0.25 else 1
    mask = np.full(art.shape[:2], 255, np.uint8)
    for copy in range(copies):
        turn = cv2.getRotationMatrix2D(
            (art.shape[1] / 2, art.shape[0] / 2), angle + 9 * copy, scale
        )
        shift = middle + np.array([0.25, 0.05]) * copy * art.shape[1] * scale
        turn[:, 2] += shift - np.array(art.shape[1::-1]) / 2
        warped = cv2.warpAffine(art, turn, (width, height), flags=cv2.INTER_AREA)
        visible = cv2.warpAffine(mask, turn, (width, height)) > 127
        picture[visible] = warped[visible]
        edge = cv2.morphologyEx(visible.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3)))
        picture[edge > 0] = (picture[edge > 0] * 0.75).astype(np.uint8)
