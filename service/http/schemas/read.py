"""What a photo shows."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from service.http.schemas.common import FamilyName, Out, Versions
from service.http.schemas.hand import HandOut

Corner = Annotated[list[float], Field(min_length=2, max_length=2)]
RoleName = Literal["hand", "meld", "concealed_kong", "bonus", "winning", "back"]


class TileOut(Out):
    """One tile on the photo."""

    tile: str = Field(description="The tile in notation.", examples=["5m", "6z", "1f", "back"])
    confidence: float = Field(ge=0, le=1, description="Certainty of the reader.")
    alternatives: list[tuple[str, float]] = Field(
        description="What the reader takes it for, with probabilities, best first."
    )
    corners: list[Corner] = Field(
        min_length=4,
        max_length=4,
        description="Four corners [x, y] in pixels of the upright photo, clockwise from the "
        "face's own top left.",
    )
    row: int = Field(ge=0, description="Row on the table, from the top.")
    group: int = Field(ge=0, description="Group of tiles that lie together.")
    role: RoleName = Field(description="What the tile is in the hand.")
    doubtful: bool = Field(description="Whether a person should look at it.")


class OwnTileOut(Out):
    """A tile whose face only the chosen design has; it is no part of the hand."""

    name: str = Field(description="What the design calls it.", examples=["own-joker"])
    confidence: float = Field(ge=0, le=1, description="Certainty of the reader.")
    corners: list[Corner] = Field(min_length=4, max_length=4, description="As of the other tiles.")


class PhotoOut(Out):
    """A photo and its tiles; what `wahua read --json` prints, and a little more."""

    id: str = Field(description="Id of the read, for corrections and deletion.")
    image: str = Field(description="Name of the photo as the client gave it, else `photo`.")
    width: int = Field(description="Width of the upright photo in pixels.")
    height: int = Field(description="Height of the upright photo in pixels.")
    family: FamilyName = Field(description="Which kind of set the tiles come from.")
    tiles: list[TileOut] = Field(description="The tiles in reading order.")
    own: list[OwnTileOut] = Field(
        default_factory=list, description="Faces that only the enrolled design has."
    )
    layout: str = Field(
        description="The hand in notation.", examples=["345p678s22266z [123p] (1111z) | 1f 5f"]
    )
    hand: HandOut | None = Field(
        description="The hand by its parts; null where no face could be read."
    )
    timings_ms: dict[str, float] = Field(description="Milliseconds by stage.")
    models: dict[str, str] = Field(description="Version of each model that read the photo.")
    warnings: list[str] = Field(description="Sentences for the user.")
    photo_kept: bool = Field(description="Whether the photo is stored.")


class ReadOut(PhotoOut):
    """The answer to a photo."""

    versions: Versions = Field(description="What made the answer.")
