"""MCR: from a hand and the facts of its win to the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.games.mcr.library import Fan, count_fans
from scoring.games.mcr.options import OPTIONS
from scoring.games.mcr.table import load_table
from scoring.hand import Hand
from scoring.mahjong.context import Context, Win, read_flag
from scoring.mahjong.kinds import WINDS, count_kinds
from scoring.mahjong.legality import impossible_tiles, left_over, nearest_sets, wrong_tiles
from scoring.mahjong.payments import settle_shares
from scoring.mahjong.readings import readings
from scoring.mahjong.shown import shown_groups
from scoring.mahjong.special import TILES, special_readings
from scoring.mahjong.unknown import range_notes, scenarios
from scoring.options import parse_options
from scoring.sheet import Item, ScoreSheet
from scoring.tiles import Tile

GAME = "mcr"
SETS = 4
FOURTH_TILE = "fourth_tile"
"""Fact of this game alone: the three other copies of the winning tile lie open on the table."""

_UNSCORED = ("rob_flower", "heavenly", "earthly", "original_call", "east_repeat")
_ON_WINNING_TILE = frozenset(
    {
        "last_tile_draw",
        "last_tile_claim",
        "out_with_replacement_tile",
        "robbing_the_kong",
        "last_tile",
        "edge_wait",
        "closed_wait",
        "single_wait",
        "self_drawn",
    }
)


@dataclass(frozen=True, slots=True)
class _Win:
    """A hand with its winning tile and the numbers of the options."""

    hand: Hand
    winning: Tile
    options: Mapping[str, int]


def score(hand: Hand, context: Mapping[str, object], options: Mapping[str, object]) -> ScoreSheet:
    """Score a hand by MCR; besides the common facts it knows ``fourth_tile``.

    A complete hand below the minimum is valid and keeps its total; a note says that it may not
    win, and nobody pays.

    Raises:
        ContextError: For facts that do not exist, contradict or have wrong values.
        OptionError: For options that do not exist or have wrong values.
        MissingLibraryError: When PyMahjongGB is not installed.
    """
    common = {key: value for key, value in context.items() if key != FOURTH_TILE}
    facts = Context.parse(common, further=(FOURTH_TILE,))
    fourth_tile = read_flag(context, FOURTH_TILE)
    chosen = parse_options(OPTIONS, options)
    winning = facts.winning_tile or hand.last_tile
    facts = replace(facts, winning_tile=winning)
    blank = ScoreSheet(GAME, load_table().ruleset, valid=False, options=chosen)
    reasons = impossible_tiles(hand) or wrong_tiles(hand, winning, TILES)
    if reasons or winning is None:
        return replace(blank, reasons=tuple(reasons))
    won = _Win(hand, winning, {key: int(value) for key, value in chosen.items()})
    counts = count_kinds(tile for tile in hand.tiles if not tile.is_bonus)
    winds = any(counts[wind] >= 3 for wind in WINDS)
    cases: dict[Context, tuple[Item, ...]] = {}
    for known in scenarios(facts, seat_matters=winds, round_matters=winds):
        fans = count_fans(hand, winning, known, fourth_tile)
        if fans is None:
            return replace(blank, reasons=(_not_complete(hand),))
        cases[known] = tuple(_item(fan, won) for fan in fans)
    sheet = _sheet(blank, won, facts, cases)
    named = hand.winning_tile is not None or context.get("winning_tile") is not None
    assumed = () if named else (f"winning tile not named: taken as the last concealed, {winning}",)
    return replace(sheet, notes=assumed + _fact_notes(facts, sheet) + sheet.notes)


def _sheet(
    blank: ScoreSheet, won: _Win, facts: Context, cases: Mapping[Context, tuple[Item, ...]]
) -> ScoreSheet:
    """Show the cheapest case of the unknown facts, and name the others."""
    totals = {known: sum(item.value for item in items) for known, items in cases.items()}
    lowest = min(totals, key=lambda known: totals[known])
    items, total = cases[lowest], totals[lowest]
    hand, base, minimum = won.hand, won.options["base"], won.options["minimum"]
    counted = total - sum(item.value for item in items if item.key == "flower_tiles")
    ways = (*readings(hand, won.winning, SETS), *special_readings(hand, won.winning, True))
    groups, group_notes = shown_groups(hand, ways, lowest.self_drawn)
    short = f"this hand may not win: it needs {minimum} points, flowers apart, got {counted}"
    others = base + total if facts.win is Win.SELF_DRAW else base
    return replace(
        blank,
        valid=True,
        groups=groups,
        items=items,
        total=total,
        range=(total, max(totals.values())),
        payments=settle_shares(others, base + total, facts.win, facts.seat, facts.discarder)
        if counted >= minimum
        else {},
        notes=range_notes(facts, totals)
        + group_notes
        + (() if counted >= minimum else (short,))
        + (f"fans counted by {load_table().library}",),
    )


def _item(fan: Fan, won: _Win) -> Item:
    row = load_table().rows[fan.key]
    tiles: tuple[Tile, ...] = ()
    if fan.key == "flower_tiles":
        tiles = won.hand.bonus
    elif fan.key in _ON_WINNING_TILE:
        tiles = (won.winning,)
    text = f"{row.name} ({row.chinese}): {row.meaning}"
    return Item(fan.key, text, fan.times, fan.points * fan.times, tiles, load_table().library)


def _not_complete(hand: Hand) -> str:
    found, form = nearest_sets(hand, SETS)
    return (
        "not four sets and a pair, nor a special hand (seven pairs, thirteen orphans, knitted "
        f"tiles); {left_over(form, found.left_over)}"
    )


def _fact_notes(facts: Context, sheet: ScoreSheet) -> tuple[str, ...]:
    """Say which given facts score nothing here, and why."""
    notes = [f"{name} scores nothing in this game" for name in _UNSCORED if getattr(facts, name)]
    keys = {item.key for item in sheet.items}
    if facts.replacement and "out_with_replacement_tile" not in keys:
        notes.append("replacement does not count: it must be the tile of a kong in this hand")
    return tuple(notes)
