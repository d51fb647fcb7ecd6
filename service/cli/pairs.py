"""Options of the rules on the command line: ``--option key=value``, repeatable."""

from __future__ import annotations

from collections.abc import Sequence

from service.cli.stop import ArgumentError


def read_pairs(pairs: Sequence[str]) -> dict[str, object]:
    """Read ``key=value`` texts.

    Raises:
        ArgumentError: For a text without ``=``, and for a key given twice.
    """
    options: dict[str, object] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key.strip():
            raise ArgumentError(f"--option {pair}: write it as key=value")
        if key.strip() in options:
            raise ArgumentError(f"--option {key.strip()} is given twice")
        options[key.strip()] = value.strip()
    return options
