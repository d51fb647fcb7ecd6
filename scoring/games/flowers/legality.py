"""Why a hand cannot be scored, in sentences."""

from __future__ import annotations

from functools import cache

from scoring.games.flowers.options import Options
from scoring.games.flowers.structure import SETS, TILES, Division, divide, divide_unfinished
from scoring.hand import MAX_HAND_TILES, Hand, format_tiles
from scoring.tiles import Tile, TileSet


def impossible_tiles(hand: Hand, options: Options) -> list[str]:
    """Say which tiles no set of this size can give, and which are not known."""
    if len(hand.tiles) > MAX_HAND_TILES:
        return [f"{len(hand.tiles)} tiles: no hand has more than {MAX_HAND_TILES}"]
    reasons = _tile_set(options.set_size).check(hand.tiles)
    backs = sum(tile.is_back for tile in hand.tiles)
    if backs:
        reasons.append(f"{backs} face-down (unknown) tile{'s'[: backs > 1]}: name every tile")
    return reasons


def foreign_winning_tile(hand: Hand, winning: Tile | None) -> list[str]:
    """Say that the winning tile is none of the hand's, if it is named."""
    if winning is None or winning in hand.tiles:
        return []
    return [f"the winning tile {winning} is not among the tiles of the hand"]


def complete_division(hand: Hand, options: Options) -> tuple[Division, list[str]]:
    """Divide a hand, and say why it is not complete; no reasons mean that it is."""
    division = divide(hand)
    reasons = list(division.reasons) or _wrong_number(division, options)
    if not reasons and options.trump_plain == "reject" and division.singles[0].letters == "w":
        trump = division.singles[0].tiles[0]
        reasons.append(
            f"the trump {trump} is plain: only a framed tile may be it (trump_plain=reject)"
        )
    return division, reasons


def unfinished_division(hand: Hand) -> tuple[Division, list[str]]:
    """Divide a hand that was not completed, and say why no player can hold it."""
    division = divide_unfinished(hand)
    reasons = list(division.reasons)
    held = len(hand.concealed) + sum(len(meld.tiles) for meld in hand.melds)
    most = TILES + division.triples
    if held > most:
        reasons.append(
            f"{held} tiles: a player has at most {TILES} and one more for each triple, here {most}"
        )
    return division, reasons


def _wrong_number(division: Division, options: Options) -> list[str]:
    sets, singles = len(division.sets), division.singles
    exact = options.triple_total == "exact_21"
    if len(singles) == 1 and (division.tiles == TILES if exact else sets == SETS):
        return []
    if exact:
        expected = f"{TILES} tiles in pairs, triples and one trump expected (triple_total=exact_21)"
    else:
        expected = f"{SETS} pairs or triples and one trump expected, each of another pattern"
    listed = format_tiles([part.tiles[0] for part in singles])
    count = f"{sets} set{'s'[: sets != 1]}"
    got = f"{division.tiles} tiles: {count}" if exact else count
    return [f"{expected}; got {got} and {listed or 'no tile'} left over"]


@cache
def _tile_set(size: int) -> TileSet:
    return TileSet.flowers(size)
