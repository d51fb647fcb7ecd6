"""The networks of a version in other forms: int8 ONNX, OpenVINO; and copies to give away.

Another form computes other numbers, so it is a version of its own, and is measured beside its
source: the gate says whether it is as good before anything is kept.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.formats.new_folder import new_folder
from models.gate import Verdict
from models.registry import (
    MANIFEST,
    ModelEntry,
    assembled,
    model_bytes,
    open_session,
    recogniser_of,
    shipped_models,
)
from models.store.errors import VersionError
from models.store.intake import entry_of
from models.store.store import Store, now
from models.store.version import SHIPPED, Origin, Version, sha256, write_manifest
from vision.locate import Session
from vision.photo import load_photo
from vision.pipeline import Recogniser

Tensor = NDArray[np.float32]
CALIBRATION_INPUTS = 24
"""Pictures (of the locator) and batches of faces (of the reader) that int8 ranges come from."""
CALIBRATION_SIDE = 1280


class Form(StrEnum):
    """Forms that a network can have."""

    ONNX = "onnx"
    INT8 = "int8"
    OPENVINO = "openvino"


@dataclass
class _Recording:
    """A session that keeps what it was given."""

    session: Session
    inputs: list[Tensor] = field(default_factory=list)

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        """Compute, and remember the input."""
        if len(self.inputs) < CALIBRATION_INPUTS:
            self.inputs.append(np.array(input_feed["images"]))
        return self.session.run(output_names, input_feed)


def networks_of(store: Store, name: str) -> dict[str, tuple[ModelEntry, bytes]]:
    """Entry and ONNX bytes of each network of a version.

    Raises:
        VersionError: It does not exist, is damaged, or is not in ONNX form.
    """
    folder = store.intact_folder(name)
    entries = shipped_models(folder)
    if any(not entry.file.endswith(".onnx") for entry in entries.values()):
        raise VersionError(f"'{name}' is in OpenVINO's form, from which nothing can be exported")
    return {kind: (entry, model_bytes(entry, folder)) for kind, entry in entries.items()}


def calibration_inputs(
    networks: Mapping[str, tuple[ModelEntry, bytes]], photos: Iterable[Path]
) -> dict[str, list[Tensor]]:
    """What each network sees while photos are read."""
    heard = {kind: _Recording(open_session(data)) for kind, (_, data) in networks.items()}
    entries = {kind: entry for kind, (entry, _) in networks.items()}
    listening = assembled(entries, lambda entry: heard[entry.name])
    for path in photos:
        if len(heard["locator"].inputs) >= CALIBRATION_INPUTS:
            break
        photo = load_photo(path, max_side=CALIBRATION_SIDE)
        listening.name(photo.pixels, listening.find(photo.pixels))
    return {kind: session.inputs for kind, session in heard.items()}


def convert(
    networks: Mapping[str, tuple[ModelEntry, bytes]],
    form: Form,
    inputs: Mapping[str, Sequence[Tensor]],
    version: str,
) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Bring networks into another form.

    Args:
        networks: See :func:`networks_of`.
        form: Which.
        inputs: For int8; see :func:`calibration_inputs`.
        version: Name of the result.

    Returns:
        The manifest's entries, and the files.

    Raises:
        VersionError: A package that the form needs is missing.
    """
    models: dict[str, Any] = {}
    files: dict[str, bytes] = {}
    for kind, (entry, data) in networks.items():
        if form is Form.OPENVINO:
            graph, weights = _openvino(data)
            files[f"{kind}.xml"], files[f"{kind}.bin"] = graph, weights
            item = {**entry_of(kind, graph, version, entry.settings), "file": f"{kind}.xml"}
        else:
            quantise = form is Form.INT8 and kind == "reader"
            made = _int8(data, inputs[kind]) if quantise else data
            files[f"{kind}.onnx"] = made
            item = entry_of(kind, made, version, entry.settings)
        models[kind] = item
    return models, files


