"""What can go wrong between a good photo and a named hand."""

from __future__ import annotations

from scoring.errors import WahuaError


class NoTilesError(WahuaError):
    """No tile was found in the picture."""

    type = "no-tiles"
    title = "No tile in the picture"
