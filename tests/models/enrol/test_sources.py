"""Folders and sheets: what each picture shows, in which order, and what is refused."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from PIL import Image

from models.enrol.enrol import read_pictures, renamed
from models.enrol.errors import EnrolError
from models.enrol.pictures import read_folder
from models.enrol.sheet import in_reading_order, read_sheet
from models.enrol.teach import Enrolled
from scoring.tiles import Family, Tile
from tests.models.enrol.conftest import face
from vision.locate import Quads
from vision.pipeline import Recogniser
from vision.read import Reading


@dataclass
class Known:
    """Finds the tiles that it is told of, and reads each as the next of some names."""

    corners: Any
    names: tuple[str | None, ...] = ()

    def find(self, _pixels: Any) -> Quads:
        corners = np.array(self.corners, np.float32).reshape(-1, 4, 2)
        return Quads(corners, np.full(len(corners), 0.9, np.float32))

    def reader(self, _pixels: Any, quads: Quads, _family: Any) -> list[Reading]:
        return [
            Reading(None if name is None else Tile.parse(name), 0.9)
            for name, _ in zip(self.names, range(len(quads)), strict=False)
        ]


def known(corners: Any, *names: str | None) -> Recogniser:
    return cast(Recogniser, Known(corners, names))


def square(x: float, y: float, side: float = 40) -> list[tuple[float, float]]:
    return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """Two rows of two tiles in four colours, 100 × 100."""
    art = np.full((100, 100, 3), 50, np.uint8)
    for (x, y), colour in zip(
        ((5, 5), (55, 5), (5, 55), (55, 55)), (90, 130, 170, 210), strict=True
    ):
        art[y : y + 40, x : x + 40] = colour
    path = tmp_path / "sheet.png"
    Image.fromarray(art).save(path)
    return path


TILES = [square(55, 55), square(5, 5), square(55, 5), square(5, 55)]


def shown(pictures: list[Enrolled]) -> list[tuple[str, int]]:
    return [(str(item.face), int(np.median(item.pixels))) for item in pictures]


class TestFolder:
    def test_names_of_files(self, folder: Path) -> None:
        pictures, family = read_folder(folder)
        assert family is Family.MAHJONG
        assert [(str(item.face), item.source) for item in pictures] == [
            ("1m", "1m.png"), ("1m", "1m_2.png"), ("2p", "2p.png"), ("3s", "3s.png"),
            ("own-joker", "own-joker.png"),
        ]  # fmt: skip
        assert_array_equal(pictures[2].pixels, face("W"))

    def test_names_of_folders(self, tmp_path: Path) -> None:
        (tmp_path / "ww_fu_s").mkdir()
        Image.fromarray(face("F")).save(tmp_path / "ww_fu_s/any.png")
        pictures, family = read_folder(tmp_path)
        assert ([str(item.face) for item in pictures], family) == (["fu*"], Family.DOLLS)

    @pytest.mark.parametrize("inside", [True, False])
    def test_a_table(self, folder: Path, tmp_path: Path, inside: bool) -> None:
        table = (folder if inside else tmp_path) / "labels.csv"
        table.write_text("file,tile\n3s.png,9p\n1m.png,own-dragon\n", "utf-8")
        pictures, _ = read_folder(folder, table=None if inside else table)
        assert [(str(item.face), item.source) for item in pictures] == [
            ("9p", "3s.png"), ("own-dragon", "1m.png"),
        ]  # fmt: skip

    def test_photos_of_single_tiles(self, folder: Path) -> None:
        """The largest tile counts, cut out."""
        pictures, _ = read_folder(folder, known([square(60, 90, 25), square(10, 20, 60)]))
        assert {item.pixels.shape for item in pictures} == {(60, 60, 3)}

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("file,tile\nno.png,1m\n", "lacks: no.png"),
            ("file,tile\n../1m.png,1m\n", "lacks"),
            ("file\n1m.png\n", "columns 'file' and 'tile'"),
            ("", "columns 'file' and 'tile'"),
            ("file,tile\n1m.png,zebra\n", "no tiles: zebra"),
            ("\0", "cannot be read|columns"),
        ],
    )
    def test_bad_tables(self, folder: Path, text: str, reason: str) -> None:
        (folder / "labels.csv").write_text(text, "utf-8")
        with pytest.raises(EnrolError, match=reason):
            read_folder(folder)

    def test_links_are_refused(self, folder: Path, tmp_path: Path) -> None:
        Image.fromarray(face("Z")).save(tmp_path / "z.png")
        (folder / "4m.png").symlink_to(tmp_path / "z.png")
        with pytest.raises(EnrolError, match=r"4m\.png is a link"):
            read_folder(folder)

    def test_linked_folders_are_refused(self, folder: Path, tmp_path: Path) -> None:
        (folder / "4m").symlink_to(tmp_path, target_is_directory=True)
        with pytest.raises(EnrolError, match="4m is a link"):
            read_folder(folder)

    @pytest.mark.parametrize(
        ("name", "data", "reason"),
        [
            ("4m.png", b"no picture", "4m.png: "),
            ("4m.png", b"", "4m.png: "),
            ("zebra.png", None, "no tiles: zebra"),
        ],
    )
    def test_pictures_that_are_none(
        self, folder: Path, name: str, data: bytes | None, reason: str
    ) -> None:
        (folder / name).write_bytes((folder / "1m.png").read_bytes() if data is None else data)
        with pytest.raises(EnrolError, match=reason):
            read_folder(folder)

    def test_a_picture_that_says_it_is_huge(self, folder: Path) -> None:
        """The size in a PNG's header is checked before memory is reserved."""
        data = bytearray((folder / "1m.png").read_bytes())
        data[16:24] = (200_000).to_bytes(4, "big") * 2
        (folder / "1m.png").write_bytes(data)
        with pytest.raises(EnrolError, match=r"1m\.png"):
            read_folder(folder)

    def test_an_empty_folder(self, tmp_path: Path) -> None:
        with pytest.raises(EnrolError, match="holds no picture"):
            read_folder(tmp_path)


