"""Advice for people: distance, waits, discards and repairs."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from scoring.advice import Advice, Discard, Distance, Repair, Wait
from scoring.hand import Hand
from scoring.sheet import ScoreSheet
from scoring.tiles import Tile
from service.show import faces_of, show_remarks

MAX_DISCARDS = 6


def show_advice(screen: Console, hand: Hand, advice: Advice) -> None:
    """Print how far a hand is, and its waits or the discards that leave it nearest."""
    if advice.distance is None:
        return
    if any(tile.unicode != str(tile) for tile in hand.tiles):
        screen.print(faces_of(hand.tiles))
    screen.print(Text(str(hand)), soft_wrap=True)
    screen.print(_distance(advice.distance), soft_wrap=True)
    if advice.waits:
        heading = "Waits" if advice.distance.missing else "Waits before the winning tile"
        screen.print(_waits_table(heading, advice.waits))
    if advice.discards:
        screen.print(_discards_table(advice.discards[:MAX_DISCARDS]))


def show_repairs(screen: Console, repairs: Sequence[Repair]) -> None:
    """Print the changes after which the hand would win, one a line."""
    remarks = [f"{repair}, which then scores {_worth(repair.sheet)}" for repair in repairs]
    show_remarks(screen, "Perhaps", remarks)


def _distance(distance: Distance) -> Text:
    if distance.missing == 0:
        return Text(f"Complete: {distance.form}", style="bold green")
    if distance.to_ready == 0:
        return Text(f"Ready: one tile is missing to {distance.form}", style="bold green")
    number = distance.to_ready
    line = Text(f"{number} exchange{'s'[: number > 1]} from ready ({distance.form})", style="bold")
    tiles = " ".join(str(useful.tile) for useful in distance.useful)
    line.append(f"; useful: {tiles} ({distance.left} left)", style="default")
    return line


def _waits_table(title: str, waits: Sequence[Wait]) -> Table:
    table = Table(box=box.SIMPLE, title=title, title_justify="left")
    table.add_column("Tile")
    table.add_column("Left", justify="right")
    table.add_column("Self-draw", justify="right")
    table.add_column("Discard", justify="right")
    table.add_column("Items by discard", overflow="fold")
    for wait in waits:
        items = ", ".join(item.key for item in wait.discard.items)
        row = (str(wait.left), _worth(wait.self_draw), _worth(wait.discard), items)
        table.add_row(_named(wait.tile), *row)
    return table


def _discards_table(discards: Sequence[Discard]) -> Table:
    table = Table(box=box.SIMPLE, title="Discards", title_justify="left")
    table.add_column("Tile")
    table.add_column("Left", justify="right")
    table.add_column("Then useful", overflow="fold")
    for discard in discards:
        scores = {wait.tile: f" ({_worth(wait.discard)})" for wait in discard.waits}
        useful = " ".join(f"{u.tile}{scores.get(u.tile, '')}" for u in discard.distance.useful)
        table.add_row(_named(discard.tile), str(discard.distance.left), useful)
    return table


def _named(tile: Tile) -> Text:
    """Return the Unicode character and the notation; tiles without a character are their text."""
    words = dict.fromkeys([tile.unicode, str(tile)])
    return Text(" ".join(words))


def _worth(sheet: ScoreSheet) -> str:
    """Return the total, its range where facts are unknown, or that it may not win."""
    if not sheet.valid:
        return "no win"
    lowest, highest = sheet.range
    return str(sheet.total) if lowest == highest else f"{lowest} to {highest}"
