"""Enrolled designs of the service: kept in the database, loaded where a photo is read with one."""

from __future__ import annotations

import io
import tempfile
import threading
import zipfile
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from scoring.errors import WahuaError
from service.recognition import Recogniser
from service.storage import Storage
from service.storage.designs import find_design, load_design

if TYPE_CHECKING:  # they load ONNX Runtime and OpenCV
    from models.enrol.enrol import Models
    from models.enrol.gallery import Gallery
    from vision.pipeline import Recogniser as Reading

REMEMBERED = 16
"""Designs that are kept loaded; the one not used for longest is forgotten first."""


class NoSuchDesignError(WahuaError):
    """No design of this name is enrolled."""

    type: ClassVar[str] = "unknown-design"
    title: ClassVar[str] = "There is no such design"
    status: ClassVar[int] = 404


class OutdatedDesignError(WahuaError):
    """A design that was enrolled with another reader than the one in use."""

    type: ClassVar[str] = "outdated-design"
    title: ClassVar[str] = "The design has to be enrolled again"
    status: ClassVar[int] = 409


def open_models() -> Models:
    """Load the models in use with the reader's inner map, for enrolment and enrolled designs.

    Raises:
        WahuaError: They are missing, damaged, or have not the form that designs need.
    """
    from models.enrol.enrol import models_of  # noqa: PLC0415 - loads ONNX Runtime
    from models.registry import active_folder  # noqa: PLC0415

    return models_of(active_folder())


def pack(folder: Path) -> bytes:
    """Return the files of a folder as a ZIP archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
    return packed.getvalue()


class Designs:
    """Finds enrolled designs and gives recognisers for them; safe for several threads."""

    def __init__(self, storage: Storage, open_models: Callable[[], Models] = open_models) -> None:
        self._storage = storage
        self._open = open_models
        self._models: Models | None = None
        self._loaded: OrderedDict[str, Gallery] = OrderedDict()
        self._lock = threading.Lock()

    def models(self) -> Models:
        """Load the models when they are first needed.

        Raises:
            WahuaError: See :func:`open_models`.
        """
        with self._lock:
            if self._models is None:
                self._models = self._open()
            return self._models

    def find(self, owner: str, text: str | None) -> str | None:
        """Return the id of an owner's design; None where none is named.

        Args:
            owner: Whose it is.
            text: ``NAME``, which is its newest version, or ``NAME@VERSION``.

        Raises:
            NoSuchDesignError: There is none.
        """
        if text is None:
            return None
        name, _, version = text.partition("@")
        with self._storage.reading() as session:
            row = find_design(session, owner, name, int(version) if version else None)
        if row is None:
            raise NoSuchDesignError(
                f"no design '{text}' is enrolled here; GET /v1/designs lists those that are "
                "(shipped ones need no name)"
            )
        return row.id

    def adapt(self, design_id: str | None) -> Callable[[Recogniser], Recogniser] | None:
        """Return what makes of a worker's recogniser one for a design; None without a design."""
        return None if design_id is None else lambda one: self.reading(one, design_id)

    def reading(self, recogniser: Recogniser, design_id: str) -> Recogniser:
        """Return a worker's recogniser as it reads photos of a design.

        Raises:
            NoSuchDesignError: It has been deleted.
            OutdatedDesignError: The reader is another one by now.
        """
        from models.enrol.reader import with_design  # noqa: PLC0415 - loads OpenCV

        models, gallery = self.models(), self._gallery(design_id)
        if (gallery.reader[1], gallery.features) != (models.entry.sha256, models.session.kind):
            raise OutdatedDesignError(
                f"'{gallery.name}' was enrolled with the reader {gallery.reader[0]}, this is "
                f"{models.entry.version}; send its pictures to POST /v1/designs again"
            )
        return with_design(cast("Reading", recogniser), models.session, gallery)

    def _gallery(self, design_id: str) -> Gallery:
        with self._lock:
            if design_id in self._loaded:
                self._loaded.move_to_end(design_id)
                return self._loaded[design_id]
        gallery = self._load(design_id)
        with self._lock:
            self._loaded[design_id] = gallery
            if len(self._loaded) > REMEMBERED:
                self._loaded.popitem(last=False)
        return gallery

    def _load(self, design_id: str) -> Gallery:
        from models.enrol.gallery import load  # noqa: PLC0415 - loads OpenCV

        with self._storage.reading() as session:
            row = load_design(session, design_id)
            if row is None:
                raise NoSuchDesignError("the design has been deleted")
            data = row.data
        with tempfile.TemporaryDirectory() as place:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                archive.extractall(place)
            return load(Path(place))
