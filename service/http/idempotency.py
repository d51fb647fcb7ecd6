"""The header ``Idempotency-Key``, with which a request can be sent again safely."""

from __future__ import annotations

from typing import Annotated

from fastapi import Header

KeyOf = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=100,
        pattern=r"^[\x21-\x7e]+$",
        description="Of your choice, new for each request: when the same request arrives again "
        "with it, nothing is done twice, and the first one's result is answered.",
    ),
]
