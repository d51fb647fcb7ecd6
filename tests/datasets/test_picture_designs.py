"""Designs of pictures: single files, photographed sheets, drawings; hostile folders."""

from __future__ import annotations

import os
import shutil
import struct
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from datasets.designs.catalogue import find_design, named_design
from datasets.designs.face_names import REQUIRED
from datasets.designs.families import draw, face_names, family_of, whole_set
from datasets.designs.folder import load_design
from datasets.designs.pictures import PictureDesign, cutting, load
from datasets.designs.pictures.vector import check_svg, rasterise
from datasets.designs.tables import DesignError
from datasets.synth.faces import design_faces
from scoring.tiles import Family, Tile, UnknownTileError

Picture = NDArray[np.uint8]

NAMES = tuple(f"{n}{suit}" for suit, most in (("m", 9), ("p", 9), ("s", 9), ("z", 7))
              for n in range(1, most + 1))  # fmt: skip
HEIGHT, WIDTH = 90, 66
HEAD = 'family = "mahjong"\n'
ALL_BUT_1M = ", ".join(f'"{name}"' for name in NAMES[1:])
RSVG = pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="needs rsvg-convert")


@pytest.fixture(scope="module")
def faces() -> dict[str, Picture]:
    """All 34 faces of a drawn set, and a back."""
    plain = named_design("plain")
    drawn = {name: draw(plain, Tile.parse(name, Family.MAHJONG), HEIGHT) for name in NAMES}
    resized = {
        name: np.asarray(cv2.resize(face, (WIDTH, HEIGHT)), np.uint8)
        for name, face in drawn.items()
    }
    return {**resized, "back": np.full((HEIGHT, WIDTH, 3), (200, 30, 60), np.uint8)}


def described(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "design.toml").write_text(text, "utf-8")
    return folder


def save(picture: Picture, path: Path, quality: int = 75) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(picture).save(path, quality=quality)


def picture_folder(folder: Path, faces: Mapping[str, Picture], head: str = HEAD) -> Path:
    """Write single pictures and the description that names them."""
    for name, face in faces.items():
        save(face, folder / "faces" / f"{name}.png")
    lines = "".join(f'{name} = "faces/{name}.png"\n' for name in faces)
    return described(folder, f"{head}[pictures]\n{lines}")


def loaded(folder: Path) -> PictureDesign:
    design = load_design(folder)
    assert isinstance(design, PictureDesign)
    return design


def nearest(picture: Picture, faces: Mapping[str, Picture]) -> str:
    """Return the face whose pixels differ least."""

    def distance(name: str) -> float:
        return float(np.abs(picture.astype(float) - faces[name]).mean())

    return min(faces, key=distance)


def test_single_pictures_make_a_set(faces: dict[str, Picture], tmp_path: Path) -> None:
    design = loaded(picture_folder(tmp_path / "mine", faces))
    assert (design.name, design.family) == ("mine", Family.MAHJONG)
    assert design.aspect == pytest.approx(HEIGHT / WIDTH)
    assert sorted(design.faces) == sorted(faces)
    assert face_names(design) == list(NAMES)
    for name, face in faces.items():
        drawn = draw(design, Tile.parse(name, Family.MAHJONG), HEIGHT)
        assert (drawn == face).all(), name
    assert min(design.body) > 240
    assert find_design(str(tmp_path / "mine"), Family.MAHJONG).name == "mine"


def test_a_set_of_pictures_is_printed_like_a_drawn_one(
    faces: dict[str, Picture], tmp_path: Path
) -> None:
    head = HEAD + 'name = "Aunt\'s"\ndepth = [0.5, 0.6]\nback = [1, 2, 3]\nbody = [9, 8, 7]\n'
    design = loaded(picture_folder(tmp_path / "mine", faces, head))
    printed = design_faces(design, height=60)
    assert design.name == "Aunt's"
    assert printed.names == list(NAMES)
    assert (printed.depth, printed.overlap, printed.corner_radius) == ((0.5, 0.6), False, 0.09)
    assert printed.body_colour.tolist() == [9, 8, 7]
    assert printed.draw("1m").shape == (60, round(60 * WIDTH / HEIGHT), 3)
    back = printed.back(np.random.default_rng(1))
    assert back.reshape(-1, 3).mean(axis=0) == pytest.approx([200, 30, 60])
    without = {name: face for name, face in faces.items() if name != "back"}
    plain = design_faces(loaded(picture_folder(tmp_path / "plain", without, head)), height=60)
    assert plain.back_picture is None
    assert plain.back_colour.tolist() == [1, 2, 3]


