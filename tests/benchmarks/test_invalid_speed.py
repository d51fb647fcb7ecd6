"""Hands that no game takes are refused, with reasons, in under 10 ms of the processor."""

from __future__ import annotations

import time

import pytest

from scoring import GAMES, find_game, score
from scoring.errors import WahuaError
from scoring.hand import Hand
from scoring.tiles import Family

pytestmark = pytest.mark.benchmark

LIMIT = 0.010
NONSENSE = "x" * 20_000
HANDS = {
    Family.MAHJONG: (
        "", "1m", "11111m", "123456789m", "123456789m123456789p123456789s", "1z" * 40,
        "1m" * 10_000, "111122223333444455556666m", "19m19p19s1234567z", "11223344556677889m",
    ),
    Family.FLOWERS: (
        "", "1-1", "1-1d 1-1d", "1-1 1-1 1-1 1-1", "6-6f 6-6f 6-6f", "1-1 " * 10_000,
        " ".join(f"{a}-{b}" for a in range(1, 7) for b in range(a, 7)),
    ),
    Family.DOLLS: (
        "", "fu", "fu* fu*", "fu " * 10_000, "doll " * 9, "fu ru dong hai shou bi nan shan doll",
    ),
}  # fmt: skip


def refused(game: str, text: str) -> list[str]:
    """The reasons that a game gives, in its sheet or as an error."""
    try:
        sheet = score(game, text)
    except WahuaError as error:
        return [error.detail]
    assert not sheet.valid
    return list(sheet.reasons)


def playable(game: str) -> bool:
    try:
        find_game(game)
        score(game, Hand(()))
    except WahuaError:
        return False
    return True


@pytest.mark.parametrize("game", list(GAMES))
def test_a_refusal_takes_less_than_ten_milliseconds(game: str) -> None:
    if not playable(game):
        pytest.skip(f"the library of {game} is not installed")
    for text in (*HANDS[find_game(game).family], NONSENSE):
        times = []
        for _ in range(5):
            start = time.process_time()
            reasons = refused(game, text)
            times.append(time.process_time() - start)
        assert reasons
        assert all(reason.strip() for reason in reasons)
        assert min(times) < LIMIT, (text[:30], min(times))
