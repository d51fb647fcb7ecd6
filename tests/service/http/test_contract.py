"""Every route, driven over the whole OpenAPI schema on a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, assume, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from scoring.tiles import Family
from service.http.app import create_app
from service.settings import Settings
from tests.service.http.live import LiveServer
from vision.errors import NoTilesError
from vision.photo import Photo
from vision.pipeline import ReadResult

# What fits the schema may still be refused: no schema says which tiles make a hand.
EXCLUDED: list[Any] = [positive_data_acceptance]

LONGEST_URL = 60_000
"""Characters; uvicorn itself refuses a request whose first lines take more than 64 KiB, and may
close the connection before the client has sent all of it."""


class NothingSeen:
    """Finds no tile on any photo."""

    def read(self, photo: Photo, family: Family | None = None) -> ReadResult:
        raise NoTilesError(f"no tile of {family} in {photo.width} × {photo.height} pixels")


schema = schemathesis.openapi.from_dict(create_app(Settings(), NothingSeen).openapi())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """A server without a rate limit."""
    database: Path = tmp_path_factory.mktemp("contract") / "wahua.sqlite3"
    chosen = Settings(database=f"sqlite:///{database}", rate_per_minute=0, workers=1)
    with LiveServer(create_app(chosen, NothingSeen)) as live:
        yield live


def url_length(case: schemathesis.Case[Any], base: str) -> int:
    """Characters of a case's whole URL."""
    sent = case.as_transport_kwargs(base_url=base)
    request = requests.Request(sent["method"], sent["url"], params=sent.get("params"))
    return len(str(request.prepare().url))


@schema.parametrize()
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_answers_fit_the_schema_and_nothing_is_a_server_error(
    case: schemathesis.Case[Any], server: LiveServer
) -> None:
    assume(url_length(case, server.url) < LONGEST_URL)
    case.call_and_validate(base_url=server.url, excluded_checks=EXCLUDED)
