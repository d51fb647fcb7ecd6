"""Sixteen-tile mahjong: from a hand and the facts of its win to the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.games.taiwanese import flowers
from scoring.games.taiwanese.counting import Counted, count_items
from scoring.games.taiwanese.items import Case, with_tiles
from scoring.games.taiwanese.legality import incomplete
from scoring.games.taiwanese.notes import fact_notes
from scoring.games.taiwanese.options import Options
from scoring.games.taiwanese.structure import TILES, find_readings
from scoring.games.taiwanese.table import load_table
from scoring.games.taiwanese.traits import Traits, setting_of, sum_traits
from scoring.games.taiwanese.waits import tally_waits
from scoring.hand import Hand
from scoring.mahjong.context import Context
from scoring.mahjong.kinds import WINDS
from scoring.mahjong.legality import fits, impossible_tiles, is_possible
from scoring.mahjong.packed import copies_of
from scoring.mahjong.payments import settle
from scoring.mahjong.ranking import Scored, alternatives
from scoring.mahjong.readings import Reading
from scoring.mahjong.tally import Tally, tally
from scoring.mahjong.unknown import range_notes, scenarios
from scoring.sheet import ScoreSheet

GAME = "taiwanese"


class _Ranked(NamedTuple):
    """One reading under known facts, and what counts of it."""

    reading: Reading
    counted: Counted


_Case = tuple[Context, list[_Ranked]]


def score(hand: Hand, context: Mapping[str, object], options: Mapping[str, object]) -> ScoreSheet:
    """Score a hand; one that is not complete or not possible gives a sheet with reasons.

    Raises:
        ContextError: For facts that do not exist, contradict or have wrong values.
        OptionError: For options that do not exist or have wrong values.
    """
    facts, chosen = Context.parse(context), Options.parse(options)
    winning = facts.winning_tile or hand.last_tile
    counted = tally(hand)
    reasons = [] if counted and is_possible(hand, counted) else impossible_tiles(hand)
    if not reasons and flowers.ends_the_game(hand, facts):
        return flowers.sheet(_blank(chosen), hand, facts, chosen)
    reasons = reasons or flowers.missing(hand, facts)
    if reasons or counted is None or winning is None or not fits(hand, counted, winning, TILES):
        reasons = reasons or incomplete(hand, winning, chosen.any_extra)
        return _blank(chosen, tuple(reasons))
    readings = find_readings(hand, counted, winning, chosen.any_extra)
    if not readings:
        return _blank(chosen, tuple(incomplete(hand, winning, chosen.any_extra)))
    notes = fact_notes(hand, facts)
    if hand.winning_tile is None and facts.winning_tile is None:
        notes = (f"winning tile not named: taken as the last concealed, {winning}", *notes)
    waits = tally_waits(counted, winning, chosen.any_extra)
    cases = _cases(readings, _scenarios(counted, facts), len(hand.bonus), len(waits) == 1, chosen)
    known, ranked = min(cases, key=_total) if len(cases) > 1 else cases[0]
    scored = _scored(Case(hand, ranked[0].reading, known, winning, waits), ranked, chosen)
    return _sheet(scored, cases, facts, chosen, notes)


def _blank(options: Options, reasons: tuple[str, ...] = ()) -> ScoreSheet:
    return ScoreSheet(
        GAME,
        load_table().ruleset,
        valid=False,
        reasons=reasons,
        base=options.base,
        options=options.as_dict(),
    )


def _cases(
    readings: Sequence[Reading],
    known_facts: Iterable[Context],
    bonus: int,
    one_wait: bool,
    options: Options,
) -> list[_Case]:
    """Count every reading under every value of the unknown facts, the best reading first."""
    summed = [(reading, sum_traits(reading)) for reading in readings]
    cases = []
    for known in known_facts:
        setting = setting_of(known, options)
        ranked = [
            _Ranked(reading, count_items(Traits(traits, bonus, one_wait, setting)))
            for reading, traits in summed
        ]
        if len(ranked) > 1:
            ranked.sort(key=_cheapness)
        cases.append((known, ranked))
    return cases


def _scored(case: Case, ranked: Sequence[_Ranked], options: Options) -> list[Scored]:
    """Return the best reading and those of another total, with the tiles of their items."""
    best = ranked[0].counted.total
    found = []
    for place, (reading, counted) in enumerate(ranked):
        if not place or counted.total != best:
            items = with_tiles(counted.items, case if not place else case._replace(reading=reading))
            found.append(Scored(reading, case.context, items, counted.total + options.base))
    return found


def _sheet(
    scored: Sequence[Scored],
    cases: Sequence[_Case],
    facts: Context,
    options: Options,
    notes: tuple[str, ...],
) -> ScoreSheet:
    """Show the cheapest case of the unknown facts, and name the others."""
    best = scored[0]
    highest = best.total
    if len(cases) > 1:
        totals = {known: ranked[0].counted.total + options.base for known, ranked in cases}
        notes += range_notes(facts, totals)
        highest = max(totals.values())
    return ScoreSheet(
        GAME,
        load_table().ruleset,
        valid=True,
        groups=best.groups,
        items=best.items,
        base=options.base,
        total=best.total,
        range=(best.total, highest),
        payments=settle(best.total, facts.win, facts.seat, facts.discarder),
        options=options.as_dict(),
        alternatives=tuple(alternatives(best, scored[1:])) if len(scored) > 1 else (),
        notes=notes,
    )


def _cheapness(ranked: _Ranked) -> int:
    return -ranked.counted.total


def _total(case: _Case) -> int:
    return case[1][0].counted.total


def _scenarios(counted: Tally, facts: Context) -> tuple[Context, ...]:
    """Return every case of the unknown facts; winds matter only to hands with a wind set."""
    if facts.win and facts.seat and facts.round:
        return (facts,)
    winds = any(copies_of(counted.held, wind) >= 3 for wind in WINDS)
    return tuple(scenarios(facts, seat_matters=winds, round_matters=winds))
