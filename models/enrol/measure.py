"""Measure enrolment on designs that no training saw: ``python -m models.enrol.measure``.

One line of JSON for each design: percent of tiles found and read by the shipped models, and
after enrolment from one flat picture of each face, in photos of whole hands (locator and
reader), and with the true corners (reader alone); seconds on the clock and of the processor
that enrolment takes.

The designs are random ones of each family under a key of their own (training uses other
keys), and, where they are given, a folder of SVG tiles (``Man1.svg`` …) and a card set for the
substitute deck.
"""

from __future__ import annotations

import argparse
import io
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from datasets.designs.families import RANDOM
from datasets.designs.pictures.vector import rasterise
from datasets.labels import LabelledPhoto
from datasets.synth.deals import random_hand
from datasets.synth.faces import DRAWN_HEIGHT, PrintedFaces, design_faces
from datasets.synth.hands import compose_hand
from datasets.synth.scene import Scene
from datasets.synth.styles import random_style
from models.enrol.enrol import Models, learn, models_of
from models.enrol.names import whole_set
from models.enrol.reader import with_design
from models.enrol.substitute import deck_pictures, read_svg
from models.enrol.teach import Enrolled, as_set
from models.evaluate import answer_of, judge
from models.figures import summarise
from models.registry import active_folder
from scoring.tiles import BACK, MAHJONG_FACES, Family, Tile
from vision.geometry import boxes_of
from vision.locate import Quads
from vision.photo import Photo
from vision.pipeline import Recogniser

KEY = 4242
"""First word of the seeds of these designs and scenes."""
SIZE = (1600, 1200)
SVG_NAMES = {"m": "Man{n}", "p": "Pin{n}", "s": "Sou{n}"}
SVG_HONOURS = ("Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun")


@dataclass(frozen=True, slots=True)
class Case:
    """A design to measure.

    Attributes:
        name: For the report.
        family: Of its tiles.
        pictures: One flat picture of each face.
        source: The set that photos are made of.
    """

    name: str
    family: Family
    pictures: Sequence[Enrolled]
    source: PrintedFaces


