"""Effects of single views can be left out, one by one or all."""

from __future__ import annotations

from dataclasses import fields

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.synth.faces import PrintedFaces
from datasets.synth.views import ALL_EFFECTS, Effects, view_print

NONE = Effects(**dict.fromkeys((field.name for field in fields(Effects)), False))
WHITE = np.array([240, 236, 222], np.float32)


def source() -> PrintedFaces:
    art = np.full((136, 100, 3), 235, np.uint8)
    cv2.circle(art, (50, 40), 18, (180, 30, 40), -1, cv2.LINE_AA)
    cv2.rectangle(art, (30, 80), (70, 110), (20, 40, 120), -1)
    return PrintedFaces(lambda _name: art, ("1z",), 1.36, WHITE, WHITE)


def views(effects: Effects, count: int = 12) -> list[tuple[NDArray[np.uint8], int]]:
    faces = source()
    _, art = faces.face(np.random.default_rng(0))
    return [
        view_print(np.random.default_rng(seed), faces, art, effects=effects)
        for seed in range(count)
    ]


def test_without_effects_the_face_is_the_print_in_some_quarter_turn() -> None:
    plain = [
        cv2.resize(np.rot90(pixels, turn), (64, 64), interpolation=cv2.INTER_AREA)
        for pixels, turn in views(NONE, 80)
    ]
    plain = [face[8:56, 8:56].astype(int) for face in plain]
    turns = [turn for _, turn in views(NONE, 80)]
    # Most are cut with the longer sides upright, as the reader does.
    assert {0, 1, 2} <= set(turns)
    assert sum(turn % 2 == 0 for turn in turns) > 60
    for face in plain[1:]:
        # Cut sideways a face has fewer points along its longer side.
        assert np.abs(face - plain[0]).mean() < 8
    middle = plain[0][22:26, 22:26].reshape(-1, 3).mean(axis=0)
    assert np.abs(middle - 235).max() < 6


@pytest.mark.parametrize("name", [field.name for field in fields(Effects)])
def test_each_effect_changes_views(name: str) -> None:
    """With the same random numbers some views differ where one effect is missing."""
    without = Effects(**{name: False})
    pairs = zip(views(ALL_EFFECTS), views(without), strict=True)
    assert any(not np.array_equal(a, b) for (a, _), (b, _) in pairs)
