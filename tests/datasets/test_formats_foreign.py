"""What other tools write: rotated boxes, odd ids, Roboflow's folders; exact values."""

from __future__ import annotations

import json
import math
import zipfile
from pathlib import Path
from typing import Any

import pytest
from numpy.testing import assert_allclose
from PIL import Image

from datasets.findings import Fault, Finding, Strict
from datasets.formats.convert import opened
from datasets.formats.detect import detect, read_dataset, read_marked
from datasets.labels import DatasetError, Mark, MarkedPhoto

UPRIGHT = [(100, 40), (140, 40), (140, 100), (100, 100)]
"""Corners of the box that the tests turn about its centre (120, 70)."""
QUARTER = [(150, 50), (150, 90), (90, 90), (90, 50)]
"""The same, turned clockwise by 90 degrees: what was on top is now on the right."""


def picture(path: Path, size: tuple[int, int] = (320, 200), orientation: int = 1) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    exif = Image.Exif()
    exif[0x0112] = orientation
    Image.new("RGB", size).save(path, exif=exif)
    return path


def read(folder: Path, **options: Any) -> list[MarkedPhoto]:
    return read_marked(folder, Strict(), **options)


def only_mark(folder: Path) -> Mark:
    ((mark,),) = [photo.marks for photo in read(folder)]
    return mark


def coco(folder: Path, *annotations: dict[str, Any], **changes: Any) -> Path:
    picture(folder / "images" / "a.jpg")
    table = {
        "images": [{"id": 0, "file_name": "a.jpg", "width": 320, "height": 200}],
        "categories": [{"id": 0, "name": "tiles"}, {"id": 7, "name": "1m"}],
        "annotations": [{"id": 5, "image_id": 0, "category_id": 7, **a} for a in annotations],
        **changes,
    }
    (folder / "annotations.json").write_text(json.dumps(table), "utf-8")
    return folder


