"""How fast scenes are made, and how that grows with the tiles in them; method: README.md here."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from itertools import islice

import numpy as np
import pytest

from datasets.synth.camera import look_at
from datasets.synth.faces import PrintedFaces, design_faces, named_designs
from datasets.synth.layouts import Pose
from datasets.synth.recipe import Recipe
from datasets.synth.scene import compose_scene
from datasets.synth.stream import stream
from scoring.tiles import Family

pytestmark = pytest.mark.benchmark

SIDE = 640
CORES = 2
LEAST_PER_SECOND = 15.0
SCENES = 40
COUNTS = (1, 20, 40, 60, 80, 100, 120, 140)
ROUNDS = 5
MOST_OFF = 0.25
"""Largest distance of a measured cost from the straight line, as a share of the largest cost."""


def _processor_seconds(task: Callable[[], object]) -> float:
    start = time.process_time()
    task()
    return time.process_time() - start


@pytest.mark.parametrize("family", Family)
def test_two_cores_make_scenes_as_fast_as_training_takes_them(family: Family) -> None:
    recipe = Recipe(family, seed=1, size=(SIDE, SIDE), designs=1)
    recipe.sample(0)  # draws the faces, once
    costs = [_processor_seconds(partial(recipe.sample, index)) for index in range(SCENES)]
    per_second = CORES / (sum(costs) / SCENES)
    print(
        f"{family}: {1e3 * sum(costs) / SCENES:.0f} ms a scene, {per_second:.0f}/s on {CORES} cores"
    )
    assert per_second >= LEAST_PER_SECOND


def test_two_workers_deliver_what_their_processors_allow() -> None:
    recipe = Recipe(Family.MAHJONG, seed=1, size=(SIDE, SIDE), designs=1)
    scenes = stream(recipe.sample, range(2 * SCENES), workers=CORES)
    list(islice(scenes, 4))  # the workers have started and drawn the faces
    parent, start = time.process_time(), time.perf_counter()
    made = sum(1 for _ in scenes)
    spent, waited = time.process_time() - parent, time.perf_counter() - start
    print(f"{CORES} workers: {made / waited:.1f} scenes/s by the clock, "
          f"{1e3 * spent / made:.1f} ms a scene in the process that takes them")  # fmt: skip
    # The taker must not be what holds the workers up.
    assert made / spent > 2 * LEAST_PER_SECOND


@pytest.fixture(scope="module")
def faces() -> PrintedFaces:
    return design_faces(named_designs(Family.MAHJONG)["plain"], ["1m", "5p", "7s", "3z"], 112)


def _tray(count: int) -> list[Pose]:
    """The first tiles of fourteen columns and ten rows, the same camera sees all."""
    return [Pose(1.05 * (n % 14 - 6.5), 1.45 * (n // 14 - 4.5)) for n in range(count)]


def test_the_cost_grows_in_a_straight_line_with_the_tiles(faces: PrintedFaces) -> None:
    size = (SIDE, SIDE)
    camera = look_at(
        np.zeros(3), distance=18, elevation=75, azimuth=0, roll=0, focal=1.1, size=size
    )
    costs: dict[int, list[float]] = {count: [] for count in COUNTS}
    for seed in range(ROUNDS):  # in turns, so that other work meets all alike
        for count in COUNTS:
            make = partial(
                compose_scene, np.random.default_rng(seed), faces, size,
                poses=_tray(count), camera=camera,
            )  # fmt: skip
            costs[count].append(_processor_seconds(make))
    mean = np.array([sum(costs[count]) / ROUNDS for count in COUNTS])
    slope, fixed = np.polyfit(COUNTS, mean, 1)
    off = np.abs(np.polyval([slope, fixed], COUNTS) - mean).max() / mean.max()
    print(f"a scene costs {1e3 * fixed:.0f} ms and {1e3 * slope:.2f} ms a tile; "
          f"at most {100 * off:.0f} % of the largest cost off that line")  # fmt: skip
    assert slope > 0
    assert off <= MOST_OFF
