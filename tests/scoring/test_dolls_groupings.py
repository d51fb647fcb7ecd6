"""Groupings, totals and waits of doll cards against an independent enumeration; properties.

The enumeration writes the cards of a subject in a row, cuts the row into blocks in every way and
puts the stamped cards in every place; it shares no code with the rules.
"""

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, product

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Hand, Meld, Tile, score
from scoring.games.dolls import hand_waits
from scoring.games.dolls.options import OPTIONS, Options
from scoring.games.dolls.structure import hand_groupings
from scoring.tiles import Family

FULL = "WAHUA_FULL" in os.environ
HANDS = 20_000 if FULL else 2_000
SUBJECTS = ("fu", "ru", "dong", "hai", "shou", "bi", "nan", "shan", "doll")
PHRASES = ({"fu", "ru", "dong", "hai"}, {"shou", "bi", "nan", "shan"})

Block = tuple[str, int, int]
"""Subject, cards, stamped cards among them."""
Division = tuple[tuple[Block, ...], Block]
"""Sets in sorted order, pair."""


def cut(length: int) -> Iterator[tuple[int, ...]]:
    """Cut a row into pieces of two and more, longest first."""
    for places in product((False, True), repeat=max(length - 1, 0)):
        cuts = [0, *(i + 1 for i, here in enumerate(places) if here), length]
        pieces = tuple(b - a for a, b in pairwise(cuts))
        if min(pieces) >= 2 and list(pieces) == sorted(pieces, reverse=True):
            yield pieces


@cache
def subject_ways(plain: int, stamped: int) -> frozenset[tuple[tuple[int, int], ...]]:
    """Every way to form blocks of all the cards: sorted (cards, stamped) of each."""
    found = set()
    for pieces in cut(plain + stamped):
        row = [block for block, size in enumerate(pieces) for _ in range(size)]
        for marked in combinations(range(len(row)), stamped):
            marks = Counter(row[place] for place in marked)
            found.add(tuple(sorted((size, marks[i]) for i, size in enumerate(pieces))))
    return frozenset(found)


def is_legal(block: Block, options: dict[str, object]) -> bool:
    subject, size, _ = block
    fours = options["doll_profile"] == "source3" and options["source3_threes"] == "fours_only"
    return size == 2 or (
        (size == 4 or not fours) and (subject != "doll" or options["doll_meld"] is True)
    )


def enumerate_divisions(hand: Hand, options: dict[str, object]) -> Iterator[Division]:
    """Yield every division of the hand into sets and exactly one pair, each once."""
    held = Counter(str(card) for card in hand.concealed)
    per_subject = []
    for subject in SUBJECTS:
        plain, stamped = held[subject], held[subject + "*"]
        if plain + stamped:
            ways = [[(subject, *one) for one in way] for way in subject_ways(plain, stamped)]
            legal = [way for way in ways if all(is_legal(one, options) for one in way)]
            per_subject.append(sorted(legal))
    melds = [
        (str(meld.tiles[0]).strip("*"), len(meld.tiles), sum(t.stamped for t in meld.tiles))
        for meld in hand.melds
    ]
    if not all(is_legal(meld, options) for meld in melds):
        return
    if not pairs_fit(per_subject):
        return
    for blocks in choose(per_subject, 1):
        sets = sorted([one for one in blocks if one[1] > 2] + melds)
        if sets:
            yield tuple(sets), next(one for one in blocks if one[1] == 2)


def pairs_fit(per_subject: list[list[list[Block]]]) -> bool:
    """Whether some choice has exactly one pair: a quick look before they are all written out."""
    pairs = [{sum(size == 2 for _, size, _ in way) for way in ways} for ways in per_subject]
    return any(sum(choice) == 1 for choice in product(*pairs))


def choose(per_subject: list[list[list[Block]]], pairs: int) -> Iterator[list[Block]]:
    """Yield one way of each subject, so that there are so many pairs in all."""
    if not per_subject:
        if pairs == 0:
            yield []
        return
    for way in per_subject[0]:
        here = sum(size == 2 for _, size, _ in way)
        if here <= pairs:
            for rest in choose(per_subject[1:], pairs - here):
                yield way + rest


