"""From any format into the project's own JSON, and from any into any other."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from datasets.findings import Finding, Strict
from datasets.formats.archive import extract, is_archive
from datasets.formats.detect import detect, read_marked
from datasets.formats.new_folder import new_folder
from datasets.labels import DatasetError, MarkedPhoto
from datasets.provenance import provenance
from scoring.tiles import Family

SOURCE_FILE = "SOURCE.md"
OWN = "wahua"


@dataclass(frozen=True, slots=True)
class Converted:
    """What a conversion did.

    Attributes:
        format: The format that was read.
        photos: The photos, as they were read.
        notes: Harmless faults, and classes that were left out.
    """

    format: str
    photos: Sequence[MarkedPhoto]
    notes: Sequence[Finding]

    @property
    def tiles(self) -> int:
        """Number of tiles."""
        return sum(len(photo.marks) for photo in self.photos)


@contextmanager
def opened(source: Path) -> Iterator[Path]:
    """Give the folder of a dataset: itself, or an archive unpacked for the while.

    Where an archive holds a single folder, that is the dataset.

    Raises:
        DatasetError: It is neither a folder nor an archive that can be unpacked.
    """
    if source.is_dir():
        yield source
        return
    if not is_archive(source):
        raise DatasetError(f"{source} is neither a folder nor a .zip, .tar, .tar.gz or .tar.bz2")
    with tempfile.TemporaryDirectory(prefix="wahua-") as name:
        folder = Path(name) / "dataset"
        extract(source, folder)
        inside = [path for path in folder.iterdir() if not path.name.startswith(".")]
        single = len(inside) == 1 and inside[0].is_dir()
        yield inside[0] if single else folder


def convert(
    source: Path,
    target: Path,
    to_format: str = OWN,
    *,
    from_format: str | None = None,
    convention: str | None = None,
    family: Family | None = None,
    ignore_unknown: bool = False,
) -> Converted:
    """Read a dataset and write it anew, whole or not at all.

    Photos are copied as they are. What the source says of its origin and licence goes along.

    Args:
        source: A folder or an archive.
        target: A folder that does not exist yet or is empty.
        to_format: One of :data:`datasets.formats.detect.FORMATS`.
        from_format: The same; by default found out.
        convention: See :func:`datasets.formats.naming.resolve`.
        family: See there.
        ignore_unknown: Leave out marks whose class is no tile.

    Raises:
        DatasetError: The source cannot be read in full, or the target cannot be written.
    """
    writer = detect(target, to_format)
    tell = _Notes() if ignore_unknown else Strict()
    with opened(source) as folder:
        reader = detect(folder, from_format)
        photos = read_marked(
            folder, tell, format_name=reader.name, convention=convention, family=family,
            ignore_unknown=ignore_unknown,
        )  # fmt: skip
        if not photos:
            raise DatasetError(f"{source} holds no photos")
        try:
            with new_folder(target) as filling:
                writer.write(photos, filling)
                _write_origin(folder, filling, source.name, reader.title)
        except OSError as error:
            raise DatasetError(f"{target} cannot be written: {error.strerror or error}") from error
    return Converted(reader.name, photos, tell.notes)


class _Notes(Strict):
    """As strict, but classes that are no tiles are noted."""

    def __call__(self, finding: Finding) -> None:
        """Take one finding."""
        if finding.fault == "unknown-class":
            self.notes.append(finding)
        else:
            super().__call__(finding)


def _write_origin(folder: Path, target: Path, name: str, title: str) -> None:
    """Copy licences and READMEs, and note where the labels come from."""
    origin = provenance(folder)
    for path in origin.texts:
        if not (target / path.name).exists():
            shutil.copyfile(path, target / path.name)
    note = "".join([f"Converted from {title} ('{name}').\n\n", *(f"- {x}\n" for x in origin.facts)])
    path = target / SOURCE_FILE
    before = path.read_text("utf-8") if path.is_file() else "# Source\n"
    path.write_text(f"{before}\n{note}", "utf-8")
