"""Jobs and batches."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from service.http.schemas.common import GameName, Out, Versions
from service.http.schemas.photos import JsonText, PhotoParams
from service.http.schemas.read import PhotoOut
from service.http.schemas.score import HandScoreOut


class BatchParams(PhotoParams):
    """What is done with each photo of a batch."""

    game: GameName | None = Field(
        default=None, description="The rules; without, the photos are read and not scored."
    )
    context: JsonText = Field(
        default="{}",
        description="Facts that hold for every photo: `context` of `/v1/score` as JSON.",
    )
    options: JsonText = Field(
        default="{}", description="House rules: the object `options` of `/v1/score` as JSON."
    )


class ErrorOut(Out):
    """Why there is no answer, as the command line says it."""

    type: str = Field(description="The code of the problem.")
    title: str = Field(description="The kind of error in words.")
    detail: str = Field(description="What happened this time.")


class BatchPhoto(Out):
    """The answer to one photo of a batch."""

    image: str = Field(description="Name of the photo.")
    photo: PhotoOut | None = Field(default=None, description="What it shows.")
    score: HandScoreOut | None = Field(
        default=None, description="Its score sheet, if a game was named."
    )
    error: ErrorOut | None = Field(
        default=None, description="Why the photo could not be read, or its hand not be scored."
    )


class Progress(Out):
    """How far a job is."""

    done: int = Field(description="Steps done.")
    total: int = Field(description="Steps in all; 0 while that is not known.")
    note: str = Field(description="What is being done.")


class JobOut(Out):
    """A job; `GET` its address until its state is one of the last three."""

    id: str = Field(description="Its id.")
    kind: str = Field(description="What it does.", examples=["batch"])
    state: Literal["queued", "running", "succeeded", "failed", "cancelled"] = Field(
        description="Where it stands."
    )
    cancelling: bool = Field(description="Whether it is to end at its next step.")
    progress: Progress = Field(description="How far it is.")
    created: datetime = Field(description="When it was queued.")
    started: datetime | None = Field(description="When it was first taken up.")
    finished: datetime | None = Field(description="When it ended.")
    result: dict[str, Any] | None = Field(description="What it made.")
    error: ErrorOut | None = Field(description="Why it failed.")
    photos: list[BatchPhoto] = Field(
        description="Of a batch: the photos answered so far, in the order they were sent."
    )
    versions: Versions = Field(description="What made the answer.")