def worth(division: Division, options: dict[str, object]) -> int:
    """The points of one division, by the words of the rules."""
    sets, pair = division
    blocks = [*sets, pair] if options["count_pair"] else list(sets)
    by_melds = options["doll_profile"] == "source3"
    if by_melds:
        points = sum(20 if marked else 10 for _, _, marked in sets)
    else:
        points = sum(10 * size + 10 * marked for _, size, marked in blocks)
    doublings = 0
    if pair[0] == "doll":
        doublings += sum(phrase <= {subject for subject, _, _ in sets} for phrase in PHRASES)
        if not by_melds:
            doublings += all(marked > 0 for _, _, marked in sets)
            doublings += all(marked == 0 for _, _, marked in sets)
    if options["combo_stack"] == "best_only":
        doublings = min(doublings, 1)
    factor = int(str(options["combo_mult"]))
    for _ in range(doublings):
        points *= factor
    return points


def random_options(rng: random.Random) -> dict[str, object]:
    return {
        "doll_profile": rng.choice(["source1", "source1", "source3"]),
        "hand_size": rng.choice([19, 19, 18, "any"]),
        "doll_meld": rng.random() < 0.8,
        "count_pair": rng.random() < 0.6,
        "combo_stack": rng.choice(["best_only", "multiply"]),
        "combo_mult": rng.choice([2, 2, 3]),
        "source3_threes": rng.choice(["allow", "allow", "fours_only"]),
        "stamped_per_char": rng.choice([0, 1, 1, 1, 3, 4]),
        "stamped_dolls": rng.choice([0, 0, 1, 3]),
    }


def deck(options: dict[str, object]) -> list[str]:
    cards = []
    for subject in SUBJECTS:
        marked = int(str(options["stamped_dolls" if subject == "doll" else "stamped_per_char"]))
        cards += [subject + "*"] * marked + [subject] * (8 - marked)
    return cards


def block_sizes(rng: random.Random, options: dict[str, object]) -> list[int]:
    if options["source3_threes"] == "fours_only" and options["doll_profile"] == "source3":
        return [4] * rng.choice([3, 4, 4, 4])
    size = options["hand_size"]
    wanted = size - 2 if isinstance(size, int) else rng.randint(6, 24)
    sizes: list[int] = []
    while sum(sizes) < wanted:
        left = wanted - sum(sizes)
        sizes.append(left if left < 6 else rng.choice([3, 3, 3, 4, 4, min(5, left - 3)]))
    return sizes


def near_complete(rng: random.Random, options: dict[str, object]) -> Hand:
    """Random sets, some of them laid out, and a pair, with up to two cards exchanged."""
    while True:
        stock = deck(options)
        rng.shuffle(stock)
        subjects = rng.sample(SUBJECTS, rng.choice([4, 6, 9]))
        blocks = []
        for size in [*block_sizes(rng, options), 2]:
            subject = rng.choice([*subjects, *["doll"] * (2 * (size == 2))])
            block = [card for card in stock if card.strip("*") == subject][:size]
            for card in block:
                stock.remove(card)
            blocks.append(block)
        if [len(block) for block in blocks if len(block) < 3] == [2]:
            break
    *sets, held = blocks
    melds = []
    for block in sets:
        if rng.random() < 0.25:
            melds.append(block)
        else:
            held += block
    for _ in range(rng.choice([0, 0, 0, 1, 2])):
        held[rng.randrange(len(held))] = stock.pop()
    rng.shuffle(held)
    return Hand(tuple(map(tile, held)), tuple(Meld(tuple(map(tile, m))) for m in melds))


def tile(text: str) -> Tile:
    return Tile.parse(text, Family.DOLLS)


def test_groupings_and_totals_equal_the_enumeration() -> None:
    rng = random.Random(2)
    complete = several = 0
    for _ in range(HANDS):
        options = random_options(rng)
        hand = near_complete(rng, options)
        sheet = score("dolls", hand, {}, options)
        divisions = set(enumerate_divisions(hand, options))
        wins = options["hand_size"] in ("any", len(hand.tiles)) and bool(divisions)
        assert sheet.valid == wins, (str(hand), options)
        assert sheet.valid == (not sheet.reasons)
        if not sheet.valid:
            continue
        complete += 1
        totals = sorted({worth(one, options) for one in divisions}, reverse=True)
        assert [sheet.total, *(other.total for other in sheet.alternatives)] == totals
        several += len(totals) > 1
        shown = [shown_division(groups) for groups in (sheet.groups,)]
        shown += [shown_division(other.groups) for other in sheet.alternatives]
        assert set(shown) <= divisions
        assert [worth(one, options) for one in shown] == totals
        found = {
            (len(one.sets), sum(part.is_stamped for part in one.sets), one.pair.subject,
             one.pair.copies.stamped)
            for one in hand_groupings(hand, Options.parse(options))
        }  # fmt: skip
        assert found == {
            (len(sets), sum(marked > 0 for _, _, marked in sets), pair[0], pair[2])
            for sets, pair in divisions
        }
    assert complete > HANDS / 4
    assert several > HANDS / 50


