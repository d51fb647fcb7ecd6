"""How often each effect of the scene engine appears, so that effects can be switched off.

An effect whose rate is 0 takes nothing from the random stream: switching it off leaves
everything else in a scene as it was.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Conditions:
    """Shares (0 to 1) of scenes that show an effect.

    Attributes:
        texture: Tables with a texture of :mod:`datasets.synth.textures`.
        engraved: Tiles whose faces are engraved, not printed flat.
        rounded: Tiles whose edges are clearly rounded.
        hazy: Light from everywhere, in which sides are hardly darker than faces.
        haziest: How little darker at most; above 1 they may be brighter, in light from the front.
        tinted: Light that is warm or cold.
        fingers: Fingers in the picture, in scenes of random layouts.
        boxed: Tiles that lie in a box, likewise.
    """

    texture: float = 0.2
    engraved: float = 0.5
    rounded: float = 0.6
    hazy: float = 0.6
    haziest: float = 1.0
    tinted: float = 0.3
    fingers: float = 0.08
    boxed: float = 0.25


USUAL = Conditions()
PLAIN = Conditions(
    texture=0.0, engraved=0.0, rounded=0.0, hazy=0.0, tinted=0.0, fingers=0.0, boxed=0.0
)


def happens(rng: np.random.Generator, rate: float) -> bool:
    """Decide whether an effect appears; rate 0 leaves the generator untouched."""
    return rate > 0 and bool(rng.random() < rate)
