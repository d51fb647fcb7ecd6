"""The facts that a photo cannot show: one flag for each, the same for every command."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from service.cli.stop import ArgumentError, one_line_errors

FACTS = "Facts that a photo cannot show"
FLOWERS = "Facts of flowers (Digging Flowers) and dolls"
OTHER_GAMES = "Facts of single mahjong games"

_WINDS = "east, south, west or north"
_Read = Callable[[str, Any], object]


def _as_given(_flag: str, value: Any) -> object:
    return value


def _win(_flag: str, self_draw: Any) -> object:
    return "self_draw" if self_draw else "discard"


def _numbers(flag: str, text: Any) -> object:
    """Read ``41,25,10``."""
    words = [word.strip() for word in str(text).split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        raise ArgumentError(f"{flag} {text}: write whole numbers with commas, such as 1,3")
    return [int(word) for word in words]


def _by_seat(flag: str, pairs: Any) -> object:
    """Read ``south=20`` texts; numbers become numbers."""
    found: dict[str, object] = {}
    for pair in pairs:
        seat, equals, value = str(pair).partition("=")
        if not equals or seat.strip() in found:
            raise ArgumentError(f"{flag} {pair}: write it as seat=value, each seat once")
        text = value.strip()
        found[seat.strip()] = int(text) if text.isascii() and text.isdigit() else text
    return found


@dataclass(frozen=True, slots=True)
class _Fact:
    """One flag.

    Attributes:
        key: Its name in the context of :func:`scoring.score`.
        type: Of the value on the command line.
        about: For the help.
        flags: As Typer declares them.
        panel: Heading in the help.
        read: The value on the command line to the value in the context.
    """

    key: str
    type: Any
    about: str
    flags: str
    panel: str = FACTS
    read: _Read = _as_given

    @property
    def parameter(self) -> inspect.Parameter:
        """The parameter that Typer makes an option of."""
        option = typer.Option(
            self.flags, help=self.about, rich_help_panel=self.panel, show_default=False
        )
        return inspect.Parameter(
            f"fact_{self.key}",
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[self.type | None, option],
        )


def _text(key: str, about: str, panel: str = FACTS, flag: str | None = None) -> _Fact:
    return _Fact(key, str, about, flag or _flag(key), panel)


def _number(key: str, about: str, panel: str = FACTS) -> _Fact:
    return _Fact(key, int, about, _flag(key), panel)


def _event(key: str, about: str, panel: str = FACTS) -> _Fact:
    return _Fact(key, bool, about, _flag(key), panel)


def _flag(key: str) -> str:
    return "--" + key.replace("_", "-")


_FACTS: Sequence[_Fact] = (
    _Fact("win", bool, "How the hand was won.", "--self-draw/--discard", read=_win),
    _text("winning_tile", "The tile that completed the hand, such as 6z; default the last."),
    _text("seat", f"The winner's seat: {_WINDS}."),
    _text("round", f"The round: {_WINDS}."),
    _text("discarder", f"Seat of the discarder: {_WINDS}."),
    _event("last_tile", "Won on the last tile of the wall."),
    _event("last_discard", "Won on the last discard."),
    _event("replacement", "Won on a tile from the far end of the wall."),
    _event("second_kong", "That tile replaced one of a second kong in a row."),
    _event("rob_kong", "Won by robbing a kong."),
    _event("rob_flower", "The eighth flower was robbed."),
    _event("heavenly", "Complete with the first draw."),
    _event("earthly", "Complete on the first discard."),
    _event("original_call", "Waiting since the first discard."),
    _number("east_repeat", "East's wins in a row before this one."),
    _Fact("roll", str, "The dealer's second roll, such as 1,3.", "--roll", FLOWERS, _numbers),
    _text("designated", "The designated pattern, such as 6-6.", FLOWERS),
    _number("hand_number", "Which hand of the game this is, 1 to 4.", FLOWERS),
    _number("seat_number", "Seat from the dealer on, 1 to 4.", FLOWERS),
    _Fact(
        "other_totals",
        str,
        "Totals of the other players in turn order, such as 41,25,10.",
        "--other-totals",
        FLOWERS,
        _numbers,
    ),
    _event("other_completed", "Another player completed the hand.", FLOWERS),
    _event("exhausted", "The wall or stock ended and nobody won.", FLOWERS),
    _Fact(
        "loser_points",
        list[str],
        "classical: what a loser's hand is worth, such as south=20; repeatable.",
        "--loser-points",
        OTHER_GAMES,
        _by_seat,
    ),
    _Fact(
        "loser_hands",
        list[str],
        'classical: a loser\'s hand, such as "west=123m55z [222p]"; repeatable.',
        "--loser-hand",
        OTHER_GAMES,
        _by_seat,
    ),
    _event("fourth_tile", "mcr: the three others of the winning tile lie open.", OTHER_GAMES),
    _event("riichi", "riichi: declared ready.", OTHER_GAMES),
    _event("open_riichi", "riichi: the waits were shown with it.", OTHER_GAMES),
    _event(
        "nagashi_mangan", "riichi: only terminals and honours discarded, none claimed.", OTHER_GAMES
    ),
    _event("ippatsu", "riichi: won within one round of it.", OTHER_GAMES),
    _text("dora", "riichi: the indicators, such as 4m7z.", OTHER_GAMES),
    _text("ura_dora", "riichi: the indicators under them.", OTHER_GAMES),
    _number("honba", "riichi: counters on the table.", OTHER_GAMES),
    _number("deposits", "riichi: riichi sticks on the table.", OTHER_GAMES),
)


def takes_facts(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command a flag for every fact; it gets those named as its argument ``facts``.

    Facts not named stay unknown, and an event not named did not happen.
    """
    own = inspect.signature(command, eval_str=True).parameters
    parameters = [parameter for name, parameter in own.items() if name != "facts"]
    place = next(i for i, p in enumerate(parameters) if p.name == "option")
    parameters[place:place] = [fact.parameter for fact in _FACTS]

    @functools.wraps(command)
    def with_facts(**given: Any) -> None:
        with one_line_errors():
            facts = _collect(given)
        rest = {name: value for name, value in given.items() if not name.startswith("fact_")}
        command(**rest, facts=facts)

    with_facts.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_facts.__annotations__ = {p.name: p.annotation for p in parameters}
    return with_facts


def _collect(given: Mapping[str, Any]) -> dict[str, object]:
    found: dict[str, object] = {}
    for fact in _FACTS:
        value = given.get(f"fact_{fact.key}")
        if value in (None, []) or (value is False and fact.read is _as_given):
            continue
        found[fact.key] = fact.read(fact.flags, value)
    return found
