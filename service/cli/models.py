"""``wahua models``: which models ship, whether they are intact, what their cards say."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from service.cli.stop import ArgumentError, one_line_errors

models_app = typer.Typer(no_args_is_help=True, help="The models that ship with the project.")


@models_app.command("list")
def list_models(
    *, as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False
) -> None:
    """List the models: version, file, size, SHA-256, and whether each file is intact."""
    from models.registry import shipped_models  # noqa: PLC0415
    from service.output import model_object  # noqa: PLC0415

    with one_line_errors():
        facts = [model_object(entry) for entry in shipped_models().values()]
    if as_json:
        for item in facts:
            typer.echo(json.dumps(item))
        return
    from rich import box  # noqa: PLC0415 - slow to import
    from rich.table import Table  # noqa: PLC0415

    from service.show import console  # noqa: PLC0415

    table = Table("Name", "Version", "File", box=box.SIMPLE)
    table.add_column("Size", justify="right")
    table.add_column("SHA-256")
    table.add_column("State", overflow="fold")
    for item in facts:
        size = "" if item["bytes"] is None else f"{item['bytes'] / 1e6:.1f} MB"
        state = "intact" if item["intact"] else item["problem"]
        table.add_row(item["name"], item["version"], item["file"], size, item["sha256"][:12], state)
    console().print(table)


@models_app.command("show")
def show_model(
    name: Annotated[str, typer.Argument(help="A name of `wahua models list`.", show_default=False)],
) -> None:
    """Show one model's entry of the manifest and its card."""
    from models.registry import model_card, shipped_models  # noqa: PLC0415
    from service.output import model_object  # noqa: PLC0415

    with one_line_errors():
        entries = shipped_models()
        if name not in entries:
            raise ArgumentError(f"'{name}' is no model; there are: {', '.join(entries)}")
        facts = model_object(entries[name])
    typer.echo(json.dumps(facts, indent=2))
    card = model_card(name)
    typer.echo(f"\n{card}" if card else "\nThis model has no card.")
