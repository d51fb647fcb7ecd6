"""Hong Kong Old Style: from a hand and the facts of its win to the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.games.hongkong.items import Case, find_items, flower_item
from scoring.games.hongkong.legality import incomplete
from scoring.games.hongkong.options import Options
from scoring.games.hongkong.stacking import stack
from scoring.games.hongkong.structure import all_readings
from scoring.games.hongkong.table import load_houses, load_table
from scoring.hand import Hand
from scoring.mahjong.context import Context, Win
from scoring.mahjong.kinds import WINDS, count_kinds
from scoring.mahjong.legality import impossible_tiles
from scoring.mahjong.payments import settle_shares
from scoring.mahjong.ranking import Scored, alternatives, rank
from scoring.mahjong.readings import Reading
from scoring.mahjong.unknown import range_notes, scenarios
from scoring.sheet import Group, Item, ScoreSheet
from scoring.tiles import Tile, TileSet

GAME = "hongkong"

_UNSCORED = ("rob_flower", "original_call", "east_repeat")
_SHARES = {"discarder_double": (1, 2), "discarder_alone": (0, 2), "discarder_for_all": (0, 4)}
"""Shares that every other loser and the discarder pay."""


def score(hand: Hand, context: Mapping[str, object], options: Mapping[str, object]) -> ScoreSheet:
    """Score a hand in faan; payments are in points.

    A hand that is complete but below the minimum is valid and keeps its total; a note says that it
    may not win, and nobody pays.

    Raises:
        ContextError: For facts that do not exist, contradict or have wrong values.
        OptionError: For options that do not exist or have wrong values.
    """
    facts, chosen = Context.parse(context), Options.parse(options)
    winning = facts.winning_tile or hand.last_tile
    facts = replace(facts, winning_tile=winning)
    blank = ScoreSheet(GAME, load_table().ruleset, valid=False, options=chosen.as_dict())
    tile_set = TileSet.mahjong(bonus=bool(chosen.settings["with_bonus"]))
    reasons = impossible_tiles(hand, tile_set)
    if not reasons and (reasons := incomplete(hand, winning, chosen.seven_pairs)):
        flowers = flower_item(hand, chosen)
        if flowers is not None:
            return _flower_sheet(blank, hand, flowers, facts, chosen)
    if reasons or winning is None:
        return replace(blank, reasons=tuple(reasons))
    sheet = _best_sheet(blank, hand, facts, winning, chosen)
    named = hand.winning_tile is not None or context.get("winning_tile") is not None
    assumed = () if named else (f"winning tile not named: taken as the last concealed, {winning}",)
    return replace(sheet, notes=assumed + _fact_notes(hand, facts) + sheet.notes)


def _flower_sheet(
    blank: ScoreSheet, hand: Hand, item: Item, facts: Context, options: Options
) -> ScoreSheet:
    """Return the sheet of seven or eight flowers, which win without a complete hand."""
    facts = replace(facts, win=facts.win or Win.SELF_DRAW)
    scored = Scored(Reading(()), facts, (item,), min(options.limit, item.value))
    wins = counted_for_minimum(scored, options) >= options.minimum
    return replace(
        blank,
        valid=True,
        groups=(Group("flowers", hand.bonus, concealed=False),),
        items=scored.items,
        total=scored.total,
        range=(scored.total, scored.total),
        payments=_payments(scored.total, facts, options) if wins else {},
        notes=("the flowers win at once, whatever the hand is", *_worth_notes(scored, options)),
    )


def _best_sheet(
    blank: ScoreSheet, hand: Hand, facts: Context, winning: Tile, options: Options
) -> ScoreSheet:
    """Score under every value of the unknown facts; show the cheapest case, name the others."""
    readings = tuple(all_readings(hand, winning, options.seven_pairs))
    cases = {
        known: _score_readings(hand, readings, known, options) for known in _scenarios(hand, facts)
    }
    totals = {known: ranked[0].total for known, ranked in cases.items()}
    lowest = min(totals, key=lambda known: totals[known])
    best, *others = cases[lowest]
    wins = counted_for_minimum(best, options) >= options.minimum
    return replace(
        blank,
        valid=True,
        groups=best.groups,
        items=best.items,
        total=best.total,
        range=(best.total, max(totals.values())),
        payments=_payments(best.total, facts, options) if wins else {},
        alternatives=tuple(alternatives(best.total, others)),
        notes=range_notes(facts, totals) + _worth_notes(best, options),
    )


def _score_readings(
    hand: Hand, readings: tuple[Reading, ...], context: Context, options: Options
) -> list[Scored]:
    """Score every reading under known facts, the best-paying one first."""
    scored = []
    for reading in readings:
        items = stack(find_items(Case(hand, reading, context, options)), options.stacking)
        total = min(options.limit, sum(item.value for item in items))
        scored.append(Scored(reading, context, items, total))
    return rank(scored)


def _scenarios(hand: Hand, facts: Context) -> Iterator[Context]:
    """Yield every case of the unknown facts that can change the faan of this hand."""
    counts = count_kinds(tile for tile in hand.tiles if not tile.is_bonus)
    winds = any(counts[wind] >= 3 for wind in WINDS)
    return scenarios(facts, seat_matters=winds or bool(hand.bonus), round_matters=winds)


def counted_for_minimum(best: Scored, options: Options) -> int:
    """Return the faan that help to reach the minimum of the house."""
    rows = load_table().rows
    flowers = bool(options.settings["flowers_in_minimum"])
    return sum(item.value for item in best.items if flowers or not rows[item.key].bonus)


def _payments(faan: int, facts: Context, options: Options) -> dict[str, int]:
    share = options.share(faan)
    others, discarder = _SHARES[str(options.settings["discard_payment"])]
    if facts.win is Win.SELF_DRAW:
        others = 2 if options.settings["self_draw_payment"] == "double" else 1
    return settle_shares(others * share, discarder * share, facts.win, facts.seat, facts.discarder)


def _worth_notes(best: Scored, options: Options) -> tuple[str, ...]:
    source = load_houses().houses[options.house].source
    notes = [
        f"{best.total} faan: a share is {options.share(best.total)} points",
        f"house rules {options.house} (source: {source})",
    ]
    counted, total = counted_for_minimum(best, options), sum(item.value for item in best.items)
    if total > options.limit:
        notes.append(f"the limit of {options.limit} faan takes the place of {total}")
    if counted < options.minimum:
        apart = "" if counted == total else ", flowers apart"
        notes.append(
            f"this hand may not win: it needs {options.minimum} faan{apart}, got {counted}"
        )
    return tuple(notes)


def _fact_notes(hand: Hand, facts: Context) -> tuple[str, ...]:
    """Say which given facts score nothing here, and why."""
    notes = [f"{name} scores nothing in this game" for name in _UNSCORED if getattr(facts, name)]
    if facts.heavenly and any(not meld.concealed for meld in hand.melds):
        notes.append("heavenly does not count: the hand has melds from discards")
    if facts.earthly and hand.melds:
        notes.append("earthly does not count: the hand has melds")
    return tuple(notes)
