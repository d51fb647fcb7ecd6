"""Riichi: from a hand and the facts of its win to the score sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.games.riichi.facts import RiichiFacts, parse_facts
from scoring.games.riichi.library import Value, evaluate
from scoring.games.riichi.options import OPTIONS
from scoring.games.riichi.table import load_table
from scoring.hand import Hand
from scoring.mahjong.context import Context, Seat, Win
from scoring.mahjong.kinds import COPIES, WINDS, count_kinds
from scoring.mahjong.legality import (
    bad_melds,
    face_down,
    impossible_tiles,
    left_over,
    nearest_sets,
    wrong_tiles,
)
from scoring.mahjong.payments import settle
from scoring.mahjong.readings import readings
from scoring.mahjong.shown import shown_groups
from scoring.mahjong.special import TILES, special_readings
from scoring.mahjong.unknown import range_notes, scenarios
from scoring.options import OptionValue, parse_options
from scoring.sheet import Item, ScoreSheet
from scoring.tiles import Tile, TileSet

GAME = "riichi"
SETS = 4
DEPOSIT = 1000
TABLE = "table"
"""Who pays the deposits, in the payments of a sheet."""

_TILES = TileSet.mahjong(bonus=False)
_UNSCORED = ("rob_flower",)


def score(hand: Hand, context: Mapping[str, object], options: Mapping[str, object]) -> ScoreSheet:
    """Score a hand by riichi rules: items in han, total and payments in points.

    Besides the common facts it knows ``riichi``, ``open_riichi``, ``ippatsu``, ``nagashi_mangan``,
    ``dora``, ``ura_dora``, ``honba`` and ``deposits``. A complete hand without a yaku is valid and
    worth nothing; a note says that it may not win.

    Raises:
        ContextError: For facts that do not exist, contradict or have wrong values.
        OptionError: For options that do not exist or have wrong values.
        MissingLibraryError: When the library is not installed.
    """
    facts, chosen = parse_facts(context), parse_options(OPTIONS, options)
    winning = facts.common.winning_tile or hand.last_tile
    blank = ScoreSheet(GAME, load_table().ruleset, valid=False, options=chosen)
    reasons = impossible_tiles(hand, _TILES) + _too_many_red(hand)
    if facts.nagashi_mangan and winning is not None and not reasons:
        return _nagashi_mangan(blank, hand, winning, facts, chosen)
    reasons = reasons or wrong_tiles(hand, winning, TILES) + _wrong_riichi(hand, facts)
    if reasons or winning is None:
        return replace(blank, reasons=tuple(reasons))
    winning = _as_it_lies(hand, winning)
    common = replace(facts.common, winning_tile=winning)
    cases: dict[Context, Value] = {}
    for known in _scenarios(hand, common):
        cases[known] = evaluate(hand, winning, facts.under(known), chosen)
        if not cases[known].complete:
            return replace(blank, reasons=(_not_complete(hand),))
    sheet = _sheet(blank, hand, winning, facts, cases)
    named = hand.winning_tile is not None or context.get("winning_tile") is not None
    assumed = () if named else (f"winning tile not named: taken as the last concealed, {winning}",)
    return replace(sheet, notes=assumed + _fact_notes(hand, facts, chosen) + sheet.notes)


def _nagashi_mangan(
    blank: ScoreSheet,
    hand: Hand,
    tile: Tile,
    facts: RiichiFacts,
    options: Mapping[str, OptionValue],
) -> ScoreSheet:
    """Return the sheet of a player whose discards win at the end of the wall, not the hand."""
    reasons = face_down(hand) + bad_melds(hand)
    if reasons or tile not in hand.concealed:
        return replace(blank, reasons=tuple(reasons or ["the hand has no concealed tiles"]))
    cases = {
        known: evaluate(hand, tile, facts.under(known), options)
        for known in scenarios(facts.common, seat_matters=True, round_matters=False)
    }
    totals = {known: value.total for known, value in cases.items()}
    value = min(cases.values(), key=lambda value: value.total)
    return replace(
        blank,
        valid=True,
        items=_items(hand, value),
        total=value.total,
        range=(value.total, max(totals.values())),
        payments=_payments(value, facts),
        notes=range_notes(facts.common, totals) + _worth_notes(value),
    )


def _sheet(
    blank: ScoreSheet,
    hand: Hand,
    winning: Tile,
    facts: RiichiFacts,
    cases: Mapping[Context, Value],
) -> ScoreSheet:
    """Show the cheapest case of the unknown facts, and name the others."""
    totals = {known: value.total for known, value in cases.items()}
    lowest = min(totals, key=lambda known: totals[known])
    value = cases[lowest]
    ways = (*readings(hand, winning, SETS), *special_readings(hand, winning, True))
    groups, group_notes = shown_groups(hand, ways, lowest.self_drawn)
    return replace(
        blank,
        valid=True,
        groups=groups,
        items=_items(hand, value),
        total=value.total,
        range=(value.total, max(totals.values())),
        payments=_payments(value, facts),
        notes=range_notes(facts.common, totals) + group_notes + _worth_notes(value),
    )


def _items(hand: Hand, value: Value) -> tuple[Item, ...]:
    table = load_table()
    items = []
    for number, han in value.yaku:
        row = table.yaku[number]
        tiles = tuple(tile for tile in hand.tiles if tile.red) if row.key == "aka_dora" else ()
        count = han if row.key in ("dora", "aka_dora", "ura_dora") else 1
        text = f"{row.name}: {row.meaning}"
        items.append(Item(row.key, text, count, han, tiles, table.library))
    return tuple(items)


def _payments(value: Value, facts: RiichiFacts) -> dict[str, int]:
    """Return the gains; the deposits come from the table, so that all sum to zero."""
    common, deposits = facts.common, DEPOSIT * facts.deposits
    if not value.total:
        return {}
    if common.win is Win.SELF_DRAW:
        if common.seat is None:
            return {}
        payer = Seat.EAST if common.seat is not Seat.EAST else None
        gains = {
            str(seat): -value.main if seat is payer else -value.additional
            for seat in Seat
            if seat is not common.seat
        }
        gains[str(common.seat)] = value.total
    else:
        gains = settle(value.total - deposits, common.win, common.seat, common.discarder)
        winner = str(common.seat or "winner")
        if gains:
            gains[winner] += deposits
    return {**gains, TABLE: -deposits} if deposits and gains else gains


def _scenarios(hand: Hand, facts: Context) -> Iterator[Context]:
    """Yield every case of the unknown facts; the seat always matters, since east gets more."""
    counts = count_kinds(hand.tiles)
    # A pair of the round's wind has minipoints too.
    winds = any(counts[wind] >= 2 for wind in WINDS)
    seats = tuple(seat for seat in Seat if not (facts.earthly and seat is Seat.EAST))
    return scenarios(facts, seat_matters=True, round_matters=winds, seats=seats)


def _as_it_lies(hand: Hand, winning: Tile) -> Tile:
    """Return the winning tile, red or not as a copy of it lies among the concealed tiles."""
    if winning in hand.concealed:
        return winning
    return next(tile for tile in hand.concealed if tile.plain_face == winning.plain_face)


def _too_many_red(hand: Hand) -> list[str]:
    red = Counter(tile for tile in hand.tiles if tile.red)
    return [f"{n} × {tile}: the set has only 1" for tile, n in sorted(red.items()) if n > 1]


def _wrong_riichi(hand: Hand, facts: RiichiFacts) -> list[str]:
    if facts.any_riichi and any(not meld.concealed for meld in hand.melds):
        return ["a riichi needs a concealed hand, and this one has claimed melds"]
    return []


def _not_complete(hand: Hand) -> str:
    found, form = nearest_sets(hand, SETS)
    return (
        "not four sets and a pair, nor seven different pairs or thirteen orphans; "
        f"{left_over(form, found.left_over)}"
    )


def _worth_notes(value: Value) -> tuple[str, ...]:
    library = f"yaku counted by {load_table().library}"
    if not value.yaku:
        return ("this hand may not win: it has no yaku", library)
    fu = ", ".join(f"{points} {load_table().fu[reason]}" for points, reason in value.fu_details)
    level = f", {value.level}" if value.level else ""
    worth = f"{value.han} han, {value.fu} fu{level}: {value.total} points"
    return (worth, *((f"{value.fu} fu from: {fu}",) if fu else ()), library)


def _fact_notes(
    hand: Hand, facts: RiichiFacts, options: Mapping[str, OptionValue]
) -> tuple[str, ...]:
    """Say which given facts score nothing here, and why."""
    common = facts.common
    notes = [f"{name} scores nothing in this game" for name in _UNSCORED if getattr(common, name)]
    notes += [
        f"{name} does not count: the hand has melds"
        for name in ("heavenly", "earthly")
        if getattr(common, name) and hand.melds
    ]
    if common.east_repeat and not options["paarenchan"]:
        notes.append("east_repeat scores nothing without the option paarenchan")
    if not facts.dora:
        notes.append("no dora indicators named: no dora counted")
    plain = Counter(tile for tile in hand.tiles if tile.rank == 5 and not tile.is_honour)
    if options["red_fives"]:
        notes += [
            f"one of the four {tile} is the red one" for tile, n in plain.items() if n == COPIES
        ]
    return tuple(notes)
