"""Which hashes are near each other, without comparing all pairs.

Two hashes of 128 bits that differ in at most 7 have at least one of their eight 16-bit parts
in common (there are not enough differences for all eight). So only hashes that share a part
are compared; for pictures that differ, that is about one pair in 8,000.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

MAX_BITS = 7
_ONES = np.array([byte.bit_count() for byte in range(256)], np.uint8)


def near_pairs(
    queries: NDArray[np.uint8], hashes: NDArray[np.uint8], limit: int = MAX_BITS
) -> set[tuple[int, int]]:
    """Return all ``(i, j)`` where query ``i`` and hash ``j`` differ in at most ``limit`` bits.

    Args:
        queries: n×16.
        hashes: m×16.
        limit: At most 7.

    Raises:
        ValueError: ``limit`` is larger, so that pairs would be missed.
    """
    if limit > MAX_BITS:
        raise ValueError(f"at most {MAX_BITS} bits, not {limit}")
    pairs: set[tuple[int, int]] = set()
    wanted = np.ascontiguousarray(queries).view(np.uint16).reshape(-1, 8)
    given = np.ascontiguousarray(hashes).view(np.uint16).reshape(-1, 8)
    for part in range(8):
        members: dict[int, list[int]] = defaultdict(list)
        for index, key in enumerate(given[:, part].tolist()):
            members[key].append(index)
        groups = {key: np.array(indices) for key, indices in members.items()}
        for index, key in enumerate(wanted[:, part].tolist()):
            group = groups.get(key)
            if group is not None:
                bits = _ONES[hashes[group] ^ queries[index]].sum(axis=1)
                pairs.update((index, int(other)) for other in group[bits <= limit])
    return pairs


def clusters(pairs: Iterable[tuple[int, int]]) -> Iterator[list[int]]:
    """Sorted groups of what the pairs connect, in the order of their first members."""
    parent: dict[int, int] = {}

    def root(node: int) -> int:
        while parent.setdefault(node, node) != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for one, other in pairs:
        low, high = sorted((root(one), root(other)))
        parent[high] = low
    groups: dict[int, list[int]] = defaultdict(list)
    for node in sorted(parent):
        groups[root(node)].append(node)
    yield from (groups[key] for key in sorted(groups))