def test_faces_may_be_bare_or_lacking(faces: dict[str, Picture], tmp_path: Path) -> None:
    some = {name: face for name, face in faces.items() if name not in ("5z", "9s", "back")}
    head = HEAD + 'blank = ["5z"]\nwithout = ["9s"]\n'
    design = loaded(picture_folder(tmp_path / "mine", some, head))
    white = draw(design, Tile.parse("5z", Family.MAHJONG), 40)
    assert (white == design.body).all()
    with pytest.raises(UnknownTileError, match="has no picture"):
        draw(design, Tile.parse("9s", Family.MAHJONG), 40)
    with pytest.raises(UnknownTileError, match="has no picture"):
        draw(design, Tile.parse("fu", Family.DOLLS), 40)
    assert whole_set(design, 40).shape[0] == 5 * 42 + 2


def test_cards_overlap_and_are_thin(tmp_path: Path) -> None:
    names = sorted(REQUIRED[Family.DOLLS])
    for index in range(len(names)):
        save(np.full((140, 50, 3), 90 + 9 * index, np.uint8), tmp_path / "d" / f"{index}.png")
    lines = "".join(f'"{name}" = "{index}.png"\n' for index, name in enumerate(names))
    design = loaded(described(tmp_path / "d", f'family = "dolls"\n[pictures]\n{lines}'))
    printed = design_faces(design, height=56)
    assert printed.overlap
    assert printed.depth == (0.004, 0.03)
    assert printed.aspect == 2.8
    assert (printed.draw(names[3]) == 90 + 27).all()


def test_prints_are_laid_on_bare_faces(tmp_path: Path) -> None:
    print_ = np.full((60, 60, 3), 255, np.uint8)
    print_[20:40, 20:40] = (200, 0, 0)
    save(print_, tmp_path / "p" / "print.png")
    head = 'fit = "print"\nbody = [200, 100, 50]\naspect = 1.5\nprint_margin = 0.1\n'
    design = loaded(described(tmp_path / "p", f'{BLANK}{head}[pictures]\n1m = "print.png"\n'))
    face = draw(design, Tile.parse("1m", Family.MAHJONG), 480)
    assert face.shape == (480, 320, 3)
    assert face[5, 5].tolist() == face[120, 100].tolist() == [200, 100, 50]
    assert face[240, 160].tolist() == [round(200 * 200 / 255), 0, 0]
    inked = np.argwhere(face[:, :, 1] < 50)
    # A third of the 80 % of the width that the margins leave, in the middle.
    assert inked.min(axis=0) == pytest.approx([240 - 43, 160 - 43], abs=2)
    assert inked.max(axis=0) == pytest.approx([240 + 42, 160 + 42], abs=2)


def sheet_of(faces: Mapping[str, Picture]) -> tuple[Picture, list[list[str]]]:
    """Return the 34 faces without gaps in rows of nine, and their names."""
    rows = [list(NAMES[start : start + 9]) for start in (0, 9, 18, 27)]
    rows[3] += ["-", "-"]
    grey = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    block = np.concatenate(
        [np.concatenate([faces.get(name, grey) for name in row], axis=1) for row in rows]
    )
    return block, rows


def rows_toml(rows: list[list[str]]) -> str:
    return "faces = [" + ", ".join(f'"{" ".join(row)}"' for row in rows) + "]\n"


def check_cut(design: PictureDesign, faces: Mapping[str, Picture], inset: float) -> None:
    """Every face of the design shows what the same face of the source shows."""
    y, x = round(HEIGHT * inset), round(WIDTH * inset)
    inner = {
        name: np.asarray(cv2.resize(face[y : HEIGHT - y, x : WIDTH - x], (WIDTH, HEIGHT)), np.uint8)
        for name, face in faces.items() if name != "back"
    }  # fmt: skip
    for name in NAMES:
        assert (
            nearest(draw(design, Tile.parse(name, Family.MAHJONG), HEIGHT)[:, :WIDTH], inner)
            == name
        )


