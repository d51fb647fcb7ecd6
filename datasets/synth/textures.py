"""Table tops as photographs have them: checked cloth, marble, newspaper, carpet, printed mats."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Field = NDArray[np.float32]
Size = tuple[int, int]
"""Width and height in pixels."""

_FONTS = (
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
)


def noise(rng: Rng, size: Size, cells: tuple[int, int]) -> Field:
    """Smooth noise (H×W) in -1…1 with about ``cells`` bumps across and down."""
    coarse = rng.uniform(-1, 1, (max(2, cells[1]), max(2, cells[0]))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC), np.float32)


def _grain(rng: Rng, size: Size) -> Field:
    """Noise of single pixels (H×W) with standard deviation 1."""
    return rng.standard_normal((size[1], size[0]), np.float32)


def _colour(rng: Rng, low: float = 20, high: float = 240) -> Field:
    colour = rng.uniform(low, high, 3)
    return np.asarray(0.6 * colour + 0.4 * colour.mean(), np.float32)  # dyes are never pure


def _plane(rng: Rng, size: Size) -> tuple[Field, Field]:
    """Coordinates (H×W each, pixels) along two directions of a turned cloth."""
    turn = rng.choice([0.0, 0.0, np.pi / 4]) + rng.normal(0, 0.3)
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    cos, sin = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    return x * cos + y * sin, y * cos - x * sin


def checked_cloth(rng: Rng, size: Size) -> Picture:
    """Gingham: two colours of stripes that cross, with the weave of the threads."""
    u, v = _plane(rng, size)
    period = rng.uniform(0.02, 0.12) * max(size)
    share = rng.uniform(0.3, 0.6)
    crossing = ((u / period) % 1 < share).astype(np.float32)
    crossing += ((v / period) % 1 < share).astype(np.float32)
    light, dark = _colour(rng, 190, 250), _colour(rng, 10, 200)
    weight = crossing[..., None] / 2
    cloth = light * (1 - weight) + dark * weight
    return _finish(cloth * (1 + 0.04 * _grain(rng, size)[..., None]))


def marble(rng: Rng, size: Size) -> Picture:
    """Stone with veins along the level lines of a warped noise."""
    field = sum(
        0.5**octave * noise(rng, size, (3 * 2**octave, 3 * 2**octave)) for octave in range(5)
    )
    veins = 1 - np.abs(np.sin(rng.uniform(2, 5) * np.asarray(field, np.float32) + 1))
    veins = veins ** rng.uniform(4, 14)
    base, ink = _colour(rng, 150, 245).mean() * np.ones(3, np.float32), _colour(rng, 30, 160)
    if rng.random() < 0.3:
        base, ink = ink * 0.5, base
    weight = (rng.uniform(0.3, 0.9) * veins)[..., None]
    clouds = 1 + 0.06 * noise(rng, size, (5, 5))[..., None]
    return _finish((base * (1 - weight) + ink * weight) * clouds)


def carpet(rng: Rng, size: Size) -> Picture:
    """A pile carpet: flecks of yarn, and medallions in rows."""
    ground, second, third = (_colour(rng, 15, 200) for _ in range(3))
    picture = np.ones((size[1], size[0], 3), np.float32) * ground
    step = int(rng.uniform(0.1, 0.3) * max(size))
    shift = rng.integers(0, step, 2)
    rings = sorted(rng.uniform(0.1, 0.48, int(rng.integers(1, 4))), reverse=True)
    corners = int(rng.choice([4, 6, 8, 24]))
    for y in range(-step, size[1] + step, step):
        for x in range(-step, size[0] + step, step):
            for number, radius in enumerate(rings):
                ink = (second, third, ground)[number]
                angles = np.arange(corners) * 2 * np.pi / corners
                ring = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius * step
                points = np.round(ring + np.add((x, y), shift)).astype(np.int32)
                cv2.fillConvexPoly(picture, points, ink.tolist(), cv2.LINE_AA)
    yarn = cv2.GaussianBlur(_grain(rng, size), (0, 0), rng.uniform(0.5, 1.5))
    return _finish(picture * (1 + rng.uniform(0.15, 0.5) * yarn[..., None]))


def newspaper(rng: Rng, size: Size) -> Picture:
    """Sheets of print: columns of lines, headlines, grey pictures; turned as it lies."""
    side = int(np.hypot(*size)) + 2
    paper = np.full((side, side), int(rng.integers(185, 235)), np.uint8)
    columns = int(rng.integers(3, 8))
    width = side // columns
    pitch = int(rng.integers(5, 14))
    for column in range(columns):
        left, y = column * width + width // 12, int(rng.integers(0, pitch))
        while y < side:
            y = _article(rng, paper, (left, y, width * 5 // 6), pitch)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 1.0)
    turn[:, 2] = turn[:, 2] + (np.array(size) - side) / 2
    sheet = cv2.warpAffine(paper, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    tint = np.array([1, rng.uniform(0.95, 1), rng.uniform(0.82, 1)], np.float32)
    folds = 1 + 0.08 * noise(rng, size, (3, 3))
    return _finish((np.asarray(sheet, np.float32) * folds)[..., None] * tint)


def _article(rng: Rng, paper: Picture, place: tuple[int, int, int], pitch: int) -> int:
    """Print a headline, a picture or a paragraph (in place); returns where the next one starts.

    Args:
        rng: Decides what it is.
        paper: H×W.
        place: Left, top and width in pixels.
        pitch: From line to line.
    """
    left, top, width = place
    kind = rng.random()
    ink = float(rng.uniform(30, 110))
    if kind < 0.2:
        high = int(rng.integers(2, 4)) * pitch
        words = "".join(rng.choice(list("ABDEHKMNORSTU  "), 12).tolist())
        cv2.putText(paper, words, (left, top + high), int(rng.choice(_FONTS)), high / 30, ink,
                    max(1, high // 12), cv2.LINE_AA)  # fmt: skip
        return top + high + pitch
    if kind < 0.32:
        high = int(width * rng.uniform(0.5, 1.0))
        region = paper[top : top + high, left : left + width]
        region[:] = (
            130 + 90 * noise(rng, (width, high), (6, 6))[: region.shape[0], : region.shape[1]]
        )
        return top + high + pitch
    for _ in range(int(rng.integers(4, 20))):
        x = left
        while x < left + width:
            word = int(rng.integers(pitch // 2 + 1, 4 * pitch))
            end = min(x + word, left + width)
            cv2.line(paper, (x, top), (end, top), ink + 60, max(1, pitch // 3), cv2.LINE_AA)
            x = end + max(2, pitch // 2)
        top += pitch
    return top + pitch


def printed_mat(rng: Rng, size: Size) -> Picture:
    """A playing mat of one colour with a border line and printed emblems."""
    base = _colour(rng, 10, 170)
    picture = np.full((size[1], size[0], 3), base, np.uint8)
    ink = np.clip(base + rng.choice([-1, 1]) * rng.uniform(30, 150, 3), 0, 255)
    inset = int(rng.uniform(0.02, 0.2) * min(size))
    if rng.random() < 0.7:
        cv2.rectangle(picture, (inset, inset), (size[0] - inset, size[1] - inset), ink.tolist(),
                      int(rng.integers(2, 9)), cv2.LINE_AA)  # fmt: skip
    for _ in range(int(rng.integers(1, 6))):
        _emblem(rng, picture, ink)
    rubber = 1 + rng.uniform(0.02, 0.08) * _grain(rng, size)[..., None]
    return _finish(picture * rubber)


def _emblem(rng: Rng, picture: Picture, ink: NDArray[np.float64]) -> None:
    """Print a ring, a star or a word anywhere (in place)."""
    height, width = picture.shape[:2]
    x, y = int(rng.uniform(0, width)), int(rng.uniform(0, height))
    radius = rng.uniform(0.03, 0.2) * max(width, height)
    thick = int(rng.integers(2, 8))
    kind = rng.integers(3)
    if kind == 0:
        cv2.circle(picture, (x, y), int(radius), ink.tolist(), thick, cv2.LINE_AA)
    elif kind == 1:
        points = int(rng.integers(4, 9))
        angles = np.arange(2 * points) * np.pi / points + rng.uniform(0, np.pi)
        reach = radius * np.where(np.arange(2 * points) % 2, rng.uniform(0.35, 0.8), 1.0)
        star = np.stack([x + reach * np.cos(angles), y + reach * np.sin(angles)], axis=1)
        cv2.fillPoly(picture, [np.round(star).astype(np.int32)], ink.tolist(), cv2.LINE_AA)
    else:
        word = "".join(rng.choice(list("AEILMNORSTUVZ"), int(rng.integers(2, 8))).tolist())
        cv2.putText(picture, word, (x, y), int(rng.choice(_FONTS)), radius / 40, ink.tolist(),
                    thick, cv2.LINE_AA)  # fmt: skip


def _finish(picture: NDArray[np.floating]) -> Picture:
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


TEXTURES: tuple[Callable[[Rng, Size], Picture], ...] = (
    checked_cloth,
    marble,
    carpet,
    newspaper,
    printed_mat,
)


def texture(rng: Rng, size: Size) -> Picture:
    """Draw any of the textures: H×W×3 RGB."""
    return TEXTURES[int(rng.integers(len(TEXTURES)))](rng, size)
