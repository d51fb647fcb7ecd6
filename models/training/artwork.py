"""Load the packaged tile artwork that ``artwork.toml`` names, for training only.

SVG is drawn by ``rsvg-convert`` (Debian ``librsvg2-bin``) into a cache folder.
"""

from __future__ import annotations

import gzip
import io
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from datasets.designs.pictures.vector import rasterise

RASTER_HEIGHT = 200


@dataclass(frozen=True, slots=True)
class ArtSet:
    """One set's pictures by notation: H×W×4 RGBA, transparent where only the tile shows."""

    name: str
    faces: dict[str, NDArray[np.uint8]]
    whole_tile: bool
    """The pictures show the whole face with its margins (a scan), not just the print."""


def load_artwork(folder: Path | None, cache: Path) -> list[ArtSet]:
    """Load every set that is present.

    Args:
        folder: Folder with the SVG collections; packaged sets are found by absolute path.
        cache: Folder for the drawn SVG files.
    """
    table = tomllib.loads(files(__package__).joinpath("artwork.toml").read_text("utf-8"))
    found = _svg_sets(table, folder, cache)
    sheets = [sheet for sheet in table["sheets"] if Path(sheet["file"]).exists()]
    return [*found, *(_load_sheet(sheet) for sheet in sheets)]


def _svg_sets(table: dict[str, Any], folder: Path | None, cache: Path) -> Iterator[ArtSet]:
    for kind in ("svg_ids", "svg_files"):
        for entry in table[kind]:
            for name in entry["sets"]:
                path = Path(name) if name.startswith("/") else (folder or Path()) / name
                if path.exists():
                    yield _load_svg(path, entry, cache)


def _load_svg(path: Path, entry: dict[str, Any], cache: Path) -> ArtSet:
    ids: dict[str, str] = dict(entry["named"])
    for suit, pattern in entry["ids"].items():
        ids.update({f"{n}{suit}": pattern.format(n=n) for n in range(1, 10)})
    target = cache / path.parent.name / path.stem
    target.mkdir(parents=True, exist_ok=True)
    faces = {}
    for tile, name in ids.items():
        png = target / f"{tile}.png"
        if not png.exists():
            _rasterise(path, name, png)
        picture = Image.open(png).convert("RGBA")
        box = picture.getchannel("A").getbbox()
        if box is not None:
            faces[tile] = np.asarray(picture.crop(box))
    return ArtSet(f"{path.parent.name}/{path.stem}", faces, whole_tile=False)


def _rasterise(path: Path, name: str, png: Path) -> None:
    whole = path.is_dir()
    data = (path / f"{name}.svg" if whole else path).read_bytes()
    svg = gzip.decompress(data) if path.suffix == ".svgz" else data
    # Nested <svg> faces have no size of their own, plain groups inherit the sheet's.
    size = (10 * RASTER_HEIGHT, RASTER_HEIGHT) if name.startswith("t_") else None
    drawn = rasterise(svg, size, element=None if whole else name, zoom=4)
    picture = Image.open(io.BytesIO(drawn)).convert("RGBA")
    picture.thumbnail((2 * RASTER_HEIGHT, RASTER_HEIGHT))
    picture.save(png)


def _load_sheet(sheet: dict[str, Any]) -> ArtSet:
    path = Path(sheet["file"])
    picture = np.asarray(Image.open(path).convert("RGBA"))
    columns, rows, margin = sheet["columns"], sheet["rows"], sheet["margin"]
    height, width = picture.shape[0] / rows, picture.shape[1] / columns
    faces: dict[str, NDArray[np.uint8]] = {}
    for index, tile in enumerate(sheet["tiles"].split()):
        row, column = divmod(index, columns)
        if tile == "-" or tile in faces:
            continue
        y, x = round((row + margin) * height), round((column + margin) * width)
        end_y, end_x = round((row + 1 - margin) * height), round((column + 1 - margin) * width)
        faces[tile] = picture[y:end_y, x:end_x]
    return ArtSet(path.stem, faces, whole_tile=True)
