"""Retraining."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from service.http.schemas.common import In


class TrainingIn(In):
    """What is to be trained; the data are the corrections of photos that were kept."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "2026-11", "steps": 600}]})

    name: Annotated[str, Field(pattern="^[a-z0-9][a-z0-9._-]{0,63}$")] = Field(
        description="What the new version of the models is called."
    )
    net: Literal["reader", "locator"] = Field(
        default="reader",
        description="The network that learns: `reader` where faces are named wrongly, `locator` "
        "where tiles are not found.",
    )
    steps: int = Field(default=600, ge=1, le=100_000, description="At most so many steps.")
