"""What ``wahua data`` answers: JSON objects, tables for people, the contact sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from rich.console import Console

from datasets.checks.check import Checked
from datasets.checks.contact_sheet import Item, captioned_sheet
from datasets.findings import Finding, shown
from datasets.formats.convert import Converted
from models.label_check import Doubt

MAX_SHOWN = 10
"""Findings of one kind that are printed; ``--json`` and the data sheet have more."""
MAX_ON_SHEET = 300


def checked_object(checked: Checked) -> dict[str, Any]:
    """Return the object of ``wahua data check --json``."""
    counts = Counter(str(finding.fault) for finding in checked.findings)
    return {
        "folder": str(checked.folder),
        "format": checked.format,
        "photos": len(checked.photos),
        "tiles": sum(len(photo.marks) for photo in checked.photos),
        "splits": dict(Counter(photo.split or "" for photo in checked.photos)),
        "counts": dict(counts),
        "findings": [finding.as_dict(checked.folder) for finding in checked.findings],
    }


def converted_object(converted: Converted, source: Path, target: Path) -> dict[str, Any]:
    """Return the object of ``wahua data import --json`` and ``export --json``."""
    return {
        "source": str(source),
        "target": str(target),
        "format": converted.format,
        "photos": len(converted.photos),
        "tiles": converted.tiles,
        "notes": [finding.as_dict(source) for finding in converted.notes],
    }


def show_checked(screen: Console, checked: Checked) -> None:
    """Print the findings, kind by kind."""
    tiles = sum(len(photo.marks) for photo in checked.photos)
    screen.print(f"{checked.folder}: {checked.format}, {len(checked.photos)} photos, {tiles} tiles")
    if not checked.findings:
        screen.print("Nothing found.")
    for fault, count in Counter(finding.fault for finding in checked.findings).items():
        screen.print(f"\n{fault}: {count}", style="bold")
        chosen = [finding for finding in checked.findings if finding.fault is fault]
        for finding in chosen[:MAX_SHOWN]:
            screen.print(f"  {line_of(finding, checked.folder)}", soft_wrap=True)
        if count > MAX_SHOWN:
            screen.print(f"  … and {count - MAX_SHOWN} more")


def line_of(finding: Finding, folder: Path) -> str:
    """One finding as one line."""
    others = [shown(path, folder) for path in finding.others]
    more = f" [{', '.join(others[:3])}{', …' if len(others) > 3 else ''}]" if others else ""
    text = f"{shown(finding.path, folder)}: {finding.detail}{more}"
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)


def save_doubts(doubts: Sequence[Doubt], folder: Path, target: Path) -> None:
    """Draw the suspicious labels, surest first, as a PNG.

    Raises:
        OSError: It cannot be written.
    """
    surest = sorted(doubts, key=lambda doubt: -doubt.confidence)[:MAX_ON_SHEET]
    items = [
        Item(
            doubt.crop,
            f"{doubt.label} read as {doubt.read} ({doubt.confidence:.2f})\n"
            f"{shown(doubt.finding.path, folder)}",
        )
        for doubt in surest
    ]
    Image.fromarray(captioned_sheet(items)).save(target, "PNG")
