"""Whether a hand, such as one read from a photo, can be a player's hand in a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from scoring.hand import Hand, Meld, format_tiles
from scoring.play.games import find_rules
from scoring.play.state import IllegalMoveError, State
from scoring.tiles import Tile


def check_hand(state: State, seat: int, hand: Hand) -> list[str]:
    """Say what in a hand contradicts the state of the game; nothing means that it can be.

    The hand may have any tiles that nobody else holds or has discarded: which of the tiles
    that nobody sees the player drew is not asked.

    Args:
        state: The game.
        seat: Whose hand it should be.
        hand: For example from a photo; tiles that lie face down are not known and pass.

    Raises:
        IllegalMoveError: When the game has no such seat.
    """
    names = find_rules(state.game).seats(state.options)
    if not 0 <= seat < len(names):
        raise IllegalMoveError(f"seat {seat}: the game has the seats 0 to {len(names) - 1}")
    reasons = _impossible(state, seat, hand, names)
    reasons += _wrong_count(state, seat, hand)
    reasons += _wrong_melds(state, seat, hand)
    return reasons


def _impossible(state: State, seat: int, hand: Hand, names: tuple[str, ...]) -> list[str]:
    tile_set = find_rules(state.game).tile_set(state.options)
    held = Counter(tile.plain_face for tile in hand.tiles if not tile.is_back)
    elsewhere: dict[str, Counter[Tile]] = {
        place: Counter(tiles) for place, tiles in _elsewhere(state, seat, names)
    }
    reasons = []
    for tile in sorted(held):
        limit, count = tile_set.limit(tile), held[tile]
        if limit == 0:
            reasons.append(f"{tile} does not belong to the set of this game")
            continue
        places = [f"{n} {place}" for place, tiles in elsewhere.items() if (n := tiles[tile])]
        free = limit - sum(tiles[tile] for tiles in elsewhere.values())
        if count > free:
            known = f"; elsewhere are {', '.join(places)}" if places else ""
            reasons.append(f"{count} × {tile}: the set has {limit}{known}")
    return reasons


def _elsewhere(
    state: State, seat: int, names: tuple[str, ...]
) -> Iterator[tuple[str, Iterable[Tile]]]:
    """Yield every place apart from the hand where tiles are known to be."""
    for other, player in enumerate(state.players):
        name = names[other]
        yield f"discarded by {name}", player.discards
        if other != seat:
            yield f"held by {name}", player.concealed
            yield f"melded by {name}", [tile for meld in player.melds for tile in meld.tiles]
            yield f"laid aside by {name}", player.bonus


def _wrong_count(state: State, seat: int, hand: Hand) -> list[str]:
    player = state.players[seat]
    expected, got = len(player.concealed), len(hand.concealed)
    # Bonus tiles not laid aside yet are counted with those aside, as hands are read.
    expected -= sum(tile.is_bonus for tile in player.concealed)
    if got == expected:
        return []
    return [f"{got} concealed tiles, but the player has {expected} now"]


def _wrong_melds(state: State, seat: int, hand: Hand) -> list[str]:
    player = state.players[seat]
    known, shown = Counter(map(_key, player.melds)), Counter(map(_key, hand.melds))
    aside = Counter((*player.bonus, *(tile for tile in player.concealed if tile.is_bonus)))
    laid = Counter(hand.bonus)
    return [
        *(f"[{format_tiles(tiles)}] is no meld of this player" for tiles in shown - known),
        *(f"the meld [{format_tiles(t)}] of this player is missing" for t in known - shown),
        *(f"{tile} was not laid aside by this player" for tile in sorted(laid - aside)),
        *(f"{tile}, laid aside by this player, is missing" for tile in sorted(aside - laid)),
    ]


def _key(meld: Meld) -> tuple[Tile, ...]:
    return tuple(sorted(tile.plain_face for tile in meld.tiles))
