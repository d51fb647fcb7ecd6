"""The facts of a riichi win: the common ones, and those that only this game asks for.

The common facts read so: ``heavenly`` is tenhou for east and chiihou for the others, ``earthly``
renhou, ``original_call`` a double riichi, ``replacement`` rinshan, ``rob_kong`` chankan,
``last_tile`` haitei, ``last_discard`` houtei, ``east_repeat`` counts towards paarenchan.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scoring.hand import Hand
from scoring.mahjong.context import Context, ContextError, Seat, Win, read_flag
from scoring.tiles import Family, Tile

OWN_FACTS = (
    "riichi",
    "open_riichi",
    "ippatsu",
    "nagashi_mangan",
    "dora",
    "ura_dora",
    "honba",
    "deposits",
)
MAX_INDICATORS = 5
MAX_COUNTERS = 1000


@dataclass(frozen=True, slots=True)
class RiichiFacts:
    """What is known of a riichi win.

    Attributes:
        common: The facts of every game.
        riichi: Declared ready; a double riichi is ``common.original_call``.
        open_riichi: The waits were shown with that riichi or double riichi.
        ippatsu: Won within one round of it.
        nagashi_mangan: The wall ended, and the player had discarded only terminals and honours, of
            which none was claimed; this is paid like a self-draw, whatever the hand is.
        dora: The indicators, not the dora themselves.
        ura_dora: The indicators under them.
        honba: Counters on the table, 100 points from each payer of a self-draw, 300 of a discard.
        deposits: Riichi sticks on the table, 1000 points each.
    """

    common: Context
    riichi: bool = False
    open_riichi: bool = False
    ippatsu: bool = False
    nagashi_mangan: bool = False
    dora: tuple[Tile, ...] = ()
    ura_dora: tuple[Tile, ...] = ()
    honba: int = 0
    deposits: int = 0

    @property
    def any_riichi(self) -> bool:
        """Whether any kind of riichi was declared."""
        return self.riichi or self.common.original_call

    def under(self, common: Context) -> RiichiFacts:
        """Return the same facts with others in place of the common ones."""
        return replace(self, common=common)


def parse_facts(facts: Mapping[str, object]) -> RiichiFacts:
    """Check the facts.

    Raises:
        ContextError: For unknown names, wrong values and contradictions.
        UnknownTileError: When an indicator is no tile.
        HandError: When the indicators cannot be read.
    """
    shared = {key: value for key, value in facts.items() if key not in OWN_FACTS}
    common = Context.parse(shared, further=OWN_FACTS)
    found = RiichiFacts(
        common,
        read_flag(facts, "riichi"),
        read_flag(facts, "open_riichi"),
        read_flag(facts, "ippatsu"),
        read_flag(facts, "nagashi_mangan"),
        _indicators(facts, "dora"),
        _indicators(facts, "ura_dora"),
        _number(facts, "honba"),
        _number(facts, "deposits"),
    )
    for problem in _contradictions(found):
        raise ContextError(problem)
    if found.nagashi_mangan:
        return found.under(replace(common, win=Win.SELF_DRAW))
    return found


def _contradictions(facts: RiichiFacts) -> Iterable[str]:
    common = facts.common
    if facts.ippatsu and not facts.any_riichi:
        yield "ippatsu needs riichi or original_call (a double riichi)"
    if facts.open_riichi and not facts.any_riichi:
        yield "open_riichi needs riichi or original_call (a double riichi)"
    if facts.nagashi_mangan and common.win is Win.DISCARD:
        yield "nagashi_mangan comes when the wall has ended, and wins on no discard"
    if facts.ura_dora and not facts.any_riichi:
        yield "ura_dora need riichi or original_call (a double riichi)"
    if common.last_tile and common.replacement:
        yield "the last tile of the wall is no replacement tile"
    if common.last_discard and common.rob_kong:
        yield "the last discard is not robbed from a kong"
    if common.earthly and common.seat is Seat.EAST:
        yield "earthly is a win on the first discard, which is east's own"


def _indicators(facts: Mapping[str, object], key: str) -> tuple[Tile, ...]:
    value = facts.get(key)
    if value in (None, "unknown", "", ()):
        return ()
    if isinstance(value, str):
        value = Hand.parse(value).tiles
    if not isinstance(value, Iterable):
        raise ContextError(f"{key}={value!r}; it is a text such as 4m7z, or a list of tiles")
    tiles = tuple(_tile(key, one) for one in value)
    if len(tiles) > MAX_INDICATORS:
        raise ContextError(f"{key}: there are at most {MAX_INDICATORS} indicators")
    return tiles


def _tile(key: str, value: object) -> Tile:
    tile = Tile.parse(value, Family.MAHJONG) if isinstance(value, str) else value
    if not isinstance(tile, Tile) or tile.family is not Family.MAHJONG:
        raise ContextError(f"{key}: {value!r} is no mahjong tile")
    if tile.is_bonus or tile.is_back:
        raise ContextError(f"{key}: {tile} indicates nothing")
    return tile


def _number(facts: Mapping[str, object], key: str) -> int:
    value = facts.get(key)
    if value in (None, "unknown"):
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_COUNTERS:
        raise ContextError(f"{key}={value!r}; it is a number from 0 to {MAX_COUNTERS}")
    return value
