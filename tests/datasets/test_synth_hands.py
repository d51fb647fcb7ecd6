"""Whole hands laid on the table, photographed, and written down as labels."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray
from PIL import Image

from datasets.formats.own_json import read_own
from datasets.synth import Scene
from datasets.synth.deals import random_hand
from datasets.synth.faces import PrintedFaces
from datasets.synth.hands import GAP, STEP, Style, compose_hand, lay_out, truth_of
from datasets.synth.layouts import Body
from datasets.synth.styles import random_style
from scoring.hand import Hand
from scoring.tiles import Family

BODY = Body(1.4, 0.7)
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
    placed = sorted(lay_out(HAND, BODY, style), key=lambda one: one.pose.x)
    result: dict[float, list[str]] = {}
    for one in placed:
        result.setdefault(round(one.pose.y, 2), []).append(one.name)
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


def test_flowers_lie_before_a_standing_hand() -> None:
    assert rows(Style(standing=True))[-2.1] == ["1f", "5f"]
    below = rows(Style(standing=True, melds_below=True))
    assert below[-3.78] == ["1f", "5f"]
    assert below[-2.1][:3] == ["7s"] * 3


def test_the_winning_tile_lies_apart() -> None:
    placed = lay_out(HAND, BODY, Style(winning_apart=True, melds_below=True))
    front = [(one.pose.x, one.name) for one in placed if one.pose.y == 0]
    assert [name for _, name in front] == ["1m", "2m", "5p", "5p", "3m"]
    steps = np.diff([x for x, _ in front])
    assert_allclose(steps, [STEP, STEP, STEP, STEP + GAP])


def test_groups_are_apart_by_a_gap() -> None:
    front = [one.pose.x for one in lay_out(HAND, BODY, Style()) if one.pose.y == 0]
    steps = np.diff(front)
    wide = [4, 7]  # after the hand, after the pung
    assert_allclose(steps[wide], STEP + GAP)
    assert_allclose(np.delete(steps, wide), STEP)


def test_only_concealed_tiles_stand_and_only_backs_lie_face_down() -> None:
    placed = lay_out(HAND, BODY, Style(standing=True))
    standing = [one.name for one in placed if one.pose.standing]
    assert standing == ["1m", "2m", "3m", "5p", "5p"]
    assert [one.name for one in placed if one.pose.face_down] == ["back", "back"]


def compose(style: Style, seed: int = 3) -> Scene:
    rng = np.random.default_rng(seed)
    return compose_hand(rng, HAND, SOURCE, plain, style=style, size=(480, 320))


@pytest.mark.parametrize(
    "style",
    [
        Style(),
        Style(melds_below=True, winning_apart=True),
        Style(standing=True, elevation=40.0),
        Style(standing=True, racked=True, elevation=40.0),
        Style(roll=90.0),
        Style(azimuth=20.0, elevation=55.0),
    ],
    ids=str,
)
def test_every_tile_is_in_the_picture(style: Style) -> None:
    scene = compose(style)
    expected = Counter(one.name for one in lay_out(HAND, BODY, style))
    assert Counter(scene.tiles) == expected
    assert (scene.corners >= 0).all()
    assert (scene.corners <= [480, 320]).all()


def test_a_hand_is_reproducible() -> None:
    assert_array_equal(compose(Style()).pixels, compose(Style()).pixels)


def test_the_truth_is_read_back_from_its_file(tmp_path: Path) -> None:
    scene = compose(Style())
    Image.fromarray(scene.pixels).save(tmp_path / "hand.png")
    truth = truth_of(scene, "hand.png", Family.MAHJONG, HAND)
    (tmp_path / "hand.json").write_text(json.dumps(truth), "utf-8")
    (photo,) = read_own(tmp_path)
    assert photo.hand is not None
    assert Hand.parse(photo.hand) == Hand.parse("123m55p [777s] (1111z) | 1f 5f")
    assert tuple(str(tile) for tile in photo.tiles) == scene.tiles
    assert photo.corners is not None
    assert_allclose(photo.corners * [480, 320], scene.corners, atol=0.06)
    assert truth["winning_tile"] == "3m"


def test_rows_and_groups_count_from_the_far_left() -> None:
    placed = lay_out(HAND, BODY, Style(melds_below=True))
    places = {one.name: (one.row, one.group) for one in placed}
    assert places == {
        "1f": (0, 0), "5f": (0, 0), "1m": (1, 1), "2m": (1, 1), "3m": (1, 1), "5p": (1, 1),
        "7s": (2, 2), "1z": (2, 3), "back": (2, 3),
    }  # fmt: skip


def test_places_are_those_of_the_labelled_faces() -> None:
    scene = compose(Style())
    places = {one.name: (one.row, one.group) for one in lay_out(HAND, BODY, Style())}
    assert dict(zip(scene.tiles, scene.places, strict=True)) == places


# ---- flower tiles and doll cards

TILES = Hand.parse("1-1 1-1f 2-3f 2-3f 2-3d 4-4 4-4d 6-6f | 1f 5z", Family.FLOWERS)
CARDS = Hand.parse("fu fu fu* ru ru ru shou shou shou shou doll doll", Family.DOLLS)


def lines(hand: Hand, style: Style) -> list[list[list[str]]]:
    """Names by row and group."""
    result: dict[int, dict[int, list[str]]] = {}
    for one in lay_out(hand, BODY, style):
        result.setdefault(one.row, {}).setdefault(one.group, []).append(one.name)
    return [[groups[key] for key in sorted(groups)] for _, groups in sorted(result.items())]


PAIR, TRIPLE, OTHER, TRUMP = ["1-1", "1-1f"], ["2-3f", "2-3f", "2-3d"], ["4-4", "4-4d"], ["6-6f"]


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (Style(), [[["1f", "5z"]], [PAIR, TRIPLE, OTHER, TRUMP]]),
        (Style(bonus_beside=True), [[PAIR, TRIPLE, OTHER, TRUMP, ["1f", "5z"]]]),
        (Style(rows=2), [[["1f", "5z"]], [PAIR, TRIPLE], [OTHER, TRUMP]]),
        (Style(rows=3), [[["1f", "5z"]], [PAIR], [TRIPLE], [OTHER, TRUMP]]),
        (Style(set_gap=0.0), [[["1f", "5z"]], [[*PAIR, *TRIPLE, *OTHER, *TRUMP]]]),
    ],
    ids=str,
)
def test_flower_tiles_lie_in_rows_of_sets(style: Style, expected: list[list[list[str]]]) -> None:
    assert lines(TILES, style) == expected


def test_sets_are_apart_and_the_trump_farther() -> None:
    style = Style(set_gap=0.5, last_gap=1.25)
    xs = [one.pose.x for one in lay_out(TILES, BODY, style) if one.row == 1]
    expected = np.full(7, STEP)
    expected[[1, 4]] += 0.5
    expected[6] += 1.25
    assert_allclose(np.diff(xs), expected)


def test_cards_of_a_set_overlap_and_the_later_lie_above() -> None:
    placed = lay_out(CARDS, BODY, Style(overlap=0.6, set_gap=0.5, last_gap=1.0))
    steps = np.diff([one.pose.x for one in placed])
    expected = np.full(11, 0.4 * STEP)
    expected[[2, 5]] = STEP + 0.5
    expected[9] = STEP + 1.0
    assert_allclose(steps, expected)
    assert [one.pose.layer for one in placed] == [0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 0, 1]


def test_every_overlapped_card_is_labelled() -> None:
    cards = replace(SOURCE, overlap=True, depth=(0.01, 0.02), aspect=2.5)
    scene = compose_hand(
        np.random.default_rng(1), CARDS, cards, plain, style=Style(overlap=0.6), size=(640, 480)
    )
    assert Counter(scene.tiles) == Counter(map(str, CARDS.tiles))


@pytest.mark.parametrize("family", Family)
@given(seed=st.integers(0, 10_000))
def test_any_style_places_every_tile_once(family: Family, seed: int) -> None:
    rng = np.random.default_rng(seed)
    hand = random_hand(rng, family)
    style = random_style(rng, family)
    placed = lay_out(hand, BODY, style)
    backs = sum(one.name == "back" for one in placed)
    shown = Counter(one.name for one in placed if one.name != "back")
    assert len(placed) == len(hand.tiles)
    assert shown <= Counter(map(str, hand.tiles))
    assert backs == 2 * sum(len(m.tiles) == 4 and m.concealed for m in hand.melds)
    assert {one.row for one in placed} == set(range(1 + max(one.row for one in placed)))
    assert {one.group for one in placed} == set(range(1 + max(one.group for one in placed)))
