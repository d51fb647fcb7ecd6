"""Help for the player: distance to a win, waits and their worth, repairs of misread hands.

>>> from scoring.advice import advise, repairs
>>> advice = advise("taiwanese", "123456789m123s99p34p")
>>> [(str(wait.tile), wait.left, wait.self_draw.total) for wait in advice.waits]
[('2p', 4, 9), ('5p', 4, 9)]
>>> print(repairs("taiwanese", "123456789m123s99p344p")[0])
a 4p is read where a 5p would complete the hand
"""

from scoring.advice.advise import advise
from scoring.advice.model import Advice, Change, Discard, Distance, Repair, Useful, Wait
from scoring.advice.repair import Alternatives, repairs

__all__ = [
    "Advice",
    "Alternatives",
    "Change",
    "Discard",
    "Distance",
    "Repair",
    "Useful",
    "Wait",
    "advise",
    "repairs",
]
