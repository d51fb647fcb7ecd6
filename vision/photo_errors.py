"""Why a photo cannot be used: one class for each reason that a user can act on."""

from __future__ import annotations

from scoring.errors import WahuaError


class PhotoError(WahuaError):
    """A file or a body of bytes that gives no photo. Only subclasses are raised."""

    type = "photo"
    title = "The photo cannot be used"


class PhotoNotFoundError(PhotoError):
    """There is no such file."""

    type = "photo-not-found"
    title = "There is no such file"
    status = 404


class UnreadablePhotoError(PhotoError):
    """The path is there but cannot be read: a directory, a device, no permission."""

    type = "photo-unreadable"
    title = "The file cannot be read"
    status = 400


class EmptyPhotoError(PhotoError):
    """The file has no bytes."""

    type = "photo-empty"
    title = "The file is empty"
    status = 400


class UnsupportedFormatError(PhotoError):
    """The bytes are something else than JPEG, PNG, WebP or HEIC."""

    type = "photo-format"
    title = "Not a photo in a supported format"
    status = 415


class TruncatedPhotoError(PhotoError):
    """The file ends before its picture does."""

    type = "photo-truncated"
    title = "The photo is cut off"


class DamagedPhotoError(PhotoError):
    """The file has all its length but its contents cannot be decoded."""

    type = "photo-damaged"
    title = "The photo is damaged"


class PhotoTooLargeError(PhotoError):
    """More bytes, pixels or metadata than are accepted."""

    type = "photo-too-large"
    title = "The photo is too large"
    status = 413


class PhotoTooSmallError(PhotoError):
    """Too few pixels for a tile."""

    type = "photo-too-small"
    title = "The photo is too small"
