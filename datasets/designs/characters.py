"""Characters, winds, dragons and Latin indices: everything that is written with a font."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.designs.canvas import Canvas
from datasets.designs.design import RGB, CharacterStyle, IndexStyle, MahjongDesign, WhiteStyle
from datasets.designs.fonts import GLYPH_SIZE, glyph, tight

NUMERALS = "一二三四五六七八九"
WINDS = "東南西北"
_INDEX_HONOURS = "ESWN"


@lru_cache(maxsize=256)
def carved(
    font: str,
    text: str,
    *,
    weight: float = 0.0,
    warp: float = 0.0,
    shear: float = 0.0,
    seed: int = 0,
) -> NDArray[np.uint8]:
    """Return a glyph's mask as an engraver would cut it, 1.25 ems square.

    Args:
        font: Name of the font.
        text: The character.
        weight: Growth of the strokes in ems.
        warp: Amplitude in ems of a smooth random deformation.
        shear: Slant of the verticals.
        seed: Fixes the deformation.
    """
    mask = glyph(font, text, weight)
    if warp <= 0 and shear == 0:
        return mask
    size = mask.shape[0]
    rng = np.random.default_rng([seed, *map(ord, text)])
    grid = rng.normal(size=(2, 5, 5)).astype(np.float32) * warp * GLYPH_SIZE
    x, y = (cv2.resize(part, (size, size), interpolation=cv2.INTER_CUBIC) for part in grid)
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    x += columns + shear * (rows - size / 2)
    y += rows
    bent = np.asarray(cv2.remap(mask, x, y, cv2.INTER_LINEAR), dtype=np.uint8)
    bent.setflags(write=False)
    return bent


def _carved(design: MahjongDesign, font: str, text: str, extra: float = 0.0) -> NDArray[np.uint8]:
    style = design.characters
    weight = round(style.weight + extra, 3)
    return carved(font, text, weight=weight, warp=style.warp, shear=style.shear, seed=design.seed)


def fit(
    canvas: Canvas,
    mask: NDArray[np.uint8],
    box: tuple[float, float, float, float],
    ink: RGB,
    stretch: float = 1.35,
) -> None:
    """Stamp a glyph's ink as large as ``box`` (x, y, width, height) allows, centred.

    The glyph is stretched to fill the box, in one direction ``stretch`` times at most.
    """
    cut = tight(mask)
    rows, columns = cut.shape
    x_scale, y_scale = box[2] / columns, box[3] / rows
    x_scale = min(x_scale, y_scale * stretch)
    y_scale = min(y_scale, x_scale * stretch)
    width, height = columns * x_scale, rows * y_scale
    place = (box[0] + (box[2] - width) / 2, box[1] + (box[3] - height) / 2, width, height)
    canvas.stamp(cut, place, ink)


def draw_character(
    canvas: Canvas, design: MahjongDesign, rank: int, red: bool, rng: np.random.Generator
) -> None:
    """Draw the ``rank`` of characters: the numeral above the suit's sign."""
    style = design.characters
    text = style.five if rank == 5 else NUMERALS[rank - 1]
    numeral_ink, suit_ink = style.numeral_ink, style.suit_ink
    if red:
        numeral_ink = suit_ink = style.red_ink
    used = style.numeral_height + style.suit_height + style.gap
    top = (design.aspect - used) / 2 + rng.normal(0, 0.006)
    mask = _carved(design, style.numeral_font, text)
    # The em box, not the ink, keeps its place: a 一 stays thin and in the middle.
    width, height = style.numeral_width * 1.25, style.numeral_height * 1.25
    left = 0.5 - width / 2 + rng.normal(0, 0.006)
    canvas.stamp(mask, (left, top - style.numeral_height * 0.125, width, height), numeral_ink)
    box = (
        0.5 - style.suit_width / 2,
        top + style.numeral_height + style.gap,
        style.suit_width,
        style.suit_height,
    )
    suit = _carved(design, style.suit_font, style.suit, style.mirror_weight)
    fit(canvas, suit, box, suit_ink, stretch=1.6)


def honour_box(style: CharacterStyle, aspect: float) -> tuple[float, float, float, float]:
    """Return the box (x, y, width, height) of winds and dragons."""
    return (
        0.5 - style.honour_width / 2,
        (aspect - style.honour_height) / 2,
        style.honour_width,
        style.honour_height,
    )


