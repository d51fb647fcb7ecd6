"""The service's README against the service: settings, routes, figures, and every example."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from pydantic.fields import FieldInfo

from models.store.store import HOME_VARIABLE, MODEL_VARIABLE
from service.http.app import create_app
from service.http.metrics import Metrics
from service.settings import Settings
from tests.service.http.conftest import Known
from tests.service.http.live import LiveServer
from vision.pipeline import ReadResult

README = (Path(__file__).resolve().parents[2] / "service" / "README.md").read_text("utf-8")
EXAMPLES = [
    block
    for block in re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    if "curl" in block
]
DATABASE = "`sqlite:///` and `wahua/wahua.sqlite3` in `$XDG_DATA_HOME` or `~/.local/share`"


def _row(name: str, field: FieldInfo) -> str:
    default = field.get_default()
    if name == "database":
        shown = DATABASE
    elif default is None or default == ():
        shown = "–"
    else:
        text = str(default).lower() if isinstance(default, bool) else f"{default}"
        shown = f"`{text}`"
    about = (field.description or "").replace("|", r"\|")
    return f"| `WAHUA_{name.upper()}` | {shown} | {about} |"


def test_the_table_has_every_setting_with_its_default() -> None:
    rows = [_row(name, field) for name, field in Settings.model_fields.items()]
    assert [line for line in README.splitlines() if line.startswith("| `WAHUA_")] == rows


def test_no_variable_is_named_that_nothing_reads() -> None:
    known = {f"WAHUA_{name.upper()}" for name in Settings.model_fields}
    of_compose = {"WAHUA_DB_PASSWORD"}
    assert {*re.findall(r"WAHUA_[A-Z_]+", README)} <= (
        known | of_compose | {HOME_VARIABLE, MODEL_VARIABLE}
    )


def test_every_route_is_named() -> None:
    documented = {
        (method, path)
        for row in re.findall(r"^\| (`(?:GET|POST|DELETE).*?) \|", README, re.MULTILINE)
        for method, path in _routes(row)
    }
    served = {
        (method.upper(), path)
        for path, operations in create_app(Settings()).openapi()["paths"].items()
        for method in operations
    }
    assert documented == served


def _routes(row: str) -> Iterator[tuple[str, str]]:
    """``GET``, `DELETE /x`` and ``GET /x`, `/y`` as pairs of method and path."""
    methods, last = [], "GET"
    for words in re.findall(r"`([^`]+)`", row):
        method, _, path = words.partition(" ")
        if method.startswith("/"):
            yield last, method
            continue
        methods.append(method)
        if path:
            yield from ((one, path) for one in methods)
            methods, last = [], method


def test_every_figure_is_named() -> None:
    named = set(re.findall(r"^\| `(wahua_[a-z_]+)` \|", README, re.MULTILINE))
    kept = {
        family.name + ("_total" if family.type == "counter" else "")
        for family in Metrics().registry.collect()
    }
    assert named == kept


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the examples send."""
    place = tmp_path / "files"
    place.mkdir()
    for name in ("hand.jpg", "set.jpg", "1m.png", "2m.png"):
        Image.new("RGB", (800, 300), (30, 110, 60)).save(place / name)
    with zipfile.ZipFile(place / "set.zip", "w") as archive:
        archive.write(place / "1m.png", "1m.png")
    return place


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_run(number: int, folder: Path, tmp_path: Path, result: ReadResult) -> None:
    if not shutil.which("curl") or not shutil.which("jq"):
        pytest.skip("the examples need curl and jq")
    database = f"sqlite:///{tmp_path / 'wahua.sqlite3'}"
    # Jobs stay in the queue: here the requests count, elsewhere what becomes of them.
    settings = Settings(database=database, run_jobs=False, workers=1)
    with LiveServer(create_app(settings, lambda: Known(result))) as live:
        script = 'set -eu -o pipefail\ncurl() { command curl --fail-with-body -m 60 "$@"; }\n'
        script += EXAMPLES[number].replace("http://127.0.0.1:8000", live.url)
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=folder,
            check=False,
            capture_output=True,
            text=True,
            timeout=200,
            env={**os.environ, "no_proxy": "127.0.0.1"},
        )
    assert done.returncode == 0, done.stdout[-800:] + done.stderr[-800:]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 5
