"""The report of an evaluation: one table of figures, and what was taken for what.

Everything shown is derived from the rows, so a saved file of rows can be reported again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from models.evaluate import Row
from models.figures import Summary, summarise

MAX_CONFUSIONS = 10
FAILED_STAGES = ("located", "read", "arranged")
"""Order in which a photo's stages can fail."""
STAGES = ("decode", "locate", "read", "arrange", "detect")
"""Order in which milliseconds are shown; other stages follow."""


def report_object(rows: Mapping[str, Sequence[Row]]) -> dict[str, Any]:
    """Return the figures as a JSON-ready object.

    Args:
        rows: The rows of each recogniser by its name.

    Returns:
        ``{"results": [{"recogniser", "set", "photos", "tiles", "found", "read", "face", "kind",
        "stamp", "extra", "whole", "undecoded", "hands", "hands_right", "failed": {stage:
        photos}, "calibration": {"error", "doubtful", "sure_right"}, "confusions": [[truth,
        answer, times]], "median_ms": {stage: ms}}]}``; shares in percent, ``kind`` and
        ``stamp`` null where no tile has one.
    """
    return {
        "results": [
            {"recogniser": name, **_rounded(summary), **_counts(summary, group)}
            for name, group in rows.items()
            for summary in summarise(group)
        ]
    }


def _rounded(summary: Summary) -> dict[str, Any]:
    figures = asdict(summary)
    figures["median_ms"] = {
        stage: round(ms, 2) for stage, ms in _in_order(summary.median_ms).items()
    }
    for key in ("found", "read", "face", "kind", "stamp", "whole"):
        if figures[key] is not None:
            figures[key] = round(figures[key], 2)
    if figures["calibration"] is not None:
        figures["calibration"] = {k: round(v, 2) for k, v in figures["calibration"].items()}
    return figures


def _counts(summary: Summary, rows: Sequence[Row]) -> dict[str, int]:
    """Count the photos that are no photos, and the hands where the truth tells them."""
    own = _rows_of(summary, rows)
    hands = [row.hand_right for row in own if row.hand_right is not None]
    return {
        "undecoded": sum(row.error is not None for row in own),
        "hands": len(hands),
        "hands_right": sum(hands),
    }


def _rows_of(summary: Summary, rows: Sequence[Row]) -> list[Row]:
    own = [row for row in rows if row.set == summary.set]
    return own or list(rows)  # the summary of all sets


def show_report(
    screen: Console, rows: Mapping[str, Sequence[Row]], notes: Sequence[str] = ()
) -> None:
    """Print the table, the most frequent confusions, and notes below."""
    results = report_object(rows)["results"]
    screen.print(_table(results, several=len(rows) > 1))
    for result in results:
        if result["set"] == "all" or not result["confusions"]:
            continue
        name = f"{result['recogniser']}, {result['set']}" if len(rows) > 1 else result["set"]
        screen.print(Text(f"Taken for another tile ({name}): ", style="bold") + _confusions(result))
    for result in results:
        if result["undecoded"] and result["set"] != "all":
            whose = f"{result['recogniser']}, {result['set']}"
            files = "1 file" if result["undecoded"] == 1 else f"{result['undecoded']} files"
            screen.print(f"{whose}: {files} gave no photo")
    for result in results:
        if result["set"] == "all" or not result["tiles"]:
            continue
        screen.print(Text(f"{result['recogniser']}, {result['set']}: {_account(result)}"))
    for note in notes:
        screen.print(Text(note, style="dim"))


def _table(results: Sequence[Mapping[str, Any]], *, several: bool) -> Table:
    table = Table(box=box.SIMPLE)
    if several:
        table.add_column("Recogniser", overflow="fold")
    table.add_column("Set", overflow="fold")
    headings = ("Photos", "Tiles", "Found %", "Read %", "Extra", "Whole %")
    hands = any(result["hands"] for result in results)
    parts = [key for key in ("kind", "stamp") if any(r[key] is not None for r in results)]
    more = [*(["Face %"] if parts else []), *(f"{part.capitalize()} %" for part in parts)]
    for heading in (*headings, *more, *(["Hands"] if hands else [])):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("Median ms")
    for result in results:
        names = [result["recogniser"]] if several else []
        cells = [*names, result["set"], str(result["photos"]), str(result["tiles"])]
        cells += [f"{result['found']:.1f}", f"{result['read']:.1f}", str(result["extra"])]
        cells.append(f"{result['whole']:.1f}")
        for key in [*(["face"] if parts else []), *parts]:
            cells.append("" if result[key] is None else f"{result[key]:.1f}")
        if hands:
            cells.append(f"{result['hands_right']}/{result['hands']}" if result["hands"] else "")
        stages = [f"{stage} {ms:.0f}" for stage, ms in result["median_ms"].items()]
        table.add_row(*cells, ", ".join(stages))
    return table


def _account(result: Mapping[str, Any]) -> str:
    """Where photos went wrong, and how far confidences can be trusted, in one sentence each."""
    failed = result["failed"]
    stages = ", ".join(f"{failed[s]} {s}" for s in FAILED_STAGES if failed.get(s)) or "none"
    sentence = f"photos that failed first at being … {stages}"
    trust = result["calibration"]
    if trust is None:
        return sentence
    return (
        f"{sentence}; calibration error {trust['error']:.1f} %, marked as doubtful "
        f"{trust['doubtful']:.1f} %, of the others right {trust['sure_right']:.2f} %"
    )


def _confusions(result: Mapping[str, Any]) -> Text:
    shown = result["confusions"][:MAX_CONFUSIONS]
    return Text(", ".join(f"{truth} as {answer} {times}×" for truth, answer, times in shown))


def _in_order(median_ms: Mapping[str, float]) -> dict[str, float]:
    known = [stage for stage in STAGES if stage in median_ms]
    return {stage: median_ms[stage] for stage in [*known, *(set(median_ms) - set(known))]}
