"""``wahua data``: datasets in and out of other formats, and what is wrong with them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring.tiles import Family
from service.cli.stop import ArgumentError, one_line_errors

if TYPE_CHECKING:
    from datasets.checks.check import Checked
    from datasets.findings import Finding
    from datasets.formats.convert import Converted
    from models.label_check import Doubt

EXIT_FINDINGS = 1

data_app = typer.Typer(
    no_args_is_help=True, help="Convert labelled photos between formats, and check them."
)

Convention = Annotated[
    str | None,
    typer.Option(
        help="What names with several meanings stand for: english, pinyin, mjai, riichi, "
        "dragons, red-first or unicode.",
        show_default=False,
    ),
]
FamilyOption = Annotated[
    Family | None, typer.Option(help="The family of all tiles.", show_default=False)
]
IgnoreUnknown = Annotated[
    bool, typer.Option("--ignore-unknown", help="Leave out classes that are no tiles.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]


@data_app.command("import")
def import_dataset(
    source: Annotated[
        Path, typer.Argument(help="A folder, .zip, .tar, .tar.gz or .tar.bz2.", show_default=False)
    ],
    *,
    to: Annotated[Path, typer.Option(help="A folder that does not exist yet.", show_default=False)],
    from_format: Annotated[
        str | None, typer.Option("--format", help="Its format, if it is not found out.")
    ] = None,
    convention: Convention = None,
    family: FamilyOption = None,
    ignore_unknown: IgnoreUnknown = False,
    as_json: AsJson = False,
) -> None:
    """Read a dataset of any known format into the project's own JSON.

    YOLO (boxes, oriented boxes, poses), COCO, Pascal VOC, LabelMe, Label Studio, CVAT, Roboflow
    exports, single tiles with labels.csv. On an error nothing is written.
    """
    from datasets.formats.convert import convert  # noqa: PLC0415 - loads NumPy

    with one_line_errors():
        done = convert(
            source, to, from_format=from_format, convention=convention, family=family,
            ignore_unknown=ignore_unknown,
        )  # fmt: skip
    _tell_converted(done, source, to, as_json=as_json)


@data_app.command("export")
def export_dataset(
    source: Annotated[Path, typer.Argument(help="A dataset.", show_default=False)],
    *,
    to_format: Annotated[
        str,
        typer.Option(
            "--format",
            help="yolo, yolo-obb, yolo-pose, coco, voc, labelme, label-studio, cvat, roboflow, "
            "crops or wahua.",
            show_default=False,
        ),
    ],
    to: Annotated[Path, typer.Option(help="A folder that does not exist yet.", show_default=False)],
    convention: Convention = None,
    family: FamilyOption = None,
    ignore_unknown: IgnoreUnknown = False,
    as_json: AsJson = False,
) -> None:
    """Write a dataset in another format; photos are copied as they are."""
    from datasets.formats.convert import convert  # noqa: PLC0415 - loads NumPy

    with one_line_errors():
        done = convert(
            source, to, to_format, convention=convention, family=family,
            ignore_unknown=ignore_unknown,
        )  # fmt: skip
    _tell_converted(done, source, to, as_json=as_json)


def _tell_converted(done: Converted, source: Path, to: Path, *, as_json: bool) -> None:
    from service.data_report import converted_object, line_of  # noqa: PLC0415 - loads rich

    if as_json:
        typer.echo(json.dumps(converted_object(done, source, to), ensure_ascii=False))
        return
    for note in done.notes:
        typer.echo(f"wahua: note: {line_of(note, source)}", err=True)
    typer.echo(f"{len(done.photos)} photos with {done.tiles} tiles ({done.format}) → {to}")


@data_app.command("check")
def check_data(
    folder: Annotated[
        Path, typer.Argument(help="A dataset, or an archive of one.", show_default=False)
    ],
    *,
    from_format: Annotated[
        str | None, typer.Option("--format", help="Its format, if it is not found out.")
    ] = None,
    convention: Convention = None,
    family: FamilyOption = None,
    with_model: Annotated[
        bool,
        typer.Option(
            "--with-model",
            help="Also list labels that the shipped models contradict, and photos whose "
            "faces read better in a mirror.",
        ),
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="With models: at most so many photos, spread over all."),
    ] = None,
    contact_sheet: Annotated[
        Path | None,
        typer.Option(help="With models: draw the suspicious labels to this PNG."),
    ] = None,
    data_sheet: Annotated[
        Path | None, typer.Option(help="Write a data sheet (Markdown) to this file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Look for what is wrong with a dataset; exit code 0: nothing, 1: findings, 2: no dataset.

    Files that are missing or cannot be decoded, labels without photo and photos without label,
    sizes and class orders that do not fit, boxes outside, without area or twice, photos stored
    turned, copies, near copies and mirror images, and leaks between the splits.
    """
    from datasets.checks.check import check_dataset  # noqa: PLC0415 - loads NumPy
    from datasets.formats.convert import opened  # noqa: PLC0415

    with one_line_errors():
        if (contact_sheet or limit) and not with_model:
            raise ArgumentError("--contact-sheet and --limit need --with-model")
        with opened(folder) as place:
            checked = check_dataset(
                place, format_name=from_format, convention=convention, family=family
            )
            if with_model:
                found, doubts = _ask_models(checked, limit)
                checked = checked.with_findings(found)
                if contact_sheet:
                    _save_contact_sheet(doubts, place, contact_sheet)
            if data_sheet:
                _save_data_sheet(checked, data_sheet)
    _tell_checked(checked, as_json=as_json)
    if checked.findings:
        raise typer.Exit(EXIT_FINDINGS)


