"""Sixteen-tile mahjong: from a hand and the facts of its win to the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.games.taiwanese import flowers
from scoring.games.taiwanese.items import Case, find_items
from scoring.games.taiwanese.legality import incomplete
from scoring.games.taiwanese.notes import fact_notes
from scoring.games.taiwanese.options import Options
from scoring.games.taiwanese.stacking import stack
from scoring.games.taiwanese.structure import all_readings
from scoring.games.taiwanese.table import load_table
from scoring.games.taiwanese.waits import hand_waits
from scoring.hand import Hand
from scoring.mahjong.context import Context
from scoring.mahjong.kinds import WINDS, count_kinds
from scoring.mahjong.legality import impossible_tiles
from scoring.mahjong.payments import settle
from scoring.mahjong.ranking import Scored, alternatives, rank
from scoring.mahjong.readings import Reading
from scoring.mahjong.unknown import range_notes, scenarios
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile

GAME = "taiwanese"


def score(hand: Hand, context: Mapping[str, object], options: Mapping[str, object]) -> ScoreSheet:
    """Score a hand; one that is not complete or not possible gives a sheet with reasons.

    Raises:
        ContextError: For facts that do not exist, contradict or have wrong values.
        OptionError: For options that do not exist or have wrong values.
    """
    facts, chosen = Context.parse(context), Options.parse(options)
    winning = facts.winning_tile or hand.last_tile
    facts = replace(facts, winning_tile=winning)
    blank = ScoreSheet(
        GAME, load_table().ruleset, valid=False, base=chosen.base, options=chosen.as_dict()
    )
    reasons = impossible_tiles(hand)
    if not reasons and flowers.ends_the_game(hand, facts):
        return flowers.sheet(blank, hand, facts, chosen)
    reasons = reasons or flowers.missing(hand, facts)
    reasons = reasons or incomplete(hand, winning, chosen.any_extra)
    if reasons or winning is None:
        return replace(blank, reasons=tuple(reasons))
    sheet = _best_sheet(blank, hand, facts, chosen)
    named = hand.winning_tile is not None or context.get("winning_tile") is not None
    assumed = () if named else (f"winning tile not named: taken as the last concealed, {winning}",)
    return replace(sheet, notes=assumed + fact_notes(hand, facts) + sheet.notes)


def _best_sheet(blank: ScoreSheet, hand: Hand, facts: Context, options: Options) -> ScoreSheet:
    """Score under every value of the unknown facts; show the cheapest case, name the others."""
    winning = facts.winning_tile or hand.concealed[-1]
    waits = hand_waits(hand, winning, options.any_extra)
    readings = tuple(all_readings(hand, winning, options.any_extra))
    cases = {
        known: _score_readings(hand, readings, known, options, waits)
        for known in _scenarios(hand, facts)
    }
    totals = {known: ranked[0].total for known, ranked in cases.items()}
    lowest = min(totals, key=lambda known: totals[known])
    best, *others = cases[lowest]
    return replace(
        blank,
        valid=True,
        groups=best.groups,
        items=best.items,
        total=best.total,
        range=(best.total, max(totals.values())),
        payments=settle(best.total, facts.win, facts.seat, facts.discarder),
        alternatives=tuple(alternatives(best, others)),
        notes=range_notes(facts, totals),
    )


def _score_readings(
    hand: Hand,
    readings: tuple[Reading, ...],
    context: Context,
    options: Options,
    waits: tuple[Tile, ...],
) -> list[Scored]:
    """Score every reading under known facts, the best-paying one first."""
    scored = []
    for reading in readings:
        case = Case(hand, reading, context, options, waits)
        items = stack(find_items(case), options.stacking)
        total = options.base + sum(item.value for item in items)
        scored.append(Scored(reading, context, items, total))
    return rank(scored)


def _scenarios(hand: Hand, facts: Context) -> Iterator[Context]:
    """Yield every case of the unknown facts; winds matter only to hands with a wind set."""
    counts = count_kinds(tile for tile in hand.tiles if not tile.is_bonus)
    winds = any(counts[wind] >= 3 for wind in WINDS)
    return scenarios(facts, seat_matters=winds, round_matters=winds)
