"""Remarks of the sheet: facts that are missing, and facts that change nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from scoring.hand import Hand
from scoring.mahjong.context import Context, Win

_UNSCORED = ("last_discard", "earthly", "original_call")


def range_notes(facts: Context, totals: Mapping[Context, int]) -> tuple[str, ...]:
    """Name each unknown fact that matters and what each of its values would score.

    Args:
        facts: What is known.
        totals: The total under each way to complete the facts.
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
        elif name == "win":
            notes.append(f"win is unknown: either way {spans[Win.DISCARD]}, but not who pays")
    return tuple(notes)


def fact_notes(hand: Hand, facts: Context) -> tuple[str, ...]:
    """Say which given facts score nothing here, and why."""
    notes = [f"{name} scores nothing in this game" for name in _UNSCORED if getattr(facts, name)]
    if facts.last_tile and not facts.self_drawn:
        notes.append("last_tile counts only when the tile was drawn")
    if facts.heavenly and any(not meld.concealed for meld in hand.melds):
        notes.append("heavenly does not count: the hand has melds from discards")
    return tuple(notes)


def _span(totals: list[int]) -> str:
    low, high = min(totals), max(totals)
    return str(low) if low == high else f"{low} to {high}"