def _tell_checked(checked: Checked, *, as_json: bool) -> None:
    from service.data_report import checked_object, show_checked  # noqa: PLC0415 - loads rich

    if as_json:
        typer.echo(json.dumps(checked_object(checked), ensure_ascii=False))
        return
    from service.show import console  # noqa: PLC0415

    show_checked(console(), checked)


def _ask_models(checked: Checked, limit: int | None) -> tuple[list[Finding], list[Doubt]]:
    from models import registry  # noqa: PLC0415 - loads the pipeline
    from models.label_check import doubts  # noqa: PLC0415

    photos = list(checked.photos)
    if limit is not None and limit < len(photos):
        photos = [photos[index * len(photos) // limit] for index in range(limit)]
    found: list[Finding] = []
    labels: list[Doubt] = []
    for result in doubts(photos, registry.load_recogniser()):
        labels += result.labels
        found += [doubt.finding for doubt in result.labels]
        found += [result.mirrored] if result.mirrored else []
    return found, labels


def _save_contact_sheet(doubts: Sequence[Doubt], folder: Path, target: Path) -> None:
    from service.data_report import save_doubts  # noqa: PLC0415 - loads Pillow

    try:
        save_doubts(doubts, folder, target)
    except OSError as error:
        raise ArgumentError(f"--contact-sheet {target}: {error.strerror or error}") from error


def _save_data_sheet(checked: Checked, target: Path) -> None:
    from datasets.checks.data_sheet import data_sheet  # noqa: PLC0415 - loads NumPy

    try:
        target.write_text(data_sheet(checked), "utf-8")
    except OSError as error:
        raise ArgumentError(f"--data-sheet {target}: {error.strerror or error}") from error


@data_app.command("choose")
def choose_photos(
    folder: Annotated[
        Path, typer.Argument(help="A folder of photos without labels.", show_default=False)
    ],
    *,
    count: Annotated[int, typer.Option(min=1, help="How many photos.", show_default=False)],
    to: Annotated[Path, typer.Option(help="A folder that does not exist yet.", show_default=False)],
    to_format: Annotated[
        str, typer.Option("--format", help="label-studio, cvat, labelme, or any of `data export`.")
    ] = "label-studio",
    as_json: AsJson = False,
) -> None:
    """Choose the photos that are worth labelling first, with the models' answers to correct.

    First come those whose tiles are read least surely and look least like those chosen before.
    What was corrected comes back by `wahua data import`.
    """
    from service.data_choice import choose_and_write  # noqa: PLC0415 - loads the pipeline

    with one_line_errors():
        chosen = choose_and_write(folder, count, to, to_format)
    if as_json:
        typer.echo(json.dumps({"photos": chosen}, ensure_ascii=False))
        return
    for item in chosen:
        typer.echo(f"{item['file']}  doubt {item['doubt']:.2f}  distance {item['distance']:.2f}")
    typer.echo(f"{len(chosen)} photos ({to_format}) → {to}")
