"""Cards of no game that is read here: what teaches the locator that any card may be one.

Somebody who enrols a deck of their own has cards whose prints resemble nothing in training. Each
set drawn here has its own symbols in rows and columns, ranks in the corners, and figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.faces import CARD_DEPTH, PrintedFaces, random_back_colour, random_body_colour

Rng = np.random.Generator
Picture = NDArray[np.uint8]
Shape = NDArray[np.float64]
"""Corners of a symbol (n×2, y points down) in a circle of radius 1."""

HEIGHT = 240
ASPECT = (1.25, 1.75)
SUITS, RANKS = (2, 5), 13
"""Symbols of a set (from, below), and the ranks of each; those above ten are figures."""
FIRST_FIGURE = 11
LETTERS = "AJQKTXCBRD"
COLUMNS: dict[int, tuple[tuple[float, ...], ...]] = {
    1: ((0.5,),),
    2: ((0.0, 1.0),),
    3: ((0.0, 0.5, 1.0),),
    4: ((0.0, 1.0), (0.0, 1.0)),
    5: ((0.0, 1.0), (0.5,), (0.0, 1.0)),
    6: ((0.0, 0.5, 1.0), (0.0, 0.5, 1.0)),
    7: ((0.0, 0.5, 1.0), (0.25,), (0.0, 0.5, 1.0)),
    8: ((0.0, 0.5, 1.0), (0.25, 0.75), (0.0, 0.5, 1.0)),
    9: ((0.0, 0.33, 0.67, 1.0), (0.5,), (0.0, 0.33, 0.67, 1.0)),
    10: ((0.0, 0.33, 0.67, 1.0), (0.17, 0.83), (0.0, 0.33, 0.67, 1.0)),
}
"""Heights of the symbols in each column, shares of the field."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A symbol: its shape and its colour (RGB)."""

    shape: Shape
    ink: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Deck:
    """How the cards of one set look.

    Attributes:
        suits: The symbols.
        size: Width and height of a card, pixels.
        paper: RGB of the card.
        symbol: Radius of a symbol in widths.
        index: Height of the rank in the corner in widths; 0 for none.
        field: Margin of the symbols at the left and above, in widths.
        frame: Width of a line around the field in widths; 0 for none.
        inverted: Symbols of the lower half stand on their heads.
        seed: Decides the figures.
    """

    suits: tuple[Suit, ...]
    size: tuple[int, int]
    paper: tuple[int, int, int]
    symbol: float
    index: float
    field: tuple[float, float]
    frame: float
    inverted: bool
    seed: int


def other_cards(rng: Rng) -> PrintedFaces:
    """Draw a random set; its faces are drawn when they are asked for, and kept."""
    aspect = float(rng.uniform(*ASPECT))
    body = random_body_colour(rng)
    deck = _random_deck(rng, (round(HEIGHT / aspect), HEIGHT), body)
    names = [f"{suit}-{rank}" for suit in range(len(deck.suits)) for rank in range(1, RANKS + 1)]
    kept: dict[str, Picture] = {}

    def draw(name: str) -> Picture:
        if name not in kept:
            suit, rank = (int(part) for part in name.split("-"))
            kept[name] = draw_card(deck, suit, rank)
        return kept[name]

    return PrintedFaces(
        draw, names, aspect, body, random_back_colour(rng), depth=CARD_DEPTH, overlap=True,
        corner_radius=float(rng.uniform(0.03, 0.12)),
    )  # fmt: skip


def draw_card(deck: Deck, suit: int, rank: int) -> Picture:
    """Draw one card: H×W×3 RGB.

    Args:
        deck: The set.
        suit: Index of its symbol.
        rank: 1…10 symbols, or a figure above.
    """
    width, height = deck.size
    card = np.full((2 * height, 2 * width, 3), deck.paper, np.uint8)
    if rank >= FIRST_FIGURE:
        _figure(card, deck, np.random.default_rng((deck.seed, suit, rank)))
    else:
        _symbols(card, deck, deck.suits[suit], rank)
    if deck.frame:
        _frame(card, deck)
    if deck.index:
        _indices(card, deck, deck.suits[suit], rank)
    return np.asarray(cv2.resize(card, deck.size, interpolation=cv2.INTER_AREA), np.uint8)


def _random_deck(rng: Rng, size: tuple[int, int], body: NDArray[np.float32]) -> Deck:
    inks = [(15, 15, 20), (200, 20, 30), (20, 60, 160), (20, 120, 50), (220, 130, 10)]
    two = [inks[int(rng.integers(len(inks)))] for _ in range(2)]
    count = int(rng.integers(*SUITS))
    suits = tuple(
        Suit(SHAPES[int(rng.integers(len(SHAPES)))](rng), two[number % 2])
        for number in range(count)
    )
    return Deck(
        suits=suits,
        size=size,
        paper=(int(body[0]), int(body[1]), int(body[2])),
        symbol=float(rng.uniform(0.06, 0.12)),
        index=float(rng.uniform(0.12, 0.3)) if rng.random() < 0.85 else 0.0,
        field=(float(rng.uniform(0.24, 0.36)), float(rng.uniform(0.2, 0.4))),
        frame=float(rng.uniform(0.008, 0.02)) if rng.random() < 0.3 else 0.0,
        inverted=bool(rng.random() < 0.7),
        seed=int(rng.integers(1 << 31)),
    )


