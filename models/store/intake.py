"""Bring a network, or a version that somebody exported, into the store."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from models.registry import MANIFEST, shipped_models
from models.store.errors import ForeignModelError
from models.store.foreign import (
    SETTINGS,
    check_network,
    check_settings,
    check_weights,
    kind_of,
    read_parts,
    shipped_network,
)
from models.store.store import Store, now
from models.store.version import SHIPPED, Origin, Version, check_name, sha256


def import_version(store: Store, source: Path, name: str) -> Version:
    """Check a stranger's files and keep them as a version, which the gate has yet to judge.

    Networks that the source lacks are the shipped ones.

    Args:
        store: Where to.
        source: A folder or a ZIP with ``manifest.json``, ONNX and safetensors files (what
            ``wahua models export`` writes), or one ONNX file.
        name: Of the new version.

    Raises:
        ForeignModelError: A file is not what it has to be. Nothing was written.
        VersionError: The name is taken or no name.
    """
    check_name(name)
    parts = read_parts(source)
    manifest = _manifest(parts)
    files: dict[str, bytes] = {}
    models: dict[str, Any] = {}
    networks = _networks(parts, manifest)
    for kind, data in networks.items():
        check_network(data, kind)
        settings = check_settings(_entry(manifest, kind).get("settings", {}), kind)
        files[f"{kind}.onnx"] = data
        models[kind] = entry_of(kind, data, name, settings)
        weights = parts.get(f"{kind}.safetensors")
        if weights is not None:
            check_weights(weights, kind)
            files[f"{kind}.safetensors"] = weights
    for kind in SETTINGS.keys() - models.keys():
        data, settings = shipped_network(kind)
        files[f"{kind}.onnx"] = data
        models[kind] = entry_of(kind, data, shipped_models()[kind].version, settings)
    training = {"source": source.name, "networks": sorted(networks)}
    return store.add(
        Version(name, now(), SHIPPED, Origin.IMPORTED, models, {}, training=training), files
    )


def entry_of(kind: str, data: bytes, version: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest's entry of a network that lies in ``KIND.onnx``."""
    return {
        "file": f"{kind}.onnx",
        "sha256": sha256(data),
        "version": version,
        "settings": dict(settings),
    }


def _manifest(parts: Mapping[str, bytes]) -> Mapping[str, Any]:
    """The ``models`` table of a manifest; empty where there is none."""
    if MANIFEST not in parts:
        return {}
    try:
        models = json.loads(parts[MANIFEST])["models"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ForeignModelError(f"{MANIFEST} is malformed") from error
    if not isinstance(models, dict) or not models.keys() <= SETTINGS.keys():
        raise ForeignModelError(f"{MANIFEST} names networks that are not among {sorted(SETTINGS)}")
    return models


def _entry(manifest: Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    entry = manifest.get(kind, {})
    if not isinstance(entry, dict):
        raise ForeignModelError(f"{MANIFEST} is malformed")
    return entry


def _networks(parts: Mapping[str, bytes], manifest: Mapping[str, Any]) -> dict[str, bytes]:
    """The ONNX files by what they are; those that the manifest names have to be what it says."""
    found: dict[str, bytes] = {}
    for name, data in parts.items():
        if not name.endswith(".onnx"):
            continue
        kind = kind_of(data)
        if kind in found:
            raise ForeignModelError(f"there are two {kind}s")
        found[kind] = data
    for kind in manifest:
        entry = _entry(manifest, kind)
        if kind not in found:
            raise ForeignModelError(f"{MANIFEST} names a {kind}, but there is none in ONNX form")
        if entry.get("sha256") != sha256(found[kind]):
            raise ForeignModelError(f"the {kind} is not the file that {MANIFEST} names")
    return found
