"""``wahua score``: a photo or a hand in text to its score sheet."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoring.errors import WahuaError
from service.cli.stop import EXIT_BAD_INPUT, ArgumentError, complain

if TYPE_CHECKING:
    from scoring import Hand, ScoreSheet
    from vision.arrange import Layout


class InvalidHandError(WahuaError):
    """A hand that can be read but does not win, or cannot exist."""

    type = "invalid-hand"
    title = "Not a winning hand"


_WINDS = "east, south, west or north"
FACTS = "Facts that a photo cannot show"


def _fact(text: str, *names: str) -> Any:
    return typer.Option(*names, help=text, rich_help_panel=FACTS, show_default=False)


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
    game: Annotated[str, typer.Option(help="The rules.")] = "taiwanese",
    self_draw: Annotated[
        bool | None, _fact("How the hand was won.", "--self-draw/--discard")
    ] = None,
    winning_tile: Annotated[
        str | None, _fact("The tile that completed the hand, such as 6z; default the last.")
    ] = None,
    seat: Annotated[str | None, _fact(f"The winner's seat: {_WINDS}.")] = None,
    round_wind: Annotated[str | None, _fact(f"The round: {_WINDS}.", "--round")] = None,
    discarder: Annotated[str | None, _fact(f"Seat of the discarder: {_WINDS}.")] = None,
    last_tile: Annotated[bool, _fact("Won on the last tile of the wall.", "--last-tile")] = False,
    last_discard: Annotated[bool, _fact("Won on the last discard.", "--last-discard")] = False,
    replacement: Annotated[
        bool, _fact("Won on a tile from the far end of the wall.", "--replacement")
    ] = False,
    rob_kong: Annotated[bool, _fact("Won by robbing a kong.", "--rob-kong")] = False,
    rob_flower: Annotated[bool, _fact("The eighth flower was robbed.", "--rob-flower")] = False,
    heavenly: Annotated[bool, _fact("Complete with the first draw.", "--heavenly")] = False,
    earthly: Annotated[bool, _fact("Complete on the first discard.", "--earthly")] = False,
    original_call: Annotated[
        bool, _fact("Waiting since the first discard.", "--original-call")
    ] = False,
    east_repeat: Annotated[int, _fact("East's wins in a row before this one.")] = 0,
    option: Annotated[
        list[str] | None,
        typer.Option(help="An option of the rules, key=value; repeatable.", show_default=False),
    ] = None,
    draw: Annotated[
        Path | None,
        typer.Option(help="Write the annotated photo to this PNG or JPEG.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Score a winning hand, from a photo or from text, with the reasons.

    A hand that does not win is explained; the exit code is then 2, as for every bad input.
    """
    win = None if self_draw is None else "self_draw" if self_draw else "discard"
    facts: dict[str, object] = {
        "win": win,
        "winning_tile": winning_tile,
        "seat": seat,
        "round": round_wind,
        "discarder": discarder,
        "last_tile": last_tile,
        "last_discard": last_discard,
        "replacement": replacement,
        "rob_kong": rob_kong,
        "rob_flower": rob_flower,
        "heavenly": heavenly,
        "earthly": earthly,
        "original_call": original_call,
        "east_repeat": east_repeat,
    }
    # Facts not named stay unknown; an event not named did not happen.
    context = {key: value for key, value in facts.items() if value not in (None, False)}
    if not east_repeat:
        context.pop("east_repeat", None)
    try:
        valid = _score(
            photo, hand, game, context=context, option=option or [], draw=draw, as_json=as_json
        )
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
    game: str,
    *,
    context: dict[str, object],
    option: Sequence[str],
    draw: Path | None,
    as_json: bool,
) -> bool:
    """Score, print the answer, and return whether the hand wins."""
    from scoring import Hand, find_game, score  # noqa: PLC0415 - reads the rule tables

    rules, options = find_game(game), _options(option)
    winning = context.pop("winning_tile", None)
    shown: dict[str, Any] | None = None
    layout: Layout | None = None
    if photo is None and text is not None:
        if draw is not None:
            raise ArgumentError("--draw needs a photo, and --hand gives none")
        hand = Hand.parse(text, rules.family, str(winning) if winning else None)
    elif photo is not None and text is None:
        hand, layout, shown = _hand_on_photo(photo, str(winning) if winning else None, draw)
    else:
        raise ArgumentError("give either a photo or --hand TEXT")
    sheet = score(game, hand, context, options)
    _print_answer(hand, sheet, layout, shown, as_json=as_json)
    if not sheet.valid:
        complain(InvalidHandError("; ".join(sheet.reasons)), photo)
    return sheet.valid


def _hand_on_photo(
    photo: str, winning: str | None, draw: Path | None
) -> tuple[Hand, Layout, dict[str, Any]]:
    """Read the photo; return its hand, its layout and the object that the JSON shows of it."""
    from scoring import Hand  # noqa: PLC0415
    from service.drawing_target import drawing_targets  # noqa: PLC0415
    from service.output import read_object  # noqa: PLC0415
    from service.recognition import read_file  # noqa: PLC0415 - loads the decoders

    (target,) = drawing_targets([photo], draw)
    picture, result = read_file(photo)
    layout = result.layout
    if target is not None:
        from service.draw import save_annotated  # noqa: PLC0415

        save_annotated(picture, layout, target)
    hand = Hand.parse(layout.hand_text, result.family, winning or layout.winning_tile)
    return hand, layout, read_object(photo, result)


def _print_answer(
    hand: Hand,
    sheet: ScoreSheet,
    layout: Layout | None,
    shown: dict[str, Any] | None,
    *,
    as_json: bool,
) -> None:
    if as_json:
        from service.output import score_object  # noqa: PLC0415

        typer.echo(json.dumps(score_object(hand, sheet, shown)))
        return
    from service import show  # noqa: PLC0415 - loads rich

    screen = show.console()
    show.show_hand(screen, hand, layout)
    if layout is not None and shown is not None:
        show.show_doubts(screen, layout)
        show.show_remarks(screen, "Warning", shown["warnings"])
    show.show_sheet(screen, sheet)


def _options(pairs: Sequence[str]) -> dict[str, object]:
    """Read ``key=value`` texts.

    Raises:
        ArgumentError: For a text without ``=``, and for a key given twice.
    """
    options: dict[str, object] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise ArgumentError(f"--option {pair}: write it as key=value")
        if key.strip() in options:
            raise ArgumentError(f"--option {key.strip()} is given twice")
        options[key.strip()] = value.strip()
    return options