class TestCoco:
    @pytest.mark.parametrize(
        ("annotation", "corners"),
        [
            ({"bbox": [100, 40, 40, 60]}, None),
            ({"bbox": [100, 40, 40, 60], "segmentation": []}, None),
            ({"bbox": [100, 40, 40, 60], "segmentation": [[]]}, None),
            ({"bbox": [100, 40, 40, 60], "attributes": {"rotation": 0.0}}, None),
            ({"bbox": [100, 40, 40, 60], "attributes": {"rotation": 90}}, QUARTER),
            ({"bbox": [120, 70, 40, 60, -90]}, QUARTER),  # anticlockwise
            (
                {"bbox": [0, 0, 1, 1], "segmentation": [[v for point in QUARTER for v in point]]},
                QUARTER,
            ),
            ({"bbox": [100, 40, 40, 60], "segmentation": [[1, 1, 9, 1, 9, 9]]}, None),
            ({"bbox": [100, 40, 40, 60], "segmentation": [[1, 1, 9, 1, 9, 9, 1, 9]] * 2}, None),
            ({"bbox": [100, 40, 40, 60], "segmentation": {"counts": "x", "size": [1, 1]}}, None),
        ],
    )
    def test_shapes(
        self, annotation: dict[str, Any], corners: list[Any] | None, tmp_path: Path
    ) -> None:
        mark = only_mark(coco(tmp_path, annotation))
        assert str(mark.tile) == "1m"
        if corners is None:
            assert mark.corners is None
            assert_allclose(mark.box, (100, 40, 140, 100))
        else:
            assert mark.corners is not None
            assert_allclose(mark.corners, corners, atol=1e-9)
            assert mark.angle == pytest.approx(90)

    def test_ids_with_holes_from_zero(self, tmp_path: Path) -> None:
        picture(tmp_path / "images" / "b.jpg")
        images = [{"id": 40, "file_name": "b.jpg"}, {"id": 0, "file_name": "images/a.jpg"}]
        folder = coco(tmp_path, {"bbox": [1, 1, 9, 9]}, images=images)
        assert [(p.path.name, len(p.marks)) for p in read(folder)] == [("b.jpg", 0), ("a.jpg", 1)]

    @pytest.mark.parametrize(
        ("annotation", "message"),
        [
            ({"segmentation": {"counts": "x"}}, "annotation 0: a mask without a bbox"),
            ({"segmentation": []}, "neither box nor polygon"),
            ({"bbox": [1, 2, 3]}, "bbox has 3 values"),
            ({"bbox": [1, 2, -3, 4]}, "negative side"),
            ({"bbox": [1, 2, 3, float("nan")]}, "no usable number"),
            ({"bbox": [1, 2, 3, "x"]}, "no number"),
            ({"bbox": [1, 2, 3, 4], "category_id": 8}, "category 8 is not listed"),
            ({"bbox": [1, 2, 3, 4], "image_id": 1}, "image 1 is not listed"),
            ({"bbox": [1, 2, 3, 4], "category_id": 0}, "no tiles: tiles"),
        ],
    )
    def test_bad_annotations(
        self, annotation: dict[str, Any], message: str, tmp_path: Path
    ) -> None:
        with pytest.raises(DatasetError, match=message):
            read(coco(tmp_path, annotation))

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"images": [{"id": 0, "file_name": "../../etc/passwd"}]}, "is missing"),
            ({"images": [{"id": 0, "file_name": "c.jpg"}]}, "its photo 'c.jpg' is missing"),
            ({"images": [{"id": 0}]}, "no file_name"),
            ({"images": [{"id": 0, "file_name": "a.jpg"}] * 2}, "image 0 is listed twice"),
            ({"categories": [{"id": 7, "name": "1m"}, {"id": 7, "name": "2m"}]}, "listed twice"),
            ({"categories": None}, "categories is no list"),
            (
                {"images": [{"id": 0, "file_name": "a.jpg", "width": 640, "height": 400}]},
                "labels are for 640 × 400 pixels, it has 320 × 200",
            ),
        ],
    )
    def test_bad_tables(self, changes: dict[str, Any], message: str, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match=message):
            read(coco(tmp_path, **changes))

    def test_labels_made_before_the_exif_turn(self, tmp_path: Path) -> None:
        folder = coco(tmp_path, {"bbox": [1, 1, 9, 9]})
        picture(folder / "images" / "a.jpg", orientation=6)
        with pytest.raises(DatasetError, match="they were made before its EXIF turn"):
            read(folder)


def voc(folder: Path, shape: str, size: str = "<width>320</width><height>200</height>") -> Path:
    picture(folder / "a.jpg")
    text = (
        f"<annotation><filename>a.jpg</filename><size>{size}</size>"
        f"<object><name>1m</name>{shape}</object></annotation>"
    )
    (folder / "a.xml").write_text(text, "utf-8")
    return folder


VOC_BOX = "<bndbox><xmin>100</xmin><ymin>40</ymin><xmax>140</xmax><ymax>100</ymax></bndbox>"


class TestVoc:
    @pytest.mark.parametrize(
        "shape",
        [
            "<robndbox><cx>120</cx><cy>70</cy><w>40</w><h>60</h>"
            f"<angle>{math.pi / 2}</angle></robndbox>",
            VOC_BOX
            + "<polygon>"
            + "".join(f"<x{i}>{x}</x{i}><y{i}>{y}</y{i}>" for i, (x, y) in enumerate(QUARTER, 1))
            + "</polygon>",
        ],
    )
    def test_turned(self, shape: str, tmp_path: Path) -> None:
        mark = only_mark(voc(tmp_path, shape))
        assert mark.corners is not None
        assert_allclose(mark.corners, QUARTER, atol=1e-9)

    def test_unknown_size(self, tmp_path: Path) -> None:
        folder = voc(tmp_path, VOC_BOX, "<width>0</width><height>0</height>")
        assert only_mark(folder).box == (100, 40, 140, 100)

    def test_the_folders_of_voc(self, tmp_path: Path) -> None:
        voc(tmp_path, VOC_BOX)
        for name, place in (("a.xml", "Annotations"), ("a.jpg", "JPEGImages")):
            (tmp_path / place).mkdir()
            (tmp_path / name).rename(tmp_path / place / name)
        lists = tmp_path / "ImageSets" / "Main"
        lists.mkdir(parents=True)
        (lists / "val.txt").write_text("a\n", "utf-8")
        (photo,) = read(tmp_path)
        assert (photo.split, len(photo.marks)) == ("val", 1)


