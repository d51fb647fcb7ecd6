"""What is stored: reads, corrections."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from scoring.hand import MAX_HAND_TILES
from service.http.schemas.common import FamilyName, In, Out, TileText, Versions
from service.http.schemas.hand import HandIn, HandText
from service.http.schemas.read import Corner, PhotoOut
from service.http.schemas.score import HandScoreOut

IdText = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]


class CorrectedTile(In):
    """One tile as a person sees it."""

    tile: TileText = Field(description="The tile in notation.", examples=["5m"])
    corners: Annotated[
        list[Annotated[list[float], Field(min_length=2, max_length=2)]],
        Field(min_length=4, max_length=4),
    ] = Field(
        description="Four corners [x, y] in pixels of the upright photo, clockwise from the "
        "face's own top left.",
        examples=[[[84.6, 367.4], [145.6, 367.1], [135.0, 441.9], [73.2, 442.3]]],
    )
    row: int = Field(default=0, ge=0, le=100, description="Row on the table, from the top.")
    group: int = Field(default=0, ge=0, le=200, description="Group of tiles that lie together.")


class CorrectionIn(In):
    """What a photo shows, in the eyes of a person; every tile, not only the wrong ones."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "read_id": "4bf2b4e8e45640e78dd4e9f76b3d3a87",
                    "tiles": [{"tile": "5m", "corners": [[10, 10], [50, 10], [50, 64], [10, 64]]}],
                    "hand": "123456789m123s99p345p",
                }
            ]
        }
    )

    read_id: IdText = Field(description="The read that is corrected.")
    family: FamilyName | None = Field(
        default=None, description="The set that the tiles come from; by default as it was read."
    )
    tiles: Annotated[list[CorrectedTile], Field(max_length=MAX_HAND_TILES)] = Field(
        description="Every tile on the photo, in reading order; none when it shows none."
    )
    hand: HandText | HandIn | None = Field(
        default=None, description="The hand, in notation or by its parts, where it is known."
    )


class CorrectionOut(Out):
    """A stored correction."""

    id: str = Field(description="Its id.")
    read_id: str = Field(description="The read that it corrects.")
    created: datetime = Field(description="When it was stored.")
    family: FamilyName = Field(description="The set that the tiles come from.")
    tiles: list[CorrectedTile] = Field(description="Every tile on the photo.")
    hand: str | None = Field(description="The hand in notation.")
    changed: int = Field(description="Tiles that were read wrongly, missed, or not there.")
    models: dict[str, str] = Field(description="Versions of the models that are corrected.")


class CorrectionAnswer(CorrectionOut):
    """The answer to a correction."""

    versions: Versions = Field(description="What made the answer.")


class StoredScore(Out):
    """A score sheet of a stored read."""

    id: str = Field(description="Its id.")
    created: datetime = Field(description="When it was made.")
    context: dict[str, Any] = Field(description="The facts of the win that were given.")
    sheet: HandScoreOut = Field(description="The sheet.")


class StoredRead(Out):
    """A stored read with all that belongs to it."""

    id: str = Field(description="Its id.")
    created: datetime = Field(description="When the photo was read.")
    photo: PhotoOut = Field(description="What the photo shows.")
    scores: list[StoredScore] = Field(description="Its score sheets, the first one first.")
    corrections: list[CorrectionOut] = Field(description="Its corrections, the first one first.")
    versions: Versions = Field(description="What made the answer.")


__all__ = ["Corner", "CorrectionAnswer", "CorrectionIn", "IdText", "StoredRead"]
