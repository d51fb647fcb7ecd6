"""``wahua waits``: how far a hand is from winning, and what it waits for."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from service.cli.facts import takes_facts
from service.cli.pairs import read_pairs
from service.cli.stop import EXIT_BAD_INPUT, ArgumentError, complain, one_line_errors


class NoAdviceError(ArgumentError):
    """Tiles that are no hand of the game."""

    type = "no-advice"
    title = "No advice on this hand"


@takes_facts
def show_waits(
    *,
    hand: Annotated[
        str,
        typer.Option(
            help='A hand that waits, or has drawn a tile more: "345p678s2226z [123p] (1111z)".',
            show_default=False,
        ),
    ],
    game: Annotated[str, typer.Option(help="The rules.")] = "taiwanese",
    facts: dict[str, object],
    option: Annotated[
        list[str] | None,
        typer.Option(help="An option of the rules, key=value; repeatable.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Tell the waits of a ready hand and what each would score, or how far it is from ready.

    A hand that has drawn gets the discards that leave it nearest.
    """
    with one_line_errors():
        from scoring import Hand, find_game  # noqa: PLC0415 - reads the rule tables
        from scoring.advice import advise  # noqa: PLC0415

        winning = facts.pop("winning_tile", None)
        held = Hand.parse(hand, find_game(game).family, str(winning) if winning else None)
        advice = advise(game, held, facts, read_pairs(option or []))
    if as_json:
        typer.echo(json.dumps({"hand": str(held), **advice.as_dict()}))
    elif not advice.reasons:
        from service import show, show_advice  # noqa: PLC0415 - loads rich

        show_advice.show_advice(show.console(), held, advice)
    if advice.reasons:
        complain(NoAdviceError("; ".join(advice.reasons)))
        raise typer.Exit(EXIT_BAD_INPUT)
