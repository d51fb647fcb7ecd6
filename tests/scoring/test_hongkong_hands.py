"""Hong Kong Old Style: impossible hands, divisions and waits against a brute force, properties."""

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Hand, Tile, WahuaError, score
from scoring.games.hongkong.structure import all_readings, hand_waits
from tests.scoring.fourteen import (
    FACES,
    FULL,
    brute_complete,
    brute_divisions,
    complete_hand,
)

Context = dict[str, object]
NOT_COMPLETE = "not four sets and a pair, nor thirteen orphans; nearest: "

INVALID = [
    ("11111m234567p44s5s", "5 × 1m: the set has only 4"),
    ("111m0555m5m234567p4s", "5 × 5m: the set has only 4"),
    ("123456789m123s99p | 3f 3f", "2 × 3f: the set has only 1"),
    ("123456789m123s9p", "14 tiles expected (14 + kongs, flowers apart), got 13"),
    ("123456789m123s9999p", "14 tiles expected (14 + kongs, flowers apart), got 16"),
    ("456789m123s99p (1111z) 7p", "14 + 1 kong = 15 tiles expected"),
    ("| 1f", "14 tiles expected (14 + kongs, flowers apart), got 0"),
    ("123456789m123s9pback", "1 face-down (unknown) tile: name every tile"),
    ("456789m123s99p [124m]", "the meld [124m] is no chow, pung or kong"),
    ("456789m123s99p (111z)", "the meld (111z) is no concealed kong"),
    ("456789m123s99p [1z2z3z]", "the meld [123z] is no chow, pung or kong"),
    ("[123m] [456m] [789m] [123s] [345p]", "14 tiles expected"),
    ("123456789m123s97p", NOT_COMPLETE + "4 sets and no pair, 7p9p left over"),
    ("123456789m124s99p", NOT_COMPLETE + "3 sets and a pair, 124s left over"),
    ("19m19p19s1234567z8m", NOT_COMPLETE),
    ("1133557799m2244p", NOT_COMPLETE),
]


@pytest.mark.parametrize(("hand", "reason"), INVALID)
def test_reason(hand: str, reason: str) -> None:
    sheet = score("hongkong", hand, {"win": "self_draw"})
    assert not sheet.valid
    assert any(said.replace("79p", "7p9p").startswith(reason) for said in sheet.reasons), sheet
    assert (sheet.total, sheet.items, dict(sheet.payments)) == (0, (), {})


def test_the_nearest_form_may_be_seven_pairs() -> None:
    sheet = score("hongkong", "1133557799m224p5s", {}, {"faan_seven_pairs": 4})
    assert sheet.reasons == (
        "not four sets and a pair, nor seven pairs or thirteen orphans; "
        "nearest: seven pairs, 4p5s left over",
    )


def test_the_winning_tile_must_be_concealed() -> None:
    sheet = score("hongkong", "456789m123s99p [111z]", {"winning_tile": "1z"})
    assert sheet.reasons == ("the winning tile 1z is not among the concealed tiles",)


def test_refusals_are_quick() -> None:
    start = time.perf_counter()
    for hand, _ in INVALID:
        score("hongkong", hand)
    assert (time.perf_counter() - start) / len(INVALID) < 0.01
    start = time.perf_counter()
    with pytest.raises(WahuaError):
        score("hongkong", "1m" * 10_000)
    assert time.perf_counter() - start < 0.01


