"""Remarks of the sheet: where the values come from, missing facts, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.games.flowers.context import Context
from scoring.games.flowers.options import Options
from scoring.games.flowers.payments import players
from scoring.games.flowers.scenarios import Scenario
from scoring.games.flowers.structure import Division
from scoring.games.flowers.table import Rank
from scoring.hand import format_tiles
from scoring.sheet import Item

ONE_TABLE = (
    "values are those of the one outside table found (Y, of whose points 100 are one here); "
    "the game's description (S0) gives none"
)


def source_notes(items: Sequence[Item], options: Options) -> tuple[str, ...]:
    """Say what the values rest on, and which are no documented ones."""
    notes = [ONE_TABLE]
    medium = [item for item in items if f", {Rank.MEDIUM}" in item.name]
    if medium:
        how = "those of the large rank" if options.medium_table == "as_large" else "half of large"
        notes.append(f"values of the medium rank are an assumption (R): {how}")
    others = [item.key for item in items if item.source == "R" and item not in medium]
    if others:
        notes.append(f"no source gives the value of {', '.join(others)}: a recommendation (R)")
    return tuple(notes)


def range_notes(options: Options, totals: Mapping[Scenario, int]) -> tuple[str, ...]:
    """Name the unknown facts that matter and what their values would score.

    Args:
        options: The options in force.
        totals: The total under each way to complete the facts.
    """
    notes = []
    by_roll: dict[tuple[int, int], list[int]] = {}
    for scenario, total in totals.items():
        by_roll.setdefault(scenario.roll, []).append(total)
    if len({tuple(found) for found in by_roll.values()}) > 1:
        low = min(by_roll, key=lambda roll: min(by_roll[roll]))
        high = max(by_roll, key=lambda roll: max(by_roll[roll]))
        notes.append(
            f"roll is unknown: from {min(by_roll[low])} (such as {low[0]} and {low[1]}) "
            f"to {max(by_roll[high])} (such as {high[0]} and {high[1]})"
        )
    by_face: dict[str, list[int]] = {}
    for scenario, total in totals.items():
        by_face.setdefault(scenario.designated, []).append(total)
    spans = {face: _span(found) for face, found in by_face.items()}
    if len(set(spans.values())) > 1:
        fact = "seat_number" if options.by_seat else "hand_number"
        listed = ", ".join(f"{face} scores {span}" for face, span in spans.items())
        notes.append(f"{fact} (or designated) is unknown: {listed}")
    return tuple(notes)


def play_notes(division: Division, total: int, context: Context, options: Options) -> list[str]:
    """Say what a hand that was not completed leaves out, who has won, why nobody pays."""
    notes = []
    if not context.completed and division.singles:
        left = format_tiles([part.tiles[0] for part in division.singles])
        notes.append(f"not completed, so no trump counts; single tiles: {left}")
    if context.exhausted and options.exhausted == "no_payment":
        notes.append("the wall ended and nobody completed: nobody pays (R; exhausted=no_payment)")
    elif context.other_totals is None:
        notes.append("other_totals is unknown: every two players settle their difference")
    else:
        notes.append(_winner(total, context, options))
    if options.dealer_doubles and context.other_totals and context.seat_number is None:
        notes.append("seat_number is unknown: the dealer pays and receives double")
    return notes


def _winner(total: int, context: Context, options: Options) -> str:
    totals = dict(
        zip(players(context, options), (total, *(context.other_totals or ())), strict=True)
    )
    highest = max(totals.values())
    names = [name for name, points in totals.items() if points == highest]
    text = f"the highest total wins: {' and '.join(names)} with {highest}"
    if context.completed and total < highest:
        text += f", although this hand ({total}) was completed first"
    return text


def _span(totals: Sequence[int]) -> str:
    low, high = min(totals), max(totals)
    return str(low) if low == high else f"{low} to {high}"
