"""The store of versions: immutable, checked, with a record of what was in use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from models import registry
from models.store.errors import VersionError
from models.store.store import HOME_VARIABLE, MODEL_VARIABLE, Change, Store, home
from models.store.version import SHIPPED, TRAINED_ON, Origin, Version, check_name, sha256


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "models")


def version(name: str, **changes: Any) -> Version:
    models = {
        kind: {"file": f"{kind}.onnx", "sha256": sha256(name.encode()), "version": name,
               "settings": {}}
        for kind in ("locator", "reader")
    }  # fmt: skip
    fields = {"created": "2026-01-01T00:00:00+00:00", "parent": SHIPPED, "origin": Origin.TRAINED}
    return Version(**{"name": name, "models": models, "files": {}, **fields, **changes})


def add(store: Store, name: str, **changes: Any) -> Version:
    content = name.encode()
    photos = json.dumps(changes.pop("photos", [])).encode()
    files = {"locator.onnx": content, "reader.onnx": content, TRAINED_ON: photos}
    return store.add(version(name, **changes), files)


def promote(store: Store, name: str) -> None:
    store.switch(Change(name, "2026-01-02", "promote", {"passed": True}))


def test_what_is_added_is_read_back(store: Store) -> None:
    kept = add(store, "one", figures=({"set": "val", "read": 99.5},), data={"photos": 3})
    assert store.names() == ["one"]
    assert store.get("one") == kept
    assert store.intact_folder("one") == store.folder / "one"
    assert set(kept.files) == {"locator.onnx", "reader.onnx", TRAINED_ON}
    assert registry.shipped_models(store.folder / "one")["reader"].version == "one"


def test_a_version_never_changes(store: Store) -> None:
    add(store, "one")
    with pytest.raises(VersionError, match="there is a version 'one' already; versions never"):
        add(store, "one")
    for path in (store.folder / "one").iterdir():
        assert path.stat().st_mode & 0o222 == 0


@pytest.mark.parametrize("name", ["", "shipped", "A", "../x", "a/b", ".a", "a b", "x" * 65, "é"])
def test_names_are_plain(name: str) -> None:
    with pytest.raises(VersionError, match="is no name for a version"):
        check_name(name)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda f: _write(f / "reader.onnx", b"other"), r"reader\.onnx has SHA-256 .* changed or"),
        (lambda f: (f / "locator.onnx").unlink(), r"one: locator\.onnx is missing"),
        (lambda f: (f / "manifest.json").unlink(), r"manifest\.json cannot be read"),
        (lambda f: _write(f / "manifest.json", b"{"), r"manifest\.json is malformed"),
        (lambda f: _write(f / "manifest.json", b"[]"), r"manifest\.json is malformed"),
        (lambda f: _edit(f / "manifest.json", parent="two"), r"manifest\.json was changed"),
        (lambda f: _edit(f / "manifest.json", figures=[]), r"manifest\.json was changed"),
    ],
)
def test_damage_is_one_clear_error(store: Store, damage: Any, message: str) -> None:
    add(store, "one", figures=({"read": 1.0},))
    damage(store.folder / "one")
    with pytest.raises(VersionError, match=message):
        store.intact_folder("one")


def _write(path: Path, data: bytes) -> None:
    path.chmod(0o644)
    path.write_bytes(data)


def _edit(path: Path, **changes: Any) -> None:
    _write(path, json.dumps({**json.loads(path.read_text("utf-8")), **changes}).encode())


def test_a_renamed_folder_is_not_another_version(store: Store) -> None:
    add(store, "one")
    (store.folder / "one").rename(store.folder / "two")
    with pytest.raises(VersionError, match="that of 'one'"):
        store.get("two")


def test_an_unknown_version_names_those_there_are(store: Store) -> None:
    add(store, "one")
    with pytest.raises(VersionError, match="no version 'two', only: shipped, one"):
        store.path("two")


class TestInUse:
    def test_at_first_the_shipped_version(self, store: Store) -> None:
        assert store.current() == SHIPPED
        assert store.intact_folder(SHIPPED) is None
        with pytest.raises(VersionError, match="no version that was in use before"):
            store.rollback()

    def test_promoted_and_rolled_back_step_by_step(self, store: Store) -> None:
        for name in ("one", "two"):
            add(store, name)
            promote(store, name)
        assert store.current() == "two"
        assert store.rollback() == "one"
        assert store.current() == "one"
        assert store.rollback() == SHIPPED
        with pytest.raises(VersionError):
            store.rollback()
        assert [(c.version, c.why) for c in store.record()] == [
            ("one", "promote"), ("two", "promote"), ("one", "rollback"), (SHIPPED, "rollback"),
        ]  # fmt: skip
        store.use("two")  # it passed the gate once
        assert store.current() == "two"
        assert store.rollback() == SHIPPED

    def test_only_what_passed_a_gate_is_used(self, store: Store) -> None:
        add(store, "one")
        with pytest.raises(VersionError, match="'one' has not passed the gate"):
            store.use("one")
        assert store.current() == SHIPPED

    @pytest.mark.parametrize(
        ("origin", "passed", "parent", "usable"),
        [
            (Origin.EXPORTED, True, SHIPPED, True),
            (Origin.EXPORTED, False, SHIPPED, False),
            (Origin.EXPORTED, True, "base", False),
            (Origin.IMPORTED, True, SHIPPED, False),
            (Origin.TRAINED, True, SHIPPED, False),
        ],
    )
    def test_an_export_is_as_good_as_its_source(
        self, store: Store, origin: Origin, passed: bool, parent: str, usable: bool
    ) -> None:
        add(store, "base")
        add(store, "one", origin=origin, verdict={"passed": passed}, parent=parent)
        assert store.may_be_used("one") is usable
        promote(store, "base")
        assert store.may_be_used("one") is (usable or parent == "base")

    def test_a_damaged_version_does_not_come_back(self, store: Store) -> None:
        for name in ("one", "two"):
            add(store, name)
            promote(store, name)
        _write(store.folder / "one" / "reader.onnx", b"!")
        with pytest.raises(VersionError, match="damaged"):
            store.rollback()
        assert store.current() == "two"

    def test_a_malformed_record(self, store: Store) -> None:
        store.folder.mkdir()
        (store.folder / "current.json").write_text('[{"version": 1}]')
        with pytest.raises(VersionError, match=r"current\.json is malformed"):
            store.current()

    def test_nothing_half_written_is_left(self, store: Store) -> None:
        add(store, "one")
        promote(store, "one")
        assert sorted(path.name for path in store.folder.iterdir()) == ["current.json", "one"]


def test_photos_of_all_ancestors_count_as_seen(store: Store) -> None:
    add(store, "one", photos=["a", "b"])
    add(store, "two", photos=["c"], parent="one")
    assert store.trained_on("two") == {"a", "b", "c"}
    assert store.trained_on("one") == {"a", "b"}
    assert store.trained_on(SHIPPED) == set()


class TestHome:
    def test_the_variable_names_the_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
        assert home() == tmp_path
        assert Store.of_user().folder == tmp_path / "models"

    def test_the_version_in_use_is_loaded_or_the_one_that_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
        monkeypatch.delenv(MODEL_VARIABLE, raising=False)
        store = Store.of_user()
        assert registry.active_folder() is None
        add(store, "one")
        promote(store, "one")
        assert registry.active_folder() == store.folder / "one"
        monkeypatch.setenv(MODEL_VARIABLE, SHIPPED)
        assert registry.active_folder() is None
        monkeypatch.setenv(MODEL_VARIABLE, "two")
        with pytest.raises(VersionError, match="no version 'two'"):
            registry.active_folder()
