"""The parts of the page that compute: evening, CSV, hand, checks. They run in the browser."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageFilter

from tests.service.web.phone import phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHOTOS = Path(__file__).parents[2] / "photos"


@pytest.fixture(scope="module")
def page(browser: Browser, url: str) -> Iterator[Page]:
    context = phone(browser, url)
    page = context.new_page()
    page.goto("/manifest.webmanifest")  # a document of our origin in which nothing runs
    yield page
    context.close()


def run(page: Page, module: str, body: str, *arguments: Any) -> Any:
    """Run a function body; the module is `m`, the arguments are `a`."""
    script = f"async (a) => {{ const m = await import('/js/{module}.js'); {body} }}"
    return page.evaluate(script, list(arguments))


def test_csv_is_exact(page: Page) -> None:
    evening = {
        "players": ["Mei", 'Ann "A", jr', "=Bob", "丁"],
        "dealer": 0,
        "hands": [
            {
                "time": "2026-01-02T20:15:00Z",
                "game": "taiwanese",
                "hand": "123m | 1f",
                "winner": 1,
                "total": 7,
                "gains": [-7, 21, -7, -7],
            },
            {
                "time": "2026-01-02T20:30:00Z",
                "game": "",
                "hand": "",
                "winner": None,
                "total": 0,
                "gains": [10, -10, 0, 0],
            },
        ],
    }
    text = run(
        page,
        "evening",
        "return m.csvOf(a[0], {head: a[1], names: a[0].players, "
        "gameName: (game) => game || 'typed', total: 'Total'});",
        evening,
        ["No.", "Time", "Game", "Hand", "Winner", "Points"],
    )
    assert text == (
        'No.,Time,Game,Hand,Winner,Points,Mei,"Ann ""A"", jr",\'=Bob,丁\r\n'
        '1,2026-01-02T20:15:00Z,taiwanese,123m | 1f,"Ann ""A"", jr",7,-7,21,-7,-7\r\n'
        "2,2026-01-02T20:30:00Z,typed,,,0,10,-10,0,0\r\n"
        "Total,,,,,,3,11,-7,-7\r\n"
    )


@pytest.mark.parametrize(
    ("payments", "dealer", "winner", "gains"),
    [
        ({"east": -7, "south": 21, "west": -7, "north": -7}, 0, 1, [-7, 21, -7, -7]),
        ({"east": -7, "south": 21, "west": -7, "north": -7}, 3, 0, [21, -7, -7, -7]),
        ({"heaven": 9, "earth": -3, "people": -3, "long_three": -3}, 2, 2, [-3, -3, 9, -3]),
        ({"player": 6, "next": -1, "opposite": -2, "previous": -3}, 0, 3, [-1, -2, -3, 6]),
        ({}, 0, 0, [0, 0, 0, 0]),
    ],
)
def test_payments_go_to_the_players_at_the_seats(
    page: Page, payments: dict[str, int], dealer: int, winner: int, gains: list[int]
) -> None:
    body = "return m.gainsOf({...m.newEvening(), dealer: a[1]}, a[0], a[2]);"
    assert run(page, "evening", body, payments, dealer, winner) == gains


def test_the_deal_stays_with_a_winning_east_and_passes_else(page: Page) -> None:
    body = """
      const entry = {gains: [0, 0, 0, 0], total: 1, passes: true};
      let evening = m.newEvening();
      const seen = [];
      for (const winner of a[0]) {
        evening = m.addHand(evening, {...entry, winner});
        seen.push([evening.dealer, evening.repeat, m.roundOf(evening)]);
      }
      return seen;"""
    assert run(page, "evening", body, [0, 0, 2, 0, 0, 1]) == [
        [0, 1, "east"],
        [0, 2, "east"],
        [1, 0, "east"],
        [2, 0, "east"],
        [3, 0, "east"],
        [0, 0, "south"],
    ]


@pytest.mark.parametrize(
    ("totals", "transfers"),
    [
        ([30, -10, -10, -10], [[3, 0, 10], [2, 0, 10], [1, 0, 10]]),
        ([5, 15, -20, 0], [[2, 1, 15], [2, 0, 5]]),
        ([0, 0, 0, 0], []),
    ],
)
def test_debts_are_settled(page: Page, totals: list[int], transfers: list[list[int]]) -> None:
    body = "return m.transfersOf(a[0]).map(({from, to, amount}) => [from, to, amount]);"
    assert run(page, "evening", body, totals) == transfers


def test_a_concealed_kong_counts_as_three_and_names_its_backs(page: Page) -> None:
    body = """
      let hand = m.emptyHand("mahjong");
      for (const tile of ["back", "1z", "1z", "back", "5m", "5m", "1f"]) hand = m.add(hand, tile);
      for (const id of [1, 2, 3, 4]) hand = m.move(hand, id, "meld", id === 1 ? null : 1);
      hand = m.setConcealed(hand, 1, true);
      hand = m.move(hand, 6, "winning");
      return [m.bodyOf(hand), m.counted(hand)];"""
    assert run(page, "hand", body) == [
        {
            "family": "mahjong",
            "concealed": ["5m", "5m"],
            "melds": [{"tiles": ["1z", "1z", "1z", "1z"], "concealed": True}],
            "bonus": ["1f"],
        },
        5,
    ]


def test_one_tile_only_is_the_winning_one_and_turning_rolls_the_corners(page: Page) -> None:
    body = """
      let hand = m.emptyHand("dolls");
      hand = m.add(m.add(hand, "fu", {corners: [[0, 0], [2, 0], [2, 3], [0, 3]]}), "ru");
      hand = m.turn(m.move(m.move(hand, 1, "winning"), 2, "winning"), 1);
      return hand.tiles.map((tile) => [tile.part, tile.corners]);"""
    assert run(page, "hand", body) == [
        ["hand", [[2, 0], [2, 3], [0, 3], [0, 0]]],
        ["winning", None],
    ]


@pytest.mark.parametrize(
    ("game", "options", "number", "key"),
    [
        ("taiwanese", {}, 16, "check.few"),
        ("taiwanese", {}, 17, None),
        ("riichi", {}, 15, "check.many"),
        ("flowers", {}, 23, None),
        ("flowers", {"triple_total": "exact_21"}, 23, "check.many"),
        ("dolls", {"hand_size": 18}, 19, "check.many"),
        ("dolls", {"hand_size": "any"}, 30, None),
    ],
)
def test_the_number_of_tiles_is_that_of_the_game(
    page: Page, game: str, options: dict[str, Any], number: int, key: str | None
) -> None:
    body = """
      const h = await import("/js/hand.js");
      let hand = h.emptyHand("dolls");
      for (let i = 0; i < a[2]; i += 1) hand = h.add(hand, "fu");
      return m.countFault(hand, a[0], a[1])?.key ?? null;"""
    assert run(page, "checks", body, game, options, number) == key


def test_tiles_at_the_edge_are_cut_off(page: Page) -> None:
    tiles = [
        {"corners": [[0, 50], [40, 50], [40, 90], [0, 90]]},
        {"corners": [[100, 50], [140, 50], [140, 90], [100, 90]]},
        {"corners": None},
    ]
    assert run(page, "checks", "return m.cutOff(a[0], 1000, 800);", tiles) == 1


@pytest.mark.parametrize("name", ["all-chows", "slanted", "standing", "eight-pairs", "all-pungs"])
def test_dark_and_blurred_photos_are_told_from_good_ones(page: Page, name: str) -> None:
    image = Image.open(PHOTOS / f"{name}.jpg").convert("RGB")
    dark = image.point(lambda value: value * 0.2)
    side = max(image.size)
    blurred = image.filter(ImageFilter.GaussianBlur(side / 100))
    assert faults(page, image) == []
    assert "check.dark" in faults(page, dark)
    assert "check.blurred" in faults(page, blurred)


def faults(page: Page, image: Image.Image) -> list[str]:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    body = """
      const bytes = Uint8Array.from(atob(a[0]), (one) => one.charCodeAt(0));
      const checks = await import("/js/checks.js");
      const bitmap = await m.decode(new Blob([bytes], {type: "image/png"}));
      return checks.pictureFaults(m.measurePicture(bitmap, bitmap.width, bitmap.height));"""
    found: list[str] = run(page, "photo", body, base64.b64encode(buffer.getvalue()).decode())
    return found
