"""Dictionaries, the list of files for offline use, and what the content security policy forbids."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scoring import GAMES
from service.http.page import FOLDER
from tests.scoring import items_table

LANGUAGES = ("en", "zh-Hant", "zh-Hans")
SCRIPTS = sorted((FOLDER / "js").glob("*.js"))
PLACE = re.compile(r"\{\w+\}")
GAME_HEADING = re.compile(r"^## .*\(`(\w+)`, ruleset")
ITEM_ROW = re.compile(r"^\| `([a-z_0-9]+)` \|")


def words(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "i18n" / f"{name}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_languages_have_the_same_words_with_the_same_gaps(lang: str) -> None:
    english, other = words("en"), words(lang)
    assert list(english) == list(other)
    for key, text in english.items():
        gaps = set(PLACE.findall(other[key]))
        known = set(PLACE.findall(text)) | ({"{number}"} if key.startswith("suit.") else set())
        assert gaps <= known, key
        assert other[key], key


def test_no_word_is_left_in_english() -> None:
    english, chinese = words("en"), words("zh-Hant")
    same = {key for key in english if english[key] == chinese[key]}
    assert same == set()


def test_every_word_that_a_script_names_is_known() -> None:
    english = words("en")
    for script in SCRIPTS:
        for key in re.findall(r'\bt\("([\w.-]+)"', script.read_text("utf-8")):
            assert key in english or f"{key}.other" in english, f"{script.name}: {key}"


def test_simplified_words_are_no_traditional_ones() -> None:
    text = (FOLDER / "i18n" / "zh-Hans.json").read_text("utf-8")
    assert not set("張點門這個時會對風東條萬發說認") & set(text)


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_house_rules_and_items_have_chinese_names(lang: str) -> None:
    terms = words(f"terms.{lang}")
    for name, game in GAMES.items():
        for key, option in game.options.items():
            if key.startswith("faan_"):
                continue
            assert f"{name}.{key}" in terms["options"]
            texts = [choice for choice in option.choices if isinstance(choice, str)]
            assert not [text for text in texts if text not in terms["choices"]]
    for game_name, key in item_keys():
        assert f"{game_name}.{key}" in terms["items"] or key in terms["items"], key
    for pattern, _ in terms["sentences"]:
        re.compile(pattern)


def item_keys() -> list[tuple[str, str]]:
    """Return game and key of every item that has a fixed key."""
    found, game = [], ""
    text = Path(items_table.__file__).parents[2] / "scoring" / "ITEMS.md"
    for line in text.read_text("utf-8").splitlines():
        if heading := GAME_HEADING.match(line):
            game = heading[1]
        elif row := ITEM_ROW.match(line):
            found.append((game, row[1]))
    assert len(found) > 200
    return found


def test_offline_files_are_those_that_exist() -> None:
    worker = (FOLDER / "sw.js").read_text("utf-8")
    listed = re.findall(r'^  "(/[^"]*)",$', worker, re.MULTILINE)
    files = {f"/{path.relative_to(FOLDER).as_posix()}" for path in FOLDER.rglob("*.*")}
    assert set(listed) == files - {"/sw.js", "/index.html"} | {"/"}
    assert listed == sorted(listed)


def test_nothing_is_inline_or_from_elsewhere() -> None:
    html = (FOLDER / "index.html").read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", html)
    for path in [*FOLDER.rglob("*.js"), *FOLDER.rglob("*.css"), FOLDER / "index.html"]:
        addresses = re.findall(r"https?://[^\s\"')]+", path.read_text("utf-8"))
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}, path.name


def test_the_manifest_names_icons_that_exist() -> None:
    manifest = json.loads((FOLDER / "manifest.webmanifest").read_text("utf-8"))
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert (FOLDER / icon["src"].lstrip("/")).is_file()
