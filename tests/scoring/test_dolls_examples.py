"""The worked examples of doll cards (DC-1 to DC-6) and every item, positive and negative."""

import pytest

from scoring import GAMES, Family, ScoreSheet, score

SAMPLE = "fu fu fu fu shou shou shou bi bi bi nan nan nan shan shan shan shan doll doll"
STAMPED = "fu* fu fu fu shou* shou shou bi* bi bi nan* nan nan shan* shan shan shan doll doll"
NO_DOLLS = "fu fu fu fu ru ru ru shou shou shou bi bi bi bi nan nan nan shan shan"
ONE_STAMP = "fu* fu fu fu ru ru ru dong dong dong hai hai hai hai shou shou shou doll doll"
FIVE = "fu fu fu fu fu ru ru ru shou* shou shou bi bi bi nan nan nan shan shan"
BOTH_PHRASES = (
    "fu fu fu ru ru ru dong dong dong hai hai hai "
    "shou shou shou bi bi bi nan nan nan shan shan shan* doll doll"
)
FOURS = "fu fu fu fu shou shou shou shou* bi bi bi bi nan nan nan nan doll doll"


def dolls(hand: str, **options: object) -> ScoreSheet:
    return score("dolls", hand, {}, options)


def lines(sheet: ScoreSheet) -> dict[str, tuple[int, int]]:
    return {item.key: (item.count, item.value) for item in sheet.items}


@pytest.mark.parametrize(
    ("hand", "options", "total"),
    [
        (SAMPLE, {}, 380),  # DC-1
        (SAMPLE, {"count_pair": False}, 340),
        (SAMPLE, {"combo_stack": "multiply"}, 760),
        (SAMPLE, {"combo_stack": "multiply", "count_pair": False}, 680),
        (SAMPLE, {"combo_mult": 3}, 570),
        (SAMPLE, {"combo_mult": 1}, 190),
        (SAMPLE, {"combo_mult": 3, "combo_stack": "multiply"}, 1710),
        (SAMPLE, {"doll_profile": "source3"}, 100),  # DC-2
        (SAMPLE, {"doll_profile": "source3", "combo_stack": "multiply"}, 100),
        (STAMPED, {}, 480),  # DC-3
        (STAMPED, {"combo_stack": "multiply"}, 960),
        (STAMPED, {"count_pair": False}, 440),
        (STAMPED, {"doll_profile": "source3"}, 200),
        (STAMPED, {"doll_profile": "source3", "combo_stack": "multiply"}, 200),
        (NO_DOLLS, {}, 190),  # DC-4
        (NO_DOLLS, {"count_pair": False}, 170),
        (NO_DOLLS, {"doll_profile": "source3"}, 50),
        (ONE_STAMP, {}, 400),  # DC-5
        (ONE_STAMP, {"combo_stack": "multiply"}, 400),
        (ONE_STAMP, {"doll_profile": "source3"}, 120),
        (FIVE, {}, 200),  # DC-6
        (FIVE, {"doll_profile": "source3"}, 60),
        (BOTH_PHRASES, {"hand_size": "any"}, 540),
        (BOTH_PHRASES, {"hand_size": "any", "combo_stack": "multiply"}, 1080),
        (BOTH_PHRASES, {"hand_size": "any", "doll_profile": "source3"}, 180),
        (
            BOTH_PHRASES,
            {"hand_size": "any", "doll_profile": "source3", "combo_stack": "multiply"},
            360,
        ),
        (FOURS, {"hand_size": 18}, 190),
        (FOURS, {"hand_size": "18", "doll_profile": "source3"}, 50),
        (
            FOURS,
            {"hand_size": 18, "doll_profile": "source3", "source3_threes": "fours_only"},
            50,
        ),
        (FOURS, {"hand_size": 18, "source3_threes": "fours_only"}, 190),
    ],
)
def test_worked_examples(hand: str, options: dict[str, object], total: int) -> None:
    sheet = score("dolls", hand, {}, options)
    assert (sheet.valid, sheet.reasons) == (True, ())
    assert (sheet.total, sheet.range, dict(sheet.payments)) == (total, (total, total), {})
    assert sum(item.value for item in sheet.items) == total


