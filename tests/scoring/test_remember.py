"""Tables that fill themselves, and functions of mappings that remember their results."""

from collections.abc import Mapping

import pytest

from scoring import remember
from scoring.remember import Remembered, Table

Call = tuple[Mapping[str, object], ...]


class Recorder:
    """Shows its arguments, and how often it was asked."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, *given: Mapping[str, object]) -> str:
        self.calls += 1
        if "wrong" in given[0]:
            raise ValueError("wrong")
        return repr(given)


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.mark.parametrize(
    "call",
    [
        ({}, {}),
        ({"win": "discard"}, {}),
        ({"win": "discard", "seat": "east"}, {"base": 5}),
        ({"win": None}, {"seat": None}),
    ],
)
def test_the_same_mappings_are_asked_about_once(recorder: Recorder, call: Call) -> None:
    ask = Remembered(recorder)
    copies = tuple(dict(one) for one in call)
    assert ask(*call) == ask(*copies) == repr(call)
    assert recorder.calls == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (({"base": 1}, {}), ({"base": True}, {})),
        (({"base": 1}, {}), ({"base": 1.0}, {})),
        (({"win": "seat"}, {}), ({"seat": "win"}, {})),
        (({"win": "seat"}, {}), ({}, {"win": "seat"})),
        (({"win": "east", "seat": "east"}, {}), ({"win": "east"}, {"seat": "east"})),
        (({}, {"win": None}), ({"win": None}, {})),
    ],
)
def test_other_mappings_are_another_question(recorder: Recorder, one: Call, other: Call) -> None:
    ask = Remembered(recorder)
    assert (ask(*one), ask(*other)) == (repr(one), repr(other))
    assert recorder.calls == 2


def test_errors_are_not_remembered(recorder: Recorder) -> None:
    ask = Remembered(recorder)
    for calls in (1, 2):
        with pytest.raises(ValueError, match="wrong"):
            ask({"wrong": 1})
        assert recorder.calls == calls


def test_values_without_a_hash_are_asked_about_each_time(recorder: Recorder) -> None:
    ask = Remembered(recorder)
    for calls in (1, 2):
        assert ask({"tiles": ["1m"]}) == "({'tiles': ['1m']},)"
        assert recorder.calls == calls


def test_a_table_fills_itself_and_forgets_all_when_it_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remember, "MOST", 3)
    squares: Table[int, int] = Table(lambda number: number * number)
    assert [squares[number] for number in (2, 3, 2, 4)] == [4, 9, 4, 16]
    assert dict(squares) == {2: 4, 3: 9, 4: 16}
    assert squares[5] == 25
    assert dict(squares) == {5: 25}
