"""Databases for the tests: SQLite in a file, and PostgreSQL in a cluster of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_UNPRIVILEGED = ("postgres", "nobody")


def postgres_programs() -> Path | None:
    """Return the folder of ``initdb`` and ``pg_ctl``, wherever the packages put it."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@contextmanager
def cluster(programs: Path) -> Iterator[Path]:
    """Run a PostgreSQL server that only this user's sockets reach; give the sockets' folder."""
    folder = Path(tempfile.mkdtemp(prefix="wahua-pg-"))
    who = _user()
    if who:
        os.chown(folder, who["user"], who["group"])
    data, log = folder / "data", folder / "log"
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"

    def run(*command: str) -> None:
        environment = {**os.environ, "LC_ALL": "C"}
        subprocess.run(command, check=True, capture_output=True, cwd=folder, env=environment, **who)

    try:
        run(str(programs / "initdb"), "-D", str(data), "-A", "trust", "-U", "wahua", "-E", "UTF8")
        control = (str(programs / "pg_ctl"), "-D", str(data), "-w", "-l", str(log))
        run(*control, "-o", options, "start")
        try:
            yield folder
        finally:
            run(*control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(programs: Path, sockets: Path) -> str:
    """Make an empty database and return its URL."""
    name = f"wahua_{uuid.uuid4().hex[:12]}"
    command = [str(programs / "createdb"), "-h", str(sockets), "-U", "wahua", name]
    subprocess.run(command, check=True, capture_output=True)
    return f"postgresql+psycopg://wahua@/{name}?host={sockets}"


def _user() -> dict[str, Any]:
    """PostgreSQL refuses to run as root; somebody else then runs it."""
    if os.geteuid() != 0:
        return {}
    for name in _UNPRIVILEGED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    return {}