@pytest.mark.parametrize(
    ("hand", "options", "expected"),
    [
        (SAMPLE, {}, {"plain_cards": (19, 190), "combination": (1, 190)}),
        (
            STAMPED,
            {"combo_stack": "multiply"},
            {"plain_cards": (14, 140), "stamped_cards": (5, 100), "combination": (2, 720)},
        ),
        (NO_DOLLS, {}, {"plain_cards": (19, 190)}),
        (FIVE, {}, {"plain_cards": (18, 180), "stamped_cards": (1, 20)}),
        (FIVE, {"doll_profile": "source3"}, {"plain_melds": (4, 40), "stamped_melds": (1, 20)}),
        (
            STAMPED,
            {"doll_profile": "source3"},
            {"stamped_melds": (5, 100), "combination": (1, 100)},
        ),
        (SAMPLE, {"doll_profile": "source3"}, {"plain_melds": (5, 50), "combination": (1, 50)}),
    ],
)
def test_lines_of_the_sheet(
    hand: str, options: dict[str, object], expected: dict[str, tuple[int, int]]
) -> None:
    assert lines(score("dolls", hand, {}, options)) == expected


def combination(hand: str, **options: object) -> str:
    found = [item.name for item in dolls(hand, **options).items if item.key == "combination"]
    return found[0] if found else ""


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (ONE_STAMP, "phrase 福如東海: ×2"),
        # only three subjects of the phrase have sets
        ("fu* fu fu fu ru ru ru dong dong dong shou shou shou shou bi bi bi doll doll", ""),
        # the whole phrase, but no pair of dolls
        ("fu* fu fu fu ru ru ru dong dong dong hai hai hai hai shou shou shou bi bi", ""),
        # two cards of one subject are no set
        ("fu* fu fu fu ru ru ru dong dong dong shou shou shou doll doll doll doll hai hai", ""),
        (SAMPLE, "phrase 壽比南山; shu xin: ×4"),
        # sets of dolls are no pair of dolls
        ("shou* shou shou bi bi bi nan nan nan shan shan shan shan doll doll doll doll fu fu", ""),
        (STAMPED, "phrase 壽比南山; big dolly sings on stage: ×4"),
        (
            "fu* fu fu fu shou* shou shou bi* bi bi nan* nan nan hai* hai hai hai doll doll",
            "big dolly sings on stage: ×2",
        ),
        # one set without a stamp
        ("fu* fu fu fu shou* shou shou bi* bi bi nan* nan nan hai hai hai hai doll doll", ""),
        # every set stamped, but the pair is no pair of dolls
        ("fu* fu fu fu shou* shou shou bi* bi bi nan* nan nan hai* hai hai hai ru ru", ""),
        (
            "fu fu fu fu shou shou shou bi bi bi nan nan nan hai hai hai hai doll doll",
            "shu xin: ×2",
        ),
        # one stamp is too many
        ("fu fu fu fu* shou shou shou bi bi bi nan nan nan hai hai hai hai doll doll", ""),
        # no stamps, but no dolls
        ("fu fu fu fu shou shou shou bi bi bi nan nan nan hai hai hai hai ru ru", ""),
    ],
)
def test_combinations(hand: str, expected: str) -> None:
    assert combination(hand, combo_stack="multiply") == expected


def test_source_three_knows_the_phrase_only() -> None:
    plain = "fu fu fu fu shou shou shou bi bi bi nan nan nan hai hai hai hai doll doll"
    assert combination(plain, doll_profile="source3") == ""
    assert combination(SAMPLE, doll_profile="source3") == "phrase 壽比南山: ×2"


def test_the_combination_names_its_cards_and_sources() -> None:
    item = dolls(ONE_STAMP).items[-1]
    assert " ".join(map(str, item.tiles)) == (
        "fu fu fu fu* ru ru ru dong dong dong hai hai hai hai doll doll"
    )
    assert (item.key, item.source) == ("combination", "S2")
    every = dolls(STAMPED, combo_stack="multiply").items[-1]
    assert (len(every.tiles), every.source) == (19, "S2; S2, multiplier R")


