"""All checks of a dataset that need no model, and what they found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from datasets.checks.boxes import check_boxes
from datasets.checks.doubles import check_doubles
from datasets.checks.fingerprints import Fingerprint, fingerprint
from datasets.findings import Fault, Finding, noting
from datasets.formats.detect import detect, read_marked
from datasets.labels import DatasetError, MarkedPhoto
from datasets.provenance import Provenance, provenance
from scoring.tiles import Family

_FIRST_UPRIGHT = 1


@dataclass(frozen=True, slots=True)
class Checked:
    """A dataset and its faults.

    Attributes:
        folder: The dataset.
        format: Title of its format.
        photos: The photos whose files and labels can be read.
        findings: Sorted by fault, then by file.
        origin: What it says of its origin.
    """

    folder: Path
    format: str
    photos: Sequence[MarkedPhoto]
    findings: Sequence[Finding]
    origin: Provenance

    def with_findings(self, more: Sequence[Finding]) -> Checked:
        """The same with further findings."""
        return replace(self, findings=in_order([*self.findings, *more]))


def in_order(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Findings by fault (in the order of :class:`Fault`), then by file; none twice."""
    place = {fault: index for index, fault in enumerate(Fault)}
    return tuple(sorted(dict.fromkeys(findings), key=lambda f: (place[f.fault], f.path, f.detail)))


def check_dataset(
    folder: Path,
    *,
    format_name: str | None = None,
    convention: str | None = None,
    family: Family | None = None,
) -> Checked:
    """Check a dataset; every photo is opened once more to take its fingerprint.

    Args:
        folder: The dataset.
        format_name: Its format; by default found out.
        convention: See :func:`datasets.formats.naming.resolve`.
        family: See there.

    Raises:
        DatasetError: It is no dataset, holds no readable photo, or its class names mean
            several tiles.
    """
    chosen = detect(folder, format_name)
    findings: list[Finding] = []
    photos = read_marked(
        folder, findings.append, format_name=chosen.name, convention=convention, family=family,
        ignore_unknown=True,
    )  # fmt: skip
    if not photos and not findings:
        raise DatasetError(f"{folder} holds no photos")
    for photo in photos:
        findings += check_boxes(photo)
    good, prints = _fingerprints(photos, findings)
    findings += [_turned(item) for item in prints if item.orientation != _FIRST_UPRIGHT]
    findings += check_doubles(good, prints)
    return Checked(folder, chosen.title, photos, in_order(findings), provenance(folder))


def _fingerprints(
    photos: Sequence[MarkedPhoto], findings: list[Finding]
) -> tuple[list[MarkedPhoto], list[Fingerprint]]:
    """The photos that can be decoded, with their fingerprints."""
    good, prints = [], []
    for photo in photos:
        with noting(findings.append, photo.path, Fault.BAD_PHOTO):
            prints.append(fingerprint(photo.path))
            good.append(photo)
    return good, prints


def _turned(item: Fingerprint) -> Finding:
    detail = (
        f"it is stored turned (EXIF orientation {item.orientation}): programs that ignore EXIF "
        "see other pixels than the labels mean"
    )
    return Finding(Fault.EXIF_ROTATED, item.path, detail)
