"""Label files that mean harm: one clear error each, in time, and nothing written."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from datasets.formats.convert import convert
from datasets.formats.safe_files import inside
from datasets.labels import DatasetError

MAX_CPU_SECONDS = 5.0
Make = Callable[[Path], None]


def file(name: str, text: str | bytes) -> Make:
    def make(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    return make


def voc(text: str) -> Make:
    return file("a.xml", text)


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha"}">' for n in range(10))
BOX = "<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>{}</xmax><ymax>20</ymax></bndbox>"
ANCHORS = "a0: &a0 [x,x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1},*a{n - 1}]\n" for n in range(1, 40))

HOSTILE = {
    "xml: a billion laughs": voc(f"<!DOCTYPE a [{LAUGHS}]><annotation>&l9;</annotation>"),
    "xml: a file of the machine": voc(
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><annotation>&x;</annotation>'
    ),
    "xml: a document type from outside": voc(
        '<!DOCTYPE annotation SYSTEM "http://example.org/a.dtd"><annotation/>'
    ),
    "xml: deep": voc("<annotation>" + "<a>" * 100_000 + "</a>" * 100_000 + "</annotation>"),
    "xml: cut off": voc("<annotation><object>"),
    "xml: no XML": voc("\x00\x01"),
    "xml: a number that is none": voc(
        "<annotation><filename>a.jpg</filename><object><name>1m</name>"
        f"{BOX.format('1e999')}</object></annotation>"
    ),
    "xml: cvat with an entity": file(
        "annotations.xml", f"<!DOCTYPE a [{LAUGHS}]><annotations>&l9;</annotations>"
    ),
    "json: deep": file("a.json", "[" * 200_000),
    "json: deep objects": file("a.json", '{"a":' * 200_000),
    "json: cut off": file("a.json", '{"images": ['),
    "json: no UTF-8": file("a.json", b'{"\xff\xfe'),
    "json: a huge number": file(
        "a.json", '{"family": "mahjong", "image": "a.jpg", "tiles": ' + "9" * 10_000 + "}"
    ),
    "json: infinite corners": file(
        "a.json",
        '{"family": "mahjong", "image": "a.jpg", "tiles": [{"tile": "1m", "corners": '
        "[[Infinity, 0], [1, 0], [1, 1], [0, 1]]}]}",
    ),
    "json: the wrong shapes": file(
        "a.json", '{"images": {"a": 1}, "annotations": 7, "categories": "x"}'
    ),
    "json: a name of a megabyte": file(
        "a.json",
        json.dumps(
            {
                "imagePath": "a.jpg",
                "shapes": [{"label": "m" * 10**6, "points": [[1, 1], [9, 9]]}],
            }
        ),
    ),
    "yaml: code": file("data.yaml", "names: !!python/object/apply:os.system ['touch pwned']\n"),
    "yaml: code in another key": file(
        "data.yaml", "names: [1m]\nx: !!python/object/apply:os.system ['touch pwned']\n"
    ),
    "yaml: growing anchors": file("data.yaml", ANCHORS + "names: *a39\n"),
    "yaml: deep": file("data.yaml", "names: " + "[" * 100_000),
    "yaml: too large": file("data.yaml", "names: [1m]\n#" + " " * 1_000_000),
    "yaml: a path that climbs out": file("data.yaml", "names: [1m]\ntrain: ../../etc\n"),
    "yaml: an absolute path": file("data.yaml", "names: [1m]\ntrain: /etc\n"),
    "yaml: a path on a drive": file("data.yaml", "names: [1m]\ntrain: C:\\photos\n"),
    "yaml: a list of paths that climb out": file(
        "data.yaml", "names: [1m]\nval: [images/val, ../../etc]\n"
    ),
    "yaml: a list of files": file("data.yaml", "names: [1m]\ntrain: train.txt\n"),
    "csv: no table": file("labels.csv", "file,tile\n" + "x" * 200_000 + ",1m\n"),
    "csv: a file elsewhere": file("labels.csv", "file,tile\n../../../etc/passwd,1m\n"),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_one_clear_error_and_nothing_written(make: Make, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    Image.new("RGB", (64, 48)).save(folder / "a.jpg")
    make(folder)
    before = sorted(tmp_path.rglob("*"))
    start = time.process_time()
    with pytest.raises(DatasetError) as caught:
        convert(folder, tmp_path / "out")
    assert time.process_time() - start < MAX_CPU_SECONDS
    assert len(caught.value.detail) < 1_000
    assert sorted(tmp_path.rglob("*")) == before
    assert not Path("pwned").exists()


def test_a_link_out_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    (folder / "labels").mkdir(parents=True)
    (folder / "images").symlink_to("/etc")
    (folder / "data.yaml").write_text("names: [1m]\ntrain: images\n", "utf-8")
    with pytest.raises(DatasetError, match="leaves the folder of the dataset"):
        convert(folder, tmp_path / "out")


@pytest.mark.parametrize(
    "text", ["/etc", "..", "a/../..", "C:/x", "c:x", "a\x00b", "\\\\host\\x", "..\\x"]
)
def test_paths_that_leave(text: str, tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="leaves the folder"):
        inside(tmp_path, text)


@pytest.mark.parametrize("text", ["a", "a/b.jpg", "./a", "a\\b.jpg", "...", "a..b"])
def test_paths_that_stay(text: str, tmp_path: Path) -> None:
    assert inside(tmp_path, text).is_relative_to(tmp_path)


def test_a_conversion_that_fails_late_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    Image.new("RGB", (64, 48)).save(folder / "a.jpg")
    label = {"image": "a.jpg", "family": "mahjong", "tiles": []}
    (folder / "a.json").write_text(json.dumps(label), "utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(DatasetError, match="is not empty"):
        convert(folder, tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine.txt"]
    (tmp_path / "out" / "mine.txt").unlink()
    assert len(convert(folder, tmp_path / "out").photos) == 1
