"""What sets and a pair are worth: cards or melds, times the combinations."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.games.dolls.options import DOLL, Options
from scoring.games.dolls.structure import Part, count_cards, meld_part, partial_ways
from scoring.games.dolls.table import Combination, load_table
from scoring.hand import Hand
from scoring.sheet import Item
from scoring.tiles import Tile

COMBINATION = "combination"


@dataclass(frozen=True, slots=True)
class Scored:
    """Sets and a pair with their worth.

    Attributes:
        sets: Melds first.
        pair: None in a hand that did not win.
        items: The lines of the sheet; their values sum to ``total``.
        total: What they are worth.
        met: Combinations that the hand fulfils, of which perhaps only the first counts.
    """

    sets: tuple[Part, ...]
    pair: Part | None
    items: tuple[Item, ...]
    total: int
    met: tuple[Combination, ...] = ()


def score_parts(sets: tuple[Part, ...], pair: Part | None, options: Options) -> Scored:
    """Count cards or melds and multiply by the combinations."""
    items = _unit_items(sets, pair, options)
    plain = sum(item.value for item in items)
    met = find_combinations(sets, pair, options)
    if not met:
        return Scored(sets, pair, items, plain)
    counted = met if options.combo_stack == "multiply" else met[:1]
    factor = options.combo_mult ** len(counted)
    line = Item(
        key=COMBINATION,
        name="; ".join(one.name for one in counted) + f": ×{factor}",
        count=len(counted),
        value=plain * (factor - 1),
        tiles=_combination_tiles(counted, sets, pair),
        source="; ".join(dict.fromkeys(one.source for one in counted)),
    )
    return Scored(sets, pair, (*items, line), plain * factor, met)


def find_combinations(
    sets: tuple[Part, ...], pair: Part | None, options: Options
) -> tuple[Combination, ...]:
    """Return the combinations that the hand fulfils, in the order of the table."""
    if pair is None or pair.subject != DOLL or not sets:
        return ()
    subjects = {part.subject for part in sets}
    return tuple(
        one
        for one in load_table().combinations
        if options.doll_profile in one.profiles
        and subjects.issuperset(one.subjects)
        and (one.stamped is None or all(part.is_stamped is one.stamped for part in sets))
    )


def best_sets(hand: Hand, options: Options) -> Scored:
    """Return the sets worth most, shown or not, of a hand that did not win."""
    melds = tuple(meld_part(meld) for meld in hand.melds)
    held: list[Part] = []
    for subject, copies in count_cards(hand.concealed).items():
        choices = [
            tuple(Part(subject, one) for one in way.sets)
            for way in partial_ways(copies, options.set_sizes(subject))
            if way.pair is None
        ]
        worth = [score_parts(parts, None, options).total for parts in choices]
        held += choices[worth.index(max(worth))]
    return score_parts(melds + tuple(held), None, options)


def _unit_items(sets: tuple[Part, ...], pair: Part | None, options: Options) -> tuple[Item, ...]:
    """Return the lines of plain and stamped cards or melds, without empty ones."""
    counted = (*sets, pair) if pair and options.count_pair else sets
    items = []
    for unit in load_table().units:
        if unit.profile != options.doll_profile:
            continue
        if options.counts_melds:
            melds = [part for part in sets if part.is_stamped is unit.stamped]
            tiles = tuple(tile for part in melds for tile in part.tiles)
            count = len(melds)
        else:
            tiles = tuple(t for part in counted for t in part.tiles if t.stamped is unit.stamped)
            count = len(tiles)
        if count:
            value = unit.points * count
            items.append(Item(unit.key, unit.name, count, value, tiles, unit.source))
    return tuple(items)


def _combination_tiles(
    counted: tuple[Combination, ...], sets: tuple[Part, ...], pair: Part | None
) -> tuple[Tile, ...]:
    """Return the cards that the combinations speak of: sets of the phrase or all, and the dolls."""
    named = {subject for one in counted for subject in one.subjects}
    every = any(not one.subjects for one in counted)
    parts = [part for part in sets if every or part.subject in named]
    return tuple(tile for part in (*parts, pair) if part for tile in part.tiles)
