"""Settlement: every two players pay each other the difference of their totals."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.games.flowers.context import PLAYERS, Context
from scoring.games.flowers.options import Options
from scoring.games.flowers.ranks import designated_group
from scoring.games.flowers.table import load_table

PLACES = ("player", "next", "opposite", "previous")
"""Names of the players in turn order from this one, while the seat is not known."""


def differences(totals: Sequence[int], dealer: int | None = None) -> tuple[int, ...]:
    """Return what each player gains: the sum of the differences to all others.

    Args:
        totals: One for each player.
        dealer: Place of the player who pays and receives double, if any.
    """
    return tuple(
        sum((mine - other) * (2 if dealer in (me, you) else 1) for you, other in enumerate(totals))
        for me, mine in enumerate(totals)
    )


def players(context: Context, options: Options) -> tuple[str, ...]:
    """Return the names of the four players in turn order from this one.

    With the seat known they are named by the seats' patterns: heaven, earth, people, harmony or
    long_three.
    """
    if context.seat_number is None:
        return PLACES
    patterns = load_table().patterns
    seats = [patterns[face].name.lower().replace(" ", "_") for face in designated_group(options)]
    first = context.seat_number - 1
    return tuple(seats[first:] + seats[:first])


def settle(total: int, context: Context, options: Options) -> dict[str, int]:
    """Return the gain of every player; the gains sum to zero.

    Nothing is returned while the others' totals, or the dealer who pays double, are unknown.
    """
    names = players(context, options)
    if context.exhausted and options.exhausted == "no_payment":
        return dict.fromkeys(names, 0)
    if context.other_totals is None:
        return {}
    dealer = None
    if options.dealer_doubles:
        if context.seat_number is None:
            return {}
        dealer = (1 - context.seat_number) % PLAYERS
    gains = differences((total, *context.other_totals), dealer)
    return dict(zip(names, gains, strict=True))
