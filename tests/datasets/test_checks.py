"""Checks: exact findings on small datasets built for them, and none on a clean one."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from datasets.checks.boxes import degenerate
from datasets.checks.check import Checked, check_dataset
from datasets.checks.contact_sheet import CAPTION, CELL, GAP, Item, captioned_sheet
from datasets.checks.data_sheet import data_sheet
from datasets.checks.fingerprints import look_alike
from datasets.checks.near import MAX_BITS, clusters, near_pairs
from datasets.labels import DatasetError, Mark

SIZE = (160, 120)
YAML = "path: .\ntrain: images/train\nval: images/val\nnames: [1m, 2m, 7z]\n"
GOOD = "0 0.3 0.5 0.1 0.2\n1 0.6 0.5 0.1 0.2\n"


def noise(seed: int) -> Image.Image:
    """A smooth random picture, unlike any of another seed."""
    coarse = np.random.default_rng(seed).integers(0, 256, (6, 8, 3), dtype=np.uint8)
    return Image.fromarray(coarse).resize(SIZE, Image.Resampling.BICUBIC)


def add(
    folder: Path,
    name: str,
    picture: Image.Image,
    labels: str | None = GOOD,
    split: str = "train",
    *,
    orientation: int = 1,
    quality: int = 90,
) -> None:
    """Add a photo and its YOLO labels."""
    (folder / "data.yaml").write_text(YAML, "utf-8")
    images, texts = (folder / kind / split for kind in ("images", "labels"))
    for place in (images, texts):
        place.mkdir(parents=True, exist_ok=True)
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture.save(images / name, quality=quality, exif=exif)
    if labels is not None:
        (texts / name).with_suffix(".txt").write_text(labels, "utf-8")


def findings(checked: Checked) -> list[tuple[str, str, str]]:
    rows = [finding.as_dict(checked.folder) for finding in checked.findings]
    return [(row["fault"], row["file"], row["detail"]) for row in rows]


def faults(folder: Path) -> list[tuple[str, str]]:
    return [row[:2] for row in findings(check_dataset(folder))]


def test_a_clean_dataset(tmp_path: Path) -> None:
    add(tmp_path, "a.jpg", noise(1))
    add(tmp_path, "b.jpg", noise(2), split="val")
    checked = check_dataset(tmp_path)
    assert findings(checked) == []
    assert len(checked.photos) == 2


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ("0 0.02 0.5 0.1 0.2\n", ("box-outside", "mark 1 (1m) lies 4.8 pixels outside")),
        ("0 0.5 0.5 0.001 0.2\n", ("degenerate-box", "mark 1 (1m) is 0.2 × 24.0 pixels")),
        (
            "0 0.5 0.5 0.1 0.2\n2 0.501 0.5 0.1 0.2\n",
            ("duplicate-box", "marks 1 and 2 (1m and 7z)"),
        ),
        ("0 0.4 0.4 0.6 0.6 0.6 0.4 0.4 0.6\n", ("degenerate-box", "mark 1 (1m) has corners")),
        ("0 0.5 0.5\n", ("bad-label", "line 1: '0 0.5 0.5' is no label")),
        ("9 0.5 0.5 0.1 0.2\n", ("bad-label", "line 1: '9 0.5 0.5 0.1 0.2' is no label")),
        (None, ("no-label", "it has no label file")),
    ],
)
def test_one_fault_of_a_label(
    labels: str | None, expected: tuple[str, str], tmp_path: Path
) -> None:
    add(tmp_path, "a.jpg", noise(1), labels)
    ((fault, _, detail),) = findings(check_dataset(tmp_path))
    assert fault == expected[0]
    assert expected[1] in detail


def test_files_that_do_not_belong_together(tmp_path: Path) -> None:
    add(tmp_path, "a.jpg", noise(1))
    (tmp_path / "labels" / "train" / "ghost.txt").write_text(GOOD, "utf-8")
    (tmp_path / "images" / "train" / "text.jpg").write_text("no photo", "utf-8")
    (tmp_path / "labels" / "train" / "text.txt").write_text(GOOD, "utf-8")
    whole = (tmp_path / "images" / "train" / "a.jpg").read_bytes()
    (tmp_path / "images" / "train" / "half.jpg").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "labels" / "train" / "half.txt").write_text("", "utf-8")
    assert faults(tmp_path) == [
        ("bad-photo", "images/train/half.jpg"),
        ("bad-photo", "images/train/text.jpg"),
        ("missing-photo", "labels/train/ghost.txt"),
    ]


def test_class_orders_and_unknown_classes(tmp_path: Path) -> None:
    add(tmp_path, "a.jpg", noise(1), "3 0.5 0.5 0.1 0.2\n")
    (tmp_path / "data.yaml").write_text("nc: 3\nnames: [1m, 2m, 7z, dog]\n", "utf-8")
    (tmp_path / "classes.txt").write_text("2m\n1m\n7z\ndog\n", "utf-8")
    assert findings(check_dataset(tmp_path)) == [
        ("class-order", "classes.txt", "its order is not that of data.yaml"),
        ("class-order", "data.yaml", "nc is 3, but 4 names follow"),
        ("unknown-class", "images/train/a.jpg", "the class 'dog' is no tile"),
    ]


def test_category_orders_of_coco(tmp_path: Path) -> None:
    for number, split in enumerate(("train", "val")):
        (tmp_path / split).mkdir()
        noise(number).save(tmp_path / split / f"{split}.jpg")
        table = {
            "images": [{"id": 1, "file_name": f"{split}.jpg"}],
            "annotations": [],
            "categories": [{"id": 1 + number, "name": "1m"}, {"id": 2 - number, "name": "2m"}],
        }
        (tmp_path / split / "_annotations.coco.json").write_text(json.dumps(table), "utf-8")
    assert faults(tmp_path) == [("class-order", "val/_annotations.coco.json")]


def test_photos_stored_turned(tmp_path: Path) -> None:
    add(tmp_path, "a.jpg", noise(1), orientation=6)
    ((fault, file, detail),) = findings(check_dataset(tmp_path))
    assert (fault, file) == ("exif-rotated", "images/train/a.jpg")
    assert "EXIF orientation 6" in detail


def test_the_same_file_twice(tmp_path: Path) -> None:
    add(tmp_path, "a.jpg", noise(1))
    add(tmp_path, "b.jpg", noise(1))
    assert findings(check_dataset(tmp_path)) == [
        ("same-file", "images/train/a.jpg", "2 photos are the same file")
    ]


def test_the_same_file_in_two_splits(tmp_path: Path) -> None:
    add(tmp_path, "a.jpg", noise(1))
    add(tmp_path, "b.jpg", noise(1), split="val")
    detail = "2 photos are the same file; it is in train and val"
    assert findings(check_dataset(tmp_path)) == [("duplicate-leak", "images/train/a.jpg", detail)]


def changed(picture: Image.Image) -> Image.Image:
    """Smaller, brighter, and a little cropped."""
    crop = picture.crop((2, 1, SIZE[0] - 1, SIZE[1] - 2)).resize((128, 96))
    return crop.point(lambda value: min(255, int(value * 0.9 + 20)))


@pytest.mark.parametrize(
    ("split", "fault"), [("train", "near-duplicate"), ("val", "duplicate-leak")]
)
def test_nearly_the_same_photo(split: str, fault: str, tmp_path: Path) -> None:
    add(tmp_path, "a.jpg", noise(1))
    add(tmp_path, "b.jpg", changed(noise(1)), split=split, quality=60)
    add(tmp_path, "c.jpg", noise(2))
    (found,) = check_dataset(tmp_path).findings
    assert (found.fault, found.path.name) == (fault, "a.jpg")
    assert [path.name for path in found.others] == ["b.jpg"]


def test_a_series_from_one_stand_is_not_the_same_photo(tmp_path: Path) -> None:
    add(tmp_path, "a.jpg", noise(1), "0 0.3 0.5 0.1 0.2\n")
    add(tmp_path, "b.jpg", changed(noise(1)), "2 0.3 0.5 0.1 0.2\n")
    assert faults(tmp_path) == []


def test_copies_of_one_source(tmp_path: Path) -> None:
    add(tmp_path, "a_jpg.rf.01.jpg", noise(1))
    add(tmp_path, "a_jpg.rf.02.jpg", changed(noise(1)))
    assert faults(tmp_path) == []
    add(tmp_path, "a_jpg.rf.03.jpg", noise(3), split="val")
    detail = "copies of the photo 'a_jpg' are in train and val"
    assert findings(check_dataset(tmp_path)) == [
        ("source-leak", "images/train/a_jpg.rf.01.jpg", detail)
    ]


def test_one_physical_set_in_two_splits(tmp_path: Path) -> None:
    add(tmp_path, "shop_1.jpg", noise(1))
    add(tmp_path, "shop_2.jpg", noise(2), split="val")
    add(tmp_path, "home_1.jpg", noise(3), split="val")
    (tmp_path / "data.yaml").write_text(YAML + "sets: {shop: [shop_], home: [home_]}\n", "utf-8")
    detail = "the set 'shop' is in train and val (2 photos)"
    assert findings(check_dataset(tmp_path)) == [("set-leak", "images/train/shop_1.jpg", detail)]


def test_a_mirrored_copy(tmp_path: Path) -> None:
    add(tmp_path, "a.jpg", noise(1))
    add(tmp_path, "b.jpg", noise(1).transpose(Image.Transpose.FLIP_LEFT_RIGHT), quality=70)
    (found,) = check_dataset(tmp_path).findings
    assert (found.fault, found.path.name, found.others[0].name) == ("mirrored", "a.jpg", "b.jpg")


def test_plain_pictures_of_different_colours_are_different(tmp_path: Path) -> None:
    add(tmp_path, "a.jpg", Image.new("RGB", SIZE, (200, 200, 200)))
    add(tmp_path, "b.jpg", Image.new("RGB", SIZE, (90, 90, 90)))
    assert faults(tmp_path) == []
    add(tmp_path, "c.png", Image.new("RGB", SIZE, (90, 90, 90)))
    assert faults(tmp_path) == [("near-duplicate", "images/train/b.jpg")]


def test_an_empty_dataset_is_none(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="in no known format"):
        check_dataset(tmp_path)


@pytest.mark.parametrize(
    ("quad", "wrong"),
    [
        ([(0, 0), (20, 0), (20, 30), (0, 30)], False),
        ([(0, 0), (20, 30), (20, 0), (0, 30)], True),  # crossed
        ([(0, 0), (20, 0), (5, 5), (0, 30)], True),  # dented
        ([(0, 0), (10, 0), (20, 0), (0, 30)], True),  # three corners in a line
    ],
)
def test_shapes_of_quads(quad: list[tuple[float, float]], wrong: bool) -> None:
    assert (degenerate(Mark.of_corners("1m", quad)) is not None) == wrong


@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_near_pairs_are_all_pairs_that_are_near(seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    base = rng.integers(0, 256, (4, 16), dtype=np.uint8)
    hashes = base[rng.integers(0, 4, count)]
    bits = np.unpackbits(hashes, axis=1)
    for row in bits:
        row[rng.choice(128, rng.integers(0, 7), replace=False)] ^= 1
    hashes = np.packbits(bits, axis=1)
    distance = (bits[:, None] != bits[None]).sum(axis=2)
    expected = {(int(i), int(j)) for i, j in np.argwhere(distance <= MAX_BITS)}
    assert near_pairs(hashes, hashes) == expected


def test_near_pairs_refuses_a_distance_at_which_it_would_miss_some() -> None:
    hashes: NDArray[np.uint8] = np.zeros((1, 16), np.uint8)
    with pytest.raises(ValueError, match="at most 7 bits"):
        near_pairs(hashes, hashes, 8)


def test_clusters_join_what_is_connected() -> None:
    assert list(clusters([(4, 1), (2, 3), (1, 7)])) == [[1, 4, 7], [2, 3]]


def test_look_alike_ignores_brightness_but_not_contents() -> None:
    one = np.tile(np.arange(32, dtype=np.uint8) * 4, (32, 1))
    assert look_alike(one, (one // 2 + 60).astype(np.uint8))
    assert not look_alike(one, one[:, ::-1])


def test_the_data_sheet(tmp_path: Path) -> None:
    add(tmp_path, "a.jpg", noise(1), GOOD + "0 0.02 0.5 0.1 0.2\n")
    add(tmp_path, "b.jpg", noise(2), "", split="val")
    (tmp_path / "LICENSE").write_text("CC BY 4.0", "utf-8")
    yaml = YAML + "license: <b>CC BY 4.0</b>\nsets: {home: [a]}\n"
    (tmp_path / "data.yaml").write_text(yaml, "utf-8")
    text = data_sheet(check_dataset(tmp_path))
    for line in (
        f"# {tmp_path.name}",
        "| train | 1 | 1 | 3 | 0 | 0 |",
        "| val | 1 | 1 | 0 | 0 | 1 |",
        "| all | 2 | 2 | 3 | 0 | 1 |",
        "| home | 1 | 3 |",
        "| 160 × 120 | 2 |",
        "| 1m | 2 | 0 | 2 |",
        "| 2m | 1 | 0 | 1 |",
        "- see `LICENSE`",
        r"- license: \<b\>CC BY 4.0\</b\> (data.yaml)",
        "| box-outside | 1 |",
    ):
        assert line in text.splitlines()
    assert "- `images/train/a.jpg`: mark 3 (1m) lies 4.8 pixels outside the picture" in text


def test_the_contact_sheet_has_a_cell_for_each() -> None:
    red = np.full((50, 40, 3), (200, 0, 0), np.uint8)
    sheet = captioned_sheet([Item(red, "1m → 2m\n" + "long/" * 60 + "a.jpg")] * 8)
    assert sheet.shape == (2 * (CELL[1] + CAPTION + GAP) + GAP, 6 * (CELL[0] + GAP) + GAP, 3)
    assert int((sheet == (200, 0, 0)).all(axis=2).sum()) == 8 * 50 * 40
    assert captioned_sheet([]).shape[1] == CELL[0] + 2 * GAP