def test_a_photographed_sheet_is_cut_into_the_right_faces(
    faces: dict[str, Picture], tmp_path: Path
) -> None:
    block, rows = sheet_of(faces)
    height, width = block.shape[:2]
    corners = np.array([[130, 90], [820, 60], [870, 560], [70, 600]], np.float32)
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners)
    photo = cv2.warpPerspective(block, matrix, (960, 680), borderValue=(70, 110, 80))
    save(np.asarray(photo, np.uint8), tmp_path / "s" / "sheet.jpg", quality=92)
    listed = ", ".join(f"[{x:.0f}, {y:.0f}]" for x, y in corners)
    sheet = f'[sheet]\nfile = "sheet.jpg"\n{rows_toml(rows)}corners = [{listed}]\n'
    text = f"{HEAD}aspect = {HEIGHT / WIDTH}\n{sheet}"
    design = loaded(described(tmp_path / "s", text))
    assert face_names(design) == list(NAMES)
    check_cut(design, faces, 0.03)


@pytest.mark.parametrize("turn", [1, 6])
def test_sheets_without_corners_use_margins_and_stand_upright(
    faces: dict[str, Picture], tmp_path: Path, turn: int
) -> None:
    block, rows = sheet_of(faces)
    framed = np.pad(block, ((40, 20), (30, 10), (0, 0)))
    stored = np.rot90(framed, 1) if turn == 6 else framed  # stored a quarter turn to the left
    exif = Image.Exif()
    exif[0x0112] = turn
    (tmp_path / "s").mkdir()
    Image.fromarray(np.ascontiguousarray(stored)).save(
        tmp_path / "s" / "sheet.jpg", quality=95, exif=exif
    )
    high, wide = framed.shape[:2]
    margin = f"margin = [{30 / wide}, {40 / high}, {10 / wide}, {20 / high}]\n"
    text = f'{HEAD}[[sheet]]\nfile = "sheet.jpg"\n{rows_toml(rows)}{margin}inset = 0.0\n'
    design = loaded(described(tmp_path / "s", text))
    assert design.aspect == pytest.approx(HEIGHT / WIDTH, rel=0.01)
    check_cut(design, faces, 0.0)


def test_sheets_and_pictures_together_are_one_set(
    faces: dict[str, Picture], tmp_path: Path
) -> None:
    block, rows = sheet_of(faces)
    save(block, tmp_path / "s" / "sheet.png")
    save(faces["back"], tmp_path / "s" / "back.png")
    text = f'{HEAD}[pictures]\nback = "back.png"\n[sheet]\nfile = "sheet.png"\n{rows_toml(rows)}'
    assert "back" in loaded(described(tmp_path / "s", text)).faces
    rows[3][-1] = "1m"
    text = f'{HEAD}[sheet]\nfile = "sheet.png"\n{rows_toml(rows)}'
    with pytest.raises(DesignError, match="there twice: '1m'"):
        load_design(described(tmp_path / "s", text))


