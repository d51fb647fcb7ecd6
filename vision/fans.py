"""Cards that lie over each other: the whole of covered ones, no card too many, and none too few.

Of a fanned card the locator sees a strip, and often takes it for all of the card. But the cards of
a set are of one shape, and in every fan one lies on top of the others: its width tells theirs,
and they reach under it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from vision.geometry import inset, rectify, side_lengths
from vision.locate import Quads
from vision.read import Reading, lying

Float = NDArray[np.float32]
Picture = NDArray[np.uint8]
Read = Callable[[Quads], list[Reading]]

NARROW = 0.92
"""A card narrower than this share of a whole one is completed."""
LEAST_STRIP = 0.22
"""Of a card something must be seen; less than this share of its width is no card."""
TOUCHING = 0.12
"""How far an edge may be from the card that hides it, in its own lengths."""
ALONG = 0.25
"""How much shorter or longer than a hidden edge the card above may be, in lengths of the edge."""
LEAST_FAN = 4
"""So many touching cards tell a step from card to card."""
ONE_STEP = 1.3
"""Of the usual step: two steps that together are shorter are one."""
SURE_CARD = 0.65
"""Score from which the locator is believed whatever the steps are."""
USUAL = 25
"""Percentile of a photo's steps that is the usual one: many of a photo's cards may be missing, and
then the larger half of its steps are two."""
TWO_STEPS = (1.6, 2.6)
"""How many usual steps two of them are at least and at most, as cards lie unevenly."""
LEAST_STEPS = 3
"""So many steps tell the usual one."""
ALIKE = 0.65
"""Correlation of two strips from which they show the same print. Of 41 places that passed in photos
of random designs and of playing cards five were none, of 24 from 0.4 to it 17."""
STRIP = (60, 120)
"""Width and height of strips that are compared, pixels."""
PLAY = (7, 10)
"""How far they may be shifted against each other, in these."""
SOFT = 1.5
"""Standard deviation of the blur that takes away noise, in these."""
EDGES = ("right", "left")
"""Of a standing card, over which others may lie."""


def completed(quads: Quads) -> Quads:
    """Widen the strips of covered cards (n quads) to whole cards, under those above them.

    Each group of touching cards has one on top, the widest. The median width of these, in heights,
    is that of every card; a narrower one reaches under its neighbour towards the top of its group.

    Returns:
        The very quads given where none is narrow; else all of them with their longer sides upright.
    """
    corners = _standing(quads.corners)
    touches = _touching(corners)
    groups = _groups(touches)
    if not groups:
        return quads
    shape = _proportions(corners)
    tops = [_top(corners, shape, members) for members in groups]
    whole = float(np.median(shape[tops]))
    result = corners.copy()
    for members, top in zip(groups, tops, strict=True):
        for index in members:
            share = shape[index] / whole
            if index == top or not LEAST_STRIP < share < NARROW:
                continue
            side = _side_towards(corners[index], corners[top])
            if touches[EDGES.index(side), index].any():
                result[index] = inset(corners[index], **{side: 1 - 1 / share})
    return quads if np.array_equal(result, corners) else Quads(result, quads.scores)


def evenly_spaced(quads: Quads) -> Quads:
    """Leave cards out (of n quads) that the locator sees between two that are one step apart.

    Cards of a fan or a row lie at about equal steps. Where parts of two cards look like a third one
    between them, its steps to both are short and make one step together. Of 518 cards of the
    shipped and the path-traced photos that were found, none lies so.
    """
    corners = _standing(quads.corners)
    keep = np.ones(len(quads), np.bool_)
    for members in _groups(_touching(corners)):
        place, order = _in_order(corners, members)
        while len(order) >= LEAST_FAN:
            steps = np.diff(place[order])
            both = steps[:-1] + steps[1:]
            scores = quads.scores[order[1:-1]]
            false = (both < ONE_STEP * np.median(steps)) & (scores < SURE_CARD)
            if not false.any():
                break
            worst = 1 + int(np.argmin(np.where(false, scores, np.inf)))
            keep[order.pop(worst)] = False
    return quads if keep.all() else Quads(quads.corners[keep], quads.scores[keep])


def filled_up(pixels: Picture, quads: Quads, seen: Quads, read: Read) -> Quads:
    """Add cards (to n quads) where two lie two steps apart and one of their face is seen between.

    Cards of one face are laid together, and of those in the middle only strips are seen, all alike.
    So where the locator misses one, the stretch between its neighbours shows the same strip twice.

    Args:
        pixels: The picture.
        quads: Its cards.
        seen: The same as the locator sees them, covered ones narrower perhaps.
        read: Reads other quads of the same picture.
    """
    corners = _standing(quads.corners)
    pairs, steps = _steps(corners)
    if len(steps) < LEAST_STEPS:
        return quads
    parts = steps / np.percentile(steps, USUAL)
    between = (parts >= TWO_STEPS[0]) & (parts < TWO_STEPS[1])
    if not between.any():
        return quads
    edge = _seen_edge(_standing(seen.corners), corners)
    edges = corners[pairs[between]][:, :, edge]
    alike = [_likeness(pixels, [a, (a + b) / 2, b]) >= ALIKE for a, b in edges]
    wide = pairs[between][alike]
    if len(wide) == 0:
        return quads
    places = Quads(corners[wide].mean(axis=1), quads.scores[wide].mean(axis=1))
    asked = np.concatenate([places.corners, *corners[wide.T]])  # places, left cards, right cards
    shown = _faces(read(Quads(asked, np.ones(len(asked), np.float32))))
    same = [
        shown[at] is not None and len(set(shown[at :: len(wide)])) == 1 for at in range(len(wide))
    ]
    if not any(same):
        return quads
    return Quads(
        np.concatenate([corners, places.corners[same]]),
        np.concatenate([quads.scores, places.scores[same]]),
    )


def _faces(readings: Sequence[Reading]) -> list[str | None]:
    """The face that each shows; None where it is none or a back."""
    return [None if one.tile is None or one.tile.is_back else one.tile.face for one in readings]


def _steps(corners: Float) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Which cards follow another one in the fans of n standing quads (m×2).

    Also how far from it they lie, in its widths (m).
    """
    groups = _groups(_touching(corners))
    follow = [pair for members in groups for pair in pairwise(_in_order(corners, members)[1])]
    pairs = np.array(follow, np.intp).reshape(-1, 2)
    middle = corners.mean(axis=1)
    width = side_lengths(corners)[:, ::2].mean(axis=1)
    apart = np.linalg.norm(middle[pairs[:, 1]] - middle[pairs[:, 0]], axis=1)
    return pairs, np.asarray(apart / np.maximum(width[pairs[:, 0]], 1e-6), np.float64)


