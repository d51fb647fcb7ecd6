"""Remarks of the sheet: what the source leaves open, what was assumed, what cannot be checked."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.games.dolls.context import Context
from scoring.games.dolls.options import ANY_SIZE, FOUR, Options
from scoring.games.dolls.points import Scored
from scoring.games.dolls.structure import count_cards, hand_is_complete
from scoring.hand import Hand, format_tiles

NO_PAYMENTS = "S2 does not say who pays whom, nor how much: the sheet has no payments"


def win_notes(hand: Hand, best: Scored, options: Options) -> Iterator[str]:
    """Remark on a hand that won."""
    if options.hand_size == ANY_SIZE:
        yield f"{len(hand.tiles)} cards: {len(best.sets)} sets and a pair"
    yield from _combination_notes(best, options)
    yield from _four_notes(hand)
    if options.source3_threes != "allow" and not options.counts_melds:
        yield "source3_threes changes nothing under doll_profile=source1"
    if not options.count_pair and options.counts_melds:
        yield "count_pair changes nothing under doll_profile=source3, which counts melds"
    yield NO_PAYMENTS


def exhausted_notes(hand: Hand, scored: Scored, facts: Context, options: Options) -> Iterator[str]:
    """Remark on a hand whose points are compared because the stock ran out."""
    used = [tile for part in scored.sets for tile in part.tiles]
    loose = list(hand.tiles)
    for tile in used:
        loose.remove(tile)
    yield "the stock ran out: only the cards of sets count, shown or not (S2)"
    if loose:
        yield f"outside sets, worth nothing: {format_tiles(sorted(loose))}"
    yield "R: combinations need a winning hand, so none multiplies here"
    if options.accepts_size(len(hand.tiles)) and hand_is_complete(hand, options):
        yield "the hand is complete: without exhausted it scores as a win"
    yield from _four_notes(hand)
    yield _comparison(scored.total, facts.other_totals)
    yield NO_PAYMENTS


def _combination_notes(best: Scored, options: Options) -> Iterator[str]:
    multiply = options.combo_stack == "multiply"
    counted = best.met if multiply else best.met[:1]
    unstated = [one.name for one in counted if one.stamped is not None]
    if unstated:
        yield (
            f"R: S2 gives no multiplier for {' and '.join(unstated)}; "
            f"combo_mult={options.combo_mult} is applied"
        )
    if len(best.met) > 1:
        names = " and ".join(one.name for one in best.met)
        how = "each multiplies" if multiply else "only one multiplies"
        yield f"R: {names} together: {how} (combo_stack={options.combo_stack})"


def _four_notes(hand: Hand) -> Iterator[str]:
    fours = [
        f"{copies.size} × {subject}"
        for subject, copies in count_cards(hand.concealed).items()
        if copies.size >= FOUR
    ]
    if fours:
        yield (
            f"{', '.join(fours)} held: S2 wants a four laid out and a card drawn for it, "
            "which no photo shows"
        )


def _comparison(total: int, others: tuple[int, ...] | None) -> str:
    if others is None:
        return f"other_totals is unknown: whether {total} is the highest score is open"
    listed = ", ".join(map(str, others))
    if total > max(others):
        return f"{total} against {listed}: this hand has the highest score and wins (S2)"
    if total == max(others):
        return f"{total} against {listed}: a tie for the highest score, which S2 does not settle"
    return f"{total} against {listed}: another hand has the highest score and wins (S2)"