def drawn(family: Family, number: int) -> Case:
    """A random design."""
    design = RANDOM[family](np.random.default_rng((KEY, number, list(Family).index(family))))
    source = design_faces(design, height=DRAWN_HEIGHT[family] * 3 // 2)
    tiles = whole_set(family)
    pictures = [Enrolled(tile, source.draw(str(tile)), str(tile)) for tile in tiles]
    return Case(f"random {family} {number}", family, pictures, source)


def svg_tiles(folder: Path) -> Case:
    """A folder of SVG tiles, printed on ivory; white prints get no tile of their own colour."""
    pictures = []
    ground = Image.open(io.BytesIO(rasterise((folder / "Front.svg").read_bytes(), (240, 240))))
    for tile in MAHJONG_FACES[:34]:
        rank, suit = tile.face[0], tile.face[1]
        name = SVG_HONOURS[int(rank) - 1] if suit == "z" else SVG_NAMES[suit].format(n=rank)
        ink = Image.open(io.BytesIO(rasterise((folder / f"{name}.svg").read_bytes(), (240, 240))))
        face = ground.convert("RGBA")
        face.alpha_composite(ink.convert("RGBA").resize(face.size))
        paper = Image.new("RGBA", face.size, "white")
        paper.alpha_composite(face)
        pictures.append(Enrolled(tile, np.asarray(paper.convert("RGB"), np.uint8), name))
    return _pictured(folder.name, Family.MAHJONG, pictures)


def cards(svg: Path) -> Case:
    """The substitute deck."""
    return _pictured("substitute deck", Family.DOLLS, list(deck_pictures(read_svg(svg))))


def _pictured(name: str, family: Family, pictures: Sequence[Enrolled]) -> Case:
    return Case(name, family, pictures, as_set(pictures, family))


def scenes(case: Case, count: int, key: int = KEY) -> Iterator[Scene]:
    """Photos of whole hands; a face with several pictures shows any of them.

    Args:
        case: The design.
        count: How many.
        key: First word of their seeds; another gives other hands in other photos.
    """
    by_name: dict[str, list[str]] = {}
    for number, picture in enumerate(case.pictures):
        by_name.setdefault(str(picture.face), []).append(str(number))
    own = as_set(case.pictures, case.family)
    made = 0
    for index in range(count * 20):
        rng = np.random.default_rng((key, index))
        hand = random_hand(rng, case.family)
        tiles = [*hand.concealed, *hand.bonus, *(t for meld in hand.melds for t in meld.tiles)]
        if made == count:
            return
        if not all(str(tile) in by_name for tile in tiles):
            continue
        made += 1
        style = random_style(rng, case.family)

        def draw(name: str, rng: np.random.Generator = rng) -> Any:
            names = by_name[name]
            return own.draw(names[int(rng.integers(len(names)))])

        yield compose_hand(rng, hand, case.source, draw, style=style, size=SIZE)


def measure(case: Case, models: Models, count: int) -> dict[str, Any]:
    """The figures of one design."""
    wall, cpu = time.perf_counter(), time.process_time()
    gallery = learn("measured", case.pictures, case.family, models)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    enrolled = with_design(models.recogniser, models.session, gallery)
    photos = list(scenes(case, count))
    before, after = models.recogniser, enrolled
    return {
        "design": case.name,
        "pictures": len(case.pictures),
        "photos": len(photos),
        "seconds": round(wall, 1),
        "processor_seconds": round(cpu, 1),
        "strange": round(gallery.strange, 4),
        "warnings": [item.text for item in gallery.warnings],
        **{f"shipped_{key}": value for key, value in figures(before, photos, case).items()},
        **{f"enrolled_{key}": value for key, value in figures(after, photos, case).items()},
    }


def figures(recogniser: Recogniser, photos: Sequence[Scene], case: Case) -> dict[str, Any]:
    """Percent of tiles found and read, whole photos, percent read with the true corners."""
    read = answer_of(recogniser)
    rows, right, total = [], 0, 0
    for number, scene in enumerate(photos):
        photo = Photo(scene.pixels, *SIZE, "PNG")
        truth = _truth(scene, case.family, number)
        given = read(photo)
        rows.append(judge(truth, given, case.name))
        quads = Quads(scene.corners, np.ones(len(scene.corners), np.float32))
        for name, reading in zip(
            scene.tiles, recogniser.reader(scene.pixels, quads, case.family), strict=True
        ):
            # Backs hide their face; counting them as read would flatter every figure.
            right += name != BACK and str(reading.tile) == name
            total += name != BACK
    summary = summarise(rows)[0]
    return {
        "found": round(summary.found, 2),
        "read": round(summary.read, 2),
        "extra": summary.extra,
        "whole": round(summary.whole, 1),
        "corners_read": round(100 * right / max(1, total), 2),
        "confusions": summary.confusions[:8],
    }


def _truth(scene: Scene, family: Family, number: int) -> LabelledPhoto:
    size = np.array(scene.pixels.shape[1::-1], np.float32)
    corners = scene.corners / size
    tiles = tuple(Tile.parse(name, family) for name in scene.tiles)
    return LabelledPhoto(Path(f"scene-{number}"), tiles, boxes_of(corners), corners)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--svg-tiles", type=Path, help="folder of SVG tiles")
    parser.add_argument("--cards", type=Path, help="card set (.svgz) for the substitute deck")
    parser.add_argument("--designs", type=int, default=1, help="random designs of each family")
    parser.add_argument("--photos", type=int, default=10, help="of each design")
    parser.add_argument("--family", action="append", choices=list(Family), type=Family)
    arguments = parser.parse_args()
    models = models_of(active_folder())
    families = list(Family) if arguments.family is None else arguments.family
    for case in _cases(families, arguments.designs, arguments.svg_tiles, arguments.cards):
        line = measure(case, models, arguments.photos)
        print(json.dumps(line, ensure_ascii=False), flush=True)


def _cases(
    families: Sequence[Family], designs: int, tiles: Path | None, deck: Path | None
) -> Iterator[Case]:
    for family in families:
        yield from (drawn(family, number) for number in range(designs))
    if tiles is not None:
        yield svg_tiles(tiles)
    if deck is not None:
        yield cards(deck)


if __name__ == "__main__":
    main()
