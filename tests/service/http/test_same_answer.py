"""One photo, one answer: by the command line, by the API, alone or among others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from service.cli import app as command
from service.http.app import create_app
from service.recognition import new_recogniser
from service.settings import Settings
from tests.service.http.live import LiveServer

PHOTOS = Path(__file__).resolve().parents[2] / "photos"
NAMES = ("half-flush", "upside-down", "not-complete")
FACTS = {"win": "self_draw", "seat": "south", "round": "east"}
FLAGS = ["--self-draw", "--seat", "south", "--round", "east"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The service with the shipped models, two workers."""
    database = tmp_path_factory.mktemp("same") / "wahua.sqlite3"
    settings = Settings(database=f"sqlite:///{database}", rate_per_minute=0, workers=2)
    with LiveServer(create_app(settings, new_recogniser)) as live:
        yield live


def _ask(server: LiveServer, name: str) -> dict[str, Any]:
    data = (PHOTOS / f"{name}.jpg").read_bytes()
    answer = httpx.post(
        f"{server.url}/v1/photos/score",
        files={"photo": (f"{name}.jpg", data)},
        data={"context": json.dumps(FACTS)},
        timeout=60,
    )
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    del found["photo"]["id"], found["photo"]["timings_ms"]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_api_gives_the_sheet_of_the_command_line(server: LiveServer, name: str) -> None:
    path = PHOTOS / f"{name}.jpg"
    result = CliRunner().invoke(command, ["score", str(path), *FLAGS, "--json"])
    printed = json.loads(result.stdout)
    answered = _ask(server, name)
    shown, photo = answered.pop("photo"), printed.pop("photo")
    assert {key: answered[key] for key in printed} == printed
    assert answered.keys() - printed.keys() == {"hand_parts", "versions"}
    del photo["image"], photo["timings_ms"]
    for tile in shown["tiles"]:
        del tile["doubtful"]
    assert {key: shown[key] for key in photo} == photo


def test_answers_do_not_depend_on_other_requests(server: LiveServer) -> None:
    alone = {name: _ask(server, name) for name in NAMES}
    several = [name for name in NAMES for _ in range(2)]
    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(lambda name: (name, _ask(server, name)), several))
    for name, answer in together:
        assert answer == alone[name]
