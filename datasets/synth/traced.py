"""Path-traced scenes, to measure by and to train on: ``python -m datasets.synth.traced OUT``.

The stage (poses, camera, faces, racks) and so the corners are those of the quick painter;
light, shadows, reflections and rounded edges are Blender's. Needs the extra ``trace``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from datasets.synth import backgrounds, blender, effects
from datasets.synth.blender import Block, Finish, Lamp, lens_of
from datasets.synth.camera import Camera
from datasets.synth.layouts import Pose
from datasets.synth.recipe import Recipe
from datasets.synth.scene import Composer, Scene, labelled, least_visible, pixels_seen
from datasets.synth.stage import Faces, FaceSource, Stage, set_stage, visible_faces
from scoring.errors import WahuaError
from scoring.tiles import Family

Rng = np.random.Generator

SAMPLES = 48
"""Paths per pixel; Blender's denoiser takes the rest of the grain away."""
TRAINING_SAMPLES, TRAINING_DESIGNS = 10, 400
TRAINING_SIZE = (608, 608), (768, 576)
"""Scenes to train on are quick ones, 10 s of one processor each: width and height of those of loose
tiles and of those of whole hands, pixels."""
QUALITY = 95
"""Of the JPEG files."""
TILE_BEVEL = (0.01, 0.1)
"""Radius of a tile's edges in widths; cards have sharp ones."""
ROUGHNESS, COAT, RELIEF = (0.12, 0.75), (0.1, 0.7), (0.01, 0.06)
"""What surfaces of tiles are like: how rough, how thickly varnished, how deeply engraved."""
VARNISHED_RATE, ENGRAVED_RATE, WHOLE_RATE = 0.35, 0.5, 0.3
"""Shares of sets that are varnished, engraved, and of one material from face to back."""
SEAM = (0.4, 0.85)
"""Where the two materials of a tile meet, as a share of its depth behind the face."""
TABLE_SIDE, TABLE_REACH = 1024, 16.0
"""Pixels of the table's picture, and tile widths from its middle to its edge."""


def trace_scene(
    rng: Rng,
    source: FaceSource,
    size: tuple[int, int] = (1280, 960),
    *,
    poses: Sequence[Pose] | None = None,
    camera: Camera | None = None,
    faces: Faces | None = None,
    racked: bool | None = None,
    samples: int = SAMPLES,
    photographed: bool = True,
) -> Scene:
    """Path trace one scene; arguments as of :func:`datasets.synth.scene.compose_scene`.

    More ``samples`` (paths per pixel) give smoother light. A camera's blur and noise come with
    ``photographed``; training adds its own.

    Raises:
        TracerMissingError: ``bpy`` is not installed.
    """
    stage = set_stage(rng, source, size, poses=poses, camera=camera, faces=faces, racked=racked)
    table = backgrounds.table_top(rng, (TABLE_SIDE, TABLE_SIDE))
    lamp = _random_lamp(rng)
    pixels = blender.render(
        _blocks(rng, stage, source), table, TABLE_REACH, lamp, lens_of(stage.camera, size),
        size=size, samples=samples, seed=int(rng.integers(2**31)),
    )  # fmt: skip
    truth = visible_faces(stage, pixels_seen(stage, source), least_visible(source))
    return labelled(stage, effects.camera(rng, pixels) if photographed else pixels, truth)


def _blocks(rng: Rng, stage: Stage, source: FaceSource) -> list[Block]:
    finish = _random_finish(rng, card=source.overlap)
    behind = float(rng.uniform(*SEAM))
    whole = rng.random() < WHOLE_RATE
    blocks = []
    for solid in stage.solids:
        near, far, seam = source.body_colour, source.back_colour, behind
        if whole:
            far = near
        if solid.name == "back":
            near, far, seam = far, near, 1 - seam
        blocks.append(Block(solid.corners, near, far, seam, solid.art, finish))
    for rack in stage.racks:
        blocks += [Block(part, rack.colour, rack.colour, finish=Finish(bevel=0.03))
                   for part in (rack.lip, rack.back)]  # fmt: skip
    return blocks


def _random_finish(rng: Rng, *, card: bool) -> Finish:
    """What all tiles or cards of a set are like."""
    roughness = float(rng.uniform(*ROUGHNESS))
    coat = float(rng.uniform(*COAT)) if rng.random() < VARNISHED_RATE else 0.0
    if card:
        return Finish(0.0, roughness, coat)
    relief = float(rng.uniform(*RELIEF)) if rng.random() < ENGRAVED_RATE else 0.0
    return Finish(float(rng.uniform(*TILE_BEVEL)), roughness, coat, relief)


def _random_lamp(rng: Rng) -> Lamp:
    """A ceiling lamp or a window somewhere above, warm or cold."""
    angle, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.25, 1.4)
    distance = rng.uniform(20, 45)
    direction = np.array([np.cos(angle), np.sin(angle), 2 * height])
    return Lamp(
        place=distance * direction / np.linalg.norm(direction),
        side=float(rng.uniform(1, 14)),
        colour=effects.warmth(rng),
        strength=effects.exposure(rng),
        sky=float(rng.uniform(0.2, 0.8)),
    )


def write(
    recipe: Recipe, indices: Sequence[int], out: Path, compose: Composer = trace_scene
) -> Iterator[Path]:
    """Write some scenes of a recipe with their truth, one after the other.

    Those of the same kind, seed and number that are there already stay, so that a long run can be
    taken up again.
    """
    out.mkdir(parents=True, exist_ok=True)
    for index in indices:
        kind = "hand" if recipe.hands else "tiles"
        path = out / f"{recipe.family}-traced-{kind}-{recipe.seed}-{index + 1:03}.jpg"
        label = path.with_suffix(".json")
        if label.exists():
            continue
        sample = recipe.sample(index, compose)
        Image.fromarray(sample.scene.pixels).save(path, quality=QUALITY)
        truth = json.dumps(sample.truth(path.name), separators=(",", ":"))
        label.write_text(truth + "\n", "utf-8")
        yield path


def write_training(family: Family, seed: int, count: int, out: Path) -> Iterator[Path]:
    """Write scenes to train on: many designs, hard ones among them, every third a whole hand."""
    compose = partial(trace_scene, samples=TRAINING_SAMPLES, photographed=False)
    loose = Recipe(family, seed, TRAINING_SIZE[0], designs=TRAINING_DESIGNS, taught=True)
    hands = replace(loose, hands=True, size=TRAINING_SIZE[1])
    yield from write(hands, range(0, count, 3), out, compose)
    yield from write(loose, [index for index in range(count) if index % 3], out, compose)


def main() -> None:
    """Write traced scenes into the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--family", type=Family, choices=list(Family), default=Family.MAHJONG)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--hands", action="store_true", help="whole hands")
    kind.add_argument("--training", action="store_true", help="small, plain, of many designs")
    given = parser.parse_args()
    try:
        if given.training:
            paths = write_training(given.family, given.seed, given.count, given.out)
        else:
            recipe = Recipe(given.family, given.seed, hands=given.hands)
            paths = write(recipe, range(given.count), given.out)
        for path in paths:
            print(path)
    except WahuaError as error:
        sys.exit(f"{error.title}: {error.detail}")


if __name__ == "__main__":
    main()
