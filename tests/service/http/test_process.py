"""``wahua serve`` as a process: a stop on request, a kill in the middle of everything."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.service.http.conftest import wait_for_job

PHOTO = Path(__file__).resolve().parents[2] / "photos" / "standing.jpg"
START_S = 60


class Service:
    """The command in a process of its own, over one database."""

    def __init__(self, database: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = database.with_suffix(f".{self.port}.log")
        command = ["-m", "service.cli", "serve", "--port", str(self.port), "--rate", "0"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, *command, "--database", f"sqlite:///{database}"],
                stdout=subprocess.DEVNULL,
                stderr=log,
                env={**os.environ, "WAHUA_JOB_LEASE_S": "1"},
            )

    def wait(self) -> Service:
        limit = time.monotonic() + START_S
        while time.monotonic() < limit:
            try:
                if httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def end(self, signal_: int) -> int:
        self.process.send_signal(signal_)
        return self.process.wait(60)


Start = Callable[[], Service]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the service, again and again over the same database."""
    started: list[Service] = []

    def run() -> Service:
        started.append(Service(tmp_path / "wahua.sqlite3"))
        return started[-1].wait()

    yield run
    for service in started:
        service.process.kill()
        service.process.wait()


def _post(service: Service, path: str, **form: object) -> httpx.Response:
    return httpx.post(f"{service.url}{path}", timeout=60, **form)  # type: ignore[arg-type]


def test_a_stop_finishes_what_was_begun(start: Start) -> None:
    service = start()
    answers: list[httpx.Response] = []
    photo = PHOTO.read_bytes()
    thread = threading.Thread(
        target=lambda: answers.append(_post(service, "/v1/read", files={"photo": photo}))
    )
    thread.start()
    with httpx.Client(base_url=service.url, timeout=60) as client:
        while "wahua_photos_pending 1.0" not in client.get("/metrics").text:
            assert thread.is_alive()
            time.sleep(0.01)
    # The server ends by the signal itself once it is done, for those who watch over it.
    assert service.end(signal.SIGTERM) in {0, -signal.SIGTERM}
    thread.join()
    assert answers[0].status_code == 200
    assert all(line.startswith("{") for line in service.log.read_text().splitlines())


def test_after_a_kill_nothing_acknowledged_is_lost(start: Start) -> None:
    service = start()
    photo = PHOTO.read_bytes()
    read = _post(service, "/v1/read", files={"photo": photo}).json()
    photos = [("photos", (f"{number}.jpg", photo)) for number in range(6)]
    job = _post(service, "/v1/batches", files=photos).headers["Location"]
    kept: list[str] = []

    def write() -> None:
        body = {"read_id": read["id"], "tiles": []}
        try:
            while True:
                answer = _post(service, "/v1/corrections", json=body)
                if answer.status_code == 201:
                    kept.append(answer.json()["id"])
        except httpx.TransportError:
            return

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    while not httpx.get(f"{service.url}{job}", timeout=60).json()["photos"]:
        time.sleep(0.05)
    service.end(signal.SIGKILL)
    for writer in writers:
        writer.join()
    assert kept
    with httpx.Client(base_url=start().url, timeout=60) as client:
        stored = client.get(f"/v1/reads/{read['id']}").json()["corrections"]
        assert {one["id"] for one in stored} >= set(kept)
        ended = wait_for_job(client, job, 120)
        assert ended["state"] == "succeeded"
        assert [one["image"] for one in ended["photos"]] == [f"{n}.jpg" for n in range(6)]
        ids = [one["photo"]["id"] for one in ended["photos"]]
        assert all(client.get(f"/v1/reads/{one}").status_code == 200 for one in ids)


def test_a_database_that_cannot_be_opened_is_one_line() -> None:
    command = [sys.executable, "-m", "service.cli", "serve", "--database", "sqlite://"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "SQLite needs a file" in done.stderr
