"""Dark sets: what was black is light, what was paper is dark, colours keep their hue."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from numpy.typing import NDArray

from datasets.synth.dark import (
    DARKEST,
    LIGHTEST_BODY,
    dark_body_colour,
    darkened,
    in_negative,
    light_ink_colour,
)
from datasets.synth.faces import PrintedFaces

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

PAPER, BODY, INK = (240, 230, 210), (30, 20, 40), (250, 240, 200)


def plain(colour: Colour) -> Picture:
    return np.full((90, 60, 3), colour, np.uint8)


def printed(name: str) -> Picture:
    """Black ink on the middle of every face but the blank white dragon."""
    face = plain(PAPER)
    if name != "5z":
        face[30:60, 20:40] = 0
    return face


def source(*names: str, back: Picture | None = None) -> PrintedFaces:
    body = np.array(PAPER, np.float32)
    return PrintedFaces(printed, names, 1.5, body, np.array([20, 90, 20], np.float32),
                        back_picture=back)  # fmt: skip


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (PAPER, BODY),
        ((225, 215, 196), BODY),
        ((0, 0, 0), INK),
        ((200, 0, 0), (250, 0, 0)),
        ((0, 125, 0), (0, 250, 0)),
        ((12, 10, 11), INK),
    ],
    ids=["paper", "a shade of the paper", "black", "red", "green", "nearly black"],
)
def test_colours_of_the_negative(shown: Colour, expected: Colour) -> None:
    negative = in_negative(
        plain(shown), *(np.array(colour, np.float32) for colour in (PAPER, BODY, INK))
    )
    assert np.abs(negative[45, 30].astype(int) - expected).max() <= 12


def test_a_dark_set_has_light_strokes_on_a_dark_body() -> None:
    dark = darkened(source("1m", "2m"), np.random.default_rng(3))
    name, face = dark.face(np.random.default_rng(0))
    assert name in ("1m", "2m")
    assert face.shape == (90, 60, 3)
    assert face[5, 5].max() <= LIGHTEST_BODY
    assert face[45, 30].max() >= 169
    assert np.abs(face[5, 5].astype(float) - dark.body_colour).max() <= 1
    assert dark.back_colour.tolist() == [20, 90, 20]
    assert dark.back_picture is None


def test_a_blank_face_is_left_out_as_it_looks_like_a_back() -> None:
    assert darkened(source("5z", "7z"), np.random.default_rng(0)).names == ["7z"]


def test_a_printed_back_is_dark_too() -> None:
    dark = darkened(source("1m", back=plain(PAPER)), np.random.default_rng(1))
    assert dark.back(np.random.default_rng(0)).max() <= LIGHTEST_BODY


@pytest.mark.parametrize("seed", range(5))
def test_materials_and_inks_are_far_apart(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bodies = np.array([dark_body_colour(rng) for _ in range(100)])
    inks = np.array([light_ink_colour(rng) for _ in range(100)])
    assert DARKEST <= bodies.max(axis=1).min() <= bodies.max() <= LIGHTEST_BODY
    assert inks.max(axis=1).min() >= 170
    assert inks.max() <= 255


def test_the_same_seed_gives_the_same_set() -> None:
    first, second = (darkened(source("1m"), np.random.default_rng(9)) for _ in range(2))
    assert_array_equal(first.draw("1m"), second.draw("1m"))
