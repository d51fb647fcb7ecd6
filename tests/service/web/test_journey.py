"""The road of a photo through the page: boxes, a correction, a score, a settlement."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from scoring import Hand, find_game, score
from service.cli import app
from tests.service.web.phone import LAID, LOCALES, lay, phone, pick, take, wait_count, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[3]
PHOTOS = ROOT / "tests" / "photos"
AXE = Path(os.environ.get("WAHUA_AXE") or ROOT / "node_modules" / "axe-core" / "axe.min.js")
FACTS: dict[str, dict[str, Any]] = {
    "mahjong": {"win": "self_draw", "seat": "south", "round": "east"},
    "flowers": {
        "roll": [1, 3],
        "hand_number": 1,
        "seat_number": 2,
        "other_totals": [10, 20, 3],
    },
    "dolls": {"win": "self_draw"},
}
GAMES = {"mahjong": "taiwanese", "flowers": "flowers", "dolls": "dolls"}


@pytest.mark.parametrize("lang", LOCALES)
@pytest.mark.parametrize("family", LAID)
def test_from_a_photo_to_the_settlement(browser: Browser, url: str, lang: str, family: str) -> None:
    context = phone(browser, url, lang)
    page, errors = watched(context)
    page.goto("/")
    page.wait_for_selector("#take")
    assert page.get_attribute("html", "lang") == lang
    lay(page, family)
    correct(page, family)
    page.click("#score")
    page.wait_for_selector("#sheet #total")
    tell(page, family)
    sheet = score(GAMES[family], LAID[family].hand, FACTS[family])
    page.wait_for_function(
        "(total) => document.querySelector('#total')?.textContent === total", arg=str(sheet.total)
    )
    settle(page, sheet.payments)
    assert errors == []
    context.close()


def correct(page: Page, family: str) -> None:
    """Correct the tile that was read wrongly, by the reader's second guess."""
    laid = LAID[family]
    assert page.input_value("#game") == GAMES[family]
    wait_count(page, ".quad.doubt", 1)
    assert page.locator(".mark text").text_content() == "?"
    number = page.locator("polygon.quad").count()
    page.locator(f"#tile-{laid.wrong + 1}").click()
    assert page.locator("dialog canvas").is_visible()
    page.locator("dialog .odd").nth(1).click()
    page.wait_for_selector("dialog", state="detached")
    wait_count(page, ".quad.doubt, .tile.doubt", 0)
    wait_count(page, "polygon.quad", number)
    assert page.locator(".say.good").is_visible()


def tell(page: Page, family: str) -> None:
    """Name what the photo does not show."""
    facts = FACTS[family]
    for name in ("win", "seat", "round"):
        if name in facts:
            pick(page, f"{name}-{facts[name]}")
    for which, number in enumerate(facts.get("roll", ())):
        pick(page, f"die-{which}-{number}")
    for name in ("hand_number", "seat_number"):
        if name in facts:
            pick(page, f"{name}-{facts[name]}")
    for index, total in enumerate(facts.get("other_totals", ())):
        page.fill(f"#other-{index}", str(total))
        page.press(f"#other-{index}", "Tab")


def settle(page: Page, payments: Any) -> None:
    """Add the hand to the evening, see the totals, take it back and add it again."""
    if payments:
        page.wait_for_selector("#payments")
    page.click("#to-evening")
    if not payments:
        page.click("#everybody")
    page.click("#settle-save")
    page.wait_for_selector("#view-evening.shown #hands tbody tr")
    shown = [page.text_content(f"#sum-{player}") or "" for player in range(4)]
    totals = [int(text.replace("−", "-").replace(",", "")) for text in shown]
    if payments:
        assert sorted(totals) == sorted(payments.values())
    assert sum(totals) == 0
    assert any(totals)
    page.click("#undo")
    page.wait_for_selector("#hands", state="detached")