def _int8(data: bytes, inputs: Sequence[Tensor]) -> bytes:
    """Quantise the convolutions to 8 bits, their ranges taken from inputs; heads stay floats."""
    try:
        from onnxruntime.quantization import (  # noqa: PLC0415 - needs the package onnx
            CalibrationDataReader,
            QuantFormat,
            QuantType,
            quantize_static,
        )
    except ImportError as error:
        raise VersionError(f"int8 needs the package onnx: pip install onnx ({error})") from error
    if not inputs:
        raise VersionError("the photos for calibration show no tile")

    class Inputs(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self.left = iter(inputs)

        def get_next(self) -> dict[str, Tensor] | None:
            tensor = next(self.left, None)
            return None if tensor is None else {"images": tensor}

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _folded(data, folder / "float.onnx")
        quantize_static(
            folder / "float.onnx", folder / "int8.onnx", Inputs(),
            quant_format=QuantFormat.QDQ, per_channel=True, activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8, op_types_to_quantize=["Conv"],
        )  # fmt: skip
        return (folder / "int8.onnx").read_bytes()


def _folded(data: bytes, path: Path) -> None:
    """Write a network with its constants computed: stored bytes and halves become weights."""
    import onnxruntime  # noqa: PLC0415 - slow to import

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = str(path)
    options.log_severity_level = 3
    onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def _openvino(data: bytes) -> tuple[bytes, bytes]:
    """A network as OpenVINO's ``.xml`` and ``.bin``, weights as float16."""
    try:
        import openvino  # noqa: PLC0415 - an optional package
    except ImportError as error:
        raise VersionError(
            "OpenVINO is not installed; run: pip install 'wahua[openvino]'"
        ) from error
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name) / "model.onnx", Path(name) / "model.xml"
        # OpenVINO would take weights that are stored as bytes for those of a quantised network.
        _folded(data, source)
        openvino.save_model(openvino.convert_model(source), target, compress_to_fp16=True)
        return target.read_bytes(), target.with_suffix(".bin").read_bytes()


Measure = Callable[[Recogniser, Recogniser], tuple[Verdict, Sequence[Mapping[str, Any]]]]
"""Measures two recognisers on the same photos: the gate's verdict and the second's figures."""


def export_version(
    store: Store,
    source: str,
    form: Form,
    *,
    name: str,
    photos: Iterable[Path],
    measure: Measure,
) -> tuple[Version, dict[str, bytes]]:
    """Make another form of a version and measure it; nothing is kept yet.

    Args:
        store: Where the source is.
        source: Name of the source.
        form: Which.
        name: Of the result.
        photos: To calibrate int8 with.
        measure: See :data:`Measure`.

    Raises:
        VersionError: The source is damaged, or the result is worse than it.
    """
    networks = networks_of(store, source)
    before = recogniser_of(store.intact_folder(source))
    inputs = calibration_inputs(networks, photos) if form is Form.INT8 else {}
    models, files = convert(networks, form, inputs, name)
    with tempfile.TemporaryDirectory() as place:
        after = load_files(models, files, Path(place))
        verdict, figures = measure(before, after)
    if not verdict.passed:
        raise VersionError(
            f"the {form} form is worse than '{source}': {'; '.join(verdict.reasons)}"
        )
    version = Version(
        name, now(), None if source == SHIPPED and form is Form.ONNX else source,
        Origin.EXPORTED, models, {file: sha256(data) for file, data in files.items()},
        training={"form": str(form)}, figures=tuple(figures), verdict=verdict.as_dict(),
    )  # fmt: skip
    return version, files


def write_export(version: Version, files: Mapping[str, bytes], target: Path) -> None:
    """Write a version to a folder, to give away.

    Raises:
        DatasetError: The folder holds something, or cannot be written.
    """
    with new_folder(target) as filling:
        for name, data in files.items():
            (filling / name).write_bytes(data)
        write_manifest(version, filling)


def load_files(models: Mapping[str, Any], files: Mapping[str, bytes], place: Path) -> Recogniser:
    """Load networks that are not kept anywhere yet, by way of an empty folder."""
    for name, data in files.items():
        (place / name).write_bytes(data)
    (place / MANIFEST).write_text(json.dumps({"models": models}), "utf-8")
    return recogniser_of(place)
