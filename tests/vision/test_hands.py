"""Tables of what hands hold of one face."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from scoring.tiles import PATTERNS, Family, Tile
from vision.hands import (
    TRIPLES,
    Deck,
    all_counts,
    complete,
    completing,
    count_chances,
    deck_of,
    drawn,
    one_more,
)

FLOWERS = (3, 2, 1)
"""Plain, flower and stacked tiles of a pattern (S0)."""


def deck(family: Family) -> Deck:
    found = deck_of(family)
    assert found is not None
    return found


def test_decks_are_those_of_the_rules() -> None:
    flowers, dolls = deck(Family.FLOWERS), deck(Family.DOLLS)
    assert flowers.size == 126
    assert set(flowers.copies) == {FLOWERS}
    assert dolls.size == 72
    assert set(dolls.copies) == {(7, 1), (8, 0)}
    assert (flowers.most, dolls.most) == (3, 8)
    assert deck_of(Family.MAHJONG) is None


@pytest.mark.parametrize(
    ("text", "family", "place"),
    [
        ("1-1", Family.FLOWERS, (0, 0)),
        ("6-6d", Family.FLOWERS, (20, 2)),
        ("1f", Family.FLOWERS, None),
        ("5z", Family.FLOWERS, None),
        ("fu*", Family.DOLLS, (0, 1)),
        ("back", Family.DOLLS, None),
    ],
)
def test_places_of_tiles(text: str, family: Family, place: tuple[int, int] | None) -> None:
    assert deck(family).place(Tile.parse(text, family)) == place


@pytest.mark.parametrize(
    ("family", "counts", "is_set"),
    [
        (Family.FLOWERS, (2, 0, 0), True),
        (Family.FLOWERS, (0, 1, 1), True),
        (Family.FLOWERS, (0, 2, 1), True),
        (Family.FLOWERS, (1, 1, 1), False),
        (Family.FLOWERS, (1, 0, 0), False),
        (Family.DOLLS, (2, 0), True),
        (Family.DOLLS, (3, 1), True),
        (Family.DOLLS, (0, 1), False),
    ],
)
def test_sets_are_those_of_the_rules(family: Family, counts: tuple[int, ...], is_set: bool) -> None:
    assert deck(family).is_set(counts) is is_set


@pytest.mark.parametrize("family", [Family.FLOWERS, Family.DOLLS])
def test_tables_are_probabilities(family: Family) -> None:
    one = deck(family)
    for copies in one.copies:
        assert drawn(copies, 0.2).sum() == pytest.approx(1)
        assert complete(one, copies).sum() == pytest.approx(1)


def test_numbers_of_a_complete_hand_of_flower_tiles() -> None:
    """Ten sets and a trump of 21 patterns; a pair is plain and flower in 6 of 15 ways."""
    table = complete(deck(Family.FLOWERS), FLOWERS)
    assert table[0, 0, 0] == pytest.approx(10 / 21)
    assert table[0, 2, 1] == pytest.approx(10 * TRIPLES / 21)
    assert table[1, 1, 0] == pytest.approx(10 * (1 - TRIPLES) / 21 * 6 / 15)
    assert table[1, 0, 0] == pytest.approx(1 / 21 * 3 / 6)
    assert table[2, 1, 0] == 0


def test_a_complete_hand_of_cards_holds_one_pair_and_five_sets() -> None:
    one = deck(Family.DOLLS)
    table = complete(one, (7, 1))
    sizes = np.add.outer(np.arange(8), np.arange(2))
    assert table[sizes == 2].sum() == pytest.approx(1 / 9)
    assert table[sizes >= 3].sum() == pytest.approx(5 / 9)
    assert table[sizes == 4].sum() == pytest.approx(table[sizes == 3].sum() / 2)
    assert table[sizes == 1].sum() == 0


def test_one_more_drawn_tile_is_as_likely_as_copies_are_left() -> None:
    more = one_more(drawn(FLOWERS, 0.2), 0.0)
    odds = 0.2 / 0.8
    assert_allclose(more[0, 0, 0], [3 * odds, 2 * odds, odds])
    assert_allclose(more[2, 1, 1], [1 * odds, 1 * odds, 0])


def test_numbers_of_uncertain_tiles() -> None:
    table = count_chances(np.array([[0.5, 0.25, 0], [1, 0, 0]]), FLOWERS)
    assert table[1, 0, 0] == pytest.approx(0.25)
    assert table[2, 0, 0] == pytest.approx(0.5)
    assert table[1, 1, 0] == pytest.approx(0.25)


def test_more_than_the_set_has_counts_as_all_of_it() -> None:
    table = count_chances(np.array([[0, 0, 1.0]] * 3), FLOWERS)
    assert table[0, 0, 1] == pytest.approx(1)


def test_what_completes_a_pair() -> None:
    others = np.zeros((1, 21, 3))
    others[0, 4, 2] = 1  # the one stacked tile of a pattern
    answer = completing(deck(Family.FLOWERS), others)
    assert_allclose(answer[4], [3 / 5, 2 / 5, 0])
    assert answer.sum() == pytest.approx(1)


def test_what_completes_a_triple() -> None:
    others = np.zeros((2, 21, 3))
    others[:, 7, 1] = 1
    answer = completing(deck(Family.FLOWERS), others)
    assert answer[7, 2] > 0
    assert answer.sum() == answer[7, 2]


chances = st.lists(
    st.lists(st.floats(0, 1 / 3), min_size=3, max_size=3), min_size=0, max_size=6
)  # fmt: skip


@given(chances)
def test_counts_are_probabilities_whatever_the_tiles(rows: list[list[float]]) -> None:
    table = count_chances(np.array(rows).reshape(-1, 3), FLOWERS)
    assert table.sum() == pytest.approx(1)
    assert (table >= 0).all()
    assert table.shape == (4, 3, 2)
    assert len(list(all_counts(FLOWERS))) == table.size


def test_every_pattern_is_a_face() -> None:
    assert deck(Family.FLOWERS).faces == tuple(PATTERNS)
