"""The root of the project's error hierarchy.

Every error that a user can cause derives from :class:`WahuaError` and carries a
stable ``type`` (a machine-readable slug), a short ``title`` and a ``detail`` that
names the offending value. The command line prints one line and exits with code 2;
an HTTP layer can map the same three fields to RFC 9457.
"""

from __future__ import annotations

from typing import ClassVar


class WahuaError(Exception):
    """An input that the project cannot accept, with a message fit for its user."""

    type: ClassVar[str] = "error"
    title: ClassVar[str] = "The input cannot be used"
    status: ClassVar[int] = 422
    """HTTP status that fits this error."""

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail

    def as_dict(self) -> dict[str, str]:
        """Return ``{"type", "title", "detail"}``, as ``--json`` prints it."""
        return {"type": self.type, "title": self.title, "detail": self.detail}
