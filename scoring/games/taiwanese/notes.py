"""Remarks of the sheet on facts that change nothing."""

from __future__ import annotations

from scoring.hand import Hand
from scoring.mahjong.context import Context

_UNSCORED = ("last_discard", "earthly", "original_call")


def fact_notes(facts: Context) -> tuple[str, ...]:
    """Say which given facts score nothing with any hand, and why."""
    notes = [f"{name} scores nothing in this game" for name in _UNSCORED if getattr(facts, name)]
    if facts.last_tile and not facts.self_drawn:
        notes.append("last_tile counts only when the tile was drawn")
    return tuple(notes)


def hand_notes(hand: Hand, facts: Context) -> tuple[str, ...]:
    """Say which given facts score nothing with this hand, and why."""
    if facts.heavenly and any(not meld.concealed for meld in hand.melds):
        return ("heavenly does not count: the hand has melds from discards",)
    return ()
