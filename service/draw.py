"""The annotated picture: every tile outlined and named, doubtful ones dashed, with a legend."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from service.drawing_target import DrawingTargetError
from vision.arrange import Layout, PlacedTile, Role
from vision.photo import Photo

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the picture."""

COLOURS = {
    Role.HAND: "#1565c0",
    Role.MELD: "#2e7d32",
    Role.CONCEALED_KONG: "#7b1fa2",
    Role.BONUS: "#c2185b",
    Role.WINNING: "#c62828",
    Role.BACK: "#616161",
}
DOUBTFUL = "#ff8f00"

NARROWEST_TILE = 64
"""Pixels: smaller tiles are drawn on an enlarged picture, so that their names can be read."""
LONGEST_SIDE = 4000
SMALLEST_TEXT, LARGEST_TEXT = 12, 72


@dataclass(frozen=True, slots=True)
class _Style:
    """Sizes in pixels that follow from the size of the tiles."""

    text: int
    line: int
    pad: int


def save_annotated(photo: Photo, layout: Layout, path: Path) -> None:
    """Write the annotated picture as PNG or JPEG, which the suffix decides.

    Raises:
        DrawingTargetError: When the file cannot be written.
    """
    picture = annotate(photo, layout)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix.lower() == ".png":
            picture.save(path, "PNG", compress_level=3)
        else:
            picture.save(path, "JPEG", quality=90)
    except OSError as error:
        raise DrawingTargetError(f"{path}: {error.strerror or error}") from error


def annotate(photo: Photo, layout: Layout) -> Image.Image:
    """Draw the layout over its photo.

    Args:
        photo: The photo at the scale at which it was decoded.
        layout: Its tiles, corners in pixels of the upright original.

    Returns:
        An RGB picture as wide as ``photo.pixels`` (a multiple where the tiles are very small),
        with the legend in a strip below.
    """
    quads = [placed.corners.astype(float) * photo.scale for placed in layout.tiles]
    picture = Image.fromarray(photo.pixels)
    enlarged = _enlargement(picture.size, quads)
    if enlarged > 1:
        picture = picture.resize((picture.width * enlarged, picture.height * enlarged))
        quads = [quad * enlarged for quad in quads]
    style = _style(quads)
    picture = _with_legend(picture, layout.tiles, style)
    canvas = ImageDraw.Draw(picture)
    pairs = zip(layout.tiles, quads, strict=True)
    # Neighbours share edges: the doubtful ones come last, so that their dashes are seen.
    for placed, quad in sorted(pairs, key=lambda pair: pair[0].doubtful):
        _outline(canvas, placed, quad, style)
    area = (picture.width, picture.height - _legend_height(style))
    _write_names(canvas, layout.tiles, quads, area, style)
    return picture


