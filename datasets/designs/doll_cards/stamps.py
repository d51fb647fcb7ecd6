"""The 坨: seals, blots, flourishes and rings that mark a stamped card.

No source describes the stamp's shape (rules reference, 2.2), so that it varies widely.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.designs.canvas import curve, ribbon
from datasets.designs.doll_cards.canvas import CardCanvas
from datasets.designs.doll_cards.design import StampStyle
from datasets.designs.fonts import glyph, tight

Mask = NDArray[np.uint8]
STAMP_SHAPES = (
    "round",
    "square",
    "oval",
    "diamond",
    "blot",
    "flourish",
    "ring",
    "coin",
    "character",
)
_SIDE = 160
_FILL = {"round": 0.785, "oval": 0.785, "ring": 0.785, "coin": 0.785, "diamond": 0.62, "blot": 0.7}
"""Share of its bounding box that a shape's outline encloses; 1 for the others."""
_WIDEST = 0.94


def stamp_size(style: StampStyle, aspect: float) -> tuple[float, float]:
    """Return the stamp's width and height; the card's width bounds both its sizes."""
    width = float(np.sqrt(style.area * aspect / (_FILL.get(style.shape, 1.0) * style.ratio)))
    width = min(width, _WIDEST, _WIDEST * aspect / style.ratio)
    return width, width * style.ratio


def stamp_box(style: StampStyle, aspect: float) -> tuple[float, float, float, float]:
    """Return where the stamp stands without its jitter: x, y, width, height."""
    width, height = stamp_size(style, aspect)
    x = float(np.clip(style.side, width / 2 + 0.02, 0.98 - width / 2))
    y = float(np.clip(style.place * aspect, height / 2 + 0.02, aspect - 0.02 - height / 2))
    return x - width / 2, y - height / 2, width, height


def draw_stamp(canvas: CardCanvas, style: StampStyle, seed: int, rng: np.random.Generator) -> None:
    """Press the stamp on the card: each time a little elsewhere, turned, and uneven."""
    x, y, width, height = stamp_box(style, canvas.aspect)
    mask = stamp_mask(style, seed)
    w, h = canvas.pixels_of(width), canvas.pixels_of(height)
    side = int(np.ceil(np.hypot(w, h))) + 4
    turn = float(np.clip(rng.normal(0, style.turn), -0.6, 0.6))
    cos, sin = np.cos(turn), np.sin(turn)
    scale = np.array([w, h]) / _SIDE
    matrix = np.array([[cos, -sin], [sin, cos]]) * scale
    shift = side / 2 - matrix @ np.array([_SIDE / 2, _SIDE / 2])
    pressed = cv2.warpAffine(
        mask, np.column_stack([matrix, shift]), (side, side), flags=cv2.INTER_AREA
    )
    noise = rng.normal(size=(6, 6)).astype(np.float32)
    patches = cv2.resize(noise, (side, side), None, 0, 0, cv2.INTER_CUBIC)
    strength = 1 - style.uneven * np.clip(np.abs(patches), 0, 1.4)
    inked = np.asarray(pressed * strength, dtype=np.uint8)
    jitter = np.clip(rng.normal(0, style.shift, 2), -0.1, 0.1)
    slack = max(0.0, 0.5 - width / 2)
    middle = (
        x + width / 2 + float(np.clip(jitter[0], -slack, slack)),
        y + height / 2 + float(jitter[1]),
    )
    canvas.overprint(inked, middle, style.ink, style.cover)


@lru_cache(maxsize=64)
def stamp_mask(style: StampStyle, seed: int) -> Mask:
    """Return the stamp's ink (160×160, 0 to 255) without the unevenness of each print."""
    rng = np.random.default_rng([seed, 91])
    if style.shape == "flourish":
        mask = _flourish(rng)
    elif style.shape == "ring":
        mask = _ring(rng)
    elif style.shape == "character":
        mask = _written(style, 2, 156)
    else:
        mask = _seal(style, rng)
    mask.setflags(write=False)
    return mask


