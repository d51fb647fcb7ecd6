"""A folder that comes into being whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from datasets.labels import DatasetError


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """Give an empty folder to fill, which becomes ``target`` when the block ends well.

    On any error it is removed, so that nothing half done is left behind.

    Args:
        target: Must not exist yet, or be an empty folder.

    Raises:
        DatasetError: It holds something, is no folder, or cannot be made.
    """
    target = target.absolute()
    try:
        if target.is_symlink() or (target.exists() and not target.is_dir()):
            raise DatasetError(f"{target} is there already and is no folder")
        if target.is_dir() and any(target.iterdir()):
            raise DatasetError(f"{target} is not empty")
        target.parent.mkdir(parents=True, exist_ok=True)
        filling = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise DatasetError(f"{target} cannot be made: {error.strerror or error}") from error
    try:
        yield filling
        try:
            filling.chmod(0o755)
            if target.is_dir():
                target.rmdir()
            filling.rename(target)
        except OSError as error:
            raise DatasetError(f"{target} cannot be made: {error.strerror or error}") from error
    finally:
        shutil.rmtree(filling, ignore_errors=True)