def draw_honour(canvas: Canvas, design: MahjongDesign, rank: int) -> None:
    """Draw a wind (1 to 4), the green dragon (6) or the red dragon (7)."""
    style = design.characters
    texts = {1: style.east, 6: style.green, 7: "中"}
    inks = {6: style.green_ink, 7: style.red_ink}
    text = texts.get(rank) or WINDS[rank - 1]
    mask = _carved(design, style.honour_font, text, style.mirror_weight if rank > 4 else 0.0)
    box = honour_box(style, design.aspect)
    fit(canvas, mask, box, inks.get(rank, style.wind_ink), stretch=1.5)


def draw_white(canvas: Canvas, design: MahjongDesign) -> None:
    """Draw the white dragon: nothing, a frame, a letter or its character."""
    style = design.white
    if style.kind == "blank":
        return
    if style.kind == "glyph":
        mask = _carved(design, design.characters.honour_font, "白")
        fit(canvas, mask, honour_box(design.characters, design.aspect), style.ink)
        return
    if style.kind == "letter":
        mask = glyph(design.indices.font, style.letter, 0.02)
        fit(canvas, mask, (0.25, design.aspect / 2 - 0.36, 0.5, 0.72), style.ink)
        return
    _frame(canvas, style, 0.0, style.stroke)
    if style.kind in ("double", "ornate"):
        _frame(canvas, style, style.stroke * 2.1, max(0.018, style.stroke * 0.5))
    if style.kind in ("corners", "ornate"):
        _corners(canvas, style)


def _frame(canvas: Canvas, style: WhiteStyle, inset: float, stroke: float) -> None:
    """Draw one rounded rectangle, ``inset`` inside the outermost one."""
    half = np.array([style.width / 2 - inset, style.height / 2 - inset])
    middle = np.array([0.5, canvas.aspect / 2])
    for shrink, ink in ((0.0, style.ink), (stroke, canvas.paper)):
        size = half - shrink
        radius = float(np.clip(style.rounded - inset - shrink, 0.002, size.min()))
        corners = [
            middle + sign * (size - radius) + radius * np.stack([np.cos(t), np.sin(t)], axis=1)
            for sign, t in (
                (np.array(signs), np.linspace(start, start + np.pi / 2, 6))
                for signs, start in (
                    ((1, 1), 0.0),
                    ((-1, 1), np.pi / 2),
                    ((-1, -1), np.pi),
                    ((1, -1), 1.5 * np.pi),
                )
            )
        ]
        canvas.polygon(np.concatenate(corners), ink)


def _corners(canvas: Canvas, style: WhiteStyle) -> None:
    """Bridge the frame's inner corners with short diagonals and dots."""
    reach = style.stroke * 3.4
    for sx in (-1, 1):
        for sy in (-1, 1):
            x = 0.5 + sx * (style.width / 2 - style.stroke / 2)
            y = canvas.aspect / 2 + sy * (style.height / 2 - style.stroke / 2)
            ends = [(x - sx * reach, y), (x, y - sy * reach)]
            canvas.line(ends, style.stroke * 0.6, style.ink)


def index_text(suit: str, rank: int, style: IndexStyle) -> str:
    """Return the Latin index of a face, or nothing."""
    if suit in "mps":
        return str(rank)
    if suit == "z":
        honours = (*_INDEX_HONOURS, style.white, "F", "C")
        return honours[rank - 1] if style.honours else ""
    return str((rank - 1) % 4 + 1) if style.bonus else ""


def draw_indices(canvas: Canvas, style: IndexStyle, text: str) -> None:
    """Write a Latin index into the corners that the set uses."""
    if style.kind == "none" or not text:
        return
    mask = glyph(style.font, text)
    size, margin = style.size, style.margin
    top = (margin, margin, size, size)
    if style.kind == "right":
        fit(canvas, mask, (1 - margin - size, margin, size, size), style.ink)
        return
    fit(canvas, mask, top, style.ink)
    if style.kind == "two":
        turned = np.ascontiguousarray(mask[::-1, ::-1])
        box = (1 - margin - size, canvas.aspect - margin - size, size, size)
        fit(canvas, turned, box, style.ink)
