"""What every set, the trump and the tiles laid aside are worth, with the reason in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.games.flowers.options import Options
from scoring.games.flowers.ranks import rank_of
from scoring.games.flowers.structure import Part
from scoring.games.flowers.table import Rank, load_table
from scoring.sheet import Item
from scoring.tiles import Tile

DOUBLE = 2


@dataclass(frozen=True, slots=True)
class Worth:
    """How a pattern's points are found: its column, its doublings, and whose word that is."""

    rank: Rank
    doublings: tuple[str, ...]
    promoted: bool


def part_item(part: Part, shaken: bool, designated: str, options: Options) -> Item:
    """Return the line of one pair, triple or trump.

    Args:
        part: The set or the trump.
        shaken: Whether the roll shakes its pattern.
        designated: Face of the designated pattern.
        options: The options in force.
    """
    table = load_table()
    pattern, unit = table.patterns[part.face], table.units[part.unit]
    worth = worth_of(part, shaken, designated, options)
    column, source = worth.rank, unit.sources[worth.rank]
    if column is Rank.MEDIUM and options.medium_table == "as_large":
        column = Rank.LARGE
    if worth.promoted and unit.sources[Rank.LARGE] == "Y":
        source = "R"
    value = unit.values[column] * DOUBLE ** len(worth.doublings)
    words = [f"{pattern.name} {part.face}: {unit.name}", worth.rank, *worth.doublings]
    return Item(f"{part.face} {part.unit}", ", ".join(words), 1, value, part.tiles, source)


def worth_of(part: Part, shaken: bool, designated: str, options: Options) -> Worth:
    """Return the column of a set or trump and why it doubles.

    A shaken pattern scores by the large column and twice. Under ``shaken_trump = as_yuhuan`` a
    trump keeps the column that it has without the shake.
    """
    rank = rank_of(part.face, designated, options)
    doublings, promoted = [], False
    if shaken:
        doublings.append("shaken ×2")
        if part.kind != "trump":
            rank = Rank.LARGE
        elif options.shaken_trump == "promote":
            promoted, rank = rank is not Rank.LARGE, Rank.LARGE
    if options.two_classes and options.by_seat and part.face == designated:
        doublings.append("own seat ×2")
    if options.fifteen_big and load_table().patterns[part.face].fifteen_big:
        doublings.append("1-5 and 2-6 ×2")
    return Worth(rank, tuple(doublings), promoted)


def extra_items(bonus: Iterable[Tile], options: Options) -> tuple[Item, ...]:
    """Return the lines of the bonus tiles and of the white dragons, where there are any."""
    tiles = tuple(bonus)
    by_key = {
        "bonus": tuple(tile for tile in tiles if tile.suit == "f"),
        "white": tuple(tile for tile in tiles if tile.suit == "z"),
    }
    items = []
    for key, found in by_key.items():
        row = load_table().extras[key]
        value = options.white_value if key == "white" else row.value
        if found:
            count = len(found)
            items.append(Item(key, row.name, count, value * count, found, row.source))
    return tuple(items)
