"""Playing the games of the sources: an immutable state, legal moves, and simple players.

>>> from scoring.play import apply, legal_moves, new_game
>>> state = new_game("dolls", seed=1)
>>> len(state.tiles), len(state.live)
(72, 20)
>>> after = apply(state, legal_moves(state)[0])
>>> sorted(after.tiles) == sorted(state.tiles)
True
"""

from __future__ import annotations

from scoring.play.check import check_hand
from scoring.play.engine import apply, legal_moves, new_game
from scoring.play.games import RULES, find_rules
from scoring.play.players import Chooser, simple_player
from scoring.play.record import (
    Progress,
    Record,
    UnfinishedGameError,
    outcome,
    play_game,
    play_until,
)
from scoring.play.state import (
    Event,
    IllegalMoveError,
    Move,
    MoveKind,
    Offer,
    Outcome,
    Phase,
    Player,
    Result,
    Setup,
    State,
)

__all__ = [
    "RULES",
    "Chooser",
    "Event",
    "IllegalMoveError",
    "Move",
    "MoveKind",
    "Offer",
    "Outcome",
    "Phase",
    "Player",
    "Progress",
    "Record",
    "Result",
    "Setup",
    "State",
    "UnfinishedGameError",
    "apply",
    "check_hand",
    "find_rules",
    "legal_moves",
    "new_game",
    "outcome",
    "play_game",
    "play_until",
    "simple_player",
]
