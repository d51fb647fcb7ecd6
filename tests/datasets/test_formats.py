"""Label formats: what good files give, and one clear error for each way to be bad."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from PIL import Image

from datasets.formats.crops import read_crops
from datasets.formats.detect import read_dataset
from datasets.formats.own_json import MAX_BYTES, read_own
from datasets.formats.yolo import MAX_YAML_BYTES, read_yolo
from datasets.labels import DatasetError, LabelledPhoto
from scoring.tiles import Family, Tile

NAMES = "names: [1m, 0p, 7z, back]\n"


def picture(path: Path, size: tuple[int, int] = (80, 40), orientation: int = 1) -> Path:
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.new("RGB", size).save(path, exif=exif)
    return path


def yolo(folder: Path, labels: str | bytes | None, names: str = NAMES) -> Path:
    """Make a dataset of one photo, ``a.jpg``, in the split ``val``."""
    for kind in ("images", "labels"):
        (folder / kind / "val").mkdir(parents=True)
    (folder / "data.yaml").write_text(names, "utf-8")
    picture(folder / "images" / "val" / "a.jpg")
    if labels is not None:
        data = labels if isinstance(labels, bytes) else labels.encode()
        (folder / "labels" / "val" / "a.txt").write_bytes(data)
    return folder


def texts(photo: LabelledPhoto) -> list[str]:
    return [str(tile) for tile in photo.tiles]


class TestYolo:
    def test_boxes_are_shares(self, tmp_path: Path) -> None:
        folder = yolo(tmp_path, "2 0.5 0.5 0.2 0.4\n\n  0 0.1 0.2 0.2 0.4  \n")
        (photo,) = read_yolo(folder, "val")
        assert photo.path == folder / "images" / "val" / "a.jpg"
        assert texts(photo) == ["7z", "1m"]
        assert_allclose(photo.boxes, [[0.4, 0.3, 0.6, 0.7], [0, 0, 0.2, 0.4]], atol=1e-6)
        assert photo.boxes.dtype == np.float32
        assert photo.corners is None
        assert not photo.partial

    @pytest.mark.parametrize("labels", [None, "", "\n \n"])
    def test_a_photo_without_labels_has_no_tiles(self, tmp_path: Path, labels: str | None) -> None:
        (photo,) = read_yolo(yolo(tmp_path, labels), "val")
        assert photo.tiles == ()
        assert photo.boxes.shape == (0, 4)

    def test_names_may_be_numbered(self, tmp_path: Path) -> None:
        folder = yolo(tmp_path, "7 0.5 0.5 0.2 0.4", "names:\n  7: 3-4\n  2: 5m\n")
        (photo,) = read_yolo(folder, "val")
        assert photo.tiles == (Tile.parse("3-4"),)

    def test_photos_are_sorted_and_other_files_skipped(self, tmp_path: Path) -> None:
        images = yolo(tmp_path, "") / "images" / "val"
        for name in ("c.PNG", "b.jpeg", "notes.txt"):
            picture(images / "a.jpg").rename(images / name)
        picture(images / "a.jpg")
        assert [p.path.name for p in read_yolo(tmp_path, "val")] == ["a.jpg", "b.jpeg", "c.PNG"]

    @pytest.mark.parametrize(
        "line",
        [
            "0 0.5 0.5 0.2",  # a number is missing
            "0 0.5 0.5 0.2 0.4 0.9",  # one too many
            "0 0.1 0.1 0.3 0.1 0.3 0.5",  # a triangle
            "4 0.5 0.5 0.2 0.4",  # no such class
            "-1 0.5 0.5 0.2 0.4",
            "0.0 0.5 0.5 0.2 0.4",
            "1m 0.5 0.5 0.2 0.4",
            "0 0.5 0.5 0.2 wide",
            "0 0.5 0.5 0.2 nan",
            "0 inf 0.5 0.2 0.4",
            "0 320 240 64 96",  # pixels
            "0 0.5 0.5 -0.2 0.4",
        ],
    )
    def test_a_bad_line_is_named(self, tmp_path: Path, line: str) -> None:
        folder = yolo(tmp_path, f"0 0.5 0.5 0.2 0.4\n{line}\n")
        with pytest.raises(DatasetError, match=r"a\.txt, line 2: '.*' is no label"):
            read_yolo(folder, "val")

    def test_a_label_file_that_is_no_text(self, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match=r"a\.txt is no text file"):
            read_yolo(yolo(tmp_path, b"\xff\xfe0 0.5"), "val")

    def test_unknown_class_names_are_listed(self, tmp_path: Path) -> None:
        folder = yolo(tmp_path, "", "names: [1m, dog, 5z, 99x]")
        with pytest.raises(DatasetError, match=r"these class names are no tiles: dog, 99x$"):
            read_yolo(folder, "val")

    @pytest.mark.parametrize(
        "text",
        [
            pytest.param("", id="empty"),
            pytest.param("path: .", id="no names"),
            pytest.param("names: 3", id="a number"),
            pytest.param("names:", id="nothing"),
            pytest.param("names: {one: 1m}", id="a class that is no number"),
            pytest.param("names: [1m, [2m]]", id="a list as a name"),
            pytest.param("names: [1m, null]", id="a name that is missing"),
            pytest.param("names: [1m", id="cut off"),
            pytest.param("- names", id="a list"),
            pytest.param("names: !!python/object/apply:os.getcwd []", id="code"),
            pytest.param("names: " + "[" * 20_000, id="too deep"),
            pytest.param("names: [\x00]", id="control characters"),
        ],
    )
    def test_malformed_names(self, tmp_path: Path, text: str) -> None:
        with pytest.raises(DatasetError, match=r"data\.yaml has no readable list of class names"):
            read_yolo(yolo(tmp_path, "", text), "val")

    def test_aliases_that_would_grow_are_refused(self, tmp_path: Path) -> None:
        lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
        for level in range(1, 10):
            aliases = ", ".join([f"*a{level - 1}"] * 9)
            lines.append(f"a{level}: &a{level} [{aliases}]")
        with pytest.raises(DatasetError, match="no readable list"):
            read_yolo(yolo(tmp_path, "", "\n".join([*lines, "names: *a9"])), "val")

    def test_an_oversize_yaml_is_not_read(self, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match=f"larger than {MAX_YAML_BYTES} bytes"):
            read_yolo(yolo(tmp_path, "", NAMES + "#" * MAX_YAML_BYTES), "val")

    @pytest.mark.parametrize("missing", ["images", "labels"])
    def test_a_missing_folder(self, tmp_path: Path, missing: str) -> None:
        folder = yolo(tmp_path, "")
        (folder / missing / "val").rename(folder / missing / "train")
        with pytest.raises(DatasetError, match=rf"{missing}/val is not a folder"):
            read_yolo(folder, "val")

    def test_a_missing_yaml(self, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match=r"data\.yaml is missing"):
            read_yolo(tmp_path, "val")


LABEL: dict[str, Any] = {
    "image": "a.jpg",
    "family": "mahjong",
    "tiles": [{"tile": "0p", "corners": [[20, 10], [40, 10], [40, 30], [20, 30]]}],
    "hand": "0p",
}


def own(folder: Path, label: object) -> Path:
    text = label if isinstance(label, str) else json.dumps(label)
    (folder / "a.json").write_text(text, "utf-8")
    if not (folder / "a.jpg").exists():
        picture(folder / "a.jpg")
    return folder


def changed(**entries: object) -> dict[str, Any]:
    return {**LABEL, **entries}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in LABEL.items() if name != key}


class TestOwn:
    def test_corners_and_hand(self, tmp_path: Path) -> None:
        (photo,) = read_own(own(tmp_path, LABEL))
        assert photo.path == tmp_path / "a.jpg"
        assert photo.tiles == (Tile.parse("0p", Family.MAHJONG),)
        corners = [[[0.25, 0.25], [0.5, 0.25], [0.5, 0.75], [0.25, 0.75]]]
        assert photo.corners is not None
        assert_allclose(photo.corners, corners)
        assert photo.corners.dtype == np.float32
        assert_allclose(photo.boxes, [[0.25, 0.25, 0.5, 0.75]])
        assert photo.hand == "0p"

    def test_pixels_are_those_of_the_upright_photo(self, tmp_path: Path) -> None:
        picture(tmp_path / "a.jpg", (40, 80), orientation=6)
        (photo,) = read_own(own(tmp_path, LABEL))
        assert_allclose(photo.boxes, [[0.25, 0.25, 0.5, 0.75]])

    def test_a_hand_as_rows_is_no_notation(self, tmp_path: Path) -> None:
        (photo,) = read_own(own(tmp_path, changed(hand=[["0p"]])))
        assert photo.hand is None

    def test_a_photo_without_tiles(self, tmp_path: Path) -> None:
        (photo,) = read_own(own(tmp_path, changed(tiles=[])))
        assert photo.boxes.shape == (0, 4)

    def test_the_image_is_looked_for_beside_its_label(self, tmp_path: Path) -> None:
        (photo,) = read_own(own(tmp_path, changed(image="../../elsewhere/a.jpg")))
        assert photo.path == tmp_path / "a.jpg"

    @pytest.mark.parametrize(
        "label",
        [
            pytest.param("", id="empty"),
            pytest.param("[1, 2]", id="a list"),
            pytest.param("null", id="null"),
            pytest.param('{"image": ', id="cut off"),
            pytest.param("[" * 100_000, id="too deep"),
            pytest.param(without("image"), id="no image"),
            pytest.param(without("family"), id="no family"),
            pytest.param(without("tiles"), id="no tiles"),
            pytest.param(changed(family="poker"), id="another family"),
            pytest.param(changed(tiles=3), id="tiles are a number"),
            pytest.param(changed(tiles=["0p"]), id="tiles without corners"),
            pytest.param(changed(tiles=[{"tile": "0p"}]), id="no corners"),
            pytest.param(changed(tiles=[{"tile": "9z", "corners": [[0, 0]] * 4}]), id="no tile"),
            pytest.param(changed(tiles=[{"tile": "0p", "corners": [[0, 0]] * 3}]), id="three"),
            pytest.param(changed(tiles=[{"tile": "0p", "corners": [[0], [1, 2]]}]), id="ragged"),
            pytest.param(changed(tiles=[{"tile": "0p", "corners": "here"}]), id="words"),
            pytest.param(
                changed(tiles=[{"tile": "0p", "corners": [[float("nan"), 0]] * 4}]), id="nan"
            ),
            pytest.param(changed(tiles=[{"tile": "0p", "corners": [[10**400, 0]] * 4}]), id="huge"),
        ],
    )
    def test_malformed_labels(self, tmp_path: Path, label: object) -> None:
        with pytest.raises(DatasetError, match=r"a\.json is no label file"):
            read_own(own(tmp_path, label))

    def test_an_oversize_label_is_not_read(self, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match=f"larger than {MAX_BYTES} bytes"):
            read_own(own(tmp_path, " " * (MAX_BYTES + 1)))

    @pytest.mark.parametrize(
        ("image", "message"), [("b.jpg", "nothing of this name"), ("a.json", "bytes are")]
    )
    def test_a_photo_that_cannot_be_used(self, tmp_path: Path, image: str, message: str) -> None:
        with pytest.raises(DatasetError, match=message):
            read_own(own(tmp_path, changed(image=image)))


def crops(folder: Path, table: str | bytes) -> Path:
    data = table if isinstance(table, bytes) else table.encode()
    (folder / "labels.csv").write_bytes(data)
    picture(folder / "a.png")
    return folder


class TestCrops:
    def test_the_tile_fills_the_picture(self, tmp_path: Path) -> None:
        photos = read_crops(crops(tmp_path, "file,tile\na.png,5z\na.png,back\n"))
        assert [texts(photo) for photo in photos] == [["5z"], ["back"]]
        assert photos[0].path == tmp_path / "a.png"
        assert_allclose(photos[0].boxes, [[0, 0, 1, 1]])
        assert photos[0].corners is not None
        assert_allclose(photos[0].corners, [[[0, 0], [1, 0], [1, 1], [0, 1]]])

    @pytest.mark.parametrize(
        ("table", "message"),
        [
            ("name,tile\na.png,5z\n", "row 1: the column 'file' is missing"),
            ("file\na.png\n", "row 1: the column 'tile' is missing"),
            ("file,tile\na.png,5z\na.png,9x\n", "row 2: "),
            ("file,tile\na.png\n", "row 1: "),
            ("file,tile\nb.png,5z\n", "row 1: the file 'b.png' is missing"),
            ("file,tile\n,5z\n", "row 1: the file '' is missing"),
            (b"file,tile\n\xff\xfe,5z\n", "is no CSV file"),
            ("file,tile\n" + "x" * 200_000 + ",5z\n", "is no CSV file"),
        ],
    )
    def test_malformed_tables(self, tmp_path: Path, table: str | bytes, message: str) -> None:
        with pytest.raises(DatasetError, match=message):
            read_crops(crops(tmp_path, table))

    def test_a_missing_table(self, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match="is no CSV file"):
            read_crops(tmp_path)


class TestDetect:
    @pytest.mark.parametrize(
        ("make", "expected"),
        [
            pytest.param(lambda f: yolo(f, "0 0.5 0.5 0.2 0.4"), ["1m"], id="YOLO"),
            pytest.param(lambda f: crops(f, "file,tile\na.png,5z\n"), ["5z"], id="crops"),
            pytest.param(lambda f: own(f, LABEL), ["0p"], id="own"),
            pytest.param(lambda f: picture(f / "a.WEBP"), [], id="photos without tiles"),
        ],
    )
    def test_the_format_is_recognised(
        self, tmp_path: Path, make: Callable[[Path], Path], expected: list[str]
    ) -> None:
        make(tmp_path)
        (photo,) = read_dataset(tmp_path)
        assert texts(photo) == expected

    def test_an_empty_folder(self, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match="holds no photos"):
            read_dataset(tmp_path)

    def test_no_folder(self, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match="is not a folder"):
            read_dataset(tmp_path / "none")

    def test_another_split(self, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match="images/train is not a folder"):
            read_dataset(yolo(tmp_path, ""), "train")


@pytest.mark.parametrize(
    ("boxes", "corners", "message"),
    [
        (np.zeros((2, 4), np.float32), None, "boxes must be"),
        (np.zeros((1, 4), np.float32), np.zeros((1, 4), np.float32), "corners must be"),
    ],
)
def test_labels_check_their_arrays(boxes: Any, corners: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        LabelledPhoto(Path("a.jpg"), (Tile.parse("1m"),), boxes, corners)
