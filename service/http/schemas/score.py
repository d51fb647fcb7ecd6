"""Score sheets."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from service.http.schemas.common import GameName, In, Out, TileText, Versions
from service.http.schemas.hand import ContextIn, HandIn, HandOut, HandText, OptionsIn
from service.http.schemas.read import PhotoOut

HAND_EXAMPLES = ["123456789m123s99p345p | 1f 6f", {"concealed": "123456789m123s99p345p"}]


class RulesIn(In):
    """A game, its house rules, and the facts of the win."""

    game: GameName = Field(default="taiwanese", description="The rules.")
    context: ContextIn = Field(
        default=ContextIn(),
        description="Facts that a photo cannot show; none are needed.",
        examples=[{"win": "self_draw", "seat": "south", "round": "east"}],
    )
    options: OptionsIn = Field(
        default={},
        description="House rules that differ from their defaults, as `/v1/games` lists them.",
    )


class ScoreIn(RulesIn):
    """A hand to be scored."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "game": "taiwanese",
                    "hand": "123456789m123s99p345p | 1f 6f",
                    "context": {"win": "self_draw", "seat": "south", "round": "east"},
                }
            ]
        }
    )

    hand: HandText | HandIn = Field(
        description="The hand, in notation or by its parts.", examples=HAND_EXAMPLES
    )
    winning_tile: TileText | None = Field(
        default=None,
        description="The tile that completed the hand; by default the last concealed one.",
    )


class GroupOut(Out):
    """One set of the hand."""

    kind: str = Field(description="Such as `chow`, `pung`, `kong`, `concealed_kong`, `pair`.")
    tiles: list[str] = Field(description="Its tiles.")
    concealed: bool = Field(description="False for exposed sets.")
    winning: bool = Field(description="Whether the winning tile completed this group.")


class ItemOut(Out):
    """One line of the sheet."""

    key: str = Field(description="The item's key in the rules.")
    name: str = Field(description="Its name in words.")
    count: int = Field(description="How often it applies.")
    value: int = Field(description="Worth of the whole line.")
    tiles: list[str] = Field(description="The tiles it speaks of.")
    source: str = Field(description="Origin tag of the rules reference.")


class AlternativeOut(Out):
    """Another legal way to read the same hand."""

    total: int = Field(description="Its total.")
    groups: list[GroupOut] = Field(description="Its sets.")
    items: list[ItemOut] = Field(description="Its lines.")


class ChangeOut(Out):
    """One tile that would have to be another one."""

    was: str | None = Field(description="The tile as it is; null for one that is missing.")
    now: str | None = Field(description="What it would have to be; null for one too many.")
    index: int | None = Field(description="Place among the hand's tiles.")


class RepairOut(Out):
    """A few changes that make a complete hand of one that is not."""

    text: str = Field(description="The changes in words.")
    changes: list[ChangeOut] = Field(description="The changes, two at most.")
    hand: str = Field(description="The hand after them, in notation.")
    total: int = Field(description="What it scores.")
    odds: float | None = Field(
        description="How likely the changes are, compared with the hand as it was read."
    )


class SheetOut(Out):
    """What a hand is worth, why, and who pays whom."""

    game: str = Field(description="Name of the game.")
    ruleset: str = Field(description="Identity and version of the rules that were applied.")
    valid: bool = Field(description="Whether the hand wins.")
    reasons: list[str] = Field(description="Why not, one sentence each.")
    groups: list[GroupOut] = Field(description="The sets of the best-paying reading.")
    items: list[ItemOut] = Field(description="The lines of the sheet.")
    base: int = Field(description="Points that count before any item.")
    total: int = Field(description="What the hand is worth at least.")
    range: tuple[int, int] = Field(
        description="Lowest and highest total over the facts that are not known."
    )
    payments: dict[str, int] = Field(description="Amount by seat, gains positive; the sum is 0.")
    options: dict[str, bool | int | str] = Field(description="Every option as it was in force.")
    alternatives: list[AlternativeOut] = Field(description="Other readings, best first.")
    notes: list[str] = Field(description="Remarks, such as facts that are missing.")


class HandScoreOut(SheetOut):
    """A hand with its sheet; what `wahua score --json` prints, and a little more."""

    hand: str = Field(description="The hand in notation.")
    hand_parts: HandOut = Field(description="The hand by its parts.")
    winning_tile: str | None = Field(description="The tile that counts as the winning one.")
    repairs: list[RepairOut] | None = Field(
        default=None,
        description="Changes after which a hand that does not win would, likeliest first.",
    )


class ScoreOut(HandScoreOut):
    """The answer to a hand."""

    versions: Versions = Field(description="What made the answer.")


class PhotoScoreOut(ScoreOut):
    """The answer to a photo with facts."""

    photo: PhotoOut = Field(description="What the photo shows.")


class UsefulOut(Out):
    """A tile that brings the hand nearer."""

    tile: str = Field(description="The tile.")
    left: int = Field(description="How many of it the hand does not hold itself.")


class DistanceOut(Out):
    """How far a hand is from winning."""

    missing: int = Field(description="Tiles of the nearest complete hand that the hand lacks.")
    to_ready: int = Field(description="Exchanges of a tile until one tile wins; -1 when complete.")
    form: str = Field(description="That form, in words.")
    useful: list[UsefulOut] = Field(description="The tiles that are missing.")


class OutcomeOut(Out):
    """What a tile would score."""

    valid: bool = Field(description="Whether the hand may win with it.")
    reasons: list[str] = Field(description="Why not.")
    total: int = Field(description="What the hand is worth at least.")
    range: tuple[int, int] = Field(description="Lowest and highest total.")
    items: list[ItemOut] = Field(description="The lines of the sheet.")


class WaitOut(Out):
    """A tile that completes a ready hand."""

    tile: str = Field(description="The tile.")
    left: int = Field(description="How many of it the hand does not hold itself.")
    self_draw: OutcomeOut = Field(description="What it scores when it is drawn.")
    discard: OutcomeOut = Field(description="What it scores when another player discards it.")


class DiscardOut(Out):
    """A tile to part with."""

    tile: str = Field(description="The tile.")
    distance: DistanceOut = Field(description="How far the hand is without it.")
    waits: list[WaitOut] = Field(description="What the hand then waits for, when it is ready.")


class WaitsOut(Out):
    """How far a hand is from winning; what `wahua waits --json` prints."""

    hand: str = Field(description="The hand in notation.")
    game: str = Field(description="Name of the game.")
    reasons: list[str] = Field(description="Why there is no advice; nothing else is then filled.")
    distance: DistanceOut | None = Field(description="How far the hand is from winning.")
    waits: list[WaitOut] = Field(description="The tiles that complete it, the dearest first.")
    discards: list[DiscardOut] = Field(
        description="For a hand that has drawn: the tiles whose discard leaves it nearest."
    )
    versions: Versions = Field(description="What made the answer.")