def _outline(style: StampStyle, rng: np.random.Generator, reach: float) -> Mask:
    """Return the seal's solid outline; ``reach`` is its half side, up to 80."""
    mask: Mask = np.zeros((_SIDE, _SIDE), np.uint8)
    t = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    if style.shape in ("square", "diamond"):
        # A superellipse: corners as rounded as a worn stone's.
        power = 0.16 if style.shape == "square" else 1.0
        cos, sin = np.cos(t), np.sin(t)
        x = np.sign(cos) * np.abs(cos) ** (power if power == 0.16 else 1.5)
        y = np.sign(sin) * np.abs(sin) ** (power if power == 0.16 else 1.5)
        radius = np.ones_like(t)
    else:
        x, y = np.cos(t), np.sin(t)
        radius = np.ones_like(t)
    wobble = 0.012
    if style.shape == "blot":
        wobble = float(rng.uniform(0.05, 0.1))
    for order in range(2, 7):
        radius = radius + wobble * rng.normal() * np.cos(order * t + rng.uniform(0, 6.3))
    radius = radius / radius.max()
    points = _SIDE / 2 + reach * np.stack([x * radius, y * radius], axis=1)
    cv2.fillPoly(mask, [np.rint(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _seal(style: StampStyle, rng: np.random.Generator) -> Mask:
    """Return a seal with its character, a coin or a blot."""
    state = rng.bit_generator.state
    mask = _outline(style, rng, 78)
    if style.shape == "blot":
        for _ in range(int(rng.integers(0, 5))):
            angle, radius = rng.uniform(0, 6.3), int(rng.integers(3, 8))
            x, y = (80 + 70 * np.array([np.cos(angle), np.sin(angle)])).astype(int).tolist()
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
        return mask
    if style.shape == "coin":
        cv2.rectangle(mask, (56, 56), (104, 104), 0, -1)
        return mask
    inset = 40 if style.shape == "diamond" else 34 if style.shape in ("round", "oval") else 20
    written = _written(style, inset, _SIDE - inset) if style.glyph else None
    if style.relief == "red":
        rng.bit_generator.state = state
        inner = _outline(style, rng, 66)
        rim: Mask = cv2.subtract(mask, inner).astype(np.uint8)
        return rim if written is None else np.maximum(rim, written)
    return mask if written is None else cv2.subtract(mask, written).astype(np.uint8)


def _written(style: StampStyle, low: int, high: int) -> Mask:
    """Return the seal's character stretched into a square, as seal script fills its field."""
    mask: Mask = np.zeros((_SIDE, _SIDE), np.uint8)
    weight = 0.06 if style.shape == "character" else 0.03
    cut = tight(glyph(style.font, style.glyph or "坨", weight))
    mask[low:high, low:high] = cv2.resize(cut, (high - low, high - low))
    return mask


def _flourish(rng: np.random.Generator) -> Mask:
    """Return a stroke of the brush: a hook, a loop, a slash or a wave."""
    shapes = (
        [(0.05, 0.3), (0.5, -0.2), (1.05, 0.5), (0.5, 1.0), (0.1, 0.75)],
        [(0.1, 0.6), (0.3, 1.1), (0.45, 0.9), (0.95, 0.05)],
        [(0.08, 0.92), (0.4, 0.4), (0.6, 0.6), (0.92, 0.08)],
        [(0.05, 0.5), (0.4, -0.5), (0.55, 1.5), (0.95, 0.45)],
        [(0.1, 0.2), (1.5, 0.0), (0.5, 1.3), (-0.4, 0.6), (0.9, 0.5)],
    )
    controls = np.array(shapes[int(rng.integers(len(shapes)))]) + rng.normal(0, 0.05, (1, 2))
    spine = np.clip(curve(controls, 40), 0.12, 0.88)
    t = np.linspace(0, 1, 40)
    widths = rng.uniform(0.17, 0.26) * (0.45 + 0.55 * np.sin(np.pi * np.clip(t * 1.15, 0, 1)))
    mask: Mask = np.zeros((_SIDE, _SIDE), np.uint8)
    for start in range(39):
        points = ribbon(spine[start : start + 2], widths[start : start + 2]) * _SIDE
        cv2.fillPoly(mask, [np.rint(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        x, y = np.rint(spine[start] * _SIDE * 16).astype(int).tolist()
        cv2.circle(mask, (x, y), round(widths[start] * _SIDE * 8), 255, -1, cv2.LINE_AA, 4)
    return mask


def _ring(rng: np.random.Generator) -> Mask:
    """Return an outline ring, sometimes with a second one or a dot within."""
    mask: Mask = np.zeros((_SIDE, _SIDE), np.uint8)
    stroke = int(rng.integers(14, 24))
    cv2.circle(mask, (80, 80), 78 - stroke // 2, 255, stroke, cv2.LINE_AA)
    inner = int(rng.integers(3))
    if inner == 1:
        cv2.circle(mask, (80, 80), 40, 255, 9, cv2.LINE_AA)
    elif inner == 2:
        cv2.circle(mask, (80, 80), 22, 255, -1, cv2.LINE_AA)
    return mask