def cvat(folder: Path, shape: str) -> Path:
    picture(folder / "images" / "a.jpg")
    text = (
        "<annotations><version>1.1</version>"
        f'<image id="0" name="a.jpg" width="320" height="200" subset="Validation">{shape}</image>'
        "</annotations>"
    )
    (folder / "annotations.xml").write_text(text, "utf-8")
    return folder


class TestCvat:
    def test_turned(self, tmp_path: Path) -> None:
        edges = 'xtl="100" ytl="40" xbr="140" ybr="100"'
        folder = cvat(tmp_path, f'<box label="1m" {edges} rotation="90.0"/><tag label="x"/>')
        (photo,) = read(folder)
        (mark,) = photo.marks
        assert photo.split == "val"
        assert mark.corners is not None
        assert_allclose(mark.corners, QUARTER, atol=1e-9)

    def test_a_polygon_of_more_points_is_a_box(self, tmp_path: Path) -> None:
        folder = cvat(tmp_path, '<polygon label="1m" points="1,2;9,2;9,8;5,12;1,8"/>')
        assert (only_mark(folder).corners, only_mark(folder).box) == (None, (1, 2, 9, 12))

    def test_videos_are_refused(self, tmp_path: Path) -> None:
        folder = cvat(tmp_path, "")
        (folder / "annotations.xml").write_text("<annotations><track/></annotations>", "utf-8")
        with pytest.raises(DatasetError, match="for videos"):
            read(folder)


def labelme(folder: Path, **shape: Any) -> Path:
    picture(folder / "a.jpg")
    label = {
        "shapes": [{"label": "1m", **shape}],
        "imagePath": "..\\photos\\a.jpg",
        "imageData": "…",
        "imageWidth": 320,
        "imageHeight": 200,
    }
    (folder / "a.json").write_text(json.dumps(label), "utf-8")
    return folder


class TestLabelMe:
    def test_a_rectangle_in_any_order(self, tmp_path: Path) -> None:
        folder = labelme(tmp_path, shape_type="rectangle", points=[[140, 40], [100, 100]])
        assert only_mark(folder).box == (100, 40, 140, 100)

    def test_an_anticlockwise_polygon(self, tmp_path: Path) -> None:
        folder = labelme(tmp_path, shape_type="polygon", points=[QUARTER[i] for i in (0, 3, 2, 1)])
        assert only_mark(folder).corners == tuple(QUARTER)

    @pytest.mark.parametrize("kind", ["circle", "linestrip", "mask", 7])
    def test_other_shapes(self, kind: Any, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match="not a polygon or rectangle"):
            read(labelme(tmp_path, shape_type=kind, points=[[1, 2], [3, 4]]))


def label_studio(folder: Path, region: dict[str, Any], **annotation: Any) -> Path:
    picture(folder / "upload" / "1a2b3c4d-a.jpg")
    size = {"original_width": 320, "original_height": 200}
    task = {
        "data": {"image": "/data/upload/3/1a2b3c4d-a.jpg"},
        "annotations": [{"result": [{**size, **region}], **annotation}],
    }
    (folder / "project.json").write_text(json.dumps([task]), "utf-8")
    return folder


RECTANGLE = {
    "x": 100 / 3.2, "y": 20, "width": 12.5, "height": 30, "rectanglelabels": ["1m"],
}  # fmt: skip


