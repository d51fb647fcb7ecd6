"""Run by Alembic for each command, over the connection that the storage has opened."""

from __future__ import annotations

from alembic import context
from sqlalchemy import create_engine

from service.storage.tables import Table


def _run() -> None:
    connection = context.config.attributes.get("connection")
    if connection is None:  # `alembic -x url=… revision --autogenerate`, while developing
        with create_engine(context.get_x_argument(as_dictionary=True)["url"]).begin() as own:
            _migrate(own)
    else:
        _migrate(connection)


def _migrate(connection: object) -> None:
    context.configure(
        connection=connection,  # type: ignore[arg-type]
        target_metadata=Table.metadata,
        render_as_batch=True,  # SQLite changes columns by copying the table
    )
    context.run_migrations()


_run()
