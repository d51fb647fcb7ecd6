"""A data sheet: what a dataset holds, where it comes from, and what is wrong with it.

After Gebru et al., "Datasheets for Datasets" (2018), as far as a program can fill one in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import median

from datasets.checks.check import Checked
from datasets.findings import shown
from datasets.formats.base import class_names
from datasets.labels import MarkedPhoto

NO_SPLIT, NO_SET = "no split", "not given"
MAX_PER_FAULT = 50
"""Findings of one kind that are written out; all of them are counted."""


def data_sheet(checked: Checked) -> str:
    """Return the data sheet in Markdown."""
    lines = [f"# {checked.folder.resolve().name}", "", f"Format: {checked.format}.", ""]
    lines += _contents(checked.photos)
    lines += _classes(checked.photos)
    lines += _origin(checked)
    lines += _findings(checked)
    return "\n".join(lines) + "\n"


def _contents(photos: Sequence[MarkedPhoto]) -> Iterator[str]:
    yield from ("## Contents", "")
    heads = ["split", "photos", "sources", "tiles", "with corners", "empty photos"]
    splits = list(dict.fromkeys(sorted(photo.split or NO_SPLIT for photo in photos)))
    groups = [(name, [p for p in photos if (p.split or NO_SPLIT) == name]) for name in splits]
    rows = [[name, *_counts(group)] for name, group in [*groups, ("all", list(photos))]]
    yield from _table(heads, rows)
    yield from _by("set", photos, lambda photo: photo.set or NO_SET)
    sizes = Counter(f"{photo.width} × {photo.height}" for photo in photos)
    yield from _table(["size in pixels", "photos"], [[s, str(n)] for s, n in sizes.most_common(12)])
    sides = [min(m.box[2] - m.box[0], m.box[3] - m.box[1]) for p in photos for m in p.marks]
    if sides:
        yield f"Shorter side of a tile's box: median {median(sides):.0f} pixels, "
        yield f"{min(sides):.0f} to {max(sides):.0f}."
        yield ""


def _counts(photos: Sequence[MarkedPhoto]) -> list[str]:
    marks = [mark for photo in photos for mark in photo.marks]
    figures = (
        len(photos),
        len({photo.source for photo in photos}),
        len(marks),
        sum(mark.corners is not None for mark in marks),
        sum(not photo.marks for photo in photos),
    )
    return [str(figure) for figure in figures]


def _by(
    head: str, photos: Sequence[MarkedPhoto], key: Callable[[MarkedPhoto], str]
) -> Iterator[str]:
    photo_counts = Counter(key(photo) for photo in photos)
    tile_counts: Counter[str] = Counter()
    for photo in photos:
        tile_counts[key(photo)] += len(photo.marks)
    rows = [[name, str(n), str(tile_counts[name])] for name, n in sorted(photo_counts.items())]
    yield from _table([head, "photos", "tiles"], rows)


def _classes(photos: Sequence[MarkedPhoto]) -> Iterator[str]:
    yield from ("## Tiles", "")
    splits = sorted({photo.split or NO_SPLIT for photo in photos})
    counts = Counter((mark.name, p.split or NO_SPLIT) for p in photos for mark in p.marks)
    rows = []
    for name in class_names(photos):
        per_split = [counts[name, split] for split in splits]
        rows.append([name, *map(str, per_split), str(sum(per_split))])
    yield from _table(["tile", *splits, "all"], rows)


def _origin(checked: Checked) -> Iterator[str]:
    yield from ("## Origin and licence, as given", "")
    for path in checked.origin.texts:
        yield f"- see `{path.name}`"
    for fact in checked.origin.facts:
        yield f"- {_plain(fact)}"
    if not checked.origin.texts and not checked.origin.facts:
        yield "Nothing is given: ask before you pass it on."
    yield ""


def _findings(checked: Checked) -> Iterator[str]:
    yield from ("## Findings", "")
    counts = Counter(finding.fault for finding in checked.findings)
    if not counts:
        yield "None."
        return
    yield from _table(["fault", "count"], [[str(f), str(n)] for f, n in counts.items()])
    for fault, count in counts.items():
        yield from (f"### {fault}", "")
        chosen = [finding for finding in checked.findings if finding.fault is fault]
        for finding in chosen[:MAX_PER_FAULT]:
            others = ", ".join(f"`{shown(path, checked.folder)}`" for path in finding.others[:4])
            file = shown(finding.path, checked.folder)
            yield f"- `{file}`: {_plain(finding.detail)}{f' ({others})' if others else ''}"
        if count > MAX_PER_FAULT:
            yield f"- … and {count - MAX_PER_FAULT} more"
        yield ""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'|'.join(['---'] + ['---:'] * (len(heads) - 1))}|"
    yield from (f"| {' | '.join(map(_plain, row))} |" for row in rows)
    yield ""


def _plain(text: str) -> str:
    """Text of strangers as text: no markup, no line breaks, no table cells of its own."""
    flat = " ".join(text.split())
    return "".join(f"\\{char}" if char in "|<>[]`*_" else char for char in flat)
