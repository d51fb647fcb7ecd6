"""The photos of a project: gathered, split by their sources, and checked before training."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from datasets.checks.doubles import check_doubles
from datasets.checks.fingerprints import fingerprint
from datasets.findings import Fault, Finding, Strict
from datasets.formats.convert import opened
from datasets.formats.detect import read_marked
from datasets.labels import MarkedPhoto
from models.project import Project, ProjectError
from models.store.version import sha256
from scoring.tiles import Family

LEAKS = frozenset({Fault.SOURCE_LEAK, Fault.DUPLICATE_LEAK})
"""A physical set on both sides is no leak here: to read that very set is the purpose."""
_JOINED = frozenset({Fault.SAME_FILE, Fault.NEAR_DUPLICATE})
MAX_SHOWN = 5


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """What a project learns from and is judged by.

    Attributes:
        train: To learn from.
        held_out: To judge by.
        digest: Of all photos and labels.
    """

    train: tuple[MarkedPhoto, ...]
    held_out: tuple[MarkedPhoto, ...]
    digest: str

    @property
    def tiles(self) -> int:
        """Number of tiles to learn from."""
        return sum(len(photo.marks) for photo in self.train)

    def trained_on(self) -> bytes:
        """SHA-256 of each photo that is learned from, as a JSON list."""
        digests = sorted({sha256(photo.path.read_bytes()) for photo in self.train})
        return json.dumps(digests, indent=0).encode()


def gather(project: Project, folder: Path, stack: ExitStack) -> TrainingSet:
    """Read, split and check the photos of a project.

    Args:
        project: The project.
        folder: What its paths are relative to.
        stack: Keeps archives unpacked for as long as the photos are needed.

    Raises:
        DatasetError: A dataset cannot be read in full.
        ProjectError: Photos leak from one side to the other, or a face has no example; all
            reasons are named.
    """
    photos: list[MarkedPhoto] = []
    for source in project.data:
        place = stack.enter_context(opened(folder / source.path))
        photos += read_marked(
            place, Strict(), format_name=source.format, convention=source.convention,
            family=None if source.family is None else Family(source.family),
        )  # fmt: skip
    prints = [fingerprint(photo.path) for photo in photos]
    free = [replace(photo, split=None) for photo in photos]
    groups = _groups(free, list(check_doubles(free, prints)))
    sided = _sides(photos, groups, project)
    reasons = [
        f"{finding.path.name}: {finding.detail}"
        for finding in check_doubles(sided, prints)
        if finding.fault in LEAKS
    ]
    train = tuple(photo for photo in sided if photo.split == "train" and photo.marks)
    held_out = tuple(photo for photo in sided if photo.split == "val")
    reasons += _empty(project, train, held_out)
    if reasons:
        more = f" (and {len(reasons) - MAX_SHOWN} more)" if len(reasons) > MAX_SHOWN else ""
        raise ProjectError("; ".join(reasons[:MAX_SHOWN]) + more)
    return TrainingSet(train, held_out, _digest(sided, [item.sha256 for item in prints]))


def _groups(photos: Sequence[MarkedPhoto], findings: Iterable[Finding]) -> list[int]:
    """A number for each photo, the same for photos that must stay on one side.

    These are augmented copies of one source, and photos that are (nearly) the same.
    """
    number: dict[Path, int] = {}
    first: dict[str, int] = {}
    for index, photo in enumerate(photos):
        number[photo.path] = first.setdefault(photo.source, index)
    for finding in findings:
        if finding.fault in _JOINED:
            joined = {number[path] for path in (finding.path, *finding.others)}
            for path, group in number.items():
                if group in joined:
                    number[path] = min(joined)
    return [number[photo.path] for photo in photos]


def _sides(
    photos: Sequence[MarkedPhoto], groups: Sequence[int], project: Project
) -> list[MarkedPhoto]:
    """Every photo with ``train`` or ``val``: as its dataset says, or by lot for its group.

    The lot depends on the files' names and the project's seed only, so that a resumed
    training splits as before. Test photos of a dataset are to judge by, too.
    """
    members: dict[int, list[MarkedPhoto]] = defaultdict(list)
    for photo, group in zip(photos, groups, strict=True):
        members[group].append(photo)
    undecided = [g for g, group in members.items() if all(p.split is None for p in group)]
    undecided.sort(key=lambda g: _lot(members[g][0].source, project.seed))
    left = _faces(photo for photo in photos if photo.split in {None, "train"})
    wanted = max(1, round(project.held_out * len(undecided))) if len(undecided) > 1 else 0
    chosen: set[int] = set()
    for group in undecided:
        own = _faces(members[group])
        # Every face that is judged by must be left to learn from, unless a design draws it.
        kept = project.design or all(left[face] > count for face, count in own.items())
        if len(chosen) < wanted and kept:
            chosen.add(group)
            left -= own
    result = []
    for photo, group in zip(photos, groups, strict=True):
        side = "val" if group in chosen else "train"
        if photo.split is not None:
            side = "train" if photo.split == "train" else "val"
        result.append(replace(photo, split=side))
    return result


def _lot(name: str, seed: int) -> str:
    return hashlib.sha256(f"{seed} {name}".encode()).hexdigest()


def _empty(
    project: Project, train: Sequence[MarkedPhoto], held_out: Sequence[MarkedPhoto]
) -> Iterator[str]:
    """What there is nothing to learn from, or to judge by."""
    if not train:
        yield "no photo with tiles is left to learn from"
    if not any(photo.marks for photo in held_out):
        yield (
            "no photo with tiles is left to judge by: give more photos that show each face, "
            "a design that draws them all, or a val split"
        )
    seen = _faces(train)
    asked = dict.fromkeys(project.faces, "the project asks for it")
    if not project.design:  # a design draws what no photo shows
        asked |= dict.fromkeys(_faces(held_out), "photos to judge by do")
    for face, why in sorted(asked.items()):
        if not seen[face]:
            yield f"no training photo shows {face}, but {why}"


def _faces(photos: Iterable[MarkedPhoto]) -> Counter[str]:
    return Counter(str(mark.tile) for photo in photos for mark in photo.marks)


def _digest(photos: Sequence[MarkedPhoto], digests: Sequence[str]) -> str:
    """Fingerprint of photos, sides and labels."""
    lines = sorted(
        f"{digest} {photo.split} "
        + " ".join(f"{mark.tile}{[round(v, 1) for v in mark.box]}" for mark in photo.marks)
        for photo, digest in zip(photos, digests, strict=True)
    )
    return sha256("\n".join(lines).encode())