class TestSheet:
    def test_in_order(self, sheet: Path) -> None:
        pictures, family = read_sheet(sheet, known(TILES), order="1m 2m 3m own-x")
        assert family is Family.MAHJONG
        assert shown(pictures) == [("1m", 90), ("2m", 130), ("3m", 170), ("own-x", 210)]

    def test_a_few_names(self, sheet: Path) -> None:
        """The reader names the rest; one is left out."""
        pictures, _ = read_sheet(sheet, known(TILES, "5p", "6p"), order="? 2m - ?")
        assert shown(pictures) == [("5p", 90), ("2m", 130), ("6p", 210)]

    def test_a_table_of_numbers(self, sheet: Path, tmp_path: Path) -> None:
        table = tmp_path / "names.csv"
        table.write_text("number,tile\n4,own-x\n", "utf-8")
        pictures, _ = read_sheet(sheet, known(TILES, "1p", "2p", "3p"), table=table)
        assert shown(pictures) == [("1p", 90), ("2p", 130), ("3p", 170), ("own-x", 210)]

    def test_a_grid_needs_no_locator(self, sheet: Path) -> None:
        pictures, _ = read_sheet(sheet, known([]), order="1m 2m 3m 4m", grid="2x2")
        assert shown(pictures) == [("1m", 90), ("2m", 130), ("3m", 170), ("4m", 210)]
        assert {item.pixels.shape for item in pictures} == {(50, 50, 3)}

    def test_the_whole_set_needs_no_order(self, tmp_path: Path) -> None:
        Image.new("RGB", (700, 100), "white").save(tmp_path / "all.png")
        pictures, family = read_sheet(tmp_path / "all.png", known([]), grid="17x1")
        assert family is Family.DOLLS
        assert [str(item.face) for item in pictures][:4] == ["fu", "fu*", "ru", "ru*"]

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            ({"order": "1m 2m"}, "4 tiles were found, but the order names 2"),
            ({"order": "? 1m 2m 3m"}, "cannot name tile 1"),
            ({"grid": "0x4"}, "is no grid"),
            ({"grid": "99x99"}, "is no grid"),
            ({"grid": "9x9", "order": "1m " * 81}, "less than 24 pixels"),
            ({"order": "1m 2m 3m 4m", "table": Path("t")}, "not both"),
        ],
    )
    def test_what_does_not_fit(self, sheet: Path, arguments: Any, reason: str) -> None:
        with pytest.raises(EnrolError, match=reason):
            read_sheet(sheet, known(TILES, None), **arguments)

    def test_no_tile(self, sheet: Path) -> None:
        with pytest.raises(EnrolError, match="no tile was found"):
            read_sheet(sheet, known([]), order="1m")

    def test_small_tiles(self, sheet: Path) -> None:
        with pytest.raises(EnrolError, match="photograph it closer"):
            read_sheet(sheet, known([square(5, 5, 10)]), order="1m")


@pytest.mark.parametrize("degrees", [0, 4, -12, 30])
def test_reading_order_of_a_turned_photo(degrees: float) -> None:
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    rows = np.array([square(50 * x, 60 * y) for y in range(3) for x in range(9)]) @ turn
    mixed = np.random.default_rng(1).permutation(27)
    quads = Quads(rows[mixed].astype(np.float32), np.ones(27, np.float32))
    assert_array_equal(in_reading_order(quads), rows.astype(np.float32))


def test_an_order_is_for_one_picture(folder: Path) -> None:
    with pytest.raises(EnrolError, match="is a folder"):
        read_pictures(folder, known([]), order="1m")


def test_corrections(folder: Path) -> None:
    pictures, family = read_folder(folder)
    changed = renamed(pictures, {2: "9p", 4: "own-star"}, family)
    assert [str(item.face) for item in changed] == ["1m", "9p", "2p", "own-star", "own-joker"]
    for names in ({0: "1m"}, {6: "1m"}, {1: "zebra"}, {1: "fu"}):
        with pytest.raises(EnrolError):
            renamed(pictures, names, family)
