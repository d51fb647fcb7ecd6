"""Facts that are not known: every case that they leave open, and what each would score."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product

from scoring.mahjong.context import Context, Seat, Win


def scenarios(
    facts: Context,
    *,
    seat_matters: bool,
    round_matters: bool,
    seats: Iterable[Seat] = tuple(Seat),
) -> Iterator[Context]:
    """Yield the facts with each value of the unknown ones that can matter.

    Args:
        facts: What is known.
        seat_matters: Whether the winner's seat can change the score.
        round_matters: Whether the round can.
        seats: Seats that the winner can have; the discarder's is left out.
    """
    if facts.win and (facts.seat or not seat_matters) and (facts.round or not round_matters):
        yield facts
        return
    wins = (facts.win,) if facts.win else tuple(Win)
    winners: tuple[Seat | None, ...] = (facts.seat,)
    if facts.seat is None and seat_matters:
        winners = tuple(seat for seat in seats if seat is not facts.discarder)
    rounds: tuple[Seat | None, ...] = (facts.round,)
    if facts.round is None and round_matters:
        rounds = tuple(Seat)
    for win, seat, wind in product(wins, winners, rounds):
        yield replace(facts, win=win, seat=seat, round=wind)


def range_notes(
    facts: Context, totals: Mapping[Context, int], payment_needs: str = "win"
) -> tuple[str, ...]:
    """Name each unknown fact that matters and what each of its values would score.

    Args:
        facts: What is known.
        totals: The total under each way to complete the facts.
        payment_needs: The fact without which nobody knows who pays.
    """
    notes = []
    for name in ("win", "seat", "round"):
        if getattr(facts, name) is not None:
            continue
        by_value: dict[str, list[int]] = defaultdict(list)
        for known, total in totals.items():
            by_value[str(getattr(known, name))].append(total)
        spans = {value: _span(found) for value, found in by_value.items()}
        if len(set(spans.values())) > 1:
            listed = ", ".join(f"{value} scores {span}" for value, span in spans.items())
            notes.append(f"{name} is unknown: {listed}")
        elif name == payment_needs:
            (span,) = set(spans.values())
            notes.append(f"{name} is unknown: either way {span}, but not who pays")
    return tuple(notes)


def _span(totals: list[int]) -> str:
    low, high = min(totals), max(totals)
    return str(low) if low == high else f"{low} to {high}"
