"""Where annotated pictures go: named by the user, never over a photo."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scoring.errors import WahuaError

SUFFIXES = (".png", ".jpg", ".jpeg")


class DrawingTargetError(WahuaError):
    """A place where an annotated picture cannot go."""

    type = "bad-drawing-target"
    title = "The annotated picture cannot be written"


def drawing_targets(photos: Sequence[str], out: Path | None) -> list[Path | None]:
    """Return where the picture of each photo goes.

    Args:
        photos: The photos, as named by the user.
        out: A file ending in ``.png``, ``.jpg`` or ``.jpeg`` for one photo, else a folder, which
            gets ``name.png`` for each photo (``name-2.png`` for the second of one name); None for
            no pictures.

    Raises:
        DrawingTargetError: When one file is given for several photos, for another file type, and
            when a photo would be overwritten.
    """
    if out is None:
        return [None] * len(photos)
    targets: list[Path]
    if out.suffix.lower() in SUFFIXES and not out.is_dir():
        if len(photos) > 1:
            raise DrawingTargetError(
                f"{out} is one file for {len(photos)} photos; name a folder instead"
            )
        targets = [out]
    elif out.is_dir() or not out.suffix:
        targets = _in_folder(photos, out)
    else:
        raise DrawingTargetError(f"{out} ends in none of {', '.join(SUFFIXES)}")
    originals = {Path(photo).resolve() for photo in photos}
    for target in targets:
        if target.resolve() in originals or any(_same(target, photo) for photo in photos):
            raise DrawingTargetError(f"{target} is a photo to be read; it would be overwritten")
    return list(targets)


def _in_folder(photos: Sequence[str], folder: Path) -> list[Path]:
    taken: dict[str, int] = {}
    targets = []
    for photo in photos:
        stem = Path(photo).stem
        taken[stem] = taken.get(stem, 0) + 1
        number = f"-{taken[stem]}" if taken[stem] > 1 else ""
        targets.append(folder / f"{stem}{number}.png")
    return targets


def _same(target: Path, photo: str) -> bool:
    """Return whether both are one file, also through links."""
    try:
        return target.samefile(photo)
    except (OSError, ValueError):
        return False
