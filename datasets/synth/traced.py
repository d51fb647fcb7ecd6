"""Path-traced scenes, for small measuring sets: ``python -m datasets.synth.traced OUT``.

The stage (poses, camera, faces, racks) and so the corners are those of the quick painter;
light, shadows, reflections and rounded edges are Blender's. Needs the extra ``trace``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from datasets.synth import backgrounds, blender, effects
from datasets.synth.blender import Block, Lamp, lens_of
from datasets.synth.camera import Camera
from datasets.synth.layouts import Pose
from datasets.synth.recipe import Recipe
from datasets.synth.scene import Scene, labelled, least_visible, pixels_seen
from datasets.synth.stage import Faces, FaceSource, Stage, set_stage, visible_faces
from scoring.errors import WahuaError
from scoring.tiles import Family

Rng = np.random.Generator

SAMPLES = 48
"""Paths per pixel; Blender's denoiser takes the rest of the grain away."""
TILE_BEVEL = 0.05
"""Radius of a tile's edges in widths; cards have sharp ones."""
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
) -> Scene:
    """Path trace one scene; arguments as of :func:`datasets.synth.scene.compose_scene`.

    Raises:
        TracerMissingError: ``bpy`` is not installed.
    """
    stage = set_stage(rng, source, size, poses=poses, camera=camera, faces=faces, racked=racked)
    table = backgrounds.table_top(rng, (TABLE_SIDE, TABLE_SIDE))
    lamp = _random_lamp(rng)
    pixels = blender.render(
        _blocks(stage, source), table, TABLE_REACH, lamp, lens_of(stage.camera, size),
        size=size, samples=samples, seed=int(rng.integers(2**31)),
    )  # fmt: skip
    truth = visible_faces(stage, pixels_seen(stage, source), least_visible(source))
    return labelled(stage, effects.camera(rng, pixels), truth)


def _blocks(stage: Stage, source: FaceSource) -> list[Block]:
    bevel = 0.0 if source.overlap else TILE_BEVEL
    blocks = []
    for solid in stage.solids:
        near, far, seam = source.body_colour, source.back_colour, 0.65
        if solid.name == "back":
            near, far, seam = far, near, 0.35
        blocks.append(Block(solid.corners, near, far, seam, solid.art, bevel))
    for rack in stage.racks:
        blocks += [Block(part, rack.colour, rack.colour, bevel=0.03)
                   for part in (rack.lip, rack.back)]  # fmt: skip
    return blocks


def _random_lamp(rng: Rng) -> Lamp:
    """A ceiling lamp or a window somewhere above, warm or cold."""
    angle, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1.4)
    distance = rng.uniform(20, 45)
    direction = np.array([np.cos(angle), np.sin(angle), 2 * height])
    return Lamp(
        place=distance * direction / np.linalg.norm(direction),
        side=float(rng.uniform(1, 14)),
        colour=effects.warmth(rng),
        strength=effects.exposure(rng),
        sky=float(rng.uniform(0.2, 0.8)),
    )


def write(recipe: Recipe, count: int, out: Path) -> Iterator[Path]:
    """Write scenes of a recipe with their truth, one after the other."""
    out.mkdir(parents=True, exist_ok=True)
    for index in range(count):
        sample = recipe.sample(index, trace_scene)
        path = out / f"{recipe.family}-traced-{index + 1:03}.jpg"
        Image.fromarray(sample.scene.pixels).save(path, quality=90)
        truth = json.dumps(sample.truth(path.name), separators=(",", ":"))
        path.with_suffix(".json").write_text(truth + "\n", "utf-8")
        yield path


def main() -> None:
    """Write traced scenes into the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--family", type=Family, choices=list(Family), default=Family.MAHJONG)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--hands", action="store_true")
    given = parser.parse_args()
    try:
        recipe = Recipe(given.family, given.seed, hands=given.hands)
        for path in write(recipe, given.count, given.out):
            print(path)
    except WahuaError as error:
        sys.exit(f"{error.title}: {error.detail}")


if __name__ == "__main__":
    main()
