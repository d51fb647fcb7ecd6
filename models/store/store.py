"""The user's store of versions, beside the shipped one, and which of them is in use.

::

    HOME/models/NAME/manifest.json ...   a version; its files are never written again
    HOME/models/current.json             the record of what was in use, the last entry counts

``HOME`` is the user's data folder, or what ``WAHUA_HOME`` says.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from datasets.formats.new_folder import new_folder
from datasets.labels import DatasetError
from models.registry import MANIFEST
from models.store.errors import VersionError
from models.store.version import (
    SHIPPED,
    TRAINED_ON,
    Origin,
    Version,
    check_files,
    check_name,
    read_version,
    sha256,
    write_manifest,
)

HOME_VARIABLE, MODEL_VARIABLE = "WAHUA_HOME", "WAHUA_MODEL"
RECORD = "current.json"


def home() -> Path:
    """The user's folder."""
    return Path(os.environ.get(HOME_VARIABLE) or user_data_path("wahua", appauthor=False))


def now() -> str:
    """The time in ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the record.

    Attributes:
        version: What came into use.
        at: When, ISO 8601.
        why: ``promote``, ``use`` or ``rollback``.
        verdict: What the gate said of it.
    """

    version: str
    at: str
    why: str
    verdict: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Store:
    """Versions in a folder, which need not exist yet."""

    folder: Path

    @classmethod
    def of_user(cls) -> Store:
        """The store of the user who runs the program."""
        return cls(home() / "models")

    def names(self) -> list[str]:
        """Names of the versions, the oldest first; the shipped one is not among them."""
        if not self.folder.is_dir():
            return []
        found = [p for p in self.folder.iterdir() if p.is_dir() and not p.name.startswith(".")]
        times = {path.name: (path / MANIFEST).stat().st_mtime for path in found
                 if (path / MANIFEST).is_file()}  # fmt: skip
        return sorted((p.name for p in found), key=lambda name: (times.get(name, 0.0), name))

    def path(self, name: str) -> Path:
        """Folder of a version.

        Raises:
            VersionError: There is none of this name.
        """
        if name in self.names():
            return self.folder / name
        known = ", ".join([SHIPPED, *self.names()])
        raise VersionError(f"there is no version '{name[:70]}', only: {known}")

    def get(self, name: str) -> Version:
        """Read a version and check its files.

        Raises:
            VersionError: It does not exist, or is damaged.
        """
        folder = self.path(name)
        version = read_version(folder)
        if version.name != name:
            raise VersionError(f"{name}: {MANIFEST} is that of '{version.name[:70]}'")
        check_files(version, folder)
        return version

    def intact_folder(self, name: str) -> Path | None:
        """Folder of a version whose files are intact; None for the shipped one.

        Raises:
            VersionError: See :meth:`get`.
        """
        if name == SHIPPED:
            return None
        self.get(name)
        return self.folder / name

    def trained_on(self, name: str) -> set[str]:
        """SHA-256 of every photo that a version, or one that it was made from, learned from.

        Raises:
            VersionError: The version is damaged.
        """
        photos: set[str] = set()
        while name != SHIPPED and name in self.names():
            version = self.get(name)
            path = self.folder / name / TRAINED_ON
            if TRAINED_ON in version.files:
                photos |= set(json.loads(path.read_text("utf-8")))
            name = version.parent or SHIPPED
        return photos

    def add(self, version: Version, files: Mapping[str, bytes]) -> Version:
        """Keep a new version; its ``files`` are filled in.

        Raises:
            VersionError: The name is taken or no name, or the folder cannot be written.
        """
        target = self.folder / check_name(version.name)
        if target.exists():
            raise VersionError(
                f"there is a version '{version.name}' already; versions never change"
            )
        digests = {name: sha256(data) for name, data in files.items()}
        sealed = Version(**{**_shallow(version), "files": digests})
        try:
            with new_folder(target) as filling:
                for name, data in files.items():
                    (filling / name).write_bytes(data)
                write_manifest(sealed, filling)
                for path in filling.iterdir():
                    path.chmod(0o444)
        except DatasetError as error:
            raise VersionError(error.detail) from error
        return sealed

    # ---- which version is in use

    def record(self) -> tuple[Change, ...]:
        """What was in use, the oldest first.

        Raises:
            VersionError: The record is malformed.
        """
        path = self.folder / RECORD
        if not path.is_file():
            return ()
        try:
            return tuple(Change(**item) for item in json.loads(path.read_text("utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise VersionError(f"{path} is malformed: {error}") from error

    def current(self) -> str:
        """Name of the version in use."""
        return _stack(self.record())[-1]

    def accepted(self) -> set[str]:
        """Versions that passed a gate: the shipped one, and what was promoted."""
        return {SHIPPED, *(item.version for item in self.record() if item.why == "promote")}

    def may_be_used(self, name: str) -> bool:
        """Whether a version passed a gate, or is an export that equals one that did."""
        if name in self.accepted():
            return True
        version = self.get(name)
        passed = version.verdict is not None and version.verdict.get("passed") is True
        exported = version.origin is Origin.EXPORTED and passed
        return exported and version.parent is not None and self.may_be_used(version.parent)

    def use(self, name: str) -> None:
        """Bring a version into use again.

        Raises:
            VersionError: It does not exist, is damaged, or never passed the gate.
        """
        self.intact_folder(name)
        if not self.may_be_used(name):
            raise VersionError(
                f"'{name}' has not passed the gate; wahua models promote measures it first"
            )
        self.switch(Change(name, now(), "use"))

    def rollback(self) -> str:
        """Bring back what was in use before; its name.

        Raises:
            VersionError: Nothing was, or it is damaged.
        """
        stack = _stack(self.record())
        if len(stack) < 2:
            raise VersionError("there is no version that was in use before this one")
        before = stack[-2]
        self.intact_folder(before)
        self.switch(Change(before, now(), "rollback"))
        return before

    def switch(self, change: Change) -> None:
        """Append to the record, of which nothing is ever taken away."""
        self.folder.mkdir(parents=True, exist_ok=True)
        record = [asdict(item) for item in (*self.record(), change)]
        text = json.dumps(record, indent=1, ensure_ascii=False)
        with _replacing(self.folder / RECORD) as part:
            part.write_text(text + "\n", "utf-8")


def _stack(record: Sequence[Change]) -> list[str]:
    """What was in use before what; each rollback takes the uppermost away."""
    stack = [SHIPPED]
    for change in record:
        if change.why != "rollback":
            stack.append(change.version)
        elif len(stack) > 1:
            stack.pop()
    return stack


def _shallow(version: Version) -> dict[str, Any]:
    return {name: getattr(version, name) for name in Version.__slots__}


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """Give a file to write that takes the place of another at once, when it is whole."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
