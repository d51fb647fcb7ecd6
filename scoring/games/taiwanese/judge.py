"""Sixteen-tile mahjong: from a hand and the facts of its win to the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.games.taiwanese import flowers
from scoring.games.taiwanese.counting import COUNTED, Counted
from scoring.games.taiwanese.legality import incomplete
from scoring.games.taiwanese.lines import Case, with_tiles
from scoring.games.taiwanese.notes import hand_notes
from scoring.games.taiwanese.setting import Setting, parse_setting, setting_of
from scoring.games.taiwanese.structure import TILES, find_readings
from scoring.games.taiwanese.table import load_table
from scoring.games.taiwanese.traits import sum_traits
from scoring.games.taiwanese.waits import tally_waits
from scoring.hand import Hand
from scoring.mahjong.kinds import WINDS
from scoring.mahjong.legality import fits, impossible_tiles, is_possible
from scoring.mahjong.packed import copies_of
from scoring.mahjong.payments import settle
from scoring.mahjong.ranking import Scored, alternatives, groups_of
from scoring.mahjong.readings import Reading
from scoring.mahjong.tally import Tally, tally
from scoring.mahjong.unknown import range_notes, scenarios
from scoring.sheet import Alternative, ScoreSheet
from scoring.tiles import Tile

GAME = "taiwanese"


_Ranked = tuple[Reading, Counted]
"""One reading under known facts, and what counts of it."""
_Case = tuple[Setting, list[_Ranked]]
"""One value of every unknown fact, and the readings under it, the best first."""


def score(hand: Hand, context: Mapping[str, object], options: Mapping[str, object]) -> ScoreSheet:
    """Score a hand; one that is not complete or not possible gives a sheet with reasons.

    Raises:
        ContextError: For facts that do not exist, contradict or have wrong values.
        OptionError: For options that do not exist or have wrong values.
    """
    setting = parse_setting(context, options)
    facts, any_extra = setting.facts, setting.any_extra
    winning = facts.winning_tile or hand.last_tile
    counted = tally(hand)
    reasons = [] if counted and is_possible(hand, counted) else impossible_tiles(hand)
    if not reasons and flowers.ends_the_game(hand, facts):
        return flowers.sheet(_blank(setting), hand, facts, setting.options)
    reasons = reasons or flowers.missing(hand, facts)
    if reasons or counted is None or winning is None or not fits(hand, counted, winning, TILES):
        reasons = reasons or incomplete(hand, winning, any_extra)
        return _blank(setting, tuple(reasons))
    readings = find_readings(hand, counted, winning, any_extra)
    if not readings:
        return _blank(setting, tuple(incomplete(hand, winning, any_extra)))
    waits = tally_waits(counted, winning, any_extra)
    cases = _cases(readings, _settings(counted, setting), len(hand.bonus), len(waits) == 1)
    return _sheet(hand, cases, setting, winning, waits)


def _blank(setting: Setting, reasons: tuple[str, ...] = ()) -> ScoreSheet:
    return ScoreSheet(
        GAME,
        load_table().ruleset,
        valid=False,
        reasons=reasons,
        base=setting.options.base,
        options=setting.shown.copy(),
    )


def _notes(hand: Hand, winning: Tile, setting: Setting) -> tuple[str, ...]:
    """Return the remarks on what was assumed, and on facts that change nothing."""
    facts = setting.facts
    notes = setting.notes + hand_notes(hand, facts) if facts.heavenly else setting.notes
    if hand.winning_tile is None and facts.winning_tile is None:
        return (f"winning tile not named: taken as the last concealed, {winning}", *notes)
    return notes


def _cases(
    readings: Sequence[Reading], settings: Iterable[Setting], bonus: int, one_wait: bool
) -> list[_Case]:
    """Count every reading under every value of the unknown facts, the best reading first."""
    summed = [(reading, sum_traits(reading)) for reading in readings]
    cases = []
    for setting in settings:
        ranked = [
            (reading, COUNTED[traits, bonus, one_wait, setting]) for reading, traits in summed
        ]
        if len(ranked) > 1:
            ranked.sort(key=_cheapness)
        cases.append((setting, ranked))
    return cases


def _sheet(
    hand: Hand, cases: Sequence[_Case], setting: Setting, winning: Tile, waits: tuple[Tile, ...]
) -> ScoreSheet:
    """Show the best reading in the cheapest case of the unknown facts, and name the others."""
    known, ranked = cases[0] if len(cases) == 1 else min(cases, key=_total)
    facts, base = setting.facts, setting.options.base
    reading, counted = ranked[0]
    case = Case(hand, reading, known.facts, winning, waits)
    total = highest = counted.total + base
    notes = _notes(hand, winning, setting)
    if len(cases) > 1:
        totals = {each.facts: best[0][1].total + base for each, best in cases}
        notes += range_notes(facts, totals)
        highest = max(totals.values())
    groups = groups_of(reading, known.facts.self_drawn)
    items = with_tiles(counted.lines, case)
    payments = settle(total, facts.win, facts.seat, facts.discarder)
    others = _alternatives(case, ranked, base) if len(ranked) > 1 else ()
    # By place, in the order of the fields: thirteen names would cost as much as the items.
    return ScoreSheet(
        GAME, load_table().ruleset, True, (), groups, items, base, total, (total, highest),
        payments, setting.shown.copy(), others, notes,
    )  # fmt: skip


def _alternatives(case: Case, ranked: Sequence[_Ranked], base: int) -> tuple[Alternative, ...]:
    """Return the readings of another total than the first one's, with the tiles of their items."""
    best = ranked[0][1].total
    others = [
        Scored(
            reading,
            case.context,
            with_tiles(counted.lines, case._replace(reading=reading)),
            counted.total + base,
        )
        for reading, counted in ranked
        if counted.total != best
    ]
    return tuple(alternatives(best + base, others)) if others else ()


def _cheapness(ranked: _Ranked) -> int:
    return -ranked[1].total


def _total(case: _Case) -> int:
    return case[1][0][1].total


def _settings(counted: Tally, setting: Setting) -> list[Setting]:
    """Return every case of the unknown facts; winds matter only to hands with a wind set."""
    facts = setting.facts
    if facts.win and facts.seat and facts.round:
        return [setting]
    winds = any(copies_of(counted.held, wind) >= 3 for wind in WINDS)
    known = scenarios(facts, seat_matters=winds, round_matters=winds)
    return [setting_of(case, setting.options) for case in known]
