"""What the network's answer means once the family is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from scoring.tiles import Family, Tile
from tests.evidence import evidence_of
from vision.evidence import (
    FOREIGN,
    NO_FACE,
    Evidence,
    count_strangers,
    family_votes,
    most_voted,
    named,
    turn_of,
    within,
)
from vision.faces import (
    FACE_NAMES,
    FAMILY_FACES,
    frequencies,
    kind_frequencies,
    stamp_frequency,
)

Floats = NDArray[np.float64]


def faces(**chances: float) -> Floats:
    row = np.zeros((1, len(FACE_NAMES)))
    for name, chance in chances.items():
        row[0, FACE_NAMES.index(name.lstrip("_").replace("x", "-"))] = chance
    return row


def chance(result: Floats, name: str) -> float:
    return float(result[0, FACE_NAMES.index(name)])


@pytest.mark.parametrize(
    ("family", "expected"),
    [
        (Family.MAHJONG, {"7z": 1, "5z": 1, "1m": 1, "5f": 1 / 4, "back": 1}),
        (Family.FLOWERS, {"1-1": 1, "5f": 1 / 6, "5z": 1 / 3, "back": 1}),
        (Family.DOLLS, {"fu": 1, "doll": 1, "back": 1}),
    ],
)
def test_frequencies_are_those_of_the_set(family: Family, expected: dict[str, float]) -> None:
    given = frequencies(family)
    assert set(given) == set(FAMILY_FACES[family])
    assert {face: given[face] for face in expected} == pytest.approx(expected)


def test_a_rare_face_needs_more_evidence() -> None:
    """A mahjong set has four red dragons and one spring."""
    result = within(faces(_5f=0.6, _7z=0.4), Family.MAHJONG)
    assert chance(result, "7z") == pytest.approx(0.4 / 0.55)
    assert chance(result, "5f") == pytest.approx(0.15 / 0.55)


def test_faces_of_other_families_are_no_rivals_but_count_a_little_as_nothing() -> None:
    result = within(faces(_8p=0.3, _4x4=0.7), Family.MAHJONG)
    nothing = FOREIGN * 0.7
    assert chance(result, "8p") == pytest.approx(0.3 / (0.3 + nothing))
    assert chance(result, "nothing") == pytest.approx(nothing / (0.3 + nothing))
    assert chance(result, "4-4") == 0
    alone = within(faces(_4x4=0.999, _8p=0.001), Family.MAHJONG)
    assert chance(alone, "nothing") > chance(alone, "8p")


def test_a_blank_card_is_the_doll() -> None:
    result = within(faces(_5z=0.7, fu=0.2, nothing=0.1), Family.DOLLS)
    assert chance(result, "doll") == pytest.approx(0.7)
    assert chance(result, "5z") == 0


@pytest.mark.parametrize("family", Family)
def test_probabilities_sum_to_one(family: Family) -> None:
    rng = np.random.default_rng(3)
    given = rng.dirichlet(np.full(len(FACE_NAMES), 0.1), 50)
    result = within(given, family)
    assert np.allclose(result.sum(axis=1), 1)
    assert (result >= 0).all()


@pytest.mark.parametrize(
    ("names", "family"),
    [
        (("1m", "2p", "3-4"), Family.MAHJONG),
        (("1-2", "6-6f", "1f", "5z"), Family.FLOWERS),
        (("fu", "doll", "back"), Family.DOLLS),
        (("1f", "5z", "back", None), Family.MAHJONG),  # no face tells
        ((), Family.MAHJONG),
    ],
)
def test_the_family_is_the_one_that_most_faces_tell(
    names: tuple[str | None, ...], family: Family
) -> None:
    votes = family_votes(evidence_of(names), np.ones(len(names)))
    assert most_voted(votes) is family


def test_strangers_are_counted_by_family() -> None:
    evidence = evidence_of(["1m", "fu", "ru*", "1-1", "1f"], confidence=0.95)
    counts = count_strangers(evidence, np.ones(5), Family.MAHJONG)
    assert counts == {Family.DOLLS: 2, Family.FLOWERS: 1}
    unsure = count_strangers(evidence, np.full(5, 0.8), Family.MAHJONG)
    assert unsure == {}


def test_frequencies_of_kinds_and_stamps_are_those_of_the_set() -> None:
    """Three plain tiles, two flower tiles and a stacked one; one stamped card in nine."""
    assert kind_frequencies() == pytest.approx((1 / 2, 1 / 3, 1 / 6))
    assert stamp_frequency() == pytest.approx(8 / 72)


def test_kinds_and_stamps_share_the_probability_of_their_face() -> None:
    """Weighed by roots: 3, 2 and 1 of a pattern, and 1 stamped card to 8 others."""
    parts = 0.5 * 3**0.5, 0.3 * 2**0.5, 0.2
    stamped = 0.25 / (0.25 + 0.75 * 8**0.5)
    evidence = evidence_of(["3-4", "fu"])
    evidence = Evidence(
        evidence.faces, evidence.red, np.array([[0.5, 0.3, 0.2]] * 2), np.array([0.0, 0.25]),
        evidence.turns, evidence.embeddings,
    )  # fmt: skip
    flowers = named(evidence, 0, within(evidence.faces, Family.FLOWERS)[0], Family.FLOWERS, 1e-4)
    assert [(str(tile), round(p, 4)) for tile, p in flowers] == [
        (name, round(0.9 * part / sum(parts), 4))
        for name, part in zip(("3-4", "3-4f", "3-4d"), parts, strict=True)
    ]  # fmt: skip
    cards = named(evidence, 1, within(evidence.faces, Family.DOLLS)[1], Family.DOLLS, 1e-4)
    assert [(str(tile), round(p, 4)) for tile, p in cards] == [
        ("fu", round(0.9 * (1 - stamped), 4)),
        ("fu*", round(0.9 * stamped, 4)),
    ]


@pytest.mark.parametrize(
    ("name", "turns", "expected"),
    [
        ("1z", (0.1, 0.4, 0.3, 0.2), 1),
        ("3-4", (0.1, 0.4, 0.35, 0.15), 1),
        ("3-4", (0.3, 0.4, 0.3, 0.0), 0),  # even turns are likelier together
        ("3-4", (0.2, 0.1, 0.4, 0.3), 2),
        (None, (0.1, 0.2, 0.3, 0.4), 3),
    ],
)
def test_turns(name: str | None, turns: tuple[float, ...], expected: int) -> None:
    tile = None if name is None else Tile.parse(name)
    assert turn_of(np.array(turns), tile) == expected


def test_kinds_matter_for_patterns_only() -> None:
    evidence = replace(
        evidence_of(["3-4", "fu", "5m"], confidence=0.9), kinds=np.array([[0.5, 0.3, 0.2]] * 3)
    )
    assert_allclose(evidence.certainty(), [0.45, 0.9, 0.9])


def test_that_it_is_no_face_is_never_certain() -> None:
    evidence = replace(evidence_of(["5m"]), faces=faces(_5m=0.3, nothing=0.7))
    assert_allclose(evidence.certainty(), 0.3)
    evidence = replace(evidence_of(["5m"]), faces=faces(nothing=1.0))
    assert_allclose(evidence.certainty(), NO_FACE)