def test_stamps_of_the_pair_count_as_cards_but_not_for_sets() -> None:
    hand = "fu fu fu fu shou shou shou bi bi bi nan nan nan shan shan shan shan doll doll*"
    sheet = dolls(hand, stamped_dolls=1, combo_stack="multiply")
    assert lines(sheet) == {
        "plain_cards": (18, 180),
        "stamped_cards": (1, 20),
        "combination": (2, 600),
    }
    assert dolls(hand, stamped_dolls=1, count_pair=False).total == 340


def test_the_stamped_card_goes_where_it_pays() -> None:
    hand = "fu* fu fu fu fu ru ru ru shou shou shou bi bi bi nan nan nan shan shan shan"
    sheet = dolls(hand, count_pair=False, hand_size="any")
    assert sheet.total == 19 * 10
    assert [other.total for other in sheet.alternatives] == [180]
    assert [str(tile) for tile in sheet.groups[-1].tiles] == ["fu", "fu"]
    assert sheet.alternatives[0].groups[-1].as_dict()["tiles"] == ["fu", "fu*"]


def test_six_of_a_subject_are_read_as_it_pays() -> None:
    hand = "fu* fu fu fu fu fu shou* shou shou bi* bi bi nan* nan nan doll doll"
    one_six = dolls(hand, hand_size="any")
    assert [len(group.tiles) for group in one_six.groups] == [6, 3, 3, 3, 2]
    assert (one_six.total, [other.total for other in one_six.alternatives]) == (420, [210])
    two_threes = dolls(hand, hand_size="any", doll_profile="source3")
    assert [len(group.tiles) for group in two_threes.groups] == [3, 3, 3, 3, 3, 2]
    assert (two_threes.total, [other.total for other in two_threes.alternatives]) == (90, [80])


def test_groups_say_what_lies_open_and_what_the_last_card_completed() -> None:
    hand = "shou shou shou bi bi bi shan shan shan shan doll doll [fu fu fu fu*] [nan nan nan]"
    facts = {"win": "discard", "winning_tile": "bi"}
    groups = score("dolls", hand, facts).groups
    assert [(group.kind, len(group.tiles)) for group in groups] == [
        ("set", 4),
        ("set", 3),
        ("set", 3),
        ("set", 3),
        ("set", 4),
        ("pair", 2),
    ]
    assert [group.concealed for group in groups] == [False, False, True, False, True, True]
    assert [group.winning for group in groups] == [False, False, False, True, False, False]
    drawn = score("dolls", hand, {**facts, "win": "self_draw"}).groups
    assert [group.concealed for group in drawn] == [False, False, True, True, True, True]


def test_registry() -> None:
    game = GAMES["dolls"]
    assert (game.family, game.ruleset) == (Family.DOLLS, "dolls-s2/1.0")
    assert all(option.about for option in game.options.values())
    assert dict(dolls(SAMPLE).options) == {
        "doll_profile": "source1",
        "hand_size": 19,
        "doll_meld": True,
        "count_pair": True,
        "combo_stack": "best_only",
        "combo_mult": 2,
        "source3_threes": "allow",
        "stamped_per_char": 1,
        "stamped_dolls": 0,
    }


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "R: phrase 壽比南山 and shu xin together: only one multiplies"),
        ({"combo_stack": "multiply"}, "R: phrase 壽比南山 and shu xin together: each multiplies"),
        ({"combo_stack": "multiply"}, "R: S2 gives no multiplier for shu xin; combo_mult=2"),
        ({}, "4 × fu, 4 × shan held: S2 wants a four laid out"),
        ({}, "S2 does not say who pays whom"),
        ({"hand_size": "any"}, "19 cards: 5 sets and a pair"),
        ({"source3_threes": "fours_only"}, "source3_threes changes nothing"),
        ({"doll_profile": "source3", "count_pair": False}, "count_pair changes nothing"),
    ],
)
def test_notes(options: dict[str, object], words: str) -> None:
    assert any(note.startswith(words) for note in dolls(SAMPLE, **options).notes)


def test_a_plain_win_has_the_note_on_payments_only() -> None:
    hand = "ru ru ru shou shou shou bi bi bi nan nan nan shan shan doll* doll doll [fu fu fu]"
    assert len(dolls(hand, hand_size="any", stamped_dolls=1).notes) == 2
    exposed = "ru ru ru shou shou shou bi bi bi nan nan nan [fu fu fu fu fu] shan shan"
    assert [note[:2] for note in dolls(exposed).notes] == ["S2"]