def _seen_edge(seen: Float, corners: Float) -> list[int]:
    """Which two corners of standing quads (n×4×2) make the edge from which covered cards are seen.

    At one end of each fan lies a whole card; where the locator sees the others narrower than it
    (standing quads ``seen``, m×4×2), they reach under the next one towards that end.
    """
    width = np.log(np.maximum(side_lengths(seen)[:, ::2].mean(axis=1), 1e-6))
    wider = 0.0
    for members in _groups(_touching(seen)):
        _, order = _in_order(seen, members)
        wider += float(width[order[-1]] - width[order[0]])
    same_way = float(_across(seen) @ _across(corners)) > 0
    return [0, 3] if (wider > 0) is same_way else [1, 2]


def _likeness(pixels: Picture, edges: Sequence[Float]) -> float:
    """Correlation (-1 to 1) of the strips between three edges (2×2 each, from top to bottom)."""
    strips = [
        cv2.GaussianBlur(rectify(pixels, np.stack([a[0], b[0], b[1], a[1]]), STRIP), (0, 0), SOFT)
        for a, b in pairwise(edges)
    ]
    inner = strips[0][PLAY[1] : -PLAY[1], PLAY[0] : -PLAY[0]]
    return float(cv2.matchTemplate(strips[1], inner, cv2.TM_CCOEFF_NORMED).max())


