"""Versions of the models and comparisons of them, as JSON-ready objects and as tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from models.compare import FaceChange, by_face
from models.registry import shipped_models
from models.store.errors import VersionError
from models.store.version import SHIPPED
from service.output import model_object

if TYPE_CHECKING:
    from models.gate import Compared
    from models.store.store import Store
    from service.model_measure import Comparison

MAX_FACES = 12


def version_objects(store: Store) -> list[dict[str, Any]]:
    """All versions, the shipped one first; see :func:`version_object`."""
    return [version_object(store, name, strict=False) for name in (SHIPPED, *store.names())]


def version_object(store: Store, name: str, *, strict: bool = True) -> dict[str, Any]:
    """All that is known of a version.

    Args:
        store: Where it is.
        name: Its name.
        strict: A damaged version is an error, not an entry that says so.

    Returns:
        ``{"version", "in_use", "usable", "intact", "problem", ...}`` with the manifest's fields,
        or for the shipped version ``"models"``: facts of each network.

    Raises:
        VersionError: It does not exist, or (strict) is damaged.
    """
    facts = {"version": name, "in_use": store.current() == name}
    if name == SHIPPED:
        models = {kind: model_object(entry) for kind, entry in shipped_models().items()}
        problems = [item["problem"] for item in models.values() if item["problem"]]
        problem = problems[0] if problems else None
        return {**facts, "usable": problem is None, "intact": problem is None,
                "problem": problem, "parent": None, "models": models, "figures": []}  # fmt: skip
    try:
        version = store.get(name)
    except VersionError as error:
        if strict:
            raise
        return {**facts, "usable": False, "intact": False, "problem": error.detail,
                "parent": None, "models": {}, "figures": []}  # fmt: skip
    usable = store.may_be_used(name)
    return {**facts, "usable": usable, "intact": True, "problem": None, **version.as_dict()}


def show_versions(screen: Console, facts: Sequence[dict[str, Any]]) -> None:
    """Print a table of versions."""
    table = Table("", "Version", "From", "Made", box=box.SIMPLE)
    table.add_column("Read %", justify="right")
    table.add_column("Whole %", justify="right")
    table.add_column("State", overflow="fold")
    for item in facts:
        figures = item["figures"][-1] if item["figures"] else None
        cells = [f"{figures[key]:.1f}" if figures else "" for key in ("read", "whole")]
        state = item["problem"] or ("intact" if item["usable"] else "intact, not promoted")
        table.add_row(
            "→" if item["in_use"] else "", item["version"], item["parent"] or "",
            str(item.get("created", ""))[:10], *cells, state,
        )  # fmt: skip
    screen.print(table)


def comparison_object(result: Comparison) -> dict[str, Any]:
    """A comparison: names, the gate's verdict with its counts, and every face."""
    return {
        "candidate": result.candidate,
        "current": result.current,
        **result.verdict.as_dict(),
        "faces": [asdict(change) for change in by_face(result.pairs)],
    }


def show_comparison(screen: Console, result: Comparison) -> None:
    """Print the sets, the faces that changed, and the verdict."""
    screen.print(Text(f"{result.current} → {result.candidate}", style="bold"))
    table = Table("Set", box=box.SIMPLE)
    for heading in ("Photos", "Tiles", "Read %", "", "Whole %", ""):
        table.add_column(heading, justify="right")
    for item in result.verdict.sets:
        table.add_row(*_set_cells(item))
    screen.print(table)
    changed = [change for change in by_face(result.pairs) if change.before != change.after]
    for words, faces in (
        ("Read worse: ", [c for c in changed if c.after < c.before]),
        ("Read better: ", [c for c in reversed(changed) if c.after > c.before]),
    ):
        if faces:
            screen.print(Text(words, style="bold") + Text(", ".join(map(_face, faces[:MAX_FACES]))))
    if result.verdict.passed:
        screen.print("The gate: passed")
    for reason in result.verdict.reasons:
        screen.print(Text("The gate: ", style="bold") + Text(reason))


def _set_cells(item: Compared) -> list[str]:
    before, after = item.before, item.after
    return [
        f"{item.set}{' (new)' if item.new else ''}",
        str(after.photos),
        str(after.tiles),
        f"{before.read_percent:.2f} → {after.read_percent:.2f}",
        f"{after.read_percent - before.read_percent:+.2f}",
        f"{before.whole_percent:.1f} → {after.whole_percent:.1f}",
        f"{after.whole_percent - before.whole_percent:+.1f}",
    ]


def _face(change: FaceChange) -> str:
    return f"{change.face} {change.before} → {change.after} of {change.tiles}"
