"""The container files against the code that they run; building them needs an engine."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
SERVICE = ("wahua", "db")


def _instructions() -> list[tuple[str, str]]:
    """The Containerfile's instructions, continued lines joined."""
    text = re.sub(
        r"^#.*\n", "", (ROOT / "service" / "Containerfile").read_text("utf-8"), flags=re.MULTILINE
    )
    lines = text.replace("\\\n", " ").splitlines()
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines) if name]


def _compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    return found


def _is_setting(name: str, value: str) -> bool:
    """Whether a variable sets something; raises where its value does not fit."""
    field = name.removeprefix("WAHUA_").lower()
    return field in Settings.model_fields and Settings.model_validate({field: value}) is not None


def test_what_is_copied_is_there_and_is_not_ignored() -> None:
    copied = [shlex.split(rest) for name, rest in _instructions() if name == "COPY"]
    sources = [source for words in copied if "--from=build" not in words for source in words[:-1]]
    assert {"pyproject.toml", "scoring", "vision", "datasets", "models", "service"} <= {*sources}
    for name in (".containerignore", ".dockerignore"):
        kept = (ROOT / name).read_text("utf-8").splitlines()
        assert {f"!{source}" for source in sources} <= {*kept}
    assert all((ROOT / source).exists() for source in sources)


def test_the_image_is_small_and_serves_without_rights() -> None:
    instructions = _instructions()
    assert {rest.split()[0] for name, rest in instructions if name == "FROM"} == {
        "docker.io/library/python:3.11-slim"
    }
    last = dict(instructions)
    assert json.loads(last["CMD"]) == ["wahua", "serve"]
    assert int(last["USER"]) > 0
    assert "/readyz" in last["HEALTHCHECK"]
    assert "train" not in str([rest for name, rest in instructions if name == "RUN"])


def test_the_image_sets_what_there_is_to_set() -> None:
    (environment,) = [rest for name, rest in _instructions() if name == "ENV"]
    pairs = dict(word.split("=", 1) for word in shlex.split(environment))
    ours = {name: value for name, value in pairs.items() if name.startswith("WAHUA_")}
    assert ours.keys() == {"WAHUA_HOST", "WAHUA_PORT"}
    assert all(_is_setting(name, value) for name, value in ours.items())


def test_compose_sets_what_there_is_to_set() -> None:
    services = _compose()["services"]
    assert services.keys() == {*SERVICE}
    ours = {
        name: value
        for name, value in services["wahua"]["environment"].items()
        if name.startswith("WAHUA_")
    }
    assert all(_is_setting(name, value) for name, value in ours.items())
    assert ours["WAHUA_DATABASE"].startswith("postgresql+psycopg://")
    assert ours["WAHUA_API_KEYS"] == "true"


@pytest.mark.parametrize("name", SERVICE)
def test_compose_pins_checks_and_keeps(name: str) -> None:
    compose = _compose()
    service = compose["services"][name]
    assert re.fullmatch(r"[a-z./]+:\d+([.-][a-z0-9]+)*", service["image"])
    assert service["healthcheck"]["test"][0] == "CMD"
    volumes = [volume.split(":")[0] for volume in service["volumes"]]
    assert volumes
    assert {*volumes} <= compose["volumes"].keys()


def test_compose_gives_the_service_no_rights() -> None:
    service = _compose()["services"]["wahua"]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    assert service["depends_on"]["db"]["condition"] == "service_healthy"
