"""Photograph the page: ``python -m tests.service.web.screenshots OUT``.

Starts the service with the shipped models, reads shipped photos in it, and writes small pictures
of the hand, a tile, a score sheet and an evening, each in another language or look.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from tests.service.web.phone import chromium, phone, pick, serving, take

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PHOTOS = Path(__file__).parents[2] / "photos"
QUALITY = 82
PLAYERS = ("阿梅", "Tom", "小林", "Ana")
GAINS = ((-8, 24, -8, -8), (18, -6, -6, -6), (-4, -4, 12, -4))


def main(arguments: Sequence[str]) -> int:
    """Write the pictures into the folder that is named."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as url,
        chromium() as browser,
    ):
        photograph(browser, url, out)
    return 0


def photograph(browser: Browser, url: str, out: Path) -> None:
    """Write every picture."""
    english = _opened(browser, url, "en")
    take(english, PHOTOS / "all-pungs.jpg")
    english.evaluate("window.scrollTo(0, 130)")
    _keep(english, out / "hand.webp")
    english.click("#score")
    for name in ("win-self_draw", "seat-south", "round-east"):
        pick(english, name)
    english.wait_for_selector("#payments")
    english.evaluate("window.scrollTo(0, 0)")
    _keep(english, out / "score.webp")

    chinese = _opened(browser, url, "zh-Hant")
    take(chinese, PHOTOS / "flowers" / "flowers-01.jpg")
    chinese.locator(".tile.doubt, #tile-8").first.click()
    _keep(chinese, out / "tile.webp")

    dark = _opened(browser, url, "zh-Hans", color_scheme="dark")
    _fill_evening(dark)
    _keep(dark, out / "evening.webp")


def _opened(browser: Browser, url: str, lang: str, **options: object) -> Page:
    context: BrowserContext = phone(browser, url, lang, reduced_motion="reduce", **options)
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector("#take")
    return page


def _fill_evening(page: Page) -> None:
    page.click("#tab-evening")
    for player, name in enumerate(PLAYERS):
        page.fill(f"#name-{player}", name)
        page.press(f"#name-{player}", "Tab")
    for gains in GAINS:
        page.click("#add-hand")
        for player, gain in enumerate(gains):
            page.fill(f"#gain-{player}", str(gain))
            page.press(f"#gain-{player}", "Tab")
        page.click("#settle-save")
        page.wait_for_selector("dialog", state="detached")
    page.evaluate("document.getElementById('toasts').replaceChildren()")


def _keep(page: Page, path: Path) -> None:
    page.wait_for_timeout(400)
    image = Image.open(io.BytesIO(page.screenshot()))
    image.convert("RGB").save(path, "WEBP", quality=QUALITY, method=6)
    print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
