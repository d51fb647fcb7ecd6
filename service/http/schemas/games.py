"""Games with their house rules, and the tiles of each family."""

from __future__ import annotations

from pydantic import Field

from service.http.schemas.common import FamilyName, Out, Versions


class OptionOut(Out):
    """One house rule."""

    key: str = Field(description="Its name in `options`.")
    default: bool | int | str = Field(description="The value in force when none is given.")
    choices: list[bool | int | str] = Field(
        description="The possible values; empty for true or false and for numbers."
    )
    bounds: tuple[int, int] | None = Field(description="Lowest and highest number, for numbers.")
    about: str = Field(description="What it decides.")


class GameOut(Out):
    """One game."""

    name: str = Field(description="Its name in `game`.")
    title: str = Field(description="Its name in words.")
    family: FamilyName = Field(description="The tiles it is played with.")
    ruleset: str = Field(description="Identity and version of its rules.")
    options: list[OptionOut] = Field(description="Its house rules.")


class FaceOut(Out):
    """One kind of tile, as a picker shows it."""

    tile: str = Field(description="The tile in notation.")
    text: str = Field(description="Its Unicode character, or the notation where it has none.")
    copies: int = Field(description="How many of it a set has.")


class GamesOut(Out):
    """The games of this service."""

    games: list[GameOut] = Field(description="Every game.")
    faces: dict[FamilyName, list[FaceOut]] = Field(
        description="Every tile of each family, in the order of the rules."
    )
    versions: Versions = Field(description="What made the answer.")
