"""Models: what they are, whether they are intact, and how to load them.

``manifest.json`` names each file with its SHA-256, its version and the settings that it
was measured with. Weights are ONNX, which holds no code; nothing is unpickled. Without a
folder the functions mean the models that ship with the project, but for
:func:`load_recogniser`, which takes the version in use (:mod:`models.store`).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from scoring.errors import WahuaError
from vision.align import Aligner, AlignerSettings
from vision.locate import Locator, LocatorSettings, Session
from vision.pipeline import Recogniser
from vision.read import Reader, ReaderSettings

MANIFEST = "manifest.json"
Chosen = TypeVar("Chosen", LocatorSettings, AlignerSettings, ReaderSettings)


class ModelError(WahuaError):
    """A model file is missing or is not the one that the manifest names."""

    type = "model"
    title = "A model cannot be used"
    status = 500


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One line of the manifest.

    Attributes:
        name: ``locator``, ``aligner`` or ``reader``.
        file: ONNX file beside the manifest.
        sha256: Digest of that file, hexadecimal.
        version: Version that answers carry.
        settings: Fields of the network's settings class.
    """

    name: str
    file: str
    sha256: str
    version: str
    settings: dict[str, Any]


def shipped_models(folder: Path | None = None) -> dict[str, ModelEntry]:
    """Read the manifest of a folder, by default the one that ships with the project.

    Raises:
        ModelError: The manifest is missing or malformed.
    """
    resource = _folder(folder).joinpath(MANIFEST)
    if not resource.is_file():
        raise ModelError(f"{MANIFEST} is missing from the installation")
    try:
        table = json.loads(resource.read_text("utf-8"))
        return {
            name: ModelEntry(name, item["file"], item["sha256"], item["version"], item["settings"])
            for name, item in table["models"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"{MANIFEST} is malformed: {error}") from error


def model_bytes(entry: ModelEntry, folder: Path | None = None) -> bytes:
    """Read a model file beside the manifest and check its digest.

    Raises:
        ModelError: The file is missing or differs from the manifest.
    """
    resource = _folder(folder).joinpath(entry.file)
    if not resource.is_file():
        raise ModelError(f"{entry.file} is missing from the installation")
    data = resource.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest != entry.sha256:
        raise ModelError(f"{entry.file} has SHA-256 {digest[:12]}…, not {entry.sha256[:12]}…")
    return data


def _folder(folder: Path | None) -> Traversable:
    return files(__package__) if folder is None else folder


def shipped_weights(name: str) -> bytes:
    """Bytes of a shipped model's weights in the form that training takes (safetensors).

    Raises:
        ModelError: The installation lacks them.
    """
    resource = files(__package__).joinpath(f"{name}.safetensors")
    if not resource.is_file():
        raise ModelError(f"{name}.safetensors is missing from the installation")
    return resource.read_bytes()


def model_card(name: str) -> str | None:
    """Return the text of a model's card (Markdown), if the installation has it."""
    resource = files(__package__).joinpath("cards", f"{name}.md")
    return resource.read_text("utf-8") if resource.is_file() else None


def open_session(data: bytes, threads: int = 0) -> Any:
    """Open an ONNX model for the CPU; ``threads`` 0 lets ONNX Runtime choose."""
    import onnxruntime  # noqa: PLC0415 - slow to import, and not every command needs it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    # The memory arena stays on: without it each run leaves holes in the heap between the
    # results that callers keep, and a process that reads many photos grows without end.
    # Spinning threads win a little on an idle machine and lose half on a busy one.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def open_openvino(graph: bytes, weights: bytes) -> Session:
    """Open an OpenVINO model (the bytes of its ``.xml`` and ``.bin``) for the CPU.

    Raises:
        ModelError: The extra ``openvino`` is not installed.
    """
    try:
        import openvino  # noqa: PLC0415 - an optional package
    except ImportError as error:
        raise ModelError(
            "this version is in OpenVINO's form; run: pip install 'wahua[openvino]'"
        ) from error
    core = openvino.Core()
    return _OpenVino(core.compile_model(core.read_model(graph, weights), "CPU"))


@dataclass(frozen=True, slots=True)
class _OpenVino:
    """A compiled OpenVINO model, run as ONNX Runtime runs one."""

    compiled: Any

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        """Compute all outputs, or those named."""
        results = self.compiled(input_feed)
        names = output_names or range(len(self.compiled.outputs))
        return [results[name] for name in names]


def open_model(entry: ModelEntry, data: bytes, folder: Path | None = None) -> Session:
    """Open a network, whose file holds ``data``, by the form of that file.

    Raises:
        ModelError: The weights beside it or the runtime that it needs are missing.
    """
    if not entry.file.endswith(".xml"):
        session: Session = open_session(data)
        return session
    weights = _folder(folder).joinpath(f"{entry.file.removesuffix('.xml')}.bin")
    if not weights.is_file():
        raise ModelError(f"{weights.name} is missing from the installation")
    return open_openvino(data, weights.read_bytes())


def active_folder() -> Path | None:
    """Folder of the version in use, intact; None for the one that ships.

    It is what ``WAHUA_MODEL`` names, or else what was promoted last.

    Raises:
        VersionError: It does not exist or is damaged.
    """
    from models.store.store import MODEL_VARIABLE, Store  # noqa: PLC0415 - it knows this module

    store = Store.of_user()
    return store.intact_folder(os.environ.get(MODEL_VARIABLE) or store.current())


@cache
def load_recogniser(folder: Path | None = None) -> Recogniser:
    """Load the networks, once per process; by default the version in use.

    Raises:
        ModelError: The manifest or a file is missing or damaged.
        VersionError: The version in use does not exist or is damaged.
    """
    return recogniser_of(active_folder() if folder is None else folder)


def recogniser_of(folder: Path | None) -> Recogniser:
    """Load the models of a folder, by default (None) the shipped ones.

    Raises:
        ModelError: The manifest or a file is missing or damaged.
    """
    entries = shipped_models(folder)
    # All are checked before any is opened, which takes longest.
    data = {name: model_bytes(entry, folder) for name, entry in entries.items()}
    return assembled(entries, lambda entry: open_model(entry, data[entry.name], folder))


def assembled(
    entries: Mapping[str, ModelEntry], opened: Callable[[ModelEntry], Session]
) -> Recogniser:
    """Put networks together, each with its entry's settings.

    Args:
        entries: By name; versions that were made before there was an aligner have none.
        opened: Gives the session of an entry.

    Raises:
        ModelError: One is missing, or its settings do not fit.
    """
    locating = _chosen(entries, "locator", LocatorSettings)
    reading = _chosen(entries, "reader", ReaderSettings)
    aligning = _chosen(entries, "aligner", AlignerSettings) if "aligner" in entries else None
    return Recogniser(
        Locator(opened(entries["locator"]), locating),
        Reader(opened(entries["reader"]), reading),
        {name: entry.version for name, entry in entries.items()},
        aligner=None if aligning is None else Aligner(opened(entries["aligner"]), aligning),
    )


def _chosen(entries: Mapping[str, ModelEntry], kind: str, settings: type[Chosen]) -> Chosen:
    """The settings of one network of a manifest."""
    try:
        return settings(**entries[kind].settings)
    except KeyError as error:
        raise ModelError(f"{MANIFEST} names no {error}") from error
    except TypeError as error:
        raise ModelError(f"{MANIFEST} has settings that do not fit: {error}") from error
