"""The generated table of items is up to date, and no item is without a test."""

import pytest

from scoring import GAMES
from tests.scoring.items_table import TARGET, lines, places_of, table

BY_LIBRARY = ("mcr", "riichi")
"""Games whose items a library finds: thousands of random hands are compared with it instead."""


def test_the_table_is_up_to_date() -> None:
    assert TARGET.read_text(encoding="utf-8") == table(), "run python -m tests.scoring.items_table"


def test_every_game_has_items() -> None:
    assert {game for game, _ in lines()} == set(GAMES)


@pytest.mark.parametrize("game", [game for game in GAMES if game not in BY_LIBRARY])
def test_every_item_is_named_in_a_test(game: str) -> None:
    own = [line for of, line in lines() if of == game]
    assert own
    assert [line.key for line in own if not places_of(game, line)] == []
