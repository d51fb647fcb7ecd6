"""Photos spoilt on purpose: always in the same way, and never more than was asked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.labels import LabelledPhoto
from models.corrupted import NAMES, CorruptionError, parse_corruption, spoil
from vision.photo import Photo


def photo(side: int = 96) -> Photo:
    pixels = np.full((side, side, 3), 90, np.uint8)
    pixels[side // 4 : side // 2, side // 4 : side // 2] = (230, 225, 210)
    return Photo(pixels, side, side, "PNG")


TRUTH = LabelledPhoto.empty(Path("a.png"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("glare", ("glare", 3)), ("jpeg_compression:5", ("jpeg_compression", 5))],
)
def test_names(text: str, expected: tuple[str, int]) -> None:
    assert parse_corruption(text) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [("fire", "'fire' is unknown; known are gaussian_noise"), ("glare:0", "1 to 5, not '0'"),
     ("glare:x", "not 'x'"), ("", "'' is unknown")],
)  # fmt: skip
def test_bad_names(text: str, words: str) -> None:
    with pytest.raises(CorruptionError, match=words):
        parse_corruption(text)


def test_glare_grows_with_the_severity_and_follows_the_file() -> None:
    spoilt = [spoil(TRUTH, photo(), "glare", level)[1].pixels for level in range(1, 6)]
    light = [int(pixels.sum()) for pixels in spoilt]
    assert light == sorted(set(light))
    assert light[0] > int(photo().pixels.sum())
    truth, again = spoil(TRUTH, photo(), "glare", 3)
    assert truth is TRUTH
    assert np.array_equal(again.pixels, spoilt[2])
    other = LabelledPhoto.empty(Path("b.png"))
    assert not np.array_equal(spoil(other, photo(), "glare", 3)[1].pixels, spoilt[2])


@pytest.mark.parametrize("name", [name for name in NAMES if name != "glare"])
def test_the_packages_corruptions_are_repeatable(name: str) -> None:
    pytest.importorskip("imagecorruptions", reason="imagecorruptions is not installed")
    before = np.random.get_state()[1].tolist()  # type: ignore[index]  # noqa: NPY002
    first, second = (spoil(TRUTH, photo(), name, 3)[1].pixels for _ in range(2))
    assert np.array_equal(first, second)
    assert first.shape == (96, 96, 3)
    assert not np.array_equal(first, photo().pixels)
    assert np.random.get_state()[1].tolist() == before  # type: ignore[index]  # noqa: NPY002
    with pytest.raises(CorruptionError, match="smaller than 32 pixels"):
        spoil(TRUTH, photo(20), name, 3)


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "imagecorruptions", None)
    with pytest.raises(CorruptionError, match="imagecorruptions"):
        spoil(TRUTH, photo(), "contrast", 3)
