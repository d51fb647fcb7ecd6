"""What can be wrong with pictures that are enrolled and with stored galleries."""

from __future__ import annotations

from typing import ClassVar

from scoring.errors import WahuaError


class EnrolError(WahuaError):
    """The pictures of a design cannot be enrolled; nothing was stored."""

    type: ClassVar[str] = "enrolment"
    title: ClassVar[str] = "The design cannot be enrolled"


class GalleryError(WahuaError):
    """A stored design is missing, damaged, or was made with another reader."""

    type: ClassVar[str] = "gallery"
    title: ClassVar[str] = "The design cannot be used"
