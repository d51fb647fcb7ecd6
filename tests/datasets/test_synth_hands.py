"""Whole hands laid on the table, photographed, and written down as labels."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray
from PIL import Image

from datasets.formats.own_json import read_own
from datasets.synth import Scene
from datasets.synth.faces import PrintedFaces
from datasets.synth.hands import GAP, Style, compose_hand, lay_out, truth_of
from datasets.synth.layouts import Body
from scoring.hand import Hand

BODY = Body(1.4, 0.7)
STEP = 1.015
HAND = Hand.parse("123m55p [777s] (1111z) | 1f 5f", winning_tile="3m")


def plain(name: str) -> NDArray[np.uint8]:
    """One face in one colour, another for each name."""
    value = sum(map(ord, name)) % 200
    return np.full((56, 40, 3), (value, 220 - value, 90), np.uint8)


SOURCE = PrintedFaces(
    plain, ["1m"], 1.4, np.array([230, 230, 230], np.float32), np.array([40, 90, 40], np.float32)
)


def rows(style: Style) -> dict[float, list[str]]:
    """Names by distance from the player, each row from left to right."""
    placed = sorted(lay_out(HAND, BODY, style), key=lambda item: item[0].x)
    result: dict[float, list[str]] = {}
    for pose, name in placed:
        result.setdefault(round(pose.y, 2), []).append(name)
    return result


def test_melds_lie_to_the_right_and_flowers_above() -> None:
    kong = ["1z", "back", "back", "1z"]
    hand = ["1m", "2m", "3m", "5p", "5p"]
    assert rows(Style()) == {0.0: [*hand, *["7s"] * 3, *kong], 2.24: ["1f", "5f"]}


def test_melds_lie_below() -> None:
    assert rows(Style(melds_below=True)) == {
        0.0: ["1m", "2m", "3m", "5p", "5p"],
        -2.1: [*["7s"] * 3, "1z", "back", "back", "1z"],
        2.24: ["1f", "5f"],
    }


def test_the_winning_tile_lies_apart() -> None:
    placed = lay_out(HAND, BODY, Style(winning_apart=True, melds_below=True))
    front = [(pose.x, name) for pose, name in placed if pose.y == 0]
    assert [name for _, name in front] == ["1m", "2m", "5p", "5p", "3m"]
    steps = np.diff([x for x, _ in front])
    assert_allclose(steps, [STEP, STEP, STEP, STEP + GAP])


def test_groups_are_apart_by_a_gap() -> None:
    front = [pose.x for pose, _ in lay_out(HAND, BODY, Style()) if pose.y == 0]
    steps = np.diff(front)
    wide = [4, 7]  # after the hand, after the pung
    assert_allclose(steps[wide], STEP + GAP)
    assert_allclose(np.delete(steps, wide), STEP)


def test_only_concealed_tiles_stand_and_only_backs_lie_face_down() -> None:
    placed = lay_out(HAND, BODY, Style(standing=True))
    standing = [name for pose, name in placed if pose.standing]
    assert standing == ["1m", "2m", "3m", "5p", "5p"]
    assert [name for pose, name in placed if pose.face_down] == ["back", "back"]


def compose(style: Style, seed: int = 3) -> Scene:
    rng = np.random.default_rng(seed)
    return compose_hand(rng, HAND, SOURCE, plain, style=style, size=(480, 320))


@pytest.mark.parametrize(
    "style",
    [
        Style(),
        Style(melds_below=True, winning_apart=True),
        Style(standing=True, elevation=40.0),
        Style(roll=90.0),
        Style(azimuth=20.0, elevation=55.0),
    ],
    ids=str,
)
def test_every_tile_is_in_the_picture(style: Style) -> None:
    scene = compose(style)
    expected = Counter(name for _, name in lay_out(HAND, BODY, style))
    assert Counter(scene.tiles) == expected
    assert (scene.corners >= 0).all()
    assert (scene.corners <= [480, 320]).all()


def test_a_hand_is_reproducible() -> None:
    assert_array_equal(compose(Style()).pixels, compose(Style()).pixels)


def test_the_truth_is_read_back_from_its_file(tmp_path: Path) -> None:
    scene = compose(Style())
    Image.fromarray(scene.pixels).save(tmp_path / "hand.png")
    truth = truth_of(scene, "hand.png", HAND)
    (tmp_path / "hand.json").write_text(json.dumps(truth), "utf-8")
    (photo,) = read_own(tmp_path)
    assert photo.hand is not None
    assert Hand.parse(photo.hand) == Hand.parse("123m55p [777s] (1111z) | 1f 5f")
    assert tuple(str(tile) for tile in photo.tiles) == scene.tiles
    assert photo.corners is not None
    assert_allclose(photo.corners * [480, 320], scene.corners, atol=0.06)
    assert truth["winning_tile"] == "3m"
