"""Opening the database: SQLite in write-ahead mode, or PostgreSQL; schema brought up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker

from scoring.errors import WahuaError

MIGRATIONS = Path(__file__).with_name("migrations")
BUSY_MS = 10_000
_MIGRATION_LOCK = 0x7761687561
"""Of PostgreSQL's advisory locks, so that two starting servers do not migrate at once."""


class StorageError(WahuaError):
    """A database that cannot be used."""

    type: ClassVar[str] = "storage"
    title: ClassVar[str] = "The database cannot be used"
    status: ClassVar[int] = 503


class Storage:
    """A database with the current schema; sessions of it serve one thread each."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._sessions = sessionmaker(engine, expire_on_commit=False)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a session that changes nothing."""
        with self._sessions() as session:
            session.connection(execution_options={"wahua_read_only": True})
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open a session whose changes are durable when the block ends, or do not happen."""
        with self._sessions() as session, session.begin():
            yield session

    def check(self) -> None:
        """Ask the database for anything.

        Raises:
            SQLAlchemyError: It does not answer.
        """
        with self.reading() as session:
            session.execute(text("SELECT 1"))

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def open_storage(url: str) -> Storage:
    """Open a database, making or updating its tables.

    Args:
        url: ``sqlite:///FILE`` or ``postgresql+psycopg://USER@HOST/NAME``.

    Raises:
        StorageError: The URL is wrong, or the database cannot be opened or is newer than this
            program.
    """
    try:
        engine = _engine(url)
        with engine.connect() as connection:
            _migrate(connection)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise StorageError(f"the URL of the database cannot be used: {error}") from error
    except (SQLAlchemyError, OSError) as error:
        reason = getattr(error, "orig", None) or error
        raise StorageError(f"{str(reason).strip()}") from error
    return Storage(engine)


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, pool_pre_ping=True, pool_size=10, max_overflow=20)
    if not parsed.database or parsed.database == ":memory:":
        raise StorageError("SQLite needs a file: each connection would have its own memory")
    Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, connect_args={"timeout": BUSY_MS / 1000})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    """Set up a connection: readers beside a writer, commits that outlast a power cut."""
    connection.isolation_level = None  # transactions are begun below, not by the driver's guess
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={BUSY_MS}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at once: one that is taken later can fail instead of wait."""
    read_only = connection.get_execution_options().get("wahua_read_only", False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")


def _migrate(connection: Connection) -> None:
    """Bring the schema up to date, in one transaction."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    with connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        current = MigrationContext.configure(connection).get_current_revision()
        if current is not None and current not in known:
            raise StorageError(f"its schema {current} is newer than this program; update it")
        command.upgrade(config, "head")
