"""Hands, and the facts of a win that no photo shows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from scoring.hand import MAX_HAND_TEXT, MAX_HAND_TILES
from service.http.schemas.common import FamilyName, In, Out, SeatName, TileText

HandText = Annotated[str, StringConstraints(min_length=1, max_length=MAX_HAND_TEXT)]
_Tiles = Annotated[list[TileText], Field(max_length=MAX_HAND_TILES)]
_Total = Annotated[int, Field(ge=0, le=1_000_000_000)]


class MeldIn(In):
    """Tiles laid out as one group."""

    tiles: _Tiles = Field(min_length=1, description="Its tiles in notation.")
    concealed: bool = Field(default=False, description="True for a concealed kong.")


class HandIn(In):
    """A hand by its parts; bonus tiles move to `bonus` wherever they stand."""

    family: FamilyName | None = Field(
        default=None, description="The set that the tiles come from; by default the game's."
    )
    concealed: _Tiles | HandText = Field(
        default=[],
        description="Tiles held, the winning tile included: a list, or one text (`345p678s`).",
    )
    melds: Annotated[list[MeldIn], Field(max_length=MAX_HAND_TILES)] = Field(
        default=[], description="Exposed melds and concealed kongs."
    )
    bonus: _Tiles | HandText = Field(default=[], description="Flowers and seasons.")
    winning_tile: TileText | None = Field(
        default=None, description="The tile that completed the hand, where it is known apart."
    )


class MeldOut(Out):
    """Tiles laid out as one group."""

    tiles: list[str] = Field(description="Its tiles in notation.")
    concealed: bool = Field(description="True for a concealed kong.")


class HandOut(Out):
    """A hand by its parts, in the form that `/v1/score` takes as `hand`."""

    family: FamilyName = Field(description="The set that the tiles come from.")
    concealed: list[str] = Field(description="Tiles held, the winning tile included.")
    melds: list[MeldOut] = Field(description="Exposed melds and concealed kongs.")
    bonus: list[str] = Field(description="Flowers and seasons.")
    winning_tile: str | None = Field(description="The winning tile, where it lies apart.")


class ContextIn(In):
    """Facts that a photo cannot show. Leave out what is not known; each game knows its own."""

    win: Literal["self_draw", "discard"] | None = Field(
        default=None, description="How the hand was won."
    )
    winning_tile: TileText | None = Field(
        default=None,
        description="The tile that completed the hand; by default the last concealed one.",
    )
    seat: SeatName | None = Field(default=None, description="The winner's seat.")
    round: SeatName | None = Field(default=None, description="The round.")
    discarder: SeatName | None = Field(default=None, description="Seat of the discarder.")
    last_tile: bool | None = Field(default=None, description="Won on the last tile of the wall.")
    last_discard: bool | None = Field(default=None, description="Won on the last discard.")
    replacement: bool | None = Field(
        default=None, description="Won on a tile from the far end of the wall."
    )
    second_kong: bool | None = Field(
        default=None, description="That tile replaced one of a second kong in a row."
    )
    rob_kong: bool | None = Field(default=None, description="Won by robbing a kong.")
    rob_flower: bool | None = Field(default=None, description="The eighth flower was robbed.")
    heavenly: bool | None = Field(default=None, description="Complete with the first draw.")
    earthly: bool | None = Field(default=None, description="Complete on the first discard.")
    original_call: bool | None = Field(default=None, description="Waiting since the first discard.")
    east_repeat: int | None = Field(
        default=None, ge=0, le=1000, description="East's wins in a row before this one."
    )
    roll: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(max_length=2)] | None = Field(
        default=None,
        min_length=2,
        description="`flowers`: the dealer's second roll.",
        examples=[[1, 3]],
    )
    designated: TileText | None = Field(
        default=None, description="`flowers`: the designated pattern.", examples=["6-6"]
    )
    hand_number: int | None = Field(
        default=None, ge=1, le=4, description="`flowers`: which hand of the game this is."
    )
    seat_number: int | None = Field(
        default=None, ge=1, le=4, description="`flowers`: the seat from the dealer on."
    )
    other_totals: Annotated[list[_Total], Field(min_length=1, max_length=3)] | None = Field(
        default=None,
        description="`flowers` and `dolls`: totals of the other players in turn order.",
        examples=[[41, 25, 10]],
    )
    other_completed: bool | None = Field(
        default=None, description="`flowers`: another player completed the hand."
    )
    exhausted: bool | None = Field(
        default=None, description="`flowers` and `dolls`: the wall or stock ended and nobody won."
    )
    loser_points: dict[SeatName, _Total] | None = Field(
        default=None, description="`classical`: what a loser's hand is worth, by seat."
    )
    loser_hands: dict[SeatName, HandText] | None = Field(
        default=None, description="`classical`: the losers' hands by seat."
    )
    fourth_tile: bool | None = Field(
        default=None, description="`mcr`: the three others of the winning tile lie open."
    )
    riichi: bool | None = Field(default=None, description="`riichi`: declared ready.")
    open_riichi: bool | None = Field(
        default=None, description="`riichi`: the waits were shown with it."
    )
    nagashi_mangan: bool | None = Field(
        default=None,
        description="`riichi`: only terminals and honours were discarded, none claimed.",
    )
    ippatsu: bool | None = Field(default=None, description="`riichi`: won within one round of it.")
    dora: HandText | None = Field(
        default=None, description="`riichi`: the indicators.", examples=["4m7z"]
    )
    ura_dora: HandText | None = Field(
        default=None, description="`riichi`: the indicators under them.", examples=["1p"]
    )
    honba: int | None = Field(
        default=None, ge=0, le=1000, description="`riichi`: counters on the table."
    )
    deposits: int | None = Field(
        default=None, ge=0, le=1000, description="`riichi`: riichi sticks on the table."
    )

    def facts(self) -> dict[str, Any]:
        """Return the facts that were named."""
        return self.model_dump(exclude_none=True)


OptionsIn = Annotated[
    dict[
        Annotated[str, StringConstraints(min_length=1, max_length=64)],
        bool | int | Annotated[str, StringConstraints(max_length=64)],
    ],
    Field(max_length=64),
]
"""House rules by name; `GET /v1/games` lists those of each game."""