@pytest.mark.parametrize(
    ("name", "family"),
    [("all-pungs", "mahjong"), ("flowers/flowers-01", "flowers"), ("dolls/apart-6", "dolls")],
)
def test_a_real_photo_is_read_and_scored(
    browser: Browser, url: str, name: str, family: str
) -> None:
    context = phone(browser, url)
    page, errors = watched(context)
    page.goto("/")
    page.wait_for_selector("#take")
    take(page, PHOTOS / f"{name}.jpg")
    truth = json.loads((PHOTOS / f"{name}.json").read_text("utf-8"))
    assert page.input_value("#game") == GAMES[family]
    assert abs(page.locator("polygon.quad").count() - len(truth["tiles"])) <= 1
    with page.expect_response("**/v1/score") as answered:
        page.click("#score")
    page.wait_for_selector("#sheet")
    same_as_command_line(PHOTOS / f"{name}.jpg", answered.value)
    assert errors == []
    context.close()


def same_as_command_line(photo: Path, answered: Any) -> None:
    """The command line reads the photo as the page did, and the rules give both the same sheet."""
    asked, shown = answered.request.post_data_json, answered.json()
    printed = CliRunner().invoke(app, ["score", str(photo), "--json"]).stdout.splitlines()[0]
    told = json.loads(printed)
    assert shown["game"] == told["game"]
    family = find_game(told["game"]).family
    page_hand, cli_hand = (Hand.parse(sheet["hand"], family) for sheet in (shown, told))
    # The page keeps the order in which the tiles lie, the command line sorts them.
    assert sorted(page_hand.tiles) == sorted(cli_hand.tiles)
    facts = {key: value for key, value in asked.get("context", {}).items() if value is not None}
    sheet = score(told["game"], shown["hand"], facts, asked.get("options", {})).as_dict()
    sheet = json.loads(json.dumps(sheet))
    for key in ("valid", "reasons", "groups", "items", "total"):
        assert shown[key] == sheet[key]
    if not facts:
        assert (shown["valid"], shown["total"]) == (told["valid"], told["total"])


def test_tiles_can_be_added_moved_and_deleted_without_a_photo(browser: Browser, url: str) -> None:
    context = phone(browser, url)
    page, errors = watched(context)
    page.goto("/")
    page.click("#by-hand")
    for name in ("5 of bamboos", "5 of bamboos", "east wind"):
        page.click("#add-tile")
        page.locator("dialog").get_by_role("button", name=name, exact=True).click()
        page.wait_for_selector("dialog", state="detached")
    page.click("#tile-3")
    pick(page, "place-winning")
    page.click("#dialog-close")
    page.click("#tile-1")
    page.click("#tile-delete")
    wait_count(page, ".tile", 2)
    assert page.locator(".part").nth(1).locator("#tile-3").is_visible()
    assert page.locator(".say.warn").is_visible()  # too few tiles
    page.click("#score")
    page.wait_for_selector("#sheet .say.bad")
    assert errors == []
    context.close()


def test_a_tap_beside_the_tiles_adds_one_there(browser: Browser, url: str) -> None:
    context = phone(browser, url)
    page, _ = watched(context)
    page.goto("/")
    page.wait_for_selector("#take")
    lay(page, "mahjong")
    before = page.locator("polygon.quad").count()
    box = page.locator("#photo").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 8, box["y"] + box["height"] - 8)
    page.locator("dialog .faces .tile").first.click()
    page.wait_for_selector("dialog", state="detached")
    wait_count(page, "polygon.quad", before + 1)
    context.close()


def test_a_correction_is_sent_only_with_consent(browser: Browser, url: str) -> None:
    context = phone(browser, url)
    page, _ = watched(context)
    sent: list[Any] = []

    def taken(route: Any) -> None:
        sent.append(route.request.post_data_json)
        route.fulfill(status=201, body="{}", content_type="application/json")

    page.route("**/v1/corrections", taken)
    page.goto("/")
    page.wait_for_selector("#take")
    lay(page, "dolls")
    correct(page, "dolls")
    page.click("#score")
    page.wait_for_selector("#sheet #total")
    assert sent == []
    page.click("#settings")
    page.check("#consent")
    page.click("#dialog-close")
    page.click("#tab-hand")
    with page.expect_response("**/v1/corrections"):
        page.click("#score")
    assert [tile["tile"] for tile in sent[0]["tiles"]] == LAID["dolls"].hand.split()
    context.close()


