"""Photos that are there twice, seen in a mirror, or on both sides of a split.

A model that is measured on photos like those it learned from looks better than it is. Photos
belong together that are the same file, show the same, are augmented copies of one source
(``PHOTO.rf.HASH.jpg``), or show the same physical set.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path

import numpy as np

from datasets.checks.fingerprints import Fingerprint, look_alike
from datasets.checks.near import clusters, near_pairs
from datasets.findings import Fault, Finding
from datasets.labels import MarkedPhoto


def check_doubles(
    photos: Sequence[MarkedPhoto], prints: Sequence[Fingerprint]
) -> Iterator[Finding]:
    """Find doubles and leaks.

    Args:
        photos: The photos.
        prints: Their fingerprints, in the same order.
    """
    yield from _same_files(photos, prints)
    yield from _leaks(photos)
    # Of files that are the same one is enough for comparing pictures.
    first = {item.sha256: index for index, item in reversed(list(enumerate(prints)))}
    chosen = sorted(first.values())
    if len(chosen) > 1:
        yield from _alike([photos[i] for i in chosen], [prints[i] for i in chosen])


def _same_files(photos: Sequence[MarkedPhoto], prints: Sequence[Fingerprint]) -> Iterator[Finding]:
    groups: dict[str, list[MarkedPhoto]] = defaultdict(list)
    for photo, item in zip(photos, prints, strict=True):
        groups[item.sha256].append(photo)
    for group in groups.values():
        if len(group) > 1:
            yield _double(group, Fault.SAME_FILE, "the same file")


def _double(group: Sequence[MarkedPhoto], fault: Fault, what: str) -> Finding:
    splits = sorted({photo.split for photo in group if photo.split})
    where = f"; it is in {' and '.join(splits)}" if len(splits) > 1 else ""
    return Finding(
        Fault.DUPLICATE_LEAK if where else fault,
        group[0].path,
        f"{len(group)} photos are {what}{where}",
        tuple(photo.path for photo in group[1:]),
    )


def _leaks(photos: Sequence[MarkedPhoto]) -> Iterator[Finding]:
    """Sources and physical sets of which some photos are in one split and some in another."""
    sources: dict[Hashable, list[MarkedPhoto]] = defaultdict(list)
    sets: dict[Hashable, list[MarkedPhoto]] = defaultdict(list)
    for photo in photos:
        sources[photo.source].append(photo)
        if photo.set is not None:
            sets[photo.set].append(photo)
    for source, group in sources.items():
        if splits := _splits(group):
            detail = f"copies of the photo '{source}' are in {splits}"
            yield Finding(Fault.SOURCE_LEAK, group[0].path, detail, _rest(group))
    for name, group in sets.items():
        if splits := _splits(group):
            detail = f"the set '{name}' is in {splits} ({len(group)} photos)"
            yield Finding(Fault.SET_LEAK, group[0].path, detail)


def _splits(group: Sequence[MarkedPhoto]) -> str:
    """``train and val``, or nothing where there is one only."""
    splits = sorted({photo.split for photo in group if photo.split})
    return " and ".join(splits) if len(splits) > 1 else ""


def _rest(group: Sequence[MarkedPhoto]) -> tuple[Path, ...]:
    return tuple(photo.path for photo in group[1:])


def _alike(photos: Sequence[MarkedPhoto], prints: Sequence[Fingerprint]) -> Iterator[Finding]:
    hashes = np.stack([item.hash for item in prints])
    near = {
        (one, other)
        for one, other in near_pairs(hashes, hashes)
        if one < other
        and look_alike(prints[one].thumb, prints[other].thumb)
        and _same_tiles(photos[one], photos[other])
    }
    # Copies of one source are meant to be alike; that they are split is told of the source.
    strangers = [pair for pair in near if photos[pair[0]].source != photos[pair[1]].source]
    for group in clusters(sorted(strangers)):
        yield _double([photos[index] for index in group], Fault.NEAR_DUPLICATE, "nearly the same")
    flipped = np.stack([item.mirrored for item in prints])
    for one, other in sorted(near_pairs(flipped, hashes)):
        if (
            one < other
            and (one, other) not in near
            and _same_tiles(photos[one], photos[other])
            and look_alike(prints[one].thumb[:, ::-1], prints[other].thumb)
        ):
            detail = "another photo shows this one in a mirror, where tiles do not exist"
            yield Finding(Fault.MIRRORED, photos[one].path, detail, (photos[other].path,))


def _same_tiles(one: MarkedPhoto, other: MarkedPhoto) -> bool:
    """Whether two photos that look alike may show the same tiles, by their labels.

    A camera on a stand gives a series of photos that differ in nothing but the small tiles.
    """
    if not one.marks or not other.marks:
        return True
    names, others = (Counter(mark.name for mark in photo.marks) for photo in (one, other))
    return 2 * (names & others).total() >= max(names.total(), others.total())
