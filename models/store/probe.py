"""Run a foreign network once, in a process of its own with bounded memory and time.

``python -m models.store.probe KIND < FILE`` answers one line of JSON with the shape of each
output. A file that passed every check of its bytes may still ask for a terabyte.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from typing import Any

import numpy as np

from models.registry import open_session
from models.store.errors import ForeignModelError
from vision.faces import FACE_NAMES, KINDS
from vision.read import READER_SIZE

MAX_MEMORY = 4 * 1024**3
"""Bytes of address space."""
MAX_SECONDS = 120
FACES = 3
"""A batch that the exporter did not see."""
SIZE = (96, 160)
"""Height and width of the trial picture of the locator, which answers cells of three sizes."""
CELLS = sum((SIZE[0] // stride) * (SIZE[1] // stride) for stride in (8, 16, 32))

Shapes = dict[str, list[int]]
_FACES = [FACES, 3, *READER_SIZE[::-1]]
INPUTS = {"reader": _FACES, "aligner": _FACES, "locator": [1, 3, *SIZE]}
OUTPUTS: dict[str, Shapes] = {
    "reader": {
        "face": [FACES, len(FACE_NAMES)], "red": [FACES], "kind": [FACES, len(KINDS)],
        "stamp": [FACES], "turn": [FACES, 4], "embedding": [FACES, 128],
    },
    "locator": {"tiles": [1, 17, CELLS]},
    "aligner": {"shifts": [FACES, 8]},
}  # fmt: skip
"""What each network has to answer to a trial picture."""


def probe(data: bytes, kind: str) -> None:
    """Check that a network takes and gives what the pipeline expects.

    Args:
        data: The ONNX file.
        kind: ``reader``, ``locator`` or ``aligner``.

    Raises:
        ForeignModelError: It does not, it needs too much memory or time, or it cannot be run.
    """
    command = [sys.executable, "-m", "models.store.probe", kind]
    try:
        done = subprocess.run(  # noqa: S603 - our own module, the file comes on its input
            command, input=data, capture_output=True, timeout=MAX_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise ForeignModelError(f"a trial took longer than {MAX_SECONDS} s") from error
    try:
        answer = json.loads(done.stdout)
    except ValueError as error:
        raise ForeignModelError("it ended the process that tried it") from error
    if "error" in answer:
        raise ForeignModelError(f"it cannot be run: {answer['error']}")
    if answer["shapes"] != OUTPUTS[kind]:
        raise ForeignModelError(f"as a {kind} it answers {answer['shapes']}, not {OUTPUTS[kind]}")


def _try(data: bytes, kind: str) -> dict[str, Any]:
    try:
        session = open_session(data, threads=1)
        names = [output.name for output in session.get_outputs()]
        picture = np.full(INPUTS[kind], 0.5, np.float32)
        results = session.run(None, {"images": picture})
    except Exception as error:  # ONNX Runtime has no common error class
        return {"error": " ".join(str(error).split())[:200]}
    if not all(np.isfinite(result).all() for result in results):
        return {"error": "it answers numbers that are not finite"}
    return {"shapes": {n: list(r.shape) for n, r in zip(names, results, strict=True)}}


def main() -> None:
    """Try the file on the standard input."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # no such limits on Windows
        import resource  # noqa: PLC0415

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    print(json.dumps(_try(sys.stdin.buffer.read(), sys.argv[1])))


if __name__ == "__main__":
    main()
