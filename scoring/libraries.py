"""Rule libraries that some games are scored by, imported only when such a game is scored."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import ClassVar

from scoring.errors import WahuaError


class MissingLibraryError(WahuaError):
    """A game whose rule library is not installed."""

    type: ClassVar[str] = "missing-library"
    title: ClassVar[str] = "The rules library is not installed"
    status: ClassVar[int] = 501


def load_library(module: str, game: str, package: str) -> ModuleType:
    """Import a module of an optional rule library.

    Args:
        module: Name of the module.
        game: Name of the game, which is also the name of the extra that installs the library.
        package: Name and version of the library in the package index.

    Raises:
        MissingLibraryError: Saying how to install it.
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingLibraryError(
            f"the game {game!r} is scored by {package}: pip install 'wahua[{game}]'"
        ) from None
