"""What the reader's network sees in a face: the map before its last layers, or its embedding.

The map (3072 numbers) keeps where each stroke sits, so it tells designs apart that the network
was never taught; the embedding (128) was made to tell the shipped designs apart. The file
answers with the embedding only. The map is one of its inner tensors and becomes an output by
a few bytes behind the model: protocol buffers join what is written one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.registry import open_session
from vision.locate import Session
from vision.read import softmax

MAPS = ("/trunks.0/project/project.0/Flatten_output_0", "/project/project.0/Flatten_output_0")
"""Names of the inner tensor, as the export of ``models.training.reader_net`` gives them: now, and
before readers had several trunks."""
BATCH = 64

_GRAPH, _OUTPUT, _NAME = 7, 12, 1
"""Field numbers of ModelProto.graph, GraphProto.output and ValueInfoProto.name in ONNX."""


class SeeingSession:
    """A reader's session whose last output is the map instead of the embedding.

    Where the network has no tensor of that name, it is the embedding as before.

    Attributes:
        kind: ``map`` or ``embedding``.
    """

    def __init__(self, model: bytes, threads: int = 0) -> None:
        named = [name for name in MAPS if name.encode() in model]
        self.kind = "map" if named else "embedding"
        self._session = open_session(with_output(model, named[0]) if named else model, threads)

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        """Compute the reader's six outputs; see :class:`vision.read.Reader`."""
        outputs = list(self._session.run(output_names, input_feed))
        return [*outputs[:5], outputs[-1]]


@dataclass(frozen=True, slots=True)
class Seen:
    """What the network says of n faces.

    Attributes:
        features: n×d.
        nothing: n, its own probability that the picture shows no readable face.
    """

    features: NDArray[np.float32]
    nothing: NDArray[np.float64]


def look(session: Session, faces: NDArray[np.uint8]) -> Seen:
    """Look at n faces (n×96×64×3 RGB)."""
    features, nothing = [], []
    for start in range(0, len(faces), BATCH):
        part = faces[start : start + BATCH]
        tensor = np.ascontiguousarray(part.transpose(0, 3, 1, 2), np.float32) / 255
        outputs = session.run(None, {"images": tensor})
        nothing.append(softmax(outputs[0])[:, -1])
        features.append(np.asarray(outputs[-1], np.float32))
    return Seen(np.concatenate(features), np.concatenate(nothing))


def with_output(model: bytes, name: str) -> bytes:
    """The model with an inner tensor as one more output.

    Args:
        model: A serialised ONNX model.
        name: The tensor.
    """
    output = _field(_OUTPUT, _field(_NAME, name.encode()))
    return model + _field(_GRAPH, output)


def _field(number: int, content: bytes) -> bytes:
    """A length-delimited field of a protocol buffer."""
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])
