"""Fetching brush fonts with npm, against a stand-in for npm."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from datasets.designs import fetch

PACKER = """#!{python}
import io, sys, tarfile
name = sys.argv[-1]
if "broken" in name:
    sys.exit("no such package")
with tarfile.open("font.tgz", "w:gz") as archive:
    entry = tarfile.TarInfo("package/files/brush.woff2")
    entry.size = 4
    archive.addfile(entry, io.BytesIO(b"font"))
"""


def table(package: str) -> dict[str, object]:
    return {"font": [{"file": "system.ttf"}, {"file": "brush.woff2", "package": package}]}


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program = tmp_path / "npm"
    program.write_text(PACKER.format(python=sys.executable))
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda _: str(program))
    return program


@pytest.mark.usefixtures("npm")
def test_fonts_of_packages_go_to_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "load_table", lambda _: table("@x/brush"))
    paths = fetch.fetch_fonts(tmp_path / "fonts")
    assert [path.name for path in paths] == ["brush.woff2"]
    assert paths[0].read_bytes() == b"font"


@pytest.mark.usefixtures("npm")
def test_a_failing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "load_table", lambda _: table("broken"))
    with pytest.raises(fetch.FetchError, match="npm pack broken failed: no such package"):
        fetch.fetch_fonts(tmp_path)


def test_without_npm_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(fetch.FetchError, match="apt install npm"):
        fetch.fetch_fonts(tmp_path)
