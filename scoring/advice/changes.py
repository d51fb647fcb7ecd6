"""Hands with some of their tiles changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from scoring.advice.model import Change
from scoring.hand import Hand, Meld
from scoring.tiles import Tile


def apply(hand: Hand, changes: Iterable[Change]) -> Hand:
    """Return the hand after the changes; tiles that were missing join the concealed ones.

    The winning tile stays the winning tile; when it is changed, its new face is.
    """
    changes = tuple(changes)
    now: list[Tile | None] = list(hand.tiles)
    for change in changes:
        if change.index is not None:
            now[change.index] = change.now
    held, at = [tile for tile in now[: len(hand.concealed)] if tile], len(hand.concealed)
    melds = []
    for meld in hand.melds:
        tiles = tuple(tile for tile in now[at : at + len(meld.tiles)] if tile)
        melds.append(Meld(tiles, meld.concealed))
        at += len(meld.tiles)
    aside = [tile for tile in now[at:] if tile]
    held += [tile for tile in aside if not tile.is_bonus]
    added = [change.now for change in changes if change.index is None and change.now]
    return replace(
        hand,
        concealed=(*_before_the_last(hand, held, added),),
        melds=tuple(melds),
        bonus=tuple(tile for tile in aside if tile.is_bonus),
        winning_tile=_winning(hand, held, changes),
    )


def without(hand: Hand, tile: Tile) -> Hand:
    """Return the hand without one concealed tile (the last equal one) and no winning tile."""
    place = max(i for i, held in enumerate(hand.concealed) if held == tile)
    concealed = (*hand.concealed[:place], *hand.concealed[place + 1 :])
    return replace(hand, concealed=concealed, winning_tile=None)


def with_tile(hand: Hand, tile: Tile) -> Hand:
    """Return the hand with one more concealed tile, which wins."""
    return replace(hand, concealed=(*hand.concealed, tile), winning_tile=tile)


def _before_the_last(hand: Hand, held: list[Tile], added: Sequence[Tile]) -> list[Tile]:
    """Add tiles so that a last tile that counts as the winning one stays the last."""
    if hand.winning_tile is None and held:
        return [*held[:-1], *added, held[-1]]
    return [*held, *added]


def _winning(hand: Hand, held: Sequence[Tile], changes: Sequence[Change]) -> Tile | None:
    tile = hand.winning_tile
    if tile is None or any(tile.plain_face == other.plain_face for other in held):
        return tile
    return next((change.now for change in changes if change.was == tile), None)
