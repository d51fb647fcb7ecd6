"""The models that read photos, and the health of the service."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from service.http.schemas.common import Out, Versions


class ModelOut(Out):
    """One model."""

    name: str = Field(description="Its name.", examples=["locator", "aligner", "reader"])
    version: str = Field(description="Its version.")
    file: str = Field(description="Its file.")
    bytes: int | None = Field(description="Size of the file; null when it is missing.")
    sha256: str = Field(description="SHA-256 that the file must have.")
    intact: bool = Field(description="Whether it has it.")
    problem: str | None = Field(description="What is wrong with the file.")
    settings: dict[str, Any] = Field(description="Settings that it was measured with.")
    card: str | None = Field(description="Its model card, in Markdown.")


class ModelsOut(Out):
    """The models of this service."""

    models: list[ModelOut] = Field(description="Every model.")
    versions: Versions = Field(description="What made the answer.")


class HealthOut(Out):
    """The process answers."""

    status: Literal["ok"] = Field(description="Always `ok`.")


class ReadyOut(Out):
    """Whether requests can be answered."""

    status: Literal["ready", "not-ready"] = Field(description="Whether every check is `ok`.")
    checks: dict[str, str] = Field(
        description="`ok`, or why not, of each part.",
        examples=[{"models": "ok", "database": "ok"}],
    )
