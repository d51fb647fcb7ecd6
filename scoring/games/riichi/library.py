"""Calls the library ``mahjong``: our tiles and facts into its arguments, its answer into values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.games.riichi.facts import RiichiFacts
from scoring.games.riichi.options import KAZOE
from scoring.games.riichi.table import load_table
from scoring.hand import Hand, Meld, MeldKind
from scoring.libraries import load_library
from scoring.mahjong.context import Seat
from scoring.mahjong.kinds import COPIES, EAST, KINDS, number_of
from scoring.options import OptionValue
from scoring.tiles import Tile

WINS_BEFORE = 7
"""Wins of the dealer in a row before the one that is a paarenchan, the eighth."""


@dataclass(frozen=True, slots=True)
class Value:
    """What the library says of a hand.

    Attributes:
        complete: Whether it is a winning hand at all.
        yaku: The library's number and the han of each yaku; none when the hand may not win.
        han: Their sum.
        fu: Minipoints, rounded.
        fu_details: Minipoints and the library's name of each reason.
        level: Name of the limit, such as ``"mangan"``; empty below.
        main: What the discarder pays, or the dealer (for the dealer's self-draw, each) pays.
        additional: What each of the others pays for a self-draw.
        total: All that the winner gets, counters and deposits included.
    """

    complete: bool
    yaku: tuple[tuple[int, int], ...] = ()
    han: int = 0
    fu: int = 0
    fu_details: tuple[tuple[int, str], ...] = ()
    level: str = ""
    main: int = 0
    additional: int = 0
    total: int = 0


class TileNumbers:
    """Numbers our tiles as the library does: four copies of each kind, the first five is red."""

    def __init__(self, tiles: Iterable[Tile]) -> None:
        self.free: dict[int, list[int]] = {
            kind: list(range(COPIES * kind, COPIES * kind + COPIES)) for kind in range(len(KINDS))
        }
        self.used: dict[Tile, list[int]] = defaultdict(list)
        # Red fives first, so that the four copies of a five hold the red one in any order.
        for tile in sorted(tiles, key=lambda tile: not tile.red):
            numbers = self.free[number_of(tile)]
            place = 0 if tile.red or tile.rank != 5 or tile.is_honour else -1
            self.used[tile].append(numbers.pop(place))

    def take(self, tile: Tile) -> int:
        """Return the number of one copy, each once."""
        return self.used[tile].pop()


def evaluate(
    hand: Hand, winning: Tile, facts: RiichiFacts, options: Mapping[str, OptionValue]
) -> Value:
    """Return the value of the best-paying division.

    Args:
        hand: Possible tiles in the right number, with legal melds and no flowers.
        winning: One of the concealed tiles, red or not as it lies there.
        facts: ``win`` is known; an unknown seat or round is none of the four winds.
        options: The options in force.

    Raises:
        MissingLibraryError: When the library is not installed.
    """
    calculator = _module("hand").HandCalculator
    numbers = TileNumbers(hand.tiles)
    melds = [_meld(meld, numbers) for meld in hand.melds]
    win_tile = numbers.take(winning)
    held = list(hand.concealed)
    held.remove(winning)
    tiles = [win_tile, *map(numbers.take, held), *(n for meld in melds for n in meld.tiles)]
    answer = calculator.estimate_hand_value(
        tiles,
        win_tile,
        melds=melds,
        dora_indicators=[COPIES * number_of(tile) for tile in facts.dora],
        ura_dora_indicators=[COPIES * number_of(tile) for tile in facts.ura_dora],
        config=_config(facts, options, melded=bool(hand.melds)),
    )
    if answer.error == calculator.ERR_NO_YAKU:
        return Value(complete=True)
    if answer.error:
        return Value(complete=False)
    return _value(answer)


def _value(answer: Any) -> Value:
    cost = answer.cost
    yaku = tuple(
        (one.yaku_id, one.han_open if answer.is_open_hand and one.han_open else one.han_closed)
        for one in answer.yaku
    )
    return Value(
        complete=True,
        yaku=yaku,
        han=answer.han,
        fu=answer.fu,
        fu_details=tuple((one["fu"], one["reason"]) for one in answer.fu_details or ()),
        level=cost["yaku_level"],
        main=cost["main"] + cost["main_bonus"],
        additional=cost["additional"] + cost["additional_bonus"],
        total=cost["total"],
    )


def _config(facts: RiichiFacts, options: Mapping[str, OptionValue], melded: bool) -> Any:
    module, common = _module("hand_config"), facts.common
    rules = module.OptionalRules(
        has_open_tanyao=options["open_tanyao"],
        has_aka_dora=options["red_fives"],
        has_double_yakuman=options["double_yakuman"],
        kazoe_limit=KAZOE[str(options["kazoe"])],
        kiriage=options["kiriage"],
        fu_for_open_pinfu=options["open_pinfu_fu"],
        fu_for_pinfu_tsumo=options["pinfu_tsumo_fu"],
        renhou_as_yakuman=options["renhou_yakuman"],
        has_daisharin=options["daisharin"],
        has_daisharin_other_suits=options["daisharin_other_suits"],
        has_daichisei=options["daichisei"],
        limit_to_sextuple_yakuman=options["yakuman_limit"],
        has_sashikomi_yakuman=options["sashikomi"],
    )
    heavenly = common.heavenly and not melded
    return module.HandConfig(
        is_tsumo=common.self_drawn,
        is_riichi=facts.riichi and not common.original_call,
        is_open_riichi=facts.open_riichi,
        is_ippatsu=facts.ippatsu,
        is_nagashi_mangan=facts.nagashi_mangan,
        is_rinshan=common.replacement,
        is_chankan=common.rob_kong,
        is_haitei=common.last_tile and common.self_drawn,
        is_houtei=common.last_discard,
        is_daburu_riichi=common.original_call,
        is_tenhou=heavenly and common.seat is Seat.EAST,
        is_chiihou=heavenly and common.seat is not Seat.EAST,
        is_renhou=common.earthly and not melded,
        player_wind=_wind(common.seat),
        round_wind=_wind(common.round),
        paarenchan=int(bool(options["paarenchan"]) and common.east_repeat >= WINS_BEFORE),
        tsumi_number=facts.honba,
        kyoutaku_number=facts.deposits,
        options=rules,
    )


def _meld(meld: Meld, numbers: TileNumbers) -> Any:
    library = load_library("mahjong.meld", "riichi", load_table().library).Meld
    kinds = {MeldKind.CHOW: library.CHI, MeldKind.PUNG: library.PON}
    tiles = [numbers.take(tile) for tile in sorted(meld.tiles)]
    kind = library.KAN if meld.kind is None else kinds.get(meld.kind, library.KAN)
    return library(meld_type=kind, tiles=tiles, opened=not meld.concealed)


def _wind(seat: Seat | None) -> int | None:
    return None if seat is None else EAST + list(Seat).index(seat)


def _module(name: str) -> Any:
    return load_library(f"mahjong.hand_calculating.{name}", "riichi", load_table().library)
