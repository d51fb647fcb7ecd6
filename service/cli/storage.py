"""``wahua keys`` and ``wahua corrections``: what the service has stored."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.stop import ArgumentError, one_line_errors

if TYPE_CHECKING:
    from service.storage import Storage

keys_app = typer.Typer(no_args_is_help=True, help="API keys of the service.")
corrections_app = typer.Typer(no_args_is_help=True, help="Corrections that clients have sent.")

_Database = Annotated[
    str | None,
    typer.Option("--database", help="As of `wahua serve`.", show_default=False),
]


@contextmanager
def _opened(database: str | None) -> Iterator[Storage]:
    from service.settings import Settings  # noqa: PLC0415 - loads what only the service needs
    from service.storage import open_storage  # noqa: PLC0415

    with one_line_errors():
        storage = open_storage(database or Settings().database)
        try:
            yield storage
        finally:
            storage.close()


@keys_app.command("add")
def add_api_key(
    name: Annotated[str, typer.Argument(help="Whose key it is, for the list.")],
    database: _Database = None,
) -> None:
    """Make a key and print it; only its digest is stored, so it cannot be shown again."""
    from service.storage import keys  # noqa: PLC0415

    with _opened(database) as storage, storage.writing() as session:
        if not name.strip() or len(name) > 100 or not name.isprintable():
            raise ArgumentError(f"{name[:40]!r} is no name of 1 to 100 printable characters")
        key, token = keys.add_key(session, name.strip())
        identity = key.id
    typer.echo(f"id {identity}", err=True)
    typer.echo(token)


@keys_app.command("list")
def list_api_keys(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    database: _Database = None,
) -> None:
    """List the keys: id, name, since when, and whether they are still valid."""
    from service.storage import keys  # noqa: PLC0415

    with _opened(database) as storage, storage.reading() as session:
        for key in keys.list_keys(session):
            revoked = key.revoked and key.revoked.isoformat(timespec="seconds")
            created = key.created.isoformat(timespec="seconds")
            if as_json:
                facts = {"id": key.id, "name": key.name, "created": created, "revoked": revoked}
                typer.echo(json.dumps(facts))
            else:
                state = f"revoked {revoked}" if revoked else "valid"
                typer.echo(f"{key.id}  {created}  {state}  {key.name}")


@keys_app.command("revoke")
def revoke_api_key(
    key_id: Annotated[str, typer.Argument(help="An id of `wahua keys list`.")],
    database: _Database = None,
) -> None:
    """Make a key invalid at once."""
    from service.storage import keys  # noqa: PLC0415

    with _opened(database) as storage, storage.writing() as session:
        if not keys.revoke_key(session, key_id):
            raise ArgumentError(f"{key_id!r} is the id of no valid key")


@corrections_app.command("export")
def export(
    folder: Annotated[Path, typer.Argument(help="A new folder.")], database: _Database = None
) -> None:
    """Write each stored photo with its last correction as labelled data, ready for training."""
    from service.corrections_export import export_corrections  # noqa: PLC0415

    with _opened(database) as storage:
        count = export_corrections(storage, folder)
    typer.echo(f"{count} photos in {folder}", err=True)
