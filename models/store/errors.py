"""What can be wrong with a version or with a file that wants to become one."""

from __future__ import annotations

from scoring.errors import WahuaError


class VersionError(WahuaError):
    """A version does not exist, is damaged, or may not be used."""

    type = "model-version"
    title = "The version cannot be used"


class ForeignModelError(WahuaError):
    """A model file of a stranger is not what it has to be; nothing was executed or changed."""

    type = "model-file"
    title = "The model file is refused"
