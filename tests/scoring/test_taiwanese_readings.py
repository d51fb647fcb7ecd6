"""The best-paying reading wins, unknown facts give a range, and properties of every sheet."""

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Hand, Meld, ScoreSheet, Tile, TileSet, score
from scoring.mahjong.kinds import KINDS

Context = dict[str, object]
CHOW_STARTS = [s + r for s in (0, 9, 18) for r in range(7)]


def groups(sheet: ScoreSheet) -> list[str]:
    return ["".join(map(str, group.tiles)) for group in sheet.groups]


def test_three_pungs_or_three_chows() -> None:
    # 111222333m are three concealed triplets or three chows
    sheet = score("taiwanese", "111222333m99p345p [777s]", {"win": "discard", "winning_tile": "5p"})
    assert sorted(g.kind for g in sheet.groups) == ["chow", "pair", "pung", "pung", "pung", "pung"]
    assert {i.key: i.value for i in sheet.items} == {"conc3": 3, "no_flower_honor": 3}


def test_all_chows_win_where_they_pay_more() -> None:
    # the discard of 3m leaves only two concealed triplets
    sheet = score("taiwanese", "99p345p111222333m [789s]", {"win": "discard"})
    assert sheet.total == 6
    assert {g.kind for g in sheet.groups} == {"chow", "pair"}


def test_the_discard_completes_the_group_that_pays_more() -> None:
    # 3m ends the chow 123 or the pung 333; only the chow leaves three concealed triplets
    hand = "12m3333m777s999p1z1z [789s]"
    sheet = score("taiwanese", hand, {"win": "discard", "winning_tile": "3m", "seat": "west"})
    assert [("".join(map(str, g.tiles)), g.concealed) for g in sheet.groups if g.winning] == [
        ("1m2m3m", False)
    ]
    assert {i.key for i in sheet.items} == {"conc3"}
    assert [other.total for other in sheet.alternatives] == [0]
    assert [g.kind for g in sheet.alternatives[0].groups if g.winning] == ["pung"]


def test_eight_pairs_against_five_sets() -> None:
    sheet = score("taiwanese", "112233445566777m55p", {"win": "discard"})
    assert {i.key: i.value for i in sheet.items} == {
        "eight_pairs": 8,
        "no_flower_honor": 3,
        "one_chance": 1,
    }
    assert [other.total for other in sheet.alternatives] == [5]


def test_groups_keep_red_fives() -> None:
    sheet = score("taiwanese", "99p340p456m [123m] [055s] [789s]", {"win": "discard"})
    assert groups(sheet) == ["1m2m3m", "5s5s0s", "7s8s9s", "4m5m6m", "3p4p0p", "9p9p"]


def test_unknown_win() -> None:
    sheet = score("taiwanese", "123456789m123s99p345p | 1f", {"winning_tile": "5p"})
    assert (sheet.total, sheet.range, dict(sheet.payments)) == (5, (5, 7), {})
    assert sheet.notes == ("win is unknown: self_draw scores 7, discard scores 5",)


def test_unknown_win_that_does_not_matter_still_hides_who_pays() -> None:
    hand = "99p345p [123m] [789m] [123s] [456s] | 1f"
    sheet = score("taiwanese", hand, {"winning_tile": "5p"}, {"stacking": "highest_only"})
    assert (sheet.range, dict(sheet.payments)) == ((3, 3), {})
    assert sheet.notes == ("win is unknown: either way 3, but not who pays",)


def test_unknown_seat_and_round() -> None:
    hand = "99p345p [111z] [222z] [789m] [123s]"
    facts: Context = {"win": "discard", "winning_tile": "5p"}
    sheet = score("taiwanese", hand, facts)
    assert (sheet.total, sheet.range) == (0, (0, 2))
    assert sheet.notes == (
        "seat is unknown: east scores 1 to 2, south scores 1 to 2, "
        "west scores 0 to 1, north scores 0 to 1",
        "round is unknown: east scores 1 to 2, south scores 1 to 2, "
        "west scores 0 to 1, north scores 0 to 1",
    )
    sheet = score("taiwanese", hand, {**facts, "seat": "south"})
    assert (sheet.total, sheet.range) == (1, (1, 2))
    assert sheet.notes == (
        "round is unknown: east scores 2, south scores 2, west scores 1, north scores 1",
    )
    assert score("taiwanese", hand, {**facts, "seat": "south", "round": "east"}).notes == ()


def test_the_discarder_cannot_be_the_winner() -> None:
    hand = "99p345p [111z] [456p] [789m] [123s]"
    facts: Context = {"discarder": "east", "round": "south", "winning_tile": "5p"}
    sheet = score("taiwanese", hand, facts)
    assert (sheet.range, dict(sheet.payments)) == ((0, 0), {"winner": 0, "east": 0})


def test_seat_does_not_matter_without_wind_sets() -> None:
    facts: Context = {"win": "discard", "winning_tile": "5p"}
    assert score("taiwanese", "99p345p [333p] [456m] [789m] [123s]", facts).notes == ()


def test_the_winning_tile_defaults_to_the_last_concealed_one() -> None:
    sheet = score("taiwanese", "99p345p [333p] [456m] [789m] [123s]", {"win": "discard"})
    assert sheet.notes == ("winning tile not named: taken as the last concealed, 5p",)
    named = score("taiwanese", Hand.parse("99p345p [333p] [456m] [789m] [123s]", winning_tile="9p"))
    assert not any("winning tile" in note for note in named.notes)


