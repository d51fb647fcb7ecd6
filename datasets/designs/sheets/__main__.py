"""``python -m datasets.designs.sheets [FOLDER]``: draw the sheets anew."""

from __future__ import annotations

import sys
from pathlib import Path

from datasets.designs.sheets.pages import write_pages

for path in write_pages(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent):
    print(f"{path} ({path.stat().st_size / 1000:.0f} kB)")
