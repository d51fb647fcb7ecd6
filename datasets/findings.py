"""What is wrong with a dataset, and what becomes of it: an error, or a line of a report.

Readers do not decide whether a fault ends the work. They *tell* it: importing stops at the
first one (:class:`Strict`), checking collects them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from datasets.labels import DatasetError


class Fault(StrEnum):
    """Everything that a check can find; the value is the slug in JSON."""

    IGNORED_KEY = "ignored-key"
    BAD_LABEL = "bad-label"
    BAD_PHOTO = "bad-photo"
    MISSING_PHOTO = "missing-photo"
    NO_LABEL = "no-label"
    WRONG_SIZE = "wrong-size"
    CLASS_ORDER = "class-order"
    UNKNOWN_CLASS = "unknown-class"
    BOX_OUTSIDE = "box-outside"
    DEGENERATE_BOX = "degenerate-box"
    DUPLICATE_BOX = "duplicate-box"
    EXIF_ROTATED = "exif-rotated"
    SAME_FILE = "same-file"
    NEAR_DUPLICATE = "near-duplicate"
    MIRRORED = "mirrored"
    SOURCE_LEAK = "source-leak"
    DUPLICATE_LEAK = "duplicate-leak"
    SET_LEAK = "set-leak"
    SUSPICIOUS_LABEL = "suspicious-label"
    MIRRORED_FACES = "mirrored-faces"


HARMLESS = frozenset({Fault.IGNORED_KEY, Fault.NO_LABEL, Fault.CLASS_ORDER})
"""Faults that leave every label readable; an import reports them and goes on."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault.

    Attributes:
        fault: What it is.
        path: The file that has it.
        detail: A sentence for the user.
        others: Further files, for faults between files.
    """

    fault: Fault
    path: Path
    detail: str
    others: tuple[Path, ...] = ()

    def as_dict(self, folder: Path) -> dict[str, Any]:
        """JSON-ready; paths relative to the dataset's folder where they lie in it."""
        return {
            "fault": str(self.fault),
            "file": shown(self.path, folder),
            "detail": self.detail,
            "others": [shown(path, folder) for path in self.others],
        }


Tell = Callable[[Finding], None]


def shown(path: Path, folder: Path) -> str:
    """A path as a report writes it."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)


class FaultError(DatasetError):
    """A fault that was told and ends the work."""


@dataclass
class Strict:
    """Raise the first fault as an error; keep the harmless ones as notes."""

    notes: list[Finding] = field(default_factory=list)

    def __call__(self, finding: Finding) -> None:
        """Take one finding.

        Raises:
            FaultError: It is not harmless.
        """
        if finding.fault not in HARMLESS:
            raise FaultError(f"{finding.path}: {finding.detail}")
        self.notes.append(finding)


@contextmanager
def noting(tell: Tell, path: Path, fault: Fault = Fault.BAD_LABEL) -> Iterator[None]:
    """Tell a dataset error within the block as a fault of ``path``."""
    try:
        yield
    except FaultError:
        raise
    except DatasetError as error:
        tell(Finding(fault, path, error.detail.removeprefix(f"{path}: ")))