def _symbols(card: Picture, deck: Deck, suit: Suit, rank: int) -> None:
    columns = COLUMNS[rank]
    left, top = deck.field
    aspect = deck.size[1] / deck.size[0]
    across = np.linspace(left, 1 - left, len(columns)) if len(columns) > 1 else [0.5]
    radius = deck.symbol * (2.2 if rank == 1 else 1.0)
    for x, heights in zip(across, columns, strict=True):
        for share in heights:
            y = top + share * (aspect - 2 * top)
            up = -1.0 if deck.inverted and share > 0.5 else 1.0
            _stamp(card, deck, suit, (float(x), float(y)), radius * up)


def _indices(card: Picture, deck: Deck, suit: Suit, rank: int) -> None:
    """The rank with its symbol below in the upper left corner and, turned, in the lower right."""
    text = str(rank) if 1 < rank < FIRST_FIGURE else LETTERS[(rank + deck.seed) % len(LETTERS)]
    wide = 2 * deck.size[0]
    scale = deck.index * wide / 22
    thick = max(1, round(scale * 2.2))
    for _ in range(2):
        place = (round(0.05 * wide), round(0.06 * wide + deck.index * wide))
        cv2.putText(card, text, place, cv2.FONT_HERSHEY_DUPLEX, scale, suit.ink, thick, cv2.LINE_AA)
        below = (0.05 + deck.index * 0.45, 0.1 + deck.index * 1.55)
        _stamp(card, deck, suit, below, deck.index * 0.33)
        card[:] = card[::-1, ::-1].copy()


def _figure(card: Picture, deck: Deck, rng: Rng) -> None:
    """A framed picture of patches, the same when it is turned by half."""
    wide, high = 2 * deck.size[0], 2 * deck.size[1]
    x0, y0 = round(0.16 * wide), round(0.12 * wide)
    inside = np.full((high - 2 * y0, wide - 2 * x0, 3), deck.paper, np.uint8)
    tall, broad = inside.shape[:2]
    for _ in range(int(rng.integers(6, 22))):
        ink = tuple(float(v) for v in rng.integers(0, 255, 3))
        centre = rng.uniform(0, 1, 2) * [broad, tall]
        points = centre + rng.normal(0, 0.22 * broad, (int(rng.integers(3, 7)), 2))
        if rng.random() < 0.4:
            axes = (int(rng.uniform(0.03, 0.25) * broad), int(rng.uniform(0.03, 0.25) * broad))
            middle = (int(centre[0]), int(centre[1]))
            cv2.ellipse(inside, middle, axes, rng.uniform(0, 180), 0, 360, ink, -1, cv2.LINE_AA)
        else:
            cv2.fillPoly(inside, [np.round(points).astype(np.int32)], ink, cv2.LINE_AA)
    inside[tall - tall // 2 :] = inside[: tall // 2][::-1, ::-1]
    card[y0 : high - y0, x0 : wide - x0] = inside
    cv2.rectangle(card, (x0, y0), (wide - x0, high - y0), (40, 40, 40), max(1, wide // 150))


def _frame(card: Picture, deck: Deck) -> None:
    high, wide = card.shape[:2]
    inset = round(0.07 * wide)
    ink = deck.suits[0].ink
    thick = max(1, round(deck.frame * wide))
    cv2.rectangle(card, (inset, inset), (wide - inset, high - inset), ink, thick, cv2.LINE_AA)


def _stamp(
    card: Picture, deck: Deck, suit: Suit, centre: tuple[float, float], radius: float
) -> None:
    """Print a symbol around a point in widths; on its head for a negative radius."""
    points = (np.array(centre) + suit.shape * radius) * 2 * deck.size[0]
    cv2.fillPoly(card, [np.round(points * 16).astype(np.int32)], suit.ink, cv2.LINE_AA, 4)


def _star(rng: Rng, corners: Sequence[int], inner: tuple[float, float]) -> Shape:
    count = int(rng.choice(corners))
    radius = np.where(np.arange(2 * count) % 2, rng.uniform(*inner), 1.0)
    angle = np.arange(2 * count) * np.pi / count
    return np.stack([radius * np.sin(angle), -radius * np.cos(angle)], axis=1)


def _lobes(rng: Rng, count: int) -> Shape:
    """A blossom of ``count`` petals."""
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    radius = 1 - rng.uniform(0.15, 0.45) * (1 - np.abs(np.cos(count * angle / 2)))
    return np.stack([radius * np.sin(angle), -radius * np.cos(angle)], axis=1)


def _heart(rng: Rng, upright: bool) -> Shape:
    angle = np.linspace(0, 2 * np.pi, 50, endpoint=False)
    x = np.sin(angle) ** 3
    y = (13 * np.cos(angle) - 5 * np.cos(2 * angle) - 2 * np.cos(3 * angle)) / 16
    heart = np.stack([x * rng.uniform(0.85, 1.1), -y], axis=1)
    if upright:
        return heart
    stem = np.array([[0.12, 0.3], [0.3, 1.1], [-0.3, 1.1], [-0.12, 0.3]])
    return np.concatenate([heart * [1, -1], stem])


def _bar(rng: Rng) -> Shape:
    half = rng.uniform(0.2, 0.6)
    return np.array([[-half, -1.0], [half, -1.0], [half, 1.0], [-half, 1.0]])


SHAPES: tuple[Callable[[Rng], Shape], ...] = (
    partial(_star, corners=(2, 2, 4, 5, 6, 8), inner=(0.35, 0.75)),
    partial(_star, corners=(3, 4, 6, 12), inner=(0.8, 1.0)),
    partial(_lobes, count=3),
    partial(_lobes, count=5),
    partial(_heart, upright=True),
    partial(_heart, upright=False),
    _bar,
)
