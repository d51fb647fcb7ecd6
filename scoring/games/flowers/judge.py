"""Digging Flowers: from a hand and the facts of its play to the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.games.flowers.context import Context, designations
from scoring.games.flowers.items import extra_items, part_item
from scoring.games.flowers.legality import (
    complete_division,
    foreign_winning_tile,
    impossible_tiles,
    unfinished_division,
)
from scoring.games.flowers.notes import play_notes, range_notes, source_notes
from scoring.games.flowers.options import Options
from scoring.games.flowers.payments import settle
from scoring.games.flowers.scenarios import Scenario, find_scenarios
from scoring.games.flowers.structure import Part
from scoring.games.flowers.table import load_table
from scoring.hand import Hand
from scoring.sheet import Group, Item, ScoreSheet
from scoring.tiles import Tile

GAME = "flowers"


def score(hand: Hand, context: Mapping[str, object], options: Mapping[str, object]) -> ScoreSheet:
    """Score a hand; one that is not complete or not possible gives a sheet with reasons.

    With ``exhausted`` or ``other_completed`` the hand need not be complete: it scores its sets
    and the tiles laid aside, but no trump.

    Raises:
        ContextError: For facts that do not exist, contradict or have wrong values.
        OptionError: For options that do not exist or have wrong values.
    """
    facts, chosen = Context.parse(context), Options.parse(options)
    faces = designations(facts, chosen)
    blank = ScoreSheet(GAME, load_table().ruleset, valid=False, options=chosen.as_dict())
    winning = facts.winning_tile or hand.winning_tile
    reasons = impossible_tiles(hand, chosen) or foreign_winning_tile(hand, winning)
    if reasons:
        return replace(blank, reasons=tuple(reasons))
    if facts.completed:
        division, reasons = complete_division(hand, chosen)
    else:
        division, reasons = unfinished_division(hand)
    if reasons:
        return replace(blank, reasons=tuple(reasons))
    parts = (*division.sets, *division.singles) if facts.completed else division.sets
    extras = extra_items(hand.bonus, chosen)
    scenarios = find_scenarios(facts.roll, faces, chosen.sum7)
    sheet, totals = _cheapest_sheet(blank, parts, extras, scenarios, _Rater(chosen))
    return replace(
        sheet,
        groups=tuple(_group(part, winning if facts.completed else None) for part in parts),
        payments=settle(sheet.total, facts, chosen),
        notes=(
            *range_notes(chosen, totals),
            *play_notes(division, sheet.total, facts, chosen),
            *source_notes(sheet.items, chosen),
        ),
    )


def _cheapest_sheet(
    blank: ScoreSheet,
    parts: tuple[Part, ...],
    extras: tuple[Item, ...],
    scenarios: tuple[Scenario, ...],
    rater: _Rater,
) -> tuple[ScoreSheet, dict[Scenario, int]]:
    """Score under every value of the unknown facts; show the cheapest case.

    Returns:
        The sheet, and the total under each scenario.
    """
    aside = sum(item.value for item in extras)
    totals = {
        scenario: aside + sum(rater.item(part, scenario).value for part in parts)
        for scenario in scenarios
    }
    cheapest = min(totals, key=lambda scenario: totals[scenario])
    total, highest = totals[cheapest], max(totals.values())
    items = (*(rater.item(part, cheapest) for part in parts), *extras)
    sheet = replace(blank, valid=True, items=items, total=total, range=(total, highest))
    return sheet, totals


class _Rater:
    """Rates each set once for each effect that the facts can have on it."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.known: dict[tuple[str, bool, str], Item] = {}

    def item(self, part: Part, scenario: Scenario) -> Item:
        key = (part.face, part.face in scenario.shaken, scenario.designated)
        if key not in self.known:
            self.known[key] = part_item(part, *key[1:], self.options)
        return self.known[key]


def _group(part: Part, winning: Tile | None) -> Group:
    return Group(part.kind, part.tiles, not part.exposed, winning in part.tiles)
