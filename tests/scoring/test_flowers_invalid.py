"""Hands of flower tiles that cannot be scored: reasons, quickly, and never an exception."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Hand, HandError, Meld, Tile, UnknownTileError, score
from scoring.tiles import PATTERNS, Family, Kind, TileSet

Facts = dict[str, object]

PAIRS = "1-1 1-1 1-2 1-2 1-3 1-3 1-4 1-4 1-5 1-5 1-6 1-6 2-2 2-2 2-3 2-3 2-4 2-4"  # nine
FULL = f"{PAIRS} 2-5f 2-5d"
EXPECTED = "10 pairs or triples and one trump expected, each of another pattern; got "
EXACT = "21 tiles in pairs, triples and one trump expected (triple_total=exact_21); got "

CASES: list[tuple[str, Facts, str]] = [
    (f"{PAIRS} 6-6d 6-6d 4-5f", {}, "2 × 6-6d: the set has only 1"),
    (f"{PAIRS} 6-6f 6-6f 6-6f 4-5f", {}, "3 × 6-6f: the set has only 2"),
    ("2-6 2-6 2-6 2-6", {}, "4 × 2-6: the set has only 3"),
    (f"{FULL} 4-5f | 1f 1f", {}, "2 × 1f: the set has only 1"),
    (f"{FULL} 4-5f | 5z 5z 5z", {}, "3 × 5z: the set has only 2"),
    (f"{FULL} 4-5f | 1f", {"set_size": 128}, "1f does not belong to this set"),
    (f"{FULL} 4-5f | 5z", {"set_size": 126}, "5z does not belong to this set"),
    (f"{FULL} back", {}, "1 face-down (unknown) tile: name every tile"),
    (f"{PAIRS} back back back", {}, "3 face-down (unknown) tiles: name every tile"),
    (FULL, {}, EXPECTED + "10 sets and no tile left over"),
    (f"{PAIRS} 2-5f", {}, EXPECTED + "9 sets and 2-5f left over"),
    (f"{PAIRS} 2-5f 4-5f 4-6", {}, EXPECTED + "9 sets and 2-5f 4-5f 4-6 left over"),
    (f"{PAIRS} 2-5f 2-6", {}, EXPECTED + "9 sets and 2-5f 2-6 left over"),
    (f"{FULL} 4-5f 4-6", {}, EXPECTED + "10 sets and 4-5f 4-6 left over"),
    (f"{FULL} 3-5 3-5 4-5f", {}, EXPECTED + "11 sets and 4-5f left over"),
    ("3-5", {}, EXPECTED + "0 sets and 3-5 left over"),
    ("| 1f", {}, EXPECTED + "0 sets and no tile left over"),
    (
        f"{PAIRS} [2-5f 2-5d] [2-5 2-5] 4-5f",
        {},
        "2-5 is melded already as [2-5f 2-5d]: 2-5 2-5 cannot be another set or the trump",
    ),
    (
        f"{PAIRS} [2-5f 2-5d] 2-5",
        {},
        "2-5 is melded already as [2-5f 2-5d]: 2-5 cannot be another set or the trump",
    ),
    (
        f"{PAIRS} [2-5 2-5] 2-5f",
        {},
        "2-5 is melded already as [2-5 2-5]: 2-5f cannot be another set or the trump",
    ),
    (
        f"{PAIRS} 2-5f 2-5f 2-5d 2-5",
        {},
        "4 tiles of 2-5 (2-5 2-5f 2-5f 2-5d): a pattern may form only one set",
    ),
    (
        f"{PAIRS} 5-5 5-5f 5-5d 4-5f",
        {},
        "5-5 5-5f 5-5d are no triple: only the three framed tiles 5-5f 5-5f 5-5d are",
    ),
    (
        f"{PAIRS} [5-5 5-5f 5-5d] 4-5f",
        {},
        "5-5 5-5f 5-5d are no triple: only the three framed tiles 5-5f 5-5f 5-5d are",
    ),
    (
        f"{PAIRS} [3-5 3-6] 4-5f",
        {},
        "the meld [3-5 3-6] mixes patterns; a set is of one pattern",
    ),
    (
        f"{PAIRS} (5-5f 5-5f 5-5d) 4-5f",
        {},
        "(5-5f 5-5f 5-5d): no set lies face down in this game; write it in brackets",
    ),
    (
        f"{FULL} 4-5",
        {"trump_plain": "reject"},
        "the trump 4-5 is plain: only a framed tile may be it (trump_plain=reject)",
    ),
    (
        f"{PAIRS} 2-5f 2-5f 2-5d 4-5f",
        {"triple_total": "exact_21"},
        EXACT + "22 tiles: 10 sets and 4-5f left over",
    ),
]


@pytest.mark.parametrize(("hand", "options", "reason"), CASES)
def test_reason(hand: str, options: Facts, reason: str) -> None:
    sheet = score("flowers", hand, {"roll": [1, 3], "designated": "6-6"}, options)
    assert not sheet.valid
    assert reason in sheet.reasons
    assert (sheet.total, sheet.range, sheet.items, sheet.groups) == (0, (0, 0), (), ())
    assert dict(sheet.payments) == {}
    assert sheet.options["profile"] == "dachen"


@pytest.mark.parametrize(
    ("triples", "pairs"), [(0, 10), (2, 7), (4, 4), (6, 1), (1, 9), (3, 7), (10, 0), (5, 5)]
)
def test_how_many_tiles_make_a_hand(triples: int, pairs: int) -> None:
    faces = iter(PATTERNS)
    parts = [f"{face}f {face}f {face}d" for face, _ in zip(faces, range(triples), strict=False)]
    faces = iter(PATTERNS[triples:])
    parts += [f"{face} {face}f" for face, _ in zip(faces, range(pairs), strict=False)]
    hand = " ".join([*parts, "6-6d"])
    ten_sets = score("flowers", hand)
    exact = score("flowers", hand, {}, {"triple_total": "exact_21"})
    assert ten_sets.valid == (triples + pairs == 10)
    assert exact.valid == (3 * triples + 2 * pairs == 20)


def test_all_reasons_are_listed() -> None:
    hand = f"{PAIRS} 5-5 5-5f 5-5d (6-6f 6-6d) [3-5 3-6]"
    assert len(score("flowers", hand).reasons) == 3


def test_an_open_framed_pair_takes_its_third_framed_tile() -> None:
    sheet = score("flowers", f"{PAIRS} [5-5f 5-5d] 5-5f 4-5f", {"roll": [1, 3]})
    assert sheet.valid
    assert [group.kind for group in sheet.groups] == ["pair"] * 9 + ["triple", "trump"]


def test_pairs_and_even_the_trump_may_lie_open() -> None:
    closed = score("flowers", f"{FULL} 4-5f")
    pairs = [f"[{face} {face}]" for face in PAIRS.split()[::2]]
    opened = score("flowers", " ".join([*pairs, "[2-5f 2-5d] [4-5f]"]))
    assert opened.valid
    assert (opened.total, opened.range, opened.items) == (
        closed.total,
        closed.range,
        closed.items,
    )
    assert not any(group.concealed for group in opened.groups)


@pytest.mark.parametrize("winning", ["6-6f", "1f", "4-5d"])
def test_the_winning_tile_must_be_in_the_hand(winning: str) -> None:
    sheet = score("flowers", f"{FULL} 4-5f", {"winning_tile": winning})
    assert sheet.reasons == (f"the winning tile {winning} is not among the tiles of the hand",)
    named = Hand.parse(f"{FULL} 4-5f", Family.FLOWERS, winning)
    assert score("flowers", named).reasons == sheet.reasons


def test_tiles_of_another_family_are_named() -> None:
    assert score("flowers", Hand.parse("1m")).reasons == ("1m does not belong to this set",)
    assert not score("flowers", Hand((), (Meld(()),))).valid


@pytest.mark.parametrize("text", ["", "7-1", "3-1", "6-6x", "[6-6", "1m", "6-6 " * 1000])
def test_nonsense_is_an_error_with_words(text: str) -> None:
    with pytest.raises((HandError, UnknownTileError)):
        score("flowers", text)


def test_ten_thousand_tiles_are_refused_at_once() -> None:
    tile = Tile.parse("6-6f", Family.FLOWERS)
    many = Hand((tile,) * 10_000)
    score("flowers", many)
    started = time.process_time()
    sheet = score("flowers", many)
    assert time.process_time() - started < 0.01
    assert sheet.reasons == ("10000 tiles: no hand has more than 200",)
    with pytest.raises(HandError):
        score("flowers", "6-6f " * 10_000)


def test_reasons_come_quickly() -> None:
    score("flowers", FULL)
    for hand, options, _ in CASES:
        parsed = Hand.parse(hand, Family.FLOWERS)
        spent = []
        for _ in range(3):
            started = time.process_time()
            score("flowers", parsed, {}, options)
            spent.append(time.process_time() - started)
        assert min(spent) < 0.01


ANY_TILE = st.sampled_from([*TileSet.flowers().counts, Tile(Family.FLOWERS, "back")])


@given(
    st.lists(ANY_TILE, max_size=25),
    st.lists(st.builds(Meld, st.lists(ANY_TILE, max_size=4).map(tuple), st.booleans()), max_size=5),
    st.sampled_from(["dachen", "yuhuan"]),
    st.sampled_from([{}, {"exhausted": True}, {"other_completed": True}]),
)
def test_no_hand_raises(tiles: list[Tile], melds: list[Meld], profile: str, facts: Facts) -> None:
    sheet = score("flowers", Hand(tuple(tiles), tuple(melds)), facts, {"profile": profile})
    assert sheet.valid == (not sheet.reasons)


@given(st.data())
def test_the_order_of_the_tiles_does_not_matter(data: st.DataObject) -> None:
    faces = data.draw(st.permutations(PATTERNS))
    tiles = [Tile(Family.FLOWERS, faces[0], data.draw(st.sampled_from(list(Kind))))]
    for face in faces[1:11]:
        tiles += [Tile(Family.FLOWERS, face, kind) for kind in (Kind.PLAIN, Kind.FLOWER)]
    shuffled = data.draw(st.permutations(tiles))
    facts: Facts = {"roll": [1, 3], "hand_number": 2}
    sheets = [score("flowers", Hand(tuple(order)), facts) for order in (tiles, shuffled)]
    assert sheets[0].valid
    assert sheets[0] == sheets[1]
