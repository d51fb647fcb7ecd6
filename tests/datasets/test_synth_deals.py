"""Random hands: complete ones win in their game, wrong ones do not, and all are possible."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.synth.deals import GAME_OF, random_hand, shuffled, wrong_hand
from scoring import score
from scoring.hand import Hand
from scoring.tiles import Family, Kind, TileSet

SETS = {
    Family.MAHJONG: TileSet.mahjong(),
    Family.FLOWERS: TileSet.flowers(),
    Family.DOLLS: TileSet.dolls(),
}
SEEDS = st.integers(0, 100_000)


@pytest.mark.parametrize("family", Family)
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS)
def test_a_complete_hand_wins(family: Family, seed: int) -> None:
    hand = random_hand(np.random.default_rng(seed), family)
    assert SETS[family].check(hand.tiles) == []
    sheet = score(GAME_OF[family], hand)
    assert (sheet.valid, sheet.reasons) == (True, ())
    assert Hand.parse(str(hand), family, hand.winning_tile) == hand


@pytest.mark.parametrize("family", Family)
@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_a_wrong_hand_is_possible_but_does_not_win(family: Family, seed: int) -> None:
    hand = wrong_hand(np.random.default_rng(seed), family)
    assert SETS[family].check(hand.tiles) == []
    assert not score(GAME_OF[family], hand).valid


@given(seed=SEEDS)
def test_flower_hands_have_eleven_patterns_and_one_trump(seed: int) -> None:
    hand = random_hand(np.random.default_rng(seed), Family.FLOWERS)
    counts = Counter(tile.face for tile in hand.concealed)
    assert len(counts) == 11
    assert counts[hand.concealed[-1].face] == 1
    triples = [face for face, count in counts.items() if count == 3]
    kinds = [sorted(t.kind or "" for t in hand.concealed if t.face == face) for face in triples]
    assert all(found == [Kind.FLOWER, Kind.FLOWER, Kind.STACKED] for found in kinds)
    assert len(hand.concealed) == 21 + len(triples)


@given(seed=SEEDS)
def test_doll_hands_have_nineteen_cards_that_end_in_the_pair(seed: int) -> None:
    hand = random_hand(np.random.default_rng(seed), Family.DOLLS)
    assert len(hand.concealed) == 19
    counts = Counter(card.face for card in hand.concealed)
    assert counts.pop(hand.concealed[-1].face) == 2
    assert min(counts.values()) >= 3


@pytest.mark.parametrize("family", Family)
def test_shuffling_keeps_the_tiles(family: Family) -> None:
    hand = random_hand(np.random.default_rng(4), family)
    mixed = shuffled(np.random.default_rng(4), hand)
    assert mixed.concealed != hand.concealed
    assert sorted(mixed.concealed) == sorted(hand.concealed)
    assert (mixed.melds, mixed.bonus) == (hand.melds, hand.bonus)


def test_the_same_seed_gives_the_same_hand() -> None:
    for family in Family:
        first, second = (random_hand(np.random.default_rng(9), family) for _ in range(2))
        assert first == second
