"""Answers for people: hands in Unicode tiles and in notation, score sheets as tables."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from scoring.hand import Hand, format_tiles
from scoring.sheet import Alternative, Group, ScoreSheet
from scoring.tiles import Tile

if TYPE_CHECKING:
    from vision.arrange import Layout, PlacedTile
    from vision.pipeline import ReadResult

PIPE_WIDTH = 120
"""Columns where the output is no terminal: tables then keep their lines whole."""

MAX_ALTERNATIVES = 4

_MELDED = frozenset({"meld", "concealed_kong"})
"""Roles of the tiles that lie in melds."""


def console(file: TextIO | None = None) -> Console:
    """Return a console for plain texts: no markup in file names, colours only in a terminal."""
    screen = Console(file=file or sys.stdout, markup=False, highlight=False, emoji=False)
    if not screen.is_terminal:
        screen.width = PIPE_WIDTH
    return screen


def show_reading(screen: Console, image: str, result: ReadResult) -> None:
    """Print what one photo shows: size, hand, doubtful tiles, warnings."""
    layout = result.layout
    total_ms = sum(result.timings_ms.values())
    heading = Text(image, style="bold")
    heading.append(
        f" · {result.width} × {result.height} · {result.family}"
        f" · {_count(len(layout.tiles), 'tile')} · {total_ms:.0f} ms",
        style="dim",
    )
    _print(screen, heading)
    doubtful = {id(placed): f"{placed.tile}?" for placed in layout.tiles if placed.doubtful}
    table = _grid()
    for name, placed_tiles in _parts(layout):
        faces = Text(" ").join(_marked(p.tile, p.doubtful) for p in placed_tiles)
        words = " ".join(doubtful.get(id(p), str(p.tile)) for p in placed_tiles)
        table.add_row(name, faces, Text(words))
    screen.print(table)
    _print(screen, Text(layout.hand_text), indent=2)
    show_doubts(screen, layout)
    show_remarks(screen, "Warning", result.warnings)


def show_doubts(screen: Console, layout: Layout) -> None:
    """Print each doubtful tile with the faces that it may be."""
    for number, placed in enumerate(layout.tiles, start=1):
        if not placed.doubtful:
            continue
        choices = ", ".join(
            f"{tile} {probability:.0%}"
            for tile, probability in placed.reading.alternatives[:MAX_ALTERNATIVES]
        )
        line = Text("Doubtful: ", style="yellow")
        line.append(f"tile {number} in row {placed.row + 1} is taken as {placed.tile}", "default")
        line.append(f" ({choices})" if choices else "", style="default")
        _print(screen, line, indent=2)


def show_remarks(screen: Console, name: str, remarks: Iterable[str]) -> None:
    """Print remarks one a line, each with its name in front."""
    for remark in remarks:
        line = Text(f"{name}: ", style="yellow")
        line.append(remark, style="default")
        _print(screen, line, indent=2)


def show_hand(screen: Console, hand: Hand, layout: Layout | None = None) -> None:
    """Print the hand in Unicode tiles and in notation, melds and bonus tiles apart.

    Args:
        screen: Where to.
        hand: The hand.
        layout: The photo that it was read from, whose doubtful tiles get a question mark.
    """
    table = _grid()
    doubts = _Doubts(layout)
    table.add_row("Hand", doubts.mark(hand.concealed), _words(hand.concealed))
    for meld in hand.melds:
        kind = "meld" if meld.kind is None else str(meld.kind).replace("_", " ")
        table.add_row(kind.capitalize(), doubts.mark(meld.tiles, melded=True), Text(str(meld)))
    if hand.bonus:
        table.add_row("Bonus", doubts.mark(hand.bonus), _words(hand.bonus))
    if hand.last_tile is not None:
        table.add_row("Winning tile", faces_of([hand.last_tile]), _words([hand.last_tile]))
    screen.print(table)


def show_sheet(screen: Console, sheet: ScoreSheet) -> None:
    """Print a score sheet: groups, items, total, payments, options, notes; or why it is none."""
    if not sheet.valid:
        _print(screen, Text(f"No winning hand ({sheet.game})", style="bold red"))
        show_remarks(screen, "Reason", sheet.reasons)
        show_remarks(screen, "Note", sheet.notes)
        return
    if sheet.groups:
        screen.print(_groups_table(sheet.groups))
    screen.print(_items_table(sheet))
    _print(screen, _total(sheet))
    _show_payments(screen, sheet)
    for other in sheet.alternatives:
        _print(screen, _alternative(other), indent=2)
    show_remarks(screen, "Note", sheet.notes)
    options = ", ".join(f"{key}={_value(value)}" for key, value in sheet.options.items())
    _print(screen, Text(f"Rules: {sheet.ruleset}; {options}", style="dim"))


class _Doubts:
    """Which tiles of a hand are doubtful on its photo; equal tiles of one part are alike."""

    def __init__(self, layout: Layout | None) -> None:
        self._left = Counter(
            (placed.tile, placed.role in _MELDED)
            for placed in (layout.tiles if layout else ())
            if placed.doubtful
        )

    def mark(self, tiles: Sequence[Tile], *, melded: bool = False) -> Text:
        """Return the tiles as Unicode characters, doubtful ones with a question mark."""
        faces = []
        for tile in tiles:
            doubtful = self._left[tile, melded] > 0
            self._left[tile, melded] -= doubtful
            faces.append(_marked(tile, doubtful))
        return Text(" ").join(faces)


def faces_of(tiles: Sequence[Tile]) -> Text:
    """Return the tiles as Unicode characters, a blank between them."""
    return Text(" ".join(tile.unicode for tile in tiles))


def _parts(layout: Layout) -> list[tuple[str, list[PlacedTile]]]:
    """Group the tiles by role and row, and those of melds also by meld."""
    parts: dict[tuple[str, int, int], list[PlacedTile]] = {}
    for placed in layout.tiles:
        meld = placed.group if placed.role in _MELDED else -1
        parts.setdefault((str(placed.role), placed.row, meld), []).append(placed)
    order = ("hand", "winning", "meld", "concealed_kong", "bonus", "back")
    named = sorted(parts.items(), key=lambda item: order.index(item[0][0]))
    return [(key[0].replace("_", " ").capitalize(), tiles) for key, tiles in named]


def _marked(tile: Tile, doubtful: bool) -> Text:
    return Text(f"{tile.unicode}?", style="yellow") if doubtful else Text(tile.unicode)


def _grid() -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    for _ in range(2):  # "fold": wide tiles at the end of a line would else become an ellipsis
        table.add_column(overflow="fold")
    return table


def _groups_table(groups: Sequence[Group]) -> Table:
    table = Table(box=box.SIMPLE, title="Groups", title_justify="left", show_header=False)
    for group in groups:
        place = "concealed" if group.concealed else "exposed"
        winning = "completed by the winning tile" if group.winning else ""
        kind = group.kind.replace("_", " ")
        if kind.startswith("concealed"):
            place = ""
        table.add_row(kind, faces_of(group.tiles), _words(group.tiles), place, winning)
    return table


def _items_table(sheet: ScoreSheet) -> Table:
    table = Table(box=box.SIMPLE, title="Items", title_justify="left")
    table.add_column("Item")
    table.add_column("Key", style="dim")
    table.add_column("Points", justify="right")
    table.add_column("Tiles")
    table.add_column("Source", style="dim")
    if sheet.base:
        table.add_row("base", "", str(sheet.base), "", "")
    for item in sheet.items:
        times = f" × {item.count}" if item.count > 1 else ""
        tiles = faces_of(item.tiles) + Text(" ") + _words(item.tiles)
        table.add_row(
            item.name + times, item.key, str(item.value), tiles if item.tiles else "", item.source
        )
    return table


def _words(tiles: Sequence[Tile]) -> Text:
    """Write tiles as in a hand, beside their characters; nothing for tiles that have none.

    Bonus tiles stand one by one, others are joined by suit.
    """
    if any(tile.unicode == str(tile) for tile in tiles):
        return Text("")
    apart = any(tile.is_bonus for tile in tiles)
    return Text(" ".join(map(str, tiles)) if apart else format_tiles(tiles))


def _total(sheet: ScoreSheet) -> Text:
    line = Text(f"Total: {sheet.total}", style="bold green")
    lowest, highest = sheet.range
    if lowest != highest:
        line.append(f"  (from {lowest} to {highest}, depending on facts that are not known)")
    return line


def _show_payments(screen: Console, sheet: ScoreSheet) -> None:
    if not sheet.payments:
        asked = any(note.startswith("win is unknown") for note in sheet.notes)
        why = "not known (say --self-draw or --discard)" if asked else "none; see the notes"
        _print(screen, Text(f"Payments: {why}", style="dim"))
        return
    sums = ", ".join(f"{seat} {amount:+d}" for seat, amount in sheet.payments.items())
    _print(screen, Text(f"Payments: {sums}"))


def _alternative(other: Alternative) -> Text:
    groups = " ".join(format_tiles(group.tiles) for group in other.groups)
    names = ", ".join(item.name for item in other.items)
    return Text(f"Another reading: {other.total} ({groups}: {names})", style="dim")


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _print(screen: Console, text: Text, indent: int = 0) -> None:
    """Print a paragraph whole; the terminal breaks it where it must."""
    screen.print(Text(" " * indent) + text, soft_wrap=True)
