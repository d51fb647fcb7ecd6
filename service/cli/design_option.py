"""The option ``--design``, which several commands have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from vision.pipeline import Recogniser

DesignOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FOLDER",
        help="Read with this enrolled design; see wahua enrol.",
        show_default=False,
    ),
]


def chosen(design: str | None) -> Recogniser | None:
    """What reads with a design; None without one, so that photos are decoded before models load.

    Raises:
        GalleryError: There is no such design, it is damaged, or was enrolled with another reader.
    """
    if design is None:
        return None
    from models.enrol.enrol import choose  # noqa: PLC0415 - loads the pipeline

    return choose(design)
