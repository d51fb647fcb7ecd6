"""What several schemas share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

FamilyName = Literal["mahjong", "flowers", "dolls"]
GameName = Literal["taiwanese", "classical", "flowers", "dolls", "hongkong", "mcr", "riichi"]
SeatName = Literal["east", "south", "west", "north"]
TileText = Annotated[str, StringConstraints(min_length=1, max_length=16)]


class In(BaseModel):
    """Something that a client sends: exact types, no unknown names, numbers that are finite."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, frozen=True)


class Out(BaseModel):
    """Something that the service answers."""

    model_config = ConfigDict(frozen=True)


class Versions(Out):
    """What made the answer."""

    wahua: str = Field(description="Version of the service.", examples=["0.1.0"])
    models: dict[str, str] = Field(
        description="Version of each model that reads photos.",
        examples=[{"locator": "0.1.0", "reader": "0.1.0"}],
    )
    rulesets: dict[str, str] = Field(
        description="Identity and version of the rules of each game.",
        examples=[{"taiwanese": "taiwanese-s1/1.0"}],
    )


class ProblemError(Out):
    """One fault of a request that does not fit its schema."""

    at: str = Field(description="Where it is, such as `body/context/seat`.")
    detail: str = Field(description="What is wrong with it.")


class Problem(Out):
    """An error, after RFC 9457."""

    type: str = Field(description="`urn:wahua:problem:` and the code.")
    title: str = Field(description="The kind of error in words, the same for each code.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="What happened this time, naming the offending value.")
    code: str = Field(
        description="Machine-readable kind of the error; the command line prints the same.",
        examples=["photo-truncated", "no-tiles", "bad-hand", "unknown-tile"],
    )
    request_id: str | None = Field(default=None, description="Id of the request, as in the log.")
    errors: list[ProblemError] | None = Field(
        default=None, description="The single faults, where the request does not fit its schema."
    )
