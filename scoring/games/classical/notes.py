"""Remarks of the sheet: readings that the rules leave open, and facts that change nothing."""

from __future__ import annotations

from scoring.games.classical.limits import NINTH_WIN
from scoring.games.classical.options import Options
from scoring.hand import Hand
from scoring.mahjong.context import Context, Seat
from scoring.mahjong.readings import KONGS
from scoring.sheet import Item

TABLE_NOTE = (
    "S3 has no point table: the published Chinese Classical table (K, WD, 4W) is recommended (R)"
)


def fact_notes(hand: Hand, facts: Context) -> tuple[str, ...]:
    """Say which given facts score nothing here, and why."""
    open_hand = any(not meld.concealed for meld in hand.melds)
    kongs = sum(meld.kind in KONGS for meld in hand.melds)
    checks = (
        (facts.rob_flower, "rob_flower scores nothing in this game"),
        (
            facts.last_tile and not facts.self_drawn,
            "last_tile counts only when the tile was drawn",
        ),
        (
            facts.heavenly and facts.seat is not Seat.EAST,
            "heavenly does not count: only East can be complete at the deal",
        ),
        (
            facts.earthly and facts.seat is Seat.EAST,
            "earthly does not count: East cannot win on the own discard",
        ),
        (
            facts.heavenly and open_hand,
            "heavenly does not count: the hand has melds from discards",
        ),
        (facts.earthly and bool(hand.melds), "earthly does not count: the hand has melds"),
        (
            facts.original_call and open_hand,
            "original_call does not count: the hand has melds from discards",
        ),
        (
            facts.second_kong and kongs < 2,
            f"second_kong does not count for the limit: kongs of the hand: {kongs}",
        ),
        (
            0 < facts.east_repeat < NINTH_WIN,
            "east_repeat scores nothing before the ninth win in a row (8 before this one)",
        ),
    )
    return tuple(note for applies, note in checks if applies)


def rule_notes(items: tuple[Item, ...], limit_hands: bool, options: Options) -> tuple[str, ...]:
    """Label the readings that are recommendations where they decided something.

    Args:
        items: Lines of the sheet.
        limit_hands: Whether the lines are those of a limit hand.
        options: The options in force.
    """
    notes = [TABLE_NOTE]
    if limit_hands and options.limit is None:
        notes.append(f"without a limit, a limit hand is worth {options.limit_hand} (R)")
    if any(item.key == "zero_points" for item in items):
        notes.append("zero-point hand: points for winning and bonus tiles do not matter (R)")
    if any(item.key == "narrow_wait" for item in items):
        notes.append("narrow wait: the group that the last tile completes decides (R)")
    return tuple(notes)
