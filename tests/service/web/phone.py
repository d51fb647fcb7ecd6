"""A browser with a phone's window, and a server for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring import Family
from service.http.app import create_app
from service.settings import Settings
from tests.service.http.live import LiveServer
from tests.service.web import table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = Path("/usr/bin/chromium")
LOCALES = {"en": "en-GB", "zh-Hant": "zh-TW", "zh-Hans": "zh-CN"}
READ_MS = 240_000
"""A busy machine may read a photo slowly; nothing else waits so long."""
WAIT_MS = 30_000

HARMLESS = ("Service Worker registration blocked by Playwright",)

LAID = {
    "mahjong": table.Laid(Family.MAHJONG, "123456789m123s99p345p | 1f", 5, "9m"),
    "flowers": table.Laid(
        Family.FLOWERS,
        "6-6f 6-6d 1-3 1-3f 1-2 1-2f 5-5 5-5 3-3 3-3f 2-2 2-2 5-6 5-6 4-6 4-6f 1-6 1-6 1-5 1-5 "
        "4-5f | 1f 5z",
        0,
        "5-6f",
    ),
    "dolls": table.Laid(
        Family.DOLLS,
        "fu fu fu fu* shou shou shou bi bi bi nan nan nan shan shan shan shan* doll doll",
        3,
        "fu",
    ),
}
"""A winning hand of each family, one tile of it read wrongly."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve the page and the API with a new database; yield the address."""
    settings = Settings(
        database=f"sqlite:///{folder / 'web.sqlite3'}",
        workers=1,
        rate_per_minute=0,
        read_timeout_s=READ_MS / 1000,
    )
    with LiveServer(create_app(settings)) as server:
        yield server.url


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser of the system."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where it is installed

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--use-fake-ui-for-media-stream"]
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=arguments)
        yield browser
        browser.close()


def phone(browser: Browser, url: str, lang: str = "en", **options: Any) -> BrowserContext:
    """Return a new phone that has never seen the page."""
    context = browser.new_context(
        **{
            "base_url": url,
            "viewport": {"width": 360, "height": 740},
            "device_scale_factor": 2,
            "is_mobile": True,
            "has_touch": True,
            "locale": LOCALES[lang],
            "service_workers": "block",
            **options,
        }
    )
    context.set_default_timeout(WAIT_MS)
    return context


def watched(context: BrowserContext) -> tuple[Page, list[str]]:
    """Return a page and the list that its console errors go to."""
    page, errors = context.new_page(), []

    def heard(kind: str, text: str) -> None:
        if kind in ("error", "warning") and text not in HARMLESS:
            errors.append(text)

    page.on("console", lambda message: heard(message.type, message.text))
    page.on("pageerror", lambda error: heard("error", str(error)))
    return page, errors


def lay(page: Page, family: str) -> None:
    """Show the page a hand on the plain table in place of a photo that has to be read."""
    laid = LAID[family]
    body = json.dumps(table.answer(laid))
    page.route(
        "**/v1/read", lambda route: route.fulfill(body=body, content_type="application/json")
    )
    take(page, table.picture(laid))


def take(page: Page, photo: bytes | Path) -> None:
    """Choose a photo and wait until it is read."""
    files: Any = photo
    if isinstance(photo, bytes):
        files = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": photo}
    page.set_input_files("#file-photo", files)
    page.wait_for_selector("#score, #again", timeout=READ_MS)
    assert page.locator("#score").count(), page.text_content(".say.bad")


def wait_count(page: Page, selector: str, count: int) -> None:
    """Wait until the page shows so many elements: dialogs close and lists are redrawn in time."""
    page.wait_for_function(
        "([selector, count]) => document.querySelectorAll(selector).length === count",
        arg=[selector, count],
    )


def pick(page: Page, name: str) -> None:
    """Choose a radio button as a finger does: by what covers it."""
    page.locator(f"label:has(#{name})").click()