def shown_division(groups: tuple[object, ...]) -> Division:
    blocks = []
    for group in groups:
        tiles = group.tiles  # type: ignore[attr-defined]
        (subject,) = {tile.face for tile in tiles}
        blocks.append((subject, len(tiles), sum(tile.stamped for tile in tiles)))
    (pair,) = [block for block in blocks if block[1] == 2]
    return tuple(sorted(block for block in blocks if block[1] > 2)), pair


def test_waits_equal_the_enumeration() -> None:
    rng = random.Random(3)
    waiting = 0
    for _ in range(HANDS):
        options = random_options(rng)
        hand = near_complete(rng, options)
        hand = Hand(hand.concealed[1:], hand.melds)
        held = Counter(map(str, hand.tiles))
        expected = set()
        for text, copies in Counter(deck(options)).items():
            full = Hand((*hand.concealed, tile(text)), hand.melds)
            if held[text] < copies and any(True for _ in enumerate_divisions(full, options)):
                expected.add(text)
        if options["hand_size"] not in ("any", len(hand.tiles) + 1):
            expected = set()
        waits = hand_waits(hand, Options.parse(options))
        assert {str(tile) for tile in waits} == expected
        assert list(waits) == sorted(waits)
        waiting += bool(expected)
    assert waiting > HANDS / 4


def options_strategy() -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries(
        {
            key: st.sampled_from(option.choices)
            if option.choices
            else st.booleans()
            if isinstance(option.default, bool)
            else st.integers(option.bounds[0], min(option.bounds[1], 8))
            for key, option in OPTIONS.items()
        }
    )


def any_cards() -> st.SearchStrategy[Tile]:
    return st.sampled_from([tile(face + mark) for face in SUBJECTS for mark in ("", "", "*")])


@settings(deadline=None)
@given(
    st.lists(any_cards(), max_size=80),
    st.lists(st.lists(any_cards(), max_size=9).map(lambda tiles: Meld(tuple(tiles))), max_size=3),
    options_strategy(),
    st.booleans(),
)
def test_any_cards_give_a_sheet(
    held: list[Tile], melds: list[Meld], options: dict[str, object], exhausted: bool
) -> None:
    sheet = score("dolls", Hand(tuple(held), tuple(melds)), {"exhausted": exhausted}, options)
    assert sheet.valid != bool(sheet.reasons)
    assert json.loads(json.dumps(sheet.as_dict())) == sheet.as_dict()
    assert sum(item.value for item in sheet.items) == sheet.total
    assert sheet.range == (sheet.total, sheet.total)
    assert sum(sheet.payments.values()) == 0


@settings(deadline=None)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_order_does_not_matter_and_stamps_only_add(seed: int, shuffler: random.Random) -> None:
    rng = random.Random(seed)
    options = random_options(rng) | {"stamped_per_char": 4, "stamped_dolls": 4}
    hand = near_complete(rng, options)
    held = list(hand.concealed)
    shuffler.shuffle(held)
    sheet = score("dolls", hand, {}, options)
    assert score("dolls", Hand(tuple(held), hand.melds[::-1]), {}, options).total == sheet.total
    plain = Hand(
        tuple(tile(one.face) for one in hand.concealed),
        tuple(Meld(tuple(tile(one.face) for one in meld.tiles)) for meld in hand.melds),
    )
    unmarked = score("dolls", plain, {}, options | {"stamped_per_char": 0, "stamped_dolls": 0})
    assert unmarked.valid == sheet.valid
    simple = {"combo_mult": 1}
    bare = score("dolls", plain, {}, options | simple | {"stamped_per_char": 0, "stamped_dolls": 0})
    assert bare.total <= score("dolls", hand, {}, options | simple).total
