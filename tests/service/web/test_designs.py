"""The choice of an enrolled design on the page, and the photo that is read with it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.service.http.conftest import wait_for_job
from tests.service.http.enrolling import archive, learn_fast
from tests.service.web import phone as phones
from tests.service.web import table
from tests.service.web.phone import LAID, LOCALES, READ_MS, phone, take, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHOTO = Path(__file__).parents[2] / "photos" / "half-flush.jpg"
USUAL = {"en": "Usual sets", "zh-Hant": "一般款式", "zh-Hans": "一般款式"}


def _enrolled(name: str, version: int = 1, family: str = "mahjong") -> dict[str, Any]:
    return {"name": name, "family": family, "origin": "enrolled", "version": version}


LISTED = [
    {"name": "club", "family": "mahjong", "origin": "shipped", "version": None},
    _enrolled("grandma", 2),
    _enrolled("garden", family="flowers"),
    _enrolled("grandma", 1),
    _enrolled("moved", 1),
    _enrolled("moved", 2, "dolls"),
]


def _list(page: Page, designs: Sequence[dict[str, Any]] = LISTED) -> None:
    page.route("**/v1/designs", lambda route: route.fulfill(json={"designs": list(designs)}))


def _options(page: Page) -> list[str]:
    return page.locator("#design option").all_text_contents()


def _read_bodies(page: Page) -> list[str]:
    """Answer reads with a laid hand; what was sent is in the list that is returned."""
    sent: list[str] = []
    answer = json.dumps(table.answer(LAID["mahjong"]))

    def read(route: Any) -> None:
        sent.append(route.request.post_data_buffer.decode("latin-1"))
        route.fulfill(body=answer, content_type="application/json")

    page.route("**/v1/read", read)
    return sent


def test_nothing_is_asked_where_no_design_is_enrolled(browser: Browser, url: str) -> None:
    context = phone(browser, url)
    page, errors = watched(context)
    with page.expect_response("**/v1/designs") as listed:
        page.goto("/")
    origins = {one["origin"] for one in listed.value.json()["designs"]}
    assert origins == {"shipped"}
    page.wait_for_selector("#take")
    assert page.locator("#design").count() == 0
    sent = _read_bodies(page)
    take(page, table.picture(LAID["mahjong"]))
    assert 'name="design"' not in sent[0]
    assert errors == []
    context.close()


@pytest.mark.parametrize("lang", LOCALES)
def test_designs_of_the_game_are_offered_by_name(browser: Browser, url: str, lang: str) -> None:
    context = phone(browser, url, lang)
    page, errors = watched(context)
    _list(page)
    page.goto("/")
    page.wait_for_selector("#design")
    assert _options(page) == [USUAL[lang], "grandma"]
    assert page.input_value("#design") == ""
    assert page.text_content("label[for=design]")
    assert page.get_attribute("#design", "aria-describedby") == "design-about"
    assert page.text_content("#design-about")
    page.select_option("#game", "flowers")
    assert _options(page) == [USUAL[lang], "garden"]
    page.select_option("#game", "dolls")
    assert _options(page) == [USUAL[lang], "moved"]
    assert errors == []
    context.close()


def test_the_choice_is_sent_and_kept_until_the_tab_is_closed(browser: Browser, url: str) -> None:
    context = phone(browser, url)
    page, errors = watched(context)
    _list(page)
    sent = _read_bodies(page)
    page.goto("/")
    page.focus("#design")
    page.keyboard.press("ArrowDown")  # by keyboard alone, and the focus stays
    assert page.input_value("#design") == "grandma"
    assert page.evaluate("document.activeElement.id") == "design"
    page.reload()
    page.wait_for_selector("#design")
    assert page.input_value("#design") == "grandma"
    take(page, table.picture(LAID["mahjong"]))
    assert 'name="design"\r\n\r\ngrandma\r\n' in sent[0]
    page.select_option("#design", "")
    with page.expect_response("**/v1/read*", timeout=READ_MS):
        page.click(".toast button")
    assert len(sent) == 2
    assert 'name="design"' not in sent[1]
    page.select_option("#design", "grandma")
    other, _ = watched(context)
    _list(other)
    other.goto("/")
    other.wait_for_selector("#design")
    assert other.input_value("#design") == ""
    assert errors == []
    context.close()


def test_a_design_that_was_deleted_is_offered_no_longer(browser: Browser, url: str) -> None:
    context = phone(browser, url)
    page, _ = watched(context)
    _list(page)
    page.goto("/")
    page.select_option("#design", "grandma")
    page.unroute("**/v1/designs")
    page.set_input_files(  # the service has no such design, and says so
        "#file-photo",
        {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": table.picture(LAID["mahjong"])},
    )
    page.wait_for_selector("#again", timeout=READ_MS)
    assert "no longer enrolled" in (page.text_content(".say.bad") or "")
    page.wait_for_selector("#design", state="detached")
    context.close()


@pytest.fixture
def enrolled_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A service at which the design "grandma" was enrolled from pictures."""
    learn_fast(monkeypatch)
    with phones.serving(tmp_path) as url, httpx.Client(base_url=url, timeout=60) as client:
        answer = client.post(
            "/v1/designs",
            files={"pictures": ("set.zip", archive())},
            data={"name": "grandma"},
        )
        job = wait_for_job(client, answer.headers["Location"], READ_MS / 1000)
        assert job["state"] == "succeeded"
        yield url


def _read(page: Page) -> Any:
    with page.expect_response("**/v1/read", timeout=READ_MS) as answered:
        take(page, PHOTO)
    return answered.value.json()


def test_a_photo_is_read_with_the_chosen_design(browser: Browser, enrolled_url: str) -> None:
    context = phone(browser, enrolled_url)
    page, errors = watched(context)
    page.goto("/")
    page.wait_for_selector("#design")
    assert _options(page) == ["Usual sets", "grandma"]
    usual = _read(page)
    page.click("#new-hand")
    page.select_option("#design", "grandma")
    own = _read(page)
    assert "design" not in usual["models"]
    assert own["models"] == usual["models"] | {"design": "grandma@1"}
    sure = [[tile["confidence"] for tile in read["tiles"]] for read in (usual, own)]
    assert sure[0] != sure[1]
    assert errors == []
    context.close()
