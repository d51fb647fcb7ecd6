"""``wahua play``: four simple players finish a game, or a hand is checked against one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoring.errors import WahuaError
from service.cli.pairs import read_pairs
from service.cli.stop import EXIT_BAD_INPUT, ArgumentError, complain, one_line_errors

if TYPE_CHECKING:
    from scoring import Hand
    from scoring.play import Progress


class ContradictoryHandError(WahuaError):
    """A hand that a player cannot have at this move of a game."""

    type = "contradictory-hand"
    title = "Not a hand of this game"


def play_a_game(
    game: Annotated[
        str, typer.Argument(help="flowers, dolls, taiwanese or classical.", show_default=False)
    ],
    *,
    seed: Annotated[int, typer.Option(help="The same seed gives the same game.")] = 0,
    option: Annotated[
        list[str] | None,
        typer.Option(help="An option of the rules, key=value; repeatable.", show_default=False),
    ] = None,
    until: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Stop after so many moves (0: after the deal) and show the hands.",
            show_default=False,
        ),
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(
            help="A photo, or a hand in text: say only whether the player can hold it then.",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(help="Whose hand it is, by default the one to move.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object with events.")] = False,
) -> None:
    """Let simple players finish a game, and print it move by move with its score sheet.

    With --check a hand is held against the game instead: how many tiles the player has, which melds
    and bonus tiles, and which tiles others hold or have discarded. The exit code is 2 when it
    cannot be the player's.
    """
    with one_line_errors():
        if seat is not None and check is None:
            raise ArgumentError("--seat says whose hand --check is about")
        if until is None and check is None:
            _whole_game(game, seed, read_pairs(option or []), as_json=as_json)
            return
        from scoring.play import play_until  # noqa: PLC0415 - reads the rule tables

        progress = play_until(game, seed, until, read_pairs(option or []))
        if check is None:
            _game_so_far(progress, as_json=as_json)
        else:
            _checked_hand(progress, check, seat, as_json=as_json)


def _whole_game(game: str, seed: int, options: dict[str, object], *, as_json: bool) -> None:
    from scoring.play import play_game  # noqa: PLC0415 - reads the rule tables
    from scoring.play.text import lines  # noqa: PLC0415

    record = play_game(game, seed, options)
    _print(record.as_dict(), lines(record), as_json=as_json)


def _game_so_far(progress: Progress, *, as_json: bool) -> None:
    from scoring.play.text import lines_until  # noqa: PLC0415

    _print(progress.as_dict(), lines_until(progress), as_json=as_json)


def _checked_hand(progress: Progress, source: str, seat: str | None, *, as_json: bool) -> None:
    """Print whether the hand can be the player's; it ends the command when it cannot."""
    from scoring.play import check_hand  # noqa: PLC0415
    from scoring.play.text import title  # noqa: PLC0415

    name = _seat(progress, seat)
    hand = _hand(progress.game, source)
    reasons = check_hand(progress.state, progress.seats.index(name), hand)
    moves = len(progress.moves)
    found = {
        "game": progress.game,
        "seed": progress.seed,
        "moves": moves,
        "seat": name,
        "hand": str(hand),
        "possible": not reasons,
        "reasons": reasons,
    }
    line = f"{title(name)} can hold {hand} at move {moves}"
    _print(found, [] if reasons else [line], as_json=as_json)
    if reasons:
        complain(ContradictoryHandError("; ".join(reasons)), f"{title(name)}: {hand}")
        raise typer.Exit(EXIT_BAD_INPUT)


def _seat(progress: Progress, seat: str | None) -> str:
    """Return the seat that was named, or whose move it is.

    Raises:
        ArgumentError: When the game has no such seat, or has ended and none was named.
    """
    name = progress.to_move if seat is None else seat.strip().lower()
    known = ", ".join(progress.seats)
    if name is None:
        raise ArgumentError(f"the game has ended: say with --seat whose hand it is ({known})")
    if name not in progress.seats:
        raise ArgumentError(f"--seat {seat}: the seats are {known}")
    return name


def _hand(game: str, source: str) -> Hand:
    """Return the hand on a photo, or the hand of a text."""
    from scoring import Hand, find_game  # noqa: PLC0415

    if not _is_file(source):
        return Hand.parse(source, find_game(game).family)
    from service.answers import hand_of  # noqa: PLC0415
    from service.recognition import read_file  # noqa: PLC0415 - loads the decoders

    _, result = read_file(source)
    return hand_of(result)


def _is_file(source: str) -> bool:
    try:
        return Path(source).is_file()
    except (OSError, ValueError):  # a text too long for a file name, or with a null character
        return False


def _print(found: dict[str, Any], lines: Iterable[str], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(found))
        return
    for line in lines:
        typer.echo(line)