BLANK = f"{HEAD}blank = [{ALL_BUT_1M}]\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + "[pictures]\n", "faces without a picture: '1m', '2m'"),
        (HEAD + "[pictures]\n", "and 22 more"),
        (BLANK + '[pictures]\n1m = "a.png"\n12m = "a.png"\n"8z" = "a.png"\n',
         "no faces of mahjong tiles: '12m', '8z'"),
        (BLANK + 'without = ["fu"]\n[pictures]\n1m = "a.png"\n', "no faces of mahjong tiles: 'fu'"),
        (BLANK + '[pictures]\n1m = "a.png"\n2m = "a.png"\n', "there twice: '2m'"),
        (BLANK + 'without = ["2m"]\n[pictures]\n1m = "a.png"\n', "there twice: '2m'"),
        (BLANK + "[pictures]\n1m = 5\n", "pictures.1m is no file name"),
        (BLANK + "pictures = 5\n", "pictures is no table"),
        (BLANK + '[pictures]\n1m = "../a.png"\n', "'../a.png' is outside the design's folder"),
        (BLANK + '[pictures]\n1m = "/etc/passwd"\n', "'/etc/passwd' is outside"),
        (BLANK + '[pictures]\n1m = "C:/a.png"\n', "'C:/a.png' is outside"),
        (BLANK + '[pictures]\n1m = "link.png"\n', "'link.png' is outside"),
        (BLANK + '[pictures]\n1m = "gone.png"\n', "gone.png: There is no such file"),
        (BLANK + '[pictures]\n1m = "text.png"\n', "text.png: Not a photo in a supported format"),
        (BLANK + '[pictures]\n1m = "folder"\n', "folder: The file cannot be read"),
        (BLANK + '[pictures]\n1m = "bomb.png"\n', "bomb.png: The photo is too large"),
        (BLANK + '[pictures]\n1m = "large.png"\n', "large.png: 8,000 × 7,000 pixels, at most 50"),
        (BLANK + '[pictures]\n1m = "wide.png"\n', "expected height over width from 1 to 4.5"),
        (BLANK + 'aspect = 2.0\n[pictures]\n1m = "a.png"\n', "is 1.36 times as high as wide"),
        (BLANK + 'depth = [0.9, 0.1]\n[pictures]\n1m = "a.png"\n', "expected the thinner first"),
        (BLANK + 'corner_radius = 3\n[pictures]\n1m = "a.png"\n', "corner_radius is 3"),
        (BLANK + 'fit = "print"\nprint_margin = 2\n[pictures]\n1m = "a.png"\n', "margin is 2"),
        (BLANK + 'fit = "some"\n[pictures]\n1m = "a.png"\n', 'fit is "some", expected one of'),
        (BLANK + 'surface = 1\n[pictures]\n1m = "a.png"\n', "has no field ['surface']"),
        (BLANK + '[sheet]\nfaces = ["1m"]\n', "sheet lacks file"),
        (BLANK + '[sheet]\nfile = "a.png"\nfaces = []\n', "rows of faces of the sheet a.png"),
        (BLANK + '[sheet]\nfile = "a.png"\nfaces = ["1m -", "-"]\n', "have [1, 2] names"),
        (BLANK + '[sheet]\nfile = "a.png"\nfaces = ["1m"]\ninset = 0.5\n', "inset of the sheet"),
        (BLANK + '[sheet]\nfile = "a.png"\nfaces = ["1m"]\nmargin = [0.5, 0, 0.5, 0]\n',
         "leave no room"),
        (BLANK + '[sheet]\nfile = "a.png"\nfaces = ["1m"]\ncorners = [[0, 0], [9, 0]]\n',
         "has 2 corners, expected 4"),
        (BLANK + '[sheet]\nfile = "a.png"\nfaces = ["1m"]\n'
         "corners = [[0, 0], [0, 80], [60, 80], [60, 0]]\n", "not in clockwise order"),
        (BLANK + '[sheet]\nfile = "a.png"\nfaces = ["1m"]\n'
         "corners = [[0, 0], [600, 0], [600, 80], [0, 80]]\n", "outside its 66 × 90 pixels"),
        (BLANK + '[sheet]\nfile = "a.png"\nfaces = ["1m - - - - - - - -"]\n', "at least 16"),
        (BLANK + "sheet = 5\n", "sheet is no table"),
        (BLANK + "sheet = [5]\n", "sheet is no table"),
        (BLANK + '[sheet]\nfile = "../a.png"\nfaces = ["1m"]\n', "outside the design's folder"),
        (BLANK + '[pictures]\n1m = "a.svg"\n', "a.svg: the SVG refers to something outside"),
    ],
)  # fmt: skip
def test_hostile_folders_are_refused(
    text: str, words: str, faces: dict[str, Picture], tmp_path: Path
) -> None:
    folder = described(tmp_path / "h", text)
    save(faces["1m"], folder / "a.png")
    save(faces["1m"], tmp_path / "a.png")
    if "link" in text:
        (folder / "link.png").symlink_to(tmp_path / "a.png")
    (folder / "folder").mkdir()
    (folder / "text.png").write_text("no picture", "utf-8")
    (folder / "a.svg").write_text('<svg xmlns="x"><image href="/etc/passwd"/></svg>', "utf-8")
    save(np.zeros((40, 200, 3), np.uint8), folder / "wide.png")
    if "bomb" in text or "large" in text:
        size = (30_000, 30_000) if "bomb" in text else (8_000, 7_000)
        (folder / "bomb.png").write_bytes(png_header(*size))
        (folder / "large.png").write_bytes(png_header(*size))
    with pytest.raises(DesignError) as caught:
        load_design(folder)
    assert words in caught.value.detail
    assert "\n" not in caught.value.detail


