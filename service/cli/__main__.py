"""``python -m service.cli`` is ``wahua``."""

from __future__ import annotations

from service.cli import main

main()
