"""Speed of scoring, as ratios within one run; method: README.md here.

Sixteen-tile hands are scored completely, from the hand to the sheet with its best grouping, waits,
items and payments. The yardstick is the riichi library ``mahjong`` scoring hands of fourteen tiles
as on any table: with a riichi where the hand is concealed, a dora indicator and red fives.

Both take turns with a few hands each; of each few hands the quickest of all rounds counts, in
seconds of the processor, so that other work on the machine does not. The same hands come again in
each round, with the tables of suits and sets filled; hands that were never seen before are timed
beside them, and printed.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import pytest

from scoring import Hand, score
from tests.scoring.fourteen import regular as riichi_hand
from tests.scoring.test_riichi import Numbers
from tests.scoring.test_taiwanese_readings import random_complete_hand as sixteen_tile_hand

pytestmark = pytest.mark.benchmark

HANDS = 200
ROUNDS = 15
SLICE = 50
"""Hands that are timed together."""
TARGET = 3.0
"""What we aim for; the figure is printed beside it."""
FLOOR = 2.5
"""What must hold, so that nothing makes scoring slow again."""
MAX_SPREAD = 5.0
FACTS: dict[str, object] = {"win": "discard", "seat": "south", "round": "east"}
MANY_GROUPINGS = (
    "111222333444m55p678s",
    "111222333444m567s99p",
    "222333444555p111s77s",
    "666777888999s222z55m",
)
"""Four concealed triplets of consecutive ranks, which are chows as well, and one more set."""


def _seconds(task: Callable[[], object]) -> float:
    start = time.process_time()
    task()
    return time.process_time() - start


def _taiwanese_hands(seed: int = 16) -> list[Hand]:
    rng = random.Random(seed)
    return [sixteen_tile_hand(rng) for _ in range(HANDS)]


def _riichi_calls() -> Sequence[tuple[list[int], int, list[Any]]]:
    """Tiles, winning tile and melds as the library takes them, prepared before the clock starts."""
    from mahjong.meld import Meld  # noqa: PLC0415

    rng, calls = random.Random(14), []
    for _ in range(HANDS):
        hand, number = riichi_hand(rng, False), Numbers()
        tiles, win_tile, melds = [], None, []
        for tile in hand.concealed:
            tiles.append(number(tile))
            if win_tile is None and tile == hand.winning_tile:
                win_tile = tiles[-1]
        assert win_tile is not None
        for meld in hand.melds:
            numbers = [number(tile) for tile in meld.tiles]
            same = len({n // 4 for n in numbers}) == 1
            kind = "kan" if len(numbers) == 4 else "pon" if same else "chi"
            melds.append(Meld(kind, numbers, opened=not meld.concealed))
            tiles += numbers
        calls.append((tiles, win_tile, melds))
    return calls


def _slices(calls: Sequence[Any]) -> list[Sequence[Any]]:
    return [calls[start : start + SLICE] for start in range(0, len(calls), SLICE)]


def _ours(hands: Sequence[Hand]) -> None:
    for hand in hands:
        assert score("taiwanese", hand, FACTS).valid


def _theirs(calls: Sequence[Any]) -> None:
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules  # noqa: PLC0415

    for tiles, win_tile, melds in calls:
        config = HandConfig(
            is_tsumo=True,
            is_riichi=not melds,
            player_wind=28,
            round_wind=27,
            options=OptionalRules(has_aka_dora=True, has_open_tanyao=True),
        )
        HandCalculator.estimate_hand_value(
            tiles, win_tile, melds=melds, dora_indicators=[5], config=config
        )


def test_scorings_per_second_beside_the_riichi_library() -> None:
    pytest.importorskip("mahjong", reason="the extra `riichi` is not installed")
    hands, calls, unseen = _taiwanese_hands(), _riichi_calls(), _taiwanese_hands(seed=17)
    _ours(hands)
    first = median(_seconds(lambda few=few: _ours(few)) for few in _slices(unseen))  # type: ignore[misc]
    mine = [float("inf")] * (HANDS // SLICE)
    yours = list(mine)
    for _ in range(ROUNDS):
        for place, (few, others) in enumerate(zip(_slices(hands), _slices(calls), strict=True)):
            mine[place] = min(mine[place], _seconds(lambda few=few: _ours(few)))  # type: ignore[misc]
            yours[place] = min(yours[place], _seconds(lambda few=others: _theirs(few)))  # type: ignore[misc]
    ratio = sum(yours) / sum(mine)
    print(
        f"\ntaiwanese {HANDS / sum(mine):.0f}/s, riichi library {HANDS / sum(yours):.0f}/s, "
        f"ratio {ratio:.2f} (aim {TARGET}, at least {FLOOR}); hands never seen before "
        f"{SLICE / first:.0f}/s"
    )
    assert ratio >= FLOOR


def test_many_groupings_cost_little_more_than_the_median_hand() -> None:
    hands = _taiwanese_hands()
    many = [Hand.parse(text) for text in MANY_GROUPINGS]

    def cost(hand: Hand) -> float:
        return min(_seconds(lambda: score("taiwanese", hand, FACTS)) for _ in range(ROUNDS))

    usual = median(cost(hand) for hand in hands)
    worst = max(cost(hand) for hand in many)
    print(
        f"\nmedian hand {usual * 1e3:.2f} ms, many groupings {worst * 1e3:.2f} ms, "
        f"ratio {worst / usual:.2f} (at most {MAX_SPREAD})"
    )
    assert worst <= MAX_SPREAD * usual