def _in_order(corners: Float, members: NDArray[np.intp]) -> tuple[Float, list[int]]:
    """How far to the right each of n quads lies, and the members of a group from left to right."""
    place = corners.mean(axis=1) @ _across(corners[members])
    return place, [int(index) for index in members[np.argsort(place[members], kind="stable")]]


def _groups(touches: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Members of each group of two or more quads that touch (2×n×n, of ``_touching``)."""
    near: NDArray[np.int8] = np.asarray(touches.any(axis=0), np.int8)
    count, labels = connected_components(near, directed=False)
    groups = [np.flatnonzero(labels == label) for label in range(count)]
    return [members for members in groups if len(members) > 1]


def _across(corners: Float) -> Float:
    """The way (2) from the left to the right sides of standing quads (n×4×2), on average."""
    return np.asarray((corners[:, 1:3] - corners[:, [0, 3]]).mean(axis=(0, 1)), np.float32)


def _top(corners: Float, shape: NDArray[np.float64], members: NDArray[np.intp]) -> int:
    """The wider one of the two cards at the ends of a group."""
    group = corners[members]
    place = group.mean(axis=1) @ _across(group)
    ends = (members[int(np.argmin(place))], members[int(np.argmax(place))])
    return int(max(ends, key=lambda index: shape[index]))


def _standing(corners: Float) -> Float:
    """The quads (n×4×2) with their longer sides left and right, none against the first one."""
    flat = lying(corners)[:, None, None]
    standing = np.where(flat, np.roll(corners, -1, axis=1), corners)
    ways = (standing[:, 1:3] - standing[:, [0, 3]]).sum(axis=1)
    against = ((ways * ways[:1]).sum(axis=1) < 0)[:, None, None]
    return np.where(against, np.roll(standing, 2, axis=1), standing).astype(np.float32)


def _proportions(corners: Float) -> NDArray[np.float64]:
    """Width over height (n) of standing quads (n×4×2)."""
    sides = side_lengths(corners)
    result: NDArray[np.float64] = sides[:, ::2].sum(axis=1) / np.maximum(
        sides[:, 1::2].sum(axis=1), 1e-6
    )
    return result


def _touching(corners: Float) -> NDArray[np.bool_]:
    """Whether the edges of quad i (2, ``EDGES``) meet or lie on quad j: 2×n×n.

    Such an edge is about as long as the other quad is high, and runs along it.
    """
    across = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) / 2
    down = (corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]) / 2
    width, height = np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)
    frames = np.stack([across, down], axis=2).astype(np.float64)
    inverse = np.linalg.pinv(frames)
    edges = np.stack([corners[:, [1, 2]], corners[:, [0, 3]]])
    length = np.linalg.norm(edges[:, :, 1] - edges[:, :, 0], axis=2)[..., None]
    offset = edges[:, :, None] - corners.mean(axis=1)[None, None, :, None]
    # Top and bottom of each edge in each quad's own frame, in which it reaches from -½ to ½.
    x, y = np.moveaxis(np.einsum("jkl,sijpl->sijpk", inverse, offset), -1, 0)
    beside = np.abs(x).max(axis=-1) < 0.5 + TOUCHING * length / np.maximum(width, 1e-6)
    along = np.abs(y - [-0.5, 0.5]).max(axis=-1) < ALONG * length / np.maximum(height, 1e-6)
    return np.asarray(beside & along & ~np.eye(len(corners), dtype=bool), np.bool_)


def _side_towards(quad: Float, other: Float) -> str:
    """On which side of a standing quad another one's middle is."""
    across = quad[1] + quad[2] - quad[0] - quad[3]
    return "right" if float((other.mean(axis=0) - quad.mean(axis=0)) @ across) > 0 else "left"
