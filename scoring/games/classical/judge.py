"""Classical mahjong: from a hand and the facts of its win to the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.games.classical.case import Case
from scoring.games.classical.legality import impossible, incomplete, turn_up_kongs
from scoring.games.classical.notes import fact_notes, rule_notes
from scoring.games.classical.options import Options
from scoring.games.classical.settlement import (
    LOSER_FACTS,
    Losers,
    loser_scores,
    pay_winner,
    settle_losers,
    take_losers,
    winner_seat,
)
from scoring.games.classical.structure import all_readings
from scoring.games.classical.table import GAME, load_table
from scoring.games.classical.waits import hand_waits
from scoring.games.classical.worth import appraise
from scoring.hand import Hand
from scoring.mahjong.context import Context, Seat
from scoring.mahjong.kinds import WINDS, count_kinds
from scoring.mahjong.ranking import Scored, alternatives, rank
from scoring.mahjong.readings import Reading
from scoring.mahjong.unknown import range_notes, scenarios
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile


def score(hand: Hand, context: Mapping[str, object], options: Mapping[str, object]) -> ScoreSheet:
    """Score a hand; one that is not complete or not possible gives a sheet with reasons.

    The context may hold ``loser_points`` (``{seat: score}``) and ``loser_hands``
    (``{seat: hand}``) besides the facts of the win.

    Raises:
        ContextError: For facts that do not exist, contradict or have wrong values.
        OptionError: For options that do not exist or have wrong values.
    """
    chosen = Options.parse(options)
    losers, others = take_losers(context)
    facts = _completed(Context.parse(others, LOSER_FACTS), losers)
    winning = facts.winning_tile or hand.last_tile
    facts = replace(facts, winning_tile=winning)
    blank = ScoreSheet(GAME, load_table().ruleset, valid=False, options=chosen.as_dict())
    reasons = impossible(hand, chosen)
    hand = turn_up_kongs(hand, chosen.concealed_kong_view)
    reasons = reasons or incomplete(hand, winning, chosen)
    if reasons or winning is None:
        return replace(blank, reasons=tuple(reasons))
    sheet = _settled(_best_sheet(blank, hand, facts, chosen), hand, facts, chosen, losers)
    named = hand.winning_tile is not None or context.get("winning_tile") is not None
    assumed = () if named else (f"winning tile not named: taken as the last concealed, {winning}",)
    return replace(sheet, notes=assumed + fact_notes(hand, facts) + sheet.notes)


def _completed(facts: Context, losers: Losers) -> Context:
    """Add the winner's seat where other facts leave only one."""
    seat = winner_seat(losers, facts.seat)
    if seat is None and facts.heavenly:
        seat = Seat.EAST
    return replace(facts, seat=seat)


def _best_sheet(blank: ScoreSheet, hand: Hand, facts: Context, options: Options) -> ScoreSheet:
    """Score under every value of the unknown facts; show the cheapest case, name the others."""
    winning = facts.winning_tile or hand.concealed[-1]
    waits = hand_waits(hand, winning, options.one_chow)
    readings = tuple(all_readings(hand, winning, options.one_chow))
    cases = {
        known: _score_readings(hand, readings, known, options, waits)
        for known in _scenarios(hand, facts)
    }
    totals = {known: ranked[0].total for known, ranked in cases.items()}
    best, *others = cases[min(totals, key=lambda known: totals[known])]
    limit_hand = all(item.key in {*load_table().limits, "limit"} for item in best.items)
    notes = range_notes(facts, totals, payment_needs="seat")
    return replace(
        blank,
        valid=True,
        groups=best.groups,
        items=best.items,
        total=best.total,
        range=(best.total, max(totals.values())),
        payments=pay_winner(best.total, facts.seat),
        alternatives=tuple(alternatives(best.total, others)),
        notes=notes + rule_notes(best.items, limit_hand, options),
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
        items = appraise(Case(hand, reading, context, options, waits))
        scored.append(Scored(reading, context, items, sum(item.value for item in items)))
    return rank(scored)


def _scenarios(hand: Hand, facts: Context) -> Iterator[Context]:
    """Yield every case of the unknown facts.

    The round matters to hands with a set or pair of winds, the seat to those with bonus tiles too.
    """
    counts = count_kinds(tile for tile in hand.tiles if not tile.is_bonus)
    winds = any(counts[wind] >= 2 for wind in WINDS)
    own = winds or bool(hand.bonus)
    seats = tuple(seat for seat in Seat if not (facts.earthly and seat is Seat.EAST))
    return scenarios(facts, seat_matters=own, round_matters=winds, seats=seats)


def _settled(
    sheet: ScoreSheet, hand: Hand, facts: Context, options: Options, losers: Losers
) -> ScoreSheet:
    """Add what the losers pay each other, when all that it needs is known."""
    if not options.losers_settle:
        unused = ("the losers' hands change nothing: losers_settle is false",)
        return replace(sheet, notes=sheet.notes + unused * bool(losers.seats))
    scores, notes = loser_scores(losers, hand, facts, options)
    missing = [seat for seat in Seat if seat not in scores and seat is not facts.seat]
    if facts.seat is None or missing:
        what = ", ".join(missing) if facts.seat else "three losers"
        notes += (f"the losers do not settle: the hands or points of {what} are not known",)
        return replace(sheet, notes=sheet.notes + notes)
    payments = settle_losers(sheet.payments, scores)
    return replace(sheet, payments=payments, notes=sheet.notes + notes)
