"""``wahua score``: a photo or a hand in text to its score sheet."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoring.errors import WahuaError
from scoring.tiles import Family
from service.cli.design_option import DesignOption, chosen
from service.cli.facts import takes_facts
from service.cli.pairs import read_pairs
from service.cli.stop import EXIT_BAD_INPUT, ArgumentError, complain

if TYPE_CHECKING:
    from service.answers import Answer
    from vision.arrange import Layout
    from vision.pipeline import ReadResult


class InvalidHandError(WahuaError):
    """A hand that can be read but does not win, or cannot exist."""

    type = "invalid-hand"
    title = "Not a winning hand"


@takes_facts
def score_hand(
    photo: Annotated[
        str | None,
        typer.Argument(help="JPEG, PNG, WebP or HEIC file of the hand.", show_default=False),
    ] = None,
    *,
    hand: Annotated[
        str | None,
        typer.Option(
            help='The hand in text instead of a photo: "345p678s22266z [123p] (1111z) | 1f 5f".',
            show_default=False,
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            help="The rules; by default those of the photo's tiles: taiwanese, flowers or dolls.",
            show_default=False,
        ),
    ] = None,
    facts: dict[str, object],
    option: Annotated[
        list[str] | None,
        typer.Option(help="An option of the rules, key=value; repeatable.", show_default=False),
    ] = None,
    design: DesignOption = None,
    draw: Annotated[
        Path | None,
        typer.Option(help="Write the annotated photo to this PNG or JPEG.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Score a winning hand, from a photo or from text, with the reasons.

    A hand that does not win is explained; the exit code is then 2, as for every bad input.
    """
    try:
        valid = _score(
            photo, hand, game, context=facts, option=option or [], design=design, draw=draw,
            as_json=as_json,
        )  # fmt: skip
    except WahuaError as error:
        complain(error, photo)
        if as_json:
            from service.output import error_object  # noqa: PLC0415

            typer.echo(json.dumps(error_object(error, photo)))
        raise typer.Exit(EXIT_BAD_INPUT) from None
    if not valid:
        raise typer.Exit(EXIT_BAD_INPUT)


def _score(
    photo: str | None,
    text: str | None,
    game: str | None,
    *,
    context: dict[str, object],
    option: Sequence[str],
    design: str | None,
    draw: Path | None,
    as_json: bool,
) -> bool:
    """Score, print the answer, and return whether the hand wins."""
    from scoring import Hand, find_game  # noqa: PLC0415 - loads the tiles
    from service.answers import USUAL_GAMES, answer, hand_of  # noqa: PLC0415

    options = read_pairs(option)
    family = None if game is None else find_game(game).family
    winning = context.pop("winning_tile", None)
    shown: dict[str, Any] | None = None
    layout: Layout | None = None
    if photo is None and text is not None:
        for flag, value in (("--draw", draw), ("--design", design)):
            if value is not None:
                raise ArgumentError(f"{flag} needs a photo, and --hand gives none")
        family = family or Family.MAHJONG
        hand = Hand.parse(text, family, str(winning) if winning else None)
    elif photo is not None and text is None:
        result, shown = _read_photo(photo, family, design, draw)
        family, layout = result.family, result.layout
        hand = hand_of(result, str(winning) if winning else None)
    else:
        raise ArgumentError("give either a photo or --hand TEXT")
    scored = answer(game or USUAL_GAMES[family], hand, context, options, layout)
    _print_answer(scored, shown, as_json=as_json)
    sheet = scored.sheet
    if not sheet.valid:
        complain(InvalidHandError("; ".join(sheet.reasons)), photo)
    return sheet.valid


def _read_photo(
    photo: str, family: Family | None, design: str | None, draw: Path | None
) -> tuple[ReadResult, dict[str, Any]]:
    """Read the photo; return what it shows, also as the object that the JSON has of it."""
    from service.drawing_target import drawing_targets  # noqa: PLC0415
    from service.output import read_object  # noqa: PLC0415
    from service.recognition import read_file  # noqa: PLC0415 - loads the decoders

    (target,) = drawing_targets([photo], draw)
    picture, result = read_file(photo, chosen(design), family)
    if target is not None:
        from service.draw import save_annotated  # noqa: PLC0415

        save_annotated(picture, result.layout, target)
    return result, read_object(photo, result)


def _print_answer(scored: Answer, photo: dict[str, Any] | None, *, as_json: bool) -> None:
    """Print the hand, its sheet, repairs of one that does not win, and what the photo showed."""
    if as_json:
        from service.output import score_object  # noqa: PLC0415

        typer.echo(json.dumps(score_object(scored.hand, scored.sheet, photo, scored.repairs)))
        return
    from service import show, show_advice  # noqa: PLC0415 - loads rich

    screen = show.console()
    show.show_hand(screen, scored.hand, scored.layout)
    if scored.layout is not None and photo is not None:
        show.show_doubts(screen, scored.layout)
        show.show_remarks(screen, "Warning", photo["warnings"])
    show.show_sheet(screen, scored.sheet)
    show_advice.show_repairs(screen, scored.repairs)
