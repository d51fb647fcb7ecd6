"""A photo of a hand that is not there: files to read, and a recogniser that knows the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scoring.errors import WahuaError
from scoring.tiles import Family, Tile
from service import recognition
from vision.arrange import Layout, PlacedTile, Role
from vision.photo import Photo
from vision.pipeline import ReadResult
from vision.read import Reading

SIZE = (800, 300)
HAND_TEXT = "123456789m234s55p [789s] | 1f"
DOUBTFUL_TILE = 8  # reading order, from 0: the 9m


@dataclass
class FakeRecogniser:
    """Gives the prepared answer and remembers the photos that it was given."""

    answer: ReadResult | WahuaError
    photos: list[Photo] = field(default_factory=list)

    families: list[Family | None] = field(default_factory=list)

    def read(self, photo: Photo, family: Family | None = None) -> ReadResult:
        self.photos.append(photo)
        self.families.append(family)
        if isinstance(self.answer, WahuaError):
            raise self.answer
        return self.answer


def placed(face: str, index: int, *, row: int, group: int, role: Role) -> PlacedTile:
    left, top = 20 + 45 * index, 40 + 120 * row
    corners = np.array(
        [[left, top], [left + 40, top], [left + 40, top + 54], [left, top + 54]], np.float32
    )
    tile = Tile.parse(face, Family.MAHJONG)
    doubtful = (row, index) == (0, DOUBTFUL_TILE)
    reading = Reading(tile, 0.9871, ((tile, 0.9871), (Tile.parse("1m"), 0.0101)))
    if doubtful:
        reading = Reading(tile, 0.55, ((tile, 0.55), (Tile.parse("7m"), 0.41)))
    return PlacedTile(reading, corners, tile, doubtful, row, group, role)


@pytest.fixture
def result() -> ReadResult:
    """All chows with a doubtful 9m; the winning 5p lies apart, the chow 789s and a flower below."""
    faces = [f"{n}m" for n in range(1, 10)] + ["2s", "3s", "4s", "5p"]
    tiles = [placed(face, i, row=0, group=0, role=Role.HAND) for i, face in enumerate(faces)]
    tiles.append(placed("5p", 14, row=0, group=1, role=Role.WINNING))
    for index, face in enumerate(["7s", "8s", "9s"]):
        tiles.append(placed(face, index, row=1, group=2, role=Role.MELD))
    tiles.append(placed("1f", 5, row=1, group=3, role=Role.BONUS))
    warning = "five 9m were read, one is taken as 7m"
    layout = Layout(tuple(tiles), HAND_TEXT, Tile.parse("5p"), (warning,))
    return ReadResult(
        width=SIZE[0],
        height=SIZE[1],
        family=Family.MAHJONG,
        layout=layout,
        timings_ms={"locate": 12.345, "read": 6.789},
        models={"locator": "1.0", "reader": "1.1"},
        warnings=(warning,),
    )


@pytest.fixture
def use_recogniser(
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[ReadResult | WahuaError], FakeRecogniser]:
    """Have the commands read photos with a prepared answer instead of the shipped models."""

    def use(answer: ReadResult | WahuaError) -> FakeRecogniser:
        fake = FakeRecogniser(answer)
        monkeypatch.setattr(recognition, "shipped_recogniser", lambda: fake)
        return fake

    return use


@pytest.fixture
def photo_file(tmp_path: Path) -> Path:
    """A green picture without tiles, 800 × 300."""
    path = tmp_path / "table.png"
    Image.new("RGB", SIZE, (30, 110, 60)).save(path)
    return path


@pytest.fixture
def bad_files(tmp_path: Path) -> dict[str, Path]:
    """Files that are no photo: empty, text named .jpg, and a JPEG cut off in the middle."""
    noise = np.random.default_rng(3).integers(0, 256, (200, 300, 3), dtype=np.uint8)
    whole = tmp_path / "whole.jpg"
    Image.fromarray(noise).save(whole)
    contents = {
        "empty": b"",
        "text": b"this is not a photo\n" * 20,
        "truncated": whole.read_bytes()[: whole.stat().st_size // 2],
    }
    paths = {}
    for name, data in contents.items():
        paths[name] = tmp_path / f"{name}.jpg"
        paths[name].write_bytes(data)
    return paths
