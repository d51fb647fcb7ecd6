"""What the hand of a loser is worth when the losers settle among themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.games.classical.case import Case
from scoring.games.classical.legality import impossible, turn_up_kongs, wrong_view
from scoring.games.classical.options import Options
from scoring.games.classical.table import GAME, load_table
from scoring.games.classical.worth import appraise
from scoring.hand import Hand, MeldKind
from scoring.mahjong.context import Context, Win
from scoring.mahjong.kinds import COPIES, HONOURS, WINDS, count_kinds
from scoring.mahjong.legality import bad_melds, face_down, wrong_count
from scoring.mahjong.ranking import Scored
from scoring.mahjong.readings import Part, Reading, deal_out, meld_part
from scoring.mahjong.unknown import range_notes, scenarios
from scoring.sheet import ScoreSheet

TILES = 13


def points_of_loser(
    hand: Hand | str,
    *,
    seat: str | None = None,
    round_wind: str | None = None,
    options: Mapping[str, object] | None = None,
) -> ScoreSheet:
    """Score a hand that did not win: its pungs, kongs, pairs, flowers and their doubles.

    Concealed pungs and pairs of dragons, seat wind and round wind count as they are held; chows
    are worth nothing, so no other arrangement is worth more. Groups name what is worth something.

    Args:
        hand: 13 tiles and one more for each kong, or their text.
        seat: The loser's seat wind; None when it is not known.
        round_wind: The wind of the round; None when it is not known.
        options: Options of the game that differ from their defaults.

    Returns:
        The sheet, without payments; ``valid=False`` and reasons for impossible hands.

    Raises:
        ContextError: For a seat or round that is no wind.
        OptionError: For options that do not exist or have wrong values.
        HandError: When the text is no hand.
        UnknownTileError: When the text names a tile that does not exist.
    """
    if isinstance(hand, str):
        hand = Hand.parse(hand)
    facts = Context.parse({"seat": seat, "round": round_wind, "win": Win.DISCARD})
    return loser_sheet(hand, facts, Options.parse(options or {}))


def loser_sheet(hand: Hand, facts: Context, options: Options) -> ScoreSheet:
    """Return the sheet of a hand that did not win, see :func:`points_of_loser`."""
    blank = ScoreSheet(GAME, load_table().ruleset, valid=False, options=options.as_dict())
    reasons = impossible(hand, options) or wrong_view(hand, options)
    hand = turn_up_kongs(hand, options.concealed_kong_view)
    reasons = reasons or face_down(hand) + bad_melds(hand) or wrong_count(hand, TILES)
    if not reasons and len(hand.melds) > (TILES - 1) // 3:
        reasons = [f"at most 4 melds expected, got {len(hand.melds)}"]
    if reasons:
        return replace(blank, reasons=tuple(reasons))
    found = {known: _score(hand, known, options) for known in _cases(hand, facts)}
    totals = {known: scored.total for known, scored in found.items()}
    lowest = found[min(totals, key=lambda known: totals[known])]
    return replace(
        blank,
        valid=True,
        groups=lowest.groups,
        items=lowest.items,
        total=lowest.total,
        range=(lowest.total, max(totals.values())),
        notes=range_notes(facts, totals, payment_needs=""),
    )


def _cases(hand: Hand, facts: Context) -> Iterator[Context]:
    counts = count_kinds(tile for tile in hand.tiles if not tile.is_bonus)
    winds = any(counts[wind] >= 2 for wind in WINDS)
    own = winds or bool(hand.bonus)
    return scenarios(facts, seat_matters=own, round_matters=winds)


def _score(hand: Hand, facts: Context, options: Options) -> Scored:
    reading = _read(hand)
    items = appraise(Case(hand, reading, facts, options, winner=False))
    return Scored(reading, facts, items, sum(item.value for item in items))


def _read(hand: Hand) -> Reading:
    """Take out all that can be worth something; three or four held alike are a concealed pung."""
    shapes: list[tuple[MeldKind, tuple[int, ...]]] = []
    for number, count in enumerate(count_kinds(hand.concealed)):
        if count in (COPIES - 1, COPIES):
            shapes.append((MeldKind.PUNG, (number,) * 3))
        elif count == 2 and number in HONOURS:
            shapes.append((MeldKind.PAIR, (number,) * 2))
    held = deal_out(hand.concealed, shapes)
    melds: tuple[Part, ...] = tuple(meld_part(meld) for meld in hand.melds)
    sets = (*melds, *(part for part in held if part.is_triplet))
    return Reading((*melds, *held), sets)
