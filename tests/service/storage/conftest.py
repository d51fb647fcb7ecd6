"""Each test of the storage runs on SQLite and, where it is installed, on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.storage import Storage, open_storage
from tests.service.databases import cluster, new_database, postgres_programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Makes databases in a private PostgreSQL cluster."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
    pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")
    with cluster(programs) as sockets:
        yield lambda: new_database(programs, sockets)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'data' / 'wahua.sqlite3'}"
    make: Callable[[], str] = request.getfixturevalue("postgres")
    return make()


@pytest.fixture
def storage(database: str) -> Iterator[Storage]:
    """An empty storage."""
    found = open_storage(database)
    yield found
    found.close()
