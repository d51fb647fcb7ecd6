"""What a safetensors file contains, read from its header.

The format (https://github.com/huggingface/safetensors): eight bytes with the length of a JSON
header, the header with type, shape and place of each tensor, then the tensors' bytes.
"""

from __future__ import annotations

import json
import math
from typing import Any

from models.store.errors import ForeignModelError

MAX_HEADER_BYTES = 1_000_000
ITEM_BYTES = {"I8": 1, "F16": 2, "F32": 4, "I64": 8}
"""Types that weights here have, and bytes of each number."""
SCALE = ":scale"
"""Ends the name of the tensor that holds the scales of one that is stored as bytes."""
Shapes = dict[str, tuple[int, ...]]


def tensor_shapes(data: bytes) -> Shapes:
    """The shape of each tensor by its name.

    Raises:
        ForeignModelError: It is no safetensors file, or its places do not fit its bytes.
    """
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(MAX_HEADER_BYTES, len(data) - 8):
        raise ForeignModelError("it is no safetensors file, or it is cut off")
    try:
        header = json.loads(data[8 : 8 + length])
        header.pop("__metadata__", None)
        places = {name: _place(item) for name, item in header.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ForeignModelError("it is no safetensors file: its header is malformed") from error
    end = 0
    for begin, after, shape, size in sorted(places.values()):
        if begin != end or after - begin != math.prod(shape) * size:
            raise ForeignModelError("its tensors do not lie where its header says")
        end = after
    if end != len(data) - 8 - length:
        raise ForeignModelError("its tensors do not fill the file")
    return {name: place[2] for name, place in places.items()}


def network_shapes(shapes: Shapes) -> Shapes:
    """The tensors without the scales that belong to how they are stored."""
    return {name: shape for name, shape in shapes.items() if not name.endswith(SCALE)}


def _place(item: dict[str, Any]) -> tuple[int, int, tuple[int, ...], int]:
    """Begin and end in bytes, shape, bytes of a number."""
    begin, end = (int(offset) for offset in item["data_offsets"])
    shape = tuple(int(side) for side in item["shape"])
    if any(side < 0 for side in shape):
        raise ValueError("a side is negative")
    return begin, end, shape, ITEM_BYTES[item["dtype"]]