def test_divisions_and_waits_are_those_of_a_brute_force() -> None:
    rng = random.Random(4)
    for _ in range(20_000 if FULL else 2_000):
        hand = complete_hand(rng)
        if rng.random() < 0.5:  # near-complete: one tile replaced, as a misread tile would be
            held = list(hand.concealed)
            held[rng.randrange(len(held))] = Tile.parse(rng.choice(FACES))
            hand = Hand(tuple(held), hand.melds, hand.bonus, rng.choice(held))
        pairs = rng.random() < 0.5
        winning = hand.winning_tile
        assert winning is not None
        faces, sets = [str(tile) for tile in hand.concealed], 4 - len(hand.melds)
        found = {
            tuple(sorted(tuple(map(str, part.tiles)) for part in reading.parts[len(hand.melds) :]))
            for reading in all_readings(hand, winning, False)
            if reading.sets
        }
        assert found == brute_divisions(faces, sets), str(hand)
        waiting = list(faces)
        waiting.remove(str(winning))
        held_faces = waiting + [str(t) for meld in hand.melds for t in meld.tiles]
        expected = [
            face
            for face in FACES
            if held_faces.count(face) < 4 and brute_complete([*waiting, face], sets, pairs)
        ]
        assert [str(tile) for tile in hand_waits(hand, winning, pairs)] == expected, str(hand)


@settings(max_examples=120, deadline=None)
@given(
    st.integers(0, 10**9),
    st.sampled_from([{}, {"house": "tight"}, {"house": "spicy"}, {"stacking": "additive_all"}]),
    st.fixed_dictionaries(
        {},
        optional={
            "win": st.sampled_from(["self_draw", "discard"]),
            "seat": st.sampled_from(["east", "north"]),
            "round": st.sampled_from(["east", "south"]),
            "last_tile": st.booleans(),
        },
    ),
)
def test_sheets_add_up(seed: int, options: dict[str, object], context: Context) -> None:
    hand = complete_hand(random.Random(seed))
    sheet = score("hongkong", hand, context, {**options, "faan_seven_pairs": 4})
    assert sheet.valid, (str(hand), sheet.reasons)
    limit = int(str(sheet.options["limit"]))
    assert sheet.total == min(limit, sum(item.value for item in sheet.items))
    assert sheet.range[0] == sheet.total <= sheet.range[1]
    assert sum(sheet.payments.values()) == 0
    assert all(other.total < sheet.total for other in sheet.alternatives)
    shown = sorted(tile for group in sheet.groups for tile in group.tiles)
    assert shown == sorted(tile for tile in hand.tiles if not tile.is_bonus)
    assert json.loads(json.dumps(sheet.as_dict()))["total"] == sheet.total


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_order_and_suits_do_not_change_the_total(seed: int) -> None:
    rng = random.Random(seed)
    hand = complete_hand(rng)
    context: Context = {"win": "discard", "seat": "west", "round": "east"}
    options: dict[str, object] = {"house": "friendly"}
    total = score("hongkong", hand, context, options).total
    shuffled = Hand(
        tuple(rng.sample(hand.concealed, len(hand.concealed))),
        tuple(rng.sample(hand.melds, len(hand.melds))),
        hand.bonus,
        hand.winning_tile,
    )
    assert score("hongkong", shuffled, context, options).total == total
    change = str.maketrans("mps", "psm")
    text, winning = str(hand).translate(change), str(hand.winning_tile).translate(change)
    turned = score("hongkong", text, {**context, "winning_tile": winning}, options)
    assert turned.total == total


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9))
def test_the_range_is_that_of_the_known_facts(seed: int) -> None:
    hand = complete_hand(random.Random(seed))
    seats = ["east", "south", "west", "north"]
    options: dict[str, object] = {"faan_seven_pairs": 4}
    totals = [
        score("hongkong", hand, {"win": win, "seat": seat, "round": wind}, options).total
        for win in ("self_draw", "discard")
        for seat in seats
        for wind in seats
    ]
    assert score("hongkong", hand, {}, options).range == (min(totals), max(totals))


def test_pairs_or_sets_whichever_pays_more() -> None:
    hand = "112233445566m77p"
    sheet = score("hongkong", hand, {"win": "discard"}, {"faan_seven_pairs": 4})
    assert {group.kind for group in sheet.groups} == {"pair"}
    assert {other.total for other in sheet.alternatives} == {3}
    sheet = score(
        "hongkong", hand, {"win": "discard"}, {"faan_seven_pairs": 1, "faan_all_chows": 2}
    )
    assert {group.kind for group in sheet.groups} == {"chow", "pair"}
