"""A game in play, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.hand import format_tiles
from scoring.play.record import Record
from scoring.play.state import Event, Setup


def lines(record: Record) -> Iterator[str]:
    """Yield the game line by line: dice, deal, every move, the end and who pays."""
    seats = record.seats
    yield from _setup_lines(record.state.setup, seats)
    for event in record.events:
        text = describe(event, seats)
        if text:
            yield text
    for seat, sheet in record.outcome.sheets.items():
        items = ", ".join(f"{item.name} {item.value}" for item in sheet.items)
        yield f"{_title(seat)} scores {sheet.total}" + (f": {items}" if items else "")
    gains = [f"{_title(seat)} {gain:+d}" for seat, gain in record.outcome.payments.items() if gain]
    yield f"Payments: {', '.join(gains)}" if gains else "Nobody pays"


def describe(event: Event, seats: tuple[str, ...]) -> str:
    """Return what happened as a sentence; an empty text for dice, which the set-up names."""
    tiles = sorted(event.tiles) if event.kind == "deal" else event.tiles
    source = "" if event.source is None else f" from {_title(seats[event.source])}"
    template = _SENTENCES[event.kind]
    if event.kind == "win" and not source:
        template = "{who} wins by drawing {tile}"
    return template.format(
        who="" if event.seat is None else _title(seats[event.seat]),
        tile=event.tile,
        tiles=format_tiles(tiles),
        source=source,
        kind=event.kind,
    )


def _setup_lines(setup: Setup, seats: tuple[str, ...]) -> Iterator[str]:
    if setup.side is not None:
        rolls = "; ".join(f"{a} and {b}" for a, b in setup.rolls)
        yield f"Dice: {rolls}"
        yield f"The wall of {_title(seats[setup.side])} is broken after {setup.stack} stacks"


def _title(seat: str) -> str:
    return seat.replace("_", " ").capitalize()


_CLAIM = "{who} takes {tile}{source}: {kind} [{tiles}]"
_SENTENCES: Mapping[str, str] = {
    "roll": "",
    "deal": "{who} is dealt {tiles}",
    "draw": "{who} draws {tile}",
    "replace": "{who} draws {tile} in return",
    "bonus": "{who} lays {tile} aside",
    "discard": "{who} discards {tile}",
    "declare": "{who} lays down [{tiles}]",
    "grow": "{who} adds {tile}: [{tiles}]",
    "upgrade": "{who} exchanges a plain tile for {tile}: [{tiles}]",
    **dict.fromkeys(("chow", "pung", "kong", "pair", "triple", "set"), _CLAIM),
    "win": "{who} wins on {tile}{source}",
    "exhausted": "Nothing is left to draw",
}
