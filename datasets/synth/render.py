"""Draw the photos that ship with the project: ``python -m datasets.synth.render OUT``."""

from __future__ import annotations

import argparse
import json
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from datasets.designs import MahjongDesign, named_mahjong_designs, random_mahjong_design
from datasets.synth.faces import design_faces
from datasets.synth.hands import Style, compose_hand, truth_of
from scoring.hand import Hand

SEED = 2026


def render(out: Path) -> list[Path]:
    """Draw every photo of ``photos.toml`` with its truth into a folder."""
    table = tomllib.loads(files(__package__).joinpath("photos.toml").read_text("utf-8"))
    out.mkdir(parents=True, exist_ok=True)
    return [_render(item, index, out) for index, item in enumerate(table["photo"])]


def _render(item: dict[str, Any], index: int, out: Path) -> Path:
    rng = np.random.default_rng((SEED, item.get("seed", index)))
    source = design_faces(_design(item["design"]), height=220)
    hand = Hand.parse(item["hand"], winning_tile=item["winning_tile"])
    style = Style(**{key: item[key] for key in Style.__dataclass_fields__ if key in item})
    scene = compose_hand(rng, hand, source, source.draw, style=style, size=(1280, 960))
    target = out / f"{item['name']}.jpg"
    Image.fromarray(scene.pixels).save(target, quality=88)
    truth = {**truth_of(scene, target.name, hand), "valid": item.get("valid", True)}
    target.with_suffix(".json").write_text(json.dumps(truth, indent=1) + "\n", "utf-8")
    return target


def _design(key: str | int) -> MahjongDesign:
    if isinstance(key, str):
        return named_mahjong_designs()[key]
    return random_mahjong_design(np.random.default_rng((SEED, key)))


def main() -> None:
    """Draw into the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    for path in render(parser.parse_args().out):
        print(path)


if __name__ == "__main__":
    main()
