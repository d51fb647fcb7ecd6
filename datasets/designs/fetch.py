"""Fetch the brush fonts of ``fonts.toml`` with npm: ``python -m datasets.designs.fetch``.

Random sets draw on whatever fonts are installed; brush fonts bring them closest to carved
tiles. They stay in the user's cache and are no part of the project.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import ClassVar

from datasets.designs.fonts import font_folders
from datasets.designs.tables import load_table
from scoring.errors import WahuaError


class FetchError(WahuaError):
    """A font's package could not be fetched."""

    type: ClassVar[str] = "font-fetch"
    title: ClassVar[str] = "The font could not be fetched"


def fetch_fonts(folder: Path | None = None) -> list[Path]:
    """Put the fonts that npm packages have into ``folder`` and return their paths.

    Args:
        folder: By default the user's cache, the first of :func:`font_folders`.

    Raises:
        FetchError: npm is missing, or a package cannot be fetched.
    """
    target = folder or font_folders()[0]
    target.mkdir(parents=True, exist_ok=True)
    paths = []
    for row in load_table("fonts.toml")["font"]:
        if "package" not in row:
            continue
        path = target / row["file"]
        if not path.exists():
            _fetch(row["package"], path)
        paths.append(path)
    return paths


def _fetch(package: str, path: Path) -> None:
    """Pack an npm package into a temporary folder and take one font from it."""
    npm = shutil.which("npm")
    if npm is None:
        raise FetchError("npm is not installed; on Debian or Ubuntu: apt install npm")
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", "--silent", package]
        done = subprocess.run(  # noqa: S603 - the package comes from this package's own table
            command, cwd=folder, capture_output=True, text=True, check=False
        )
        archives = list(Path(folder).glob("*.tgz"))
        if done.returncode or not archives:
            raise FetchError(f"npm pack {package} failed: {done.stderr.strip()[:200]}")
        with tarfile.open(archives[0]) as archive:
            source = archive.extractfile(f"package/files/{path.name}")
            if source is None:
                raise FetchError(f"{package} has no file {path.name}")
            path.write_bytes(source.read())


if __name__ == "__main__":
    try:
        for fetched in fetch_fonts():
            print(fetched)
    except FetchError as error:
        sys.exit(f"{error.title}: {error.detail}")
