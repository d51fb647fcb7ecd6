"""The project file of a retraining: what to learn from, which designs, how long.

A whole file::

    name = "grandma"            # of the version that comes out
    start = "current"           # what to begin with: current, shipped, or a version's name
    held_out = 0.2              # share of the photos to judge by, where they have no splits
    others = 6                  # random designs of each family, so that no other set is forgotten
    faces = ["1m", "9s"]        # faces that have to be there; by default none is asked for
    minutes = 24                # of training, if no phase is listed: then the reader is trained,
                                # and before it the locator if it misses tiles of the photos

    [[data]]
    path = "photos"             # in any format of `wahua data`; relative to this file
    family = "mahjong"          # and format, convention: as for `wahua data import`

    [[design]]
    name = "grandma"            # an enrolled design, one of `wahua designs`, or a folder of either
    share = 0.4                 # of what is drawn; the rest shows random designs

    [[phase]]
    net = "locator"

    [[phase]]
    net = "reader"
    minutes = 12                # at most; the rate falls in time; or steps = 2500, or both

What a phase leaves out is chosen for some twenty photos of a new design on two cores.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)

from datasets.formats.safe_files import read_text
from datasets.labels import DatasetError
from models.store.errors import VersionError
from models.store.version import check_name
from scoring.errors import WahuaError
from scoring.tiles import Family, Tile

MAX_BYTES = 200_000
Net = Literal["locator", "reader"]


class ProjectError(WahuaError):
    """A project file cannot be used, or its data may not be learned from."""

    type = "training-project"
    title = "The project cannot be trained"


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class DataSource(_Table):
    """A labelled dataset."""

    path: str
    format: str | None = None
    convention: str | None = None
    family: str | None = None

    @field_validator("family")
    @classmethod
    def _known(cls, value: str | None) -> str | None:
        if value is not None and value not in list(Family):
            raise ValueError(f"is none of {', '.join(Family)}")
        return value


class DesignSource(_Table):
    """A design whose faces and scenes are mixed in."""

    name: str
    share: float = Field(default=0.4, gt=0, le=1)


LOCATOR: Mapping[str, Any] = {
    "steps": 800, "minutes": 12.0, "epoch": 40, "batch": 8, "rate": 2e-4,
}  # fmt: skip
"""Settings of a locator's phase that differ from a reader's: its pictures are fifty times as
large, and it needs fewer, as all tiles of a picture teach it at once."""


class Phase(_Table):
    """The training of one network; the defaults are a reader's, see :data:`LOCATOR`.

    Attributes:
        net: Which.
        steps: At most so many.
        minutes: At most so long, runs before an interruption included; without a bound where
            only steps are given.
        epoch: Steps between two looks at the held-out photos, each with a checkpoint.
        patience: Epochs without gain after which it ends.
        batch: Samples a step.
        rate: Peak learning rate.
        real_share: Share of samples from the photos; the rest is drawn.
        threads: Of the processor; by default all cores that draw no samples.
        workers: Processes that draw samples: 0 or 1.
    """

    net: Net = "reader"
    steps: int = Field(default=2500, ge=1, le=1_000_000)
    minutes: float | None = Field(default=12.0, gt=0, le=100_000)
    epoch: int = Field(default=100, ge=1, le=10_000)
    patience: int = Field(default=8, ge=1)
    batch: int = Field(default=48, ge=1, le=4096)
    rate: float = Field(default=4e-4, gt=0, le=0.1)
    real_share: float = Field(default=0.35, gt=0, le=0.95)
    threads: int | None = Field(default=None, ge=1, le=256)
    workers: int = Field(default=1, ge=0, le=1)

    @model_validator(mode="before")
    @classmethod
    def _usual(cls, table: Any) -> Any:
        """Fill in the locator's own defaults, and leave time open where steps are given."""
        if not isinstance(table, dict):
            return table
        usual = dict(LOCATOR) if table.get("net") == "locator" else {}
        if "steps" in table:
            usual["minutes"] = None
        return {**usual, **table}

    @property
    def cores(self) -> int:
        """Threads that compute."""
        return self.threads or max(1, (os.cpu_count() or 1) - self.workers)


class Project(_Table):
    """Everything that a retraining depends on; see the module."""

    name: str
    start: str = "current"
    held_out: float = Field(default=0.2, gt=0, lt=1)
    others: int = Field(default=6, ge=1, le=1000)
    faces: list[str] = Field(default_factory=list)
    minutes: float = Field(default=24.0, gt=0, le=100_000)
    seed: int = Field(default=1, ge=0)
    device: Literal["auto", "cpu", "cuda", "mps"] = "auto"
    data: list[DataSource] = Field(min_length=1)
    design: list[DesignSource] = Field(default_factory=list)
    phase: list[Phase] = Field(default_factory=list)

    @field_validator("name")
    @classmethod
    def _name(cls, value: str) -> str:
        try:
            return check_name(value)
        except VersionError as error:
            raise ValueError(error.detail) from error

    @field_validator("faces")
    @classmethod
    def _faces(cls, value: list[str]) -> list[str]:
        try:
            return [str(Tile.parse(face)) for face in value]
        except WahuaError as error:
            raise ValueError(error.detail) from error


def read_project(path: Path) -> Project:
    """Read a project file; nothing that it names is opened.

    Raises:
        ProjectError: It is missing, no TOML, or a value does not fit.
    """
    try:
        return Project.model_validate(tomllib.loads(read_text(path, MAX_BYTES)))
    except DatasetError as error:
        raise ProjectError(error.detail) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ProjectError(f"{path} is no TOML: {error}") from error
    except ValidationError as error:
        raise ProjectError(f"{path}: {_first(error)}") from error


def _first(error: ValidationError) -> str:
    """The first thing that is wrong, and how many others are."""
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    place = ".".join(str(part) for part in faults[0]["loc"])
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"{place}: {faults[0]['msg']}{more}"
