"""What scenes to make, as a value: scene number n of a recipe is the same wherever it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from datasets.designs.families import RANDOM, TAUGHT
from datasets.synth.deals import random_hand, wrong_hand
from datasets.synth.faces import DRAWN_HEIGHT, PrintedFaces, design_faces, named_designs
from datasets.synth.hands import compose_hand, truth_of
from datasets.synth.scene import Composer, Scene, compose_scene
from datasets.synth.styles import random_style
from scoring.errors import WahuaError
from scoring.hand import Hand
from scoring.tiles import Family

SIDES = (64, 8192)
"""Smallest and largest width or height of a picture, pixels."""
LARGE = 800
"""Pictures with a longer side than this get faces drawn half as large again."""
WRONG_RATE = 0.1
"""Share of hands that do not win."""
_DESIGN_KEY, _SCENE_KEY = 77, 78
"""Last word of the seeds; as there are four, no seed of training's shorter ones is met."""


class RecipeError(WahuaError):
    """A recipe that no scene can be made by."""

    type: ClassVar[str] = "bad-recipe"
    title: ClassVar[str] = "The scenes cannot be made"


@dataclass(frozen=True, slots=True)
class Sample:
    """One scene of a recipe.

    Attributes:
        index: Its number.
        scene: The picture and its faces.
        family: What the tiles are.
        design: Name of the design.
        hand: The hand that the tiles make; None for scenes of loose tiles.
    """

    index: int
    scene: Scene
    family: Family
    design: str
    hand: Hand | None

    def truth(self, image: str) -> dict[str, object]:
        """The label in the project's own format, for a picture file of that name."""
        return truth_of(self.scene, image, self.family, self.hand) | {"set": self.design}


@dataclass(frozen=True, slots=True)
class Recipe:
    """What scenes to make.

    Attributes:
        family: What the tiles are.
        seed: Decides everything that the recipe leaves open, 0 or more.
        size: Width and height of the pictures, pixels.
        design: Name of a design; None for random ones.
        hands: Show whole hands, most of them complete, instead of loose tiles.
        designs: How many random designs take part.
        taught: Draw harder designs among them, as training does.

    Raises:
        RecipeError: A value is out of range, or the family has no design of that name.
    """

    family: Family
    seed: int = 0
    size: tuple[int, int] = (1280, 960)
    design: str | None = None
    hands: bool = False
    designs: int = 12
    taught: bool = False

    def __post_init__(self) -> None:
        if not all(SIDES[0] <= side <= SIDES[1] for side in self.size):
            raise RecipeError(
                f"{self.size[0]} × {self.size[1]} pixels; a side has {SIDES[0]} to {SIDES[1]}"
            )
        if self.seed < 0 or self.designs < 1:
            raise RecipeError(f"seed {self.seed} and {self.designs} designs; from 0 and from 1 on")
        names = named_designs(self.family)
        if self.design is not None and self.design not in names:
            raise RecipeError(
                f"'{self.design}' is no design of {self.family}; there are: {', '.join(names)}"
            )

    def sample(self, index: int, compose: Composer = compose_scene) -> Sample:
        """Make one scene; any order and any process give the same.

        Args:
            index: Its number.
            compose: Makes the picture: the quick painter or the path tracer.

        Raises:
            FontsMissingError: No Chinese font is installed.
        """
        rng = np.random.default_rng((self.seed, _STREAM[self.family], index, _SCENE_KEY))
        number = int(rng.integers(self.designs)) if self.design is None else 0
        source = _source(
            self.family, self.design, self.seed, number,
            large=max(self.size) > LARGE, taught=self.taught,
        )  # fmt: skip
        hand = None
        if self.hands:
            hand = (wrong_hand if rng.random() < WRONG_RATE else random_hand)(rng, self.family)
            style = random_style(rng, self.family)
            scene = compose_hand(
                rng, hand, source, source.draw, style=style, size=self.size, compose=compose
            )
        else:
            scene = compose(rng, source, self.size)
        name = self.design or f"random-{self.seed}-{number}"
        return Sample(index, scene, self.family, name, hand)


_STREAM: Mapping[Family, int] = {family: number for number, family in enumerate(Family)}


@lru_cache(maxsize=64)
def _source(
    family: Family, design: str | None, seed: int, number: int, *, large: bool, taught: bool
) -> PrintedFaces:
    """The faces of a design, drawn once in each process (about a second)."""
    if design is None:
        rng = np.random.default_rng((seed, _STREAM[family], number, _DESIGN_KEY))
        maker = (TAUGHT if taught else RANDOM)[family](rng)
    else:
        maker = named_designs(family)[design]
    height = DRAWN_HEIGHT[family]
    return design_faces(maker, height=height * 3 // 2 if large else height)
