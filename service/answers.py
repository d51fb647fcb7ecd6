"""From a hand or a photo to the answer: the one road that every way in takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring import Family, Hand, ScoreSheet, score

if TYPE_CHECKING:
    from scoring.advice import Repair
    from vision.arrange import Layout
    from vision.pipeline import ReadResult


USUAL_GAMES = {
    Family.MAHJONG: "taiwanese",
    Family.FLOWERS: "flowers",
    Family.DOLLS: "dolls",
}
"""The rules that each family's hands are scored by when none are named."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A scored hand.

    Attributes:
        hand: The hand.
        sheet: Its score sheet.
        repairs: Changes after which a hand that does not win would.
        layout: The photo that it was read from, if any.
    """

    hand: Hand
    sheet: ScoreSheet
    repairs: tuple[Repair, ...] = ()
    layout: Layout | None = None


def hand_of(result: ReadResult, winning_tile: str | None = None) -> Hand:
    """Return the hand that a photo shows.

    Args:
        result: The photo's tiles.
        winning_tile: The winning tile, by default the one that lies apart.

    Raises:
        HandError: No face could be read.
        UnknownTileError: ``winning_tile`` is no tile of the photo's family.
    """
    layout = result.layout
    return Hand.parse(layout.hand_text, result.family, winning_tile or layout.winning_tile)


def answer(
    game: str,
    hand: Hand,
    context: Mapping[str, object],
    options: Mapping[str, object],
    layout: Layout | None = None,
) -> Answer:
    """Score a hand, and look for the tiles that may be misread in one that does not win.

    Raises:
        WahuaError: As :func:`scoring.score`.
    """
    sheet = score(game, hand, context, options)
    if sheet.valid:
        return Answer(hand, sheet, layout=layout)
    from scoring.advice import repairs  # noqa: PLC0415 - loads every game

    alternatives = None
    if layout is not None:
        from service.alternatives import hand_alternatives  # noqa: PLC0415

        alternatives = hand_alternatives(hand, layout)
    return Answer(hand, sheet, repairs(game, hand, context, options, alternatives), layout)
