"""Enrolment: the pictures of a design to a stored version of it, and what is doubtful about it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring.errors import WahuaError
from scoring.tiles import Family
from service.designs import Designs, pack
from service.jobs.context import JobContext
from service.output import gallery_object
from service.storage import designs
from service.storage import jobs as queue
from service.storage.tables import Design

if TYPE_CHECKING:
    from models.enrol.features import SeeingSession
    from models.enrol.gallery import Gallery
    from models.enrol.teach import Enrolled

KIND = "enrol"
STEPS = 3
MAX_UNPACKED = 512 * 1024**2
"""Bytes of all pictures of an archive."""
TELL_S = 1.0


@dataclass(frozen=True, slots=True)
class EnrolHandler:
    """Enrols designs.

    The design takes the id of its job, so that a job which is done again after its process died
    finds what it stored.

    Attributes:
        designs: Has the models.
    """

    designs: Designs

    def __call__(self, job: JobContext) -> dict[str, Any]:
        """Read the pictures, learn them, store the design."""
        with job.storage.reading() as session:
            earlier = session.get(Design, job.job_id)
        if earlier is not None:
            return earlier.details
        with tempfile.TemporaryDirectory() as place:
            try:
                return self._enrol(job, Path(place))
            except WahuaError as error:  # its text names files as the client did
                error.detail = error.detail.replace(f"{place}/pictures/", "").replace(place, "")
                raise

    def _enrol(self, job: JobContext, place: Path) -> dict[str, Any]:
        from models.enrol.enrol import learn, read_pictures  # noqa: PLC0415 - loads OpenCV

        asked, models = job.payload, self.designs.models()
        job.progress(0, "finding the faces", STEPS)
        pictures, family = read_pictures(
            _source(job, place),
            models.recogniser,
            family=None if asked["family"] is None else Family(asked["family"]),
            order=asked["order"],
            grid=asked["grid"],
        )
        job.progress(1, "learning")
        watched = replace(models, session=_watched(models.session, job))
        gallery = learn(asked["name"], pictures, family, watched)
        job.progress(2, "storing")
        return _store(job, gallery, pictures, place)


def _source(job: JobContext, place: Path) -> Path:
    """Write the files of the job below ``place``; returns the folder or the one picture."""
    from datasets.formats.archive import Limits, extract, is_archive  # noqa: PLC0415

    sent, folder = place / "sent", place / "pictures"
    sent.mkdir()
    with job.storage.reading() as session:
        for item in queue.items(session, job.job_id):
            with (sent / item.name).open("ab") as file:  # long files come in parts
                file.write(item.data or b"")
    files = list(sent.iterdir())
    if len(files) > 1:
        return sent.rename(folder)
    if not is_archive(files[0]):
        folder.mkdir()
        return files[0].rename(folder / files[0].name)
    extract(files[0], folder, Limits(members=10_000, total_bytes=MAX_UNPACKED))
    files[0].unlink()
    inside = list(folder.iterdir())
    # An archive of a folder: what is in that folder are the pictures.
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder


def _watched(session: SeeingSession, job: JobContext) -> SeeingSession:
    """The reader's session, which tells how often it was asked and ends a cancelled job."""
    from models.enrol.features import SeeingSession as Seeing  # noqa: PLC0415

    class Watched(Seeing):
        def __init__(self) -> None:
            self.kind, self._session = session.kind, session
            self._views, self._told = 0, 0.0

        def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
            job.check()
            self._views += len(input_feed["images"])
            if time.monotonic() - self._told > TELL_S:
                self._told = time.monotonic()
                job.progress(1, f"learning: {self._views} views")
            return session.run(output_names, input_feed)

    return Watched()


def _store(
    job: JobContext, gallery: Gallery, pictures: Sequence[Enrolled], place: Path
) -> dict[str, Any]:
    """Store a design as its owner's next version of that name."""
    from models.enrol.gallery import save  # noqa: PLC0415 - loads OpenCV

    with job.storage.reading() as session:
        version = designs.next_version(session, job.owner, gallery.name)
    numbered = replace(gallery, version=version)
    data = pack(save(numbered, pictures, place / "store"))
    details = {
        **gallery_object(numbered),
        "pictures": [{"file": item.source, "tile": str(item.face)} for item in pictures],
    }
    with job.storage.writing() as session:
        session.add(
            Design(
                id=job.job_id, owner=job.owner, name=gallery.name, version=version,
                family=str(gallery.family), details=details, data=data,
            )
        )  # fmt: skip
    job.progress(STEPS)
    return details
