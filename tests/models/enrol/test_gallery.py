"""Stored designs: whole or not at all, never changed, never trusted."""

from __future__ import annotations

import hashlib
import io
import json
import pickle
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from models.enrol.conflicts import Conflict, Warned
from models.enrol.errors import GalleryError
from models.enrol.gallery import (
    HEAD,
    MANIFEST,
    Gallery,
    check_name,
    default_store,
    folder_of,
    load,
    save,
    versions,
)
from models.enrol.names import OwnFace
from models.enrol.teach import Enrolled
from models.store.store import HOME_VARIABLE
from scoring.tiles import Tile
from tests.models.enrol.conftest import face

PICTURES = [Enrolled(Tile.parse("1m"), face("A"), "a.png")]


@pytest.fixture
def stored(gallery: Gallery, tmp_path: Path) -> Path:
    return save(gallery, PICTURES, tmp_path / "store")


def test_round_trip(gallery: Gallery, tmp_path: Path) -> None:
    warned = Warned(Conflict.ALIKE, ("1m", "2p"), "1m and 2p look too alike")
    own = (*gallery.faces[:2], OwnFace("own-joker"))
    given = replace(gallery, faces=own, warnings=(warned,))
    folder = save(given, PICTURES, tmp_path)
    again = load(folder)
    assert replace(again, head=given.head) == given
    assert_array_equal(again.head.weights, given.head.weights)
    assert again.head.temperature == 0.5
    assert (folder / "pictures/labels.csv").read_text("utf-8").split() == [
        "file,tile", "001.png,1m",
    ]  # fmt: skip


def test_designs_lie_in_the_users_folder(
    gallery: Gallery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    assert default_store() == tmp_path / "home/enrolled"
    folder = save(gallery, PICTURES, default_store())
    assert folder == tmp_path / "home/enrolled" / gallery.name / "1"
    assert folder_of(gallery.name) == folder
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "another"))
    with pytest.raises(GalleryError, match="no design"):
        folder_of(gallery.name)


def test_versions_are_never_overwritten(gallery: Gallery, stored: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in stored.rglob("*") if path.is_file()}
    with pytest.raises(GalleryError, match="cannot be written"):
        save(gallery, PICTURES, tmp_path / "store")
    assert {path: path.read_bytes() for path in stored.rglob("*") if path.is_file()} == before
    assert [path.name for path in stored.parent.iterdir()] == ["1"]


def test_what_a_user_names(gallery: Gallery, stored: Path) -> None:
    store = stored.parent.parent
    second = save(replace(gallery, version=2), PICTURES, store)
    assert versions(store, "mine") == [1, 2]
    assert folder_of("mine", store) == second
    assert folder_of("mine@1", store) == stored
    assert folder_of(str(stored)) == stored
    assert folder_of(str(stored.parent)) == second


@pytest.mark.parametrize("design", ["other", "mine@7", "mine@x", "../mine@1", "", "a b", "no/such"])
def test_designs_that_are_not_there(design: str, stored: Path) -> None:
    with pytest.raises(GalleryError):
        folder_of(design, stored.parent.parent)


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "-a", "a\n", "a" * 49, "名"])
def test_names_that_are_no_folders(name: str) -> None:
    with pytest.raises(GalleryError, match="no name for a design"):
        check_name(name)


def change(folder: Path, **changes: Any) -> None:
    table = json.loads((folder / MANIFEST).read_text("utf-8"))
    (folder / MANIFEST).write_text(json.dumps({**table, **changes}), "utf-8")


def put_head(folder: Path, data: bytes) -> None:
    """Replace the arrays and the digest too, as an attacker would."""
    (folder / HEAD).write_bytes(data)
    change(folder, files={HEAD: hashlib.sha256(data).hexdigest()})


class Bomb:
    """Unpickling this writes a file."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.write_text, (self.target, "unpickled")


def test_changed_arrays(stored: Path) -> None:
    data = bytearray((stored / HEAD).read_bytes())
    data[len(data) // 2] ^= 1
    (stored / HEAD).write_bytes(data)
    with pytest.raises(GalleryError, match="has SHA-256"):
        load(stored)


def test_pickles_are_not_opened(stored: Path, tmp_path: Path) -> None:
    target = tmp_path / "ran"
    put_head(stored, pickle.dumps(Bomb(target)))
    with pytest.raises(GalleryError, match="no arrays of plain numbers"):
        load(stored)
    packed = io.BytesIO()
    array = np.array([Bomb(target)], dtype=object)
    np.savez(packed, weights=array, bias=array, answers=array, turns=array)
    put_head(stored, packed.getvalue())
    with pytest.raises(GalleryError, match="no arrays of plain numbers"):
        load(stored)
    assert not target.exists()


def test_a_zip_bomb(stored: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("weights.npy", b"\0" * 70_000_000)
    put_head(stored, packed.getvalue())
    with pytest.raises(GalleryError, match="unpacks to more"):
        load(stored)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("weights", np.zeros((2, 4), np.float32)),
        ("weights", np.full((2, 5), np.nan, np.float32)),
        ("weights", np.zeros(5, np.float32)),
        ("bias", np.zeros(5, np.int64)),
        ("answers", np.array([0, 1, 2, 3, 9])),
        ("answers", np.array([-1, 1, 2, 3, 4])),
    ],
)
def test_arrays_that_do_not_fit(gallery: Gallery, stored: Path, name: str, array: Any) -> None:
    head = gallery.head
    arrays = {
        "weights": head.weights, "bias": head.bias, "answers": head.answers, "turns": head.turns,
        name: array,
    }  # fmt: skip
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    put_head(stored, packed.getvalue())
    with pytest.raises(GalleryError, match=r"unexpected form|does not fit"):
        load(stored)


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 2},
        {"family": "chess"},
        {"faces": ["1m", "2p", "fu"]},
        {"faces": ["1m", "2p", "own-../x"]},
        {"name": "../mine"},
        {"files": {}},
        {"files": []},
        {"temperature": -1},
        {"temperature": "hot"},
        {"warnings": [1]},
        {"reader": None},
        {"version": None},
    ],
)
def test_manifests_that_cannot_be_used(stored: Path, changes: dict[str, Any]) -> None:
    change(stored, **changes)
    with pytest.raises(GalleryError):
        load(stored)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[]", '"a"', "x" * 1_000_001])
def test_manifests_that_are_none(stored: Path, text: str) -> None:
    (stored / MANIFEST).write_text(text, "utf-8")
    with pytest.raises(GalleryError):
        load(stored)


def test_links_are_not_followed(stored: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.npz"
    (stored / HEAD).rename(elsewhere)
    (stored / HEAD).symlink_to(elsewhere)
    with pytest.raises(GalleryError, match="no regular file"):
        load(stored)
