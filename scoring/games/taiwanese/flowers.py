"""Eight flowers: they win at once, whatever the rest of the hand is."""

from __future__ import annotations

from dataclasses import replace

from scoring.games.taiwanese.items import make_item
from scoring.games.taiwanese.options import Options
from scoring.games.taiwanese.table import load_table
from scoring.hand import Hand
from scoring.mahjong.context import Context, Win
from scoring.mahjong.payments import settle
from scoring.sheet import Group, ScoreSheet
from scoring.tiles import MAHJONG_FACES

FLOWERS = MAHJONG_FACES[34:]
_ALL_BUT_ONE = len(FLOWERS) - 1


def ends_the_game(hand: Hand, facts: Context) -> bool:
    """Whether the hand has all eight flowers, or seven and robs the eighth."""
    needed = len(FLOWERS) - facts.rob_flower
    return len(hand.bonus) >= needed and len(set(hand.bonus)) >= needed


def missing(hand: Hand, facts: Context) -> list[str]:
    """Say why an eighth flower cannot be robbed with this hand."""
    if not facts.rob_flower or ends_the_game(hand, facts):
        return []
    return [f"robbing the eighth flower needs {_ALL_BUT_ONE} flowers, got {len(set(hand.bonus))}"]


def sheet(blank: ScoreSheet, hand: Hand, facts: Context, options: Options) -> ScoreSheet:
    """Return the sheet: a flat value and nothing else; a robbed flower is paid by its owner.

    Args:
        blank: Sheet with game, ruleset, base and options.
        hand: A hand for which ``ends_the_game`` holds.
        facts: What is known; a win not said to be robbed was drawn.
        options: The options in force.
    """
    item = make_item(load_table().rows["eight_flowers"], 1, options, FLOWERS)
    total = options.base + item.value
    notes: tuple[str, ...] = ()
    if facts.win is None:
        notes = ("win is unknown: taken as drawn, since no flower is said to be robbed",)
    if len(hand.bonus) < len(FLOWERS):
        robbed = next(tile for tile in FLOWERS if tile not in hand.bonus)
        notes = (f"{robbed} is the robbed flower",)
    return replace(
        blank,
        valid=True,
        groups=(Group("flowers", FLOWERS, concealed=False),),
        items=(item,),
        total=total,
        range=(total, total),
        payments=settle(total, facts.win or Win.SELF_DRAW, facts.seat, facts.discarder),
        notes=notes,
    )
