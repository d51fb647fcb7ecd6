"""A comparison of two versions as one HTML file, pictures and all, without scripts."""

from __future__ import annotations

import base64
import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from PIL import Image

from models.compare import (
    EXTRA,
    MISSED,
    TileChange,
    by_face,
    confusion,
    reliability,
    worst,
)
from models.evaluate import Row
from service.model_measure import Comparison
from vision.photo import PHOTO_MAX_SIDE, load_photo

MAX_CROPS, MAX_FACES, MAX_MATRIX = 48, 60, 40
CROP_HEIGHT = 128
AROUND = 0.15
"""Share of a tile's box that is shown around it."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """A confusion matrix of the faces with errors.

    Attributes:
        columns: Answers.
        rows: Truth, with count and whether it is right for each column.
    """

    columns: list[str]
    rows: list[tuple[str, list[tuple[int, bool]]]]


def write_report(result: Comparison, path: Path) -> None:
    """Write the report.

    Raises:
        OSError: It cannot be written.
    """
    path.write_text(report(result), "utf-8")


def report(result: Comparison) -> str:
    """The report as HTML; every text in it is escaped."""
    environment = Environment(
        loader=PackageLoader("service"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    sides = {
        result.current: [pair.before for pair in result.pairs],
        result.candidate: [pair.after for pair in result.pairs],
    }
    faces = [c for c in by_face(result.pairs) if min(c.before, c.after) < c.tiles]
    return environment.get_template("compare.html.j2").render(
        current=result.current,
        candidate=result.candidate,
        verdict=result.verdict,
        faces=faces[:MAX_FACES],
        matrices=[(name, matrix(rows)) for name, rows in sides.items()],
        curves=[(name, reliability(rows)) for name, rows in sides.items()],
        crops=_crops(worst(result.pairs, MAX_CROPS)),
        missed=MISSED,
        extra=EXTRA,
        sign=lambda value: "up" if value > 0 else "down" if value < 0 else "",
    )


def matrix(rows: Iterable[Row]) -> Matrix:
    """The faces that were taken for others, those with most errors first."""
    counts = confusion(rows)
    wrong: Counter[str] = Counter()
    for (truth, answer), count in counts.items():
        if truth != answer:
            wrong[truth] += count
    names = [name for name, _ in wrong.most_common(MAX_MATRIX)]
    answers = sorted({a for (truth, a), n in counts.items() if n and truth in wrong})
    cells = [
        (name, [(counts[name, answer], name == answer) for answer in answers]) for name in names
    ]
    return Matrix(answers, cells)


def _crops(changes: Iterable[TileChange]) -> list[dict[str, Any]]:
    """Pictures of the tiles; each photo is opened once."""
    pictures: dict[Path, np.ndarray[Any, np.dtype[np.uint8]]] = {}
    result = []
    for change in changes:
        truth = change.pair.set.photos[change.pair.index]
        if truth.path not in pictures:
            pictures[truth.path] = load_photo(truth.path, max_side=PHOTO_MAX_SIDE).pixels
        place = change.pair.after.answered[change.tile]
        result.append({
            "picture": _data_uri(pictures[truth.path], truth.boxes[change.tile].tolist()),
            "truth": change.pair.before.truth[change.tile],
            "before": change.before,
            "after": change.after,
            "right": place is not None and bool(change.pair.after.rights[place]),
            "image": f"{change.pair.set.name}: {truth.path.name}",
        })  # fmt: skip
    return result


def _data_uri(pixels: np.ndarray[Any, np.dtype[np.uint8]], box: list[float]) -> str:
    """A part of a picture (H×W×3; box as shares) as a JPEG within an address."""
    height, width = pixels.shape[:2]
    x0, y0, x1, y1 = box
    dx, dy = AROUND * (x1 - x0), AROUND * (y1 - y0)
    left, right = int(max(0, x0 - dx) * width), int(min(1, x1 + dx) * width)
    top, bottom = int(max(0, y0 - dy) * height), int(min(1, y1 + dy) * height)
    crop = Image.fromarray(pixels[top : max(bottom, top + 1), left : max(right, left + 1)])
    crop.thumbnail((3 * CROP_HEIGHT, CROP_HEIGHT))
    data = io.BytesIO()
    crop.save(data, "JPEG", quality=85)
    return f"data:image/jpeg;base64,{base64.b64encode(data.getvalue()).decode()}"