def test_problems_are_said_in_words(browser: Browser, url: str) -> None:
    context = phone(browser, url)
    page, _ = watched(context)
    problem = json.dumps({"code": "no-tiles", "detail": "no tile", "status": 422})
    page.route(
        "**/v1/read",
        lambda route: route.fulfill(
            status=422, body=problem, content_type="application/problem+json"
        ),
    )
    page.goto("/")
    page.wait_for_selector("#take")
    page.set_input_files(
        "#file-photo", {"name": "x.heic", "mimeType": "image/heic", "buffer": b"no picture"}
    )
    page.wait_for_selector("#again")
    assert "No tiles were found" in (page.text_content("#view-hand") or "")
    context.close()


def test_the_keyboard_alone_corrects_a_tile(browser: Browser, url: str) -> None:
    context = phone(browser, url)
    page, _ = watched(context)
    page.goto("/")
    page.wait_for_selector("#take")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "skip"
    lay(page, "mahjong")
    page.focus("#first-doubt")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "dialog-title"
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("document.activeElement.id") == "first-doubt"
    page.keyboard.press("Enter")
    page.focus("dialog .odd:nth-child(2)")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog", state="detached")
    wait_count(page, ".tile.doubt", 0)
    context.close()


def test_the_page_opens_without_a_network(browser: Browser, url: str) -> None:
    context = phone(browser, url, service_workers="allow")
    page, _ = watched(context)
    page.goto("/")
    page.wait_for_selector("#take")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("caches.keys().then((names) => names.length > 0)")
    page.reload()
    page.wait_for_selector("#take")
    context.set_offline(True)
    page.reload()
    page.wait_for_selector("#offline:not([hidden])")
    page.click("#tab-evening")
    page.fill("#name-0", "Mei")
    page.press("#name-0", "Tab")
    page.reload()
    page.wait_for_selector("#view-evening.shown")
    assert page.input_value("#name-0") == "Mei"
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(browser: Browser, url: str, scheme: Any) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not here: npm install axe-core, or name axe.min.js in WAHUA_AXE")
    context = phone(browser, url, "zh-Hant", color_scheme=scheme, reduced_motion="reduce")
    page, _ = watched(context)
    page.goto("/")
    page.wait_for_selector("#take")
    page.evaluate(AXE.read_text("utf-8"))
    found = serious(page)
    lay(page, "mahjong")
    found += serious(page)
    page.click("#tile-6")
    found += serious(page)
    page.locator("dialog .odd").nth(1).click()
    page.wait_for_selector("dialog", state="detached")
    page.click("#score")
    page.wait_for_selector("#sheet #total")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.wait_for_selector("#waits")
    found += serious(page)
    page.click("#settings")
    found += serious(page)
    page.click("#dialog-close")
    pick(page, "win-self_draw")
    pick(page, "seat-south")
    page.wait_for_selector("#payments")
    page.click("#to-evening")
    found += serious(page)
    page.click("#settle-save")
    page.wait_for_selector("#hands")
    found += serious(page)
    assert found == []
    context.close()


def serious(page: Page) -> list[str]:
    """Return the faults of what is shown that axe-core calls serious or worse."""
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for fault in result["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("lang", LOCALES)
def test_nothing_is_wider_than_a_small_phone(browser: Browser, url: str, lang: str) -> None:
    context = phone(browser, url, lang, viewport={"width": 320, "height": 640})
    page, _ = watched(context)
    page.goto("/")
    page.wait_for_selector("#take")
    lay(page, "flowers")
    page.click("#score")
    page.wait_for_selector("#sheet")
    for view in ("hand", "score", "evening"):
        page.click(f"#tab-{view}")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320, view
    small = page.evaluate(
        """[...document.querySelectorAll('button')].filter((one) => one.offsetParent)
           .map((one) => [one.id || one.className, one.offsetWidth, one.offsetHeight])
           .filter(([, width, height]) => width < 44 || height < 44)"""
    )
    assert small == []
    context.close()
