"""The annotated picture: outlines, names, legend, sizes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import ImageColor

from scoring.tiles import MAHJONG_FACES
from service.draw import COLOURS, DOUBTFUL, annotate
from vision.arrange import Layout, PlacedTile, Role
from vision.photo import Photo
from vision.pipeline import ReadResult
from vision.read import Reading


def blank(width: int, height: int, *, scale: int = 1) -> Photo:
    """A grey photo, decoded at one in `scale`."""
    pixels = np.full((height // scale, width // scale, 3), 128, np.uint8)
    return Photo(pixels, width, height, "JPEG")


def one_tile(role: Role, *, doubtful: bool = False, size: int = 100) -> Layout:
    tile = MAHJONG_FACES[0]
    corners = np.array([[0, 0], [size, 0], [size, 1.4 * size], [0, 1.4 * size]], np.float32)
    reading = Reading(tile, 0.9, ((tile, 0.9),))
    placed = PlacedTile(reading, corners + size, tile, doubtful, 0, 0, role)
    return Layout((placed,), "1m", None)


def is_colour(pixels: NDArray[np.uint8], colour: str) -> NDArray[np.bool_]:
    wanted = np.array(ImageColor.getrgb(colour), np.uint8)
    return np.asarray((pixels == wanted).all(axis=-1), np.bool_)


@pytest.mark.parametrize("role", list(Role))
def test_outline_name_and_legend_have_the_colour_of_the_role(role: Role) -> None:
    pixels = np.asarray(annotate(blank(400, 400), one_tile(role)))
    coloured = is_colour(pixels, COLOURS[role])
    assert coloured[100:240, 98:103].any(axis=1).all()  # left edge, whole
    assert coloured[98:103, 100:200].any(axis=0).all()  # top edge
    assert coloured[245:290, 100:200].sum() > 500  # the name, below the tile
    assert coloured[400:].sum() > 500  # the legend, below the photo
    assert not coloured[110:230, 110:190].any()  # the face stays free
    assert not is_colour(pixels, DOUBTFUL).any()


def test_doubtful_tiles_are_dashed() -> None:
    pixels = np.asarray(annotate(blank(400, 400), one_tile(Role.HAND, doubtful=True)))
    edge = np.asarray(is_colour(pixels, DOUBTFUL)[110:230, 98:103].any(axis=1))
    assert 0.3 < edge.mean() < 0.8
    changes = int(np.count_nonzero(edge[1:] != edge[:-1]))
    assert changes >= 3
    assert not is_colour(pixels[:400], COLOURS[Role.HAND]).any()


def test_corners_of_the_original_fall_on_the_reduced_picture() -> None:
    photo = blank(800, 800, scale=2)
    pixels = np.asarray(annotate(photo, one_tile(Role.HAND, size=200)))
    assert pixels.shape[1] == 400
    assert is_colour(pixels, COLOURS[Role.HAND])[100:240, 98:103].any(axis=1).all()


@pytest.mark.parametrize(("size", "width"), [(100, 400), (63, 800), (30, 1200), (6, 1600)])
def test_small_tiles_are_drawn_enlarged(size: int, width: int) -> None:
    assert annotate(blank(400, 400), one_tile(Role.HAND, size=size)).width == width


def test_the_photo_itself_stays_as_it_is() -> None:
    photo = blank(400, 400)
    annotate(photo, one_tile(Role.HAND))
    assert (photo.pixels == 128).all()


def test_names_cover_no_tile_and_no_other_name(result: ReadResult) -> None:
    """In the fixture's picture each name has room; the faces and the names do not touch."""
    pixels = np.asarray(annotate(blank(800, 300), result.layout))
    for placed in result.layout.tiles:
        left, top = 2 * placed.corners.min(axis=0) + 6
        right, bottom = 2 * placed.corners.max(axis=0) - 6
        face = pixels[int(top) : int(bottom), int(left) : int(right)]
        assert (face == 128).all()


def test_an_empty_layout_gives_the_photo_with_an_empty_legend(result: ReadResult) -> None:
    layout = replace(result.layout, tiles=())
    picture = annotate(blank(400, 300), layout)
    assert picture.width == 400
    assert (np.asarray(picture)[:300] == 128).all()


def test_a_tile_at_the_border_keeps_its_name_inside() -> None:
    layout = one_tile(Role.WINNING)
    corners = layout.tiles[0].corners - 100
    layout = replace(layout, tiles=(replace(layout.tiles[0], corners=corners),))
    pixels = np.asarray(annotate(blank(100, 140), layout))
    assert is_colour(pixels[:140], COLOURS[Role.WINNING]).sum() > 500
