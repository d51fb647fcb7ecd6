"""Measure versions of the models beside each other, with a progress bar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from datasets.formats.base import photo_files
from models.compare import Pair, compare, counts, refuse_trained_on
from models.figures import summarise
from models.gate import Verdict, judge_equal, judge_promotion
from models.registry import recogniser_of
from models.sets import read_sets
from models.store.errors import VersionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.store.export import Measure
    from models.store.store import Store
    from vision.pipeline import Recogniser


@dataclass(frozen=True, slots=True)
class Comparison:
    """A candidate beside what is in use.

    Attributes:
        candidate: Its name.
        current: Name of what it is compared with.
        pairs: Every photo, read by both.
        verdict: What the gate says.
    """

    candidate: str
    current: str
    pairs: Sequence[Pair]
    verdict: Verdict


def judge_candidate(
    store: Store,
    candidate: str,
    other: str | None,
    *,
    kept: Sequence[Path],
    new: Sequence[Path],
    split: str = "val",
    limit: int | None = None,
) -> Comparison:
    """Read the same photos with two versions and ask the gate.

    Args:
        store: Where they are.
        candidate: The version that is to be judged.
        other: What to judge it by; by default what is in use.
        kept: Folders on which it must not be worse.
        new: Folders on which it has to be better.
        split: Which part of datasets with splits.
        limit: At most so many photos of each.

    Raises:
        VersionError: A version does not exist or is damaged, they are the same, or the
            candidate learned from a photo of the sets.
        DatasetError: A folder cannot be read.
    """
    current = other or store.current()
    if candidate == current:
        raise VersionError(f"'{candidate}' is what it would be compared with")
    folders = [store.intact_folder(name) for name in (current, candidate)]
    sets = read_sets([*kept, *new], split, limit)
    fresh = [part.name for part in sets[len(kept) :]]
    refuse_trained_on(sets, store.trained_on(candidate), candidate)
    before, after = (recogniser_of(folder) for folder in folders)
    with _bar(2 * sum(len(part.photos) for part in sets)) as advance:
        pairs = compare(sets, before, after, advance)
    return Comparison(candidate, current, pairs, judge_promotion(counts(pairs, fresh)))


def measured(folders: Sequence[Path], split: str, limit: int | None) -> Measure:
    """A measure for exports: the gate on the same photos, and the figures of the export."""
    sets = read_sets(folders, split, limit)

    def measure(
        before: Recogniser, after: Recogniser
    ) -> tuple[Verdict, Sequence[Mapping[str, Any]]]:
        with _bar(2 * sum(len(part.photos) for part in sets)) as advance:
            pairs = compare(sets, before, after, advance)
        figures = summarise([pair.after for pair in pairs])
        return judge_equal(counts(pairs)), [asdict(summary) for summary in figures]

    return measure


def photos_of(folder: Path) -> list[Path]:
    """The photos in a folder and below.

    Raises:
        VersionError: There are none.
    """
    photos = photo_files(folder) if folder.is_dir() else []
    if not photos:
        raise VersionError(f"{folder} holds no photos")
    return photos


@contextmanager
def _bar(total: int) -> Iterator[Callable[[], None]]:
    """A bar on the error output, where that is a terminal."""
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    screen = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bars:
        task = bars.add_task("photos", total=total)
        yield lambda: bars.advance(task)
