"""``wahua read``: photos to tiles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring.errors import WahuaError
from scoring.tiles import Family
from service.cli.design_option import DesignOption, chosen
from service.cli.stop import EXIT_BAD_INPUT, complain, one_line_errors
from service.drawing_target import drawing_targets

if TYPE_CHECKING:
    from vision.pipeline import Recogniser


def read_photos(
    photos: Annotated[
        list[str], typer.Argument(help="JPEG, PNG, WebP or HEIC files.", show_default=False)
    ],
    *,
    family: Annotated[
        Family | None,
        typer.Option(
            help="What the tiles are; by default what most faces tell.", show_default=False
        ),
    ] = None,
    design: DesignOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object a line, in the order of the photos.")
    ] = False,
    draw: Annotated[
        Path | None,
        typer.Option(
            help="Write the annotated picture to this PNG or JPEG; "
            "for several photos, a folder for one picture each.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Name the tiles of each photo, with their places, groups and doubts.

    A photo that cannot be read is reported and the others are still read; the exit code is then 2.
    """
    with one_line_errors():
        targets = drawing_targets(photos, draw)
        recogniser = chosen(design)
    failed = False
    for photo, target in zip(photos, targets, strict=True):
        try:
            _read_one(photo, target, family, recogniser, as_json=as_json)
        except WahuaError as error:
            failed = True
            complain(error, photo)
            if as_json:
                from service.output import error_object  # noqa: PLC0415

                typer.echo(json.dumps(error_object(error, photo)))
    if failed:
        raise typer.Exit(EXIT_BAD_INPUT)


def _read_one(
    image: str,
    target: Path | None,
    family: Family | None,
    recogniser: Recogniser | None,
    *,
    as_json: bool,
) -> None:
    from service.recognition import read_file  # noqa: PLC0415 - loads the decoders

    photo, result = read_file(image, recogniser, family)
    if target is not None:
        from service.draw import save_annotated  # noqa: PLC0415

        save_annotated(photo, result.layout, target)
    if as_json:
        from service.output import read_object  # noqa: PLC0415

        typer.echo(json.dumps(read_object(image, result)))
    else:
        from service.show import console, show_reading  # noqa: PLC0415 - loads rich

        show_reading(console(), image, result)
