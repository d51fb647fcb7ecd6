"""What an ONNX file contains, read from its bytes before any runtime sees it.

An ONNX file is a protocol buffer (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). It
holds no code, but it may name files to read weights from, operators that a library
implements, and bodies that loop. A runtime acts on these as it loads the file, so they are
looked for here, by walking over the encoded fields. A field that is given several times is
looked at each time: parsers differ in which of them counts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from models.store.errors import ForeignModelError

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
"""Wire types; the two for groups occur in no ONNX file."""
_FIXED = {FIXED64: 8, FIXED32: 4}
_MAX_VARINT = 10
STANDARD_DOMAINS = frozenset({"", "ai.onnx"})

_WALK = {
    "model": {7: "graph", 20: "training", 25: "function"},
    "graph": {1: "node", 5: "tensor", 11: "input", 12: "output", 15: "sparse"},
    "node": {5: "attribute"},
    "attribute": {5: "tensor", 6: "body", 10: "tensor", 11: "body", 22: "sparse", 23: "sparse"},
    "sparse": {1: "tensor", 2: "tensor"},
    "tensor": {}, "input": {}, "output": {},
}  # fmt: skip
"""Messages to look into: the kind of each field by its number, for each kind of message."""
_REFUSED = {
    "training": "it holds a training graph",
    "function": "it defines operators of its own",
    "body": "an operator has a body of its own (a loop or a branch)",
}
_EXTERNAL_DATA, _DATA_LOCATION = 13, 14
"""Fields of a tensor."""
_NAME = 1
_OP_TYPE, _OP_DOMAIN = 4, 7
"""Fields of a node."""


@dataclass
class OnnxContents:
    """What matters of a file.

    Attributes:
        operators: Names of the operators.
        inputs: Names of the graph's inputs.
        outputs: Names of the graph's outputs, in order.
        graphs: How many graphs there are: one.
    """

    operators: set[str] = field(default_factory=set)
    inputs: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    graphs: int = 0


@cache
def allowed_operators() -> frozenset[str]:
    """Every operator that a file may use."""
    table = tomllib.loads(files(__package__).joinpath("operators.toml").read_text("utf-8"))
    return frozenset(name for names in table.values() for name in names)


def onnx_contents(data: bytes) -> OnnxContents:
    """Look through the bytes of an ONNX file.

    Raises:
        ForeignModelError: It is no ONNX file, names other files, uses operators that are not
            allowed, or holds a graph within the graph.
    """
    contents = OnnxContents()
    _look("model", memoryview(data), contents)
    if contents.graphs != 1:
        raise ForeignModelError("it is no ONNX file: there is not one graph in it")
    unknown = sorted(contents.operators - allowed_operators())
    if unknown:
        raise ForeignModelError(f"it uses operators that no model here has: {_some(unknown)}")
    return contents


def _look(kind: str, message: memoryview, contents: OnnxContents) -> None:
    """Check one message and those in it; no kind contains itself, so the depth is bounded."""
    contents.graphs += kind == "graph"
    for number, wire, value in _fields(message):
        _check_field(kind, number, value, contents)
        inner = _WALK[kind].get(number)
        if inner is None:
            continue
        if inner in _REFUSED:
            raise ForeignModelError(_REFUSED[inner])
        if wire != BYTES or not isinstance(value, memoryview):
            raise ForeignModelError("it is no ONNX file: a message has the wrong form")
        _look(inner, value, contents)


def _check_field(kind: str, number: int, value: memoryview | int, contents: OnnxContents) -> None:
    if kind == "tensor" and (number == _EXTERNAL_DATA or (number == _DATA_LOCATION and value != 0)):
        raise ForeignModelError("it takes weights from other files (external data)")
    if (kind, number) == ("node", _OP_DOMAIN):
        domain = _text(value)
        if domain not in STANDARD_DOMAINS:
            raise ForeignModelError(f"it uses the operator domain '{domain[:40]}', not ONNX's own")
    elif (kind, number) == ("node", _OP_TYPE):
        contents.operators.add(_text(value))
    elif (kind, number) == ("input", _NAME):
        contents.inputs.append(_text(value))
    elif (kind, number) == ("output", _NAME):
        contents.outputs.append(_text(value))


def _fields(message: memoryview) -> Iterator[tuple[int, int, memoryview | int]]:
    """Number, wire type and value of each field of an encoded message."""
    place = 0
    while place < len(message):
        key, place = _varint(message, place)
        number, wire = key >> 3, key & 7
        value: memoryview | int
        if wire == VARINT:
            value, place = _varint(message, place)
        elif wire == BYTES or wire in _FIXED:
            length, place = _varint(message, place) if wire == BYTES else (_FIXED[wire], place)
            if length > len(message) - place:
                raise ForeignModelError("it is no ONNX file, or it is cut off")
            value = message[place : place + length]
            place += length
        else:
            raise ForeignModelError("it is no ONNX file")
        yield number, wire, value


def _varint(message: memoryview, place: int) -> tuple[int, int]:
    """A number of seven bits a byte, low bits first, and the place behind it."""
    result = 0
    for index, byte in enumerate(message[place : place + _MAX_VARINT]):
        result |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:
            return result, place + index + 1
    raise ForeignModelError("it is no ONNX file, or it is cut off")


def _text(value: memoryview | int) -> str:
    if isinstance(value, int):
        raise ForeignModelError("it is no ONNX file: a name is a number")
    return bytes(value[:200]).decode("utf-8", "replace")


def _some(names: list[str]) -> str:
    shown = ", ".join(name[:40] for name in names[:8])
    return shown if len(names) <= 8 else f"{shown} …"
