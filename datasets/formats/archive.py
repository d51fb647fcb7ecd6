"""Unpacking archives of strangers: ZIP and tar, within limits, whole or not at all.

What is refused, and why:

* links, devices and pipes, and names that are absolute, climb out, name a drive or a device
  of Windows, or hold control characters: they would write elsewhere;
* two members whose names differ in nothing or in capitals, or a file that is also a folder:
  which of them lands depends on the file system;
* too many members, too large ones, too much in all, and members that grow too much: bombs.
  Declared sizes are not believed: bytes are counted while they are written;
* encrypted members, and methods whose decoders need memory without bound.

Only photos, labels and texts are written; anything else, such as a program or an archive
within the archive, stays inside.
"""

from __future__ import annotations

import bz2
import gzip
import io
import re
import stat
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, Any

from datasets.formats.base import SUFFIXES
from datasets.formats.new_folder import new_folder
from datasets.labels import DatasetError

WANTED = SUFFIXES | {".txt", ".json", ".xml", ".yaml", ".yml", ".csv", ".md", ".names"}
"""Suffixes of members that are written."""
_CHUNK = 1 << 16
_MAX_DEPTH, _MAX_NAME, _MAX_PATH = 16, 200, 400
_MAX_TAR_HEADER = 1 << 16
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\..*)?", re.IGNORECASE)
_TAR_HEADERS = frozenset(
    {tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE,
     tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK}
)  # fmt: skip


class ArchiveError(DatasetError):
    """An archive that is damaged, too large, or tries to write where it should not."""

    type = "archive"
    title = "The archive cannot be unpacked"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an archive may hold.

    Attributes:
        members: Files and folders.
        member_bytes: One file, unpacked.
        total_bytes: All files, unpacked.
        ratio: Unpacked over packed size, of each member of a ZIP and of a whole tar.
        free_bytes: Members and tars that unpack to no more may have any ratio: texts of a
            few kilobytes pack very well.
    """

    members: int = 200_000
    member_bytes: int = 300_000_000
    total_bytes: int = 20_000_000_000
    ratio: int = 200
    free_bytes: int = 1_000_000


DEFAULT_LIMITS = Limits()


def is_archive(path: Path) -> bool:
    """Whether a path is a file that calls itself a ZIP or tar archive."""
    name = path.name.lower()
    return path.is_file() and name.endswith(
        (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2")
    )


def extract(archive: Path, target: Path, limits: Limits = DEFAULT_LIMITS) -> list[Path]:
    """Unpack an archive into a new folder.

    Args:
        archive: A ``.zip``, ``.tar``, ``.tar.gz`` or ``.tar.bz2`` file.
        target: Must not exist yet, or be empty; after an error it is as before.
        limits: How much is accepted.

    Returns:
        The files that were written.

    Raises:
        ArchiveError: Something in it is not accepted.
        DatasetError: The target cannot be made.
    """
    try:
        with new_folder(target) as folder:
            writer = _Writer(folder, limits)
            with archive.open("rb") as file:
                if zipfile.is_zipfile(file):
                    _unzip(file, writer)
                else:
                    file.seek(0)
                    _untar(file, archive.stat().st_size, writer)
            written = [path.relative_to(folder) for path in writer.written]
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, zlib.error) as error:
        raise ArchiveError(f"{archive} is damaged or no ZIP or tar archive: {error}") from error
    except (OSError, NotImplementedError, RuntimeError, ValueError) as error:
        raise ArchiveError(f"{archive} cannot be read: {error}") from error
    except ArchiveError as error:
        raise ArchiveError(f"{archive}: {error.detail}") from error
    return [target / path for path in written]


@dataclass
class _Names:
    """The names of an archive so far, to refuse those that fall on each other."""

    files: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)

    def add(self, path: PurePosixPath, *, folder: bool) -> None:
        keys = ["/".join(path.parts[:n]).casefold() for n in range(1, len(path.parts) + 1)]
        above, key = keys if folder else keys[:-1], keys[-1]
        if any(part in self.files for part in above) or (not folder and key in self.folders):
            raise ArchiveError(f"'{path}' is both a file and a folder")
        if not folder and key in self.files:
            raise ArchiveError(f"'{path}' is there twice, or differs in capitals only")
        self.folders.update(above)
        if not folder:
            self.files.add(key)


def safe_name(name: str) -> PurePosixPath:
    """Return the path of a member below the target.

    Raises:
        ArchiveError: It could lead elsewhere, here or on another system.
    """
    shown = ascii(name[:80])
    plain = unicodedata.normalize("NFC", name).replace("\\", "/")
    if plain.startswith("/") or re.match(r"[A-Za-z]:", plain):
        raise ArchiveError(f"the member {shown} has an absolute name")
    parts = [part for part in plain.split("/") if part not in {"", "."}]
    if ".." in parts:
        raise ArchiveError(f"the member {shown} climbs out of the folder")
    if not parts or len(parts) > _MAX_DEPTH or len(plain) > _MAX_PATH:
        raise ArchiveError(f"the member {shown} has no usable name")
    for part in parts:
        if (
            any(ord(char) < 32 or char in ':*?"<>|\x7f' for char in part)
            or len(part.encode("utf-8", "surrogatepass")) > _MAX_NAME
            or part[-1] in " ."
            or not part.isprintable()
        ):
            raise ArchiveError(f"the member {shown} has a name that some systems cannot hold")
        if _DEVICES.fullmatch(part):
            raise ArchiveError(f"the member {shown} is named like a device")
    return PurePosixPath(*parts)


@dataclass
class _Writer:
    """Writes members below a folder, counting what comes out."""

    folder: Path
    limits: Limits
    written: list[Path] = field(default_factory=list)
    names: _Names = field(default_factory=_Names)
    members: int = 0
    total: int = 0

    def admit(self, name: str, *, folder: bool, size: int) -> PurePosixPath | None:
        """Check a member by what it declares; return where it goes, or None to leave it."""
        self.members += 1
        if self.members > self.limits.members:
            raise ArchiveError(f"it has more than {self.limits.members:,} members")
        if folder and not name.strip("./"):  # the folder itself, which many tars name first
            return None
        path = safe_name(name)
        self.names.add(path, folder=folder)
        self.check_size(path, size)
        # A Mac adds a `__MACOSX/._a.jpg` to every `a.jpg`, which is no photo.
        unwanted = path.parts[0] == "__MACOSX" or path.name.startswith("._")
        wanted = path.suffix.lower() in WANTED or path.stem.upper() in {"LICENSE", "LICENCE"}
        return path if wanted and not folder and not unwanted else None

    def check_size(self, path: PurePosixPath, size: int) -> None:
        """Refuse a member that is too large, or is so together with the others."""
        if size > self.limits.member_bytes:
            raise ArchiveError(f"'{path}' has more than {self.limits.member_bytes:,} bytes")
        if self.total + size > self.limits.total_bytes:
            raise ArchiveError(f"it unpacks to more than {self.limits.total_bytes:,} bytes")

    def write(self, path: PurePosixPath, source: IO[bytes], packed: int | None) -> None:
        """Write a member; ``packed`` is its packed size where that is known."""
        target = self.folder.joinpath(*path.parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        size = 0
        with target.open("xb") as file:
            while chunk := source.read(_CHUNK):
                size += len(chunk)
                self.check_size(path, size)
                if packed is not None:
                    self.check_ratio(str(path), size, packed)
                file.write(chunk)
        self.total += size
        self.written.append(target)

    def check_ratio(self, what: str, size: int, packed: int) -> None:
        """Refuse what grows too much."""
        if size > self.limits.free_bytes and size > self.limits.ratio * max(1, packed):
            raise ArchiveError(f"'{what}' unpacks to more than {self.limits.ratio} times its size")


def _unzip(file: IO[bytes], writer: _Writer) -> None:
    with zipfile.ZipFile(file) as archive:
        chosen = []
        declared = 0
        for info in archive.infolist():
            mode = info.external_attr >> 16
            if stat.S_IFMT(mode) not in {0, stat.S_IFREG, stat.S_IFDIR}:
                raise ArchiveError(f"the member {info.filename[:80]!a} is a link or a device")
            path = writer.admit(info.orig_filename, folder=info.is_dir(), size=info.file_size)
            declared += info.file_size
            if declared > writer.limits.total_bytes:
                raise ArchiveError(f"it unpacks to more than {writer.limits.total_bytes:,} bytes")
            if path is not None:
                chosen.append((info, path))
        for info, path in chosen:
            if info.flag_bits & 1:
                raise ArchiveError(f"'{path}' is encrypted")
            if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
                raise ArchiveError(f"'{path}' is packed by another method than deflate")
            writer.check_ratio(str(path), info.file_size, info.compress_size)
            with archive.open(info) as source:
                writer.write(path, source, info.compress_size)


class _CountedStream(io.RawIOBase):
    """A stream that ends in an error once too much has come out of it."""

    def __init__(self, source: Any, writer: _Writer, packed: int) -> None:
        super().__init__()
        self._source, self._writer, self._packed, self._count = source, writer, packed, 0

    def readable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Read at most a chunk, however much is asked for."""
        data: bytes = self._source.read(min(size, _CHUNK) if size >= 0 else _CHUNK)
        self._count += len(data)
        # Each member has a header and padding of at most three blocks.
        limit = self._writer.limits.total_bytes + 1536 * self._writer.limits.members
        if self._count > limit:
            raise ArchiveError(f"it unpacks to more than {limit:,} bytes")
        self._writer.check_ratio("the archive", self._count, self._packed)
        return data


