"""Parameters that stand beside a photo, in the query or in the form."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from service.http.schemas.common import FamilyName, GameName

JsonText = Annotated[str, StringConstraints(max_length=20_000)]

DesignText = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,47}(@[1-9][0-9]{0,5})?$")
]


class PhotoParams(BaseModel):
    """What is to be done with a photo."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    family: FamilyName | None = Field(
        default=None,
        description="What the tiles are; by default what most faces tell, and with a game its own.",
    )
    design: DesignText | None = Field(
        default=None,
        description="An enrolled design that the photo shows: `NAME`, its newest version, or "
        "`NAME@VERSION`; see `GET /v1/designs`. Shipped designs need not be named.",
        examples=["grandma", "grandma@2"],
    )
    keep_photo: bool = Field(
        default=False,
        description="Store the photo, without its metadata, until it is deleted or too old; "
        "corrections of a stored photo help to train better models.",
    )


class PhotoScoreParams(PhotoParams):
    """How the hand on a photo is scored."""

    game: GameName | None = Field(
        default=None,
        description="The rules; by default those usual for the photo's tiles: `taiwanese`, "
        "`flowers` or `dolls`.",
    )
    context: JsonText = Field(
        default="{}",
        description="Facts that a photo cannot show: the object `context` of `/v1/score` as JSON.",
        examples=['{"win": "self_draw", "seat": "south"}'],
    )
    options: JsonText = Field(
        default="{}",
        description="House rules: the object `options` of `/v1/score` as JSON.",
        examples=['{"base": 5}'],
    )
