"""Strips of covered cards become whole cards, and fans have as many as there are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from scoring.tiles import Family, Tile
from vision.fans import Picture, completed, evenly_spaced, filled_up
from vision.locate import Quads
from vision.read import Reading

HEIGHT = 160.0
WIDTH = 60.0


def card(left: float, right: float, top: float = 0.0) -> list[list[float]]:
    bottom = top + HEIGHT
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def quads(*cards: list[list[float]]) -> Quads:
    return Quads(np.array(cards, np.float32), np.full(len(cards), 0.9, np.float32))


def spans(result: Quads) -> list[tuple[float, float]]:
    """Left and right edge of each upright card."""
    edges = np.stack([result.corners[..., 0].min(axis=1), result.corners[..., 0].max(axis=1)])
    return [(round(float(low), 1), round(float(high), 1)) for low, high in edges.T]


def turned(corners: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    angle = np.radians(degrees)
    matrix = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(corners @ matrix.T, np.float32)


RIGHT_ON_TOP = (card(0, 25), card(25, 50), card(50, 110))
LEFT_ON_TOP = (card(0, 60), card(60, 85), card(85, 110))
ALONE = card(400, 460)


@pytest.mark.parametrize(
    ("cards", "wanted"),
    [
        (RIGHT_ON_TOP, [(0, 60), (25, 85), (50, 110)]),
        (LEFT_ON_TOP, [(0, 60), (25, 85), (50, 110)]),
        # Strips that the locator already took for half of a card.
        ((card(0, 40), card(25, 62), card(50, 110)), [(0, 60), (25, 85), (50, 110)]),
        # Cards beside each other are whole already.
        ((card(0, 60), card(61, 121), card(122, 182)), [(0, 60), (61, 121), (122, 182)]),
        # Nothing lies on this one: it is a narrow thing of its own.
        ((*RIGHT_ON_TOP, card(300, 325)), [(0, 60), (25, 85), (50, 110), (300, 325)]),
        # Too thin for a card.
        ((card(0, 10), card(10, 70)), [(0, 10), (10, 70)]),
        # A thing half as high is no card of this fan.
        (
            (card(0, 25), [[25, 0], [85, 0], [85, 80], [25, 80]], ALONE),
            [(0, 25), (25, 85), (400, 460)],
        ),
    ],
)
def test_covered_cards_reach_under_those_on_top(
    cards: tuple[list[list[float]], ...], wanted: list[tuple[float, float]]
) -> None:
    assert spans(completed(quads(*cards))) == wanted


def test_every_group_has_a_top_of_its_own_but_all_cards_one_shape() -> None:
    """The median of three tops is whole; the strip at the end of the third group is narrow."""
    cards = (*RIGHT_ON_TOP, card(200, 225), card(225, 285), card(400, 425), card(425, 450))
    result = spans(completed(quads(*cards)))
    assert result[:5] == [(0, 60), (25, 85), (50, 110), (200, 260), (225, 285)]


@pytest.mark.parametrize("degrees", [0, 17, 90, 180, 241])
def test_the_photo_may_be_turned(degrees: float) -> None:
    flat = np.array(RIGHT_ON_TOP, np.float32)
    scores = np.full(3, 0.9, np.float32)
    wanted = turned(completed(Quads(flat, scores)).corners, degrees)
    result = completed(Quads(turned(flat, degrees), scores)).corners
    for one, other in zip(result, wanted, strict=True):
        distance = np.linalg.norm(one[:, None] - other[None], axis=2).min(axis=0)
        assert distance.max() < 0.01


@pytest.mark.parametrize("count", [0, 1])
def test_so_few_cards_stay_as_they_are(count: int) -> None:
    given = Quads(
        np.array([ALONE] * count, np.float32).reshape(-1, 4, 2), np.ones(count, np.float32)
    )
    assert completed(given) is given


def test_whole_cards_stay_the_very_ones() -> None:
    """So that nobody looks at them again."""
    given = quads(card(0, 60), card(61, 121), card(122, 182))
    assert completed(given) is given


def test_quads_without_area_do_no_harm() -> None:
    flat = np.zeros((3, 4, 2), np.float32)
    assert np.isfinite(completed(Quads(flat, np.ones(3, np.float32))).corners).all()


def row(*lefts: float, score: float = 0.9, weak: tuple[int, ...] = ()) -> Quads:
    scores = np.full(len(lefts), score, np.float32)
    scores[list(weak)] = 0.5
    cards = [card(left, left + WIDTH) for left in lefts]
    return Quads(np.array(cards, np.float32), scores)


@pytest.mark.parametrize("degrees", [0, 90, 200])
@pytest.mark.parametrize(
    ("lefts", "weak", "dropped"),
    [
        ((0, 40, 80, 100, 120, 160), (3,), [100]),
        ((0, 20, 40, 80, 120, 160, 200, 220, 240, 280), (1, 7), [20, 220]),
        # The locator is sure of it.
        ((0, 40, 80, 100, 120, 160), (), []),
        # Steps may differ, but two are more than one.
        ((0, 40, 70, 100, 140), (1, 2, 3), []),
        # A loose end tells nothing, and three cards tell no step.
        ((0, 40, 80, 120, 140), (4,), []),
        ((0, 20, 40), (1,), []),
    ],
)
def test_what_lies_between_two_neighbours_is_no_card(
    lefts: tuple[float, ...], weak: tuple[int, ...], dropped: list[float], degrees: float
) -> None:
    found = row(*lefts, weak=weak)
    result = evenly_spaced(Quads(turned(found.corners, degrees), found.scores))
    kept = [index for index, left in enumerate(lefts) if left not in dropped]
    np.testing.assert_array_equal(result.corners, turned(found.corners, degrees)[kept])
    np.testing.assert_array_equal(result.scores, found.scores[kept])


def test_quads_may_begin_at_opposite_corners() -> None:
    found = row(0, 40, 80, 100, 120, 160, weak=(3,))
    found.corners[::2] = np.roll(found.corners[::2], 2, axis=1)
    assert len(evenly_spaced(found)) == 5


def test_without_neighbours_all_stay() -> None:
    found = row(0, 200, 400, 600, weak=(1, 2))
    assert evenly_spaced(found) is found


def printed(places: Sequence[float], *, seed: int = 1) -> Picture:
    """Cards of one print at these left edges, each over the one before, on a plain table."""
    picture = np.full((300, 400, 3), 90, np.uint8)
    print_ = np.random.default_rng(seed).integers(0, 255, (8, 3, 3))
    face = cv2.resize(print_.astype(np.uint8), (int(WIDTH), int(HEIGHT)))
    for left in places:
        picture[: int(HEIGHT), int(left) : int(left + WIDTH)] = face
    return picture


def reading(name: str) -> Reading:
    tile = Tile.parse(name, Family.DOLLS)
    return Reading(tile, 0.9, ((tile, 0.9),))


def whole(*lefts: float) -> Quads:
    return quads(*(card(left, left + WIDTH) for left in lefts))


LAID = (0.0, 25.0, 50.0, 75.0, 100.0)


def half_turned(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """In a picture of 400×300 pixels that is turned upside down."""
    return np.asarray(np.array([400, 300]) - corners, np.float32)


@pytest.mark.parametrize("missed", [1, 2, 3])
@pytest.mark.parametrize("inverted", [False, True])
def test_a_card_that_is_missed_between_two_of_its_face_is_added(
    missed: int, inverted: bool
) -> None:
    """The locator sees strips of the others; an upside-down picture has the whole card left."""
    picture = printed(LAID)
    lefts = [left for place, left in enumerate(LAID) if place != missed]
    cards = whole(*lefts)
    seen = quads(*(card(left, end) for left, end in pairwise(lefts)), card(100, 100 + WIDTH))
    if inverted:
        picture = np.ascontiguousarray(picture[::-1, ::-1])
        cards, seen = (Quads(half_turned(one.corners), one.scores) for one in (cards, seen))
    result = filled_up(picture, cards, seen, lambda places: [reading("fu")] * len(places))
    corners = half_turned(result.corners) if inverted else result.corners
    assert_allclose(np.sort(corners[..., 0].min(axis=1)), LAID, atol=0.5)


def nothing_is_read(_: Quads) -> list[Reading]:
    pytest.fail("no place to read")


@pytest.mark.parametrize(
    "lefts",
    [
        LAID,  # at usual steps
        (0.0, 25.0, 50.0, 100.0),  # the last one merely lies further off: one strip is seen
        (0.0, 25.0, 75.0),  # too few to tell the usual step
    ],
)
def test_nothing_is_added_where_no_card_is_missing(lefts: tuple[float, ...]) -> None:
    cards = whole(*lefts)
    assert filled_up(printed(lefts), cards, cards, nothing_is_read) is cards


@pytest.mark.parametrize(
    "names", [("fu", "fu", "ru"), ("ru", "fu", "fu"), ("back", "back", "back")]
)
def test_the_reader_must_see_one_face_three_times(names: tuple[str, str, str]) -> None:
    """In the place between, and in the cards on both sides of it; backs tell nothing."""
    answers = iter(names)
    cards = whole(*(left for left in LAID if left != LAID[2]))
    seen = quads(*(card(left, left + 25) for left in (0.0, 25.0, 75.0)), card(100, 100 + WIDTH))
    result = filled_up(
        printed(LAID),
        cards,
        seen,
        lambda places: [reading(next(answers)) for _ in range(len(places))],
    )
    assert result is cards
    assert next(answers, None) is None  # all were asked
