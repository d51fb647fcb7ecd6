"""What the routes share: settings, storage, readers, figures, versions."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from importlib.metadata import version
from typing import Annotated

from fastapi import Depends, Request

from models.registry import active_folder, shipped_models
from scoring import GAMES
from service.designs import Designs
from service.http.metrics import Metrics
from service.http.schemas.common import Versions
from service.jobs import Runner
from service.reading_pool import ReadingPool
from service.settings import Settings
from service.storage import Storage


@dataclass(frozen=True, slots=True)
class State:
    """One application's parts.

    Attributes:
        settings: As the person who runs it decided.
        pool: Reads photos.
        metrics: Counts.
        versions: What every answer carries.
        storage: Remembers.
        designs: Enrolled designs that photos may be read with.
        jobs: Works on the queue.
        trainings: Works on trainings, which take hours.
        uploads: Holds a place for each photo that is arriving.
    """

    settings: Settings
    pool: ReadingPool
    storage: Storage
    designs: Designs
    jobs: Runner
    trainings: Runner
    metrics: Metrics
    versions: Versions
    uploads: asyncio.Semaphore


def current_versions() -> Versions:
    """Return the versions of the service, of its models and of its rules."""
    return Versions(
        wahua=version("wahua"),
        models={name: entry.version for name, entry in shipped_models(active_folder()).items()},
        rulesets={name: game.ruleset for name, game in GAMES.items()},
    )


def version_headers(versions: Versions) -> dict[str, str]:
    """Return the headers that tell the versions beside answers without a body for them."""
    return {
        "Wahua-Version": versions.wahua,
        "Wahua-Models": ", ".join(f"{name}={text}" for name, text in versions.models.items()),
        "Wahua-Rulesets": ", ".join(versions.rulesets.values()),
    }


def _state(request: Request) -> State:
    state: State = request.app.state.wahua
    return state


def _owner(request: Request) -> str:
    owner: str = getattr(request.state, "owner", "")
    return owner


StateOf = Annotated[State, Depends(_state)]
OwnerOf = Annotated[str, Depends(_owner)]
"""Id of the client's API key, which owns what it stores; empty where no keys are asked for."""
