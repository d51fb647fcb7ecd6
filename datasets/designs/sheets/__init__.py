"""Contact sheets of all designs, for people: ``python -m datasets.designs.sheets``."""

from __future__ import annotations

from datasets.designs.sheets.pages import write_pages

__all__ = ["write_pages"]
