"""Export trained weights to the ONNX files that ship.

``python -m models.training.export --locator A.safetensors --reader B.safetensors --out DIR``
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from models.training.aligner_net import AlignerNet
from models.training.reader_net import OUTPUTS, ReaderNet, take_over
from models.training.storage import load_weights, save_small, shrink
from vision.read import READER_SIZE

if TYPE_CHECKING:  # it loads Ultralytics
    from models.training.locator_net import LocatorNet

OPSET = 17


def load_locator(weights: Path) -> LocatorNet:
    """Build the locator from stored weights."""
    from models.training.locator_net import LocatorNet  # noqa: PLC0415 - loads Ultralytics

    net = LocatorNet()
    net.load_state_dict(load_weights(weights))
    net.eval()
    return net


def load_reader(weights: Path) -> ReaderNet:
    """Build the reader from stored weights, of this form or an earlier one.

    Raises:
        ValueError: They are no reader's.
    """
    net = ReaderNet()
    if take_over(net, load_weights(weights)) < len(net.state_dict()):
        raise ValueError(f"{weights} holds no reader")
    net.eval()
    return net


def export_locator(weights: Path, out: Path) -> None:
    """Write the locator with batch norms fused and a free input size."""
    net = load_locator(weights).fuse(verbose=False)
    head: Any = net.model[-1]
    head.export, head.dynamic, head.format = True, True, "onnx"
    torch.onnx.export(
        net, torch.zeros(1, 3, 480, 640), str(out), input_names=["images"],
        output_names=["tiles"], opset_version=OPSET, dynamo=False,
        dynamic_axes={"images": {2: "height", 3: "width"}, "tiles": {2: "candidates"}},
    )  # fmt: skip
    shrink(out)


def export_reader(weights: Path, out: Path) -> None:
    """Write the reader with a free batch size."""
    torch.onnx.export(
        load_reader(weights), torch.zeros(2, 3, *READER_SIZE[::-1]), str(out),
        input_names=["images"], output_names=list(OUTPUTS), opset_version=OPSET, dynamo=False,
        dynamic_axes={name: {0: "faces"} for name in ("images", *OUTPUTS)},
    )  # fmt: skip
    shrink(out)


def export_aligner(weights: Path, out: Path) -> None:
    """Write the aligner with a free batch size."""
    net = AlignerNet()
    net.load_state_dict(load_weights(weights))
    net.eval()
    torch.onnx.export(
        net, torch.zeros(2, 3, *READER_SIZE[::-1]), str(out), input_names=["images"],
        output_names=["shifts"], opset_version=OPSET, dynamo=False,
        dynamic_axes={"images": {0: "tiles"}, "shifts": {0: "tiles"}},
    )  # fmt: skip
    shrink(out)


def main() -> None:
    """Export what is given and note the digests in ``manifest.json``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--locator", type=Path)
    parser.add_argument("--reader", type=Path)
    parser.add_argument("--aligner", type=Path)
    parser.add_argument("--version", required=True)
    parser.add_argument(
        "--settings", type=json.loads, default={}, help="JSON that models.training.calibrate prints"
    )
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1])
    arguments = parser.parse_args()
    path = arguments.out / "manifest.json"
    manifest = json.loads(path.read_text("utf-8")) if path.exists() else {"models": {}}
    for name, weights, export in (
        ("locator", arguments.locator, export_locator),
        ("reader", arguments.reader, export_reader),
        ("aligner", arguments.aligner, export_aligner),
    ):
        if weights is None:
            continue
        target = arguments.out / f"{name}.onnx"
        export(weights, target)
        save_small(weights, arguments.out / f"{name}.safetensors")
        settings = manifest["models"].get(name, {}).get("settings", {})
        if name == "reader":
            settings = {**settings, **arguments.settings}
        manifest["models"][name] = {
            "file": target.name,
            "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
            "version": arguments.version,
            "settings": settings,
        }
    path.write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
