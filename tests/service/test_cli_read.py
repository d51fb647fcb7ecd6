"""``wahua read``: the JSON contract key by key, several photos, pictures, errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from service.cli import app
from vision.errors import NoTilesError
from vision.pipeline import ReadResult

Use = Callable[[Any], Any]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["read", *map(str, arguments)])


def test_json_has_exactly_the_keys_of_the_contract(
    photo_file: Path, result: ReadResult, use_recogniser: Use
) -> None:
    use_recogniser(result)
    answer = run(photo_file, "--json")
    assert (answer.exit_code, answer.stderr) == (0, "")
    (line,) = answer.stdout.splitlines()
    read = json.loads(line)
    assert list(read) == [
        "image",
        "width",
        "height",
        "family",
        "tiles",
        "layout",
        "timings_ms",
        "models",
        "warnings",
    ]
    assert read["image"] == str(photo_file)
    assert (read["width"], read["height"], read["family"]) == (800, 300, "mahjong")
    assert read["layout"] == "123456789m234s55p [789s] | 1f"
    assert list(read["timings_ms"]) == ["decode", "locate", "read"]
    assert read["timings_ms"]["decode"] > 0
    assert read["timings_ms"]["locate"] == 12.35
    assert read["models"] == {"locator": "1.0", "reader": "1.1"}
    assert read["warnings"] == ["five 9m were read, one is taken as 7m"]
    assert len(read["tiles"]) == 18
    assert read["tiles"][8] == {
        "tile": "9m",
        "confidence": 0.55,
        "alternatives": [["9m", 0.55], ["7m", 0.41]],
        "corners": [[380.0, 40.0], [420.0, 40.0], [420.0, 94.0], [380.0, 94.0]],
        "row": 0,
        "group": 0,
        "role": "hand",
    }
    assert list(read["tiles"][8]) == [
        "tile",
        "confidence",
        "alternatives",
        "corners",
        "row",
        "group",
        "role",
    ]
    assert [tile["role"] for tile in read["tiles"][12:]] == [
        "hand",
        "winning",
        "meld",
        "meld",
        "meld",
        "bonus",
    ]


def test_photos_keep_their_order_and_a_bad_one_stops_nothing(
    photo_file: Path, bad_files: dict[str, Path], result: ReadResult, use_recogniser: Use
) -> None:
    fake = use_recogniser(result)
    answer = run(bad_files["empty"], photo_file, bad_files["text"], photo_file, "--json")
    assert answer.exit_code == 2
    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    assert [list(line)[:2] for line in lines] == [
        ["image", "error"],
        ["image", "width"],
        ["image", "error"],
        ["image", "width"],
    ]
    assert lines[0] == {
        "image": str(bad_files["empty"]),
        "error": {
            "type": "photo-empty",
            "title": "The file is empty",
            "detail": "it has 0 bytes",
        },
    }
    assert lines[2]["error"]["type"] == "photo-format"
    assert len(answer.stderr.splitlines()) == 2
    assert len(fake.photos) == 2


ERROR_LINES = {
    "empty": "wahua: {path}: The file is empty: it has 0 bytes",
    "text": "wahua: {path}: Not a photo in a supported format: the 400 bytes are plain text; "
    "JPEG, PNG, WebP and HEIC are accepted",
    "truncated": "wahua: {path}: The photo is cut off: "
    "the JPEG of 300 × 200 pixels ends early, after {size} bytes",
}


@pytest.mark.parametrize("name", list(ERROR_LINES))
def test_a_bad_photo_is_one_line_on_the_error_output(
    name: str, bad_files: dict[str, Path], result: ReadResult, use_recogniser: Use
) -> None:
    use_recogniser(result)
    path = bad_files[name]
    answer = run(path)
    assert (answer.exit_code, answer.stdout) == (2, "")
    expected = ERROR_LINES[name].format(path=path, size=f"{path.stat().st_size:,}")
    assert answer.stderr == expected + "\n"


def test_no_tile_in_the_picture(photo_file: Path, use_recogniser: Use) -> None:
    use_recogniser(NoTilesError("nothing like a tile in 800 × 300 pixels"))
    answer = run(photo_file)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr == (
        f"wahua: {photo_file}: No tile in the picture: nothing like a tile in 800 × 300 pixels\n"
    )


def test_a_file_name_cannot_break_the_line_or_steer_the_terminal(tmp_path: Path) -> None:
    answer = run(tmp_path / "a\nb\x1b[31m[bold].jpg")
    assert answer.exit_code == 2
    (line,) = answer.stderr.splitlines()
    assert "a b\N{REPLACEMENT CHARACTER}[31m[bold].jpg: There is no such file" in line


def test_people_see_the_hand_its_doubts_and_the_warnings(
    photo_file: Path, result: ReadResult, use_recogniser: Use
) -> None:
    use_recogniser(result)
    answer = run(photo_file)
    assert (answer.exit_code, answer.stderr) == (0, "")
    lines = [line.rstrip() for line in answer.stdout.splitlines()]
    assert lines[0].startswith(f"{photo_file} · 800 × 300 · mahjong · 18 tiles · ")
    assert lines[1:] == [
        "Hand     🀇 🀈 🀉 🀊 🀋 🀌 🀍 🀎 🀏? 🀑 🀒 🀓 🀝  1m 2m 3m 4m 5m 6m 7m 8m 9m? 2s 3s 4s 5p",
        "Winning  🀝                           5p",
        "Meld     🀖 🀗 🀘                       7s 8s 9s",
        "Bonus    🀢                           1f",
        "  123456789m234s55p [789s] | 1f",
        "  Doubtful: tile 9 in row 1 is taken as 9m (9m 55%, 7m 41%)",
        "  Warning: five 9m were read, one is taken as 7m",
    ]


def test_several_photos_for_people(
    photo_file: Path, result: ReadResult, use_recogniser: Use
) -> None:
    use_recogniser(replace(result, warnings=()))
    answer = run(photo_file, photo_file)
    assert answer.stdout.count("123456789m234s55p [789s] | 1f") == 2
    assert "Warning" not in answer.stdout


@pytest.mark.parametrize(("name", "image_format"), [("out.png", "PNG"), ("out.JPG", "JPEG")])
def test_draw_writes_the_format_of_the_suffix(
    photo_file: Path, result: ReadResult, use_recogniser: Use, name: str, image_format: str
) -> None:
    use_recogniser(result)
    target = photo_file.parent / "new folder" / name
    assert run(photo_file, "--draw", target).exit_code == 0
    with Image.open(target) as picture:
        assert picture.format == image_format
        assert picture.width == 1600  # tiles of 40 pixels are drawn at double size
        assert picture.height > 600  # the legend comes below


def test_draw_into_a_folder_for_several_photos(
    photo_file: Path, result: ReadResult, use_recogniser: Use
) -> None:
    use_recogniser(result)
    folder = photo_file.parent / "drawn"
    assert run(photo_file, photo_file, "--draw", folder).exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["table-2.png", "table.png"]


def test_draw_refuses_to_overwrite_a_photo_and_other_wrong_places(
    photo_file: Path, result: ReadResult, use_recogniser: Use
) -> None:
    fake = use_recogniser(result)
    before = photo_file.read_bytes()
    link = photo_file.parent / "link.png"
    link.symlink_to(photo_file)
    cases: list[tuple[list[str | Path], str]] = [
        ([photo_file, "--draw", photo_file], "it would be overwritten"),
        ([photo_file, "--draw", link], "it would be overwritten"),
        ([photo_file, "--draw", photo_file.parent], "it would be overwritten"),
        ([photo_file, photo_file, "--draw", "out.png"], "one file for 2 photos"),
        ([photo_file, "--draw", "out.gif"], "out.gif ends in none of .png, .jpg, .jpeg"),
    ]
    for arguments, words in cases:
        answer = run(*arguments)
        assert (answer.exit_code, answer.stdout) == (2, "")
        assert answer.stderr.startswith("wahua: The annotated picture cannot be written: ")
        assert words in answer.stderr
        assert len(answer.stderr.splitlines()) == 1
    assert photo_file.read_bytes() == before
    assert not fake.photos


def test_a_picture_that_cannot_be_written_is_one_line(
    photo_file: Path, result: ReadResult, use_recogniser: Use
) -> None:
    use_recogniser(result)
    answer = run(photo_file, "--draw", photo_file / "out.png")
    assert answer.exit_code == 2
    assert len(answer.stderr.splitlines()) == 1
    assert "The annotated picture cannot be written" in answer.stderr


def test_photos_are_decoded_at_the_scale_that_reading_needs(
    tmp_path: Path, result: ReadResult, use_recogniser: Use
) -> None:
    fake = use_recogniser(result)
    path = tmp_path / "large.jpg"
    Image.new("RGB", (4000, 3000), (30, 110, 60)).save(path)
    assert run(path, "--json").exit_code == 0
    (photo,) = fake.photos
    assert (photo.width, photo.height) == (4000, 3000)
    assert photo.pixels.shape == (1500, 2000, 3)
