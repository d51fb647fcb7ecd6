"""The options of MCR; the defaults are the published rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.options import Option

OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        "minimum": Option(8, bounds=(0, 88), about="points needed to win, flowers apart"),
        "base": Option(8, bounds=(0, 1_000_000), about="what every loser pays besides the points"),
    }
)
