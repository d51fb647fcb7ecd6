"""Recipes give the same scenes everywhere; streams keep their order, however many workers."""

from __future__ import annotations

import json
import multiprocessing
import os
from itertools import count, islice
from math import factorial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from PIL import Image

from datasets.formats.own_json import read_own
from datasets.synth.recipe import Recipe, RecipeError, Sample
from datasets.synth.stream import StreamError, stream
from scoring.tiles import Family

SMALL = (160, 120)


def same(one: Sample, other: Sample) -> bool:
    return (
        (one.index, one.design, one.hand, one.scene.tiles)
        == (other.index, other.design, other.hand, other.scene.tiles)
        and np.array_equal(one.scene.pixels, other.scene.pixels)
        and np.array_equal(one.scene.corners, other.scene.corners)
    )


def test_workers_change_nothing() -> None:
    recipe = Recipe(Family.DOLLS, seed=5, size=SMALL, designs=1)
    alone = list(stream(recipe.sample, range(6)))
    shared = list(stream(recipe.sample, range(6), workers=2))
    assert [sample.index for sample in shared] == list(range(6))
    assert all(map(same, alone, shared))


def test_an_endless_stream_ends_when_it_is_closed() -> None:
    endless = stream(factorial, count(), workers=2)
    assert list(islice(endless, 5)) == [1, 1, 2, 6, 24]
    endless.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


def test_only_a_few_are_under_way() -> None:
    taken: list[int] = []

    def indices() -> Any:
        for index in count():
            taken.append(index)
            yield index

    endless = stream(factorial, indices(), workers=2, ahead=2)
    next(endless)
    assert taken == [0, 1, 2, 3]
    endless.close()  # type: ignore[attr-defined]


def test_an_error_of_a_worker_reaches_the_caller() -> None:
    with pytest.raises(ValueError, match="factorial"):
        list(stream(factorial, [3, -1, 2], workers=2))
    assert not multiprocessing.active_children()


def test_a_killed_worker_is_told() -> None:
    with pytest.raises(StreamError, match="killed"):
        list(stream(os._exit, [1], workers=2))


@pytest.mark.parametrize(("workers", "ahead"), [(0, 1), (1, 0), (-1, 1)])
def test_a_stream_needs_a_worker(workers: int, ahead: int) -> None:
    with pytest.raises(ValueError, match="1 or more"):
        list(stream(factorial, [1], workers=workers, ahead=ahead))


@pytest.mark.parametrize("family", Family)
@pytest.mark.parametrize("hands", [False, True])
def test_a_sample_is_read_back_from_its_files(family: Family, hands: bool, tmp_path: Path) -> None:
    recipe = Recipe(family, seed=3, size=(320, 240), designs=1, hands=hands)
    sample = recipe.sample(7)
    assert sample.scene.pixels.shape == (240, 320, 3)
    assert (sample.hand is not None) == hands
    Image.fromarray(sample.scene.pixels).save(tmp_path / "a.png")
    (tmp_path / "a.json").write_text(json.dumps(sample.truth("a.png")), "utf-8")
    (photo,) = read_own(tmp_path)
    assert tuple(map(str, photo.tiles)) == sample.scene.tiles
    assert all(tile.family is family for tile in photo.tiles)
    assert photo.hand == (None if sample.hand is None else str(sample.hand))


def test_seed_and_number_change_the_scene() -> None:
    recipes = [Recipe(Family.MAHJONG, seed=seed, size=SMALL, design="plain") for seed in (0, 1)]
    pictures = [recipe.sample(index).scene.pixels for recipe in recipes for index in (0, 1)]
    for place, one in enumerate(pictures):
        assert not any(np.array_equal(one, other) for other in pictures[place + 1 :])
    assert_array_equal(recipes[0].sample(1).scene.pixels, pictures[1])


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        ({"size": (63, 100)}, "63 × 100 pixels; a side has 64 to 8192"),
        ({"size": (640, 9000)}, "640 × 9000 pixels; a side has 64 to 8192"),
        ({"seed": -1}, "seed -1 and 12 designs; from 0 and from 1 on"),
        ({"designs": 0}, "seed 0 and 0 designs; from 0 and from 1 on"),
        ({"design": "nobody"}, "'nobody' is no design of dolls; there are: brush, court, luqiao, "),
    ],
)
def test_a_bad_recipe_is_refused(changes: dict[str, Any], detail: str) -> None:
    with pytest.raises(RecipeError) as caught:
        Recipe(Family.DOLLS, **changes)
    assert caught.value.detail.startswith(detail)
