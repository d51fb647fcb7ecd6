"""Tile designs: those that ship, and enrolment."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from service.http.schemas.common import FamilyName, Out, Versions

DesignName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,47}$")]

GridText = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,2}[x×][1-9][0-9]{0,2}$")]


class DesignQuery(BaseModel):
    """What the pictures are, as far as the query says it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: DesignName | None = Field(
        default=None, description="What the design is called; here or in the form."
    )
    family: FamilyName | None = Field(
        default=None, description="The family of its tiles, where the names leave it open."
    )
    order: Annotated[str, StringConstraints(max_length=10_000)] | None = Field(
        default=None,
        description="Of one picture of the whole set: what it shows, row by row; `?` for what "
        "the reader says, `-` to leave one out. By default the order of the whole set.",
        examples=["1m 2m 3m ? - 7z"],
    )
    grid: GridText | None = Field(
        default=None,
        description="Of one flat scan: columns and rows, into which it is cut evenly.",
        examples=["9x5"],
    )


class DesignParams(DesignQuery):
    """What the pictures are."""

    name: DesignName = Field(description="What the design is called.", examples=["grandma"])


class DesignWarning(Out):
    """What is doubtful about an enrolled design."""

    kind: Literal["alike", "missing", "confused"] = Field(description="The kind of doubt.")
    faces: list[str] = Field(description="The faces that it is about.")
    text: str = Field(description="A sentence for the user.")


class DesignOut(Out):
    """A tile design."""

    name: str = Field(description="Its name.", examples=["hongkong"])
    family: FamilyName = Field(description="The family of its tiles.")
    origin: Literal["shipped", "enrolled"] = Field(description="How it came here.")
    about: str | None = Field(description="Of a shipped one: what it is like.")
    version: int | None = Field(description="Of an enrolled one: its version, from 1.")
    created: datetime | None = Field(description="When it was enrolled; null for shipped ones.")
    warnings: list[DesignWarning] = Field(description="Of an enrolled one: what is doubtful.")


class DesignsOut(Out):
    """The designs of this service."""

    designs: list[DesignOut] = Field(
        description="Shipped designs, then every version of the enrolled ones."
    )
    versions: Versions = Field(description="What made the answer.")
