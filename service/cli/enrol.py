"""``wahua enrol``: pictures of each face to a design that photos are read with."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring.tiles import Family
from service.cli.stop import EXIT_BAD_INPUT, ArgumentError, one_line_errors
from service.output import gallery_object

if TYPE_CHECKING:
    from models.enrol.teach import Enrolled


def enrol_design(
    name: Annotated[str, typer.Argument(help="What the design is called.", show_default=False)],
    *,
    source: Annotated[
        Path,
        typer.Option(
            "--from",
            help="A folder with pictures of single faces, named after them; or one photo or scan "
            "of the whole set laid out in rows.",
            show_default=False,
        ),
    ],
    family: Annotated[
        Family | None, typer.Option(help="The family of the tiles.", show_default=False)
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(
            help='What the photo shows, row by row: "1m 2m 3m …"; ? for what the reader says, '
            "- to leave one out. By default the order of the whole set.",
            show_default=False,
        ),
    ] = None,
    grid: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMNSxROWS",
            help="Cut a flat scan evenly instead of looking for tiles.",
            show_default=False,
        ),
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option(
            help="Names in a CSV file: file,tile for a folder, number,tile for a photo.",
            show_default=False,
        ),
    ] = None,
    photos: Annotated[
        bool,
        typer.Option(
            "--photos",
            help="The folder's pictures show a tile with surroundings, not the face alone.",
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the designs, by default the user's.", show_default=False),
    ] = None,
    contact_sheet: Annotated[
        Path | None,
        typer.Option(
            help="Where the contact sheet is drawn, by default wahua-enrol-NAME.png.",
            show_default=False,
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Store without asking.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Enrol a tile design from one or a few pictures of each face, in about a minute.

    Pictures are named like tiles (5m.png, 5m_2.png, 3-4d.png, ww_fu_s.png), or own-NAME for a
    face of your own that no rules know. The contact sheet shows what each was taken for. Then:
    wahua read --design NAME photo.jpg.
    """  # fmt: skip
    with one_line_errors():
        _enrol(name, source, family, order=order, grid=grid, labels=labels, photos=photos, out=out,
               sheet=contact_sheet, yes=yes, as_json=as_json)  # fmt: skip


def _enrol(
    name: str,
    source: Path,
    family: Family | None,
    *,
    order: str | None,
    grid: str | None,
    labels: Path | None,
    photos: bool,
    out: Path | None,
    sheet: Path | None,
    yes: bool,
    as_json: bool,
) -> None:
    from models.enrol import enrol  # noqa: PLC0415 - loads the pipeline
    from models.enrol.gallery import check_name, default_store  # noqa: PLC0415
    from models.registry import active_folder  # noqa: PLC0415

    check_name(name)
    if not source.exists():
        raise ArgumentError(f"--from {source}: there is no such file or folder")
    models = enrol.models_of(active_folder())
    pictures, family = enrol.read_pictures(
        source, models.recogniser, family=family, order=order, grid=grid, table=labels,
        photos=photos,
    )  # fmt: skip
    if not yes:
        pictures = _confirmed(pictures, family, sheet or Path(f"wahua-enrol-{name}.png"))
    elif sheet is not None:
        _draw(pictures, sheet)
    gallery, folder = enrol.store(
        enrol.learn(name, pictures, family, models), pictures, out or default_store()
    )
    if as_json:
        facts = gallery_object(gallery) | {"folder": str(folder), "pictures": len(pictures)}
        typer.echo(json.dumps(facts, ensure_ascii=False))
        return
    for warned in gallery.warnings:
        typer.echo(f"wahua: warning: {warned.text}", err=True)
    typer.echo(
        f"{gallery.name} version {gallery.version}: {len(gallery.faces)} faces of {gallery.family} "
        f"from {len(pictures)} pictures → {folder}"
    )


def _draw(pictures: Sequence[Enrolled], target: Path) -> None:
    from PIL import Image  # noqa: PLC0415

    from models.enrol.enrol import contact_sheet  # noqa: PLC0415

    try:
        Image.fromarray(contact_sheet(pictures)).save(target)
    except (OSError, ValueError) as error:
        raise ArgumentError(f"--contact-sheet {target}: {error}") from error


def _confirmed(pictures: list[Enrolled], family: Family, sheet: Path) -> list[Enrolled]:
    """Show the pictures and their names, and take corrections until a person agrees."""
    from models.enrol.enrol import renamed  # noqa: PLC0415

    while True:
        _draw(pictures, sheet)
        typer.echo(f"{len(pictures)} pictures, drawn with their names in {sheet}:", err=True)
        names = " ".join(f"{number}:{item.face}" for number, item in enumerate(pictures, start=1))
        typer.echo(names, err=True)
        if not is_asked():
            typer.echo("wahua: nothing was stored; look at the sheet, then add --yes", err=True)
            raise typer.Exit(EXIT_BAD_INPUT)
        answer = typer.prompt("All right? yes, no, or corrections such as 3=5m 7=own-joker")
        if answer.strip().lower() in ("y", "yes"):
            return pictures
        if answer.strip().lower() in ("n", "no"):
            typer.echo("wahua: nothing was stored", err=True)
            raise typer.Exit(EXIT_BAD_INPUT)
        pictures = renamed(pictures, _corrections(answer), family)


def is_asked() -> bool:
    """Whether there is a person to ask."""
    return sys.stdin.isatty()


def _corrections(answer: str) -> dict[int, str]:
    pairs = [word.partition("=") for word in answer.split()]
    if not all(number.isdecimal() and name for number, _, name in pairs):
        raise ArgumentError(f"'{answer[:60]}' is neither yes nor no nor corrections like 3=5m")
    return {int(number): name for number, _, name in pairs}