class TestLabelStudio:
    def test_percent(self, tmp_path: Path) -> None:
        region = {"type": "rectanglelabels", "value": RECTANGLE}
        mark = only_mark(label_studio(tmp_path, region))
        assert mark.corners is None
        assert_allclose(mark.box, (100, 40, 140, 100))

    def test_turned_about_its_corner_in_pixels(self, tmp_path: Path) -> None:
        region = {"type": "rectanglelabels", "value": {**RECTANGLE, "rotation": 90}}
        mark = only_mark(label_studio(tmp_path, region))
        assert mark.corners is not None
        assert_allclose(mark.corners, [(100, 40), (100, 80), (40, 80), (40, 40)], atol=1e-9)

    def test_photos_by_their_own_name(self, tmp_path: Path) -> None:
        folder = label_studio(tmp_path, {"type": "rectanglelabels", "value": RECTANGLE})
        (folder / "upload" / "1a2b3c4d-a.jpg").rename(folder / "a.jpg")
        assert [photo.path.name for photo in read(folder)] == ["a.jpg"]

    @pytest.mark.parametrize(
        ("region", "message"),
        [
            ({"type": "brushlabels"}, "type 'brushlabels' are not supported"),
            ({"type": "rectanglelabels", "image_rotation": 90}, "turned while it was labelled"),
            (
                {"type": "rectanglelabels", "value": {**RECTANGLE, "rectanglelabels": []}},
                "0 labels",
            ),
            ({"type": "rectanglelabels", "value": {"rectanglelabels": ["1m"]}}, "no number"),
        ],
    )
    def test_refusals(self, region: dict[str, Any], message: str, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match=rf"task 0: .*{message}"):
            read(label_studio(tmp_path, region))

    def test_cancelled_work_does_not_count(self, tmp_path: Path) -> None:
        region = {"type": "rectanglelabels", "value": RECTANGLE}
        (photo,) = read(label_studio(tmp_path, region, was_cancelled=True))
        assert photo.marks == ()


class TestYolo:
    def make(self, folder: Path, yaml: str, line: str, photo: str = "train/images/a.jpg") -> Path:
        picture(folder / photo)
        label = folder / photo.replace("images", "labels").replace(".jpg", ".txt")
        label.parent.mkdir(parents=True)
        label.write_text(line, "utf-8")
        (folder / "data.yaml").write_text(yaml, "utf-8")
        return folder

    def test_roboflow_names_folders_one_too_high(self, tmp_path: Path) -> None:
        yaml = "train: ../train/images\nval: ../valid/images\nnc: 1\nnames: ['1m']\n"
        (photo,) = read(self.make(tmp_path, yaml, "0 0.375 0.35 0.125 0.3"))
        assert photo.split == "train"
        assert_allclose(photo.marks[0].box, (100, 40, 140, 100))

    def test_a_pose_without_all_corners_is_a_box(self, tmp_path: Path) -> None:
        yaml = "train: train/images\nkpt_shape: [4, 3]\nnames: ['1m']\n"
        line = "0 0.375 0.35 0.125 0.3 " + "0.1 0.1 2 " * 3 + "0 0 0"
        assert only_mark(self.make(tmp_path, yaml, line)).corners is None

    def test_a_pose_of_two_numbers(self, tmp_path: Path) -> None:
        yaml = "train: train/images\nkpt_shape: [4, 2]\nnames: ['1m']\n"
        points = " ".join(f"{x / 320} {y / 200}" for x, y in QUARTER)
        mark = only_mark(self.make(tmp_path, yaml, f"0 0.375 0.35 0.125 0.3 {points}"))
        assert mark.corners is not None
        assert_allclose(mark.corners, QUARTER, atol=1e-6)

    def test_a_pose_needs_its_shape(self, tmp_path: Path) -> None:
        line = "0 0.375 0.35 0.125 0.3 " + "0.1 " * 8
        with pytest.raises(DatasetError, match=r"a\.txt, line 1|line 1: "):
            read(self.make(tmp_path, "train: train/images\nnames: ['1m']\n", line))

    def test_sets_by_name_and_by_folder(self, tmp_path: Path) -> None:
        yaml = "names: ['1m']\nsets: {shop: [b_], lent: c_}\n"
        for name in ("b_1.jpg", "c_1.jpg", "tray/d_1.jpg", "e_1.jpg"):
            picture(tmp_path / "images" / "train" / name)
        (tmp_path / "data.yaml").write_text(yaml, "utf-8")
        photos = read(tmp_path)
        assert {p.path.name: p.set for p in photos} == {
            "b_1.jpg": "shop", "c_1.jpg": "lent", "d_1.jpg": "tray", "e_1.jpg": None,
        }  # fmt: skip


