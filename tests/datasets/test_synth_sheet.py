"""The contact sheet of scenes: its form, its labels, and the size of its file."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from datasets.synth import sheet
from scoring.tiles import Family


def test_thumbs_lie_in_rows_and_labels_can_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "ROWS", ((Family.DOLLS,), (Family.DOLLS,)))
    monkeypatch.setattr(sheet, "COLUMNS", 2)
    monkeypatch.setattr(sheet, "DESIGNS", 1)
    plain = sheet.scene_sheet(1)
    gap = 180 // 20
    assert plain.shape == (2 * (180 + gap) + gap, 2 * (240 + gap) + gap, 3)
    marked = sheet.scene_sheet(1, marked=True)
    assert 0.001 < (plain != marked).any(axis=2).mean() < 0.3
    other = sheet.scene_sheet(2)
    assert (plain != other).any()


def test_a_jpeg_is_kept_within_its_bytes(tmp_path: Path) -> None:
    noisy = np.random.default_rng(0).integers(0, 256, (200, 300, 3)).astype(np.uint8)
    sheet.write_jpeg(noisy, tmp_path / "a.jpg", most=40_000)
    assert (tmp_path / "a.jpg").stat().st_size <= 40_000
    sheet.write_jpeg(np.zeros_like(noisy), tmp_path / "b.jpg")
    with Image.open(tmp_path / "b.jpg") as image:
        assert image.size == (300, 200)


def test_the_shipped_sheet_shows_forty_scenes() -> None:
    path = Path(str(files("datasets.synth"))) / "sheet.jpg"
    assert path.stat().st_size <= sheet.MAX_BYTES
    gap = 180 // 20
    with Image.open(path) as image:
        assert image.size == (8 * (240 + gap) + gap, 5 * (180 + gap) + gap)
