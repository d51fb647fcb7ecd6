"""Cards that lie over each other: the whole of covered ones, and none between two that is no card.

Of a fanned card the locator sees a strip, and often takes it for all of the card. But the cards of
a set are of one shape, and in every fan one lies on top of the others: its width tells theirs,
and they reach under it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from vision.geometry import inset, side_lengths
from vision.locate import Quads
from vision.read import lying

Float = NDArray[np.float32]

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
        place = corners[members].mean(axis=1) @ _across(corners[members])
        order = [int(index) for index in np.argsort(place, kind="stable")]
        while len(order) >= LEAST_FAN:
            steps = np.diff(place[order])
            both = steps[:-1] + steps[1:]
            scores = quads.scores[members[order[1:-1]]]
            false = (both < ONE_STEP * np.median(steps)) & (scores < SURE_CARD)
            if not false.any():
                break
            worst = 1 + int(np.argmin(np.where(false, scores, np.inf)))
            keep[members[order.pop(worst)]] = False
    return quads if keep.all() else Quads(quads.corners[keep], quads.scores[keep])


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
