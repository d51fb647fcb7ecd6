"""``wahua evaluate``: labelled photos to rows, and rows to a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from service.cli.design_option import DesignOption, chosen
from service.cli.stop import ArgumentError, one_line_errors

if TYPE_CHECKING:
    from datasets.labels import LabelledPhoto
    from models.evaluate import Answer, Prepare, Row
    from models.sets import MeasuredSet
    from vision.photo import Photo

OURS = "wahua"


@dataclass(frozen=True, slots=True)
class _Judged:
    """One recogniser on one set."""

    recogniser: str
    set: MeasuredSet
    answer: Callable[[Photo], Answer]
    max_side: int | None


def evaluate_datasets(
    datasets: Annotated[
        list[Path],
        typer.Argument(
            help="Folders with labels: YOLO (data.yaml), crops (labels.csv), JSON beside photos; "
            "a folder of photos alone counts as photos without tiles.",
            show_default=False,
        ),
    ],
    *,
    split: Annotated[str, typer.Option(help="Which part of a YOLO dataset.")] = "val",
    rows: Annotated[
        Path | None,
        typer.Option(help="Write one JSON object a photo to this file.", show_default=False),
    ] = None,
    turn: Annotated[
        float, typer.Option(metavar="DEGREES", help="Turn every photo clockwise before reading.")
    ] = 0.0,
    corrupt: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[:SEVERITY]",
            help="Spoil every photo before reading: gaussian_noise, defocus_blur, motion_blur, "
            "brightness, contrast, jpeg_compression, pixelate, shot_noise or glare; "
            "severity 1 to 5, 3 unless given.",
            show_default=False,
        ),
    ] = None,
    design: DesignOption = None,
    baseline: Annotated[
        str | None,
        typer.Option(help="Judge another recogniser beside: mahjong-detector.", show_default=False),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1, help="At most so many photos of each folder, spread over it.", show_default=False
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Measure the models in use on labelled photos.

    Every figure is derived from the rows: tiles found and read, answers that match no tile, photos
    read without any error, milliseconds by stage, and which tile was taken for which.
    """
    from models.sets import read_sets  # noqa: PLC0415 - loads the pipeline
    from service.report import report_object, show_report  # noqa: PLC0415

    with one_line_errors():
        sets = read_sets(datasets, split, limit)
        _check_turn(turn, sets)
        prepare = _preparation(turn, corrupt)
        judged = [*_ours(sets, design), *_baseline(baseline, sets)]
        result: dict[str, list[Row]] = {}
        with _rows_file(rows) as file:
            for name, row in _rows(judged, prepare):
                result.setdefault(name, []).append(row)
                if file is not None:
                    file.write(json.dumps({"recogniser": name, **row.as_dict()}) + "\n")
                    file.flush()
    if as_json:
        typer.echo(json.dumps(report_object(result)))
        return
    from service.show import console  # noqa: PLC0415 - loads rich

    show_report(console(), result, _notes(sets, turn, corrupt, baseline))


def _check_turn(turn: float, sets: Sequence[MeasuredSet]) -> None:
    if turn % 90 and any(part.single for part in sets):
        raise ArgumentError(
            f"--turn {turn:g}: pictures of single tiles can be turned by 90, 180 or 270 only"
        )


def _ours(sets: Sequence[MeasuredSet], design: str | None) -> Iterator[_Judged]:
    from models import registry  # noqa: PLC0415 - loads the pipeline
    from vision.photo import PHOTO_MAX_SIDE  # noqa: PLC0415

    recogniser = chosen(design) or registry.load_recogniser()
    for part in sets:
        yield _Judged(OURS, part, part.answerer(recogniser), PHOTO_MAX_SIDE)


def _baseline(name: str | None, sets: Sequence[MeasuredSet]) -> Iterator[_Judged]:
    if name is None:
        return
    from models.baselines import baseline  # noqa: PLC0415

    answer = baseline(name)
    for part in sets:
        yield _Judged(name, part, answer, None)


def _rows(judged: Sequence[_Judged], prepare: Prepare | None) -> Iterator[tuple[str, Row]]:
    """Judge photo by photo, with a progress bar on the error output where that is a terminal."""
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

    from models.evaluate import evaluate  # noqa: PLC0415

    screen = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=screen, transient=True, disable=not screen.is_terminal
    ) as progress:
        for item in judged:
            task = progress.add_task(
                f"{item.recogniser}, {item.set.name}", total=len(item.set.photos)
            )
            photos = evaluate(
                item.set.photos, item.set.name, item.answer, max_side=item.max_side, prepare=prepare
            )
            for row in photos:
                yield item.recogniser, row
                progress.advance(task)


def _preparation(degrees: float, corrupt: str | None) -> Prepare | None:
    """What is done to each photo before it is read: spoilt, then turned."""
    steps: list[Prepare] = []
    if corrupt is not None:
        from models.corrupted import parse_corruption, spoil  # noqa: PLC0415

        name, severity = parse_corruption(corrupt)
        steps.append(lambda truth, photo: spoil(truth, photo, name, severity))
    if degrees % 360:
        from models.turned import turn  # noqa: PLC0415

        steps.append(lambda truth, photo: turn(truth, photo, degrees))

    def prepare(truth: LabelledPhoto, photo: Photo) -> tuple[LabelledPhoto, Photo]:
        for step in steps:
            truth, photo = step(truth, photo)
        return truth, photo

    return prepare if steps else None


@contextmanager
def _rows_file(path: Path | None) -> Iterator[TextIO | None]:
    with ExitStack() as stack:
        try:
            file = None if path is None else stack.enter_context(path.open("w", encoding="utf-8"))
        except OSError as error:
            raise ArgumentError(f"--rows {path}: {error.strerror or error}") from error
        yield file


def _notes(
    sets: Sequence[MeasuredSet], turn: float, corrupt: str | None, baseline: str | None
) -> list[str]:
    notes = []
    if any(part.single for part in sets):
        notes.append(
            "Reader alone: one tile fills each picture, so the whole picture is read as its face."
            + (f" {baseline} reads these pictures as any photo." if baseline else "")
        )
    if corrupt is not None:
        notes.append(f"Every photo was spoilt first: {corrupt}.")
    if turn % 360:
        notes.append(f"Every photo was turned clockwise by {turn % 360:g} degrees.")
    return notes
