"""A game in play, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.hand import format_tiles
from scoring.play.record import Progress, Record
from scoring.play.state import Event, Setup


def lines(record: Record) -> Iterator[str]:
    """Yield the game line by line: dice, deal, every move, the end and who pays."""
    yield from _told(record)
    for seat, sheet in record.outcome.sheets.items():
        items = ", ".join(f"{item.name} {item.value}" for item in sheet.items)
        yield f"{title(seat)} scores {sheet.total}" + (f": {items}" if items else "")
    gains = [f"{title(seat)} {gain:+d}" for seat, gain in record.outcome.payments.items() if gain]
    yield f"Payments: {', '.join(gains)}" if gains else "Nobody pays"


def lines_until(progress: Progress) -> Iterator[str]:
    """Yield the game so far line by line, whose move it is, and every player's hand."""
    yield from _told(progress)
    moves = len(progress.moves)
    after = f"After {moves} move{'s'[: moves != 1]}"
    if progress.to_move is None:
        yield f"{after} the game has ended"
    else:
        yield f"{after} it is {title(progress.to_move)}'s move ({progress.state.phase})"
    for seat, hand in progress.hands.items():
        yield f"{title(seat)} holds {hand}"


def _told(game: Record | Progress) -> Iterator[str]:
    """Yield set-up and events."""
    yield from _setup_lines(game.state.setup, game.seats)
    for event in game.events:
        text = describe(event, game.seats)
        if text:
            yield text


def describe(event: Event, seats: tuple[str, ...]) -> str:
    """Return what happened as a sentence; an empty text for dice, which the set-up names."""
    tiles = sorted(event.tiles) if event.kind == "deal" else event.tiles
    source = "" if event.source is None else f" from {title(seats[event.source])}"
    template = _SENTENCES[event.kind]
    if event.kind == "win" and not source:
        template = "{who} wins by drawing {tile}"
    return template.format(
        who="" if event.seat is None else title(seats[event.seat]),
        tile=event.tile,
        tiles=format_tiles(tiles),
        source=source,
        kind=event.kind,
    )


def _setup_lines(setup: Setup, seats: tuple[str, ...]) -> Iterator[str]:
    if setup.side is not None:
        rolls = "; ".join(f"{a} and {b}" for a, b in setup.rolls)
        yield f"Dice: {rolls}"
        yield f"The wall of {title(seats[setup.side])} is broken after {setup.stack} stacks"


def title(seat: str) -> str:
    """Return the name of a seat as a sentence has it."""
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