def png_header(width: int, height: int) -> bytes:
    """The start of a PNG that claims a size, and no pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(b"\x00" * 1000)
    start = b"\x89PNG\r\n\x1a\n"
    return start + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="30" height="40">{}</svg>'
)
DOT = '<rect x="10" y="10" width="10" height="20" fill="#c00000"/>'


@RSVG
def test_svg_pictures_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "v").mkdir()
    (tmp_path / "v" / "one.svg").write_text(SVG.format(DOT), "utf-8")
    design = loaded(described(tmp_path / "v", BLANK + '[pictures]\n1m = "one.svg"\n'))
    face = draw(design, Tile.parse("1m", Family.MAHJONG), 400)
    assert design.aspect == pytest.approx(4 / 3)
    assert face[200, 150].tolist() == [192, 0, 0]
    assert face[20, 20].tolist() == [255, 255, 255]


@RSVG
def test_parts_and_sizes_of_svg() -> None:
    inner = f'<g id="a">{DOT}</g><g id="b"><rect width="5" height="5"/></g>'
    svg = SVG.format(inner).encode()
    assert Image.open(BytesIO(rasterise(svg, None, zoom=2))).size == (60, 80)
    assert Image.open(BytesIO(rasterise(svg, (1000, 80)))).size == (60, 80)
    assert Image.open(BytesIO(rasterise(svg, None, element="b", zoom=4))).size == (20, 20)
    with pytest.raises(DesignError, match="rsvg-convert refuses the SVG"):
        rasterise(svg, None, element="missing")


def test_without_the_program_svg_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    with pytest.raises(DesignError, match=r"need the program rsvg-convert.*PNG pictures"):
        rasterise(SVG.format(DOT).encode(), (10, 10))


@pytest.mark.parametrize(
    "inner",
    [
        DOT,
        '<defs><g id="a"/></defs><use xlink:href="#a"/><use href="#a"/>',
        '<rect fill="url(#g)"/><rect style="fill:url( \'#g\' )"/>',
        '<image href="data:image/png;base64,iVBORw0KGgo="/>',
        '<a href="https://example.org/"><rect/></a>',
        "<style>rect { fill: red }</style>",
        '<g xmlns:i="urn:x" i:note="C:\\files: a"/>',
    ],
)
def test_drawings_that_hold_everything_are_accepted(inner: str) -> None:
    check_svg(SVG.format(inner).encode())


def test_a_document_type_without_entities_is_accepted() -> None:
    doctype = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" '
        '"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    )
    check_svg((doctype + SVG.format(DOT)).encode())


@pytest.mark.parametrize(
    ("svg", "words"),
    [
        (SVG.format('<image href="a.png"/>'), "outside itself: 'a.png'"),
        (SVG.format('<image xlink:href="file:///etc/passwd"/>'), "'file:///etc/passwd'"),
        (SVG.format('<image href="data:image/svg+xml;base64,AAAA"/>'), "'data:image/svg+xml"),
        (SVG.format('<image href="data:image/png;base64,AA==&#10;#a,b"/>'), "outside itself"),
        (SVG.format('<use href="https://example.org/a.svg#b"/>'), "'https://example.org"),
        (SVG.format('<rect fill="url(b.svg#g)"/>'), "'url(b.svg#g)'"),
        (SVG.format('<rect style="filter:URL( \'//x/y\')"/>'), "outside itself"),
        (SVG.format('<rect style="fill:\\75rl(x)"/>'), "outside itself"),
        (SVG.format("<style>@IMPORT 'x.css';</style>"), "'@import'"),
        (SVG.format('<style>rect { fill: url("a.svg") }</style>'), "outside itself"),
        (SVG.format('<g xml:base="/etc/"/>'), "'/etc/'"),
        (SVG.format('<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="x"/>'), "XInclude"),
        ('<?xml-stylesheet href="a.css"?>' + SVG.format(""), "names a style sheet"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format("&a;"), "declares entities"),
        ('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SVG.format("&a;"),
         "declares entities"),
        ("<html/>", "is no SVG drawing"),
        ("no xml", "is no SVG drawing"),
        ("<svg>" * 3, "is no SVG drawing"),
        (" " * 4_000_001, "larger than 4,000,000 bytes"),
    ],
)  # fmt: skip
def test_drawings_that_lead_outside_are_refused(svg: str, words: str) -> None:
    with pytest.raises(DesignError) as caught:
        check_svg(svg.encode())
    assert words in caught.value.detail


def test_limits_are_those_of_the_documentation() -> None:
    assert load.MAX_PIXELS == 50_000_000
    assert cutting.MAX_COLUMNS == 40
    assert family_of(named_design("classic")) is Family.FLOWERS
