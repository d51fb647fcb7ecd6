"""Draw the photos that ship with the project: ``python -m datasets.synth.render OUT``."""

from __future__ import annotations

import argparse
import io
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from datasets.designs.families import RANDOM, Design
from datasets.synth.conditions import PLAIN, USUAL, Conditions
from datasets.synth.deals import random_hand, shuffled, wrong_hand
from datasets.synth.faces import design_faces, named_designs
from datasets.synth.hands import compose_hand, truth_of
from datasets.synth.scene import Scene, compose_scene
from datasets.synth.stream import stream
from datasets.synth.styles import Style, random_style
from scoring.hand import Hand
from scoring.tiles import Family

SEED = 2026
"""Training draws its designs from other seeds (`datasets.synth.faces.drawn_sets`), so nothing
in these photos but the named designs can have been trained on."""
SIZE = (1280, 960)
FACE_HEIGHT: Mapping[Family, int] = {Family.MAHJONG: 220, Family.FLOWERS: 220, Family.DOLLS: 300}
"""Pixels of the drawn faces, more than any of them has in the picture."""
QUALITIES = (85, 75, 65, 55)
"""JPEG qualities; the first that keeps a photo within `MAX_BYTES`, or else the last."""
MAX_BYTES = 200_000


@dataclass(frozen=True, slots=True)
class Shot:
    """One photo to be taken.

    Attributes:
        path: Of the JPEG.
        family: What is shown.
        hand: What is shown.
        design: Who made the set.
        maker: Name of the design, for the label.
        style: How the hand is shown.
        key: Seed of table, light and displacements.
        valid: Whether the hand wins.
        conditions: How often effects appear.
        qualities: JPEG qualities to try.
    """

    path: Path
    family: Family
    hand: Hand
    design: Design
    maker: str
    style: Style
    key: tuple[int, ...]
    valid: bool
    conditions: Conditions = USUAL
    qualities: Sequence[int] = QUALITIES

    def take(self) -> Path:
        """Compose the photo and write it with its truth."""
        rng = np.random.default_rng(self.key)
        names = sorted({str(tile) for tile in self.hand.tiles})
        source = design_faces(self.design, names, FACE_HEIGHT[self.family])
        scene = compose_hand(
            rng, self.hand, source, source.draw, style=self.style, size=SIZE,
            compose=partial(compose_scene, conditions=self.conditions),
        )  # fmt: skip
        self.path.write_bytes(self._encoded(scene))
        truth = truth_of(scene, self.path.name, self.family, self.hand)
        truth |= {"set": self.maker, "valid": self.valid}
        text = json.dumps(truth, separators=(",", ":")).replace('{"tile"', '\n{"tile"')
        self.path.with_suffix(".json").write_text(text + "\n", "utf-8")
        return self.path

    def _encoded(self, scene: Scene) -> bytes:
        for quality in self.qualities:
            data = io.BytesIO()
            Image.fromarray(scene.pixels).save(data, "JPEG", quality=quality)
            if data.tell() <= MAX_BYTES:
                break
        return data.getvalue()


def shots(out: Path) -> Iterator[Shot]:
    """Every photo of ``photos.toml``, to be written into a folder and its subfolders."""
    table = tomllib.loads(files(__package__).joinpath("photos.toml").read_text("utf-8"))
    for index, item in enumerate(table["photo"]):
        yield _single(item, index, out)
    for name, series in table["series"].items():
        for number in range(series["count"]):
            yield _one_of(Family(name), series, number, out / name)


def _single(item: Mapping[str, Any], index: int, out: Path) -> Shot:
    family = Family(item.get("family", Family.MAHJONG))
    style = Style(**{key: item[key] for key in Style.__dataclass_fields__ if key in item})
    hand = Hand.parse(item["hand"], family, item.get("winning_tile"))
    return Shot(
        out / f"{item['name']}.jpg", family, hand, *_design(family, item["design"]),
        style, (SEED, item.get("seed", index)), item.get("valid", True), PLAIN, (88,),
    )  # fmt: skip


def _one_of(family: Family, series: Mapping[str, Any], number: int, folder: Path) -> Shot:
    """A photo of a series; everything in it follows from its number."""
    stream = list(Family).index(family)
    rng = np.random.default_rng((SEED, stream, number))
    valid = number < series["count"] - series["wrong"]
    hand = (random_hand if valid else wrong_hand)(rng, family)
    style = random_style(rng, family)
    if number % 8 in series["loose"]:
        hand, style = shuffled(rng, hand), replace(style, set_gap=0.0)
    named = series["named"]
    key = named[number] if number < len(named) else 1000 + number
    return Shot(
        folder / f"{family}-{number + 1:02}.jpg", family, hand, *_design(family, key), style,
        (SEED, stream, number, 1), valid,
    )  # fmt: skip


def _design(family: Family, key: str | int) -> tuple[Design, str]:
    """A design and its name for the label."""
    if isinstance(key, str):
        return named_designs(family)[key], key
    return RANDOM[family](np.random.default_rng((SEED, key))), f"random-{key}"


def render(out: Path, wanted: Sequence[str] = (), workers: int = 1) -> Iterator[Path]:
    """Draw the photos with their truth.

    Args:
        out: The folder.
        wanted: Only photos whose path in the folder contains one of these; all if empty.
        workers: Processes.
    """
    chosen = [
        shot for shot in shots(out)
        if not wanted or any(text in str(shot.path.relative_to(out)) for text in wanted)
    ]  # fmt: skip
    for folder in {shot.path.parent for shot in chosen}:
        folder.mkdir(parents=True, exist_ok=True)
    yield from stream(partial(_take, chosen), range(len(chosen)), workers=workers)


def _take(chosen: Sequence[Shot], index: int) -> Path:
    return chosen[index].take()


def main() -> None:
    """Draw into the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", action="append", default=[], metavar="TEXT")
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    for path in render(arguments.out, arguments.only, arguments.workers):
        print(path)


if __name__ == "__main__":
    main()
