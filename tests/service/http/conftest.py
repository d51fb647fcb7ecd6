"""An application over a new database, with a recogniser that knows the answer."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from scoring.errors import WahuaError
from scoring.tiles import Family
from service.http.app import create_app
from service.settings import Settings
from vision.photo import Photo
from vision.pipeline import ReadResult

Client = TestClient
MakeClient = Callable[..., TestClient]


@dataclass
class Known:
    """Gives the prepared answer, after a while if one is set."""

    answer: ReadResult | WahuaError | Exception
    seconds: float = 0.0
    photos: list[Photo] = field(default_factory=list)
    families: list[Family | None] = field(default_factory=list)

    def read(self, photo: Photo, family: Family | None = None) -> ReadResult:
        self.photos.append(photo)
        self.families.append(family)
        time.sleep(self.seconds)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture
def known(result: ReadResult) -> Known:
    """The recogniser of every worker."""
    return Known(result)


@pytest.fixture
def make_client(tmp_path: Path, known: Known) -> Iterator[MakeClient]:
    """Start applications with settings of a test's choice; all end with the test."""
    with ExitStack() as stack:

        def make(**settings: Any) -> TestClient:
            chosen = {"database": f"sqlite:///{tmp_path / 'wahua.sqlite3'}", "rate_per_minute": 0}
            app = create_app(Settings(**{**chosen, **settings}), lambda: known)
            client = TestClient(app, raise_server_exceptions=False)
            return stack.enter_context(client)

        yield make


@pytest.fixture
def client(make_client: MakeClient) -> TestClient:
    """An application with the settings of the tests."""
    return make_client()


@pytest.fixture
def photo() -> bytes:
    """A green picture as a JPEG with EXIF data, turned as phones do: 800 × 300 upright."""
    image = Image.new("RGB", (300, 800), (30, 110, 60))
    exif = Image.Exif()
    exif[0x0112] = 6  # turn clockwise
    exif[0x010F] = "Maker of the phone"
    exif.get_ifd(0x8825)[1] = "N"  # where it was taken
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", exif=exif)
    return buffer.getvalue()


def wait_for_job(client: httpx.Client, address: str, seconds: float = 20) -> dict[str, Any]:
    """Ask for a job until it has ended."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        job: dict[str, Any] = client.get(address).json()
        if job["state"] not in {"queued", "running"}:
            return job
        time.sleep(0.05)
    raise AssertionError(f"the job has not ended: {job}")
