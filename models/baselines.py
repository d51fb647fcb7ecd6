"""Recognisers by others, wrapped so that they are judged by the same rows as ours.

Each is an optional package; its own public functions do the work, unchanged.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from PIL import Image

from models.evaluate import Answer
from scoring.errors import WahuaError
from vision.photo import Photo

MAHJONG_DETECTOR = "mahjong-detector"
MAHJONG_DETECTOR_VERSION = "0.0.6"

HONOURS: Mapping[str, str] = MappingProxyType({
    "tou": "1z", "nan": "2z", "sha": "3z", "pe": "4z", "haku": "5z", "hatsu": "6z", "chun": "7z",
})  # fmt: skip
"""Japanese names of winds and dragons; the suits are named as in our notation."""


class BaselineError(WahuaError):
    """A baseline is unknown or its package is not installed."""

    type = "baseline"
    title = "The baseline cannot be used"


def baseline(name: str) -> Callable[[Photo], Answer]:
    """Return the answerer of a baseline by its name.

    Raises:
        BaselineError: The name is unknown, or the package is missing or of another version.
    """
    if name not in BASELINES:
        raise BaselineError(f"'{name}' is none of: {', '.join(BASELINES)}")
    return BASELINES[name]()


def mahjong_detector() -> Callable[[Photo], Answer]:
    """Wrap mahjong-detector 0.0.6: a YOLO of 34 classes at 640 px, trained on one riichi set.

    The photo is given upright and at full size. The function that its documentation names,
    ``detect_tiles``, drops the boxes; the two functions that it is made of keep them.

    Raises:
        BaselineError: The package is missing or of another version.
    """
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    remedy = f"run: pip install {MAHJONG_DETECTOR}=={MAHJONG_DETECTOR_VERSION}"
    try:
        found = version(MAHJONG_DETECTOR)
        prepare = importlib.import_module("mahjong_detector.preprocess").preprocess_image
        network = importlib.import_module("mahjong_detector.predict")
    except (PackageNotFoundError, ImportError) as error:
        raise BaselineError(f"{MAHJONG_DETECTOR} is not installed; {remedy}") from error
    if found != MAHJONG_DETECTOR_VERSION:
        raise BaselineError(f"{MAHJONG_DETECTOR} {found} is installed; {remedy}")
    names = [HONOURS.get(name, name) for name in network.CLASS_NAMES]

    def answer(photo: Photo) -> Answer:
        start = time.perf_counter()
        picture, padding = prepare(Image.fromarray(photo.pixels))
        detections = network.predict(picture, padding)
        return _answer(photo, detections, names, (time.perf_counter() - start) * 1000)

    return answer


def _answer(photo: Photo, detections: list[Any], names: list[str], spent_ms: float) -> Answer:
    size = [photo.pixels.shape[1], photo.pixels.shape[0]] * 2
    boxes = np.array([[d.x1, d.y1, d.x2, d.y2] for d in detections], np.float32).reshape(-1, 4)
    return Answer(
        tiles=tuple(names[d.class_id] for d in detections),
        boxes=(boxes / np.array(size, np.float32)).astype(np.float32),
        confidences=tuple(float(d.confidence) for d in detections),
        timings_ms={"detect": spent_ms},
    )


BASELINES: Mapping[str, Callable[[], Callable[[Photo], Answer]]] = MappingProxyType({
    MAHJONG_DETECTOR: mahjong_detector,
})  # fmt: skip