class _Member(tarfile.TarInfo):
    """A member whose extended headers, which are kept in memory, have a small size."""

    def _proc_member(self, archive: tarfile.TarFile) -> Any:
        if self.type in _TAR_HEADERS and self.size > _MAX_TAR_HEADER:
            raise ArchiveError(f"a header of the tar archive has {self.size:,} bytes")
        return super()._proc_member(archive)  # type: ignore[misc]


@contextmanager
def _unpacked(file: IO[bytes]) -> Iterator[Any]:
    """The tar within gzip or bzip2; xz is refused, as its decoder's memory has no bound."""
    head = file.read(6)
    file.seek(0)
    if head.startswith(b"\x1f\x8b"):
        with gzip.GzipFile(fileobj=file, mode="rb") as stream:
            yield stream
    elif head.startswith(b"BZh"):
        with bz2.BZ2File(file) as stream:
            yield stream
    elif head.startswith(b"\xfd7zXZ"):
        raise ArchiveError("archives packed by xz are not accepted; use gzip or ZIP")
    else:
        yield file


def _untar(file: IO[bytes], packed: int, writer: _Writer) -> None:
    with _unpacked(file) as stream:
        counted = _CountedStream(stream, writer, packed)
        with tarfile.open(fileobj=counted, mode="r|", tarinfo=_Member) as archive:
            for member in archive:
                if not (member.isreg() or member.isdir()) or member.issparse():
                    raise ArchiveError(f"the member {member.name[:80]!a} is a link or a device")
                path = writer.admit(member.name, folder=member.isdir(), size=member.size)
                if path is None:
                    continue
                source = archive.extractfile(member)
                if source is not None:
                    writer.write(path, source, None)
