"""Doll cards: from a hand and the facts of its win to the score sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.games.dolls.context import Context
from scoring.games.dolls.legality import impossible_cards, incomplete
from scoring.games.dolls.notes import exhausted_notes, win_notes
from scoring.games.dolls.options import Options
from scoring.games.dolls.points import Scored, best_sets, score_parts
from scoring.games.dolls.structure import Part, hand_groupings
from scoring.games.dolls.table import load_table
from scoring.hand import Hand, MeldKind
from scoring.mahjong.context import Win
from scoring.sheet import Alternative, Group, ScoreSheet
from scoring.tiles import Tile

GAME = "dolls"


def score(hand: Hand, context: Mapping[str, object], options: Mapping[str, object]) -> ScoreSheet:
    """Score a hand; one that is not complete or not possible gives a sheet with reasons.

    With ``exhausted`` or ``other_totals`` among the facts nobody won, and any possible hand is
    scored by its sets.

    Raises:
        ContextError: For facts that do not exist, contradict or have wrong values.
        OptionError: For options that do not exist or have wrong values.
        UnknownTileError: When the fact ``winning_tile`` names no card.
    """
    facts, chosen = Context.parse(context), Options.parse(options)
    blank = ScoreSheet(GAME, load_table().ruleset, valid=False, options=chosen.as_dict())
    winning = facts.winning_tile or hand.winning_tile
    reasons = impossible_cards(hand, chosen)
    if not reasons and facts.exhausted:
        return _exhausted_sheet(blank, hand, facts, chosen)
    reasons = reasons or incomplete(hand, winning, chosen)
    if reasons:
        return replace(blank, reasons=tuple(reasons))
    return _best_sheet(blank, hand, replace(facts, winning_tile=winning), chosen)


def _best_sheet(blank: ScoreSheet, hand: Hand, facts: Context, options: Options) -> ScoreSheet:
    """Score every grouping and show the one that pays best."""
    scored = [score_parts(one.sets, one.pair, options) for one in hand_groupings(hand, options)]
    # Of equal totals the one with the smallest sets: a set beyond four grows only when laid out.
    best, *others = sorted(scored, key=lambda one: (-one.total, -len(one.sets)))
    return replace(
        blank,
        valid=True,
        groups=_groups(best, facts),
        items=best.items,
        total=best.total,
        range=(best.total, best.total),
        alternatives=tuple(_alternatives(best, others, facts)),
        notes=tuple(win_notes(hand, best, options)),
    )


def _exhausted_sheet(blank: ScoreSheet, hand: Hand, facts: Context, options: Options) -> ScoreSheet:
    scored = best_sets(hand, options)
    return replace(
        blank,
        valid=True,
        groups=_groups(scored, facts),
        items=scored.items,
        total=scored.total,
        range=(scored.total, scored.total),
        notes=tuple(exhausted_notes(hand, scored, facts, options)),
    )


def _groups(scored: Scored, facts: Context) -> tuple[Group, ...]:
    """Return the sets and the pair; a set that the winning discard completed is not concealed."""
    parts = [*scored.sets, *([scored.pair] if scored.pair else [])]
    completed = _completed(parts, facts.winning_tile)
    return tuple(
        Group(
            kind=str(MeldKind.PAIR if part is scored.pair else MeldKind.SET),
            tiles=part.tiles,
            concealed=not (part.exposed or (place == completed and facts.win is Win.DISCARD)),
            winning=place == completed,
        )
        for place, part in enumerate(parts)
    )


def _completed(parts: list[Part], winning: Tile | None) -> int | None:
    """Return the place of the first concealed part with the winning card; it scores nothing."""
    for place, part in enumerate(parts):
        if not part.exposed and winning in part.tiles:
            return place
    return None


def _alternatives(best: Scored, others: list[Scored], facts: Context) -> Iterator[Alternative]:
    seen = {best.total}
    for other in others:
        if other.total not in seen:
            seen.add(other.total)
            yield Alternative(other.total, _groups(other, facts), other.items)
