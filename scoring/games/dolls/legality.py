"""Why cards are no winning hand, in sentences that say what is nearest."""

from __future__ import annotations

from scoring.games.dolls.options import DOLL, FOUR, OPTIONS, Options
from scoring.games.dolls.structure import (
    Copies,
    cards,
    count_cards,
    hand_is_complete,
    meld_part,
    partial_ways,
)
from scoring.hand import Hand, Meld, format_tiles
from scoring.tiles import Tile

MOST_HELD = 72 - 2 * 17
"""Cards that one player can hold: at least two others play, and nobody holds fewer than 17."""


def impossible_cards(hand: Hand, options: Options) -> list[str]:
    """Say which cards or melds no game can give, whether the hand wins or not."""
    tiles = hand.tiles
    if len(tiles) > options.deck.size:
        return [f"{len(tiles)} cards: the deck has only {options.deck.size}"]
    reasons = options.deck.check(tiles)
    if len(tiles) > MOST_HELD:
        reasons.append(
            f"{len(tiles)} cards: two others hold 17 each, so at most {MOST_HELD} remain"
        )
    backs = sum(tile.is_back for tile in tiles)
    if backs:
        cards_ = "cards" if backs > 1 else "card"
        reasons.append(f"{backs} face-down (unknown) {cards_}: name every card")
    return reasons or [text for meld in hand.melds if (text := _bad_meld(meld, options))]


def incomplete(hand: Hand, winning: Tile | None, options: Options) -> list[str]:
    """Say why possible cards are no winning hand; an empty list means they are one."""
    reasons = []
    count = len(hand.tiles)
    complete = hand_is_complete(hand, options)
    if not options.accepts_size(count):
        text = f"{options.hand_size} cards expected, got {count}"
        if complete:
            others = f"{count} or any" if count in OPTIONS["hand_size"].choices else "any"
            text += f"; its sets and pair are complete: hand_size={others} accepts it"
        reasons.append(text)
    if winning is not None and winning not in hand.concealed:
        reasons.append(f"the winning card {winning} is not among the concealed cards")
    if not complete:
        reasons.append(_nearest(hand, options))
    return reasons


def _bad_meld(meld: Meld, options: Options) -> str:
    subjects = {tile.face for tile in meld.tiles}
    size = len(meld.tiles)
    if len(subjects) > 1:
        return f"the meld {meld} is no set: its cards must have one subject, the phrase is no meld"
    if DOLL in subjects and not options.doll_meld:
        return f"the meld {meld} is no set: doll_meld=false lets dolls form none"
    if subjects and size not in options.set_sizes(*subjects):
        fours = options.set_sizes(*subjects) == (FOUR,)
        wanted = "four (source3_threes=fours_only)" if fours else "three to eight"
        return f"the meld {meld} is no set: it has {size} cards, not {wanted}"
    return "" if subjects else "a meld has no cards"


def _nearest(hand: Hand, options: Options) -> str:
    sets, pair, rest = _nearest_division(count_cards(hand.concealed), options)
    count = sets + len(hand.melds)
    form = f"{count} set{'s'[: count != 1]} and {'a' if pair else 'no'} pair"
    text = f"not sets and one pair; nearest: {form}"
    if rest:
        text += f", {format_tiles(rest)} left over"
    for meld in map(meld_part, hand.melds):
        if meld.copies.size >= FOUR and any(tile.face == meld.subject for tile in rest):
            text += f"; {meld.subject} would count in the meld of {meld.subject}"
    return text


def _nearest_division(
    concealed: dict[str, Copies], options: Options
) -> tuple[int, bool, tuple[Tile, ...]]:
    """Return sets, whether there is a pair, and the cards left over, which are as few as can be."""
    best: dict[bool, tuple[int, tuple[Tile, ...]]] = {False: (0, ())}
    for subject, copies in concealed.items():
        merged: dict[bool, tuple[int, tuple[Tile, ...]]] = {}
        for has_pair, (sets, rest) in best.items():
            for way in partial_ways(copies, options.set_sizes(subject)):
                if has_pair and way.pair:
                    continue
                key = has_pair or way.pair is not None
                found = (sets + len(way.sets), rest + cards(subject, way.rest))
                if key not in merged or _loss(found) < _loss(merged[key]):
                    merged[key] = found
        best = merged
    pair = min(best, key=lambda has_pair: (_loss(best[has_pair]), not has_pair))
    return best[pair][0], pair, best[pair][1]


def _loss(found: tuple[int, tuple[Tile, ...]]) -> tuple[int, int]:
    return len(found[1]), found[0]
