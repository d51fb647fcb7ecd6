"""Which cards complete a waiting hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scoring.games.dolls.legality import impossible_cards
from scoring.games.dolls.options import Options
from scoring.games.dolls.structure import hand_is_complete
from scoring.hand import Hand
from scoring.tiles import Tile


def hand_waits(hand: Hand, options: Options) -> tuple[Tile, ...]:
    """Return the cards of the deck that win, stamped and plain ones apart.

    Cards of which the hand already holds every copy do not count. A card that would only join
    a laid-out four is drawn for it and does not win.

    Args:
        hand: One card short of a winning hand; impossible cards wait for nothing.
        options: They say how many cards win and how many are stamped.
    """
    held = Counter(hand.tiles)
    if not options.accepts_size(len(hand.tiles) + 1) or impossible_cards(hand, options):
        return ()
    found = []
    for card, copies in options.deck.counts.items():
        completed = replace(hand, concealed=(*hand.concealed, card))
        if held[card] < copies and hand_is_complete(completed, options):
            found.append(card)
    return tuple(sorted(found))
