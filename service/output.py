"""Answers as JSON-ready objects, in the form that the contract fixes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scoring.errors import WahuaError
from scoring.hand import Hand
from scoring.sheet import ScoreSheet
from service.answers import Answer, hand_of

if TYPE_CHECKING:
    from pathlib import Path

    from models.enrol.gallery import Gallery
    from models.registry import ModelEntry
    from scoring.advice import Repair
    from vision.arrange import PlacedTile
    from vision.pipeline import OwnTile, ReadResult


def read_object(image: str, result: ReadResult) -> dict[str, Any]:
    """Return the object of ``wahua read --json`` for one photo.

    Args:
        image: The photo as the caller named it.
        result: Its reading; corners in pixels of the upright original.
    """
    return {
        "image": image,
        "width": result.width,
        "height": result.height,
        "family": str(result.family),
        "tiles": [tile_object(tile) for tile in result.layout.tiles],
        "layout": result.layout.hand_text,
        "timings_ms": {stage: round(float(ms), 2) for stage, ms in result.timings_ms.items()},
        "models": dict(result.models),
        "warnings": list(result.warnings),
        **({"own": [own_object(tile) for tile in result.own]} if result.own else {}),
    }


def own_object(tile: OwnTile) -> dict[str, Any]:
    """Return one tile whose face only the chosen design has."""
    return {
        "name": tile.name,
        "confidence": round(float(tile.confidence), 4),
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in tile.corners],
    }


def tile_object(placed: PlacedTile) -> dict[str, Any]:
    """Return one tile; corners clockwise from the face's own top left."""
    return {
        "tile": str(placed.tile),
        "confidence": round(float(placed.reading.confidence), 4),
        "alternatives": [
            [str(tile), round(float(probability), 4)]
            for tile, probability in placed.reading.alternatives
        ],
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in placed.corners],
        "row": int(placed.row),
        "group": int(placed.group),
        "role": str(placed.role),
    }


def error_object(error: WahuaError, image: str | None = None) -> dict[str, Any]:
    """Return ``{"image", "error": {"type", "title", "detail"}}``; no image for a hand in text."""
    named = {} if image is None else {"image": image}
    return {**named, "error": error.as_dict()}


def score_object(
    hand: Hand,
    sheet: ScoreSheet,
    photo: dict[str, Any] | None = None,
    repairs: Sequence[Repair] = (),
) -> dict[str, Any]:
    """Return the object of ``wahua score --json``: the hand, the sheet, what the photo showed.

    Args:
        hand: The hand that was scored.
        sheet: Its score sheet, whose keys stand beside those of the hand.
        photo: The object of :func:`read_object` when the hand came from a photo.
        repairs: Changes after which a hand that does not win would; ``"repairs"`` stands in the
            object of such hands only.
    """
    winning = hand.last_tile
    return {
        "hand": str(hand),
        "winning_tile": None if winning is None else str(winning),
        **sheet.as_dict(),
        **({} if sheet.valid else {"repairs": [repair.as_dict() for repair in repairs]}),
        **({} if photo is None else {"photo": photo}),
    }


def photo_object(read_id: str, name: str, result: ReadResult, *, kept: bool) -> dict[str, Any]:
    """Return the object of the service for one photo.

    Args:
        read_id: Its id in the storage.
        name: The photo as the client named it.
        result: Its reading.
        kept: Whether the photo is stored.

    Returns:
        The object of :func:`read_object` with the id, each tile's doubt and the hand's parts,
        which are None where no face could be read.
    """
    tiles = result.layout.tiles
    return {
        "id": read_id,
        **read_object(name, result),
        "own": [own_object(tile) for tile in result.own],
        "tiles": [{**tile_object(tile), "doubtful": bool(tile.doubtful)} for tile in tiles],
        "hand": hand_of(result).as_dict() if result.layout.hand_text else None,
        "photo_kept": kept,
    }


def scored_object(scored: Answer, photo: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the object of the service for a scored hand: :func:`score_object` and its parts."""
    found = score_object(scored.hand, scored.sheet, photo, scored.repairs)
    return {**found, "hand_parts": scored.hand.as_dict()}


def model_object(entry: ModelEntry, folder: Path | None = None) -> dict[str, Any]:
    """Return the facts of a model, by default a shipped one, and whether its file is intact."""
    from models.registry import ModelError, model_bytes  # noqa: PLC0415

    size, problem = None, None
    try:
        size = len(model_bytes(entry, folder))
    except ModelError as error:
        problem = error.detail
    return {
        "name": entry.name,
        "version": entry.version,
        "file": entry.file,
        "bytes": size,
        "sha256": entry.sha256,
        "intact": problem is None,
        "problem": problem,
        "settings": entry.settings,
    }


def gallery_object(gallery: Gallery) -> dict[str, Any]:
    """Return the facts of an enrolled design; where it is stored, the caller knows."""
    return {
        "name": gallery.name,
        "version": gallery.version,
        "family": str(gallery.family),
        "faces": [str(face) for face in gallery.faces],
        "reader": gallery.reader[0],
        "warnings": [
            {"kind": str(item.kind), "faces": list(item.faces), "text": item.text}
            for item in gallery.warnings
        ],
    }
