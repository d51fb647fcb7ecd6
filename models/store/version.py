"""One version of the models: a folder that never changes, and the manifest that says so.

The manifest is that of the shipped models (``models``: file, digest, version and settings of
each network) with what is needed to know where a version comes from::

    {"models": {...}, "name", "created", "parent", "origin", "data": {...},
     "training": {...}, "figures": [...], "verdict": {...}, "files": {NAME: SHA-256},
     "digest": SHA-256 of all the above}
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import Any

from models.registry import MANIFEST
from models.store.errors import VersionError

SHIPPED = "shipped"
"""Name of the version that the project ships."""
TRAINED_ON = "trained-on.json"
"""File of a version: SHA-256 of every photo that it learned from."""
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
MAX_MANIFEST_BYTES = 5_000_000


class Origin(StrEnum):
    """How a version came to be."""

    TRAINED = "trained"
    EXPORTED = "exported"
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class Version:
    """A version.

    Attributes:
        name: Unique in a store.
        created: Time in ISO 8601, UTC.
        parent: The version that it was made from.
        origin: How.
        models: The manifest's entry of each network, as the shipped manifest has it.
        files: SHA-256 of each file.
        data: Fingerprint of what it learned from: ``digest``, ``photos``, ``tiles``.
        training: The settings of the training or export.
        figures: One object for each set that it was measured on.
        verdict: What the gate said when it was made, for exports.
    """

    name: str
    created: str
    parent: str | None
    origin: Origin
    models: Mapping[str, Mapping[str, Any]]
    files: Mapping[str, str]
    data: Mapping[str, Any] = field(default_factory=dict)
    training: Mapping[str, Any] = field(default_factory=dict)
    figures: tuple[Mapping[str, Any], ...] = ()
    verdict: Mapping[str, Any] | None = None

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready, with the digest."""
        table = json.loads(json.dumps(asdict(self)))
        return {**table, "digest": _digest(table)}


def check_name(name: str) -> str:
    """Return a name that can be a folder's.

    Raises:
        VersionError: It cannot, or it is that of the shipped version.
    """
    if not _NAME.fullmatch(name) or name == SHIPPED:
        raise VersionError(
            f"'{name[:70]}' is no name for a version: small letters, digits, '.', '_' and '-', "
            f"at most 64, and not '{SHIPPED}'"
        )
    return name


def sha256(data: bytes) -> str:
    """Digest, hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def _digest(table: Mapping[str, Any]) -> str:
    return sha256(json.dumps(table, sort_keys=True, ensure_ascii=False).encode())


def write_manifest(version: Version, folder: Path) -> None:
    """Write a version's manifest into its folder."""
    text = json.dumps(version.as_dict(), indent=2, ensure_ascii=False)
    (folder / MANIFEST).write_text(text + "\n", "utf-8")


def read_version(folder: Path) -> Version:
    """Read a version's manifest.

    Raises:
        VersionError: It is missing, malformed, or was changed.
    """
    path = folder / MANIFEST
    try:
        if path.stat().st_size > MAX_MANIFEST_BYTES:
            raise VersionError(f"{folder.name}: {MANIFEST} is too large")
        table = json.loads(path.read_text("utf-8"))
        digest = table.pop("digest")
        if digest != _digest(table):
            raise VersionError(f"{folder.name}: {MANIFEST} was changed or is damaged")
        known = {item.name for item in fields(Version)}
        version = Version(**{key: value for key, value in table.items() if key in known})
        return _typed(version)
    except OSError as error:
        raise VersionError(f"{folder.name}: {MANIFEST} cannot be read") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise VersionError(f"{folder.name}: {MANIFEST} is malformed: {error}") from error


def _typed(version: Version) -> Version:
    return Version(
        **{**{item.name: getattr(version, item.name) for item in fields(Version)},
           "origin": Origin(version.origin), "figures": tuple(version.figures)}
    )  # fmt: skip


def check_files(version: Version, folder: Path) -> None:
    """Check the digest of every file of a version.

    Raises:
        VersionError: One is missing or differs.
    """
    for name, wanted in version.files.items():
        path = folder / name
        if Path(name).name != name or path.is_symlink() or not path.is_file():
            raise VersionError(f"{version.name}: {name} is missing")
        found = sha256(path.read_bytes())
        if found != wanted:
            raise VersionError(
                f"{version.name}: {name} has SHA-256 {found[:12]}…, not {wanted[:12]}…: "
                "it was changed or is damaged"
            )