def _enlargement(size: tuple[int, int], quads: Sequence[NDArray[np.float64]]) -> int:
    if not quads:
        return 1
    wanted = math.ceil(NARROWEST_TILE / max(_typical_width(quads), 1.0))
    return max(1, min(wanted, 4, LONGEST_SIDE // max(size)))


def _typical_width(quads: Sequence[NDArray[np.float64]]) -> float:
    """Return the median length of the quads' shorter edges, in pixels."""
    edges = [np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1) for quad in quads]
    return float(np.median([min(edge[0], edge[1]) for edge in edges]))


def _style(quads: Sequence[NDArray[np.float64]]) -> _Style:
    width = _typical_width(quads) if quads else 2.0 * SMALLEST_TEXT
    text = int(min(max(0.34 * width, SMALLEST_TEXT), LARGEST_TEXT))
    return _Style(text=text, line=max(2, text // 8), pad=max(2, text // 6))


def _colour(placed: PlacedTile) -> str:
    return DOUBTFUL if placed.doubtful else COLOURS[placed.role]


def _outline(
    canvas: ImageDraw.ImageDraw, placed: PlacedTile, quad: NDArray[np.float64], style: _Style
) -> None:
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        pieces = _dashes(start, end, 4.0 * style.line) if placed.doubtful else [(start, end)]
        for one, other in pieces:
            canvas.line([*map(float, one), *map(float, other)], _colour(placed), style.line)


def _dashes(
    start: NDArray[np.float64], end: NDArray[np.float64], length: float
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Cut an edge into an odd number of equal pieces and yield every other one."""
    pieces = max(1, round(float(np.linalg.norm(end - start)) / length)) // 2 * 2 + 1
    for index in range(0, pieces, 2):
        yield (
            start + (end - start) * (index / pieces),
            start + (end - start) * ((index + 1) / pieces),
        )


def _write_names(
    canvas: ImageDraw.ImageDraw,
    tiles: Sequence[PlacedTile],
    quads: Sequence[NDArray[np.float64]],
    area: tuple[int, int],
    style: _Style,
) -> None:
    """Write each name beside its tile, where it covers neither a tile nor another name."""
    tile_boxes = [_bounds(quad) for quad in quads]
    taken: list[Box] = []
    for placed, own in zip(tiles, tile_boxes, strict=True):
        text = str(placed.tile) + ("?" if placed.doubtful else "")
        font = _font(canvas, text, style, own[2] - own[0])
        left, _, right, _ = canvas.textbbox((0, 0), text, font=font)
        _, top, _, bottom = canvas.textbbox((0, 0), "0p", font=font)  # one height for all names
        size = (right - left + 2 * style.pad, bottom - top + 2 * style.pad)
        box = _place(size, own, area, [*tile_boxes, *taken], style.line)
        taken.append(box)
        canvas.rectangle(box, fill=_colour(placed))
        spot = (box[0] + style.pad - left, box[1] + style.pad - top)
        canvas.text(spot, text, fill="black" if placed.doubtful else "white", font=font)


def _place(
    size: tuple[float, float], own: Box, area: tuple[int, int], others: Sequence[Box], gap: int
) -> Box:
    """Return the first free place below, above, right or left; else the tile's own lower edge."""
    width, height = size
    middle_x, middle_y = (own[0] + own[2] - width) / 2, (own[1] + own[3] - height) / 2
    spots = (
        (middle_x, own[3] + gap),
        (middle_x, own[1] - gap - height),
        (own[2] + gap, middle_y),
        (own[0] - gap - width, middle_y),
    )
    for x, y in spots:
        box = (x, y, x + width, y + height)
        inside = x >= 0 and y >= 0 and box[2] <= area[0] and box[3] <= area[1]
        if inside and not any(_overlap(box, other) for other in others):
            return box
    x = min(max(middle_x, 0.0), max(area[0] - width, 0.0))
    y = min(max(own[3] - height, 0.0), max(area[1] - height, 0.0))
    return (x, y, x + width, y + height)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _bounds(quad: NDArray[np.float64]) -> Box:
    left, top = quad.min(axis=0)
    right, bottom = quad.max(axis=0)
    return (float(left), float(top), float(right), float(bottom))


def _font(
    canvas: ImageDraw.ImageDraw, text: str, style: _Style, width: float
) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the usual size, or the largest below it at which the name is no wider than its tile.

    Neighbours touch, so a wider name would always cover another one.
    """
    for size in range(style.text, SMALLEST_TEXT, -1):
        font = ImageFont.load_default(size)
        if canvas.textlength(text, font=font) + 2 * style.pad <= width:
            return font
    return ImageFont.load_default(SMALLEST_TEXT)


def _legend_height(style: _Style) -> int:
    return style.text + 4 * style.pad


def _with_legend(picture: Image.Image, tiles: Sequence[PlacedTile], style: _Style) -> Image.Image:
    """Add a white strip below that explains the colours in use."""
    height = _legend_height(style)
    extended = Image.new("RGB", (picture.width, picture.height + height), "white")
    extended.paste(picture, (0, 0))
    canvas = ImageDraw.Draw(extended)
    roles = {placed.role for placed in tiles}
    entries = [(str(role).replace("_", " "), COLOURS[role]) for role in Role if role in roles]
    if any(placed.doubtful for placed in tiles):
        entries.append(("doubtful", DOUBTFUL))
    size = _legend_text(canvas, [name for name, _ in entries], picture.width, style)
    font = ImageFont.load_default(size)
    x, middle = 2.0 * style.pad, picture.height + height / 2
    for name, colour in entries:
        canvas.rectangle((x, middle - size / 2, x + size, middle + size / 2), fill=colour)
        x += size + style.pad
        canvas.text((x, middle), name, fill="black", font=font, anchor="lm")
        x += canvas.textlength(name, font=font) + size
    return extended


def _legend_text(
    canvas: ImageDraw.ImageDraw, names: Sequence[str], width: int, style: _Style
) -> int:
    """Return the text size at which all entries fit in one line."""
    for size in range(style.text, SMALLEST_TEXT, -1):
        font = ImageFont.load_default(size)
        needed = sum(canvas.textlength(name, font=font) + 2 * size + style.pad for name in names)
        if needed + 2 * style.pad <= width:
            return size
    return SMALLEST_TEXT
