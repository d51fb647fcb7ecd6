"""``wahua play``: four simple players finish a game."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from service.cli.pairs import read_pairs
from service.cli.stop import one_line_errors


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
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object with events.")] = False,
) -> None:
    """Let simple players finish a game, and print it move by move with its score sheet."""
    with one_line_errors():
        from scoring.play import play_game  # noqa: PLC0415 - reads the rule tables
        from scoring.play.text import lines  # noqa: PLC0415

        record = play_game(game, seed, read_pairs(option or []))
        if as_json:
            typer.echo(json.dumps(record.as_dict()))
            return
        for line in lines(record):
            typer.echo(line)
