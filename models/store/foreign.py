"""Files of strangers: only what is surely a network of ours comes in.

Accepted are ONNX and safetensors, which hold no code. Pickles (``.pt``, ``.pth``), which run
what their author wrote as they are opened, are recognised and never opened.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from models.registry import MANIFEST, model_bytes, shipped_models, shipped_weights
from models.store.errors import ForeignModelError
from models.store.onnx_file import onnx_contents
from models.store.probe import OUTPUTS, probe
from models.store.weights_file import network_shapes, tensor_shapes
from vision.align import AlignerSettings
from vision.locate import LocatorSettings
from vision.read import ReaderSettings

MAX_BYTES = 64 * 1024**2
"""Of one file; the shipped ones have 6 million."""
MAX_FILES = 16
WANTED = (".onnx", ".safetensors")
PICKLED = frozenset({".pt", ".pth", ".pkl", ".pickle", ".ckpt", ".joblib", ".npy", ".bin"})
SETTINGS = {"locator": LocatorSettings, "aligner": AlignerSettings, "reader": ReaderSettings}
MOST = {"input_side": 2048, "batch": 1024, "max_candidates": 20_000, "keep": 1.0, "rounds": 8,
        "min_score": 1.0, "max_cover": 1.0}  # fmt: skip
"""Largest values of settings; others are at most 100."""


def read_parts(source: Path) -> dict[str, bytes]:
    """Read the manifest, ONNX and safetensors files of a folder, a ZIP or a single file.

    Nothing is written, whatever names a ZIP has.

    Raises:
        ForeignModelError: There is a pickle among them, a link, too much, or nothing to use.
    """
    parts: dict[str, bytes] = {}
    for name, data in _members(source):
        _refuse_pickle(name, data[:64])
        if name in parts:
            raise ForeignModelError(f"{name} is there twice")
        if len(data) > MAX_BYTES:
            raise ForeignModelError(f"{name} is larger than {MAX_BYTES} bytes")
        if len(parts) >= MAX_FILES:
            raise ForeignModelError(f"there are more than {MAX_FILES} files")
        if name == MANIFEST or name.endswith(WANTED):
            parts[name] = data
    if not any(name.endswith(".onnx") for name in parts):
        raise ForeignModelError(f"{source} holds no ONNX file")
    return parts


def _members(source: Path) -> Iterator[tuple[str, bytes]]:
    """Name and first ``MAX_BYTES`` + 1 bytes of each file."""
    try:
        if source.is_dir():
            for path in sorted(source.iterdir()):
                if path.is_symlink():
                    raise ForeignModelError(f"{path.name} is a link")
                if path.is_file():
                    with path.open("rb") as file:
                        yield path.name, file.read(MAX_BYTES + 1)
        elif source.suffix.lower() == ".zip":
            yield from _zipped(source)
        else:
            with source.open("rb") as file:
                yield source.name, file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ForeignModelError(f"{source}: {error.strerror or error}") from error


def _zipped(source: Path) -> Iterator[tuple[str, bytes]]:
    """Members of a ZIP; sizes that it declares are not believed."""
    try:
        with zipfile.ZipFile(source) as archive:
            if len(archive.infolist()) > MAX_FILES:
                raise ForeignModelError(f"there are more than {MAX_FILES} files in it")
            for member in archive.infolist():
                if not member.is_dir():
                    with archive.open(member) as file:
                        yield Path(member.filename).name, file.read(MAX_BYTES + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise ForeignModelError(f"{source.name} cannot be unpacked: {error}") from error


def _refuse_pickle(name: str, begin: bytes) -> None:
    """Refuse files that unpickling would open: by name, by a pickle's or a ZIP's first bytes."""
    pickled = begin[:1] == b"\x80" and begin[1:2] in {b"\x02", b"\x03", b"\x04", b"\x05"}
    if Path(name).suffix.lower() in PICKLED or pickled or begin[:4] == b"PK\x03\x04":
        raise ForeignModelError(
            f"{name} is a pickle or an archive of one: opening it would run what its author "
            "wrote. Export it to ONNX where it was made"
        )


def kind_of(data: bytes) -> str:
    """Which network an ONNX file is, by its outputs: ``reader``, ``locator`` or ``aligner``.

    Raises:
        ForeignModelError: See :func:`models.store.onnx_file.onnx_contents`; or its inputs and
            outputs are those of neither.
    """
    contents = onnx_contents(data)
    for kind, outputs in OUTPUTS.items():
        if contents.inputs == ["images"] and contents.outputs == list(outputs):
            return kind
    raise ForeignModelError(
        f"its inputs ({', '.join(contents.inputs)[:80]}) and outputs "
        f"({', '.join(contents.outputs)[:80]}) are those of no network here"
    )


def check_network(data: bytes, kind: str) -> None:
    """Check the bytes of a network, then a trial of it.

    Raises:
        ForeignModelError: It is not a network of this kind.
    """
    found = kind_of(data)
    if found != kind:
        raise ForeignModelError(f"it is a {found}, not a {kind}")
    probe(data, kind)


def check_weights(data: bytes, kind: str) -> None:
    """Check that weights to train from have the shipped ones' names and shapes.

    Raises:
        ForeignModelError: They have not, or it is no safetensors file.
    """
    wanted = network_shapes(tensor_shapes(shipped_weights(kind)))
    if network_shapes(tensor_shapes(data)) != wanted:
        raise ForeignModelError(f"its tensors are not those of the {kind}")


def check_settings(settings: Any, kind: str) -> dict[str, Any]:
    """Check that settings are known names with sensible numbers.

    Raises:
        ForeignModelError: They are not.
    """
    known = {item.name for item in fields(SETTINGS[kind])}
    if not isinstance(settings, Mapping) or not settings.keys() <= known:
        raise ForeignModelError(f"the settings of the {kind} are not among {sorted(known)}")
    for name, value in settings.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        whole = name in {"input_side", "batch", "max_candidates", "rounds"}
        if (
            not number
            or not math.isfinite(value)
            or not 0 < value <= MOST.get(name, 100)
            or (whole and value != int(value))
            or (name == "input_side" and value % 32)
        ):
            raise ForeignModelError(f"the {kind}'s setting {name} cannot be {str(value)[:20]}")
    return dict(settings)


def shipped_network(kind: str) -> tuple[bytes, dict[str, Any]]:
    """The shipped network and its settings, for what an import does not bring."""
    entry = shipped_models()[kind]
    return model_bytes(entry), dict(entry.settings)
