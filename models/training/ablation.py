"""What each effect of the views adds: ``python -m models.training.ablation --photos DIR``.

Readers are trained for the same few steps from the same start on drawn mahjong sets alone,
each without one of the effects, and judged on the real tiles of a labelled YOLO set that lie
upright in its photos (cut by their labels, so that nothing but the reading is judged).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from datasets.synth.faces import PrintedFaces, drawn_sets
from datasets.synth.views import ALL_EFFECTS, Effects
from models.training.loop import Batches, Progress, Schedule, run, to_tensor
from models.training.reader import collate, reader_loss
from models.training.reader_data import INDEX, ReaderSample, sample_printed
from models.training.reader_net import ReaderNet
from models.training.sources import load_training_photos
from scoring.tiles import Family
from vision.evidence import within
from vision.faces import FACE_NAMES
from vision.read import cut_face, softmax

Faces = tuple[NDArray[np.uint8], NDArray[np.int_]]


def variants() -> dict[str, Effects]:
    """All effects, each left out in turn, and none of them."""
    names = [field.name for field in fields(Effects)]
    return {
        "all effects": ALL_EFFECTS,
        **{f"without {name}": Effects(**{name: False}) for name in names},
        "none": Effects(**dict.fromkeys(names, False)),
    }


def real_faces(folder: Path, split: str, most: int) -> Faces:
    """Upright tiles of a labelled set, spread over it: n×96×64×3 RGB and their classes."""
    photos = [photo for photo in load_training_photos(folder, split) if photo.exact.all()]
    pairs = [(photo, index) for photo in photos for index in range(len(photo.tiles))]
    chosen = pairs[:: max(1, len(pairs) // most)]
    faces = [cut_face(photo.pixels, photo.quads[index]) for photo, index in chosen]
    classes = [INDEX[photo.tiles[index]] for photo, index in chosen]
    return np.array(faces, np.uint8), np.array(classes)


def samples(
    drawn: list[PrintedFaces], effects: Effects, batch: int, seed: int
) -> Iterator[list[ReaderSample]]:
    """Yield batches of drawn faces for ever."""
    step = 0
    while True:
        rng = np.random.default_rng((seed, step))
        yield [
            sample_printed(rng, drawn[int(rng.integers(len(drawn)))], effects) for _ in range(batch)
        ]
        step += 1


def read_share(net: torch.nn.Module, faces: Faces) -> float:
    """Percent of faces that a net names, told that they are mahjong tiles."""
    pixels, classes = faces
    net.eval()
    named = []
    with torch.no_grad():
        for start in range(0, len(pixels), 64):
            images = torch.stack([to_tensor(face) for face in pixels[start : start + 64]])
            chances = within(softmax(net(images)[0].numpy()), Family.MAHJONG)
            named.append(chances[:, : len(FACE_NAMES) - 1].argmax(axis=1))
    return 100 * float((np.concatenate(named) == classes).mean())


def trained(
    drawn: list[PrintedFaces], effects: Effects, arguments: argparse.Namespace, out: Path
) -> torch.nn.Module:
    """Train a reader from its first weights, the same for every variant."""
    torch.manual_seed(arguments.seed)
    out.mkdir(parents=True, exist_ok=True)
    progress = Progress.of(ReaderNet(), out, weight_decay=0.05)
    batches = Batches(lambda: samples(drawn, effects, arguments.batch, arguments.seed), collate)
    schedule = Schedule(
        arguments.steps, arguments.minutes, rate=2e-3, clip=5.0, report=100, save=10**9
    )
    run(progress, batches.loader(prefetch=4), reader_loss, schedule, folder=out, name="reader")
    return progress.average


def main() -> None:
    """Train every variant and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="YOLO dataset to judge on")
    parser.add_argument("--split", default="val")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints")
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--minutes", type=float, default=60, help="bound of one variant")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--designs", type=int, default=60)
    parser.add_argument("--faces", type=int, default=1500, help="real tiles to judge on")
    parser.add_argument("--only", nargs="*", help="some of the variants, by name")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    faces = real_faces(arguments.photos, arguments.split, arguments.faces)
    drawn = drawn_sets(arguments.designs, arguments.seed)
    print(f"{len(faces[1])} real tiles, {len(drawn)} drawn sets", flush=True)
    for name, effects in variants().items():
        if arguments.only and name not in arguments.only:
            continue
        net = trained(drawn, effects, arguments, arguments.out / name.replace(" ", "-"))
        print(f"| {name} | {read_share(net, faces):.1f} % |", flush=True)


if __name__ == "__main__":
    main()
