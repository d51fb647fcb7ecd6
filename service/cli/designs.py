"""``wahua designs``: which tile designs there are, and a picture of any of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring.tiles import Family
from service.cli.stop import ArgumentError, one_line_errors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SUFFIXES = (".png", ".jpg", ".jpeg")

designs_app = typer.Typer(
    no_args_is_help=True, help="Tile designs that scenes and training data are drawn from."
)
FamilyOption = Annotated[Family | None, typer.Option(help="Only this family.", show_default=False)]


@designs_app.command("list")
def list_designs(
    *,
    family: FamilyOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
) -> None:
    """List the designs that ship: family, name, and what they are like."""
    from datasets.designs.catalogue import entries  # noqa: PLC0415 - loads what draws tiles

    rows = entries(family)
    if as_json:
        for row in rows:
            fact = {"name": row.name, "family": str(row.family), "about": row.about}
            typer.echo(json.dumps(fact, ensure_ascii=False))
        return
    from rich import box  # noqa: PLC0415 - slow to import
    from rich.table import Table  # noqa: PLC0415

    from service.show import console  # noqa: PLC0415

    table = Table("Family", "Name", box=box.SIMPLE)
    table.add_column("About", overflow="fold")
    for row in rows:
        table.add_row(str(row.family), row.name, row.about)
    console().print(table)


@designs_app.command("show")
def show_design(
    design: Annotated[
        str,
        typer.Argument(
            help="A name of `wahua designs list`, a folder with a design.toml, or random:SEED.",
            show_default=False,
        ),
    ],
    *,
    family: Annotated[
        Family | None,
        typer.Option(help="What it must be; of a random one mahjong.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="A .png or .jpg; by default NAME.png here.", show_default=False),
    ] = None,
    height: Annotated[
        int | None,
        typer.Option(min=16, max=1000, help="Pixels of one face.", show_default=False),
    ] = None,
) -> None:
    """Draw all faces of a design as one picture.

    Without --out an existing NAME.png is not replaced.
    """
    from datasets.designs.catalogue import find_design  # noqa: PLC0415 - loads what draws tiles
    from datasets.designs.families import face_names, family_of, whole_set  # noqa: PLC0415

    with one_line_errors():
        if out is not None and out.suffix.lower() not in SUFFIXES:
            raise ArgumentError(f"--out {out} ends in none of {', '.join(SUFFIXES)}")
        found = find_design(design, family)
        target = out if out is not None else _free_target(found.name)
        _save(whole_set(found, height), target)
    facts = f"{found.name} ({family_of(found)}, {len(face_names(found))} faces)"
    typer.echo(f"{facts} → {target}")


def _free_target(name: str) -> Path:
    """Return ``NAME.png`` in the current folder, whatever characters the name has."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip(".-") or "design"
    target = Path(f"{plain}.png")
    if target.exists():
        raise ArgumentError(f"{target} is there already; name the picture with --out")
    return target


def _save(pixels: NDArray[np.uint8], target: Path) -> None:
    from PIL import Image  # noqa: PLC0415 - only a picture needs it

    try:
        Image.fromarray(pixels).save(target, quality=90)
    except OSError as error:
        raise ArgumentError(f"--out {target}: {error.strerror or error}") from error