def test_a_roboflow_zip(tmp_path: Path) -> None:
    photo = picture(tmp_path / "a.jpg")
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.write(photo, "valid/a_jpg.rf.0123abcd.jpg")
        table = {
            "images": [{"id": 0, "file_name": "a_jpg.rf.0123abcd.jpg"}],
            "categories": [{"id": 0, "name": "mahjong"}, {"id": 1, "name": "1B"}],
            "annotations": [{"image_id": 0, "category_id": 1, "bbox": [1, 2, 30, 40]}],
        }
        archive.writestr("valid/_annotations.coco.json", json.dumps(table))
        archive.writestr("README.roboflow.txt", "License: CC BY 4.0")
    with opened(tmp_path / "export.zip") as folder:
        assert detect(folder).name == "roboflow"
        (found,) = read(folder, convention="english")
        assert (found.split, found.source, found.marks[0].name) == ("val", "a_jpg", "1s")
    assert not folder.exists()


def test_a_roboflow_export_of_something_else(tmp_path: Path) -> None:
    picture(tmp_path / "valid" / "a_jpg.rf.0123abcd.jpg")
    with pytest.raises(DatasetError, match="export it as YOLOv8, COCO or Pascal VOC"):
        read(tmp_path)


def test_any_format_can_be_evaluated(tmp_path: Path) -> None:
    (photo,) = read_dataset(coco(tmp_path, {"bbox": [32, 20, 64, 100]}))
    assert_allclose(photo.boxes, [[0.1, 0.1, 0.3, 0.6]], atol=1e-6)


def test_a_folder_of_two_formats_needs_a_choice(tmp_path: Path) -> None:
    voc(tmp_path, VOC_BOX)
    coco(tmp_path)
    with pytest.raises(DatasetError, match=r"in several formats \(voc, coco\): choose --format"):
        detect(tmp_path)
    assert detect(tmp_path, "voc").name == "voc"


def test_no_format(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"is in no known format: there is no data\.yaml"):
        detect(tmp_path)
    with pytest.raises(DatasetError, match=r"no format 'x', only roboflow, yolo, yolo-obb"):
        detect(tmp_path, "x")


def test_harmless_faults_are_noted(tmp_path: Path) -> None:
    yaml = "train: train/images\ndownload: rm -rf /\npath: /data/x\nnc: 3\nnames: ['1m']\n"
    TestYolo().make(tmp_path, yaml, "")
    picture(tmp_path / "train" / "images" / "b.jpg")
    tell = Strict()
    assert len(read_marked(tmp_path, tell)) == 2
    assert [note.fault for note in tell.notes] == [
        Fault.IGNORED_KEY, Fault.CLASS_ORDER, Fault.IGNORED_KEY, Fault.NO_LABEL,
    ]  # fmt: skip
    assert "nothing is fetched or run" in tell.notes[0].detail


def test_faults_can_be_collected(tmp_path: Path) -> None:
    folder = coco(tmp_path, {"bbox": [1, 2, 3]}, {"bbox": [1, 2, 30, 40]}, {"category_id": 9})
    findings: list[Finding] = []
    (photo,) = read_marked(folder, findings.append)
    assert len(photo.marks) == 1
    assert [finding.detail for finding in findings] == [
        "annotation 0: bbox has 3 values",
        "annotation 2: category 9 is not listed",
    ]