@pytest.mark.parametrize(
    ("context", "note"),
    [
        ({"win": "discard", "last_tile": True}, "last_tile counts only when the tile was drawn"),
        ({"last_discard": True}, "last_discard scores nothing in this game"),
        ({"earthly": True}, "earthly scores nothing in this game"),
        ({"original_call": True}, "original_call scores nothing in this game"),
        ({"heavenly": True}, "heavenly does not count: the hand has melds from discards"),
    ],
)
def test_facts_that_change_nothing_are_noted(context: Context, note: str) -> None:
    assert note in score("taiwanese", "99p345p456m [123m] [789m] [123s]", context).notes


def test_eight_flowers_notes() -> None:
    sheet = score("taiwanese", "| 1f 2f 3f 4f 6f 7f 8f", {"rob_flower": True})
    assert sheet.notes == ("5f is the robbed flower",)
    assert "taken as drawn" in score("taiwanese", "| 1f2f3f4f5f6f7f8f").notes[0]


def random_complete_hand(rng: random.Random) -> Hand:
    """Five random sets and a pair, some of the sets melded, with some flowers."""
    while True:
        sets = []
        kinds = rng.choice([range(34), range(9), [*range(9), *range(27, 34)]])
        starts = [n for n in CHOW_STARTS if n in kinds]
        for _ in range(5):
            if rng.random() < 0.5:
                start = rng.choice(starts)
                sets.append([KINDS[start], KINDS[start + 1], KINDS[start + 2]])
            else:
                sets.append([KINDS[rng.choice(list(kinds))]] * rng.choice([3, 3, 4]))
        concealed = [KINDS[rng.choice(list(kinds))]] * 2
        melds = []
        for tiles in sets:
            if len(tiles) == 4:
                melds.append(Meld(tuple(tiles), concealed=rng.random() < 0.5))
            elif rng.random() < 0.4:
                melds.append(Meld(tuple(tiles)))
            else:
                concealed += tiles
        rng.shuffle(concealed)
        flowers = [Tile.parse(f"{n}f") for n in range(1, 9)]
        bonus = tuple(rng.sample(flowers, rng.choice([0, 0, 1, 3])))
        hand = Hand(tuple(concealed), tuple(melds), bonus, rng.choice(concealed))
        if not TileSet.mahjong().check(hand.tiles):
            return hand


contexts = st.fixed_dictionaries(
    {},
    optional={
        "win": st.sampled_from(["self_draw", "discard"]),
        "seat": st.sampled_from(["east", "south"]),
        "round": st.sampled_from(["east", "south", "west", "north"]),
        "last_tile": st.booleans(),
    },
)
stackings = st.sampled_from(["additive_minus_implied", "additive_all", "highest_only"])


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), contexts, stackings, st.integers(0, 20))
def test_sheets_add_up(seed: int, context: Context, stacking: str, base: int) -> None:
    hand = random_complete_hand(random.Random(seed))
    options: dict[str, object] = {"stacking": stacking, "base": base}
    sheet = score("taiwanese", hand, context, options)
    assert sheet.valid, (str(hand), sheet.reasons)
    assert sheet.total == base + sum(item.value for item in sheet.items)
    assert sheet.range[0] == sheet.total <= sheet.range[1]
    assert sum(sheet.payments.values()) == 0
    assert all(other.total < sheet.total for other in sheet.alternatives)
    assert sorted(t for g in sheet.groups for t in g.tiles) == sorted(
        t for t in hand.tiles if not t.is_bonus
    )
    assert json.loads(json.dumps(sheet.as_dict()))["total"] == sheet.total


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_order_suits_and_text_do_not_change_the_total(seed: int) -> None:
    rng = random.Random(seed)
    hand = random_complete_hand(rng)
    context: Context = {"win": "discard", "seat": "west", "round": "east"}
    total = score("taiwanese", hand, context).total
    shuffled = Hand(
        tuple(rng.sample(hand.concealed, len(hand.concealed))),
        tuple(rng.sample(hand.melds, len(hand.melds))),
        hand.bonus,
        hand.winning_tile,
    )
    assert score("taiwanese", shuffled, context).total == total
    text = str(hand).translate(str.maketrans("mps", "psm"))
    winning = str(hand.winning_tile).translate(str.maketrans("mps", "psm"))
    assert score("taiwanese", text, {**context, "winning_tile": winning}).total == total


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_the_range_is_that_of_the_known_facts(seed: int) -> None:
    hand = random_complete_hand(random.Random(seed))
    seats = ["east", "south", "west", "north"]
    totals = [
        score("taiwanese", hand, {"win": win, "seat": seat, "round": wind}).total
        for win in ("self_draw", "discard")
        for seat in seats
        for wind in seats
    ]
    assert score("taiwanese", hand).range == (min(totals), max(totals))


def test_scoring_takes_a_few_milliseconds() -> None:
    hands = [random_complete_hand(random.Random(seed)) for seed in range(40)]
    start = time.perf_counter()
    for hand in hands:
        score("taiwanese", hand)
    assert (time.perf_counter() - start) / len(hands) < 0.05
