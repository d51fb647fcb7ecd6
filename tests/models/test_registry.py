"""The manifest and its digests: what is intact is loaded, anything else is one clear error."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from models import registry
from models.registry import ModelEntry, ModelError, load_recogniser, model_bytes, shipped_models

WEIGHTS = b"no real weights"
DIGEST = hashlib.sha256(WEIGHTS).hexdigest()


def entry(name: str, **changes: Any) -> dict[str, Any]:
    item = {"file": f"{name}.onnx", "sha256": DIGEST, "version": "1.2", "settings": {}}
    return {**item, **changes}


def install(folder: Path, models: object) -> Path:
    manifest = models if isinstance(models, str) else json.dumps({"models": models})
    (folder / "manifest.json").write_text(manifest, "utf-8")
    for name in ("locator", "reader"):
        (folder / f"{name}.onnx").write_bytes(WEIGHTS)
    return folder


BOTH = {"locator": entry("locator"), "reader": entry("reader")}


def test_the_manifest_gives_entries(tmp_path: Path) -> None:
    settings = {"input_side": 512}
    folder = install(tmp_path, {"locator": entry("locator", settings=settings)})
    expected = ModelEntry("locator", "locator.onnx", DIGEST, "1.2", settings)
    assert shipped_models(folder) == {"locator": expected}


def test_intact_bytes_are_returned(tmp_path: Path) -> None:
    folder = install(tmp_path, BOTH)
    assert model_bytes(shipped_models(folder)["reader"], folder) == WEIGHTS


def test_other_bytes_are_refused(tmp_path: Path) -> None:
    folder = install(tmp_path, BOTH)
    (folder / "reader.onnx").write_bytes(WEIGHTS + b"!")
    with pytest.raises(ModelError, match=rf"reader\.onnx has SHA-256 .*, not {DIGEST[:12]}"):
        model_bytes(shipped_models(folder)["reader"], folder)


def test_a_missing_file(tmp_path: Path) -> None:
    folder = install(tmp_path, BOTH)
    (folder / "reader.onnx").unlink()
    with pytest.raises(ModelError, match=r"reader\.onnx is missing"):
        load_recogniser(folder)


def test_a_missing_manifest(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"manifest\.json is missing"):
        shipped_models(tmp_path)


@pytest.mark.parametrize(
    "manifest",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"models": 3}',
        '{"models": {"reader": {}}}',
        '{"models": {"reader": "reader.onnx"}}',
    ],
)
def test_a_malformed_manifest(tmp_path: Path, manifest: str) -> None:
    with pytest.raises(ModelError, match=r"manifest\.json is malformed"):
        shipped_models(install(tmp_path, manifest))


@pytest.mark.parametrize(
    ("models", "message"),
    [
        ({"locator": entry("locator")}, "names no 'reader'"),
        ({"reader": entry("reader")}, "names no 'locator'"),
        ({**BOTH, "reader": entry("reader", settings={"size": 3})}, "settings that do not fit"),
        ({**BOTH, "reader": entry("reader", settings=[3])}, "settings that do not fit"),
    ],
)
def test_an_unfit_manifest(tmp_path: Path, models: object, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        load_recogniser(install(tmp_path, models))


def test_the_recogniser_has_the_manifests_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[bytes] = []
    monkeypatch.setattr(registry, "open_session", opened.append)
    models = {
        "locator": entry("locator", version="3", settings={"input_side": 512}),
        "reader": entry("reader", version="4", settings={"temperature": 1.5}),
    }
    recogniser = load_recogniser(install(tmp_path, models))
    assert opened == [WEIGHTS, WEIGHTS]
    assert recogniser.models == {"locator": "3", "reader": "4"}
    assert recogniser.locator.settings.input_side == 512
    assert recogniser.aligner is None  # versions that were made before there was one
    assert recogniser.reader.settings.temperature == 1.5
    assert load_recogniser(tmp_path) is recogniser


def test_a_version_may_have_an_aligner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "open_session", lambda data: data)
    folder = install(tmp_path, {**BOTH, "aligner": entry("aligner", settings={"rounds": 3})})
    (folder / "aligner.onnx").write_bytes(WEIGHTS)
    aligner = load_recogniser(folder).aligner
    assert aligner is not None
    assert aligner.settings.rounds == 3
    (folder / "aligner.onnx").unlink()
    with pytest.raises(ModelError, match=r"aligner\.onnx is missing"):
        registry.recogniser_of(folder)


def test_the_error_is_the_servers() -> None:
    error = ModelError("x is missing")
    assert (error.type, error.status, error.detail) == ("model", 500, "x is missing")
